"""Results played in the wrong direction, for programs that calculate the points themselves."""

from msgspec import structs

from bmconv.bridge.outcomes import entered_outcome
from bmconv.event import Event
from bmconv.records import Result


def result_as_seated(event: Event, result: Result) -> Result:
    """A result with pairs and points on the sides where the pairs actually sat.

    With two winners it is unchanged: on the other side, the same number is another pair, or none.
    """
    if not entered_outcome(result).wrong_direction or event.winners(result.section).number == 2:
        return result
    return structs.replace(
        result,
        remarks=None,
        pair_ns=result.pair_ew,
        pair_ew=result.pair_ns,
        mp_ns=result.mp_ew,
        mp_ew=result.mp_ns,
        imp_ns=result.imp_ew,
        imp_ew=result.imp_ns,
    )
