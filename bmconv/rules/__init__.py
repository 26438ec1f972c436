"""The rule book: which values are valid, how they are spelled and what they mean, in one place.

fields.py has the fields of every record type, settings.py the settings of the terminals, and
terminals.py their limits. `judge` decides about a value in a scope, which is a format with a guide
and a terminal: it is valid, respelled or invalid. Reading keeps an invalid value with a note
(`normalise`), commands and programs that change something refuse it (`problems`), writing notes
values that only its format forbids, and `check` reports it. Rules about events are in checks/.
"""

from bmconv.rules.judging import Answer, answers, judge, normalise, problems, respell
from bmconv.rules.rule import BWS, DTO, RECORDS, SCOPES, Rule, Scope, Verdict

__all__ = [
    "BWS",
    "DTO",
    "RECORDS",
    "SCOPES",
    "Answer",
    "Rule",
    "Scope",
    "Verdict",
    "answers",
    "judge",
    "normalise",
    "problems",
    "respell",
]
