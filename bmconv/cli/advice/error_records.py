"""The error record: the last line of an incomplete stream, the answer of a --json that failed, and
the last line of --notes."""

from bmconv.errors import BmconvError
from bmconv.records import Error


def error_record(error: BaseException) -> Error:
    """The record of an error, or of what else stopped a command."""
    if isinstance(error, BmconvError):
        from bmconv.masking import mask_text  # seldom needed

        place = getattr(error, "place", None) or None
        return Error(code=error.code, place=place, message=mask_text(error.for_command_line()))
    if isinstance(error, Exception):
        return Error(code=BmconvError.code, message=str(error))
    return Error(code="stopped", message="stopped before the end")
