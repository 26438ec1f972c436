"""The look of a workbook's cells, read by openpyxl."""

from openpyxl import load_workbook

from bmconv.io.stream import encode_lines
from bmconv.records import Section
from tests.helpers.running import ROOT, quick
from tests.helpers.sessions import result_with_score


def test_a_thin_line_is_below_each_line_of_a_traveller_and_nowhere_else(tmp_path):
    night = ROOT / "formats" / "bws" / "samples" / "night.bws"
    assert quick("rank", night, "-o", tmp_path / "night.xlsx").code == 0
    book = load_workbook(tmp_path / "night.xlsx")
    lined = {
        sheet.title: {cell.row for row in sheet for cell in row if cell.border.bottom.style}
        for sheet in book
    }
    scores = {cell.row for cell in book["Travellers"]["A"] if isinstance(cell.value, int)}
    assert len(scores) == 18
    assert lined["Travellers"] == scores
    assert not lined["Ranking"] | lined["Results"]


def test_the_shares_of_a_board_have_six_places(tmp_path):
    """Four scores: 6, 4, 2 and 0 of 6 matchpoints."""
    evening = [Section(id=1, letter="A", winners=2)]
    evening += [
        result_with_score(1, pair, pair, 100 * pair, table=pair, round=1) for pair in (1, 2, 3, 4)
    ]
    (tmp_path / "night.jsonl").write_bytes(b"".join(encode_lines(evening)))
    assert quick("rank", tmp_path / "night.jsonl", "-o", tmp_path / "night.xlsx").code == 0
    sheet = load_workbook(tmp_path / "night.xlsx")["Travellers"]
    shares = {cell.value for row in sheet for cell in row if cell.number_format.endswith("%")}
    assert shares == {1, 0.666667, 0.333333, 0}
