CREATE SCHEMA nights_of_old;
CREATE TABLE nights_of_old.bid (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    id integer,
    section integer,
    "table" integer,
    round integer,
    board integer,
    counter integer,
    direction text,
    bid text,
    date date,
    "time" time without time zone,
    erased boolean,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.bid IS 'A call of a recorded auction.';
COMMENT ON COLUMN nights_of_old.bid.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.bid.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.bid.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.bid.id IS 'number of the entry';
COMMENT ON COLUMN nights_of_old.bid.section IS 'id of the section';
COMMENT ON COLUMN nights_of_old.bid."table" IS 'number of the table';
COMMENT ON COLUMN nights_of_old.bid.round IS 'number of the round';
COMMENT ON COLUMN nights_of_old.bid.board IS 'number of the board';
COMMENT ON COLUMN nights_of_old.bid.counter IS 'turn of the call or card, from 1 on';
COMMENT ON COLUMN nights_of_old.bid.direction IS 'N, E, S or W';
COMMENT ON COLUMN nights_of_old.bid.bid IS '`1C` to `7NT`, X, XX, PASS, SkipBid';
COMMENT ON COLUMN nights_of_old.bid.date IS 'date of the entry';
COMMENT ON COLUMN nights_of_old.bid."time" IS 'time of the entry';
COMMENT ON COLUMN nights_of_old.bid.erased IS 'deleted at the table';
COMMENT ON COLUMN nights_of_old.bid.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.bid.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.result (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    id integer,
    section integer,
    "table" integer,
    round integer,
    board integer,
    pair_ns integer,
    pair_ew integer,
    declarer text,
    declarer_pair integer,
    contract text,
    result text,
    lead_card text,
    remarks text,
    date date,
    "time" time without time zone,
    processed boolean,
    processed1 boolean,
    processed2 boolean,
    processed3 boolean,
    processed4 boolean,
    external_update boolean,
    erased boolean,
    suspicious_contract integer,
    scoring_direction integer,
    score integer,
    mp_ns double precision,
    mp_ew double precision,
    imp_ns double precision,
    imp_ew double precision,
    extra jsonb,
    level integer,
    strain text,
    doubled integer,
    tricks integer,
    score_ns integer,
    standing boolean NOT NULL,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.result IS 'A result as entered; a corrected one has several records, and the last one counts.';
COMMENT ON COLUMN nights_of_old.result.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.result.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.result.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.result.id IS 'number of the entry; the highest one of a board counts';
COMMENT ON COLUMN nights_of_old.result.section IS 'id of the section';
COMMENT ON COLUMN nights_of_old.result."table" IS 'number of the table';
COMMENT ON COLUMN nights_of_old.result.round IS 'number of the round';
COMMENT ON COLUMN nights_of_old.result.board IS 'number of the board';
COMMENT ON COLUMN nights_of_old.result.pair_ns IS 'pair that sat N-S by the movement';
COMMENT ON COLUMN nights_of_old.result.pair_ew IS 'pair that sat E-W by the movement';
COMMENT ON COLUMN nights_of_old.result.declarer IS 'N, E, S or W; NS or EW where only the side is known';
COMMENT ON COLUMN nights_of_old.result.declarer_pair IS 'number of the declaring pair';
COMMENT ON COLUMN nights_of_old.result.contract IS 'such as `4 S x`, `3 NT`, `PASS`';
COMMENT ON COLUMN nights_of_old.result.result IS 'relative to the contract: `=`, `+1`, `-2`';
COMMENT ON COLUMN nights_of_old.result.lead_card IS 'suit and rank: `S10`, `DA`';
COMMENT ON COLUMN nights_of_old.result.remarks IS 'such as `Not played`, `Wrong direction`, or an award such as `60%-40%`';
COMMENT ON COLUMN nights_of_old.result.date IS 'date of the entry';
COMMENT ON COLUMN nights_of_old.result."time" IS 'time of the entry';
COMMENT ON COLUMN nights_of_old.result.processed IS 'mark of a program that has processed the entry';
COMMENT ON COLUMN nights_of_old.result.processed1 IS 'mark of a program that has processed the entry';
COMMENT ON COLUMN nights_of_old.result.processed2 IS 'mark of a program that has processed the entry';
COMMENT ON COLUMN nights_of_old.result.processed3 IS 'mark of a program that has processed the entry';
COMMENT ON COLUMN nights_of_old.result.processed4 IS 'mark of a program that has processed the entry';
COMMENT ON COLUMN nights_of_old.result.external_update IS 'changed by a scoring program';
COMMENT ON COLUMN nights_of_old.result.erased IS 'deleted at the table';
COMMENT ON COLUMN nights_of_old.result.suspicious_contract IS '0 no, 1 suspicious, 2 confirmed by the director';
COMMENT ON COLUMN nights_of_old.result.scoring_direction IS '1 score of N-S only, 2 of E-W only, 3 or 0 of both';
COMMENT ON COLUMN nights_of_old.result.score IS 'from N-S''s side';
COMMENT ON COLUMN nights_of_old.result.mp_ns IS 'matchpoints of N-S';
COMMENT ON COLUMN nights_of_old.result.mp_ew IS 'matchpoints of E-W';
COMMENT ON COLUMN nights_of_old.result.imp_ns IS 'IMPs of N-S';
COMMENT ON COLUMN nights_of_old.result.imp_ew IS 'IMPs of E-W';
COMMENT ON COLUMN nights_of_old.result.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.result.level IS 'of the contract, 1 to 7';
COMMENT ON COLUMN nights_of_old.result.strain IS 'of the contract: C, D, H, S or NT';
COMMENT ON COLUMN nights_of_old.result.doubled IS '0 undoubled, 1 doubled, 2 redoubled';
COMMENT ON COLUMN nights_of_old.result.tricks IS 'that declarer took, 0 to 13';
COMMENT ON COLUMN nights_of_old.result.score_ns IS 'from N-S''s side: `score`, else worked out from the contract';
COMMENT ON COLUMN nights_of_old.result.standing IS '1 for the last result of its table, round and board';
COMMENT ON COLUMN nights_of_old.result.nth IS '0, 1, ... among records with the same key';
CREATE VIEW nights_of_old.board_points AS
 SELECT result.event_id,
    result.source_file,
    result.club,
    result.section,
    result."table",
    result.round,
    result.board,
    result.pair_ns,
    result.pair_ew,
    result.score_ns,
    result.mp_ns,
    result.mp_ew,
    result.imp_ns,
    result.imp_ew
   FROM nights_of_old.result
  WHERE result.standing;
CREATE TABLE nights_of_old.card (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    id integer,
    section integer,
    "table" integer,
    round integer,
    board integer,
    counter integer,
    direction text,
    card text,
    date date,
    "time" time without time zone,
    erased boolean,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.card IS 'A card of a recorded play.';
COMMENT ON COLUMN nights_of_old.card.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.card.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.card.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.card.id IS 'number of the entry';
COMMENT ON COLUMN nights_of_old.card.section IS 'id of the section';
COMMENT ON COLUMN nights_of_old.card."table" IS 'number of the table';
COMMENT ON COLUMN nights_of_old.card.round IS 'number of the round';
COMMENT ON COLUMN nights_of_old.card.board IS 'number of the board';
COMMENT ON COLUMN nights_of_old.card.counter IS 'turn of the call or card, from 1 on';
COMMENT ON COLUMN nights_of_old.card.direction IS 'N, E, S or W';
COMMENT ON COLUMN nights_of_old.card.card IS 'suit and rank: `ST`, `DA`; `Hx` a small heart';
COMMENT ON COLUMN nights_of_old.card.date IS 'date of the entry';
COMMENT ON COLUMN nights_of_old.card."time" IS 'time of the entry';
COMMENT ON COLUMN nights_of_old.card.erased IS 'deleted at the table';
COMMENT ON COLUMN nights_of_old.card.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.card.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.client (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    id integer,
    computer text,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.client IS 'A computer that serves tables.';
COMMENT ON COLUMN nights_of_old.client.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.client.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.client.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.client.id IS 'number of the computer';
COMMENT ON COLUMN nights_of_old.client.computer IS 'name of the computer';
COMMENT ON COLUMN nights_of_old.client.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.client.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.events (
    event_id text NOT NULL,
    source_file text,
    name text,
    date text,
    results bigint,
    records bigint,
    changed bigint,
    batch bigint,
    club text
);
CREATE TABLE nights_of_old.ranking (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    section integer,
    direction text,
    pair integer,
    names jsonb,
    boards integer,
    total double precision,
    maximum double precision,
    percentage double precision,
    place integer,
    method jsonb,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.ranking IS 'A place in a ranking; `extra` has `provisional` while results are missing or undecided, the';
COMMENT ON COLUMN nights_of_old.ranking.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.ranking.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.ranking.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.ranking.section IS 'id of the section; none: all sections';
COMMENT ON COLUMN nights_of_old.ranking.direction IS 'NS or EW';
COMMENT ON COLUMN nights_of_old.ranking.pair IS 'number of the pair, player or team';
COMMENT ON COLUMN nights_of_old.ranking.names IS 'names of the players';
COMMENT ON COLUMN nights_of_old.ranking.boards IS 'number of boards played';
COMMENT ON COLUMN nights_of_old.ranking.total IS 'points in all';
COMMENT ON COLUMN nights_of_old.ranking.maximum IS 'the most points possible';
COMMENT ON COLUMN nights_of_old.ranking.percentage IS 'points as a percentage of the maximum';
COMMENT ON COLUMN nights_of_old.ranking.place IS 'place, from 1 on';
COMMENT ON COLUMN nights_of_old.ranking.method IS 'how it was scored: `name`, and the options of `bmconv rank` in effect';
COMMENT ON COLUMN nights_of_old.ranking.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.ranking.nth IS '0, 1, ... among records with the same key';
CREATE VIEW nights_of_old.player_night AS
 SELECT r.event_id,
    r.source_file,
    r.club,
    e.date,
    (p.value ->> 'number'::text) AS number,
    (p.value ->> 'name'::text) AS name,
    COALESCE((p.value ->> 'number'::text), (p.value ->> 'name'::text)) AS who,
    COALESCE(r.section, 0) AS section,
    COALESCE(r.direction, ''::text) AS direction,
    r.pair,
    r.boards,
    r.percentage,
    r.place
   FROM ((nights_of_old.ranking r
     JOIN nights_of_old.events e ON ((e.event_id = r.event_id)))
     CROSS JOIN LATERAL jsonb_array_elements((r.extra -> 'players'::text)) p(value));
CREATE VIEW nights_of_old.club_season AS
 SELECT player_night.club,
    count(DISTINCT player_night.event_id) AS nights,
    count(DISTINCT player_night.who) AS players,
    sum(player_night.boards) AS boards,
    max(player_night.date) AS last
   FROM nights_of_old.player_night
  GROUP BY player_night.club;
CREATE TABLE nights_of_old.evaluation (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    section integer,
    board integer,
    north_spades integer,
    north_hearts integer,
    north_diamonds integer,
    north_clubs integer,
    north_notrump integer,
    east_spades integer,
    east_hearts integer,
    east_diamonds integer,
    east_clubs integer,
    east_notrump integer,
    south_spades integer,
    south_hearts integer,
    south_diamonds integer,
    south_clubs integer,
    south_notrump integer,
    west_spades integer,
    west_hearts integer,
    west_diamonds integer,
    west_clubs integer,
    west_notrump integer,
    north_hcp integer,
    east_hcp integer,
    south_hcp integer,
    west_hcp integer,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.evaluation IS 'Tricks double dummy and high-card points of a board.';
COMMENT ON COLUMN nights_of_old.evaluation.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.evaluation.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.evaluation.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.evaluation.section IS 'id of the section; none: all sections';
COMMENT ON COLUMN nights_of_old.evaluation.board IS 'number of the board';
COMMENT ON COLUMN nights_of_old.evaluation.north_spades IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.north_hearts IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.north_diamonds IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.north_clubs IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.north_notrump IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.east_spades IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.east_hearts IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.east_diamonds IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.east_clubs IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.east_notrump IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.south_spades IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.south_hearts IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.south_diamonds IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.south_clubs IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.south_notrump IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.west_spades IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.west_hearts IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.west_diamonds IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.west_clubs IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.west_notrump IS 'tricks double dummy';
COMMENT ON COLUMN nights_of_old.evaluation.north_hcp IS 'high-card points';
COMMENT ON COLUMN nights_of_old.evaluation.east_hcp IS 'high-card points';
COMMENT ON COLUMN nights_of_old.evaluation.south_hcp IS 'high-card points';
COMMENT ON COLUMN nights_of_old.evaluation.west_hcp IS 'high-card points';
COMMENT ON COLUMN nights_of_old.evaluation.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.evaluation.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.event (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    guid text,
    name text,
    club_id text,
    commands integer,
    data_folder text,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.event IS 'The event as a whole.';
COMMENT ON COLUMN nights_of_old.event.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.event.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.event.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.event.guid IS '32 upper-case hexadecimal digits';
COMMENT ON COLUMN nights_of_old.event.name IS 'name of the event';
COMMENT ON COLUMN nights_of_old.event.club_id IS 'id of the club';
COMMENT ON COLUMN nights_of_old.event.commands IS 'flags of what control software is to do at first';
COMMENT ON COLUMN nights_of_old.event.data_folder IS 'folder of control software for the event';
COMMENT ON COLUMN nights_of_old.event.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.event.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.export_settings (
    name text NOT NULL,
    value text
);
CREATE TABLE nights_of_old.game (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    section integer,
    "table" integer,
    round integer,
    board integer,
    pair_ns integer,
    pair_ew integer,
    tags jsonb,
    sections jsonb,
    comments jsonb,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.game IS 'The tags of a PBN game that no other record holds, and the order of all tags.';
COMMENT ON COLUMN nights_of_old.game.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.game.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.game.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.game.section IS 'id of the section';
COMMENT ON COLUMN nights_of_old.game."table" IS 'number of the table';
COMMENT ON COLUMN nights_of_old.game.round IS 'number of the round';
COMMENT ON COLUMN nights_of_old.game.board IS 'number of the board';
COMMENT ON COLUMN nights_of_old.game.pair_ns IS 'N-S pair';
COMMENT ON COLUMN nights_of_old.game.pair_ew IS 'E-W pair';
COMMENT ON COLUMN nights_of_old.game.tags IS 'name and text of each tag; the name alone: other records have it';
COMMENT ON COLUMN nights_of_old.game.sections IS 'number and name of a tag, and the words after it';
COMMENT ON COLUMN nights_of_old.game.comments IS 'place and text: `3` after the third tag, `3.5` after its fifth word';
COMMENT ON COLUMN nights_of_old.game.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.game.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.hand (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    section integer,
    board integer,
    north text,
    east text,
    south text,
    west text,
    dealer text,
    vulnerable text,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.hand IS 'The cards of a board; without section they apply to all sections.';
COMMENT ON COLUMN nights_of_old.hand.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.hand.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.hand.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.hand.section IS 'id of the section; none: all sections';
COMMENT ON COLUMN nights_of_old.hand.board IS 'number of the board';
COMMENT ON COLUMN nights_of_old.hand.north IS 'suits spades first, ten as T: `AQT94.T53.KQ8.T9`';
COMMENT ON COLUMN nights_of_old.hand.east IS 'suits spades first, ten as T: `AQT94.T53.KQ8.T9`';
COMMENT ON COLUMN nights_of_old.hand.south IS 'suits spades first, ten as T: `AQT94.T53.KQ8.T9`';
COMMENT ON COLUMN nights_of_old.hand.west IS 'suits spades first, ten as T: `AQT94.T53.KQ8.T9`';
COMMENT ON COLUMN nights_of_old.hand.dealer IS 'N, E, S or W';
COMMENT ON COLUMN nights_of_old.hand.vulnerable IS 'None, NS, EW or All';
COMMENT ON COLUMN nights_of_old.hand.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.hand.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.intermediate (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    id integer,
    section integer,
    "table" integer,
    round integer,
    board integer,
    pair_ns integer,
    pair_ew integer,
    declarer text,
    declarer_pair integer,
    contract text,
    result text,
    lead_card text,
    remarks text,
    date date,
    "time" time without time zone,
    processed boolean,
    processed1 boolean,
    processed2 boolean,
    processed3 boolean,
    processed4 boolean,
    external_update boolean,
    erased boolean,
    suspicious_contract integer,
    scoring_direction integer,
    score integer,
    mp_ns double precision,
    mp_ew double precision,
    imp_ns double precision,
    imp_ew double precision,
    extra jsonb,
    level integer,
    strain text,
    doubled integer,
    tricks integer,
    score_ns integer,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.intermediate IS 'A result before the tricks are known.';
COMMENT ON COLUMN nights_of_old.intermediate.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.intermediate.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.intermediate.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.intermediate.id IS 'number of the entry; the highest one of a board counts';
COMMENT ON COLUMN nights_of_old.intermediate.section IS 'id of the section';
COMMENT ON COLUMN nights_of_old.intermediate."table" IS 'number of the table';
COMMENT ON COLUMN nights_of_old.intermediate.round IS 'number of the round';
COMMENT ON COLUMN nights_of_old.intermediate.board IS 'number of the board';
COMMENT ON COLUMN nights_of_old.intermediate.pair_ns IS 'pair that sat N-S by the movement';
COMMENT ON COLUMN nights_of_old.intermediate.pair_ew IS 'pair that sat E-W by the movement';
COMMENT ON COLUMN nights_of_old.intermediate.declarer IS 'N, E, S or W; NS or EW where only the side is known';
COMMENT ON COLUMN nights_of_old.intermediate.declarer_pair IS 'number of the declaring pair';
COMMENT ON COLUMN nights_of_old.intermediate.contract IS 'such as `4 S x`, `3 NT`, `PASS`';
COMMENT ON COLUMN nights_of_old.intermediate.result IS 'relative to the contract: `=`, `+1`, `-2`';
COMMENT ON COLUMN nights_of_old.intermediate.lead_card IS 'suit and rank: `S10`, `DA`';
COMMENT ON COLUMN nights_of_old.intermediate.remarks IS 'such as `Not played`, `Wrong direction`, or an award such as `60%-40%`';
COMMENT ON COLUMN nights_of_old.intermediate.date IS 'date of the entry';
COMMENT ON COLUMN nights_of_old.intermediate."time" IS 'time of the entry';
COMMENT ON COLUMN nights_of_old.intermediate.processed IS 'mark of a program that has processed the entry';
COMMENT ON COLUMN nights_of_old.intermediate.processed1 IS 'mark of a program that has processed the entry';
COMMENT ON COLUMN nights_of_old.intermediate.processed2 IS 'mark of a program that has processed the entry';
COMMENT ON COLUMN nights_of_old.intermediate.processed3 IS 'mark of a program that has processed the entry';
COMMENT ON COLUMN nights_of_old.intermediate.processed4 IS 'mark of a program that has processed the entry';
COMMENT ON COLUMN nights_of_old.intermediate.external_update IS 'changed by a scoring program';
COMMENT ON COLUMN nights_of_old.intermediate.erased IS 'deleted at the table';
COMMENT ON COLUMN nights_of_old.intermediate.suspicious_contract IS '0 no, 1 suspicious, 2 confirmed by the director';
COMMENT ON COLUMN nights_of_old.intermediate.scoring_direction IS '1 score of N-S only, 2 of E-W only, 3 or 0 of both';
COMMENT ON COLUMN nights_of_old.intermediate.score IS 'from N-S''s side';
COMMENT ON COLUMN nights_of_old.intermediate.mp_ns IS 'matchpoints of N-S';
COMMENT ON COLUMN nights_of_old.intermediate.mp_ew IS 'matchpoints of E-W';
COMMENT ON COLUMN nights_of_old.intermediate.imp_ns IS 'IMPs of N-S';
COMMENT ON COLUMN nights_of_old.intermediate.imp_ew IS 'IMPs of E-W';
COMMENT ON COLUMN nights_of_old.intermediate.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.intermediate.level IS 'of the contract, 1 to 7';
COMMENT ON COLUMN nights_of_old.intermediate.strain IS 'of the contract: C, D, H, S or NT';
COMMENT ON COLUMN nights_of_old.intermediate.doubled IS '0 undoubled, 1 doubled, 2 redoubled';
COMMENT ON COLUMN nights_of_old.intermediate.tricks IS 'that declarer took, 0 to 13';
COMMENT ON COLUMN nights_of_old.intermediate.score_ns IS 'from N-S''s side: `score`, else worked out from the contract';
COMMENT ON COLUMN nights_of_old.intermediate.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.library (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    folder text,
    header text,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.library IS 'A folder of movements.';
COMMENT ON COLUMN nights_of_old.library.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.library.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.library.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.library.folder IS 'name of the folder';
COMMENT ON COLUMN nights_of_old.library.header IS 'first line of the index';
COMMENT ON COLUMN nights_of_old.library.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.library.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.movement (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    library text,
    number integer,
    class integer,
    title text,
    movement_type integer,
    instructions text,
    tables integer,
    rounds integer,
    teams integer,
    winners integer,
    balance integer,
    source text,
    description text,
    details text,
    board_sets integer,
    directions jsonb,
    lines jsonb,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.movement IS 'A movement of a library.';
COMMENT ON COLUMN nights_of_old.movement.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.movement.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.movement.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.movement.library IS 'folder of the library';
COMMENT ON COLUMN nights_of_old.movement.number IS 'number of the movement';
COMMENT ON COLUMN nights_of_old.movement.class IS 'class of the movement';
COMMENT ON COLUMN nights_of_old.movement.title IS 'title in the index';
COMMENT ON COLUMN nights_of_old.movement.movement_type IS 'type of the movement';
COMMENT ON COLUMN nights_of_old.movement.instructions IS 'instructions for players and directors';
COMMENT ON COLUMN nights_of_old.movement.tables IS 'number of tables';
COMMENT ON COLUMN nights_of_old.movement.rounds IS 'number of rounds';
COMMENT ON COLUMN nights_of_old.movement.teams IS 'number of teams or pairs';
COMMENT ON COLUMN nights_of_old.movement.winners IS 'number of winners';
COMMENT ON COLUMN nights_of_old.movement.balance IS 'how well it is balanced';
COMMENT ON COLUMN nights_of_old.movement.source IS 'where it comes from';
COMMENT ON COLUMN nights_of_old.movement.description IS 'what it is';
COMMENT ON COLUMN nights_of_old.movement.details IS 'further details';
COMMENT ON COLUMN nights_of_old.movement.board_sets IS 'number of board sets';
COMMENT ON COLUMN nights_of_old.movement.directions IS 'how pairs move after each round';
COMMENT ON COLUMN nights_of_old.movement.lines IS 'lines of the file that are kept as they are';
COMMENT ON COLUMN nights_of_old.movement.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.movement.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.movement_round (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    library text,
    movement integer,
    round integer,
    "table" integer,
    ns integer,
    ew integer,
    board_set integer,
    arrow_switch boolean,
    south integer,
    west integer,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.movement_round IS 'One table of one round of a movement.';
COMMENT ON COLUMN nights_of_old.movement_round.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.movement_round.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.movement_round.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.movement_round.library IS 'folder of the library';
COMMENT ON COLUMN nights_of_old.movement_round.movement IS 'number of the movement';
COMMENT ON COLUMN nights_of_old.movement_round.round IS 'number of the round';
COMMENT ON COLUMN nights_of_old.movement_round."table" IS 'number of the table';
COMMENT ON COLUMN nights_of_old.movement_round.ns IS 'pair that sits N-S';
COMMENT ON COLUMN nights_of_old.movement_round.ew IS 'pair that sits E-W';
COMMENT ON COLUMN nights_of_old.movement_round.board_set IS 'number of the board set';
COMMENT ON COLUMN nights_of_old.movement_round.arrow_switch IS 'N-S and E-W change directions';
COMMENT ON COLUMN nights_of_old.movement_round.south IS 'in an individual, where ns is North';
COMMENT ON COLUMN nights_of_old.movement_round.west IS 'in an individual, where ew is East';
COMMENT ON COLUMN nights_of_old.movement_round.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.movement_round.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.nights (
    event_id text NOT NULL,
    labels text,
    letters text,
    boards text,
    marks text,
    hands bigint,
    guid bigint,
    hands_file text,
    hands_batch bigint,
    hands_added bigint
);
CREATE VIEW nights_of_old.pair_names AS
 SELECT ranking.event_id,
    ranking.section,
    COALESCE(ranking.direction, ''::text) AS direction,
    ranking.pair,
    ( SELECT string_agg(jsonb_array_elements_text.value, ' & '::text) AS string_agg
           FROM jsonb_array_elements_text(ranking.names) jsonb_array_elements_text(value)) AS names
   FROM nights_of_old.ranking;
CREATE VIEW nights_of_old.pair_ranking AS
 SELECT ranking.event_id,
    ranking.source_file,
    ranking.club,
    ranking.section,
    COALESCE(ranking.direction, ''::text) AS direction,
    ranking.pair,
    ( SELECT string_agg(jsonb_array_elements_text.value, ' & '::text) AS string_agg
           FROM jsonb_array_elements_text(ranking.names) jsonb_array_elements_text(value)) AS names,
    ranking.boards,
    ranking.total,
    ranking.maximum,
    ranking.percentage,
    ranking.place
   FROM nights_of_old.ranking;
CREATE VIEW nights_of_old.partnership_night AS
 SELECT a.event_id,
    a.club,
    a.date,
    a.who,
    b.who AS partner,
    a.name,
    b.name AS partner_name,
    a.boards,
    a.percentage,
    a.place
   FROM (nights_of_old.player_night a
     JOIN nights_of_old.player_night b ON (((b.event_id = a.event_id) AND (b.section = a.section) AND (b.direction = a.direction) AND (b.pair = a.pair) AND (a.who < b.who))));
CREATE VIEW nights_of_old.pair_season AS
 SELECT partnership_night.club,
    partnership_night.who,
    partnership_night.partner,
    max(partnership_night.name) AS name,
    max(partnership_night.partner_name) AS partner_name,
    count(DISTINCT partnership_night.event_id) AS nights,
    sum(partnership_night.boards) AS boards,
    avg(partnership_night.percentage) AS average,
    max(partnership_night.percentage) AS best,
    max(partnership_night.date) AS last
   FROM nights_of_old.partnership_night
  GROUP BY partnership_night.club, partnership_night.who, partnership_night.partner;
CREATE TABLE nights_of_old.player (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    number text,
    id integer,
    name text,
    first_name text,
    last_name text,
    country text,
    session integer,
    club_id text,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.player IS 'A player of the list from which numbers get their names.';
COMMENT ON COLUMN nights_of_old.player.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.player.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.player.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.player.number IS 'number of the player';
COMMENT ON COLUMN nights_of_old.player.id IS 'the number as a number';
COMMENT ON COLUMN nights_of_old.player.name IS 'full name';
COMMENT ON COLUMN nights_of_old.player.first_name IS 'first name';
COMMENT ON COLUMN nights_of_old.player.last_name IS 'last name';
COMMENT ON COLUMN nights_of_old.player.country IS 'code of the country';
COMMENT ON COLUMN nights_of_old.player.session IS 'number of the session';
COMMENT ON COLUMN nights_of_old.player.club_id IS 'id of the club';
COMMENT ON COLUMN nights_of_old.player.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.player.nth IS '0, 1, ... among records with the same key';
CREATE VIEW nights_of_old.player_season AS
 SELECT p.club,
    p.who,
    max(p.name) AS name,
    count(DISTINCT p.event_id) AS nights,
    sum(p.boards) AS boards,
    avg(p.percentage) AS average,
    max(p.percentage) AS best,
    max(p.date) AS last,
    ( SELECT count(DISTINCT
                CASE
                    WHEN (n.who = p.who) THEN n.partner
                    ELSE n.who
                END) AS count
           FROM nights_of_old.partnership_night n
          WHERE (((p.who = n.who) OR (p.who = n.partner)) AND (COALESCE(n.club, ''::text) = COALESCE(p.club, ''::text)))) AS partners
   FROM nights_of_old.player_night p
  GROUP BY p.club, p.who;
CREATE TABLE nights_of_old.sources (
    source_file text NOT NULL,
    size bigint,
    changed bigint,
    hash text,
    format text,
    event_id text,
    results bigint,
    records bigint,
    hands bigint,
    errors bigint,
    status text,
    error text,
    reader text,
    club text
);
CREATE VIEW nights_of_old.rejects AS
 SELECT sources.source_file,
    sources.club,
    sources.error,
    sources.size,
    sources.hash
   FROM nights_of_old.sources
  WHERE (sources.status = 'reject'::text);
CREATE TABLE nights_of_old.round (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    section integer,
    "table" integer,
    round integer,
    ns_pair integer,
    ew_pair integer,
    low_board integer,
    high_board integer,
    custom_boards text,
    ns_team integer,
    ew_team integer,
    mates_section integer,
    mates_table integer,
    mates_round integer,
    south integer,
    west integer,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.round IS 'Who plays what at one table in one round.';
COMMENT ON COLUMN nights_of_old.round.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.round.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.round.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.round.section IS 'id of the section';
COMMENT ON COLUMN nights_of_old.round."table" IS 'number of the table';
COMMENT ON COLUMN nights_of_old.round.round IS 'number of the round';
COMMENT ON COLUMN nights_of_old.round.ns_pair IS 'pair that sits N-S; 0: none';
COMMENT ON COLUMN nights_of_old.round.ew_pair IS 'pair that sits E-W; 0: none';
COMMENT ON COLUMN nights_of_old.round.low_board IS 'lowest board of the round';
COMMENT ON COLUMN nights_of_old.round.high_board IS 'highest board of the round';
COMMENT ON COLUMN nights_of_old.round.custom_boards IS 'such as `1,2,5`; overrides low and high';
COMMENT ON COLUMN nights_of_old.round.ns_team IS 'team of the N-S pair';
COMMENT ON COLUMN nights_of_old.round.ew_team IS 'team of the E-W pair';
COMMENT ON COLUMN nights_of_old.round.mates_section IS 'section of the other table of the match';
COMMENT ON COLUMN nights_of_old.round.mates_table IS 'other table of the match';
COMMENT ON COLUMN nights_of_old.round.mates_round IS 'round at the other table of the match';
COMMENT ON COLUMN nights_of_old.round.south IS 'in an individual, where ns_pair is North';
COMMENT ON COLUMN nights_of_old.round.west IS 'in an individual, where ew_pair is East';
COMMENT ON COLUMN nights_of_old.round.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.round.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.scoring_group (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    session integer,
    number integer,
    method integer,
    name text,
    deleted boolean,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.scoring_group IS 'Sections that are scored together.';
COMMENT ON COLUMN nights_of_old.scoring_group.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.scoring_group.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.scoring_group.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.scoring_group.session IS 'number of the session';
COMMENT ON COLUMN nights_of_old.scoring_group.number IS 'number of the group';
COMMENT ON COLUMN nights_of_old.scoring_group.method IS 'scoring method of the Data Connector: 10 matchpoints, 20 to 27 Butler, 30 to 36 cross-IMPs, 40 teams, 50 and 51 victory points, 60 board-a-match, 61 point-a-board, 70 Patton; 0: not set';
COMMENT ON COLUMN nights_of_old.scoring_group.name IS 'name of the group';
COMMENT ON COLUMN nights_of_old.scoring_group.deleted IS 'to be removed';
COMMENT ON COLUMN nights_of_old.scoring_group.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.scoring_group.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.seat (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    section integer,
    "table" integer,
    direction text,
    round integer,
    number text,
    name text,
    first_name text,
    last_name text,
    country text,
    updated boolean,
    "time" timestamp without time zone,
    processed boolean,
    entry_source integer,
    swapped boolean,
    removed boolean,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.seat IS 'A player''s place at a table, from a round on (round 0: before play began).';
COMMENT ON COLUMN nights_of_old.seat.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.seat.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.seat.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.seat.section IS 'id of the section';
COMMENT ON COLUMN nights_of_old.seat."table" IS 'number of the table';
COMMENT ON COLUMN nights_of_old.seat.direction IS 'N, E, S or W';
COMMENT ON COLUMN nights_of_old.seat.round IS 'round from which the player sits there; 0: from the start';
COMMENT ON COLUMN nights_of_old.seat.number IS 'number of the player';
COMMENT ON COLUMN nights_of_old.seat.name IS 'full name';
COMMENT ON COLUMN nights_of_old.seat.first_name IS 'first name';
COMMENT ON COLUMN nights_of_old.seat.last_name IS 'last name';
COMMENT ON COLUMN nights_of_old.seat.country IS 'code of the country';
COMMENT ON COLUMN nights_of_old.seat.updated IS 'the name is new to control software';
COMMENT ON COLUMN nights_of_old.seat."time" IS 'date and time of the entry';
COMMENT ON COLUMN nights_of_old.seat.processed IS 'mark of a program that has processed the entry';
COMMENT ON COLUMN nights_of_old.seat.entry_source IS 'where control software got the name; 0: scoring program';
COMMENT ON COLUMN nights_of_old.seat.swapped IS 'changed places with another player';
COMMENT ON COLUMN nights_of_old.seat.removed IS 'no longer sits there';
COMMENT ON COLUMN nights_of_old.seat.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.seat.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.section (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    id integer,
    letter text,
    derived boolean,
    session integer,
    tables integer,
    missing_pair integer,
    missing_side text,
    ew_move_before_play integer,
    scoring_type integer,
    winners integer,
    name text,
    game_type integer,
    scoring_group integer,
    combi_ns text,
    combi_ew text,
    keep_alive boolean,
    explicit_participations boolean,
    deleted boolean,
    boards integer,
    ns_pairs integer,
    ew_pairs integer,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.section IS 'A section: its letter, size and kind of game.';
COMMENT ON COLUMN nights_of_old.section.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.section.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.section.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.section.id IS 'number of the section, 1 to 78';
COMMENT ON COLUMN nights_of_old.section.letter IS 'A to Z, AA to ZZ or AAA to ZZZ';
COMMENT ON COLUMN nights_of_old.section.derived IS 'the id follows from the letter: the source has none';
COMMENT ON COLUMN nights_of_old.section.session IS 'number of the session';
COMMENT ON COLUMN nights_of_old.section.tables IS 'number of tables';
COMMENT ON COLUMN nights_of_old.section.missing_pair IS 'number of the pair that is missing; 0: none';
COMMENT ON COLUMN nights_of_old.section.missing_side IS 'NS or EW, the side of the missing pair';
COMMENT ON COLUMN nights_of_old.section.ew_move_before_play IS 'tables that E-W move up (below 0: down) before round 1';
COMMENT ON COLUMN nights_of_old.section.scoring_type IS '1 matchpoints, 2 Butler, 3 cross-IMPs, 4 teams; 0: not set';
COMMENT ON COLUMN nights_of_old.section.winners IS '1 or 2 winners; 0: not known';
COMMENT ON COLUMN nights_of_old.section.name IS 'name of the section';
COMMENT ON COLUMN nights_of_old.section.game_type IS '10 pairs, 20 individual, 30 teams; 0: not set';
COMMENT ON COLUMN nights_of_old.section.scoring_group IS 'number of the scoring group';
COMMENT ON COLUMN nights_of_old.section.combi_ns IS 'section from which the N-S pairs come';
COMMENT ON COLUMN nights_of_old.section.combi_ew IS 'section from which the E-W pairs come';
COMMENT ON COLUMN nights_of_old.section.keep_alive IS 'terminals wait for more rounds';
COMMENT ON COLUMN nights_of_old.section.explicit_participations IS 'the players of every round are given';
COMMENT ON COLUMN nights_of_old.section.deleted IS 'to be removed';
COMMENT ON COLUMN nights_of_old.section.boards IS 'number of boards';
COMMENT ON COLUMN nights_of_old.section.ns_pairs IS 'number of N-S pairs';
COMMENT ON COLUMN nights_of_old.section.ew_pairs IS 'number of E-W pairs';
COMMENT ON COLUMN nights_of_old.section.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.section.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.session (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    id integer,
    guid text,
    name text,
    date date,
    "time" time without time zone,
    status integer,
    show_in_app boolean,
    pairs_move_across_field boolean,
    ew_return_home boolean,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.session IS 'A session of play; one database may hold several.';
COMMENT ON COLUMN nights_of_old.session.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.session.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.session.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.session.id IS 'number of the session';
COMMENT ON COLUMN nights_of_old.session.guid IS '32 upper-case hexadecimal digits';
COMMENT ON COLUMN nights_of_old.session.name IS 'name of the session';
COMMENT ON COLUMN nights_of_old.session.date IS 'day of play';
COMMENT ON COLUMN nights_of_old.session."time" IS 'start of play';
COMMENT ON COLUMN nights_of_old.session.status IS '0 not started, 1 started, 2 finished';
COMMENT ON COLUMN nights_of_old.session.show_in_app IS 'shown in the Bridgemate app';
COMMENT ON COLUMN nights_of_old.session.pairs_move_across_field IS 'pairs move between sections';
COMMENT ON COLUMN nights_of_old.session.ew_return_home IS 'in a team game, E-W go back to their own table after a round';
COMMENT ON COLUMN nights_of_old.session.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.session.nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.settings (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    section integer,
    "values" jsonb,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.settings IS 'Terminal settings under their .bws names, only those present.';
COMMENT ON COLUMN nights_of_old.settings.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.settings.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.settings.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.settings.section IS 'id of the section; none: all sections';
COMMENT ON COLUMN nights_of_old.settings."values" IS 'settings by their names, only those present';
COMMENT ON COLUMN nights_of_old.settings.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.settings.nth IS '0, 1, ... among records with the same key';
CREATE VIEW nights_of_old.standing_result AS
 SELECT result.event_id,
    result.source_file,
    result.club,
    result.id,
    result.section,
    result."table",
    result.round,
    result.board,
    result.pair_ns,
    result.pair_ew,
    result.declarer,
    result.declarer_pair,
    result.contract,
    result.result,
    result.lead_card,
    result.remarks,
    result.date,
    result."time",
    result.processed,
    result.processed1,
    result.processed2,
    result.processed3,
    result.processed4,
    result.external_update,
    result.erased,
    result.suspicious_contract,
    result.scoring_direction,
    result.score,
    result.mp_ns,
    result.mp_ew,
    result.imp_ns,
    result.imp_ew,
    result.extra,
    result.level,
    result.strain,
    result.doubled,
    result.tricks,
    result.score_ns,
    result.standing,
    result.nth
   FROM nights_of_old.result
  WHERE result.standing;
CREATE TABLE nights_of_old."table" (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    section integer,
    "table" integer,
    computer_id integer,
    status integer,
    log_on_off integer,
    current_round integer,
    current_board integer,
    update_from_round integer,
    "group" integer,
    connection_mode integer,
    keep_alive boolean,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old."table" IS 'A table of a section and where its terminal stands.';
COMMENT ON COLUMN nights_of_old."table".event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old."table".source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old."table".club IS 'from the path';
COMMENT ON COLUMN nights_of_old."table".section IS 'id of the section';
COMMENT ON COLUMN nights_of_old."table"."table" IS 'number of the table';
COMMENT ON COLUMN nights_of_old."table".computer_id IS 'number of the computer that serves the table';
COMMENT ON COLUMN nights_of_old."table".status IS '0 not uploaded yet, 1 uploaded';
COMMENT ON COLUMN nights_of_old."table".log_on_off IS '1 logged on, 2 not logged on yet';
COMMENT ON COLUMN nights_of_old."table".current_round IS 'round that is being recorded';
COMMENT ON COLUMN nights_of_old."table".current_board IS 'board that is being recorded';
COMMENT ON COLUMN nights_of_old."table".update_from_round IS 'what control software is to load: a round and those after it, 256 more for more rounds to follow, 996 hands, 997 settings, 998 reset, 999 remove the table';
COMMENT ON COLUMN nights_of_old."table"."group" IS 'tables of one group are scored together; 0: none';
COMMENT ON COLUMN nights_of_old."table".connection_mode IS '0 online, 1 offline';
COMMENT ON COLUMN nights_of_old."table".keep_alive IS 'the terminal waits for more rounds';
COMMENT ON COLUMN nights_of_old."table".extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old."table".nth IS '0, 1, ... among records with the same key';
CREATE TABLE nights_of_old.td_call (
    event_id text NOT NULL,
    source_file text NOT NULL,
    club text,
    section integer,
    "table" integer,
    round integer,
    "time" time without time zone,
    status integer,
    extra jsonb,
    nth integer NOT NULL
);
COMMENT ON TABLE nights_of_old.td_call IS 'A call for the director.';
COMMENT ON COLUMN nights_of_old.td_call.event_id IS 'the event: GUID of its session, or else the path of its file';
COMMENT ON COLUMN nights_of_old.td_call.source_file IS 'the file it comes from';
COMMENT ON COLUMN nights_of_old.td_call.club IS 'from the path';
COMMENT ON COLUMN nights_of_old.td_call.section IS 'id of the section';
COMMENT ON COLUMN nights_of_old.td_call."table" IS 'number of the table';
COMMENT ON COLUMN nights_of_old.td_call.round IS 'number of the round';
COMMENT ON COLUMN nights_of_old.td_call."time" IS 'time of the call';
COMMENT ON COLUMN nights_of_old.td_call.status IS '1 to 4: how far the call has got; 0: not known';
COMMENT ON COLUMN nights_of_old.td_call.extra IS 'data of your own, and columns that have no field';
COMMENT ON COLUMN nights_of_old.td_call.nth IS '0, 1, ... among records with the same key';
INSERT INTO nights_of_old.bid VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 1, 'N', '1D', NULL, NULL, false, NULL, 0);
INSERT INTO nights_of_old.bid VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 2, 'E', '1S', NULL, NULL, false, NULL, 1);
INSERT INTO nights_of_old.bid VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 3, 'S', '2H', NULL, NULL, false, NULL, 2);
INSERT INTO nights_of_old.bid VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 4, 'W', '2S', NULL, NULL, false, NULL, 3);
INSERT INTO nights_of_old.bid VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 5, 'N', 'PASS', NULL, NULL, false, NULL, 4);
INSERT INTO nights_of_old.bid VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 6, 'E', 'PASS', NULL, NULL, false, NULL, 5);
INSERT INTO nights_of_old.bid VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 7, 'S', 'PASS', NULL, NULL, false, NULL, 6);
INSERT INTO nights_of_old.card VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 1, 'S', 'D6', NULL, NULL, false, NULL, 0);
INSERT INTO nights_of_old.card VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 2, 'W', 'D2', NULL, NULL, false, NULL, 1);
INSERT INTO nights_of_old.card VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 3, 'N', 'DT', NULL, NULL, false, NULL, 2);
INSERT INTO nights_of_old.card VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 4, 'E', 'DJ', NULL, NULL, false, NULL, 3);
INSERT INTO nights_of_old.card VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 5, 'E', 'C2', NULL, NULL, false, NULL, 4);
INSERT INTO nights_of_old.card VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 6, 'S', 'C6', NULL, NULL, false, NULL, 5);
INSERT INTO nights_of_old.card VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 7, 'W', 'C4', NULL, NULL, false, NULL, 6);
INSERT INTO nights_of_old.card VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 8, 'N', 'CA', NULL, NULL, false, NULL, 7);
INSERT INTO nights_of_old.client VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 'CLUBPC', NULL, 0);
INSERT INTO nights_of_old.client VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 'CLUBPC', NULL, 0);
INSERT INTO nights_of_old.evaluation VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, 1, NULL, NULL, NULL, NULL, 7, NULL, NULL, NULL, NULL, NULL, NULL, 10, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.events VALUES ('north/night.bws', 'north/night.bws', 'Thursday pairs', '2026-11-12', 20, 65, 1794980717650280426, 1, 'north');
INSERT INTO nights_of_old.events VALUES ('south/old.bws', 'south/old.bws', 'Autumn pairs', '2026-11-12', 20, 65, 1794980717661695612, 1, 'south');
INSERT INTO nights_of_old.events VALUES ('south/session.pbn', 'south/session.pbn', 'Club night', '2024-05-07', 4, 25, 1794980717681710956, 1, 'south');
INSERT INTO nights_of_old.export_settings VALUES ('--anonymise', '');
INSERT INTO nights_of_old.export_settings VALUES ('--label', 'club={1}');
INSERT INTO nights_of_old.export_settings VALUES ('base', '/srv/archive');
INSERT INTO nights_of_old.export_settings VALUES ('layout', '3');
INSERT INTO nights_of_old.game VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, 1, NULL, NULL, '[["Event"], ["Site", "?"], ["Date"], ["Board"], ["West", "Vos, A."], ["North", "Berg, B."], ["East", "Dal, C."], ["South", "Ek, D."], ["Dealer"], ["Vulnerable"], ["Deal"], ["Scoring", "MP"], ["Declarer"], ["Contract"], ["Result"], ["Room", "Open"], ["Auction"], ["Play"], ["OptimumResultTable"], ["ScoreTable", "PairId_NS;Contract\\4L;Declarer;Result\\2R;Names_NS\\10L;Score_NS\\5R"]]', '[["20", "ScoreTable", ["1", "2S", "E", "9", "\"Berg; Ek\"", "-140", "2", "3NTX", "N", "8", "\"A very long name\"", "-100"]]]', '[["0", "% PBN 2.1"], ["0", "% EXPORT"]]', NULL, 0);
INSERT INTO nights_of_old.game VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, 2, NULL, NULL, '[["Event"], ["Site", "?"], ["Date"], ["Board"], ["West", "?"], ["North", "?"], ["East", "?"], ["South", "?"], ["Dealer"], ["Vulnerable"], ["Deal"], ["Scoring", "?"], ["Declarer"], ["Contract"], ["Result"]]', NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.hand VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, 1, '3.AT.KT987.AQJ83', 'JT942.6543.AJ5.2', 'K5.K9872.63.T976', 'AQ876.QJ.Q42.K54', NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.hand VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, 2, 'T76542.Q5.Q83.K2', 'J983.AT3..AQJ974', 'AQ.K9872.JT9764.', 'K.J64.AK52.T8653', NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.nights VALUES ('north/night.bws', '["north"]', 'A', '1 2 3 4 5 6', 'zI9DRVQzzKT5nEldJvXjAn3v7BZ+5ukaw72N0ZGXhbI8Cs7fvmGtY0PtJfUCcG6Y1XjKKflQC6mHCAc8ICqr7g/UJ44=', 0, 0, NULL, 0, 0);
INSERT INTO nights_of_old.nights VALUES ('south/old.bws', '["south"]', 'A', '1 2 3 4 5 6', 'zI9DRVQzzKT5nEldJvXjAn3v7BZ+5ukaw72N0ZGXhbI8Cs7fvmGtY0PtJfUCcG6Y1XjKKflQC6mHCAc8ICqr7g/UJ44=', 0, 0, NULL, 0, 0);
INSERT INTO nights_of_old.nights VALUES ('south/session.pbn', '["south"]', '', '1 2', '+F+CuWstFj/4RZ5nGyN8/g==', 3, 0, NULL, 0, 0);
INSERT INTO nights_of_old.player VALUES ('north/night.bws', 'north/night.bws', 'north', '0017', 17, 'Ada Lind', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('north/night.bws', 'north/night.bws', 'north', '0042', 42, 'Emil Pryce', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('north/night.bws', 'north/night.bws', 'north', '0071', 71, 'Hedda Stone', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('north/night.bws', 'north/night.bws', 'north', '0108', 108, 'Bo Marsh', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('north/night.bws', 'north/night.bws', 'north', '0204', 204, 'Cleo Nygaard', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('north/night.bws', 'north/night.bws', 'north', '0311', 311, 'Dora Olsen', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('north/night.bws', 'north/night.bws', 'north', '0519', 519, 'Flora Quist', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('north/night.bws', 'north/night.bws', 'north', '0633', 633, 'Gus Rowan', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('north/night.bws', 'north/night.bws', 'north', '0845', 845, 'Ivo Tamm', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('north/night.bws', 'north/night.bws', 'north', '0902', 902, 'Juno Ulrich', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('north/night.bws', 'north/night.bws', 'north', '1100', 1100, 'Karl Vance', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('north/night.bws', 'north/night.bws', 'north', '1203', 1203, 'Lia Wren', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('south/old.bws', 'south/old.bws', 'south', '0017', 17, 'Ada Lind', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('south/old.bws', 'south/old.bws', 'south', '0042', 42, 'Emil Pryce', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('south/old.bws', 'south/old.bws', 'south', '0071', 71, 'Hedda Stone', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('south/old.bws', 'south/old.bws', 'south', '0108', 108, 'Bo Marsh', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('south/old.bws', 'south/old.bws', 'south', '0204', 204, 'Cleo Nygaard', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('south/old.bws', 'south/old.bws', 'south', '0311', 311, 'Dora Olsen', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('south/old.bws', 'south/old.bws', 'south', '0519', 519, 'Flora Quist', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('south/old.bws', 'south/old.bws', 'south', '0633', 633, 'Gus Rowan', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('south/old.bws', 'south/old.bws', 'south', '0845', 845, 'Ivo Tamm', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('south/old.bws', 'south/old.bws', 'south', '0902', 902, 'Juno Ulrich', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('south/old.bws', 'south/old.bws', 'south', '1100', 1100, 'Karl Vance', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.player VALUES ('south/old.bws', 'south/old.bws', 'south', '1203', 1203, 'Lia Wren', NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.ranking VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 'EW', 1, '["Bo Marsh", "Dora Olsen"]', 6, 12.5, 24, 52.0833, 2, '{"name": "matchpoints", "scale": 2, "factor": "neuberg", "averages": "law"}', '{"players": [{"name": "Bo Marsh", "number": "0108"}, {"name": "Dora Olsen", "number": "0311"}]}', 0);
INSERT INTO nights_of_old.ranking VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 'EW', 2, '["Flora Quist", "Hedda Stone"]', 5, 2, 20, 10, 3, '{"name": "matchpoints", "scale": 2, "factor": "neuberg", "averages": "law"}', '{"players": [{"name": "Flora Quist", "number": "0519"}, {"name": "Hedda Stone", "number": "0071"}]}', 0);
INSERT INTO nights_of_old.ranking VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 'EW', 3, '["Juno Ulrich", "Lia Wren"]', 6, 19.5, 24, 81.25, 1, '{"name": "matchpoints", "scale": 2, "factor": "neuberg", "averages": "law"}', '{"players": [{"name": "Juno Ulrich", "number": "0902"}, {"name": "Lia Wren", "number": "1203"}]}', 0);
INSERT INTO nights_of_old.ranking VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 'NS', 1, '["Ada Lind", "Cleo Nygaard"]', 5, 6, 20, 30, 3, '{"name": "matchpoints", "scale": 2, "factor": "neuberg", "averages": "law"}', '{"players": [{"name": "Ada Lind", "number": "0017"}, {"name": "Cleo Nygaard", "number": "0204"}]}', 0);
INSERT INTO nights_of_old.ranking VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 'NS', 2, '["Emil Pryce", "Gus Rowan"]', 6, 11.5, 24, 47.9167, 2, '{"name": "matchpoints", "scale": 2, "factor": "neuberg", "averages": "law"}', '{"players": [{"name": "Emil Pryce", "number": "0042"}, {"name": "Gus Rowan", "number": "0633"}]}', 0);
INSERT INTO nights_of_old.ranking VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 'NS', 3, '["Ivo Tamm", "Karl Vance"]', 6, 16.5, 24, 68.75, 1, '{"name": "matchpoints", "scale": 2, "factor": "neuberg", "averages": "law"}', '{"players": [{"name": "Ivo Tamm", "number": "0845"}, {"name": "Karl Vance", "number": "1100"}]}', 0);
INSERT INTO nights_of_old.ranking VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 'EW', 1, '["Bo Marsh", "Dora Olsen"]', 6, 12.5, 24, 52.0833, 2, '{"name": "matchpoints", "scale": 2, "factor": "neuberg", "averages": "law"}', '{"players": [{"name": "Bo Marsh", "number": "0108"}, {"name": "Dora Olsen", "number": "0311"}]}', 0);
INSERT INTO nights_of_old.ranking VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 'EW', 2, '["Flora Quist", "Hedda Stone"]', 5, 2, 20, 10, 3, '{"name": "matchpoints", "scale": 2, "factor": "neuberg", "averages": "law"}', '{"players": [{"name": "Flora Quist", "number": "0519"}, {"name": "Hedda Stone", "number": "0071"}]}', 0);
INSERT INTO nights_of_old.ranking VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 'EW', 3, '["Juno Ulrich", "Lia Wren"]', 6, 19.5, 24, 81.25, 1, '{"name": "matchpoints", "scale": 2, "factor": "neuberg", "averages": "law"}', '{"players": [{"name": "Juno Ulrich", "number": "0902"}, {"name": "Lia Wren", "number": "1203"}]}', 0);
INSERT INTO nights_of_old.ranking VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 'NS', 1, '["Ada Lind", "Cleo Nygaard"]', 5, 6, 20, 30, 3, '{"name": "matchpoints", "scale": 2, "factor": "neuberg", "averages": "law"}', '{"players": [{"name": "Ada Lind", "number": "0017"}, {"name": "Cleo Nygaard", "number": "0204"}]}', 0);
INSERT INTO nights_of_old.ranking VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 'NS', 2, '["Emil Pryce", "Gus Rowan"]', 6, 11.5, 24, 47.9167, 2, '{"name": "matchpoints", "scale": 2, "factor": "neuberg", "averages": "law"}', '{"players": [{"name": "Emil Pryce", "number": "0042"}, {"name": "Gus Rowan", "number": "0633"}]}', 0);
INSERT INTO nights_of_old.ranking VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 'NS', 3, '["Ivo Tamm", "Karl Vance"]', 6, 16.5, 24, 68.75, 1, '{"name": "matchpoints", "scale": 2, "factor": "neuberg", "averages": "law"}', '{"players": [{"name": "Ivo Tamm", "number": "0845"}, {"name": "Karl Vance", "number": "1100"}]}', 0);
INSERT INTO nights_of_old.result VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 1, NULL, 'E', NULL, '2 S', '+1', NULL, NULL, NULL, NULL, false, false, false, false, false, false, false, NULL, NULL, -140, NULL, NULL, NULL, NULL, NULL, 2, 'S', 0, 9, -140, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, 2, NULL, 'N', 2, '3 NT x', '-1', NULL, NULL, NULL, NULL, false, false, false, false, false, false, false, NULL, NULL, -100, NULL, NULL, NULL, NULL, NULL, 3, 'NT', 1, 8, -100, true, 1);
INSERT INTO nights_of_old.result VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 1, NULL, NULL, 'E', NULL, '2 S', '+1', NULL, NULL, NULL, NULL, false, false, false, false, false, false, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2, 'S', 0, 9, -140, true, 2);
INSERT INTO nights_of_old.result VALUES ('south/session.pbn', 'south/session.pbn', 'south', NULL, NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL, 'PASS', NULL, NULL, NULL, NULL, NULL, false, false, false, false, false, false, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, true, 3);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 1, 1, 1, 1, 1, 1, 'N', 1, '4 S', '=', 'HA', NULL, '2026-11-12', '19:41:37', false, false, false, false, false, false, false, 0, NULL, NULL, 2, 2, NULL, NULL, NULL, 4, 'S', 0, 10, 420, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 2, 1, 2, 1, 3, 2, 2, 'S', 2, '6 D', '=', 'CA', NULL, '2026-11-12', '19:43:14', false, false, false, false, false, false, false, 0, NULL, NULL, 4, 0, NULL, NULL, NULL, 6, 'D', 0, 12, 920, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 3, 1, 3, 1, 5, 3, 3, 'N', 3, '1 NT', '+1', 'S4', NULL, '2026-11-12', '19:44:51', false, false, false, false, false, false, false, 0, NULL, NULL, 4, 0, NULL, NULL, NULL, 1, 'NT', 0, 8, 120, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 4, 1, 1, 1, 2, 1, 1, 'E', 1, '2 H', '-1', 'S3', NULL, '2026-11-12', '19:46:28', false, false, false, false, false, false, false, 0, NULL, NULL, 2, 2, NULL, NULL, NULL, 2, 'H', 0, 7, 50, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 5, 1, 2, 1, 4, 2, 2, 'W', 2, '5 C x', '-3', 'DK', NULL, '2026-11-12', '19:48:05', false, false, false, false, false, false, false, 0, NULL, NULL, 4, 0, NULL, NULL, NULL, 5, 'C', 1, 8, 800, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 6, 1, 3, 1, 6, 3, 3, 'E', 3, '3 NT', '+1', 'C3', NULL, '2026-11-12', '19:49:42', false, false, false, false, false, false, false, 0, NULL, NULL, 0.5, 3.5, NULL, NULL, NULL, 3, 'NT', 0, 10, -630, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 7, 1, 1, 2, 3, 1, 3, 'N', 1, '5 D', '+1', 'H2', NULL, '2026-11-12', '19:51:19', false, false, false, false, false, false, false, 0, NULL, NULL, 0, 4, NULL, NULL, NULL, 5, 'D', 0, 12, 420, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 8, 1, 2, 2, 5, 2, 1, 'N', 2, 'PASS', NULL, NULL, NULL, '2026-11-12', '19:52:56', false, false, false, false, false, false, false, 0, NULL, NULL, 0, 4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 9, 1, 3, 2, 1, 3, 2, 'S', 3, '4 S', '+1', 'D10', NULL, '2026-11-12', '19:54:33', false, false, false, false, false, false, false, 0, NULL, NULL, 4, 0, NULL, NULL, NULL, 4, 'S', 0, 11, 450, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 10, 1, 1, 2, 4, 1, 3, 'E', 3, '4 H', '=', 'S9', NULL, '2026-11-12', '19:56:10', false, false, false, false, false, false, false, 0, NULL, NULL, 0, 4, NULL, NULL, NULL, 4, 'H', 0, 10, -620, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 11, 1, 2, 2, 6, 2, 1, 'E', 1, '3 NT', '=', 'C3', NULL, '2026-11-12', '19:57:47', false, false, false, false, false, false, false, 0, NULL, NULL, 3.5, 0.5, NULL, NULL, NULL, 3, 'NT', 0, 9, -600, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 12, 1, 3, 2, 2, 3, 2, 'E', 2, '3 H', '-2', 'SK', NULL, '2026-11-12', '19:59:24', false, false, false, false, false, false, false, 0, NULL, NULL, 4, 0, NULL, NULL, NULL, 3, 'H', 0, 7, 100, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 13, 1, 1, 3, 5, 1, 2, 'S', 1, '2 S', '=', 'H10', NULL, '2026-11-12', '20:01:01', false, false, false, false, false, false, false, 0, NULL, NULL, 2, 2, NULL, NULL, NULL, 2, 'S', 0, 8, 110, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 14, 1, 2, 3, 1, 2, 3, 'N', 2, '3 NT', '-1', 'C4', NULL, '2026-11-12', '20:02:38', false, false, false, false, false, false, false, 0, NULL, NULL, 0, 4, NULL, NULL, NULL, 3, 'NT', 0, 8, -50, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 15, 1, 3, 3, 3, 3, 1, 'S', 3, '3 NT', '+2', 'H7', NULL, '2026-11-12', '20:04:15', false, false, false, false, false, false, false, 0, NULL, NULL, 2, 2, NULL, NULL, NULL, 3, 'NT', 0, 11, 460, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 16, 1, 1, 3, 6, 1, 2, 'N', 1, NULL, NULL, NULL, 'Not played', '2026-11-12', '20:05:52', false, false, false, false, false, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 17, 1, 2, 3, 2, 2, 3, 'W', 3, '1 NT', '=', 'D5', NULL, '2026-11-12', '20:07:29', false, false, false, false, false, false, false, 0, NULL, NULL, 0, 4, NULL, NULL, NULL, 1, 'NT', 0, 7, -90, true, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 18, 1, 3, 3, 4, 3, 1, 'W', 1, '4 H', '-1', 'C2', NULL, '2026-11-12', '20:09:06', false, false, false, false, false, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 4, 'H', 0, 9, 100, false, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 19, 1, 3, 3, 4, 3, 1, 'W', 1, '4 H', '-1', 'C2', 'Result erased', '2026-11-12', '20:10:43', false, false, false, false, false, false, true, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 4, 'H', 0, 9, 100, false, 0);
INSERT INTO nights_of_old.result VALUES ('north/night.bws', 'north/night.bws', 'north', 20, 1, 3, 3, 4, 3, 1, 'W', 1, '4 H', '-2', 'C2', NULL, '2026-11-12', '20:11:30', false, false, false, false, false, false, false, 0, NULL, NULL, 2, 2, NULL, NULL, NULL, 4, 'H', 0, 8, 200, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 1, 1, 1, 1, 1, 1, 'N', 1, '4 S', '=', 'HA', NULL, '2026-11-12', '19:41:37', false, false, false, false, false, false, false, 0, NULL, NULL, 2, 2, NULL, NULL, NULL, 4, 'S', 0, 10, 420, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 2, 1, 2, 1, 3, 2, 2, 'S', 2, '6 D', '=', 'CA', NULL, '2026-11-12', '19:43:14', false, false, false, false, false, false, false, 0, NULL, NULL, 4, 0, NULL, NULL, NULL, 6, 'D', 0, 12, 920, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 3, 1, 3, 1, 5, 3, 3, 'N', 3, '1 NT', '+1', 'S4', NULL, '2026-11-12', '19:44:51', false, false, false, false, false, false, false, 0, NULL, NULL, 4, 0, NULL, NULL, NULL, 1, 'NT', 0, 8, 120, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 4, 1, 1, 1, 2, 1, 1, 'E', 1, '2 H', '-1', 'S3', NULL, '2026-11-12', '19:46:28', false, false, false, false, false, false, false, 0, NULL, NULL, 2, 2, NULL, NULL, NULL, 2, 'H', 0, 7, 50, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 5, 1, 2, 1, 4, 2, 2, 'W', 2, '5 C x', '-3', 'DK', NULL, '2026-11-12', '19:48:05', false, false, false, false, false, false, false, 0, NULL, NULL, 4, 0, NULL, NULL, NULL, 5, 'C', 1, 8, 800, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 6, 1, 3, 1, 6, 3, 3, 'E', 3, '3 NT', '+1', 'C3', NULL, '2026-11-12', '19:49:42', false, false, false, false, false, false, false, 0, NULL, NULL, 0.5, 3.5, NULL, NULL, NULL, 3, 'NT', 0, 10, -630, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 7, 1, 1, 2, 3, 1, 3, 'N', 1, '5 D', '+1', 'H2', NULL, '2026-11-12', '19:51:19', false, false, false, false, false, false, false, 0, NULL, NULL, 0, 4, NULL, NULL, NULL, 5, 'D', 0, 12, 420, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 8, 1, 2, 2, 5, 2, 1, 'N', 2, 'PASS', NULL, NULL, NULL, '2026-11-12', '19:52:56', false, false, false, false, false, false, false, 0, NULL, NULL, 0, 4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 9, 1, 3, 2, 1, 3, 2, 'S', 3, '4 S', '+1', 'D10', NULL, '2026-11-12', '19:54:33', false, false, false, false, false, false, false, 0, NULL, NULL, 4, 0, NULL, NULL, NULL, 4, 'S', 0, 11, 450, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 10, 1, 1, 2, 4, 1, 3, 'E', 3, '4 H', '=', 'S9', NULL, '2026-11-12', '19:56:10', false, false, false, false, false, false, false, 0, NULL, NULL, 0, 4, NULL, NULL, NULL, 4, 'H', 0, 10, -620, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 11, 1, 2, 2, 6, 2, 1, 'E', 1, '3 NT', '=', 'C3', NULL, '2026-11-12', '19:57:47', false, false, false, false, false, false, false, 0, NULL, NULL, 3.5, 0.5, NULL, NULL, NULL, 3, 'NT', 0, 9, -600, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 12, 1, 3, 2, 2, 3, 2, 'E', 2, '3 H', '-2', 'SK', NULL, '2026-11-12', '19:59:24', false, false, false, false, false, false, false, 0, NULL, NULL, 4, 0, NULL, NULL, NULL, 3, 'H', 0, 7, 100, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 13, 1, 1, 3, 5, 1, 2, 'S', 1, '2 S', '=', 'H10', NULL, '2026-11-12', '20:01:01', false, false, false, false, false, false, false, 0, NULL, NULL, 2, 2, NULL, NULL, NULL, 2, 'S', 0, 8, 110, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 14, 1, 2, 3, 1, 2, 3, 'N', 2, '3 NT', '-1', 'C4', NULL, '2026-11-12', '20:02:38', false, false, false, false, false, false, false, 0, NULL, NULL, 0, 4, NULL, NULL, NULL, 3, 'NT', 0, 8, -50, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 15, 1, 3, 3, 3, 3, 1, 'S', 3, '3 NT', '+2', 'H7', NULL, '2026-11-12', '20:04:15', false, false, false, false, false, false, false, 0, NULL, NULL, 2, 2, NULL, NULL, NULL, 3, 'NT', 0, 11, 460, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 16, 1, 1, 3, 6, 1, 2, 'N', 1, NULL, NULL, NULL, 'Not played', '2026-11-12', '20:05:52', false, false, false, false, false, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 17, 1, 2, 3, 2, 2, 3, 'W', 3, '1 NT', '=', 'D5', NULL, '2026-11-12', '20:07:29', false, false, false, false, false, false, false, 0, NULL, NULL, 0, 4, NULL, NULL, NULL, 1, 'NT', 0, 7, -90, true, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 18, 1, 3, 3, 4, 3, 1, 'W', 1, '4 H', '-1', 'C2', NULL, '2026-11-12', '20:09:06', false, false, false, false, false, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 4, 'H', 0, 9, 100, false, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 19, 1, 3, 3, 4, 3, 1, 'W', 1, '4 H', '-1', 'C2', 'Result erased', '2026-11-12', '20:10:43', false, false, false, false, false, false, true, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 4, 'H', 0, 9, 100, false, 0);
INSERT INTO nights_of_old.result VALUES ('south/old.bws', 'south/old.bws', 'south', 20, 1, 3, 3, 4, 3, 1, 'W', 1, '4 H', '-2', 'C2', NULL, '2026-11-12', '20:11:30', false, false, false, false, false, false, false, 0, NULL, NULL, 2, 2, NULL, NULL, NULL, 4, 'H', 0, 8, 200, true, 0);
INSERT INTO nights_of_old.round VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 1, 1, 1, 1, 1, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 1, 2, 1, 3, 3, 4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 1, 3, 1, 2, 5, 6, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 2, 1, 2, 2, 3, 4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 2, 2, 2, 1, 5, 6, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 2, 3, 2, 3, 1, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 3, 1, 3, 3, 5, 6, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 3, 2, 3, 2, 1, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 3, 3, 3, 1, 3, 4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 1, 1, 1, 1, 1, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 1, 2, 1, 3, 3, 4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 1, 3, 1, 2, 5, 6, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 2, 1, 2, 2, 3, 4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 2, 2, 2, 1, 5, 6, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 2, 3, 2, 3, 1, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 3, 1, 3, 3, 5, 6, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 3, 2, 3, 2, 1, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.round VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 3, 3, 3, 1, 3, 4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 1, 'E', 0, '0108', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 1, 'N', 0, '0017', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 1, 'S', 0, '0204', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 1, 'W', 0, '0311', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 2, 'E', 0, '0519', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 2, 'N', 0, '0042', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 2, 'S', 0, '0633', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 2, 'W', 0, '0071', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 3, 'E', 0, '0902', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 3, 'N', 0, '0845', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 3, 'S', 0, '1100', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 3, 'W', 0, '1203', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 1, 'E', 0, '0108', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 1, 'N', 0, '0017', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 1, 'S', 0, '0204', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 1, 'W', 0, '0311', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 2, 'E', 0, '0519', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 2, 'N', 0, '0042', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 2, 'S', 0, '0633', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 2, 'W', 0, '0071', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 3, 'E', 0, '0902', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 3, 'N', 0, '0845', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 3, 'S', 0, '1100', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.seat VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 3, 'W', 0, '1203', NULL, NULL, NULL, NULL, false, NULL, false, 0, false, false, NULL, 0);
INSERT INTO nights_of_old.section VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 'A', false, 1, 3, 0, NULL, 0, 1, 2, NULL, NULL, NULL, NULL, NULL, false, false, false, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.section VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 'A', false, 1, 3, 0, NULL, 0, 1, 2, NULL, NULL, NULL, NULL, NULL, false, false, false, NULL, NULL, NULL, NULL, 0);
INSERT INTO nights_of_old.session VALUES ('south/session.pbn', 'south/session.pbn', 'south', 1, NULL, 'Club night', '2024-05-07', NULL, NULL, false, false, false, NULL, 0);
INSERT INTO nights_of_old.session VALUES ('north/night.bws', 'north/night.bws', 'north', 1, NULL, 'Thursday pairs', '2026-11-12', NULL, NULL, false, false, false, NULL, 0);
INSERT INTO nights_of_old.session VALUES ('south/old.bws', 'south/old.bws', 'south', 1, NULL, 'Autumn pairs', '2026-11-12', NULL, NULL, false, false, false, NULL, 0);
INSERT INTO nights_of_old.sources VALUES ('north/night.bws', 172032, 1794980717650280426, '5a5ad40a3b7d41d5b4fab50199594187', 'bws', 'north/night.bws', 20, 65, 0, 0, 'exported', NULL, '0.1.0', 'north');
INSERT INTO nights_of_old.sources VALUES ('south/bad.bws', 11, 1794980717681710956, 'e3f837a45bca61a267d64b3552e66289', NULL, NULL, 0, 0, 0, 0, 'reject', 'not a Bridgemate database: it has no Access header', '0.1.0', 'south');
INSERT INTO nights_of_old.sources VALUES ('south/old.bws', 92160, 1794980717661695612, '08faccdb53ca7894bcfcf111edafc31f', 'bws', 'south/old.bws', 20, 65, 0, 0, 'exported', NULL, '0.1.0', 'south');
INSERT INTO nights_of_old.sources VALUES ('south/session.pbn', 963, 1794980717681710956, '3b3ecb1448de89faf443b1557690e29b', 'pbn', 'south/session.pbn', 4, 25, 3, 0, 'exported', NULL, '0.1.0', 'south');
INSERT INTO nights_of_old."table" VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 1, 1, 0, 2, 0, 0, 0, 0, NULL, false, NULL, 0);
INSERT INTO nights_of_old."table" VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 2, 1, 0, 2, 0, 0, 0, 0, NULL, false, NULL, 0);
INSERT INTO nights_of_old."table" VALUES ('north/night.bws', 'north/night.bws', 'north', 1, 3, 1, 0, 2, 0, 0, 0, 0, NULL, false, NULL, 0);
INSERT INTO nights_of_old."table" VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 1, 1, 0, 2, 0, 0, 0, 0, NULL, false, NULL, 0);
INSERT INTO nights_of_old."table" VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 2, 1, 0, 2, 0, 0, 0, 0, NULL, false, NULL, 0);
INSERT INTO nights_of_old."table" VALUES ('south/old.bws', 'south/old.bws', 'south', 1, 3, 1, 0, 2, 0, 0, 0, 0, NULL, false, NULL, 0);
ALTER TABLE ONLY nights_of_old.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (event_id);
ALTER TABLE ONLY nights_of_old.export_settings
    ADD CONSTRAINT export_settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY nights_of_old.nights
    ADD CONSTRAINT nights_pkey PRIMARY KEY (event_id);
ALTER TABLE ONLY nights_of_old.sources
    ADD CONSTRAINT sources_pkey PRIMARY KEY (source_file);
CREATE INDEX bid_event ON nights_of_old.bid USING btree (event_id);
CREATE INDEX card_event ON nights_of_old.card USING btree (event_id);
CREATE INDEX client_event ON nights_of_old.client USING btree (event_id);
CREATE INDEX evaluation_event ON nights_of_old.evaluation USING btree (event_id);
CREATE INDEX event_event ON nights_of_old.event USING btree (event_id);
CREATE INDEX events_date ON nights_of_old.events USING btree (date);
CREATE INDEX events_file ON nights_of_old.events USING btree (source_file);
CREATE INDEX game_event ON nights_of_old.game USING btree (event_id);
CREATE INDEX hand_event ON nights_of_old.hand USING btree (event_id);
CREATE INDEX intermediate_event ON nights_of_old.intermediate USING btree (event_id);
CREATE INDEX library_event ON nights_of_old.library USING btree (event_id);
CREATE INDEX movement_event ON nights_of_old.movement USING btree (event_id);
CREATE INDEX movement_round_event ON nights_of_old.movement_round USING btree (event_id);
CREATE INDEX nights_hands ON nights_of_old.nights USING btree (hands_file);
CREATE INDEX player_event ON nights_of_old.player USING btree (event_id);
CREATE INDEX ranking_event ON nights_of_old.ranking USING btree (event_id);
CREATE INDEX result_event ON nights_of_old.result USING btree (event_id);
CREATE INDEX round_event ON nights_of_old.round USING btree (event_id);
CREATE INDEX scoring_group_event ON nights_of_old.scoring_group USING btree (event_id);
CREATE INDEX seat_event ON nights_of_old.seat USING btree (event_id);
CREATE INDEX section_event ON nights_of_old.section USING btree (event_id);
CREATE INDEX session_event ON nights_of_old.session USING btree (event_id);
CREATE INDEX settings_event ON nights_of_old.settings USING btree (event_id);
CREATE INDEX sources_event ON nights_of_old.sources USING btree (event_id);
CREATE INDEX sources_hash ON nights_of_old.sources USING btree (hash);
CREATE INDEX table_event ON nights_of_old."table" USING btree (event_id);
CREATE INDEX td_call_event ON nights_of_old.td_call USING btree (event_id);
