"""Valid text is converted to one spelling; invalid text is kept with a note.

Places are passed as functions because they are needed only for notes and slow to build.
"""

from collections.abc import Callable

from bmconv.bridge.boards import SIDES
from bmconv.bridge.cards import CARDS, spell_card
from bmconv.bridge.contracts import CONTRACTS, USUAL_TRICKS, spell_contract, spell_tricks
from bmconv.bridge.outcomes import spell_remark
from bmconv.notes import Notes
from bmconv.records import Result

_GUID_FORM = str.maketrans("", "", "{}()- ")


def tidy(result: Result, place: Callable[[], str], notes: Notes) -> None:
    """Convert the text fields of a result to their standard spelling, which most have already."""
    if (text := result.contract) and text not in CONTRACTS:
        result.contract = spell_contract(text) or _kept(text, "contract", place, notes)
    if (text := result.result) and text not in USUAL_TRICKS:
        result.result = spell_tricks(text) or _kept(text, "result", place, notes)
    if (text := result.lead_card) and text not in CARDS:
        result.lead_card = spell_card(text) or _kept(text, "lead card", place, notes)
    if text := result.remarks:
        result.remarks = spell_remark(text)
    if (text := result.declarer) and text not in SIDES:
        result.declarer = direction(text, place, notes)


def direction(text: str, place: Callable[[], str], notes: Notes) -> str:
    """A seat or a side in upper case."""
    return text.upper() if text.upper() in SIDES else _kept(text, "direction", place, notes)


def guid(text: str, place: Callable[[], str], notes: Notes) -> str:
    """A GUID as 32 upper-case digits, without braces and dashes."""
    digits = text.translate(_GUID_FORM).upper()
    if len(digits) != 32 or set(digits) - set("0123456789ABCDEF"):
        return _kept(text, "guid", place, notes)
    if digits != text:
        notes.repair("guid-form", f"{place()}: {text}", "guid{s} written without braces and dashes")
    return digits


def _kept(text: str, what: str, place: Callable[[], str], notes: Notes) -> str:
    code = f"odd-{what.replace(' ', '-')}"
    notes.repair(code, f"{place()}: {text!r}", f"{what}{{s}} kept as written: not understood")
    return text
