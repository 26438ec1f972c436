"""Player lists in any file format: the names of their columns, and their rows."""

import unicodedata
from collections.abc import Sequence

from bmconv.codecs import Option
from bmconv.errors import Flag, UsageError, Wording
from bmconv.notes import Notes
from bmconv.records import Player

_FIELDS = ("first_name", "last_name", "number", "name")
_HEADERS = {
    "English": (
        "firstname first givenname forename",
        "lastname last surname familyname",
        "playernumber number playerno no nr playerid id membernumber memberno memberid membership "
        "membershipnumber licence license licencenumber licensenumber nationalnumber nationalid",
        "name fullname playername player",
    ),
    "German": (
        "vorname rufname",
        "nachname familienname zuname",
        "nummer mitgliedsnummer mitgliedsnr mitgliednr spielernummer spielernr lizenz lizenznummer",
        "spieler spielername",
    ),
    "Dutch": (
        "voornaam roepnaam",
        "achternaam familienaam",
        "nummer lidnummer lidnr spelersnummer spelernummer spelernr bondsnummer bondsnr",
        "naam speler spelernaam",
    ),
    "French": (
        "prenom",
        "nom nomdefamille",
        "numero n nolicence nlicence numerolicence numerodelicence numlicence",
        "joueur nomcomplet",
    ),
    "Spanish": ("nombredepila", "apellido apellidos", "numero socio licencia", "nombre jugador"),
    "Portuguese": ("primeironome", "apelido sobrenome", "numero socio licenca", "nome jogador"),
    "Italian": ("nomedibattesimo", "cognome", "numero tessera codice numerotessera", "giocatore"),
    "Swedish": ("fornamn", "efternamn", "medlemsnummer medlemsnr medlemsid nummer", "namn spelare"),
    "Norwegian": ("fornavn", "etternavn", "spillernummer medlemsnummer nummer", "navn spiller"),
    "Danish": ("fornavn", "efternavn", "medlemsnummer medlemsnr nummer dbfnummer", "navn spiller"),
    "Finnish": ("etunimi", "sukunimi", "numero jasennumero pelaajanumero", "nimi pelaaja"),
    "Icelandic": ("fornafn", "eftirnafn", "numer felagsnumer", "nafn spilari"),
    "Polish": ("imie", "nazwisko", "numer nrlegitymacji numerlegitymacji", "zawodnik gracz"),
    "Czech": ("krestni krestnijmeno", "prijmeni", "cislo registracnicislo", "jmeno hrac"),
    "Slovak": ("krstnemeno", "priezvisko", "cislo registracnecislo", "meno"),
    "Hungarian": ("keresztnev utonev", "vezeteknev csaladnev", "szam igazolvanyszam", "nev"),
    "Romanian": ("prenume", "numedefamilie", "numar legitimatie", "nume jucator"),
    "Croatian": ("ime", "prezime", "broj", "igrac"),
    "Turkish": ("ad adi", "soyad soyadi", "numara lisansno lisans", "adsoyad oyuncu"),
    "federations": (
        "",
        "",
        "acbl acblnumber acblno ebu ebunumber ebuno wbf wbfid dbvnr dbvnummer nbbnummer mid pid "
        "numerpzbs codicefigb",
        "",
    ),
}
"""Words for first name, last name, number and full name, reduced to letters without accents."""
_FIELD_OF = {
    **{
        word: field
        for texts in _HEADERS.values()
        for field, words in zip(_FIELDS, texts, strict=True)
        for word in words.split()
    },
    **dict.fromkeys(["country", "countrycode", "nationality", "land", "pays", "pais"], "country"),
    **dict.fromkeys(["club", "clubid", "clubnumber"], "club_id"),
}
_EITHER = {
    "name",
    "naam",
    "namn",
    "navn",
    "nome",
    "nombre",
    "jmeno",
    "meno",
    "nev",
    "nimi",
    "nafn",
    "nume",
}
"""Words for a full name; beside a column of first names, for the last name, and vice versa."""


def _plain(cell: str) -> str:
    """The letters of a word in lower case, without accents."""
    letters = unicodedata.normalize("NFKD", cell.lower().replace("ı", "i"))
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


def parse_columns(text: str) -> list[str | None]:
    """The fields of columns from an option such as `number,,name`; None for an empty word."""
    words = text.split(",") if text else []
    fields = [_FIELD_OF.get(_plain(word)) for word in words]
    known = [field for field in fields if field]
    unknown = [
        word for word, field in zip(words, fields, strict=True) if word.strip() and not field
    ]
    if unknown or len(set(known)) < len(known):
        problem = f"no column {unknown[0].strip()!r}" if unknown else "a column appears twice"
        expected = "first_name, last_name, number, name, country or club_id"
        raise UsageError(Wording(Flag("columns", text), f": {problem}; expected {expected}"))
    return fields


_KEEP = Wording(Flag("extra"), " keeps {it|them}")
EXTRA = Option(
    "extra", "keep columns that are not player fields; they go into extra", False, reads=True
)
"""For readers of player lists: columns such as telephone numbers are kept only on request."""


class PlayerList:
    """The columns of a player list, and the player numbers seen so far."""

    def __init__(
        self, columns: Sequence[str | None], header: Sequence[str], notes: Notes, *, extra: bool
    ) -> None:
        self.columns, self.header, self.extra, self.notes = columns, header, extra, notes
        self.seen: set[str] = set()

    def player(self, cells: Sequence[str], place: str) -> Player:
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
                text, subject = "left out: not a field of a player", f"{name} value{{s}}"
                self.notes.loss("column-left-out", place, text, what=subject, hint=_KEEP)
            extra = {}
        number = values.get("number")
        if number is None:
            self.notes.repair("no-number", place, "player{s} without a number")
        elif number in self.seen:
            text = "repeated player number{s}"
            self.notes.repair("duplicate-number", f"{place}: {number}", text)
        else:
            self.seen.add(number)
        return Player(**values, extra=extra or None)  # type: ignore[arg-type]
