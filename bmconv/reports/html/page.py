"""Pages from templates: all in one file, text escaped, and a policy that forbids the rest."""

import base64
import hashlib
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from bmconv.reports.html.look import PageLook
from bmconv.reports.language import ENGLISH, Language


class PageFrame(NamedTuple):
    """What a page has around its contents."""

    language: Language = ENGLISH
    look: PageLook = PageLook()
    listed: bool = False
    """Whether search engines may list the page."""
    refresh: int = 0
    """Seconds after which the page loads itself again; 0: never."""
    trail: Sequence[tuple[str, str]] = ()
    """The names and links of the pages above it, if it is part of a site."""


def page(template: str, frame: PageFrame, **values: Any) -> str:
    """A page from a template with its values."""
    language, look = frame.language, frame.look
    style, script = _source("style.css"), _source("script.js")
    if template.startswith("site/"):
        style += _source("site.css")
    if template == "guides.html":
        style += _source("guides.css")
    style += look.style()
    pictures = " img-src data:; font-src data:;" if look.css or look.logo else ""
    policy = (
        f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)};"
        f"{pictures} base-uri 'none'; form-action 'none'"
    )
    return (
        environment()
        .get_template(template)
        .render(
            **values,
            language=language,
            look=look,
            _=language.gettext,
            ngettext=language.ngettext,
            suits=suit_marker(language),
            style=Markup(style),
            script=Markup(script),
            policy=policy,
            index=frame.listed,
            refresh=frame.refresh,
            trail=frame.trail,
        )
    )


@lru_cache(1)
def environment() -> Environment:
    """The templates; autoescaping is on for all of them."""
    return Environment(
        loader=PackageLoader("bmconv.reports.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def suit_marker(language: Language) -> Callable[[str], Markup]:
    """Gives text as markup, its suit signs with their names for those who cannot see them."""
    _ = language.gettext
    names = (("♠", _("spades")), ("♥", _("hearts")), ("♦", _("diamonds")), ("♣", _("clubs")))
    signs = {
        sign: Markup("<i{} role=img aria-label={}>{}</i>").format(
            Markup(" class=red" if sign in "♥♦" else ""),
            name if name.isalpha() else Markup('"{}"').format(name),
            sign,
        )
        for sign, name in names
    }

    @lru_cache(4096)
    def suits(text: str) -> Markup:
        return Markup(re.sub("[♠♥♦♣]", lambda match: signs[match[0]], escape(text)))

    return suits


@lru_cache
def _source(name: str) -> str:
    templates = environment()
    assert templates.loader is not None
    return templates.loader.get_source(templates, name)[0]


@lru_cache(8)
def _digest(text: str) -> str:
    """The source expression of the policy that allows exactly this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
