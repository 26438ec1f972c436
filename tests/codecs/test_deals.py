"""Files of deals: the same deals in every format, and the same bytes again."""

import random

import pytest
from msgspec.structs import replace

from bmconv.bridge.double_dummy import TRICK_FIELDS
from bmconv.codecs import detect, load
from bmconv.errors import BadInput, BmconvError, DataError
from bmconv.io.source import open_source
from bmconv.records import Evaluation, Game, Hand, Session
from bmconv.registry import OWN
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.running import ROOT, SHARED, absent, quick
from tests.tools.fuzz_text import mutations

MACHINES = {"bri": "numbers", "dge": "signs", "dup": "machine", "dlm": "windows"}
LISTED = {
    name: entry.sample
    for name, entry in OWN.items()
    if entry.module.startswith("bmconv.codecs.deals.") and name not in MACHINES
}
"""All other formats of deals, with their samples."""
FORMATS = {name: f"{stem}.{name}" for name, stem in MACHINES.items()} | LISTED
ENDINGS = ("bri", "dge", "dup", "dlm", "ber", "bhg", "cds", "rzd", "lin")
OTHERS = {name: f"test.{name}" for name in ENDINGS} | {"dealcsv": "test.csv", "gib": "test.gib.txt"}
"""The files that another program made, by format."""
DEALT = {
    "north": "9762.2.JT98.KQJ3",
    "east": "QJT83.A4.AK62.A4",
    "south": "K5.QJ875.Q73.T85",
    "west": "A4.KT963.54.9762",
}


TURNED = dict(zip(DEALT, [*list(DEALT.values())[1:], DEALT["north"]], strict=True))
"""Another deal: the same hands, each one seat further."""


def sample(format: str) -> bytes:
    return (ROOT / "formats" / format / "samples" / FORMATS[format]).read_bytes()


def hands(data: bytes, format: str) -> list[Hand]:
    return [r for r in decode_bytes(data, format)[0] if isinstance(r, Hand)]


def deals(*boards: int) -> list[Hand]:
    return [Hand(board=board, **DEALT) for board in boards]


@pytest.mark.parametrize("format", FORMATS)
def test_text_without_a_deal_is_not_recognised_even_by_the_name(format):
    assert load(format).probe(b"Minutes of the meeting\n", FORMATS[format]) == 0


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("other", FORMATS)
def test_deals_are_the_same_in_every_format(format, other):
    dealt = [replace(h, dealer=None, vulnerable=None) for h in hands(sample(format), format)]
    assert len(dealt) == 4
    assert hands(encode_records(dealt, other)[0], other) == dealt


@pytest.mark.parametrize("format", FORMATS)
def test_a_file_comes_back_as_the_same_bytes(format):
    records, notes = decode_bytes(sample(format), format)
    assert notes == []
    assert encode_records(records, format) == (sample(format), [])


@pytest.mark.parametrize("format", FORMATS)
def test_deals_are_written_in_the_order_of_their_boards(format):
    dealt = [Hand(board=2, **TURNED), Hand(board=1, **DEALT)]
    assert hands(encode_records(dealt, format)[0], format) == dealt[::-1]


@pytest.mark.parametrize("format", OTHERS)
def test_the_deals_of_another_program_are_those_of_its_pbn(format):
    folder = SHARED / "samples" / "deals"
    if not folder.is_dir():
        absent(str(folder))
    data = (folder / OTHERS[format]).read_bytes()
    wanted = hands((folder / "test.pbn").read_bytes(), "pbn")
    assert len(wanted) == 16
    assert hands(data, format) == wanted
    assert hands(encode_records(wanted, format)[0], format) == wanted
    if format != "lin":
        assert encode_records(decode_bytes(data, format)[0], format)[0] == data


@pytest.mark.parametrize("format", ["bri", "dge", "ber", "rzd", "gib"])
def test_a_set_that_does_not_begin_at_1_is_noted_where_records_are_only_counted(format):
    data, notes = encode_records(deals(17, 18), format)
    assert codes_and_places(notes) == [
        ("loss", "renumbered", "hand board 17"),
        ("loss", "renumbered", "hand board 18"),
    ]
    assert [hand.board for hand in hands(data, format)] == [1, 2]


def test_dup_has_the_lowest_and_the_highest_board():
    data, notes = encode_records(deals(17, 18), "dup")
    assert data[146:156] == b"YN17 1 18 "
    assert codes_and_places(notes) == [("loss", "first-board", "hand board 17")]
    assert [hand.board for hand in hands(data, "dup")] == [17, 18]


def test_a_set_for_dup_that_ends_above_999_is_numbered_from_1():
    data, notes = encode_records(deals(998, 999), "dup")
    assert data[146:156] == b"YN9981 999"
    assert codes_and_places(notes) == [("loss", "first-board", "hand board 998")]
    data, notes = encode_records(deals(999, 1000), "dup")
    assert data[146:156] == b"YN1  1 2  "
    assert codes_and_places(notes) == [
        ("loss", "renumbered", "hand board 999"),
        ("loss", "renumbered", "hand board 1000"),
    ]


@pytest.mark.parametrize(("highest", "fits"), [("4", True), ("2", True), ("3", False)])
def test_the_highest_board_of_dup_is_the_last_one_or_the_number_of_boards(highest, fits):
    usual, _ = encode_records(deals(3, 4), "dup")
    data = usual.replace(b"YN3  1 4  ", f"YN3  1 {highest}  ".encode())
    records, notes = decode_bytes(data, "dup")
    assert [hand.board for hand in hands(data, "dup")] == [3, 4]
    assert ("board-range" in [note.code for note in notes]) is not fits
    assert encode_records(records, "dup")[0] == (data if fits else usual)
    assert [type(record) for record in decode_bytes(usual, "dup")[0]] == [Hand, Hand]


def test_a_lowest_board_of_0_is_no_board():
    data = sample("dup").replace(b"NN1  2 4  ", b"NN0  2 4  ")
    assert [hand.board for hand in hands(data, "dup")] == [1, 2, 3, 4]
    assert codes_and_places(decode_bytes(data, "dup")[1]) == [("repair", "no-dealing-data", "file")]


def test_dup_with_a_gap_is_a_set_on_which_both_readings_agree():
    data, notes = encode_records(deals(1, 2, 5), "dup")
    assert data[-10:] == b"YN1  1 3  "
    assert codes_and_places(notes) == [("loss", "renumbered", "hand board 5")]


def test_a_highest_board_that_fits_neither_reading_is_noted():
    data = sample("dup").replace(b"NN1  2 4  ", b"NN1  2 9  ")
    assert codes_and_places(decode_bytes(data, "dup")[1]) == [
        ("repair", "board-range", "file: 1 to 9, 4 records"),
    ]


def test_dealing_data_about_other_boards_is_written_anew():
    records, _ = decode_bytes(sample("dup"), "dup")
    data, notes = encode_records(records[:3], "dup")
    assert data[-10:] == b"YN1  1 2  "
    assert codes_and_places(notes) == [("loss", "tail-lost", "session")]


def test_the_second_part_of_a_dup_record_counts_where_the_first_is_not_a_deal():
    data = b"99" + sample("dup")[2:]
    records, notes = decode_bytes(data, "dup")
    assert hands(data, "dup")[0].north == DEALT["north"]
    assert codes_and_places(notes) == [("repair", "card-order", "file: board 1")]
    assert encode_records(records, "dup")[0] == data


@pytest.mark.parametrize("format", ["bri", "dup"])
def test_the_older_form_is_lines_of_digits(format):
    whole = sample("bri")
    lines = b"".join(whole[at : at + 78] + b"\r\n" for at in range(0, len(whole), 128))
    records, notes = decode_bytes(lines, format)
    assert hands(lines, format) == hands(whole, "bri")
    assert notes == []
    assert encode_records(records, format)[0] == lines


@pytest.mark.parametrize(
    ("name", "format"), [("old.dup", "dup"), ("old.bri", "bri"), ("old.txt", "bri")]
)
def test_lines_of_digits_are_known_by_their_name(name, format, tmp_path):
    digits = sample("bri")[:78] + b"\r\n"
    (tmp_path / name).write_bytes(digits)
    with open_source(str(tmp_path / name)) as source:
        assert detect(source) == format
    assert load("bri").probe(b"99" + digits[2:], name) == (20 if name == "old.bri" else 0)


@pytest.mark.parametrize("format", ["bri", "dge"])
def test_the_bytes_behind_the_cards_are_kept(format):
    """The last of them hold for all further records."""
    size = {"bri": 50, "dge": 60}[format]
    first, second = sample(format)[: 128 - size], sample(format)[128 : 256 - size]
    data = first + b"a" * size + second + b"b" * size + first + b"b" * size
    records, notes = decode_bytes(data, format)
    assert notes == []
    assert records[0] == Session(id=1, extra={format: ["a" * size, "b" * size]})
    assert encode_records(records, format) == (data, [])
    more = [*records, Hand(board=4, **DEALT)]
    assert encode_records(more, format)[0][-size:] == b"b" * size


def test_cards_in_another_order_are_carried():
    whole = sample("bri")
    data = whole[2:4] + whole[:2] + whole[4:]
    records, notes = decode_bytes(data, "bri")
    assert codes_and_places(notes) == [("repair", "card-order", "file: board 1")]
    assert encode_records(records, "bri")[0] == data
    changed = [replace(records[0], **TURNED), *records[1:]]
    assert hands(encode_records(changed, "bri")[0], "bri")[0] == Hand(board=1, **TURNED)


def test_a_record_that_is_not_a_deal_keeps_its_number():
    data = b"0101" + sample("bri")[4:]
    records, notes = decode_bytes(data, "bri")
    assert [hand.board for hand in records if isinstance(hand, Hand)] == [2, 3, 4]
    assert codes_and_places(notes) == [("error", "bad-deal", "file: board 1")]


def test_a_document_without_boards_is_hardly_a_dlm():
    probe = load("dlm").probe
    assert probe(sample("dlm"), "") > 90
    assert 0 < probe(b"[Document]\nHeadline=Notes\n", "") < 60


def test_a_scrambled_dlm_is_refused(tmp_path):
    path = tmp_path / "boards.dlm"
    path.write_bytes(sample("dlm").replace(b"Crypto key=0", b"Crypto key=4711"))
    done = quick("from", "dlm", path)
    assert done.code == 3
    assert "the boards are scrambled (Crypto key=4711)" in done.err
    assert done.err.count("\n") == 1


def test_checksums_of_a_dlm_are_looked_at():
    data = sample("dlm").replace(b"Checksum=005", b"Checksum=009")
    at = data.index(b"Board 02=") + 9 + 26
    data = data[:at] + b"127" + data[at + 3 :]
    records, notes = decode_bytes(data, "dlm")
    assert codes_and_places(notes) == [
        ("repair", "checksum", "file: 009"),
        ("repair", "board-checksum", "file: board 2"),
    ]
    assert encode_records(records, "dlm")[0] == data


def test_boards_outside_the_range_of_a_dlm_are_not_read():
    assert [hand.board for hand in hands(sample("dlm"), "dlm")] == [1, 2, 3, 4]
    narrow = sample("dlm").replace(b"From board=1", b"From board=3")
    assert [hand.board for hand in hands(narrow, "dlm")] == [3, 4]


def test_a_dlm_whose_boards_change_has_the_changed_deal_in_its_old_layout():
    records, _ = decode_bytes(sample("dlm"), "dlm")
    changed = [Hand(board=2, **DEALT) if getattr(r, "board", 0) == 2 else r for r in records]
    data, notes = encode_records(changed, "dlm")
    assert notes == []
    old, new = sample("dlm").splitlines(), data.splitlines()
    assert [line[:9] for line, was in zip(new, old, strict=True) if line != was] == [b"Board 02="]
    assert encode_records(records[:3], "dlm")[1][0].code == "layout-lost"


def test_a_dlm_with_a_gap_and_a_board_over_99():
    data, notes = encode_records(deals(1, 3, 100), "dlm")
    assert codes_and_places(notes) == [
        ("loss", "board-lost", "hand board 100"),
        ("loss", "gap", "board 2"),
    ]
    assert b"\r\nBoard 02=" not in data
    assert b"\r\nChecksum=2\r\n" in data  # three boards, exclusive or 1


def test_a_dlm_has_a_line_for_every_board_except_those_missing_within_its_range():
    data, _ = encode_records([Session(name="Cup"), *deals(1, 3)], "dlm")
    lines = data.decode().split("\r\n")
    assert lines[:10] == [
        "[Document]",
        "Headline=Cup",
        "Status=Show",
        "Duplicates=1",
        "From board=1",
        "To board=3",
        "Next board to duplimate=0",
        "PrintOuts=0",
        "Crypto key=0",
        "Checksum=2",
    ]
    boards = {line[6:8] for line in lines if line.startswith("Board ")}
    assert boards == {f"{board:02}" for board in range(1, 100)} - {"02"}
    assert [n for n in range(1, 100) if f"Duplicates {n:02}=0" in lines] == [*range(1, 100)]
    assert decode_bytes(data, "dlm")[0] == [Session(id=1, name="Cup"), *deals(1, 3)]
    filler = data.replace(b"From board=1", b"From board=4").replace(b"To board=3", b"To board=99")
    suits = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
    one_suit_each = dict(zip(DEALT, suits, strict=True))
    assert hands(filler, "dlm") == [Hand(board=n, **one_suit_each) for n in range(4, 100)]
    assert [note.code for note in decode_bytes(filler, "dlm")[1]] == ["checksum"]


@pytest.mark.parametrize(("low", "high"), [(0, 4), (1, 100), (100, 101), (3, 2)])
def test_a_range_of_a_dlm_is_within_1_to_99(low, high):
    text = sample("dlm").replace(b"From board=1", b"From board=%d" % low)
    with pytest.raises(BadInput, match=f"boards {low} to {high}"):
        decode_bytes(text.replace(b"To board=4", b"To board=%d" % high), "dlm")


def test_only_the_section_document_of_a_dlm_is_read():
    other = b"Headline=No\r\nBoard 01=x\r\n[STARTUP]\r\nHeadline=Nor this\r\n"
    records, notes = decode_bytes(other + sample("dlm"), "dlm")
    assert (records[0].name, notes) == (decode_bytes(sample("dlm"), "dlm")[0][0].name, [])
    assert encode_records(records, "dlm") == (other + sample("dlm"), [])


@pytest.mark.parametrize("headline", [b"", b"  ", b" Cup "])
def test_a_headline_stays_as_it_is_until_it_changes(headline):
    data = b"[Document]\nHeadline=%s\nFrom board=1\nTo board=1\n" % headline
    data += b"Board 01=ofeecnbololjmfiachofacopjd031\n"
    records, _ = decode_bytes(data, "dlm")
    assert records[0].name == (headline.decode().strip() or None)
    assert encode_records(records, "dlm") == (data, [])
    records[0].name = "New"
    assert encode_records(records, "dlm") == (data.replace(b"=%s\n" % headline, b"=New\n", 1), [])


@pytest.mark.parametrize("dropped", [1, 4])
def test_the_text_of_a_dlm_is_not_kept_for_another_range(dropped):
    records = [
        r for r in decode_bytes(sample("dlm"), "dlm")[0] if getattr(r, "board", 0) != dropped
    ]
    data, notes = encode_records(records, "dlm")
    assert [note.code for note in notes] == ["layout-lost"]
    assert hands(data, "dlm") == [r for r in records if isinstance(r, Hand)]


def test_the_text_of_a_dlm_that_lacks_the_line_of_a_board_is_not_kept():
    text = "[Document]\nFrom board=1\nTo board=3\nBoard 01=x\nBoard 03=x\n"
    data, notes = encode_records([Session(id=1, extra={"dlm": text}), *deals(1, 2, 3)], "dlm")
    assert [note.code for note in notes] == ["layout-lost"]
    assert hands(data, "dlm") == deals(1, 2, 3)


@pytest.mark.parametrize("format", MACHINES)
def test_what_is_not_a_whole_deal_is_not_written(format):
    with pytest.raises(DataError, match="no complete deal"):
        encode_records([Hand(board=1, north=DEALT["north"])], format)
    turned = dict(zip(DEALT, reversed(DEALT.values()), strict=True))
    other = [*deals(1), Hand(board=1, section=2, **turned)]
    odd = Hand(board=2, dealer="W", vulnerable="None", **DEALT)
    notes = encode_records([Session(id=1), Session(id=2), *other, odd, Hand(**DEALT)], format)[1]
    assert [note.code for note in notes] == [
        "session-lost",
        "deal-lost",
        "dealer-lost",
        "vulnerability-lost",
        "board-unknown",
    ]


@pytest.mark.parametrize("format", FORMATS)
def test_a_file_without_a_deal_is_bad_input(format):
    with pytest.raises(BadInput):
        decode_bytes(b"[Document]\r\nFrom board=1\r\nTo board=1\r\n", format)


@pytest.mark.parametrize("format", [*FORMATS, "lin"])
def test_a_broken_file_is_read_or_refused(format):
    folder = ROOT / "formats" / format / "samples"
    chance = random.Random(format)
    for path in folder.iterdir():
        for broken in mutations(path.read_bytes(), 150, chance):
            try:
                encode_records(decode_bytes(broken, format)[0], format)
            except BmconvError:
                continue


@pytest.mark.parametrize("format", ["cds", "bhg", "dealcsv"])
def test_board_numbers_are_kept_where_a_file_has_them(format):
    data, notes = encode_records(deals(3, 17), format)
    assert notes == []
    assert [hand.board for hand in hands(data, format)] == [3, 17]


@pytest.mark.parametrize(("format", "highest"), [("cds", 255), ("bhg", 999), ("dealcsv", 9999)])
def test_boards_above_the_highest_number_of_a_format_are_nothing_to_write(format, highest):
    with pytest.raises(DataError, match=f"nothing written: no complete deal.*{format}"):
        encode_records(deals(highest + 1), format)


def test_a_board_number_of_five_digits_is_none_in_a_deal_csv():
    data, _ = encode_records(deals(1), "dealcsv")
    with pytest.raises(BadInput):
        decode_bytes(data.replace(b'"1"', b'"10000"'), "dealcsv")


def test_dealer_and_vulnerability_of_a_deal_csv():
    odd = Hand(board=1, dealer="W", vulnerable="All", **DEALT)
    data, notes = encode_records([odd], "dealcsv")
    assert notes == []
    assert data.endswith(b'"1","W/All"\r\n')
    assert hands(data, "dealcsv") == [odd]


def test_the_tricks_of_gib_lines_are_those_of_another_program():
    folder = SHARED / "samples" / "deals"
    if not folder.is_dir():
        absent(str(folder))
    wanted = decode_bytes((folder / "test.pbn").read_bytes(), "pbn")[0]
    wanted = [record for record in wanted if isinstance(record, (Hand, Evaluation))]
    for evaluation in wanted[1::2]:  # GIB has no par
        evaluation.par_score = evaluation.par_contract = None
    data = (folder / "test.gib.txt").read_bytes()
    assert decode_bytes(data, "gib") == (wanted, [])
    assert encode_records(wanted, "gib") == (data, [])


def test_gib_lines_without_tricks_are_deals():
    line = sample("gib").splitlines()[3] + b"\n"
    assert len(line) == 68
    assert [type(record) for record in decode_bytes(line, "gib")[0]] == [Hand]
    assert encode_records(decode_bytes(line, "gib")[0], "gib")[0] == line


@pytest.mark.parametrize(("tricks", "digit"), [(0, "0"), (13, "D"), (14, ""), (-1, ""), (None, "")])
def test_gib_lines_have_all_numbers_of_tricks_or_none(tricks, digit):
    """Digits come by suit, no trumps first: the declarers East, North, West and South."""
    evaluation = Evaluation(board=1, **dict.fromkeys(TRICK_FIELDS, 7))
    evaluation.north_spades = tricks
    data, notes = encode_records([*deals(1), evaluation], "gib")
    expected = f":67676{digit}" + "67" * 7 if digit else ""
    assert data.decode().strip()[67:] == expected
    assert [note.code for note in notes] == ([] if digit else ["evaluation-lost"])


def test_a_game_with_a_tag_without_a_name_is_left_out_like_others():
    data, notes = encode_records([*deals(1), Game(board=1, tags=[[]])], "dge")
    assert (len(data), notes) == (128, [])
