"""The rule book: what every value may be, how it is spelled and what it means, in one place.

fields.py has the fields of every record type, settings.py the settings of the terminals, and
terminals.py their limits. A value is asked about with `judge`, in a scope: a format whose guide
limits it, and a terminal. The answer is valid, respelled or invalid. Reading keeps an invalid value
and notes it (`normalise`); commands and programs that change something refuse it (`problems`);
writing notes what only its format forbids; `check` reports it. checks/ has the rules about events.
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
