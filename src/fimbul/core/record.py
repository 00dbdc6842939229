r"""Records: a game as a text file that proves itself.

A `.saga` holds the game, its rules version, seats, names, options and seed, then every action in notation
with the seat that took it, a hash of the state at the end of each turn, the result, and a seal over all
that text.

    fimbul-saga 1
    game fimbulvetr
    rules 081207.1
    seats 2
    names ["Ada","club"]
    options {"clans":["saxons","vikings"],...}
    seed 7
    result {"scores":[1.0,0.0],"rule":"F46","reason":"..."}

    1 0 place(thegn,0,0,0) #2c1f0a44be19
    2 1 place(berserk,1,0,2) #90ab54ce0d11
    ...
    seal 4be0...

Replaying it gives every state again.  A record from another rules version is refused by name, never misread.

A game at a table may end by no rule (somebody resigned), go on without somebody, and have dice that were
settled before it.  Its record is a `fimbul-saga 2`, which has three more headers after the result:

    ended {"scores":[1.0,0.0],"rule":"F46","reason":"Ben resigned; Ada wins."}
    resigned [[2,41]]
    dice {"table":"3f0a52bb71c2de","salt":"..."}
"""

import json
import re
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import msgspec

from fimbul.core.action import Action, encodable
from fimbul.core.errors import BadNotation, BadOption, BadRecord, FimbulError, Illegal
from fimbul.core.event import Event
from fimbul.core.game import Game
from fimbul.core.state import Outcome, State

FORMAT = "fimbul-saga 1"
TABLE_FORMAT = "fimbul-saga 2"
HEADERS = ("game", "rules", "seats", "names", "options", "seed", "result")
TABLE_HEADERS = (*HEADERS, "ended", "resigned", "dice")
LINE = re.compile(r"([1-9]\d{0,8}) (\d{1,3}) (.+?)(?: #([0-9a-f]{12}))?\Z", re.ASCII)


class Move(msgspec.Struct, frozen=True):
    """One recorded action: who, what, and the state's hash where a turn ended with it."""

    seat: int
    action: str
    hash: str | None = None


class Dice(msgspec.Struct, frozen=True):
    """Where the dice of a game were settled, and the salt of what was shown of them (`core.dice`)."""

    table: str
    salt: str


class Record(msgspec.Struct, kw_only=True):
    """A recorded game, finished or not.

    `ended` is an end that no rule gave, `resigned` who gave up at which ply while the others played on.
    """

    game: str
    rules: str
    seats: int
    names: list[str]
    options: dict[str, Any]
    seed: int
    moves: list[Move]
    result: Outcome | None = None
    ended: Outcome | None = None
    resigned: list[tuple[int, int]] = []
    dice: Dice | None = None

    @property
    def of_a_table(self) -> bool:
        """Whether it holds more than the rules of its game know."""
        return self.ended is not None or bool(self.resigned) or self.dice is not None

    def to_text(self) -> str:
        """The record as a `.saga`."""
        headers = [
            TABLE_FORMAT if self.of_a_table else FORMAT,
            f"game {self.game}",
            f"rules {self.rules}",
            f"seats {self.seats}",
            f"names {to_json(self.names)}",
            f"options {to_json(self.options)}",
            f"seed {self.seed}",
            f"result {to_json(self.result)}",
        ]
        if self.of_a_table:
            headers += [
                f"ended {to_json(self.ended)}",
                f"resigned {to_json(self.resigned)}",
                f"dice {to_json(self.dice)}",
            ]
        headers.append("")
        lines = [
            f"{number} {move.seat} {move.action}{f' #{move.hash}' if move.hash else ''}"
            for number, move in enumerate(self.moves, 1)
        ]
        text = "".join(f"{line}\n" for line in headers + lines)
        return f"{text}seal {seal(text)}\n"

    @classmethod
    def parse(cls, text: str) -> "Record":
        """A record from its text.  The seal must fit; whether the game really went so is for `replay`."""
        first = text.partition("\n")[0]
        if not first.startswith("fimbul-saga"):
            raise BadRecord("This is not a .saga record: it does not start with 'fimbul-saga'.")
        if first not in (FORMAT, TABLE_FORMAT):
            raise BadRecord(f"This record has the format '{first[:40]}'; this fimbul reads '{TABLE_FORMAT}'.")
        names = HEADERS if first == FORMAT else TABLE_HEADERS
        body, mark, end = text.rpartition("\nseal ")
        if not mark:
            raise BadRecord("The record is cut off: its seal is missing.")
        body += "\n"
        if end != f"{seal(body)}\n":
            raise BadRecord("The record was changed after it was written: its seal does not fit.")
        lines = body.split("\n")
        fields: dict[str, str] = {}
        for number, (line, name) in enumerate(zip(lines[1:], names, strict=False), 2):
            word, _, value = line.partition(" ")
            if word != name:
                raise BadRecord(f"expected the header '{name}', found '{line[:40]}'.", line=number)
            fields[name] = value
        start = 1 + len(names)
        if len(lines) <= start + 1 or lines[start] or lines[-1]:
            raise BadRecord("expected an empty line after the headers.", line=start + 1)
        return cls(
            game=fields["game"],
            rules=fields["rules"],
            seats=from_json(fields, "seats", int),
            names=from_json(fields, "names", list[str]),
            options=from_json(fields, "options", dict[str, Any]),
            seed=from_json(fields, "seed", int),
            result=from_json(fields, "result", Outcome | None),
            ended=from_json(fields, "ended", Outcome | None) if "ended" in fields else None,
            resigned=from_json(fields, "resigned", list[tuple[int, int]]) if "resigned" in fields else [],
            dice=from_json(fields, "dice", Dice | None) if "dice" in fields else None,
            moves=list(parse_moves(lines[start + 1 : -1], start + 2)),
        )


def parse_moves(lines: list[str], first: int) -> Iterator[Move]:
    """The numbered action lines."""
    for count, line in enumerate(lines):
        found = LINE.match(line)
        if not found or int(found[1]) != count + 1:
            raise BadRecord(f"expected action {count + 1}, found '{line[:60]}'.", line=first + count)
        yield Move(int(found[2]), found[3], found[4])


def to_json(value: Any) -> str:
    """Compact JSON in a fixed order."""
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":"))


def from_json(fields: dict[str, str], name: str, kind: Any) -> Any:
    """One header's value."""
    try:
        return msgspec.json.decode(fields[name], type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise BadRecord(
            f"the header '{name}' is wrong: {problem}.", line=2 + TABLE_HEADERS.index(name)
        ) from None


def seal(text: str) -> str:
    """What closes a record."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class Match:
    """A game being played: its first state, its actions, its log, and where it stands now."""

    def __init__(
        self,
        game: Game,
        *,
        seats: int | None = None,
        options: Any = None,
        seed: int = 0,
        names: list[str] | None = None,
    ) -> None:
        self.game = game
        self.options = game.read_options(options)
        self.state: State = game.new(seats=seats, options=self.options, seed=seed)
        self.seats = game.seats[0] if seats is None else seats
        self.seed = seed
        self.names = names or [f"Seat {seat + 1}" for seat in range(self.seats)]
        if len(self.names) != self.seats:
            raise BadOption(f"There are {self.seats} seats and {len(self.names)} names.")
        if not all(map(encodable, self.names)):
            raise BadOption("A name cannot hold half a character (a lone surrogate): no file could keep it.")
        self.moves: list[Move] = []
        self.log: list[list[Event]] = []
        self.start = self.state.copy()
        self.counts = [self.state.revelations]
        self.plies = [0]  # the place of the first action of each ply

    def play(self, action: Action, seat: int | None = None, *, legal: bool = False) -> list[Event]:
        """Play an action and record it; one that came from the state's `legal` need not be asked about."""
        state = self.state
        if seat is None:
            seat = state.to_act[0] if state.to_act else 0
        turn = state.turn
        events = state.apply(action, seat) if legal else state.play(action, seat)
        ended = state.over or state.turn != turn
        self.moves.append(Move(seat, str(action), state.fingerprint() if ended else None))
        self.log.append(events)
        self.counts.append(state.revelations)
        if not state.drafting:
            self.close()
        return events

    def close(self) -> None:
        """A ply is whole: a sealed choice is written seat by seat, so that its order tells nothing."""
        start, end = self.plies[-1], len(self.moves)
        if end - start > 1:
            hash = self.moves[-1].hash
            stretch = sorted(self.moves[start:], key=lambda move: move.seat)
            self.moves[start:] = [msgspec.structs.replace(move, hash=None) for move in stretch]
            self.moves[-1] = msgspec.structs.replace(self.moves[-1], hash=hash)
        self.plies.append(end)

    def states(self, start: int = 0, end: int | None = None) -> Iterator[State]:
        """The state before action number `start` and after each further one, by replaying; one, played on."""
        state = self.start.copy()
        if not start:
            yield state
        for place, _ in enumerate(self.game.retrace(state, self.moves[:end]), 1):
            if place >= start:
                yield state

    def at(self, place: int) -> State:
        """The state before action number `place` (0 is the start), by replaying."""
        if not 0 <= place <= len(self.moves):
            raise BadOption(f"The game has {len(self.moves)} plies; there is no ply {place}.")
        return next(self.states(place, place))

    def undo_point(self, seat: int) -> tuple[int, bool] | None:
        """Where a seat's undo leads: the place of its last own action, and whether going there is free.

        It is free while nothing was revealed or drawn since.  None if the seat has not acted yet.
        """
        for place in range(len(self.moves) - 1, -1, -1):
            if self.moves[place].seat == seat:
                return place, self.counts[place] == self.counts[-1]
        return None

    def rewind(self, place: int) -> None:
        """Go back to a place; what came after it is forgotten, but for what others do in a sealed choice."""
        seat = self.moves[place].seat if place < len(self.moves) else None
        kept = [move for move in self.moves[place + 1 :] if move.seat != seat] if self.drafts(place) else []
        self.state = self.at(place)
        del self.moves[place:], self.log[place:], self.counts[place + 1 :]
        while len(self.plies) > 1 and self.plies[-1] > place:
            self.plies.pop()
        for move in kept:
            self.play(self.game.parse(move.action), move.seat)

    def drafts(self, place: int) -> bool:
        """Whether the action at this place is part of a sealed choice that is still being made."""
        return self.state.drafting and place >= self.plies[-1]

    def record(self) -> Record:
        """The match as a record."""
        return Record(
            game=self.game.slug,
            rules=self.game.rules_version,
            seats=self.seats,
            names=list(self.names),
            options=json.loads(to_json(self.options)),
            seed=self.seed,
            moves=list(self.moves),
            result=self.state.outcome,
        )


def replay(record: Record, game: Game, *, plies: int | None = None) -> Match:
    """The match that a record tells, every action and hash checked on the way."""
    if record.game != game.slug:
        raise BadRecord(f"This is a record of '{record.game}', not of {game.slug}.")
    if record.rules != game.rules_version:
        raise BadRecord(
            f"This record was played under rules {record.rules} of {game.slug}; "
            f"this fimbul has rules {game.rules_version} and will not misread it."
        )
    try:
        match = Match(game, seats=record.seats, options=record.options, seed=record.seed, names=record.names)
    except FimbulError as problem:
        raise BadRecord(f"The record cannot be set up: {problem}") from None
    if plies is not None and not 0 <= plies <= len(record.moves):
        raise BadOption(f"The record has {len(record.moves)} plies; there is no ply {plies}.")
    for number, move in enumerate(record.moves[:plies], 1):
        line = number + len(TABLE_HEADERS if record.of_a_table else HEADERS) + 2
        try:
            match.play(game.parse(move.action), move.seat)
        except Illegal as refusal:
            raise BadRecord(f"action {number}, {move.action}, is illegal: {refusal}", line=line) from refusal
        except BadNotation as problem:
            raise BadRecord(f"action {number} cannot be read: {problem}", line=line) from None
        if match.moves[-1].hash != move.hash:
            raise BadRecord(f"the state after action {number} is not the recorded one.", line=line)
    return match


def verify(record: Record, game: Game) -> Match:
    """Prove a record: every action is legal, every hash fits, and the result is what came out."""
    match = replay(record, game)
    if match.state.outcome != record.result:
        raise BadRecord("The recorded result is not what the actions lead to.")
    if record.ended is not None and match.state.over:
        raise BadRecord("A rule ended this game, so nothing else can have ended it.")
    if record.ended is not None and len(record.ended.scores) != match.seats:
        raise BadRecord(f"There are {match.seats} seats and {len(record.ended.scores)} scores.")
    for seat, ply in record.resigned:
        if not (0 <= seat < match.seats and 0 <= ply <= len(match.moves)):
            raise BadRecord(f"Seat {seat} cannot have resigned at ply {ply}.")
    return match
