PRAGMA application_id = 1651336054;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE "bid" (
  -- A call of a recorded auction.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "id" INTEGER, -- number of the entry
  "section" INTEGER, -- id of the section
  "table" INTEGER, -- number of the table
  "round" INTEGER, -- number of the round
  "board" INTEGER, -- number of the board
  "counter" INTEGER, -- turn of the call or card, from 1 on
  "direction" TEXT, -- N, E, S or W
  "bid" TEXT, -- `1C` to `7NT`, X, XX, PASS, SkipBid
  "date" TEXT, -- date of the entry
  "time" TEXT, -- time of the entry
  "erased" INTEGER, -- deleted at the table
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "id", "nth")
);
INSERT INTO "bid" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,1,'N','1D',NULL,NULL,0,NULL,0);
INSERT INTO "bid" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,2,'E','1S',NULL,NULL,0,NULL,1);
INSERT INTO "bid" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,3,'S','2H',NULL,NULL,0,NULL,2);
INSERT INTO "bid" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,4,'W','2S',NULL,NULL,0,NULL,3);
INSERT INTO "bid" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,5,'N','PASS',NULL,NULL,0,NULL,4);
INSERT INTO "bid" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,6,'E','PASS',NULL,NULL,0,NULL,5);
INSERT INTO "bid" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,7,'S','PASS',NULL,NULL,0,NULL,6);
CREATE TABLE "card" (
  -- A card of a recorded play.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "id" INTEGER, -- number of the entry
  "section" INTEGER, -- id of the section
  "table" INTEGER, -- number of the table
  "round" INTEGER, -- number of the round
  "board" INTEGER, -- number of the board
  "counter" INTEGER, -- turn of the call or card, from 1 on
  "direction" TEXT, -- N, E, S or W
  "card" TEXT, -- suit and rank: `ST`, `DA`; `Hx` a small heart
  "date" TEXT, -- date of the entry
  "time" TEXT, -- time of the entry
  "erased" INTEGER, -- deleted at the table
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "id", "nth")
);
INSERT INTO "card" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,1,'S','D6',NULL,NULL,0,NULL,0);
INSERT INTO "card" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,2,'W','D2',NULL,NULL,0,NULL,1);
INSERT INTO "card" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,3,'N','DT',NULL,NULL,0,NULL,2);
INSERT INTO "card" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,4,'E','DJ',NULL,NULL,0,NULL,3);
INSERT INTO "card" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,5,'E','C2',NULL,NULL,0,NULL,4);
INSERT INTO "card" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,6,'S','C6',NULL,NULL,0,NULL,5);
INSERT INTO "card" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,7,'W','C4',NULL,NULL,0,NULL,6);
INSERT INTO "card" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,8,'N','CA',NULL,NULL,0,NULL,7);
CREATE TABLE "client" (
  -- A computer that serves tables.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "id" INTEGER, -- number of the computer
  "computer" TEXT, -- name of the computer
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "id", "nth")
);
INSERT INTO "client" VALUES('north/night.bws','north/night.bws','north',1,'CLUBPC',NULL,0);
INSERT INTO "client" VALUES('south/old.bws','south/old.bws','south',1,'CLUBPC',NULL,0);
CREATE TABLE "evaluation" (
  -- Tricks double dummy and high-card points of a board.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "section" INTEGER, -- id of the section; none: all sections
  "board" INTEGER, -- number of the board
  "north_spades" INTEGER, -- tricks double dummy
  "north_hearts" INTEGER, -- tricks double dummy
  "north_diamonds" INTEGER, -- tricks double dummy
  "north_clubs" INTEGER, -- tricks double dummy
  "north_notrump" INTEGER, -- tricks double dummy
  "east_spades" INTEGER, -- tricks double dummy
  "east_hearts" INTEGER, -- tricks double dummy
  "east_diamonds" INTEGER, -- tricks double dummy
  "east_clubs" INTEGER, -- tricks double dummy
  "east_notrump" INTEGER, -- tricks double dummy
  "south_spades" INTEGER, -- tricks double dummy
  "south_hearts" INTEGER, -- tricks double dummy
  "south_diamonds" INTEGER, -- tricks double dummy
  "south_clubs" INTEGER, -- tricks double dummy
  "south_notrump" INTEGER, -- tricks double dummy
  "west_spades" INTEGER, -- tricks double dummy
  "west_hearts" INTEGER, -- tricks double dummy
  "west_diamonds" INTEGER, -- tricks double dummy
  "west_clubs" INTEGER, -- tricks double dummy
  "west_notrump" INTEGER, -- tricks double dummy
  "north_hcp" INTEGER, -- high-card points
  "east_hcp" INTEGER, -- high-card points
  "south_hcp" INTEGER, -- high-card points
  "west_hcp" INTEGER, -- high-card points
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "section", "board", "nth")
);
INSERT INTO "evaluation" VALUES('south/session.pbn','south/session.pbn','south',NULL,1,NULL,NULL,NULL,NULL,7,NULL,NULL,NULL,NULL,NULL,NULL,10,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
CREATE TABLE "event" (
  -- The event as a whole.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "guid" TEXT, -- 32 upper-case hexadecimal digits
  "name" TEXT, -- name of the event
  "club_id" TEXT, -- id of the club
  "commands" INTEGER, -- flags of what control software is to do at first
  "data_folder" TEXT, -- folder of control software for the event
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "nth")
);
CREATE TABLE events (
  -- every event in the dataset
  event_id TEXT PRIMARY KEY, -- GUID of its session (with date and name if not unique),
    -- else the path of its file
  source_file TEXT, -- its file with most results and records, then the newest
  name TEXT, -- of its session
  date TEXT, -- of its session
  results INTEGER,
  records INTEGER,
  changed INTEGER, -- time of its file's last change, in nanoseconds
  batch INTEGER -- the batch that added it
, "club" TEXT);
INSERT INTO "events" VALUES('north/night.bws','north/night.bws','Thursday pairs','2026-11-12',20,65,1794980717650280426,1,'north');
INSERT INTO "events" VALUES('south/old.bws','south/old.bws','Autumn pairs','2026-11-12',20,65,1794980717661695612,1,'south');
INSERT INTO "events" VALUES('south/session.pbn','south/session.pbn','Club night','2024-05-07',4,25,1794980717681710956,1,'south');
CREATE TABLE export_settings (name TEXT PRIMARY KEY, value TEXT);
INSERT INTO "export_settings" VALUES('--label','club={1}');
INSERT INTO "export_settings" VALUES('--anonymise','');
INSERT INTO "export_settings" VALUES('base','/srv/archive');
CREATE TABLE "game" (
  -- The tags of a PBN game that no other record holds, and the order of all tags.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "section" INTEGER, -- id of the section
  "table" INTEGER, -- number of the table
  "round" INTEGER, -- number of the round
  "board" INTEGER, -- number of the board
  "pair_ns" INTEGER, -- N-S pair
  "pair_ew" INTEGER, -- E-W pair
  "tags" TEXT, -- name and text of each tag; the name alone: other records have it
  "sections" TEXT, -- number and name of a tag, and the words after it
  "comments" TEXT, -- place and text: `3` after the third tag, `3.5` after its fifth word
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "section", "table", "round", "board", "nth")
);
INSERT INTO "game" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,1,NULL,NULL,'[["Event"],["Site","?"],["Date"],["Board"],["West","Vos, A."],["North","Berg, B."],["East","Dal, C."],["South","Ek, D."],["Dealer"],["Vulnerable"],["Deal"],["Scoring","MP"],["Declarer"],["Contract"],["Result"],["Room","Open"],["Auction"],["Play"],["OptimumResultTable"],["ScoreTable","PairId_NS;Contract\\4L;Declarer;Result\\2R;Names_NS\\10L;Score_NS\\5R"]]','[["20","ScoreTable",["1","2S","E","9","\"Berg; Ek\"","-140","2","3NTX","N","8","\"A very long name\"","-100"]]]','[["0","% PBN 2.1"],["0","% EXPORT"]]',NULL,0);
INSERT INTO "game" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,2,NULL,NULL,'[["Event"],["Site","?"],["Date"],["Board"],["West","?"],["North","?"],["East","?"],["South","?"],["Dealer"],["Vulnerable"],["Deal"],["Scoring","?"],["Declarer"],["Contract"],["Result"]]',NULL,NULL,NULL,0);
CREATE TABLE "hand" (
  -- The cards of a board; without section they apply to all sections.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "section" INTEGER, -- id of the section; none: all sections
  "board" INTEGER, -- number of the board
  "north" TEXT, -- suits spades first, ten as T: `AQT94.T53.KQ8.T9`
  "east" TEXT, -- suits spades first, ten as T: `AQT94.T53.KQ8.T9`
  "south" TEXT, -- suits spades first, ten as T: `AQT94.T53.KQ8.T9`
  "west" TEXT, -- suits spades first, ten as T: `AQT94.T53.KQ8.T9`
  "dealer" TEXT, -- N, E, S or W
  "vulnerable" TEXT, -- None, NS, EW or All
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "section", "board", "nth")
);
INSERT INTO "hand" VALUES('south/session.pbn','south/session.pbn','south',NULL,1,'3.AT.KT987.AQJ83','JT942.6543.AJ5.2','K5.K9872.63.T976','AQ876.QJ.Q42.K54',NULL,NULL,NULL,0);
INSERT INTO "hand" VALUES('south/session.pbn','south/session.pbn','south',NULL,2,'T76542.Q5.Q83.K2','J983.AT3..AQJ974','AQ.K9872.JT9764.','K.J64.AK52.T8653',NULL,NULL,NULL,0);
CREATE TABLE "intermediate" (
  -- A result before the tricks are known.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "id" INTEGER, -- number of the entry; the highest one of a board counts
  "section" INTEGER, -- id of the section
  "table" INTEGER, -- number of the table
  "round" INTEGER, -- number of the round
  "board" INTEGER, -- number of the board
  "pair_ns" INTEGER, -- pair that sat N-S by the movement
  "pair_ew" INTEGER, -- pair that sat E-W by the movement
  "declarer" TEXT, -- N, E, S or W; NS or EW where only the side is known
  "declarer_pair" INTEGER, -- number of the declaring pair
  "contract" TEXT, -- such as `4 S x`, `3 NT`, `PASS`
  "result" TEXT, -- relative to the contract: `=`, `+1`, `-2`
  "lead_card" TEXT, -- suit and rank: `S10`, `DA`
  "remarks" TEXT, -- such as `Not played`, `Wrong direction`, or an award such as `60%-40%`
  "date" TEXT, -- date of the entry
  "time" TEXT, -- time of the entry
  "processed" INTEGER, -- mark of a program that has processed the entry
  "processed1" INTEGER, -- mark of a program that has processed the entry
  "processed2" INTEGER, -- mark of a program that has processed the entry
  "processed3" INTEGER, -- mark of a program that has processed the entry
  "processed4" INTEGER, -- mark of a program that has processed the entry
  "external_update" INTEGER, -- changed by a scoring program
  "erased" INTEGER, -- deleted at the table
  "suspicious_contract" INTEGER, -- 0 no, 1 suspicious, 2 confirmed by the director
  "scoring_direction" INTEGER, -- 1 score of N-S only, 2 of E-W only, 3 or 0 of both
  "score" INTEGER, -- from N-S's side
  "mp_ns" REAL, -- matchpoints of N-S
  "mp_ew" REAL, -- matchpoints of E-W
  "imp_ns" REAL, -- IMPs of N-S
  "imp_ew" REAL, -- IMPs of E-W
  "extra" TEXT, -- data of your own, and columns that have no field
  "level" INTEGER, -- of the contract, 1 to 7
  "strain" TEXT, -- of the contract: C, D, H, S or NT
  "doubled" INTEGER, -- 0 undoubled, 1 doubled, 2 redoubled
  "tricks" INTEGER, -- that declarer took, 0 to 13
  "score_ns" INTEGER, -- from N-S's side: `score`, else worked out from the contract
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "id", "nth")
);
CREATE TABLE "library" (
  -- A folder of movements.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "folder" TEXT, -- name of the folder
  "header" TEXT, -- first line of the index
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "folder", "nth")
);
CREATE TABLE "movement" (
  -- A movement of a library.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "library" TEXT, -- folder of the library
  "number" INTEGER, -- number of the movement
  "class" INTEGER, -- class of the movement
  "title" TEXT, -- title in the index
  "movement_type" INTEGER, -- type of the movement
  "instructions" TEXT, -- instructions for players and directors
  "tables" INTEGER, -- number of tables
  "rounds" INTEGER, -- number of rounds
  "teams" INTEGER, -- number of teams or pairs
  "winners" INTEGER, -- number of winners
  "balance" INTEGER, -- how well it is balanced
  "source" TEXT, -- where it comes from
  "description" TEXT, -- what it is
  "details" TEXT, -- further details
  "board_sets" INTEGER, -- number of board sets
  "directions" TEXT, -- how pairs move after each round
  "lines" TEXT, -- lines of the file that are kept as they are
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "library", "number", "nth")
);
CREATE TABLE "movement_round" (
  -- One table of one round of a movement.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "library" TEXT, -- folder of the library
  "movement" INTEGER, -- number of the movement
  "round" INTEGER, -- number of the round
  "table" INTEGER, -- number of the table
  "ns" INTEGER, -- pair that sits N-S
  "ew" INTEGER, -- pair that sits E-W
  "board_set" INTEGER, -- number of the board set
  "arrow_switch" INTEGER, -- N-S and E-W change directions
  "south" INTEGER, -- in an individual, where ns is North
  "west" INTEGER, -- in an individual, where ew is East
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "library", "movement", "round", "table", "nth")
);
CREATE TABLE nights (
  -- what distinguishes the night of an event from others, and the file that adds its hands
  event_id TEXT PRIMARY KEY,
  labels TEXT, -- all of them
  letters TEXT, -- of its sections
  boards TEXT, -- numbers
  marks TEXT, -- four bytes for each result
  hands INTEGER, -- number of hands and evaluations in its file
  guid INTEGER, -- 1 if its id is a GUID
  hands_file TEXT, -- the file that adds hands
  hands_batch INTEGER, -- the batch that added them
  hands_added INTEGER -- number of hands and evaluations added
);
INSERT INTO "nights" VALUES('north/night.bws','["north"]','A','1 2 3 4 5 6','zI9DRVQzzKT5nEldJvXjAn3v7BZ+5ukaw72N0ZGXhbI8Cs7fvmGtY0PtJfUCcG6Y1XjKKflQC6mHCAc8ICqr7g/UJ44=',0,0,NULL,0,0);
INSERT INTO "nights" VALUES('south/old.bws','["south"]','A','1 2 3 4 5 6','zI9DRVQzzKT5nEldJvXjAn3v7BZ+5ukaw72N0ZGXhbI8Cs7fvmGtY0PtJfUCcG6Y1XjKKflQC6mHCAc8ICqr7g/UJ44=',0,0,NULL,0,0);
INSERT INTO "nights" VALUES('south/session.pbn','["south"]','','1 2','+F+CuWstFj/4RZ5nGyN8/g==',3,0,NULL,0,0);
CREATE TABLE "player" (
  -- A player of the list from which numbers get their names.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "number" TEXT, -- number of the player
  "id" INTEGER, -- the number as a number
  "name" TEXT, -- full name
  "first_name" TEXT, -- first name
  "last_name" TEXT, -- last name
  "country" TEXT, -- code of the country
  "session" INTEGER, -- number of the session
  "club_id" TEXT, -- id of the club
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "number", "session", "nth")
);
INSERT INTO "player" VALUES('north/night.bws','north/night.bws','north','0017',17,'Ada Lind',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('north/night.bws','north/night.bws','north','0108',108,'Bo Marsh',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('north/night.bws','north/night.bws','north','0204',204,'Cleo Nygaard',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('north/night.bws','north/night.bws','north','0311',311,'Dora Olsen',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('north/night.bws','north/night.bws','north','0042',42,'Emil Pryce',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('north/night.bws','north/night.bws','north','0519',519,'Flora Quist',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('north/night.bws','north/night.bws','north','0633',633,'Gus Rowan',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('north/night.bws','north/night.bws','north','0071',71,'Hedda Stone',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('north/night.bws','north/night.bws','north','0845',845,'Ivo Tamm',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('north/night.bws','north/night.bws','north','0902',902,'Juno Ulrich',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('north/night.bws','north/night.bws','north','1100',1100,'Karl Vance',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('north/night.bws','north/night.bws','north','1203',1203,'Lia Wren',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('south/old.bws','south/old.bws','south','0017',17,'Ada Lind',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('south/old.bws','south/old.bws','south','0108',108,'Bo Marsh',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('south/old.bws','south/old.bws','south','0204',204,'Cleo Nygaard',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('south/old.bws','south/old.bws','south','0311',311,'Dora Olsen',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('south/old.bws','south/old.bws','south','0042',42,'Emil Pryce',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('south/old.bws','south/old.bws','south','0519',519,'Flora Quist',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('south/old.bws','south/old.bws','south','0633',633,'Gus Rowan',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('south/old.bws','south/old.bws','south','0071',71,'Hedda Stone',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('south/old.bws','south/old.bws','south','0845',845,'Ivo Tamm',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('south/old.bws','south/old.bws','south','0902',902,'Juno Ulrich',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('south/old.bws','south/old.bws','south','1100',1100,'Karl Vance',NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "player" VALUES('south/old.bws','south/old.bws','south','1203',1203,'Lia Wren',NULL,NULL,NULL,NULL,NULL,NULL,0);
CREATE TABLE "ranking" (
  -- A place in a ranking; `extra` has `provisional` while results are missing or undecided, the
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "section" INTEGER, -- id of the section; none: all sections
  "direction" TEXT, -- NS or EW
  "pair" INTEGER, -- number of the pair, player or team
  "names" TEXT, -- names of the players
  "boards" INTEGER, -- number of boards played
  "total" REAL, -- points in all
  "maximum" REAL, -- the most points possible
  "percentage" REAL, -- points as a percentage of the maximum
  "place" INTEGER, -- place, from 1 on
  "method" TEXT, -- how it was scored: `name`, and the options of `bmconv rank` in effect
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "section", "direction", "pair", "nth")
);
INSERT INTO "ranking" VALUES('north/night.bws','north/night.bws','north',1,'NS',3,'["Ivo Tamm","Karl Vance"]',6,16.5,24.0,68.75,1,'{"name":"matchpoints","scale":2,"factor":"neuberg","averages":"law"}','{"players":[{"number":"0845","name":"Ivo Tamm"},{"number":"1100","name":"Karl Vance"}]}',0);
INSERT INTO "ranking" VALUES('north/night.bws','north/night.bws','north',1,'NS',2,'["Emil Pryce","Gus Rowan"]',6,11.5,24.0,47.9167,2,'{"name":"matchpoints","scale":2,"factor":"neuberg","averages":"law"}','{"players":[{"number":"0042","name":"Emil Pryce"},{"number":"0633","name":"Gus Rowan"}]}',0);
INSERT INTO "ranking" VALUES('north/night.bws','north/night.bws','north',1,'NS',1,'["Ada Lind","Cleo Nygaard"]',5,6.0,20.0,30.0,3,'{"name":"matchpoints","scale":2,"factor":"neuberg","averages":"law"}','{"players":[{"number":"0017","name":"Ada Lind"},{"number":"0204","name":"Cleo Nygaard"}]}',0);
INSERT INTO "ranking" VALUES('north/night.bws','north/night.bws','north',1,'EW',3,'["Juno Ulrich","Lia Wren"]',6,19.5,24.0,81.25,1,'{"name":"matchpoints","scale":2,"factor":"neuberg","averages":"law"}','{"players":[{"number":"0902","name":"Juno Ulrich"},{"number":"1203","name":"Lia Wren"}]}',0);
INSERT INTO "ranking" VALUES('north/night.bws','north/night.bws','north',1,'EW',1,'["Bo Marsh","Dora Olsen"]',6,12.5,24.0,52.0833,2,'{"name":"matchpoints","scale":2,"factor":"neuberg","averages":"law"}','{"players":[{"number":"0108","name":"Bo Marsh"},{"number":"0311","name":"Dora Olsen"}]}',0);
INSERT INTO "ranking" VALUES('north/night.bws','north/night.bws','north',1,'EW',2,'["Flora Quist","Hedda Stone"]',5,2.0,20.0,10.0,3,'{"name":"matchpoints","scale":2,"factor":"neuberg","averages":"law"}','{"players":[{"number":"0519","name":"Flora Quist"},{"number":"0071","name":"Hedda Stone"}]}',0);
INSERT INTO "ranking" VALUES('south/old.bws','south/old.bws','south',1,'NS',3,'["Ivo Tamm","Karl Vance"]',6,16.5,24.0,68.75,1,'{"name":"matchpoints","scale":2,"factor":"neuberg","averages":"law"}','{"players":[{"number":"0845","name":"Ivo Tamm"},{"number":"1100","name":"Karl Vance"}]}',0);
INSERT INTO "ranking" VALUES('south/old.bws','south/old.bws','south',1,'NS',2,'["Emil Pryce","Gus Rowan"]',6,11.5,24.0,47.9167,2,'{"name":"matchpoints","scale":2,"factor":"neuberg","averages":"law"}','{"players":[{"number":"0042","name":"Emil Pryce"},{"number":"0633","name":"Gus Rowan"}]}',0);
INSERT INTO "ranking" VALUES('south/old.bws','south/old.bws','south',1,'NS',1,'["Ada Lind","Cleo Nygaard"]',5,6.0,20.0,30.0,3,'{"name":"matchpoints","scale":2,"factor":"neuberg","averages":"law"}','{"players":[{"number":"0017","name":"Ada Lind"},{"number":"0204","name":"Cleo Nygaard"}]}',0);
INSERT INTO "ranking" VALUES('south/old.bws','south/old.bws','south',1,'EW',3,'["Juno Ulrich","Lia Wren"]',6,19.5,24.0,81.25,1,'{"name":"matchpoints","scale":2,"factor":"neuberg","averages":"law"}','{"players":[{"number":"0902","name":"Juno Ulrich"},{"number":"1203","name":"Lia Wren"}]}',0);
INSERT INTO "ranking" VALUES('south/old.bws','south/old.bws','south',1,'EW',1,'["Bo Marsh","Dora Olsen"]',6,12.5,24.0,52.0833,2,'{"name":"matchpoints","scale":2,"factor":"neuberg","averages":"law"}','{"players":[{"number":"0108","name":"Bo Marsh"},{"number":"0311","name":"Dora Olsen"}]}',0);
INSERT INTO "ranking" VALUES('south/old.bws','south/old.bws','south',1,'EW',2,'["Flora Quist","Hedda Stone"]',5,2.0,20.0,10.0,3,'{"name":"matchpoints","scale":2,"factor":"neuberg","averages":"law"}','{"players":[{"number":"0519","name":"Flora Quist"},{"number":"0071","name":"Hedda Stone"}]}',0);
CREATE TABLE "result" (
  -- A result as entered; a corrected one has several records, and the last one counts.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "id" INTEGER, -- number of the entry; the highest one of a board counts
  "section" INTEGER, -- id of the section
  "table" INTEGER, -- number of the table
  "round" INTEGER, -- number of the round
  "board" INTEGER, -- number of the board
  "pair_ns" INTEGER, -- pair that sat N-S by the movement
  "pair_ew" INTEGER, -- pair that sat E-W by the movement
  "declarer" TEXT, -- N, E, S or W; NS or EW where only the side is known
  "declarer_pair" INTEGER, -- number of the declaring pair
  "contract" TEXT, -- such as `4 S x`, `3 NT`, `PASS`
  "result" TEXT, -- relative to the contract: `=`, `+1`, `-2`
  "lead_card" TEXT, -- suit and rank: `S10`, `DA`
  "remarks" TEXT, -- such as `Not played`, `Wrong direction`, or an award such as `60%-40%`
  "date" TEXT, -- date of the entry
  "time" TEXT, -- time of the entry
  "processed" INTEGER, -- mark of a program that has processed the entry
  "processed1" INTEGER, -- mark of a program that has processed the entry
  "processed2" INTEGER, -- mark of a program that has processed the entry
  "processed3" INTEGER, -- mark of a program that has processed the entry
  "processed4" INTEGER, -- mark of a program that has processed the entry
  "external_update" INTEGER, -- changed by a scoring program
  "erased" INTEGER, -- deleted at the table
  "suspicious_contract" INTEGER, -- 0 no, 1 suspicious, 2 confirmed by the director
  "scoring_direction" INTEGER, -- 1 score of N-S only, 2 of E-W only, 3 or 0 of both
  "score" INTEGER, -- from N-S's side
  "mp_ns" REAL, -- matchpoints of N-S
  "mp_ew" REAL, -- matchpoints of E-W
  "imp_ns" REAL, -- IMPs of N-S
  "imp_ew" REAL, -- IMPs of E-W
  "extra" TEXT, -- data of your own, and columns that have no field
  "level" INTEGER, -- of the contract, 1 to 7
  "strain" TEXT, -- of the contract: C, D, H, S or NT
  "doubled" INTEGER, -- 0 undoubled, 1 doubled, 2 redoubled
  "tricks" INTEGER, -- that declarer took, 0 to 13
  "score_ns" INTEGER, -- from N-S's side: `score`, else worked out from the contract
  "standing" INTEGER NOT NULL, -- 1 for the last result of its table, round and board
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "id", "nth")
);
INSERT INTO "result" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,1,NULL,'E',NULL,'2 S','+1',NULL,NULL,NULL,NULL,0,0,0,0,0,0,0,NULL,NULL,-140,NULL,NULL,NULL,NULL,NULL,2,'S',0,9,-140,1,0);
INSERT INTO "result" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,2,NULL,'N',2,'3 NT x','-1',NULL,NULL,NULL,NULL,0,0,0,0,0,0,0,NULL,NULL,-100,NULL,NULL,NULL,NULL,NULL,3,'NT',1,8,-100,1,1);
INSERT INTO "result" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,1,NULL,NULL,'E',NULL,'2 S','+1',NULL,NULL,NULL,NULL,0,0,0,0,0,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2,'S',0,9,-140,1,2);
INSERT INTO "result" VALUES('south/session.pbn','south/session.pbn','south',NULL,NULL,NULL,NULL,2,NULL,NULL,NULL,NULL,'PASS',NULL,NULL,NULL,NULL,NULL,0,0,0,0,0,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,1,3);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',1,1,1,1,1,1,1,'N',1,'4 S','=','HA',NULL,'2026-11-12','19:41:37',0,0,0,0,0,0,0,0,NULL,NULL,2.0,2.0,NULL,NULL,NULL,4,'S',0,10,420,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',2,1,2,1,3,2,2,'S',2,'6 D','=','CA',NULL,'2026-11-12','19:43:14',0,0,0,0,0,0,0,0,NULL,NULL,4.0,0.0,NULL,NULL,NULL,6,'D',0,12,920,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',3,1,3,1,5,3,3,'N',3,'1 NT','+1','S4',NULL,'2026-11-12','19:44:51',0,0,0,0,0,0,0,0,NULL,NULL,4.0,0.0,NULL,NULL,NULL,1,'NT',0,8,120,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',4,1,1,1,2,1,1,'E',1,'2 H','-1','S3',NULL,'2026-11-12','19:46:28',0,0,0,0,0,0,0,0,NULL,NULL,2.0,2.0,NULL,NULL,NULL,2,'H',0,7,50,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',5,1,2,1,4,2,2,'W',2,'5 C x','-3','DK',NULL,'2026-11-12','19:48:05',0,0,0,0,0,0,0,0,NULL,NULL,4.0,0.0,NULL,NULL,NULL,5,'C',1,8,800,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',6,1,3,1,6,3,3,'E',3,'3 NT','+1','C3',NULL,'2026-11-12','19:49:42',0,0,0,0,0,0,0,0,NULL,NULL,0.5,3.5,NULL,NULL,NULL,3,'NT',0,10,-630,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',7,1,1,2,3,1,3,'N',1,'5 D','+1','H2',NULL,'2026-11-12','19:51:19',0,0,0,0,0,0,0,0,NULL,NULL,0.0,4.0,NULL,NULL,NULL,5,'D',0,12,420,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',8,1,2,2,5,2,1,'N',2,'PASS',NULL,NULL,NULL,'2026-11-12','19:52:56',0,0,0,0,0,0,0,0,NULL,NULL,0.0,4.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',9,1,3,2,1,3,2,'S',3,'4 S','+1','D10',NULL,'2026-11-12','19:54:33',0,0,0,0,0,0,0,0,NULL,NULL,4.0,0.0,NULL,NULL,NULL,4,'S',0,11,450,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',10,1,1,2,4,1,3,'E',3,'4 H','=','S9',NULL,'2026-11-12','19:56:10',0,0,0,0,0,0,0,0,NULL,NULL,0.0,4.0,NULL,NULL,NULL,4,'H',0,10,-620,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',11,1,2,2,6,2,1,'E',1,'3 NT','=','C3',NULL,'2026-11-12','19:57:47',0,0,0,0,0,0,0,0,NULL,NULL,3.5,0.5,NULL,NULL,NULL,3,'NT',0,9,-600,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',12,1,3,2,2,3,2,'E',2,'3 H','-2','SK',NULL,'2026-11-12','19:59:24',0,0,0,0,0,0,0,0,NULL,NULL,4.0,0.0,NULL,NULL,NULL,3,'H',0,7,100,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',13,1,1,3,5,1,2,'S',1,'2 S','=','H10',NULL,'2026-11-12','20:01:01',0,0,0,0,0,0,0,0,NULL,NULL,2.0,2.0,NULL,NULL,NULL,2,'S',0,8,110,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',14,1,2,3,1,2,3,'N',2,'3 NT','-1','C4',NULL,'2026-11-12','20:02:38',0,0,0,0,0,0,0,0,NULL,NULL,0.0,4.0,NULL,NULL,NULL,3,'NT',0,8,-50,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',15,1,3,3,3,3,1,'S',3,'3 NT','+2','H7',NULL,'2026-11-12','20:04:15',0,0,0,0,0,0,0,0,NULL,NULL,2.0,2.0,NULL,NULL,NULL,3,'NT',0,11,460,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',16,1,1,3,6,1,2,'N',1,NULL,NULL,NULL,'Not played','2026-11-12','20:05:52',0,0,0,0,0,0,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',17,1,2,3,2,2,3,'W',3,'1 NT','=','D5',NULL,'2026-11-12','20:07:29',0,0,0,0,0,0,0,0,NULL,NULL,0.0,4.0,NULL,NULL,NULL,1,'NT',0,7,-90,1,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',18,1,3,3,4,3,1,'W',1,'4 H','-1','C2',NULL,'2026-11-12','20:09:06',0,0,0,0,0,0,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,4,'H',0,9,100,0,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',19,1,3,3,4,3,1,'W',1,'4 H','-1','C2','Result erased','2026-11-12','20:10:43',0,0,0,0,0,0,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,4,'H',0,9,100,0,0);
INSERT INTO "result" VALUES('north/night.bws','north/night.bws','north',20,1,3,3,4,3,1,'W',1,'4 H','-2','C2',NULL,'2026-11-12','20:11:30',0,0,0,0,0,0,0,0,NULL,NULL,2.0,2.0,NULL,NULL,NULL,4,'H',0,8,200,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',1,1,1,1,1,1,1,'N',1,'4 S','=','HA',NULL,'2026-11-12','19:41:37',0,0,0,0,0,0,0,0,NULL,NULL,2.0,2.0,NULL,NULL,NULL,4,'S',0,10,420,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',2,1,2,1,3,2,2,'S',2,'6 D','=','CA',NULL,'2026-11-12','19:43:14',0,0,0,0,0,0,0,0,NULL,NULL,4.0,0.0,NULL,NULL,NULL,6,'D',0,12,920,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',3,1,3,1,5,3,3,'N',3,'1 NT','+1','S4',NULL,'2026-11-12','19:44:51',0,0,0,0,0,0,0,0,NULL,NULL,4.0,0.0,NULL,NULL,NULL,1,'NT',0,8,120,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',4,1,1,1,2,1,1,'E',1,'2 H','-1','S3',NULL,'2026-11-12','19:46:28',0,0,0,0,0,0,0,0,NULL,NULL,2.0,2.0,NULL,NULL,NULL,2,'H',0,7,50,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',5,1,2,1,4,2,2,'W',2,'5 C x','-3','DK',NULL,'2026-11-12','19:48:05',0,0,0,0,0,0,0,0,NULL,NULL,4.0,0.0,NULL,NULL,NULL,5,'C',1,8,800,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',6,1,3,1,6,3,3,'E',3,'3 NT','+1','C3',NULL,'2026-11-12','19:49:42',0,0,0,0,0,0,0,0,NULL,NULL,0.5,3.5,NULL,NULL,NULL,3,'NT',0,10,-630,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',7,1,1,2,3,1,3,'N',1,'5 D','+1','H2',NULL,'2026-11-12','19:51:19',0,0,0,0,0,0,0,0,NULL,NULL,0.0,4.0,NULL,NULL,NULL,5,'D',0,12,420,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',8,1,2,2,5,2,1,'N',2,'PASS',NULL,NULL,NULL,'2026-11-12','19:52:56',0,0,0,0,0,0,0,0,NULL,NULL,0.0,4.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',9,1,3,2,1,3,2,'S',3,'4 S','+1','D10',NULL,'2026-11-12','19:54:33',0,0,0,0,0,0,0,0,NULL,NULL,4.0,0.0,NULL,NULL,NULL,4,'S',0,11,450,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',10,1,1,2,4,1,3,'E',3,'4 H','=','S9',NULL,'2026-11-12','19:56:10',0,0,0,0,0,0,0,0,NULL,NULL,0.0,4.0,NULL,NULL,NULL,4,'H',0,10,-620,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',11,1,2,2,6,2,1,'E',1,'3 NT','=','C3',NULL,'2026-11-12','19:57:47',0,0,0,0,0,0,0,0,NULL,NULL,3.5,0.5,NULL,NULL,NULL,3,'NT',0,9,-600,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',12,1,3,2,2,3,2,'E',2,'3 H','-2','SK',NULL,'2026-11-12','19:59:24',0,0,0,0,0,0,0,0,NULL,NULL,4.0,0.0,NULL,NULL,NULL,3,'H',0,7,100,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',13,1,1,3,5,1,2,'S',1,'2 S','=','H10',NULL,'2026-11-12','20:01:01',0,0,0,0,0,0,0,0,NULL,NULL,2.0,2.0,NULL,NULL,NULL,2,'S',0,8,110,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',14,1,2,3,1,2,3,'N',2,'3 NT','-1','C4',NULL,'2026-11-12','20:02:38',0,0,0,0,0,0,0,0,NULL,NULL,0.0,4.0,NULL,NULL,NULL,3,'NT',0,8,-50,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',15,1,3,3,3,3,1,'S',3,'3 NT','+2','H7',NULL,'2026-11-12','20:04:15',0,0,0,0,0,0,0,0,NULL,NULL,2.0,2.0,NULL,NULL,NULL,3,'NT',0,11,460,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',16,1,1,3,6,1,2,'N',1,NULL,NULL,NULL,'Not played','2026-11-12','20:05:52',0,0,0,0,0,0,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',17,1,2,3,2,2,3,'W',3,'1 NT','=','D5',NULL,'2026-11-12','20:07:29',0,0,0,0,0,0,0,0,NULL,NULL,0.0,4.0,NULL,NULL,NULL,1,'NT',0,7,-90,1,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',18,1,3,3,4,3,1,'W',1,'4 H','-1','C2',NULL,'2026-11-12','20:09:06',0,0,0,0,0,0,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,4,'H',0,9,100,0,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',19,1,3,3,4,3,1,'W',1,'4 H','-1','C2','Result erased','2026-11-12','20:10:43',0,0,0,0,0,0,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,4,'H',0,9,100,0,0);
INSERT INTO "result" VALUES('south/old.bws','south/old.bws','south',20,1,3,3,4,3,1,'W',1,'4 H','-2','C2',NULL,'2026-11-12','20:11:30',0,0,0,0,0,0,0,0,NULL,NULL,2.0,2.0,NULL,NULL,NULL,4,'H',0,8,200,1,0);
CREATE TABLE "round" (
  -- Who plays what at one table in one round.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "section" INTEGER, -- id of the section
  "table" INTEGER, -- number of the table
  "round" INTEGER, -- number of the round
  "ns_pair" INTEGER, -- pair that sits N-S; 0: none
  "ew_pair" INTEGER, -- pair that sits E-W; 0: none
  "low_board" INTEGER, -- lowest board of the round
  "high_board" INTEGER, -- highest board of the round
  "custom_boards" TEXT, -- such as `1,2,5`; overrides low and high
  "ns_team" INTEGER, -- team of the N-S pair
  "ew_team" INTEGER, -- team of the E-W pair
  "mates_section" INTEGER, -- section of the other table of the match
  "mates_table" INTEGER, -- other table of the match
  "mates_round" INTEGER, -- round at the other table of the match
  "south" INTEGER, -- in an individual, where ns_pair is North
  "west" INTEGER, -- in an individual, where ew_pair is East
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "section", "table", "round", "nth")
);
INSERT INTO "round" VALUES('north/night.bws','north/night.bws','north',1,1,1,1,1,1,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('north/night.bws','north/night.bws','north',1,1,2,1,3,3,4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('north/night.bws','north/night.bws','north',1,1,3,1,2,5,6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('north/night.bws','north/night.bws','north',1,2,1,2,2,3,4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('north/night.bws','north/night.bws','north',1,2,2,2,1,5,6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('north/night.bws','north/night.bws','north',1,2,3,2,3,1,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('north/night.bws','north/night.bws','north',1,3,1,3,3,5,6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('north/night.bws','north/night.bws','north',1,3,2,3,2,1,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('north/night.bws','north/night.bws','north',1,3,3,3,1,3,4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('south/old.bws','south/old.bws','south',1,1,1,1,1,1,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('south/old.bws','south/old.bws','south',1,1,2,1,3,3,4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('south/old.bws','south/old.bws','south',1,1,3,1,2,5,6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('south/old.bws','south/old.bws','south',1,2,1,2,2,3,4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('south/old.bws','south/old.bws','south',1,2,2,2,1,5,6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('south/old.bws','south/old.bws','south',1,2,3,2,3,1,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('south/old.bws','south/old.bws','south',1,3,1,3,3,5,6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('south/old.bws','south/old.bws','south',1,3,2,3,2,1,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "round" VALUES('south/old.bws','south/old.bws','south',1,3,3,3,1,3,4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
CREATE TABLE "scoring_group" (
  -- Sections that are scored together.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "session" INTEGER, -- number of the session
  "number" INTEGER, -- number of the group
  "method" INTEGER, -- scoring method of the Data Connector: 10 matchpoints, 20 to 27 Butler, 30 to 36 cross-IMPs, 40 teams, 50 and 51 victory points, 60 board-a-match, 61 point-a-board, 70 Patton; 0: not set
  "name" TEXT, -- name of the group
  "deleted" INTEGER, -- to be removed
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "session", "number", "nth")
);
CREATE TABLE "seat" (
  -- A player's place at a table, from a round on (round 0: before play began).
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "section" INTEGER, -- id of the section
  "table" INTEGER, -- number of the table
  "direction" TEXT, -- N, E, S or W
  "round" INTEGER, -- round from which the player sits there; 0: from the start
  "number" TEXT, -- number of the player
  "name" TEXT, -- full name
  "first_name" TEXT, -- first name
  "last_name" TEXT, -- last name
  "country" TEXT, -- code of the country
  "updated" INTEGER, -- the name is new to control software
  "time" TEXT, -- date and time of the entry
  "processed" INTEGER, -- mark of a program that has processed the entry
  "entry_source" INTEGER, -- where control software got the name; 0: scoring program
  "swapped" INTEGER, -- changed places with another player
  "removed" INTEGER, -- no longer sits there
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "section", "table", "direction", "round", "nth")
);
INSERT INTO "seat" VALUES('north/night.bws','north/night.bws','north',1,1,'N',0,'0017',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('north/night.bws','north/night.bws','north',1,1,'S',0,'0204',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('north/night.bws','north/night.bws','north',1,1,'E',0,'0108',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('north/night.bws','north/night.bws','north',1,1,'W',0,'0311',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('north/night.bws','north/night.bws','north',1,2,'N',0,'0042',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('north/night.bws','north/night.bws','north',1,2,'S',0,'0633',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('north/night.bws','north/night.bws','north',1,2,'E',0,'0519',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('north/night.bws','north/night.bws','north',1,2,'W',0,'0071',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('north/night.bws','north/night.bws','north',1,3,'N',0,'0845',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('north/night.bws','north/night.bws','north',1,3,'S',0,'1100',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('north/night.bws','north/night.bws','north',1,3,'E',0,'0902',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('north/night.bws','north/night.bws','north',1,3,'W',0,'1203',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('south/old.bws','south/old.bws','south',1,1,'N',0,'0017',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('south/old.bws','south/old.bws','south',1,1,'S',0,'0204',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('south/old.bws','south/old.bws','south',1,1,'E',0,'0108',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('south/old.bws','south/old.bws','south',1,1,'W',0,'0311',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('south/old.bws','south/old.bws','south',1,2,'N',0,'0042',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('south/old.bws','south/old.bws','south',1,2,'S',0,'0633',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('south/old.bws','south/old.bws','south',1,2,'E',0,'0519',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('south/old.bws','south/old.bws','south',1,2,'W',0,'0071',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('south/old.bws','south/old.bws','south',1,3,'N',0,'0845',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('south/old.bws','south/old.bws','south',1,3,'S',0,'1100',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('south/old.bws','south/old.bws','south',1,3,'E',0,'0902',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
INSERT INTO "seat" VALUES('south/old.bws','south/old.bws','south',1,3,'W',0,'1203',NULL,NULL,NULL,NULL,0,NULL,0,0,0,0,NULL,0);
CREATE TABLE "section" (
  -- A section: its letter, size and kind of game.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "id" INTEGER, -- number of the section, 1 to 78
  "letter" TEXT, -- A to Z, AA to ZZ or AAA to ZZZ
  "derived" INTEGER, -- the id follows from the letter: the source has none
  "session" INTEGER, -- number of the session
  "tables" INTEGER, -- number of tables
  "missing_pair" INTEGER, -- number of the pair that is missing; 0: none
  "missing_side" TEXT, -- NS or EW, the side of the missing pair
  "ew_move_before_play" INTEGER, -- tables that E-W move up (below 0: down) before round 1
  "scoring_type" INTEGER, -- 1 matchpoints, 2 Butler, 3 cross-IMPs, 4 teams; 0: not set
  "winners" INTEGER, -- 1 or 2 winners; 0: not known
  "name" TEXT, -- name of the section
  "game_type" INTEGER, -- 10 pairs, 20 individual, 30 teams; 0: not set
  "scoring_group" INTEGER, -- number of the scoring group
  "combi_ns" TEXT, -- section from which the N-S pairs come
  "combi_ew" TEXT, -- section from which the E-W pairs come
  "keep_alive" INTEGER, -- terminals wait for more rounds
  "explicit_participations" INTEGER, -- the players of every round are given
  "deleted" INTEGER, -- to be removed
  "boards" INTEGER, -- number of boards
  "ns_pairs" INTEGER, -- number of N-S pairs
  "ew_pairs" INTEGER, -- number of E-W pairs
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "id", "nth")
);
INSERT INTO "section" VALUES('north/night.bws','north/night.bws','north',1,'A',0,1,3,0,NULL,0,1,2,NULL,NULL,NULL,NULL,NULL,0,0,0,NULL,NULL,NULL,NULL,0);
INSERT INTO "section" VALUES('south/old.bws','south/old.bws','south',1,'A',0,1,3,0,NULL,0,1,2,NULL,NULL,NULL,NULL,NULL,0,0,0,NULL,NULL,NULL,NULL,0);
CREATE TABLE "session" (
  -- A session of play; one database may hold several.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "id" INTEGER, -- number of the session
  "guid" TEXT, -- 32 upper-case hexadecimal digits
  "name" TEXT, -- name of the session
  "date" TEXT, -- day of play
  "time" TEXT, -- start of play
  "status" INTEGER, -- 0 not started, 1 started, 2 finished
  "show_in_app" INTEGER, -- shown in the Bridgemate app
  "pairs_move_across_field" INTEGER, -- pairs move between sections
  "ew_return_home" INTEGER, -- in a team game, E-W go back to their own table after a round
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "id", "nth")
);
INSERT INTO "session" VALUES('south/session.pbn','south/session.pbn','south',1,NULL,'Club night','2024-05-07',NULL,NULL,0,0,0,NULL,0);
INSERT INTO "session" VALUES('north/night.bws','north/night.bws','north',1,NULL,'Thursday pairs','2026-11-12',NULL,NULL,0,0,0,NULL,0);
INSERT INTO "session" VALUES('south/old.bws','south/old.bws','south',1,NULL,'Autumn pairs','2026-11-12',NULL,NULL,0,0,0,NULL,0);
CREATE TABLE "settings" (
  -- Terminal settings under their .bws names, only those present.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "section" INTEGER, -- id of the section; none: all sections
  "values" TEXT, -- settings by their names, only those present
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "section", "nth")
);
CREATE TABLE sources (
  -- every file found
  source_file TEXT PRIMARY KEY, -- its path below the base folder
  size INTEGER, -- in bytes
  changed INTEGER, -- time of its last change, in nanoseconds
  hash TEXT, -- of its content
  format TEXT, -- as `bmconv formats` names it
  event_id TEXT, -- the event it holds
  results INTEGER, -- number of results
  records INTEGER, -- number of records
  hands INTEGER, -- number of hands and evaluations
  errors INTEGER, -- number of records skipped because they could not be read
  status TEXT, -- exported, copy, reject or other (not one of our formats)
  error TEXT, -- why its status is reject or other
  reader TEXT -- version of bmconv that read it
, "club" TEXT);
INSERT INTO "sources" VALUES('north/night.bws',172032,1794980717650280426,'5a5ad40a3b7d41d5b4fab50199594187','bws','north/night.bws',20,65,0,0,'exported',NULL,'0.1.0','north');
INSERT INTO "sources" VALUES('south/bad.bws',11,1794980717681710956,'e3f837a45bca61a267d64b3552e66289',NULL,NULL,0,0,0,0,'reject','not a Bridgemate database: it has no Access header','0.1.0','south');
INSERT INTO "sources" VALUES('south/old.bws',92160,1794980717661695612,'08faccdb53ca7894bcfcf111edafc31f','bws','south/old.bws',20,65,0,0,'exported',NULL,'0.1.0','south');
INSERT INTO "sources" VALUES('south/session.pbn',963,1794980717681710956,'3b3ecb1448de89faf443b1557690e29b','pbn','south/session.pbn',4,25,3,0,'exported',NULL,'0.1.0','south');
ANALYZE "sqlite_master";
INSERT INTO "sqlite_stat1" VALUES('sources','sources_event','4 1');
INSERT INTO "sqlite_stat1" VALUES('sources','sources_hash','4 1');
INSERT INTO "sqlite_stat1" VALUES('sources','sqlite_autoindex_sources_1','4 1');
INSERT INTO "sqlite_stat1" VALUES('events','events_date','3 2');
INSERT INTO "sqlite_stat1" VALUES('events','events_file','3 1');
INSERT INTO "sqlite_stat1" VALUES('events','sqlite_autoindex_events_1','3 1');
INSERT INTO "sqlite_stat1" VALUES('nights','nights_hands','3 3');
INSERT INTO "sqlite_stat1" VALUES('nights','sqlite_autoindex_nights_1','3 1');
CREATE TABLE "table" (
  -- A table of a section and where its terminal stands.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "section" INTEGER, -- id of the section
  "table" INTEGER, -- number of the table
  "computer_id" INTEGER, -- number of the computer that serves the table
  "status" INTEGER, -- 0 not uploaded yet, 1 uploaded
  "log_on_off" INTEGER, -- 1 logged on, 2 not logged on yet
  "current_round" INTEGER, -- round that is being recorded
  "current_board" INTEGER, -- board that is being recorded
  "update_from_round" INTEGER, -- what control software is to load: a round and those after it, 256 more for more rounds to follow, 996 hands, 997 settings, 998 reset, 999 remove the table
  "group" INTEGER, -- tables of one group are scored together; 0: none
  "connection_mode" INTEGER, -- 0 online, 1 offline
  "keep_alive" INTEGER, -- the terminal waits for more rounds
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "section", "table", "nth")
);
INSERT INTO "table" VALUES('north/night.bws','north/night.bws','north',1,1,1,0,2,0,0,0,0,NULL,0,NULL,0);
INSERT INTO "table" VALUES('north/night.bws','north/night.bws','north',1,2,1,0,2,0,0,0,0,NULL,0,NULL,0);
INSERT INTO "table" VALUES('north/night.bws','north/night.bws','north',1,3,1,0,2,0,0,0,0,NULL,0,NULL,0);
INSERT INTO "table" VALUES('south/old.bws','south/old.bws','south',1,1,1,0,2,0,0,0,0,NULL,0,NULL,0);
INSERT INTO "table" VALUES('south/old.bws','south/old.bws','south',1,2,1,0,2,0,0,0,0,NULL,0,NULL,0);
INSERT INTO "table" VALUES('south/old.bws','south/old.bws','south',1,3,1,0,2,0,0,0,0,NULL,0,NULL,0);
CREATE TABLE "td_call" (
  -- A call for the director.
  "event_id" TEXT NOT NULL, -- the event: GUID of its session, or else the path of its file
  "source_file" TEXT NOT NULL, -- the file it comes from
  "club" TEXT, -- from the path
  "section" INTEGER, -- id of the section
  "table" INTEGER, -- number of the table
  "round" INTEGER, -- number of the round
  "time" TEXT, -- time of the call
  "status" INTEGER, -- 1 to 4: how far the call has got; 0: not known
  "extra" TEXT, -- data of your own, and columns that have no field
  "nth" INTEGER NOT NULL, -- 0, 1, ... among records with the same key
  PRIMARY KEY ("event_id", "section", "table", "round", "nth")
);
CREATE INDEX sources_hash ON sources (hash);
CREATE INDEX sources_event ON sources (event_id);
CREATE INDEX events_file ON events (source_file);
CREATE INDEX events_date ON events (date);
CREATE INDEX nights_hands ON nights (hands_file);
CREATE VIEW rejects AS SELECT source_file, "club", error, size, hash FROM sources WHERE status = 'reject';
CREATE VIEW standing_result AS
  -- the last result of each board at each table and round, unless that one is erased
  SELECT * FROM result WHERE standing;
CREATE VIEW board_points AS
  -- the points of both sides for each result that stands: matchpoints, or IMPs
  SELECT event_id, source_file, "club", section, "table", round, board, pair_ns, pair_ew, score_ns,
    mp_ns, mp_ew, imp_ns, imp_ew
  FROM result WHERE standing;
CREATE VIEW pair_names AS
  -- who a pair, player or team is; direction is empty if a number belongs to one pair only
  SELECT event_id, section, coalesce(direction, '') AS direction, pair, (SELECT group_concat(value, ' & ') FROM json_each(names)) AS names
  FROM ranking;
CREATE VIEW pair_ranking AS
  -- the places of the pairs, players or teams of every event, as `bmconv rank` gives them
  SELECT event_id, source_file, "club", section, coalesce(direction, '') AS direction, pair,
    (SELECT group_concat(value, ' & ') FROM json_each(names)) AS names, boards, total, maximum, percentage, place
  FROM ranking;
CREATE VIEW player_night AS
  -- every player of every event, with the place of the pair or team; who: the number, or the name
  SELECT r.event_id, r.source_file, r."club", e.date, json_extract(p.value, '$.number') AS number, json_extract(p.value, '$.name') AS name,
    coalesce(json_extract(p.value, '$.number'), json_extract(p.value, '$.name')) AS who, coalesce(r.section, 0) AS section,
    coalesce(r.direction, '') AS direction, r.pair, r.boards, r.percentage, r.place
  FROM ranking r JOIN events e ON e.event_id = r.event_id
  CROSS JOIN json_each(r.extra, '$.players') p;
CREATE VIEW partnership_night AS
  -- every two players who played together at an event, the first in order of who
  SELECT a.event_id, a."club", a.date, a.who AS who, b.who AS partner, a.name,
    b.name AS partner_name, a.boards, a.percentage, a.place
  FROM player_night a JOIN player_night b ON b.event_id = a.event_id AND b.section = a.section
    AND b.direction = a.direction AND b.pair = a.pair AND a.who < b.who;
CREATE VIEW player_season AS
  -- every player, by number within the labels: nights, boards, average, best, last, partners
  SELECT p."club", p.who, max(p.name) AS name, count(DISTINCT p.event_id) AS nights,
    sum(p.boards) AS boards, avg(p.percentage) AS average, max(p.percentage) AS best,
    max(p.date) AS last, (
      SELECT count(DISTINCT CASE WHEN n.who = p.who THEN n.partner ELSE n.who END)
      FROM partnership_night n WHERE p.who IN (n.who, n.partner) AND coalesce(n."club", '') = coalesce(p."club", '')) AS partners
  FROM player_night p GROUP BY p."club", p.who;
CREATE VIEW pair_season AS
  -- every two players who played together: nights, boards, average, best, last
  SELECT "club", who, partner, max(name) AS name, max(partner_name) AS partner_name,
    count(DISTINCT event_id) AS nights, sum(boards) AS boards, avg(percentage) AS average,
    max(percentage) AS best, max(date) AS last
  FROM partnership_night GROUP BY "club", who, partner;
CREATE VIEW club_season AS
  -- every club (or whatever the labels name): nights, players, boards, the last night
  SELECT "club", count(DISTINCT event_id) AS nights, count(DISTINCT who) AS players,
    sum(boards) AS boards, max(date) AS last
  FROM player_night GROUP BY "club";
COMMIT;
