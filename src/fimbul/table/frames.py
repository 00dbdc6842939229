"""What a person is sent: always made from that seat's view, never from the state."""

import functools
from collections import OrderedDict
from hashlib import blake2b

import msgspec

from fimbul.core import (
    Choice,
    Drawn,
    Event,
    Game,
    Match,
    Node,
    Outcome,
    Prospect,
    Scene,
    Sheet,
    State,
    Tray,
    View,
    Words,
    choice,
    few_first,
    log_for,
    offered,
)

MOST_GROUNDS = 64


class Idea(msgspec.Struct, frozen=True):
    """A bot's idea: a choice and what the bot expects of it, from -1 (lost) to 1 (won)."""

    text: str
    words: Words
    clicks: tuple[str, ...]
    value: float
    free: bool = False
    prospect: Prospect | None = None
    why: Words = ""  # what it is for, in a sentence


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log."""

    ply: int
    text: Words
    touches: tuple[str, ...]
    blow: bool = False


class BoardPicture(msgspec.Struct, frozen=True):
    """A board whose ground is named by its hash."""

    id: str
    title: Words
    box: tuple[float, float, float, float]
    ground: str
    nodes: tuple[Node, ...]


class Picture(msgspec.Struct, frozen=True):
    """A scene as it is sent."""

    boards: tuple[BoardPicture, ...]
    trays: tuple[Tray, ...]
    sheet: Sheet


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """The table at one ply, as one seat may see it."""

    ply: int
    draft: int  # how far the seat has come in a sealed choice
    epoch: int
    turn: int
    to_act: tuple[int, ...]
    outcome: Outcome | None
    plays: list[Words]
    seats_line: list[Words]
    scene: Picture
    actions: list[Choice]
    log: list[LogLine]


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    seat: int
    kind: str
    name: str
    plays: Words
    me: bool
    bot: str | None


class Ground(msgspec.Struct, frozen=True):
    """What never moves on a board, as it is fetched, and the game that it belongs to."""

    game: str
    ground: Drawn
    style: str


class Boards:
    """The grounds that frames have named, so that a client can fetch them once."""

    def __init__(self) -> None:
        self.known: OrderedDict[str, bytes] = OrderedDict()

    def keep(self, game: str, ground: str, style: str) -> str:
        """Remember a ground of a game; its name."""
        name = ground_name(ground, style)
        if name not in self.known:
            self.known[name] = msgspec.json.encode(Ground(game, ground, style))
            if len(self.known) > MOST_GROUNDS:
                self.known.popitem(last=False)
        self.known.move_to_end(name)
        return name


@functools.lru_cache(maxsize=MOST_GROUNDS)
def ground_name(ground: str, style: str) -> str:
    """A hash of what is drawn."""
    return blake2b(f"{style}\0{ground}".encode(), digest_size=12).hexdigest()


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
    foretold: bool = True,
) -> Frame:
    """One position as a seat (None: a spectator) may see it.  `ended` is an end that no rule gave.

    Where it is not `foretold` what would come of an action, one has to find that out: that is the puzzle.
    """
    view = state.view(seat)
    table = game.table
    scene = table.scene(view)
    outcome = ended or view.outcome
    actions: list[Choice] = []
    if present and outcome is None and view.mine and seat is not None:
        legal = state.legal(seat)
        prospects = state.foresee(seat, legal) if foretold else {}
        actions = [choice(table, view, action, prospects.get(action)) for action in few_first(legal)]
        scene = offered(scene, actions)
    plays = [table.seat_name(view, other) for other in range(seats)]
    return Frame(
        ply=view.ply,
        draft=view.draft,
        epoch=epoch,
        turn=state.turn,
        to_act=() if outcome else view.to_act,
        outcome=outcome,
        plays=plays,
        seats_line=[seat_line(game, view, other, name) for other, name in enumerate(plays)],
        scene=picture(game.slug, scene, boards, settled(scene.sheet, outcome, bool(actions))),
        actions=actions,
        log=lines(view.ply, events, seat),
    )


def picture(game: str, scene: Scene, boards: Boards, sheet: Sheet) -> Picture:
    """A scene as it is sent."""
    drawn = (
        BoardPicture(
            board.id, board.title, board.box, boards.keep(game, board.ground, board.style), board.nodes
        )
        for board in scene.boards
    )
    return Picture(tuple(drawn), scene.trays, sheet)


def settled(sheet: Sheet, outcome: Outcome | None, asked: bool) -> Sheet:
    """The sheet of somebody who is asked as it is; for others without buttons; at the end, how it ended."""
    if outcome is not None:
        return Sheet(text=outcome.reason, mine=False)
    return sheet if asked else msgspec.structs.replace(sheet, mine=False, buttons=())


def seat_line(game: Game, view: View, seat: int, name: str) -> str:
    """What a seat plays, and its public numbers."""
    standing = game.standing(view, seat)
    return f"{name} · {standing}" if standing else name


def lines(ply: int, events: list[Event], seat: int | None) -> list[LogLine]:
    """What one action did, as told to a seat."""
    return [LogLine(ply, event.sentence(), event.touches(), event.blow) for event in log_for(events, seat)]


def whole_log(match: Match, seat: int | None) -> list[LogLine]:
    """Everything that happened, as told to a seat."""
    return [line for ply, events in enumerate(match.log, 1) for line in lines(ply, events, seat)]
