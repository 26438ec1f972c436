"""What the properties of a DTO are: kinds of values, and the class all DTOs come from."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Int = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Byte = Annotated[int, Meta(ge=0, le=255)]
Text = str | None
Guid = Annotated[str | None, Meta(description="32 upper-case hexadecimal digits")]
LettersValue = Annotated[str | None, Meta(description="A to Z, AA to ZZ or AAA to ZZZ")]
Cards = Annotated[str | None, Meta(description="of AKQJT98765432; empty for a void")]
Messages = list[str] | None

NoYes = Annotated[Int, Meta(description="0 disabled, 1 enabled")]


class DTO(Struct, forbid_unknown_fields=True, kw_only=True, gc=False):
    """A Data Transfer Object; its attributes are spelled as the clients spell them in JSON.

    DTOs are trees, so the collector of cycles need not look at them.
    """
