"""Input: a file, standard input, bytes or a table; peeking, seeking, and decoding text."""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, BinaryIO, Protocol, cast

from bmconv.errors import (
    ALIKE,
    BadInput,
    EmptyInput,
    FileTrouble,
    UsageError,
    brief,
    file_errors,
    reason_of,
)
from bmconv.registry import ARCHIVES

BLOCK = 1 << 16
HEAD = 4096
LINE_LIMIT = 1 << 25
"""The longest line that is read; a file without line ends must not fill the memory."""
TOO_LONG = f"a {{}} of more than {LINE_LIMIT >> 20} MB"

STDIN = "stdin"
"""The name of standard input in messages."""
BOM = codecs.BOM_UTF8
DOS_END = "\x1a"
"""Ctrl-Z, the end of a text file in DOS."""
_SEPARATOR = re.compile(rb'(?:\xef\xbb\xbf)?"?sep=[,;\t]"?\r?\n')
"""The line that tells Excel how the cells of a CSV file are separated; it is not data."""
_FIRST = 12
"""The maximum length of that line in bytes."""
WIDE = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Byte order marks of text that is converted to UTF-8, the longer ones first."""
_IN_ARCHIVE = re.compile(
    rf"(.+?(?:{'|'.join(map(re.escape, ARCHIVES))}))[/\\:]+(.+)", re.IGNORECASE
)
"""A path that treats an archive as a folder."""


class Source:
    """An input, read once from start to end unless `seekable()` is called."""

    def __init__(
        self, stream: BinaryIO, name: str, path: str | None = None, file_name: str = ""
    ) -> None:
        self.stream = stream
        self.name = name
        self.path = path
        """The path, for formats that need random access; None for a pipe."""
        self.file_name = path or file_name
        """The name of the file, also of one in an archive; empty for a pipe."""
        self.part = 0
        """The number of the event to be read, for files with several: 2 for `game.aca#2`."""
        self.recoded: bool | None = None
        """Whether the input is converted from UTF-16 or UTF-32; None if not known yet."""
        self.odd_lines = 0
        """The number of lines so far that are UTF-8 in a file that is read as cp1252."""

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        if self.stream is not getattr(sys.stdin, "buffer", None):
            self.stream.close()

    def head(self) -> bytes:
        """The first bytes, without consuming them."""
        self._recode()
        return self._peek(HEAD)

    def is_blank(self) -> bool:
        """Whether the input contains only blanks; false for a folder."""
        return not isinstance(self.stream, _Folder) and not self.head().removeprefix(BOM).strip()

    def require_content(self) -> None:
        """Refuse a source that contains only blanks."""
        if self.is_blank():
            raise EmptyInput(self.name, piped=self.name == STDIN and not self.file_name)

    def _peek(self, size: int) -> bytes:
        """The next bytes, without consuming them."""
        if self._can_seek():
            head = self.stream.read(size)
            self.stream.seek(-len(head), os.SEEK_CUR)
            return head
        head = b""
        while len(head) < size and (more := self.stream.read(size - len(head))):
            head += more
        self.stream = io.BufferedReader(_Rejoined(head, self.stream), BLOCK)  # type: ignore[type-var]
        return head

    def _recode(self) -> None:
        """Convert UTF-16 and UTF-32 text with a byte order mark to UTF-8; skip Excel's `sep=`."""
        if self.recoded is not None or isinstance(self.stream, _Folder):
            return
        head = self._peek(_FIRST)
        wide = _wide_encoding(head)
        self.recoded = bool(wide)
        if wide:
            text = _Recoded(self.stream, wide, self.name)
            self.stream = io.BufferedReader(text, BLOCK)  # type: ignore[type-var]
            head = self._peek(_FIRST)
        if match := _SEPARATOR.match(head):
            self.stream.read(match.end() - 1)  # leaves a line end, so that line numbers stay right

    def read(self) -> bytes:
        """All remaining bytes."""
        self._recode()
        return self.stream.read()

    def seekable(self) -> BinaryIO:
        """The input as a seekable file; a pipe is copied to a temporary one."""
        self._recode()
        if not self._can_seek():
            from tempfile import SpooledTemporaryFile

            spool = SpooledTemporaryFile(max_size=1 << 24)
            while block := self.stream.read(BLOCK):
                spool.write(block)
            spool.seek(0)
            self.stream = cast(BinaryIO, spool)
        return self.stream

    def lines(self, what: str = "line", expected: str = "text lines") -> Iterator[bytes]:
        """Lines with their line ends; `what` is the word for a line in the error for a long one."""
        self._recode()
        readline = self.stream.readline
        while line := readline(LINE_LIMIT + 1):
            if len(line) > LINE_LIMIT:
                raise BadInput(self.name, TOO_LONG.format(what), expected)
            yield line

    def blocks(self) -> Iterator[bytes]:
        """Blocks of complete lines with their line ends, each as soon as it has arrived."""
        self._recode()
        read1 = getattr(self.stream, "read1", self.stream.read)
        while block := read1(BLOCK >> 2):
            complete = block.rfind(b"\n") + 1
            if complete:
                yield block[:complete]
            if complete < len(block):
                line = block[complete:] + self.stream.readline(LINE_LIMIT)
                if len(line) > LINE_LIMIT:
                    raise BadInput(self.name, TOO_LONG.format("line"), "text lines")
                yield line

    def text_lines(self, encoding: str | None = None, *, ends: bool = False) -> Iterator[str]:
        """Lines of text, with their line ends if `ends`; decoded as by `text_blocks`."""
        for text in self.text_blocks(encoding):
            yield from io.StringIO(text, newline="") if ends else _split_lines(text)

    def text_blocks(self, encoding: str | None = None) -> Iterator[str]:
        """Decoded blocks of complete lines. By default, UTF-8, or cp1252 if not all is UTF-8."""
        self._recode()
        encoding = "utf-8" if self.recoded else encoding or None
        first, is_guess = True, False
        wide = (encoding or "").startswith(("utf-16", "utf-32"))  # its lines do not end in b"\n"
        while block := self.read() if wide else self._block():
            if first and block.startswith(BOM):
                block = block[len(BOM) :]
                encoding = encoding or "utf-8"
            first = False
            if not wide and not block.endswith(b"\n"):
                block = block.rstrip(DOS_END.encode())
            if encoding is None and not block.isascii():
                encoding = "utf-8" if self._is_utf8(block) else "cp1252"
                is_guess = encoding == "cp1252"
            if is_guess:
                self.odd_lines += _utf8_lines(block)
            yield _decode(block, encoding or "ascii", self.name)

    def _block(self) -> bytes:
        """Some complete lines, as soon as they have arrived."""
        read1 = getattr(self.stream, "read1", self.stream.read)
        block: bytes = read1(BLOCK)
        if block and not block.endswith(b"\n"):
            rest = self.stream.readline(LINE_LIMIT)
            if len(rest) >= LINE_LIMIT:
                raise BadInput(self.name, TOO_LONG.format("line"), "text lines")
            block += rest
        return block

    def _is_utf8(self, block: bytes) -> bool:
        """Whether this block and the rest of the input are UTF-8."""
        stream = self.seekable()
        here = stream.tell()
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            while block:
                decoder.decode(block)
                block = stream.read(BLOCK)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return False
        finally:
            stream.seek(here)
        return True

    def _can_seek(self) -> bool:
        return self.stream.seekable()


class _Rejoined(io.RawIOBase):
    """A stream of which some bytes were read already: yields them first, then the rest."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self.head = head
        self.rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        if self.head:
            part, self.head = self.head[: len(buffer)], self.head[len(buffer) :]
        else:
            part = getattr(self.rest, "read1", self.rest.read)(len(buffer))
        buffer[: len(part)] = part
        return len(part)


class _Recoded(io.RawIOBase):
    """A stream of UTF-16 or UTF-32 text, converted to UTF-8."""

    def __init__(self, wide: BinaryIO, encoding: str, name: str) -> None:
        self.wide = wide
        self.name = name
        self.encoding = encoding
        self.decoder = codecs.getincrementaldecoder(encoding)()
        self.ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        block = b"."
        while block and not self.ready:
            block = getattr(self.wide, "read1", self.wide.read)(BLOCK)
            try:
                self.ready = self.decoder.decode(block, final=not block).encode()
            except UnicodeError:
                raise BadInput(self.name, f"text that is not {self.encoding}") from None
        part, self.ready = self.ready[: len(buffer)], self.ready[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)

    def close(self) -> None:
        self.wide.close()
        super().close()


class _File(io.FileIO):
    """A file whose read errors name it, so that they do not look like errors of the output."""

    def readinto(self, buffer: Any, /) -> int | None:
        with file_errors(self.name):
            return super().readinto(buffer)

    def readall(self) -> bytes:
        with file_errors(self.name):
            return super().readall()


class _Folder:
    """A folder in place of a stream: formats that read folders use the path of the source."""

    def __init__(self, name: str) -> None:
        self.name = name

    def close(self) -> None:
        """Do nothing: no file is open."""

    def __getattr__(self, _: str) -> Any:
        raise FileTrouble(
            f"{self.name} is a folder; expected a file",
            IsADirectoryError(errno.EISDIR, ""),
            place=self.name,
        )


def open_source(path: str | None) -> Source:
    """A file by name, or standard input for None and `-`."""
    if path == "":
        raise UsageError("the name of the input file is empty")
    if path is None or path == "-":
        if sys.stdin is None:
            raise FileTrouble("standard input is closed", OSError(errno.EBADF, ""))
        return Source(sys.stdin.buffer, STDIN)
    file, _, part = path.rpartition("#")
    if file and part.isdecimal() and len(part) < 4 and not os.path.exists(path):
        source = open_source(file)
        source.name, source.part = path, int(part)
        return source
    with file_errors(path):
        if os.path.isdir(path):
            return Source(cast(BinaryIO, _Folder(path)), path, os.path.join(path, ""))
        if "#" in path or path.lower().endswith(ARCHIVES):
            from bmconv.io.archives import open_member

            if member := open_member(path):
                stream, name = member
                return Source(stream, path, file_name=name)
        try:
            return Source(io.BufferedReader(_File(path), BLOCK), path, path)
        except (FileNotFoundError, NotADirectoryError) as error:
            problem = f"{path}: {reason_of(error)}"
            raise FileTrouble(f"{problem}{_like_file(path)}", error, place=path) from None


def _like_file(path: str) -> str:
    """A hint for a path that does not exist, such as the one file there with a similar name.

    `night` suggests `night.bws` even if there are other files such as `night.pbn`.
    """
    from difflib import get_close_matches

    if re.match("https?://", path):
        return "; a web address: download the file first"
    if (member := _IN_ARCHIVE.fullmatch(path)) and os.path.isfile(member[1]):
        return f"; a file in an archive is {member[1]}#{member[2]}"
    folder, name = os.path.split(path)
    with suppress(OSError):
        names = os.listdir(folder or ".")
        close = [n for n in names if n.casefold() == name.casefold()]
        close = close or [n for n in names if n.casefold() == f"{name}.bws".casefold()]
        close = close or [n for n in names if os.path.splitext(n)[0].casefold() == name.casefold()]
        close = close or get_close_matches(name, names, n=2, cutoff=ALIKE)
        if len(close) == 1 and close != [name]:  # a link to nothing
            return f"; the nearest is {os.path.join(folder, close[0])!r}"
    return ""


class ArrowStream(Protocol):
    """A table in Arrow's memory: a DataFrame of pandas or Polars, a pyarrow.Table, ..."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


Input = str | os.PathLike[str] | bytes | BinaryIO | ArrowStream | Source
"""The inputs that the library accepts: a path, bytes, a file open in binary mode, or a table."""


def open_input(data: Input) -> Source:
    """Open what a program wants to read; the caller's file is read fully and left open."""
    if isinstance(data, Source):
        return data
    if isinstance(data, str | os.PathLike):
        path = str(os.fspath(data))
        if "\0" in path:
            raise UsageError(f"{brief(path)}: not a path: it contains a null character")
        return open_source(path)
    if hasattr(data, "__arrow_c_stream__"):
        return _from_table(data)
    name = "bytes"
    if not isinstance(data, bytes | bytearray | memoryview):
        if not hasattr(data, "read"):
            expected = "expected a path, bytes, a file open for reading or a table"
            raise UsageError(f"{brief(data)}: {expected}")
        name = str(getattr(data, "name", "file"))
        if getattr(data, "closed", False) or not getattr(data, "readable", lambda: True)():
            raise UsageError(f"{name}: expected a file open for reading")
        data = data.read()
    if not isinstance(data, bytes | bytearray | memoryview):
        raise UsageError(f"{name}: expected a file open in binary mode")
    return from_bytes(bytes(data), name)


def from_bytes(data: bytes, name: str = "bytes") -> Source:
    """Bytes in memory."""
    return Source(io.BytesIO(data), name)


def _from_table(table: ArrowStream) -> Source:
    """A table as a stream of Arrow messages, which the format arrow reads."""
    import pyarrow as pa  # slow to import

    memory = io.BytesIO()
    try:
        reader = pa.RecordBatchReader.from_stream(table)
        with pa.ipc.new_stream(memory, reader.schema) as stream:
            for batch in reader:
                stream.write_batch(batch)
    except (pa.ArrowException, TypeError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise UsageError(f"{type(table).__name__}: not a table of records: {reason}") from None
    memory.seek(0)
    return Source(memory, "table")


def _wide_encoding(head: bytes) -> str:
    """The encoding in WIDE whose mark the first bytes of a text have; empty if none."""
    for mark, name in WIDE.items():
        if head.startswith(mark):
            try:  # UTF-16 whose first character is null has the mark of UTF-32
                codecs.getincrementaldecoder(name)().decode(head)
            except UnicodeDecodeError:
                continue
            return name
    return ""


def _split_lines(text: str) -> list[str]:
    """The lines of a text without their line ends, which may be CRLF, LF or CR."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _utf8_lines(block: bytes) -> int:
    """The number of lines that have non-ASCII characters and are valid UTF-8."""
    lines = [line for line in block.split(b"\n") if not line.isascii()]
    return sum(line.decode("utf-8", "ignore").encode() == line for line in lines)


def _decode(block: bytes, encoding: str, name: str) -> str:
    """The text of a block; BadInput for bytes that are not of the encoding."""
    try:
        return block.decode(encoding, "strict" if encoding != "cp1252" else "bmconv-c1")
    except UnicodeDecodeError as error:
        bad = error.object[error.start]
        raise BadInput(name, f"byte 0x{bad:02X} is not {encoding}", f"{encoding} text") from None
    except UnicodeError as error:
        raise BadInput(name, str(error), f"{encoding} text") from None


def _c1(error: UnicodeError) -> tuple[str | bytes, int]:
    """Decode the five undefined bytes of cp1252 as control characters, as on Windows, and back."""
    if isinstance(error, UnicodeDecodeError):
        return chr(error.object[error.start]), error.start + 1
    if (
        isinstance(error, UnicodeEncodeError)
        and error.object[error.start] in "\x81\x8d\x8f\x90\x9d"
    ):
        return bytes([ord(error.object[error.start])]), error.start + 1
    raise error


codecs.register_error("bmconv-c1", _c1)
