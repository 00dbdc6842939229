"""How a bot weighs what a position of Valknut shows: numbers in a file beside this module.

Those that are shipped were written by hand; `python -m fimbul.kernels.valknut.train` learns others.
"""

import tomllib
from pathlib import Path

import msgspec

FILE = Path(__file__).with_name("weights.toml")

ByTurns = tuple[float, float, float, float]  # by the number of turns that a player still has: none to three


class Weights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """In victory points, or shares of a unit's points; the kernel reads them in this order."""

    at_home: ByTurns  # of a unit's points, while it stands in a Parley area
    in_supply: ByTurns  # while it waits and a Valknut may bring it
    waiting: float  # what those are worth that wait behind them
    point: float  # a movement point still to be spent
    way_out: float  # of what leaving the Parley area brings, for a point that can be spent on it
    coming: float  # of a unit's points, while it may be brought to a Valknut
    raging: float  # a rage that may bring another card
    ambush: float  # an Ambush card still in hand
    last_stand: float  # what the loss of the last unit costs besides its points
    tie: float  # what winning ties is worth
    # How likely a kill is that needs no move, one or two in the next turn, or one or two of this turn's.
    certain: float
    likely: float
    possible: float
    now_one: float
    now_two: float
    next: float  # how much of that counts in the next turn
    later: float  # and in those after it
    loss: float  # of a unit's points, when it dies: it may come back
    second: float  # weight of the second-best kill of a turn
    others: float  # and of further ones
    lead: float  # the lead that makes a game look won by half: at the end
    lead_per_card: float  # and for every card to come

    def numbers(self) -> list[float]:
        """All of them in one row."""
        return [number for field in msgspec.structs.astuple(self) for number in listed(field)]


def listed(field: float | ByTurns) -> tuple[float, ...]:
    """One number or several."""
    return field if isinstance(field, tuple) else (field,)


def write(numbers: list[float], file: Path = FILE) -> None:
    """Keep the numbers of a row for later."""
    left = iter(numbers)
    lines = []
    for name in Weights.__struct_fields__:
        field = getattr(WEIGHTS, name)
        values = [f"{next(left):.4f}" for _ in listed(field)]
        lines.append(
            f"{name} = [{', '.join(values)}]" if isinstance(field, tuple) else f"{name} = {values[0]}"
        )
    file.write_text("\n".join(lines) + "\n", encoding="ascii")


def read(file: Path = FILE) -> Weights:
    """The numbers of a file."""
    return msgspec.convert(tomllib.loads(file.read_text(encoding="ascii")), Weights)


WEIGHTS = read()
