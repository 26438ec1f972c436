"""Mask secrets in data and messages: PINs, licence keys, passwords.

Secrets are kept in data; whatever is printed for people or written to a log is masked here.
"""

import re
from typing import Any

MASK = "***"
_SECRET = r"(?ai)pin_?code|licen[cs]e_?key|password|passwd|\bpwd\b|secret"
_LOGIN = (
    r"(?i)(\bpostgres(?:ql)?://[^\s:/@'\"]+)(:[^\s'\"]*)?@"
    r"|(\b[a-z][a-z0-9+.-]*://)[^\s'\"]*@|([^\s:@'\"]+:)[^\s@'\"]+@"
)
"""The user of a database is no secret; that of another address may be a token."""
_GIVEN = r"(?i)(\w*(?:password|passwd|licen[cs]e_?key|pin_?code))=[^\s&'\"]*[^\s&'\":;,.)]"
"""Patterns are compiled when first used, which is seldom."""


def is_secret(name: str) -> bool:
    """Whether the value of a field, column or setting with this name is secret."""
    return re.search(_SECRET, name) is not None


def masked(value: Any, name: str = "") -> Any:
    """A value for display, masked if its name marks it as secret, also inside maps and lists."""
    if value in (None, "") or isinstance(value, bool):
        return value
    if is_secret(name):
        if isinstance(value, list | tuple):
            return type(value)(masked(inner, name) for inner in value)
        return MASK
    if isinstance(value, dict):
        return {key: masked(inner, str(key)) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(masked(inner) for inner in value)
    return value


def masked_text(text: str) -> str:
    """A message with logins in addresses, and named secrets, masked."""
    if "@" in text:
        text = re.sub(_LOGIN, _without_login, text)
    return re.sub(_GIVEN, rf"\1={MASK}", text) if "=" in text else text


def masked_address(url: str) -> str:
    """An address without its login, whatever characters are in its password."""
    login, at, rest = url.rpartition("@")
    scheme, slashes, _ = login.partition("://")
    return f"{scheme}{slashes}{MASK}@{rest}" if at and slashes else f"{MASK}@{rest}" if at else url


def _without_login(found: re.Match[str]) -> str:
    user, password, scheme, name = found.groups()
    if user:
        return f"{user}{f':{MASK}' if password else ''}@"
    return f"{scheme or name}{MASK}@"
