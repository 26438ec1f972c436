"""Make pages from templates: text is escaped, and a page's policy blocks all other content."""

import base64
import hashlib
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

from bmconv.reports.html.look import PageLook
from bmconv.reports.language import ENGLISH, Language

TEMPLATES = Path(__file__).parent / "templates"


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates, kept where Python keeps compiled modules and under the same conditions.

    Compiling takes longer than filling in the page of a club night.
    """

    def __init__(self) -> None:
        place = Path(cache_from_source(str(TEMPLATES / "template.py")))
        super().__init__(str(place.parent), f"%s.{sys.implementation.cache_tag}.template")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a compiled template, if there is one and the folder can be read."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template, unless the folder is read-only or Python compiles no files."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                Path(self.directory).mkdir(parents=True, exist_ok=True)
                super().dump_bytecode(bucket)


class PageFrame(NamedTuple):
    """What a page has besides its contents."""

    language: Language = ENGLISH
    look: PageLook = PageLook()
    listed: bool = False
    """Whether search engines may list the page."""
    refresh: int = 0
    """Seconds after which the page loads itself again; 0: never."""
    trail: Sequence[tuple[str, str]] = ()
    """The names and links of the pages above this page, if it is part of a site."""


def page(template: str, frame: PageFrame, **values: Any) -> str:
    """A page from a template with its values."""
    language, look = frame.language, frame.look
    style, script = _source("style.css"), _source("script.js")
    if template.startswith("site/"):
        style += _source("site.css")
    if template == "guides.html":
        style += _source("guides.css")
    style += red_suits(language) + look.style()
    pictures = " img-src data:; font-src data:;" if look.css or look.logo else ""
    policy = (
        f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)};"
        f"{pictures} base-uri 'none'; form-action 'none'"
    )
    return (
        environment(language)
        .get_template(template)
        .render(
            **values,
            language=language,
            look=look,
            _=language.gettext,
            ngettext=language.ngettext,
            style=Markup(style),
            script=Markup(script),
            policy=policy,
            index=frame.listed,
            refresh=frame.refresh,
            trail=frame.trail,
        )
    )


@lru_cache
def environment(language: Language) -> Environment:
    """The templates of a language; autoescaping is on for all of them."""
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=CompiledTemplates(),
    )
    templates.filters["suits"] = suit_marker(language)
    return templates


def suit_marker(language: Language) -> Callable[[str], Markup]:
    """A filter that turns text into markup, in which suit signs have names for screen readers."""
    _ = language.gettext
    names = (("♠", _("spades")), ("♥", _("hearts")), ("♦", _("diamonds")), ("♣", _("clubs")))
    signs = {
        sign: Markup("<i role=img aria-label={}>{}</i>").format(
            name if name.isalpha() else Markup('"{}"').format(name), sign
        )
        for sign, name in names
    }

    @lru_cache(4096)
    def suits(text: str) -> Markup:
        return Markup(re.sub("[♠♥♦♣]", lambda match: signs[match[0]], escape(text)))

    return suits


def red_suits(language: Language) -> str:
    """The style of red suit signs, selected by their names.

    A class on every sign would take more space.
    """
    _ = language.gettext
    signs = ",".join(f'[aria-label="{name}"]' for name in (_("hearts"), _("diamonds")))
    return f"i:is({signs}){{color:var(--red)}}\n"


@lru_cache
def _source(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


@lru_cache(8)
def _digest(text: str) -> str:
    """The expression in the policy that allows exactly this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
