"""The settings and limits of the terminals are those of the developer's guide."""

import re

from bmconv.rules.settings import COLUMNS, name_as_in_guide, setting
from bmconv.rules.terminals import LIMITS


def test_a_setting_is_found_in_any_case():
    for name in ("BM3ViewHandRecord", "BM3ViewHandrecord", "bm3viewhandrecord"):
        assert setting(name).name == "BM3ViewHandrecord"
    assert setting("TabletsMove") is None
    assert name_as_in_guide({"groupsections": 1, "TabletsMove": 2}) == {
        "GroupSections": 1,
        "TabletsMove": 2,
    }


def test_there_are_74_settings_each_with_a_default_of_its_own_kind_and_range():
    assert len(COLUMNS) == len({s.name.lower() for s in COLUMNS}) == 74
    for each in COLUMNS:
        if each.kind == "int":
            assert each.default in each.values, each
        else:
            assert not each.values, each
        assert (each.kind == "text") == bool(each.size), each


def test_global_settings_are_the_three_of_the_guide():
    names = {s.name for s in COLUMNS if s.everywhere}
    assert names == {"AutoShutDownBPC", "GroupSections", "MaximumResults"}


def test_names_kinds_sizes_defaults_and_order_are_those_of_the_table_layout(shared):
    guide = next((shared / "seeds").glob("000*"))
    part = guide.read_text("utf-8").split("Table Settings\n", 1)[1].split("Table BiddingData")[0]
    rows = [[c.strip() for c in line.strip("| ").split("|")] for line in part.splitlines()]
    rows = [r for r in rows if len(r) > 3 and re.fullmatch(r"[A-Z]\w+", r[0]) and r[0] != "Section"]
    said = [(row[0], row[1], "4" in row[2:-1], row[-1].strip('" ')) for row in rows]
    kinds = {"bool": "true/false", "int": "integer", "text": "text"}
    ours = [(s.name, kinds[s.kind], s.size == 4, str(s.default).lower()) for s in COLUMNS]
    assert ours == [(n, k, z, d.lower()) for n, k, z, d in said]


def test_the_formula_of_rounds_and_boards_by_terminal():
    assert [limits.formula() for limits in LIMITS.values()] == [
        "3R + 4B <= 479",
        "R + B <= 256",
        "R + B <= 256",
    ]
    assert LIMITS["pro"].weight(27, 54) == 297
    assert LIMITS["bm2"].weight(27, 54) == 81


def test_tables_per_section_shrink_with_the_number_of_sections_on_the_pro():
    pro, bm2 = LIMITS["pro"], LIMITS["bm2"]
    assert [pro.tables_per_section(n) for n in (1, 2, 3, 4, 5, 8, 9, 16, 17, 26, 30)] == [
        *(128, 128, 64, 64, 32, 32, 16, 16, 8, 8, 8)
    ]
    assert bm2.tables_per_section(78) == 256
