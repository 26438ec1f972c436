"""The catalogues: complete, with the same placeholders, and read as gettext reads them."""

import re
import shutil
import subprocess
import zipfile
from gettext import GNUTranslations
from io import BytesIO

import pytest

from bmconv.errors import UsageError
from bmconv.reports.catalogues import NAMES, compile_catalogue, entries, po_file
from bmconv.reports.language import chosen_language, language_of
from tests.helpers.running import absent, quick, samples
from tests.tools.catalogues import forms, message_of, messages, missing, translations, updated

CODES = [code for code in NAMES if code != "en"]
CELL = 11
"""The most characters of a word at the head of a narrow column."""
NARROW = ("Place", "Round", "Table", "Board", "By", "Lead", "Score", "N-S", "E-W", "Max", "Dbl")


@pytest.mark.parametrize("code", CODES)
def test_every_message_is_translated(code):
    assert missing(code) == []


@pytest.mark.parametrize("code", CODES)
def test_an_update_without_new_messages_changes_no_catalogue(code):
    assert updated(code) == po_file(code).read_text(encoding="utf-8")


@pytest.mark.parametrize("code", CODES)
def test_placeholders_and_spaces_are_those_of_the_message(code):
    for message, entry in translations(code).items():
        for at, text in enumerate(forms(entry)):
            original = message.plural if at and message.plural else message.text
            assert marks(text) == marks(original), text
            if not message.context:
                assert (text[0] == " ", text[-1] == " ") == (
                    original[0] == " ", original[-1] == " "
                ), text  # fmt: skip


def marks(text: str) -> list[str]:
    """The placeholders of a text, whatever their format."""
    return sorted(re.findall(r"\{(\w+)", text)) + sorted(re.findall("&[APN]", text))


@pytest.mark.parametrize("code", CODES)
def test_plural_forms_are_there(code):
    head, *rest = entries(po_file(code).read_text(encoding="utf-8"))
    count = int(re.findall(r"nplurals=(\d)", head["msgstr"])[0])
    wanted = {1: {"msgstr"}, count: {f"msgstr[{at}]" for at in range(count)}}
    for entry in rest:
        fields = {name for name in entry if name.startswith("msgstr")}
        assert fields == wanted[count if message_of(entry).plural else 1]


@pytest.mark.parametrize("code", CODES)
def test_heads_of_narrow_columns_are_short(code):
    words = {m.text: forms(entry)[0] for m, entry in translations(code).items()}
    assert {word: words[word] for word in NARROW if len(words[word]) > CELL} == {}


@pytest.mark.parametrize("code", CODES)
def test_a_catalogue_says_that_nobody_has_reviewed_it(code):
    assert "No speaker of this language has reviewed" in po_file(code).read_text(encoding="utf-8")


@pytest.mark.parametrize("code", CODES)
def test_msgfmt_compiles_the_same_messages(code, tmp_path):
    if not shutil.which("msgfmt"):
        absent("msgfmt")
    subprocess.run(["msgfmt", "--check", po_file(code), "-o", tmp_path / "x.mo"], check=True)
    theirs = GNUTranslations(BytesIO((tmp_path / "x.mo").read_bytes()))
    ours = GNUTranslations(BytesIO(compile_catalogue(po_file(code).read_text(encoding="utf-8"))))
    for message in messages():
        for count in (1, 2, 5, 22):
            assert [translate(catalogue, message, count) for catalogue in (ours, theirs)] == [
                translate(theirs, message, count)
            ] * 2


def translate(catalogue, message, count):
    if message.plural:
        return catalogue.ngettext(message.text, message.plural, count)
    if message.context:
        return catalogue.pgettext(message.context, message.text)
    return catalogue.gettext(message.text)


@pytest.mark.parametrize(
    ("code", "number", "notrump", "honours"),
    [
        ("nl", "55,44", "SA", "AHVB"),
        ("de", "55,44", "SA", "AKDB"),
        ("fr", "55,44", "SA", "ARDV"),
        ("it", "55,44", "SA", "ARDF"),
        ("pl", "55,44", "BA", "AKDW"),
        ("pt", "55,44", "ST", "ARDV"),
        ("da", "55,44", "UT", "EKDB"),
        ("sv", "55,44", "NT", "EKDKn"),
        ("en", "55.44", "NT", "AKQJ"),
    ],
)
def test_numbers_strains_and_cards_as_players_write_them(code, number, notrump, honours):
    language = chosen_language(code)
    assert language.number(55.44) == number
    assert language.strain("NT", symbols=True) == notrump
    assert language.ranks("AKQJ") == honours


def test_polish_has_three_plural_forms():
    texts = [
        language_of("pl").ngettext("{count} board", "{count} boards", n).format(count=n)
        for n in (1, 3, 5, 12, 22)
    ]
    assert texts == ["1 rozdanie", "3 rozdania", "5 rozdań", "12 rozdań", "22 rozdania"]


def test_the_code_of_a_system_and_one_that_nobody_knows():
    assert language_of("nl_NL.UTF-8").code == "nl"
    assert language_of("no_NO").code == "nb"
    assert language_of("C.UTF-8").code == "en"
    with pytest.raises(UsageError, match="no language 'xx'"):
        chosen_language("xx")


def test_the_language_of_a_report_of_a_page_and_of_a_club(tmp_path):
    folder = samples(tmp_path)
    night, club = str(folder / "night.bws"), folder / "club.toml"
    club.write_text('club_name = "Oak"\nlanguage = "de"\n')
    report = folder / "night.txt"
    assert quick("rank", night, "--language", "nl", "-o", str(report)).code == 0
    assert "Spel 1  Gever N  Kwetsbaar Niemand" in report.read_text(encoding="utf-8")
    assert quick("rank", night, "--language", "fr", "-o", str(folder / "n.html")).code == 0
    assert '<html lang="fr">' in (folder / "n.html").read_text(encoding="utf-8")
    book = folder / "n.xlsx"
    assert quick("rank", night, "--club", str(club), "-o", str(book)).code == 0
    assert b"Rangliste" in zipfile.ZipFile(book).read("xl/workbook.xml")
    public = folder / "public"
    assert quick("publish", night, "--club", str(club), "--out", str(public)).code == 0
    assert '<html lang="de">' in (public / "night.html").read_text(encoding="utf-8")
    done = quick("rank", night, "--language", "nl", "-o", str(folder / "night.csv"))
    assert (done.code, "--language needs a report" in done.err) == (2, True)
