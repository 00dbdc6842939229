"""What a person is sent: always made from that seat's view, never from the state."""

import functools
from collections import OrderedDict
from hashlib import blake2b
from typing import Any

import msgspec

from fimbul.core import Event, Game, Match, Node, Outcome, State, View, few_first, log_for
from fimbul.server.store import Spoken

MOST_BOARDS = 64


class Choice(msgspec.Struct, frozen=True):
    """A legal action: its notation, its words, what one touches to take it; `free`: one adds words."""

    text: str
    words: str
    clicks: tuple[str, ...]
    free: bool = False


class Idea(msgspec.Struct, frozen=True):
    """A bot's idea: a choice and what the bot expects of it, from -1 (lost) to 1 (won)."""

    text: str
    words: str
    clicks: tuple[str, ...]
    value: float
    free: bool = False


class Line(msgspec.Struct, frozen=True):
    """A line of the log."""

    ply: int
    text: str
    touches: tuple[str, ...]
    blow: bool = False


class Picture(msgspec.Struct, frozen=True):
    """A scene whose board is named by its hash."""

    box: tuple[float, float, float, float]
    board: str
    nodes: tuple[Node, ...]


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """The table at one ply, as one seat may see it."""

    ply: int
    epoch: int
    turn: int
    to_act: tuple[int, ...]
    prompt: str
    outcome: Outcome | None
    plays: list[str]
    seats_line: list[str]
    scene: Picture
    actions: list[Choice]
    log: list[Line]


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    seat: int
    kind: str
    name: str
    plays: str
    me: bool
    bot: str | None


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table with its present frame, as one seat may see it."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    seats: list[SeatInfo]
    me: int | None
    invite: str | None
    ply: int
    plies: int
    epoch: int
    finished: bool
    outcome: Outcome | None
    seed_hash: str
    seed: str | None
    chronicle: bool
    chat: list[Spoken]
    frame: Frame


class Boards:
    """The boards that frames have named, so that a client can fetch them once."""

    def __init__(self) -> None:
        self.known: OrderedDict[str, bytes] = OrderedDict()

    def keep(self, board: str, style: str) -> str:
        """Remember a board; its name."""
        name = board_name(board, style)
        if name not in self.known:
            self.known[name] = msgspec.json.encode({"board": board, "style": style})
            if len(self.known) > MOST_BOARDS:
                self.known.popitem(last=False)
        self.known.move_to_end(name)
        return name


@functools.lru_cache(maxsize=MOST_BOARDS)
def board_name(board: str, style: str) -> str:
    """A hash of what is drawn."""
    return blake2b(f"{style}\0{board}".encode(), digest_size=12).hexdigest()


def frame(
    game: Game,
    state: State,
    seat: int | None,
    events: list[Event],
    boards: Boards,
    *,
    epoch: int,
    seats: int,
    ended: Outcome | None = None,
    present: bool = True,
) -> Frame:
    """One position as a seat (None: a spectator) may see it.  `ended` is an end that no rule gave."""
    view = state.view(seat)
    scene = game.scene(view)
    outcome = ended or view.outcome
    actions: list[Choice] = []
    if present and outcome is None and seat is not None and seat in view.to_act:
        actions = [choice(game, view, action) for action in few_first(state.legal(seat))]
    plays = [game.seat_name(view, other) for other in range(seats)]
    return Frame(
        ply=view.ply,
        epoch=epoch,
        turn=state.turn,
        to_act=() if outcome else view.to_act,
        prompt=outcome.reason if outcome else game.prompt(view),
        outcome=outcome,
        plays=plays,
        seats_line=[seat_line(game, view, other, name) for other, name in enumerate(plays)],
        scene=Picture(scene.box, boards.keep(scene.board, scene.style), scene.nodes),
        actions=actions,
        log=lines(view.ply, events, seat),
    )


def seat_line(game: Game, view: View, seat: int, name: str) -> str:
    """What a seat plays, and its public numbers."""
    standing = game.standing(view, seat)
    return f"{name} · {standing}" if standing else name


def choice(game: Game, view: Any, action: Any) -> Choice:
    """An action as a person chooses it."""
    words, clicks = game.describe(view, action), game.clicks(view, action)
    return Choice(str(action), words, clicks, bool(action.free))


def lines(ply: int, events: list[Event], seat: int | None) -> list[Line]:
    """What one action did, as told to a seat."""
    return [Line(ply, event.sentence(), event.touches(), event.blow) for event in log_for(events, seat)]


def whole_log(match: Match, seat: int | None) -> list[Line]:
    """Everything that happened, as told to a seat."""
    return [line for ply, events in enumerate(match.log, 1) for line in lines(ply, events, seat)]
