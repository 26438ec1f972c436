"""The options shared by the commands that simulate an evening: speed, seed, rates of mishaps."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from bmconv.bws.simulation.entries import Rates
from bmconv.bws.simulation.running import Course
from bmconv.cli import NumberRange

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

RATES = {
    "corrections": "results entered wrongly and corrected",
    "erasures": "results erased and not entered again",
    "sit_outs": "rounds of a table with all boards marked as not played",
    "late": "tables that start late and play slowly",
    "wrong_numbers": "player numbers entered wrongly; half of them are corrected",
    "bidding": "boards with recorded bidding",
}
"""The options with values from 0 to 1, each with its help."""
SIMULATION_GROUP = {"The evening": ["speed", "until_round", "seed", *RATES]}
"""The options of a simulation, below their heading in help."""


def with_simulation_options(*rates: str) -> Callable[[Decorated], Decorated]:
    """Give a command the options for speed, last round, seed and these rates."""

    def decorate(command: Decorated) -> Decorated:
        for name in reversed(rates):
            command = click.option(
                f"--{name.replace('_', '-')}", type=NumberRange(0, 1), metavar="RATE",
                default=Rates._field_defaults[name], show_default=True, help=RATES[name],
            )(command)  # fmt: skip
        command = click.option(
            "--seed", type=int, default=1, show_default=True, metavar="N",
            help="same seed, same evening",
        )(command)  # fmt: skip
        command = click.option(
            "--until-round", type=click.IntRange(1), metavar="N", help="stop after this round"
        )(command)
        return click.option(
            "--speed", type=NumberRange(0), default=60.0, show_default=True, metavar="N",
            help="seconds of the evening per second; 0: without pauses",
        )(command)  # fmt: skip

    return decorate


def make_course(values: dict[str, Any]) -> Course:
    """The course of an evening, from the options of a command."""
    rates = Rates(**{name: values[name] for name in RATES if name in values})
    date = values.get("date")
    return Course(
        values["seed"],
        rates,
        values["speed"],
        values["until_round"] or 0,
        date.date() if date else None,
    )
