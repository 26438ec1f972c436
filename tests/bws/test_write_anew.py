"""A database of another engine that lacks what the guide asks for, written anew."""

from pathlib import Path

from tests.helpers.guide_files import Rows, guide_file, two_sections
from tests.helpers.jet_judges import jackcess
from tests.helpers.running import quick


def read_by_jackcess(path: Path) -> dict[str, Rows]:
    (verdict,) = jackcess(f"read={path}")
    return {
        name: [
            dict(zip([c["name"] for c in table["columns"]], row, strict=True))
            for row in table["rows"]
        ]
        for name, table in verdict["tables"].items()
    }


def test_cells_and_tables_that_the_guide_asks_for_are_filled(shared: Path, tmp_path: Path) -> None:
    tables = two_sections()
    tables["Clients"] = []
    tables["Session"][0] |= {"Status": None}
    tables["RoundData"][0] |= {"EWPair": None, "LowBoard": None, "HighBoard": None}
    tables["Settings"] = [{"Section": 1, "IntermediateResults": True, "BM2RecordBidding": True,
                           "BM2RecordPlay": False}]  # fmt: skip
    for row in tables["Tables"]:
        row["ComputerID"] = 0
    path, new = guide_file(tmp_path / "g.bws", shared, tables), tmp_path / "h.bws"
    words = ("--to-opt", "write_tables=needed", "--to-opt", "computer=DESK")
    assert quick("convert", path, new, *words, "-q").code == 0
    cells = read_by_jackcess(new)
    assert [row["Status"] for row in cells["Session"]] == [0]
    assert (cells["RoundData"][0]["NSPair"], cells["RoundData"][0]["EWPair"]) == (1, 0)
    assert cells["Clients"] == [{"ID": 1, "Computer": "DESK"}]
    assert {row["ComputerID"] for row in cells["Tables"]} == {1}
    assert {"IntermediateData", "BiddingData", "PlayData"} & {*cells} == {
        "IntermediateData",
        "BiddingData",
    }


def test_the_pair_that_declares_is_filled_in(shared: Path, tmp_path: Path) -> None:
    tables = two_sections()
    place = {"Section": 1, "Table": 2, "Round": 1, "Board": 5, "PairNS": 2, "PairEW": 12}
    tables["ReceivedData"] = [{"ID": 1, **place, "NS/EW": "W", "Contract": "4 S", "Result": "="}]
    path, new = guide_file(tmp_path / "g.bws", shared, tables), tmp_path / "h.bws"
    assert quick("convert", path, new).code == 0
    assert [row["Declarer"] for row in read_by_jackcess(new)["ReceivedData"]] == [12]
