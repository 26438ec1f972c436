"""Named pipes of Windows: one line of JSON per request and per answer.

Reads and writes are overlapped, so that they can have time limits and be cancelled; waits are cut
into slices, in which Python notices Ctrl-C. Import this module on Windows only.
"""

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ctypes import wintypes
from typing import Any

from msgspec import MsgspecError, json

from bmconv.connector.channel import BLOCK, LIMIT, PIPE, ChannelFailure
from bmconv.connector.protocol import COMMANDS
from bmconv.connector.schema import ScoringProgramRequest
from bmconv.errors import BadInput, FileTrouble

assert sys.platform == "win32"

PREFIX = "\\\\.\\pipe\\"
PATIENCE = 1.0
"""Seconds to wait for an absent pipe: a server creates its pipe again after each client."""
SLICE = 0.1
"""Seconds between two checks for Ctrl-C or a stop."""
READ_WRITE, OPEN_EXISTING, OVERLAPPED_FLAG = 0xC0000000, 3, 0x40000000
"""Windows' values for opening a pipe."""
DUPLEX, FIRST_INSTANCE, LOCAL_ONLY = 3, 0x80000, 8
"""Windows' values for creating a pipe."""
ABSENT, DENIED, BAD_PATH, BUSY, CONNECTED, PENDING = 2, 5, 161, 231, 535, 997
"""Windows' error codes; an absent pipe is sometimes reported as a bad path."""
DISCONNECT = json.encode(ScoringProgramRequest(Command=COMMANDS["Disconnect"]))
"""The request that frees the pipe."""
INVALID = ctypes.c_void_p(-1).value
"""Windows' invalid handle."""


class PipeLost(ChannelFailure):
    """The other side has closed the pipe, or has gone."""


class PipeTimeout(ChannelFailure):
    """The other side did not answer in time."""

    timed_out = True


class PipeBusy(FileTrouble):
    """Another client is connected: a pipe takes one at a time."""


class _Overlapped(ctypes.Structure):
    """Windows' OVERLAPPED."""

    _fields_ = (
        ("Internal", ctypes.c_void_p),
        ("InternalHigh", ctypes.c_void_p),
        ("Offset", wintypes.DWORD),
        ("OffsetHigh", wintypes.DWORD),
        ("hEvent", wintypes.HANDLE),
    )


_windows = ctypes.WinDLL("kernel32", use_last_error=True)
_windows.CreateFileW.restype = _windows.CreateNamedPipeW.restype = wintypes.HANDLE
_windows.CreateEventW.restype = wintypes.HANDLE
_windows.CreateFileW.argtypes = (
    *(wintypes.LPCWSTR, wintypes.DWORD, wintypes.DWORD, ctypes.c_void_p, wintypes.DWORD),
    *(wintypes.DWORD, wintypes.HANDLE),
)
_windows.CreateNamedPipeW.argtypes = (
    wintypes.LPCWSTR,
    *[wintypes.DWORD] * 6,
    ctypes.c_void_p,
)
_windows.CreateEventW.argtypes = (
    *(ctypes.c_void_p, wintypes.BOOL, wintypes.BOOL),
    wintypes.LPCWSTR,
)
_transfer_types = (
    *(wintypes.HANDLE, ctypes.c_void_p, wintypes.DWORD, ctypes.c_void_p),
    ctypes.POINTER(_Overlapped),
)
_windows.ReadFile.argtypes = _windows.WriteFile.argtypes = _transfer_types
_windows.ConnectNamedPipe.argtypes = (wintypes.HANDLE, ctypes.POINTER(_Overlapped))
_windows.CancelIoEx.argtypes = _windows.ConnectNamedPipe.argtypes
_windows.GetOverlappedResult.argtypes = (
    *_windows.ConnectNamedPipe.argtypes,
    ctypes.POINTER(wintypes.DWORD),
    wintypes.BOOL,
)
_windows.WaitForSingleObject.argtypes = (wintypes.HANDLE, wintypes.DWORD)
_windows.ResetEvent.argtypes = _windows.CloseHandle.argtypes = (wintypes.HANDLE,)


def path_of(name: str) -> str:
    """The path of a pipe given by name or path; that of the service's pipe if empty."""
    name = name or default_name()
    return name if name.startswith(PREFIX) else PREFIX + name


def _trouble(path: str, error: int) -> FileTrouble:
    return FileTrouble(f"{path}: {ctypes.FormatError(error).strip()}")


class PipeEnd:
    """One end of a pipe that is open; lines are read and written with a time limit."""

    def __init__(self, handle: int, path: str, stop: threading.Event | None = None) -> None:
        self.handle, self.path = handle, path
        self.stop = stop or threading.Event()
        self.rest = b""
        self.event = _windows.CreateEventW(None, True, False, None)

    def close(self) -> None:
        """Close this end; the other side notices."""
        for handle in (self.handle, self.event):
            _windows.CloseHandle(handle)

    def wait_for_client(self) -> bool:
        """Wait on a server's side until a client has connected; False if stopped before."""
        overlapped = self._begin()
        done = _windows.ConnectNamedPipe(self.handle, ctypes.byref(overlapped))
        error = 0 if done else ctypes.get_last_error()
        if error == CONNECTED:
            return True
        if error not in (0, PENDING):
            raise PipeLost(ctypes.FormatError(error).strip())
        with suppress(PipeTimeout):
            self._finish(overlapped, None)
            return True
        return False

    def read_line(self, seconds: float | None) -> bytes:
        """The next line, without its end; if `seconds` is None, it is awaited until a stop."""
        until = None if seconds is None else time.monotonic() + seconds
        buffer = ctypes.create_string_buffer(BLOCK)
        parts, size = [self.rest], len(self.rest)
        while b"\n" not in parts[-1]:
            if size > LIMIT:
                raise BadInput(self.path, f"a line of more than {LIMIT >> 20} MB")
            count = self._transfer(_windows.ReadFile, buffer, BLOCK, until)
            parts.append(buffer.raw[:count])
            size += count
        line, _, self.rest = b"".join(parts).partition(b"\n")
        return line.removeprefix(b"\xef\xbb\xbf").removesuffix(b"\r")

    def write_line(self, line: bytes, seconds: float) -> None:
        """Write a line and its end."""
        until = time.monotonic() + seconds
        data = line + b"\r\n"
        at = 0
        while at < len(data):
            part = data[at : at + BLOCK]
            at += self._transfer(_windows.WriteFile, part, len(part), until)

    def _begin(self) -> _Overlapped:
        _windows.ResetEvent(self.event)
        return _Overlapped(hEvent=self.event)

    def _transfer(
        self, function: Callable[..., int], buffer: Any, size: int, until: float | None
    ) -> int:
        overlapped = self._begin()
        if not function(self.handle, buffer, size, None, ctypes.byref(overlapped)):
            error = ctypes.get_last_error()
            if error != PENDING:
                raise PipeLost(ctypes.FormatError(error).strip())
        return self._finish(overlapped, until)

    def _finish(self, overlapped: _Overlapped, until: float | None) -> int:
        """Wait until an operation is complete, and return its number of bytes.

        It is cancelled when its time is over, at a stop and at Ctrl-C: otherwise it could write
        into its buffer at any later time.
        """
        count = wintypes.DWORD()
        operation = (self.handle, ctypes.byref(overlapped))
        try:
            while _windows.WaitForSingleObject(self.event, int(SLICE * 1000)):
                if self.stop.is_set() or (until is not None and time.monotonic() > until):
                    raise PipeTimeout("timed out")
        except BaseException:
            _windows.CancelIoEx(*operation)
            _windows.GetOverlappedResult(*operation, ctypes.byref(count), True)
            raise
        if not _windows.GetOverlappedResult(*operation, ctypes.byref(count), False):
            raise PipeLost(ctypes.FormatError(ctypes.get_last_error()).strip())
        return count.value


def connect(name: str, seconds: float) -> PipeEnd:
    """Open the client's side of a pipe; wait up to a time limit while another client has it."""
    path = path_of(name)
    start = time.monotonic()
    while True:
        handle = _windows.CreateFileW(
            path, READ_WRITE, 0, None, OPEN_EXISTING, OVERLAPPED_FLAG, None
        )
        if handle != INVALID:
            return PipeEnd(handle, path)
        error, waited = ctypes.get_last_error(), time.monotonic() - start
        if error == BUSY:
            if waited > seconds:
                raise PipeBusy(f"{path}: busy: another program is connected")
        elif error not in (ABSENT, BAD_PATH):
            raise _trouble(path, error)
        elif waited > min(PATIENCE, seconds):
            raise FileTrouble(f"{path}: no such pipe: the service is not running")
        time.sleep(SLICE / 2)


class PipeChannel:
    """The service behind a pipe; a connection is made when first needed, and kept."""

    def __init__(self, name: str, timeout: float) -> None:
        self.address, self.timeout = path_of(name), timeout
        self.end: PipeEnd | None = None

    def greet(self) -> str:
        """Open the pipe; the greeting is made here, because a service sends none through a pipe."""
        self.end = self.end or connect(self.address, self.timeout)
        return f"Bridgemate dataconnector service version unknown: {self.address}"

    def exchange(self, body: bytes) -> bytes:
        """The answer to a request; if it cannot be sent, it is sent again on a new connection."""
        try:
            if self.end is not None:
                try:
                    self.end.write_line(body, self.timeout)
                except PipeLost:
                    self._drop()
            if self.end is None:
                self.end = connect(self.address, self.timeout)
                self.end.write_line(body, self.timeout)
            return self.end.read_line(self.timeout)
        except (ChannelFailure, BadInput):
            self._drop()  # the rest of a broken exchange must not be read as the next answer
            raise

    def _drop(self) -> None:
        if self.end is not None:
            self.end.close()
        self.end = None

    def close(self) -> bool:
        """Tell the service that the pipe is free, and close it; the service sends no answer."""
        if self.end is not None:
            with suppress(ChannelFailure):
                self.end.write_line(DISCONNECT, min(self.timeout, PATIENCE))
        self._drop()
        return True


@contextmanager
def serve_pipe(name: str, answer: Callable[[bytes], bytes], patience: float) -> Iterator[str]:
    """Answer requests at a pipe while the block lasts, one client at a time; yields its path.

    `patience` is the number of seconds that a client has to take an answer.
    """
    path = path_of(name)
    stop = threading.Event()
    first = _create(path, stop)

    def run() -> None:
        end = first
        while not stop.is_set():
            with suppress(
                ChannelFailure, BadInput
            ):  # the client has gone, or sends an endless line
                if end.wait_for_client():
                    while not is_disconnect(line := end.read_line(None)):
                        end.write_line(answer(line), patience)
            end.close()
            if not stop.is_set():
                end = _create(path, stop)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield path
    finally:
        stop.set()
        thread.join(10)


def is_disconnect(line: bytes) -> bool:
    """Whether a line is the request to free the pipe, which has no answer."""
    try:
        return bool(json.decode(line, type=ScoringProgramRequest).Command == COMMANDS["Disconnect"])
    except (MsgspecError, UnicodeError):
        return False


def _create(path: str, stop: threading.Event) -> PipeEnd:
    """Create a pipe, if no other program has created it."""
    access = DUPLEX | OVERLAPPED_FLAG | FIRST_INSTANCE
    handle = _windows.CreateNamedPipeW(path, access, LOCAL_ONLY, 1, BLOCK, BLOCK, 0, None)
    if handle == INVALID:
        error = ctypes.get_last_error()
        if error in (DENIED, BUSY):
            raise FileTrouble(f"{path}: another program offers this pipe")
        raise _trouble(path, error)
    return PipeEnd(handle, path, stop)


def default_name() -> str:
    """The name of the service's pipe for this user."""
    return PIPE + os.environ.get("USERNAME", "")
