"""Tables whose entry in the catalog is lost, found by their definitions."""

from collections.abc import Container, Iterator

from .. import codes
from ..errors import JetError
from .pages import Pages
from .tdef import Definition, parse_tdef


def unlisted_definitions(pages: Pages, codec: str, listed: Container[int]) -> Iterator[Definition]:
    """The definitions of user tables, except those on the pages in `listed`."""
    definitions: list[Definition] = []
    later_pages: set[int] = set()  # the second and later pages of long definitions
    for number in range(codes.CATALOG_PAGE + 1, pages.count):
        page = pages.read(number)
        kind, _, _, next_page = codes.PAGE_HEAD.unpack_from(page)
        if kind != codes.PAGE_TDEF:
            continue
        later_pages.add(next_page)
        is_user_table = page[pages.layout.tdef_type_at] == codes.USER_TABLE
        if number in listed or not is_user_table:
            continue
        try:
            definitions.append(parse_tdef(pages.layout, pages.tdef(number), number, codec))
        except JetError:
            continue  # a later page of a long definition, or a damaged one
    for definition in definitions:
        if definition.page not in later_pages and definition.columns:
            yield definition
