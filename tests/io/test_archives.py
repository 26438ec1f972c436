"""Files inside archives are read in place, and an archive made to do harm is refused."""

import gzip
import io
import json
import os
import tarfile
import zipfile
from email.message import EmailMessage

import pytest

import bmconv
from bmconv.errors import BadInput
from bmconv.io import archives
from bmconv.io.archives import member_names
from tests.helpers.running import ROOT, quick

SAMPLES = ROOT / "formats"
NIGHT = (SAMPLES / "bws/samples/night.bws").read_bytes()
HANDS = (SAMPLES / "pbn/samples/hands.pbn").read_bytes()


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def tarred(files: dict[str, bytes], mode: str) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return made.getvalue()


def mailed(files: dict[str, bytes]) -> bytes:
    mail = EmailMessage()
    mail["Subject"] = "Results"
    mail.set_content("Here they are.")
    for name, data in files.items():
        mail.add_attachment(data, "application", "octet-stream", filename=name)
    return mail.as_bytes()


FILES = {"night.bws": NIGHT, "hands.pbn": HANDS}
KINDS = {
    "a.zip": zipped(FILES),
    "A.ZIP": zipped(FILES, zipfile.ZIP_STORED),
    "a.tar": tarred(FILES, "w"),
    "a.tar.gz": tarred(FILES, "w:gz"),
    "a.tgz": tarred(FILES, "w:gz"),
    "a.eml": mailed(FILES),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_file_in_an_archive_reads_as_the_file_itself(name, tmp_path):
    path = tmp_path / name
    path.write_bytes(KINDS[name])
    assert member_names(str(path)) == ["night.bws", "hands.pbn"]
    plain = bmconv.read(SAMPLES / "bws/samples/night.bws")
    assert list(bmconv.read(f"{path}#night.bws")) == list(plain)
    assert quick("rank", f"{path}#night.bws").out == quick("rank", stdin=NIGHT).out


@pytest.mark.parametrize("separator", ["/", "\\"])
def test_folders_in_an_archive_are_named_as_the_system_separates_them(
    separator, tmp_path, monkeypatch
):
    (tmp_path / "mail.zip").write_bytes(zipped({"sub/old.bws": NIGHT, "hands.pbn": HANDS}))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "sep", separator)
    assert quick("rank", f"mail.zip#sub{separator}old.bws").out == quick("rank", stdin=NIGHT).out


@pytest.mark.parametrize("between", ["/", ":", ":/"])
def test_a_member_named_like_a_file_in_a_folder_is_named(between, tmp_path):
    (tmp_path / "z.zip").write_bytes(zipped({"2026/night.bws": NIGHT}))
    path = f"{tmp_path}/z.zip"
    hint = f"; a file in an archive is {path}#2026/night.bws\n"
    done = quick("rank", f"{path}{between}2026/night.bws")
    assert (done.code, done.err.endswith(hint)) == (4, True)


def test_a_compressed_file_and_an_archive_of_one_file_need_no_name(tmp_path):
    (tmp_path / "night.bws.gz").write_bytes(gzip.compress(NIGHT))
    (tmp_path / "one.zip").write_bytes(zipped({"deep/er/night.bws": NIGHT}))
    for name in ("night.bws.gz", "one.zip"):
        assert quick("rank", tmp_path / name).out == quick("rank", stdin=NIGHT).out


def test_archives_in_a_mail_are_looked_into(tmp_path):
    path = tmp_path / "mail.eml"
    path.write_bytes(mailed({"two.zip": zipped(FILES), "note.txt": b"hello"}))
    assert member_names(str(path)) == ["two.zip#night.bws", "two.zip#hands.pbn", "note.txt"]
    assert quick("rank", f"{path}#two.zip#night.bws").out == quick("rank", stdin=NIGHT).out


def test_info_lists_what_is_in_an_archive(tmp_path):
    path = tmp_path / "mail.zip"
    path.write_bytes(zipped(FILES))
    found = json.loads(quick("info", "--json", path).out)
    assert [(f["file"], f["format"]) for f in found] == [
        (f"{path}#night.bws", "bws"),
        (f"{path}#hands.pbn", "pbn"),
    ]


def test_a_name_that_is_missing_is_told_with_one_that_is_there(tmp_path):
    path = tmp_path / "mail.zip"
    path.write_bytes(zipped(FILES))
    for asked, what in ((path, "holds 2 files"), (f"{path}#x.bws", "does not contain 'x.bws'")):
        done = quick("rank", asked)
        assert (done.code, done.err) == (
            3,
            f"bmconv: {path}: {what}; expected one of its files, such as '{path}#night.bws'\n",
        )


def test_a_file_whose_name_has_a_sharp_is_a_file(tmp_path):
    path = tmp_path / "mail.zip#night.bws"
    path.write_bytes(NIGHT)
    assert quick("rank", path).out == quick("rank", stdin=NIGHT).out


def bomb() -> bytes:
    return zipped({"zeros.bws": bytes(300 << 20)})


def encrypted() -> bytes:
    data = bytearray(zipped({"night.bws": NIGHT}))
    data[6] |= 1  # the flag of the local header, and that of the index
    data[data.rfind(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def nested(depth: int) -> bytes:
    data = zipped(FILES)
    for _ in range(depth):
        data = zipped({"inner.zip": data})
    return data


BAD = {
    "bomb.zip": (bomb, "unpacks to far more than it should"),
    "bomb.gz": (lambda: gzip.compress(bytes(300 << 20)), "unpacks to far more"),
    "bomb.tgz": (lambda: gzip.compress(bytes(300 << 20)), "unpacks to far more"),
    "many.zip": (lambda: zipped({f"{n}.txt": b"" for n in range(10_000)}), "more than 5000 files"),
    "index.zip": (lambda: zipped({"n" * 600 + f"{n}": b"" for n in range(9000)}), "more than 5000"),
    "deep.zip": (lambda: nested(5), "more than 3 deep"),
    "locked.zip": (encrypted, "encrypted; unpack it first"),
    "cut.zip": (lambda: zipped(FILES)[:-40], "damaged, or not an archive"),
    "cut.tgz": (lambda: tarred(FILES, "w:gz")[:900], "damaged, or not an archive"),
    "text.tar": (lambda: b"just text", "damaged, or not an archive"),
    "none.zip": (lambda: zipped({}), "holds no file"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_archive_is_one_line(name, tmp_path):
    make, what = BAD[name]
    path = tmp_path / name
    path.write_bytes(make())
    done = quick("info", path)
    assert done.code == 3, done
    assert what in done.err
    assert done.err.count("\n") == 1
    assert os.listdir(tmp_path) == [name]


def test_names_that_lead_elsewhere_are_only_names(tmp_path):
    there = tmp_path / "there"
    there.mkdir()
    path = there / "mail.zip"
    names = ["../../night.bws", "/night.bws", "..\\night.bws"]
    path.write_bytes(zipped(dict.fromkeys(names, NIGHT)))
    seen = [name.replace("\\", "/") if os.name == "nt" else name for name in names]
    assert member_names(str(path)) == seen
    for name in names:
        assert quick("rank", f"{path}#{name}").out == quick("rank", stdin=NIGHT).out
    assert [p.name for p in tmp_path.rglob("*")] == ["there", "mail.zip"]


@pytest.mark.parametrize("name", ["a.zip", "a.tgz", "a.eml"])
def test_mutated_archives_never_end_in_a_traceback(name, tmp_path):
    import random

    chance, path = random.Random(5), tmp_path / name
    for _ in range(60):
        data = bytearray(KINDS[name])
        for _ in range(chance.choice((1, 3, 30))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(data)
        try:
            for member in member_names(str(path)):
                bmconv.read(f"{path}#{member}")
        except bmconv.BmconvError:
            pass


def test_a_member_larger_than_its_limit_is_refused_while_reading(tmp_path):
    path = tmp_path / "bomb.zip"
    path.write_bytes(bomb())
    with pytest.raises(BadInput, match="far more"):
        bmconv.read(f"{path}#zeros.bws")


def test_a_compressed_file_can_be_as_large_as_its_share_and_not_a_byte_larger(
    tmp_path, monkeypatch
):
    path = tmp_path / "night.jsonl.gz"
    packed = {n: gzip.compress(bytes(n), mtime=0) for n in range(4000, 6000)}
    size = next(  # a multiple of its packed size, which is also that of a byte more
        n
        for n in range(4000, 5999)
        if n % len(packed[n]) == 0 and len(packed[n]) == len(packed[n + 1])
    )
    monkeypatch.setattr(archives, "_IN_MEMORY", 0)
    monkeypatch.setattr(archives, "_RATIO", size // len(packed[size]))
    path.write_bytes(packed[size])
    with archives.open_member(f"{path}#night.jsonl")[0] as file:
        assert file.read() == bytes(size)
    path.write_bytes(packed[size + 1])
    with pytest.raises(BadInput, match="unpacks to far more than it should"):
        archives.open_member(f"{path}#night.jsonl")
