"""Every kind of action that the golden records have is taken by clicking, in the two games that have most."""

from pathlib import Path
from typing import NamedTuple

import pytest

from fimbul.core import Record, replay
from fimbul.games import game as find_game

GOLDEN = Path(__file__).parents[1] / "golden"
FEW = 12  # kinds of one game, the rarest first: what a player meets last breaks first


class Moment(NamedTuple):
    """A decision in a golden record."""

    path: Path
    ply: int
    seat: int
    action: str


def moments(slug: str) -> dict[str, Moment]:
    """The first use of each kind of action in the shortest record of a game."""
    game, found, count = find_game(slug), dict[str, Moment](), dict[str, int]()
    path = min((GOLDEN / slug).glob("*.saga"), key=lambda each: each.stat().st_size)
    record = Record.parse(path.read_text(encoding="utf-8"))
    match = replay(record, game, plies=0)
    state = match.state
    for move in record.moves:
        action = game.parse(move.action)
        verb = move.action.partition("(")[0]
        count[verb] = count.get(verb, 0) + 1
        if not state.sealed and not action.free and verb not in found:
            found[verb] = Moment(path, state.ply, move.seat, move.action)
        state.apply(action, move.seat)
    rarest = sorted(found, key=lambda verb: count[verb])[:FEW]
    return {verb: found[verb] for verb in rarest}


@pytest.mark.parametrize("slug", ["six_winters", "fornaldar"])
def test_every_kind_of_action_is_taken_by_clicking(window, slug):
    ada = window()
    for verb, moment in moments(slug).items():
        ada.open(ada.fork(moment.path, moment.ply, moment.seat))
        ada.take(moment.action)
        ada.picture(f"{slug}-{verb}")
