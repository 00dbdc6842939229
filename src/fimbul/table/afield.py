"""A table that somebody has taken along: its game goes on where there is no server, by the same rules.

Whoever plays alone, against bots or in all seats, may have a copy of the course of their game.  What is done
without a server is told here in the same messages as a server tells it (`hear`, `think`, `look`), and is
brought back later as a list of actions, which the server plays again.
"""

from hashlib import blake2b
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from fimbul import bots
from fimbul.bots import Sight
from fimbul.bots.explaining import reason
from fimbul.core import BadRecord, FimbulError, Illegal
from fimbul.speech import given_names, retold, speech
from fimbul.table.asking import (
    bot_to_act,
    check_unseen,
    explained,
    ideas_of,
    last_decision,
    reason_of,
    understood,
)
from fimbul.table.frames import Boards, Frame, Ground, frame, lines
from fimbul.table.history import Deed, History, Start, replayed

IDEAS = 3
STRONGEST = "expert"  # a master thinks too long in a browser
ABLE = ("random", "greedy", *bots.LEVELS[: bots.LEVELS.index(STRONGEST) + 1])
ADVISER = "club"
LATER = "That has to wait until the connection is back."


class Parcel(msgspec.Struct, frozen=True, kw_only=True):
    """The course of a game, as its only player may take it along: with its dice, and what is hidden."""

    game: str
    rules: str
    seats: int
    options: dict[str, Any]
    seed: str  # whole: a browser's numbers are too short
    bots: dict[str, str]  # by seat
    epoch: int
    deeds: list[Deed]


class Luggage(msgspec.Struct, kw_only=True):
    """What a device has of a table: the parcel, what was played since, the sheet as it was shown last."""

    parcel: Parcel
    played: list[Deed] = []
    sheet: dict[str, Any]
    epoch: int  # by which frames from here are told from the server's
    me: int
    language: str = "en"  # in which the game is told


class Said(msgspec.Struct, omit_defaults=True):
    """What is told, and all that was played here if that has changed: it is to be kept before it is shown."""

    messages: list[dict[str, Any]] = []
    played: list[Deed] | None = None


def start_of(parcel: Parcel) -> Start:
    """The start of the game in a parcel."""
    return Start(parcel.game, parcel.rules, parcel.seats, parcel.options, int(parcel.seed))


def able(spec: str) -> str:
    """The bot that plays for a bot where there is no server."""
    return spec if spec in ABLE else STRONGEST


class Afield:
    """One table without a server.  Texts go in and come out: JSON, as a browser's worker hands it on."""

    def __init__(self, text: str | bytes) -> None:
        luggage = msgspec.json.decode(text, type=Luggage)
        self.parcel = parcel = luggage.parcel
        start = start_of(parcel)
        self.history: History = replayed(start, [*parcel.deeds, *luggage.played])
        if start.rules != self.history.game.rules_version:
            raise BadRecord("This table was taken along under other rules than are kept here.")
        self.game = self.history.game
        self.sheet = luggage.sheet
        self.epoch = luggage.epoch
        self.me = luggage.me
        self.mine = [seat for seat in range(parcel.seats) if str(seat) not in parcel.bots]
        self.boards = Boards()
        names = given_names(self.game, parcel.options)
        self.own = speech(luggage.language, self.game, names=names)

    # ---- what is told

    @property
    def played(self) -> list[Deed]:
        """What was done here."""
        return self.history.deeds[len(self.parcel.deeds) :]

    def frame(self, seat: int) -> Frame:
        """The present, as a seat sees it."""
        return self.drawn(len(self.history), seat, present=True)

    def drawn(self, place: int, seat: int, *, present: bool) -> Frame:
        """The table at a place of its course."""
        state, events = self.history.at(place)
        return frame(
            self.game,
            state,
            seat,
            events,
            self.boards,
            epoch=self.epoch,
            seats=self.parcel.seats,
            present=present,
        )

    def table(self) -> dict[str, Any]:
        """The whole table, as one comes to it."""
        state, acted = self.history.state, {deed.seat for deed in self.history.deeds}
        told = self.sheet | {
            "me": self.me,
            "ply": state.ply,
            "plies": state.ply,
            "epoch": self.epoch,
            "finished": state.over,
            "outcome": state.outcome,
            "seats": [each | {"played": each["seat"] in acted} for each in self.sheet["seats"]],
            "requests": [],
            "frame": self.frame(self.me),
        }
        return {"type": "table", "table": told}

    def news(self, seat: int) -> list[dict[str, Any]]:
        """What is told after a seat has acted: of a sealed choice only to whoever makes it."""
        if self.history.state.drafting and seat != self.me:
            return []
        return [{"type": "frame", "frame": self.frame(self.me)}]

    def begin(self) -> bytes:
        """What is told first."""
        return self.told(Said([self.table()]))

    def told(self, value: Any) -> bytes:
        """Something as it is told, in the language of whoever plays."""
        return msgspec.json.encode(value if self.own is None else retold(value, self.own))

    # ---- what a person does

    def hear(self, text: str) -> bytes:
        """Do what a message asks for, or say why not."""
        try:
            said = self.answer(msgspec.json.decode(text))
        except Illegal as problem:
            said = refused(self.own(problem.reason) if self.own else problem.reason, problem.rule)
        except (FimbulError, msgspec.MsgspecError) as problem:
            said = refused(str(problem))
        return self.told(said)

    def answer(self, message: dict[str, Any]) -> Said:
        """The answer to a message."""
        match message["type"]:
            case "act":
                return self.act(message)
            case "undo":
                return self.undo()
            case "seat" if message["seat"] in self.mine:
                self.me = message["seat"]
                return Said([self.table()])
            case "why":
                return self.why(tuple(message["clicks"]))
            case "hint":
                return self.hint()
            case "ping":
                return Said([{"type": "pong"}])
        return refused(LATER)

    def act(self, message: dict[str, Any]) -> Said:
        """A person's action, for the ply that they saw; with the id of a request it is done once."""
        state, request = self.history.state, message.get("request")
        if request is not None and self.history.met(request) is not None:
            return Said(self.news(self.me))
        if state.over:
            raise Illegal(state.end_rule, "The game is over.")
        if (message["ply"], message.get("draft", 0)) != (state.ply, len(state.draft(self.me))):
            return Said([self.table()])
        action = understood(self.game, message["action"], message.get("words", ""))
        deed = self.history.try_play(action, self.me, request)
        if isinstance(deed, Illegal):
            raise deed
        return Said(self.news(self.me), self.played)

    def undo(self) -> Said:
        """Go back to the last decision that was made here."""
        place = last_decision(self.history, self.me, self.mine)
        if place < len(self.parcel.deeds):
            return refused("What was done before the connection was lost can be taken back when it is back.")
        secret, seat = place >= self.history.begun(), self.history.deeds[place].seat
        late = self.history.deeds[place + 1 :]
        kept = [deed for deed in late if deed.seat != seat] if secret else []
        state, _ = self.history.at(place)
        check_unseen(self.history, state)
        self.history.rewind(place, state, kept)
        self.epoch += 1
        return Said([self.table()], self.played)

    def why(self, clicks: tuple[str, ...]) -> Said:
        """Why what was touched cannot be done."""
        state = self.history.state
        if state.over:
            return refused("The game is over.", state.end_rule)
        if self.me not in state.to_act:
            return refused("It is not your turn.", state.turn_rule)
        found = reason_of(self.history, self.me, clicks)
        if isinstance(found, Illegal):
            raise found
        return refused(found)

    def hint(self) -> Said:
        """A bot's ideas."""
        state = self.history.state
        if state.over or self.me not in state.to_act:
            return refused("It is not your turn, so there is nothing to hint at.")
        sight = Sight(state.copy(), self.me)
        found = [
            (str(idea.action), float(idea.value), reason(self.game, sight, idea.action))
            for idea in bots.make(ADVISER, self.game, seed=self.chance()).ideas(sight, IDEAS)
        ]
        return Said([{"type": "hint", "ideas": ideas_of(self.game, state, self.me, found)}])

    # ---- what bots do

    def chance(self) -> int:
        """What a bot overlooks is settled by the game: nobody goes back to have it think anew."""
        place = f"{self.parcel.seed} {len(self.history)}".encode()
        return int.from_bytes(blake2b(place, digest_size=7).digest(), "big")

    def bot_at(self, seat: int) -> str | None:
        """The bot in a seat."""
        return self.parcel.bots.get(str(seat))

    def waits_for(self) -> int | None:
        """The bot that is to act."""
        state = self.history.state
        return None if state.over else bot_to_act(state, self.bot_at)

    def think(self) -> bytes:
        """One bot's action, and what is told of it; `null` if no bot is to act."""
        seat = self.waits_for()
        if seat is None:
            return b"null"
        bot = bots.make(able(self.bot_at(seat) or STRONGEST), self.game, seed=self.chance())
        action = bot.choose(Sight(self.history.state.copy(), seat))
        self.history.play(action, seat)
        return self.told(Said(self.news(seat), self.played))

    # ---- what a person looks at

    def look(self, address: str) -> bytes:
        """What a server answers at an address below its table, or `null`: that has to wait."""
        where = urlsplit(address)
        asked = {name: values[-1] for name, values in parse_qs(where.query).items()}
        seat = int(asked.get("seat", self.me))
        try:
            found = self.found([part for part in where.path.split("/") if part], asked, seat)
        except (FimbulError, ValueError):
            found = None
        return self.told(found)

    def found(self, parts: list[str], asked: dict[str, str], seat: int) -> Any:
        """What is at an address."""
        match parts:
            case ["boards", name]:
                return msgspec.json.decode(self.boards.known.get(name, b"null"), type=Ground | None)
            case ["log"]:
                return self.log(seat)
            case ["frames", ply] if 0 <= int(ply) <= self.history.ply:
                return self.drawn(self.history.place(int(ply)), seat, present=False)
            case ["frames", ply, "reach"] if 0 <= int(ply) <= self.history.ply:
                state, _ = self.history.at(self.history.place(int(ply)))
                return self.game.table.reach(state.view(seat), asked["node"])
            case ["reasons", ply] if 1 <= int(ply) <= self.history.ply and not self.game.hidden:
                place = self.history.place(int(ply) - 1)
                return explained(self.game, self.history.at(place)[0], self.history.deeds[place])
        return None

    def log(self, seat: int) -> list[Any]:
        """Everything that happened, as told to a seat."""
        return [line for state, events in self.history.walk(0) for line in lines(state.ply, events, seat)]


def refused(reason: str, rule: str | None = None) -> Said:
    """Something cannot be."""
    return Said([{"type": "refused", "reason": reason, "rule": rule}])
