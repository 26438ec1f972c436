"""PINs, licence keys and passwords are kept in the data but never printed."""

import json

import pytest

from bmconv.masking import is_secret, mask, mask_address, mask_text
from tests.helpers.running import quick


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        ("BM2PINcode", True),
        ("BM3PinCode", True),
        ("LicenceKey", True),
        ("license_key", True),
        ("custom_Password", True),
        ("BM2Ranking", False),
        ("shipping", False),
        ("contract", False),
    ],
)
def test_a_value_is_secret_by_its_name(name, secret):
    assert is_secret(name) is secret


def test_secrets_are_masked_at_any_depth():
    value = {"values": {"BM2PINcode": "1234", "ShowResults": True}, "fields": [{"Password": "x"}]}
    assert mask(value) == {
        "values": {"BM2PINcode": "***", "ShowResults": True},
        "fields": [{"Password": "***"}],
    }
    assert mask(("1234", None), "BM2PINcode") == ("***", None)
    assert mask("4 S", "contract") == "4 S"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("http://ann:pw@host:5079: no answer", "http://***@host:5079: no answer"),
        ("https://token@host/path", "https://***@host/path"),
        ("postgresql://ann:p@w/x@host/db", "postgresql://ann:***@host/db"),
        ("postgresql://:p@w@host/db", "postgresql://***@host/db"),
        ("postgres://ann@host/db: no answer", "postgres://ann@host/db: no answer"),
        ("--db postgresql://USER@HOST/NAME", "--db postgresql://USER@HOST/NAME"),
        ("'ann:pw@host'", "'ann:***@host'"),
        ("settings.BM2PINcode=1234: no", "settings.BM2PINcode=***: no"),
        ("host=db password=pw user=ann", "host=db password=*** user=ann"),
        ("seat A5 N: mail ann@host", "seat A5 N: mail ann@host"),
    ],
)
def test_passwords_in_messages_are_masked(text, masked):
    assert mask_text(text) == masked


@pytest.mark.parametrize(
    ("url", "masked"),
    [
        ("http://ann:p w@host:5079/x", "http://***@host:5079/x"),
        ("http://ann:p@w#'x@host", "http://***@host"),
        ("ann:p w@host", "***@host"),
        ("http://host:5079", "http://host:5079"),
    ],
)
def test_the_login_in_an_address_is_masked_whatever_its_password(url, masked):
    assert mask_address(url) == masked


@pytest.mark.parametrize("character", [*" #?/@'", "%20"])
@pytest.mark.parametrize("scheme", ["postgresql", "mysql"])
def test_a_database_with_a_password_is_refused_without_printing_it(scheme, character, tmp_path):
    url = f"{scheme}://ann:se{character}cret@localhost:1/x"
    done = quick("export", tmp_path, "--to", "sql", "--db", url)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "cret" not in done.err


def settings(pin):
    return json.dumps({"type": "settings", "section": 1, "values": {"BM2PINcode": pin}}) + "\n"


def test_diff_masks_pins(tmp_path):
    a, b = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    a.write_text(settings("4711"))
    b.write_text(settings("4712"))
    done = quick("diff", a, b)
    assert done.code == 1
    assert b'BM2PINcode "***" -> "***"' in done.out
    as_json = quick("diff", "--json", a, b)
    b.write_text('{"type":"session","id":1}\n')
    removed = quick("diff", a, f"records:{b}")
    for output in (done.out, as_json.out, removed.out):
        assert b"471" not in output
        assert b"***" in output


def test_apply_masks_a_new_pin(tmp_path):
    night = tmp_path / "night.bws"
    section = '{"type":"section","id":1,"letter":"A"}\n{"type":"table","section":1,"table":1}\n'
    assert quick("to", "bws", "-o", night, stdin=(section + settings("4711")).encode()).code == 0
    for words in ([], ["--json"]):
        done = quick("bws", "apply", night, "--dry-run", *words, stdin=settings("4712").encode())
        assert b"BM2PINcode" in done.out, done
        assert b"471" not in done.out


def test_findings_about_a_pin_do_not_contain_it():
    dto = {"SessionGuid": "A" * 32, "SectionLetters": "A", "BM2PINcode": "47115"}
    done = quick("connector", "validate", stdin=json.dumps([dto]).encode())
    assert b"BM2PINcode" in done.out
    assert b"4711" not in done.out
    check = quick("check", stdin=settings("47115").encode())
    assert b"4711" not in check.out + check.err.encode()


def test_a_licence_key_can_come_from_the_environment(monkeypatch):
    monkeypatch.setenv("BMCONV_LICENCE_KEY", "key")
    call = '{"type":"td_call","section":1,"table":1,"round":1,"status":1}\n'
    words = ("--kind", "td-calls", "--envelope", "--session-guid", "A" * 32)
    done = quick("to", "dto", *words, stdin=call.encode())
    assert json.loads(done.out)["LicenceKey"] == "key"
    named = quick("to", "dto", *words, "--licence-key", "own", stdin=call.encode())
    assert json.loads(named.out)["LicenceKey"] == "own"
    wrapped = quick("connector", "wrap", "--command", "PollQueueForNewResults")
    assert json.loads(wrapped.out)["LicenceKey"] == "key"


def test_a_note_about_a_pin_of_a_wrong_type_does_not_contain_it(tmp_path):
    for pin in (1234, True):
        line = json.dumps({"type": "settings", "values": {"BM2PINcode": pin}}).encode()
        done = quick("to", "bws", "-o", tmp_path / "x.bws", stdin=line)
        assert ("BM2PINcode" in done.err, "1234" in done.err) == (True, False)
