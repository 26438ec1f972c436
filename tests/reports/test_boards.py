"""Scorecards, travellers and matches have the same figures on a page and in a workbook."""

import re
from typing import Any

from tests.helpers.displayed_tables import (
    Rows,
    named_cells,
    plain_figure,
    plain_figures,
    sheet_lines,
    sheet_rows,
    sheet_tables,
    sheets,
)
from tests.helpers.pages import Page
from tests.helpers.ranked_evenings import EVENTS, ranking_file, write_event


def test_page_and_workbook_have_the_same_scorecards(event):
    page = Page(ranking_file(event, "html").decode())
    sheet = sheet_rows(sheets(ranking_file(event, "xlsx"))["Scorecards"])
    cards = {card_title(table): card_rows(table["rows"]) for table in page.of("plays")}
    assert list(cards) == list(sheet)
    for title, rows in sheet.items():
        for row, line in zip(cards[title], rows, strict=True):
            in_round = [other for other in rows if other["Round"] == line["Round"]]
            opponents = dict.fromkeys(other["Versus"] for other in in_round)
            expected = line | {"Versus": " + ".join(opponents)}
            if "%" in row:
                del expected["MPs"]  # the page has their percentage
            assert row == expected


def card_title(table: dict[str, Any]) -> str:
    """The heading of a card as a workbook has it."""
    place = table["facts"].removesuffix("ranking").strip()
    return "    ".join(filter(None, (table["title"].replace(": ", "  ", 1), place)))


def card_rows(rows: list[list[str]]) -> Rows:
    """The boards of a card, with what the heading of their round says."""
    (_, *header), *lines = rows
    found: Rows = []
    for line in lines:
        if len(line) == 1:
            words = re.fullmatch(
                r"Round (\d+)(?:, (N-S|E-W))?: (?:with .+, )?against (.+)", line[0]
            )
            assert words
            continue
        (row,) = named_cells([["Board", *header], line])
        board, _, side = row["Board"].partition(" ")
        assert bool(side) != bool(words[2])
        row |= {"Round": words[1], "Board": board, "As": (side or words[2]).replace("-", "")}
        found.append(plain_figures(row | {"Versus": words[3]}))
    return found


def test_cards_of_an_individual_name_the_partner_of_each_round(tmp_path):
    event = write_event(EVENTS["individual"](), tmp_path)
    page = Page(ranking_file(event, "html").decode())
    partners = {}
    for row in sheet_lines(sheets(ranking_file(event, "xlsx"))["Results"]):
        for side in (row["N-S"], row["E-W"]):
            one, other = side.split("+")
            turn = row["Round"].partition(".")[0]
            partners |= {(one, turn): other, (other, turn): one}
    named = {}
    for table in page.of("plays"):
        for line in table["rows"]:
            if len(line) == 1:
                words = re.match(r"Round (\d+).*: with (\d+) ", line[0])
                named[table["title"].split()[1].rstrip(":"), words[1]] = words[2]
    assert named == partners


def test_page_and_workbook_have_the_same_travellers(event):
    page = Page(ranking_file(event, "html").decode())
    book = sheets(ranking_file(event, "xlsx"))
    results = [result_line(row) for row in sheet_lines(book["Results"])]
    lines = [line for group in page.groups for line in group_lines(group)]
    assert sorted(map(sorted_items, lines)) == sorted(map(sorted_items, results))
    on_sheet = [
        traveller_line(title, row)
        for title, rows in sheet_rows(book["Travellers"]).items()
        for row in rows
    ]
    for line in lines:
        line.pop("E-W %", None)  # which the sheet of travellers has as matchpoints only
    assert sorted(map(sorted_items, on_sheet)) == sorted(map(sorted_items, lines))


def sorted_items(row: dict[str, str]) -> list[tuple[str, str]]:
    return sorted(row.items())


def result_line(row: dict[str, str]) -> dict[str, str]:
    """A result of a workbook as a traveller of a page has it."""
    kept = ("Section", "Board", "N-S", "E-W", "North - South", "East - West", "By")
    line = {name: row[name] for name in kept if name in row}
    line |= {name: cell for name, cell in row.items() if name.endswith((" %", " IMPs"))}
    if "N-S score" in row:
        assert float(row["N-S score"]) == -float(row["E-W score"])
        line["Score"] = row["N-S score"]
    tricks = int(float(row.get("+/-", 0)))
    contract = f"{row.get('Level', '')[:1]}{row.get('Suit', '')}{row.get('Dbl', '')}"
    contract += f"{tricks:+d}" if tricks else "="
    return line | {"Contract": contract if "Level" in row else in_words(row["Remarks"])}


def traveller_line(title: str, row: dict[str, str]) -> dict[str, str]:
    """A line of a sheet of travellers as a page has it."""
    section, board = re.match(r"Section (\w+), Board (\d+) ", title).groups()
    kept = {"N-S", "E-W", "North - South", "East - West", "By", "N-S %", "N-S IMPs", "E-W IMPs"}
    line = {name: cell for name, cell in row.items() if name in kept}
    if "N-S score" in row:
        line["Score"] = row["N-S score"]
    elif "E-W score" in row:
        line["Score"] = f"-{row['E-W score']}"
    contract = row["Contract"].replace(" ", "") if "By" in row else in_words(row["Contract"])
    return line | {"Section": section, "Board": plain_figure(board), "Contract": contract}


def in_words(remark: str) -> str:
    """What a page has instead of a contract."""
    if found := re.fullmatch(r"(\d+)%-(\d+)%", remark):
        return f"{found[1]} % / {found[2]} %, director"
    return remark.lower()


def group_lines(group: dict[str, Any]) -> Rows:
    """A line for each of some equal results: their common figures, and who had them."""
    header, cells, lines = (
        [text.strip() for text in group[part]] for part in ("header", "cells", "lines")
    )
    (figures,) = named_cells([header, cells])
    assert int(figures.pop("Tables")) == len(lines)
    contract = figures["Contract"]
    if re.match(r"\d(?:NT|\W)", contract):
        figures["Contract"], figures["By"] = contract.split(" ")
    for side in ("N-S", "E-W"):
        if side in figures:
            figures[f"{side} IMPs"] = figures.pop(side)
    board = re.fullmatch(r"Board [A-Z]*(\d+)", group["title"])[1]
    found = []
    for line in lines:
        ns, ew = line.split(" – ")
        section = match[0] if (match := re.match(r"[AB](?=\d)", ns)) else "A"
        row = {**figures, "Section": section, "Board": board}
        for side, numbers, names in (
            (ns, "N-S", "North - South"),
            (ew, "E-W", "East - West"),
        ):
            people = [person.split(" ", 1) for person in side.split(" + ")]
            row[numbers] = "+".join(number.lstrip("AB") for number, _ in people)
            row[names] = " & ".join(name for _, name in people)
        found.append(plain_figures(row))
    return found


def test_matches_board_by_board_have_the_figures_of_both_tables(event):
    page = Page(ranking_file(event, "html").decode())
    book = sheets(ranking_file(event, "xlsx"))
    matches = sheet_tables(book).get("Matches", [])
    results = sheet_lines(book["Results"])
    duels = page.of("duel")
    for duel, match in zip(duels, matches, strict=True):
        home, away = (match[side].partition(".")[0] for side in ("Home", "Away"))
        turn = match["Round"].partition(".")[0]
        units = [u for u in ("IMPs", "VPs", "Points", "to away") if u in match]
        assert duel["title"] == f"Round {turn}: Team {home} – Team {away}"
        facts = dict(fact.rsplit(" ", 1) for fact in duel["facts"].split(", "))
        assert plain_figures(facts) == {unit: match[unit] for unit in units}
        header, *rows = duel["rows"]
        assert header == ["#", f"{home} N-S", f"{away} N-S", home, away, "So far"]
        played = [
            row
            for row in results
            if row["Round"] == match["Round"] and {row["N-S"], row["E-W"]} == teams_of(match)
        ]
        running = 0.0
        for board, *cells in rows:
            tables = [row for row in played if row["Board"] == plain_figure(board)]
            tables.sort(key=lambda row: f"A{row['Table'][0]}" != match["Table"])
            assert len(tables) == 2
            assert [plain_figure(cell) for cell in cells[:4]] == duel_cells(tables)
            points = match_points(tables[0], home=match["Home"])
            assert [plain_figure(cell) for cell in cells[4:6]] == [
                plain_figure(value) if value and value > 0 else "" for value in points
            ]
            running += points[0] or 0
            assert plain_figure(cells[6]) == plain_figure(running)
        if "IMPs" in match:
            assert plain_figure(running) == match["IMPs"]


def duel_cells(tables: Rows) -> list[str]:
    """The results of both tables, that where the home team sat N-S first."""
    wrong = [row.get("Remarks", "").lower() == "wrong direction" for row in tables]
    if all(wrong):
        return [text for row in tables[::-1] for text in table_result(row)]
    cells: list[str] = []
    for row, is_wrong in zip(tables, wrong, strict=True):
        contract, score = table_result(row)
        cells += [f"{contract} (E-W)" if is_wrong else contract, score]
    return cells


def table_result(row: dict[str, str]) -> tuple[str, str]:
    """Contract and declarer, or the remark instead of them, and the score of North-South."""
    line = result_line(row)
    contract = line["Contract"] if "Level" in row else row["Remarks"].lower()
    return f"{contract} {line.get('By', '')}".strip(), line.get("Score", "")


def teams_of(match: dict[str, str]) -> set[str]:
    return {match["Home"], match["Away"]}


def match_points(row: dict[str, str], home: str) -> list[float | None]:
    """The IMPs or points of the home team and the other on a board, by the home table."""
    sides = ("N-S", "E-W") if row["N-S"] == home else ("E-W", "N-S")
    cells = [row.get(f"{side} IMPs") or row.get(f"{side} %") for side in sides]
    share = 1 if "N-S IMPs" in row else 100
    return [None if cell is None else float(cell) / share for cell in cells]


def test_the_cross_table_has_the_points_of_the_matches(event):
    page = Page(ranking_file(event, "html").decode())
    matches = sheet_tables(sheets(ranking_file(event, "xlsx"))).get("Matches", [])
    points = {}
    for match in matches:
        home, away = match["Home"], match["Away"]
        points[home, away] = match.get("VPs") or match["Points"]
        points[away, home] = match["to away"]
    cells = {}
    for table in page.of("cross"):
        (_, *others), *rows = table["rows"]
        for team, *row in rows:
            for other, cell in zip(others, row, strict=True):
                assert (cell == "–") == (team == other)
                cells[plain_figure(team), plain_figure(other)] = plain_figure(cell)
    assert {pair: cell for pair, cell in cells.items() if cell != "–"} == points
