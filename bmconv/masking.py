"""Mask PINs, licence keys and passwords in what is printed for people or written to a log.

Files and records that are written keep them.
"""

import re
from typing import Any

MASK = "***"

# The patterns are compiled at first use, because most runs do not need them.
_SECRET = r"(?ai)pin_?code|licen[cs]e_?key|password|passwd|\bpwd\b|secret"
_LOGIN = (
    r"(?i)(\bpostgres(?:ql)?://[^\s:/@'\"]+)(:[^\s'\"]*)?@"
    r"|(\b[a-z][a-z0-9+.-]*://)[^\s'\"]*@|([^\s:@'\"]+:)[^\s@'\"]+@"
)
"""The user name in the address of a database is not a secret; in other addresses it may be a
token."""
_NAMED_SECRET = r"(?i)(\w*(?:password|passwd|licen[cs]e_?key|pin_?code))=[^\s&'\"]*[^\s&'\":;,.)]"


def is_secret(name: str) -> bool:
    """Whether the value of a field, column or setting with this name is secret."""
    return re.search(_SECRET, name) is not None


def mask(value: Any, name: str = "") -> Any:
    """A value for display, masked if its name marks it as secret, also inside maps and lists."""
    if value in (None, "") or isinstance(value, bool):
        return value
    if is_secret(name):
        if isinstance(value, list | tuple):
            return type(value)(mask(inner, name) for inner in value)
        return MASK
    if isinstance(value, dict):
        return {key: mask(inner, str(key)) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(mask(inner) for inner in value)
    return value


def mask_text(text: str) -> str:
    """A message with logins in addresses, and named secrets, masked."""
    if "@" in text:
        text = re.sub(_LOGIN, _without_login, text)
    return re.sub(_NAMED_SECRET, rf"\1={MASK}", text) if "=" in text else text


def mask_address(url: str) -> str:
    """An address without its login, whatever characters are in its password."""
    login, at, rest = url.rpartition("@")
    if not at:
        return url
    scheme, slashes, _ = login.partition("://")
    return f"{scheme}{slashes}{MASK}@{rest}" if slashes else f"{MASK}@{rest}"


def _without_login(match: re.Match[str]) -> str:
    user, password, scheme, name = match.groups()
    if user:
        return f"{user}{f':{MASK}' if password else ''}@"
    return f"{scheme or name}{MASK}@"
