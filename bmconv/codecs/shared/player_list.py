"""Player lists in any file format: the names of their columns, and their rows."""

import unicodedata
from collections.abc import Sequence

from bmconv.codecs import Option
from bmconv.errors import Flag, Wording
from bmconv.notes import Notes
from bmconv.records import Player

_COLUMNS = {
    "first_name": "firstname first givenname forename vorname voornaam prenom fornamn fornavn imie "
    "keresztnev etunimi",
    "last_name": "lastname last surname familyname familienname nachname achternaam nom efternamn "
    "efternavn etternavn nazwisko prijmeni priezvisko vezeteknev sukunimi cognome apellido "
    "apellidos sobrenome",
    "number": "playernumber number playerno no nr playerid id membernumber memberno memberid "
    "membership membershipnumber acbl acblnumber acblno ebu ebunumber ebuno wbf wbfid "
    "nationalnumber nationalid mitgliedsnummer mitgliedsnr spielernummer spielernr dbvnr dbvnummer "
    "bondsnummer bondsnr nbbnummer lidnummer lidnr spelersnummer licence license licencenumber "
    "numero numerolicence nolicence nlicence medlemsnummer medlemsnr medlemsid mid numer "
    "spillernummer numerpzbs pid cislo registracnicislo tessera codice codicefigb",
    "name": "name fullname playername player naam namn navn nome nombre jmeno meno nev nimi",
    "country": "country countrycode nationality land pays",
    "club_id": "club clubid clubnumber",
}
_FIELD_OF = {word: field for field, words in _COLUMNS.items() for word in words.split()}
_EITHER = {"name", "naam", "namn", "navn", "nome", "nombre", "jmeno", "meno", "nev", "nimi"}
"""A full name, unless another column has the first or the last name: then it is the other one."""


def _plain(cell: str) -> str:
    """The letters of a word, without accents."""
    letters = unicodedata.normalize("NFKD", cell.lower())
    return "".join(c for c in letters if c.isalpha())


def columns_of(header: Sequence[str]) -> list[str | None]:
    """The field of each column, None if unknown; empty unless at least two columns are known."""
    words = [_plain(cell) for cell in header]
    fields = [_FIELD_OF.get(word) for word in words]
    for half, other in (("first_name", "last_name"), ("last_name", "first_name")):
        if half in fields and other not in fields:
            fields = [
                other if word in _EITHER else field
                for word, field in zip(words, fields, strict=True)
            ]
    known = [field for field in fields if field]
    if len(known) < min(2, len(header)) or len(set(known)) < len(known):
        return []
    return fields


_KEEP = Wording(Flag("extra"), " keeps them")
EXTRA = Option("extra", "keep columns that are not fields of a player, in extra", False, reads=True)
"""For readers of player lists: columns such as telephone numbers are kept only on request."""


class PlayerList:
    """The columns of a player list, and the player numbers seen so far."""

    def __init__(
        self, columns: Sequence[str | None], header: Sequence[str], extra: bool, notes: Notes
    ) -> None:
        self.columns, self.header, self.extra, self.notes = columns, header, extra, notes
        self.seen: set[str] = set()

    def player(self, cells: Sequence[str], where: str) -> Player:
        """The player in a row; unknown columns are left out or kept in `extra`."""
        values: dict[str, str] = {}
        extra: dict[str, str] = {}
        for at, (field, cell) in enumerate(zip(self.columns, cells, strict=False)):
            if cell and field:
                values[field] = cell
            elif cell:
                extra[self.header[at].strip() or f"column {at + 1}"] = cell
        if not self.extra:
            for name in extra:
                text, what = "left out: not a field of a player", f"{name} value{{s}}"
                self.notes.loss("column-left-out", where, text, what=what, hint=_KEEP)
            extra = {}
        number = values.get("number")
        if number is None:
            self.notes.repair("no-number", where, "player{s} without a number")
        elif number in self.seen:
            text = "player number{s} given again"
            self.notes.repair("duplicate-number", f"{where}: {number}", text)
        else:
            self.seen.add(number)
        return Player(**values, extra=extra or None)  # type: ignore[arg-type]
