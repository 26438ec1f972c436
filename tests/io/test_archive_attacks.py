"""Archives made to do harm cost at most 300 MB; a broken archive in another loses only itself."""

import gzip
import io
import os
import struct
import tarfile
import zipfile
import zlib

import pytest

import bmconv
from bmconv.io.archives import member_names
from tests.helpers.running import ROOT, quick, run_measuring_memory
from tests.io.test_archives import NIGHT, mailed, tarred, zipped


def zip_of_zips() -> bytes:
    """Each of 400 archives holds 15 MB, which is less than the limit of one file."""
    inner = zipped({"a.zip": zipped({"zeros.bin": bytes(15 << 20)}, zipfile.ZIP_STORED)})
    return zipped({f"{number}.zip": inner for number in range(400)})


def zips_of_nothing() -> bytes:
    """Ninety thousand archives without a file in them."""
    inner = zipped({f"{number}.zip": zipped({}) for number in range(300)})
    return zipped({f"{number}.zip": inner for number in range(300)})


def zips_of_zeros() -> bytes:
    inner = zipped({"zeros.tar": bytes(15 << 20)})
    return zipped({f"{number}.zip": inner for number in range(500)})


def zip64_lie() -> bytes:
    """An index that is 60 MB long according to the zip64 record, which the old record hides."""
    entry = b"PK\x01\x02" + struct.pack("<HHHHHHLLLHHHHHLL", *(20, 20), *[0] * 14)
    entry = entry[:28] + struct.pack("<H", 4) + entry[30:]
    index = b"".join(entry + b"%04d" % (number % 10_000) for number in range(1_200_000))
    size, count = len(index), 1_200_000
    end64 = b"PK\x06\x06" + struct.pack("<QHHLLQQQQ", 44, 45, 45, 0, 0, count, count, size, 0)
    locator = b"PK\x06\x07" + struct.pack("<LQL", 0, size, 1)
    end = b"PK\x05\x06" + struct.pack("<HHHHLLH", 0, 0, 1, 1, 100, 0xFFFFFFFF, 0)
    return index + end64 + locator + end


def mail_of_parts() -> bytes:
    part = b'--b\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\nx\r\n'
    return b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + part * 100_000 + b"--b--\r\n"


def nested_mail() -> bytes:
    """Each line is compared with the boundaries of 200 parts that contain each other."""
    heads = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n)
        for n in range(200)
    )
    return heads + b"\r\n" + b"x\n" * 2_000_000


def long_name() -> bytes:
    words = b"\r\n ".join(b"=?utf-8?q?x?=" for _ in range(20_000))
    head = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
    return head + b"Content-Disposition: attachment; filename=" + words + b"\r\n\r\nx\r\n--b--\r\n"


def long_types() -> bytes:
    words = b";\r\n ".join(b"x*%d*=x" % number for number in range(250))
    part = b"--b\r\nContent-Type: text/plain; " + words + b"\r\n\r\nx\r\n"
    return b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + part * 4900


def sparse_tar() -> bytes:
    """2,000 files of 4 GB each, all of them holes."""
    made = b""
    for number in range(2000):
        head = tarfile.TarInfo(f"{number}.bws")
        head.size = 0
        head.type = tarfile.GNUTYPE_SPARSE
        block = bytearray(head.tobuf(tarfile.GNU_FORMAT))
        block[386:398] = b"00000000000\0"
        block[398:410] = b"00000000000\0"
        block[483:495] = b"%011o\0" % (8 << 29)
        block[148:156] = b" " * 8
        block[148:156] = b"%06o\0 " % sum(block)
        made += bytes(block)
    return made + bytes(1024)


def tar_of_folders() -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for number in range(60_000):
            info = tarfile.TarInfo(f"{number}")
            info.type = tarfile.DIRTYPE
            archive.addfile(info)
    return made.getvalue()


def many_of_15_megabytes() -> bytes:
    return zipped({f"{number}.txt": bytes(15 << 20) for number in range(40)})


ATTACKS = {
    "zips.zip": (zips_of_zeros, "more than 256 MB of files in it; unpack it first"),
    "nothing.zip": (zips_of_nothing, "more than 5000 files in one archive; unpack it first"),
    "stored.zip": (zip_of_zips, "more than 256 MB of files in it; unpack it first"),
    "large.zip": (many_of_15_megabytes, "more than 256 MB of files in it; unpack it first"),
    "zip64.zip": (zip64_lie, "more than 5000 files in one archive; unpack it first"),
    "parts.eml": (mail_of_parts, "a mail of too many parts; save its attachments"),
    "nested.eml": (nested_mail, "a mail of too many parts; save its attachments"),
    "name.eml": (long_name, "a mail with headers that are too long; save its attachments"),
    "types.eml": (long_types, "a mail with headers that are too long; save its attachments"),
    "sparse.tar": (sparse_tar, "more than 256 MB of files in it; unpack it first"),
    "folders.tar": (tar_of_folders, "more than 20000 entries in one archive; unpack it first"),
}


@pytest.mark.skipif(os.name != "posix", reason="memory is measured by Linux")
@pytest.mark.parametrize("name", ATTACKS)
def test_an_archive_made_to_do_harm_is_refused_within_300_megabytes(name, tmp_path):
    make, problem = ATTACKS[name]
    path = tmp_path / name
    path.write_bytes(make())
    done, megabytes = run_measuring_memory("info", path)
    assert (done.code, done.err) == (3, f"bmconv: {path}: {problem}\n")
    assert megabytes < 300


def test_an_archive_made_to_do_harm_is_one_rejected_file_of_an_export(tmp_path):
    inbox, out = tmp_path / "inbox", tmp_path / "league.db"
    inbox.mkdir()
    (inbox / "zips.zip").write_bytes(zips_of_zeros())
    (inbox / "night.bws").write_bytes(NIGHT)
    words = ["export", inbox, "--to", "sql", "--db", f"sqlite:///{out}", "--jobs", "1"]
    done, megabytes = run_measuring_memory(*words)
    assert megabytes < 300
    assert done.out.startswith(b"bmconv export: 2 files: 2 new")
    assert done.err.count("\n") == 1
    assert "zips.zip" in done.err


def test_compressed_files_in_archives_are_read(tmp_path):
    night = gzip.compress(NIGHT)
    for name, data in (
        ("a.zip", zipped({"club/night.bws.gz": night, "b.bws": NIGHT})),
        ("a.tar", tarred({"club/night.bws.gz": night, "b.bws": NIGHT}, "w")),
        ("a.eml", mailed({"night.bws.gz": night, "b.bws": NIGHT})),
    ):
        path = tmp_path / name
        path.write_bytes(data)
        first, second = member_names(str(path))
        assert first.endswith("night.bws.gz#night.bws")
        assert second == "b.bws"
        for member in (first, second):
            assert quick("rank", f"{path}#{member}").out == quick("rank", stdin=NIGHT).out


BROKEN = {
    "cut.zip": zipped({"x.bws": NIGHT})[:-40],
    "cut.tgz": tarred({"x.bws": NIGHT}, "w:gz")[:900],
    "text.gz": b"no gzip",
    "bomb.gz": gzip.compress(bytes(64 << 20)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_archive_in_an_archive_loses_only_itself(name, tmp_path):
    path = tmp_path / "mail.zip"
    path.write_bytes(zipped({"a.bws": NIGHT, name: BROKEN[name], "z.bws": NIGHT}))
    assert member_names(str(path)) == ["a.bws", name, "z.bws"]
    for member in ("a.bws", "z.bws"):
        assert quick("rank", f"{path}#{member}").out == quick("rank", stdin=NIGHT).out
    done = quick("rank", f"{path}#{name}")
    assert done.code == 3
    assert done.err.startswith(f"bmconv: {path}#{name}: ")
    assert done.err.count("\n") == 1


def test_files_of_one_name_are_all_kept(tmp_path):
    other = (ROOT / "formats/bws/samples/old.bws").read_bytes()
    path, count = tmp_path / "mail.zip", 5000
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("2/night.bws", b"")
        archive.writestr("night.bws", NIGHT)
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("night.bws", other)
    path.write_bytes(made.getvalue())
    assert member_names(str(path)) == ["2/night.bws", "night.bws", "3/night.bws"]
    assert list(bmconv.read(f"{path}#night.bws")) == list(bmconv.read(NIGHT))
    assert list(bmconv.read(f"{path}#3/night.bws")) == list(bmconv.read(other))
    mail = tmp_path / "mail.eml"
    part = b'--b\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\nx\r\n'
    head = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    mail.write_bytes(head + part * count + b"--b--\r\n")
    names = member_names(str(mail))
    assert (len(names), names[-1]) == (count, f"{count}/a.txt")


def test_names_of_attachments_are_decoded(tmp_path):
    path = tmp_path / "mail.eml"
    head = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    names = (b"=?utf-8?q?n=C3=A4chte=2Ebws?=", b'"=?iso-8859-1?Q?caf=E9?= x.bws"', b'"=?no?q?x?="')
    parts = b"".join(
        b"--b\r\nContent-Disposition: attachment; filename=%s\r\n\r\nx\r\n" % name for name in names
    )
    extended = (
        b"--b\r\nContent-Disposition: attachment; filename*=utf-8''%C3%A9t%C3%A9.bws\r\n\r\nx"
    )
    path.write_bytes(head + parts + extended + b"\r\n--b--\r\n")
    assert member_names(str(path)) == ["nächte.bws", "café x.bws", "=?no?q?x?=", "été.bws"]


def test_an_archive_of_more_than_the_limit_is_read_if_it_is_large_itself(tmp_path):
    """Files that do not shrink cost no more to read than the archive that a club sent."""
    noise = zlib.compress(os.urandom(1 << 20), 0)
    path = tmp_path / "season.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(300):
            archive.writestr(f"{number}.bin", noise)
    assert len(member_names(str(path))) == 300
