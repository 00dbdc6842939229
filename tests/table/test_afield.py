"""A table without a server: whole games by the rules, told in the same messages as a server tells them."""

import json
import random
from typing import Any

import msgspec
import pytest

import fimbul
from fimbul.core import Match, verify
from fimbul.games import SLUGS
from fimbul.table import afield
from fimbul.table.afield import Afield, Parcel
from fimbul.table.history import Deed, replayed

OPTIONS: dict[str, dict[str, Any]] = {
    "fimbulvetr": {"setup": "quick"},
    "fornaldar": {"scenario": "jotuns", "turns": 1},
}
LONG = 3000  # actions: no game here is longer


def parcel(slug: str, bots: dict[int, str], seats: int | None = None, deeds: list[Deed] | None = None) -> Any:
    """What is taken along of a game."""
    game = fimbul.game(slug)
    return Parcel(
        game=slug,
        rules=game.rules_version,
        seats=seats or game.seats[0],
        options=OPTIONS.get(slug, {}),
        seed="11",
        bots={str(seat): bot for seat, bot in bots.items()},
        epoch=3,
        deeds=deeds or [],
    )


def luggage(found: Any, me: int, played: list[Any] | None = None) -> str:
    """What a device has of it, as its browser hands it on."""
    seats = [
        {"seat": seat, "kind": "bot" if str(seat) in found.bots else "person", "played": False}
        for seat in range(found.seats)
    ]
    sheet = {"id": "x", "game": found.game, "seats": seats}
    bag = {"parcel": found, "played": played or [], "sheet": sheet, "epoch": 77, "me": me}
    return json.dumps(
        bag, default=lambda each: {name: getattr(each, name) for name in each.__struct_fields__}
    )


class Device:
    """A browser that hands messages on, and keeps what was played before it shows anything."""

    def __init__(self, text: str) -> None:
        self.table = Afield(text)
        self.kept: list[dict[str, Any]] = json.loads(text)["played"]
        self.told: list[dict[str, Any]] = []
        self.heard(self.table.begin())

    def heard(self, answer: bytes) -> list[dict[str, Any]]:
        said = json.loads(answer) or {}
        self.kept = said.get("played", self.kept)
        self.told = said.get("messages", [])
        for message in self.told:
            if message["type"] in ("frame", "table"):
                self.frame = message.get("frame") or message["table"]["frame"]
        return self.told

    def say(self, type_: str, **more: Any) -> list[dict[str, Any]]:
        return self.heard(self.table.hear(json.dumps({"type": type_, **more})))

    def act(self, text: str | None = None, **more: Any) -> list[dict[str, Any]]:
        frame = self.frame
        text = text or frame["actions"][0]["text"]
        return self.say("act", **{"ply": frame["ply"], "draft": frame["draft"], "action": text, **more})

    def bots(self) -> int:
        """Let the bots act until a person is to; how often they did."""
        count = 0
        while (answer := self.table.think()) != b"null":
            self.heard(answer)
            count += 1
        return count

    def look(self, address: str) -> Any:
        return json.loads(self.table.look(address))


def play_out(device: Device, seats: list[int], chance: random.Random) -> None:
    """Play to the end, in whichever of one's seats is asked."""
    for _ in range(LONG):
        device.bots()
        if device.frame["outcome"]:
            return
        asked = next(seat for seat in device.frame["to_act"] if seat in seats)
        if device.table.me != asked:
            device.say("seat", seat=asked)
        device.act(chance.choice(device.frame["actions"])["text"])
    raise AssertionError("it never ended")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_whole_game_against_bots_makes_a_record_that_holds(slug: str) -> None:
    """It is a game by the rules: its record verifies, and a device that is reopened is there."""
    game = fimbul.game(slug)
    found = parcel(slug, dict.fromkeys(range(1, game.seats[0]), "newcomer"))
    device = Device(luggage(found, 0))
    play_out(device, [0], random.Random(3))
    match = Match(game, seats=found.seats, options=found.options, seed=11)
    for deed in device.kept:
        match.play(game.parse(deed["action"]), deed["seat"])
    assert verify(match.record(), game).state.outcome is not None
    again = Device(luggage(found, 0, device.kept))
    assert again.frame["outcome"] == device.frame["outcome"]
    assert again.frame["scene"] == device.frame["scene"]
    assert again.look("log")[-1]["ply"] <= device.frame["ply"]


@pytest.mark.parametrize("slug", ["fate", "six_winters"])
def test_one_person_plays_a_cooperative_game_in_several_seats(slug: str) -> None:
    device = Device(luggage(parcel(slug, {}, seats=2), 0))
    play_out(device, [0, 1], random.Random(5))
    assert {deed["seat"] for deed in device.kept} == {0, 1}


def test_what_is_shown_is_what_a_server_would_show() -> None:
    """The same frame as is made of the same course elsewhere, but for the epoch."""
    found = parcel("fimbulvetr", {1: "club"})
    device = Device(luggage(found, 0))
    if 0 not in device.frame["to_act"]:
        device.bots()
    before = device.frame["ply"]
    device.act()
    assert device.told[0]["type"] == "frame"
    assert device.frame["ply"] == before + 1
    assert device.frame["epoch"] == 77
    course = replayed(afield.start_of(found), [Deed(**deed) for deed in device.kept])
    made = afield.frame(
        course.game, course.state, 0, course.events[len(course)], afield.Boards(), epoch=77, seats=2
    )
    assert json.loads(msgspec.json.encode(made)) == device.frame
    ground = device.frame["scene"]["boards"][0]["ground"]
    assert set(device.look(f"/boards/{ground}")) == {"game", "ground", "style"}
    assert device.look(f"frames/{before}?epoch=77&seat=0")["ply"] == before
    assert device.look(f"frames/{before + 9}") is None
    assert device.look("record.saga") is None
    assert device.look("frames/x") is None
    assert device.look(f"reasons/{before + 1}")["words"]


def test_a_request_is_met_once_and_an_old_frame_is_answered_with_the_table() -> None:
    device = Device(luggage(parcel("fimbulvetr", {}), 0))
    if 0 not in device.frame["to_act"]:
        device.say("seat", seat=1)
    old = device.frame
    device.act(request="r1")
    device.say("act", ply=old["ply"], draft=0, action=old["actions"][0]["text"], request="r1")
    assert len(device.kept) == 1
    device.say("seat", seat=device.frame["to_act"][0])
    (told,) = device.say("act", ply=old["ply"], action=old["actions"][0]["text"])
    assert told["type"] == "table"
    assert len(device.kept) == 1


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    device = Device(luggage(parcel("fimbulvetr", {1: "club"}), 0))
    device.bots()
    kept = device.kept
    for message in (
        {"type": "act", "ply": device.frame["ply"], "action": "move(nobody)"},
        {"type": "act", "ply": device.frame["ply"], "action": "draw()"},
        {"type": "chat", "text": "Hallo"},
        {"type": "resign"},
        {"type": "seat", "seat": 1},
        {"type": "why", "clicks": ["nothing"]},
        {"type": "undo"} if not [deed for deed in kept if deed["seat"] == 0] else {"type": "resign"},
    ):
        (told,) = device.say(**{"type_": message.pop("type"), **message})
        assert told["type"] == "refused", message
        assert told["reason"].endswith(".")
    assert device.kept == kept
    assert json.loads(device.table.hear("{"))["messages"][0]["type"] == "refused"


def test_going_back_stops_where_the_connection_was_lost() -> None:
    found = parcel("fimbulvetr", {1: "casual"})
    first = Device(luggage(found, 0))
    first.bots()
    first.act()
    first.bots()
    base = parcel("fimbulvetr", {1: "casual"}, deeds=[Deed(**deed) for deed in first.kept])
    device = Device(luggage(base, 0))
    start = device.frame
    (told,) = device.say("undo")
    assert "when it is back" in told["reason"]
    device.act()
    device.bots()
    (told,) = device.say("undo")
    assert told["type"] == "table"
    assert device.frame["ply"] == start["ply"]
    assert device.frame["epoch"] == 78  # frames of before are not taken for those of now
    assert device.kept == []
    assert device.frame["scene"]["boards"] == start["scene"]["boards"]


def test_dice_that_were_seen_are_not_rolled_again() -> None:
    """As at a server: whoever plays alone may go back, but not before dice and cards."""
    device = Device(luggage(parcel("fate", {}, seats=1), 0))
    chance = random.Random(2)
    for _ in range(60):
        before = device.table.history.state.revelations
        device.act(chance.choice(device.frame["actions"])["text"])
        if device.table.history.state.revelations != before:
            break
    else:
        raise AssertionError("nothing was rolled")
    kept = device.kept
    (told,) = device.say("undo")
    assert "cannot be taken back" in told["reason"]
    assert device.kept == kept


def test_hints_come_from_a_bot() -> None:
    device = Device(luggage(parcel("fimbulvetr", {1: "club"}), 0))
    device.bots()
    (told,) = device.say("hint")
    assert {idea["text"] for idea in told["ideas"]} <= {each["text"] for each in device.frame["actions"]}


def test_a_bot_that_would_think_too_long_is_played_by_an_expert() -> None:
    assert [afield.able(each) for each in ("newcomer", "club", "expert", "master", "search")] == [
        "newcomer",
        "club",
        "expert",
        "expert",
        "expert",
    ]


def test_other_rules_than_were_taken_along_are_not_misread() -> None:
    found = parcel("fimbulvetr", {})
    text = luggage(found, 0).replace(found.rules, "1.0")
    with pytest.raises(fimbul.FimbulError, match="other rules"):
        Afield(text)
