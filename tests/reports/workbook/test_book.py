"""The look of a workbook's cells, read by openpyxl."""

from openpyxl import load_workbook

from tests.helpers.running import ROOT, quick


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
