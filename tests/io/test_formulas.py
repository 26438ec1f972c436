"""Text that a spreadsheet would evaluate gets an apostrophe, which reading takes away again."""

import pytest

from bmconv.io.formulas import guard, without_guard


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        *((f"{first}1", f"'{first}1") for first in "=+-@\t\r\n"),
        ("Berg", "Berg"),
        ("O'Neil", "O'Neil"),
        ("'t Hart", "'t Hart"),  # an apostrophe alone is not a guard
        ("'=1", "''=1"),  # it would be taken for one
        ("''+1", "'''+1"),
        ("1=1", "1=1"),
        ("'", "'"),
        ("", ""),
    ],
)
def test_text_that_is_evaluated_or_looks_guarded_gets_one_apostrophe(text, cell):
    assert guard(text) == cell
    assert without_guard(cell) == text


def test_no_text_is_an_empty_cell():
    assert guard(None) == ""


def test_a_formula_that_nobody_guarded_is_read_as_it_is():
    assert without_guard("=1") == "=1"
