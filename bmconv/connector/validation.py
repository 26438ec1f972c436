"""What the service would reject in a document: the rules of its DTOs, and how findings are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from bmconv.connector import rules, rules_event
from bmconv.connector.findings import Finding

_RULES: dict[str, Callable[[Any], Iterable[Finding]]] = {
    "InitDTO": rules_event.init,
    "AddSessionDTO": rules_event.add_session,
    "SessionDTO": rules_event.session,
    "ScoringGroupDTO": rules.scoring_group,
    "SectionDTO": rules.section,
    "SectionUpdateDTO": rules.section_update,
    "TableDTO": rules.table,
    "RoundDTO": rules.round_,
    "ResultDTO": rules.result,
    "PlayerDataDTO": rules.player,
    "ParticipationDTO": rules.participation,
    "HandrecordDTO": rules.handrecord,
    "Bridgemate2SettingsDTO": rules.bm2_settings,
    "Bridgemate3SettingsDTO": rules.bm3_settings,
    "TdCallDTO": rules.td_call,
    "ContinueDTO": rules_event.continue_event,
    "BCSManagementRequestDTO": rules_event.management_request,
    "BCSManagementResponseDTO": rules_event.management_response,
}


def validate(
    items: Iterable[Any], kind: str, array: bool, *, adding: bool = False, from_bcs: bool = False
) -> list[Finding]:
    """What the service would reject in DTOs of one kind; paths start after the `$`."""
    check = _RULES.get(kind)
    if check is None:
        return []
    if kind == "SessionDTO" and adding:
        check = partial(rules_event.session, adding=True)
    if kind == "ParticipationDTO" and from_bcs:
        check = partial(rules.participation, from_bcs=True)
    found: list[Finding] = []
    for at, here in enumerate(map(check, items)):
        for finding in here:
            path = f"[{at}]{finding.path}" if array else finding.path
            found.append(finding._replace(path=path))
    return found


class Reported(NamedTuple):
    """A finding as it is told: the innermost rule with its whole path, and the rules around it."""

    rule: str
    path: str
    message: str
    within: str
    """As `SE12[TA10[RO5]]`; the rule itself where there is nothing around it."""


def reported(found: Iterable[Finding], path: str = "$", around: str = "%s") -> Iterator[Reported]:
    """Findings one by one, those inside others with the place where they are."""
    for finding in found:
        here = path + finding.path
        if finding.causes:
            yield from reported(finding.causes, here, around % f"{finding.rule}[%s]")
        else:
            yield Reported(finding.rule, here, finding.message, around % finding.rule)


def rejection(items: Iterable[Any], kind: str, array: bool) -> str:
    """The first thing that the service would reject, and how many more there are; else nothing."""
    found = list(reported(validate(items, kind, array)))
    if not found:
        return ""
    first = found[0]
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return f"{first.rule} {first.path} {first.message}{more}"
