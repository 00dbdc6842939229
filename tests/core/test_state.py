"""State: copies derived from the declaration, snapshots, refusals, imagining and outcomes."""

import enum
from typing import Any, ClassVar, Literal

import msgspec
import pytest
from tests.core.toys import Cairn, CairnState, CairnTable, Lay, Ravens, RavensOptions, Sing

from fimbul.core import (
    Action,
    BadOption,
    BadSnapshot,
    Deeds,
    Event,
    Game,
    Illegal,
    Options,
    Outcome,
    Rng,
    State,
    Table,
    TurnState,
    View,
    log_for,
)
from fimbul.core.copying import struct_copier
from fimbul.core.state import checksum


class Stance(enum.IntEnum):
    UP = 1
    DOWN = 2


class Card(msgspec.Struct, frozen=True):
    name: str
    tags: tuple[str, ...] = ()


class Unit(msgspec.Struct):
    hurt: int
    items: list[str]


class Deep(State, kw_only=True):
    """One field of every shape that a state may have."""

    number: int = 1
    stance: Stance = Stance.UP
    phase: Literal["a", "b"] = "a"
    card: Card = Card("x")
    pair: tuple[int, int] = (0, 0)
    row: list[int] = msgspec.field(default_factory=lambda: [1, 2])
    rows: list[list[int]] = msgspec.field(default_factory=lambda: [[1], [2]])
    group: set[int] = msgspec.field(default_factory=lambda: {3, 1, 2})
    purse: dict[str, int] = msgspec.field(default_factory=lambda: {"b": 1, "a": 2})
    piles: dict[str, list[int]] = msgspec.field(default_factory=lambda: {"deck": [1]})
    unit: Unit = msgspec.field(default_factory=lambda: Unit(0, ["axe"]))
    units: list[Unit] = msgspec.field(default_factory=lambda: [Unit(0, ["bow"])])
    maybe: list[int] | None = None
    cards: list[Card] = msgspec.field(default_factory=list)

    slug: ClassVar[str] = "deep"
    rules_version: ClassVar[str] = "1"


def touch_everything(state: Deep) -> None:
    """Change every part that can be changed in place."""
    state.rng.next()
    state.row.append(9)
    state.rows[0].append(9)
    state.group.add(9)
    state.purse["c"] = 9
    state.piles["deck"].append(9)
    state.unit.items.append("nine")
    state.units[0].hurt = 9
    state.units[0].items.append("nine")
    if state.maybe is not None:
        state.maybe.append(9)
    state.cards.append(Card("nine"))


@pytest.mark.parametrize("maybe", [None, [4]])
def test_a_copy_shares_nothing_that_can_change(maybe: list[int] | None) -> None:
    state = Deep(rng=Rng(1), maybe=maybe)
    twin = state.copy()
    assert twin == state
    assert type(twin) is Deep
    before = state.snapshot()
    touch_everything(twin)
    assert state.snapshot() == before
    fresh = state.copy()
    touch_everything(state)
    assert fresh.snapshot() == before


def test_a_copy_shares_what_cannot_change() -> None:
    state = Deep(rng=Rng(1))
    assert state.copy().card is state.card


class Inside(msgspec.Struct, frozen=True):
    things: list[int]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (list[Inside], "Inside.things: a frozen struct must hold immutable things"),
        (tuple[list[int], ...], "an immutable container must hold immutable things"),
        (dict[int, int], "a dict in a state has names as keys"),
        (object, "cannot be part of a state"),
        (list, "cannot be part of a state"),
        (Any, "cannot be part of a state"),
    ],
)
def test_what_cannot_be_copied_safely_is_refused_when_declared(kind: Any, words: str) -> None:
    struct = msgspec.defstruct("Odd", [("field", kind)])
    with pytest.raises(TypeError) as refused:
        struct_copier(struct)
    assert words in str(refused.value)


class Nested(msgspec.Struct, frozen=True):
    parts: "tuple[Nested, ...]" = ()


class Leaky(msgspec.Struct, frozen=True):
    parts: "tuple[Leaky, ...]" = ()
    things: list[int] | None = None


def test_a_frozen_struct_may_hold_its_own_kind() -> None:
    struct = msgspec.defstruct("Tree", [("root", Nested)])
    tree = struct(Nested((Nested(),)))
    assert struct_copier(struct)(tree).root is tree.root
    with pytest.raises(TypeError, match=r"Leaky\.things"):
        struct_copier(msgspec.defstruct("Tree", [("root", Leaky)]))


def test_a_snapshot_holds_everything() -> None:
    state = Deep(rng=Rng(1), maybe=[1], cards=[Card("a", ("b",))])
    touch_everything(state)
    again = Deep.restore(state.snapshot())
    assert again == state
    assert again.fingerprint() == state.fingerprint()


def test_equal_states_have_equal_bytes_whatever_their_history() -> None:
    one, two = Deep(rng=Rng(1)), Deep(rng=Rng(1))
    one.purse = {"x": 1, "y": 2}
    two.purse = {"y": 2, "x": 1}
    one.group = {8, 0, 16}
    two.group = {16, 8, 0}
    assert one == two
    assert one.snapshot() == two.snapshot()


def test_a_fingerprint_tells_states_apart() -> None:
    one, two = Deep(rng=Rng(1)), Deep(rng=Rng(1))
    assert one.fingerprint() == two.fingerprint()
    assert len(one.fingerprint()) == 12
    two.rng.next()
    assert one.fingerprint() != two.fingerprint()


def test_in_what_words_something_was_told_is_no_part_of_a_fingerprint() -> None:
    """A mended sentence must not make old records fail."""

    class Chatty(Deep, kw_only=True):
        told: list[str] = msgspec.field(default_factory=list)
        worded: ClassVar[tuple[str, ...]] = ("told",)

    one, two = Chatty(rng=Rng(1), told=["1 wound"]), Chatty(rng=Rng(1), told=["One wound."])
    assert one.fingerprint() == two.fingerprint()
    assert one.snapshot() != two.snapshot()
    two.number += 1
    assert one.fingerprint() != two.fingerprint()


def test_a_fingerprint_never_changes() -> None:
    """Records hold it: another value here means that old records no longer verify."""
    state = Cairn().new(seats=2, seed=1)
    state.turn = 0
    assert state.fingerprint() == "6b7e5a47981f"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no snapshot of cairn under rules 1"),
        (b"fimbul ravens 1\n", "no snapshot of cairn under rules 1"),
        (b"fimbul cairn 2\n\x80", "no snapshot of cairn under rules 1"),
        (b"fimbul cairn 1\n", "damaged"),
        (b"fimbul cairn 1\n" + checksum(b"\x80") + b"\x80", "damaged: Object missing required field"),
        (b"fimbul cairn 1\n" + checksum(b"\x91" * 100_000) + b"\x91" * 100_000, "damaged"),
        (b"fimbul cairn 1\n" + checksum(b"\xc1") + b"\xc1", "damaged"),
    ],
)
def test_other_bytes_are_no_snapshot(data: bytes, words: str) -> None:
    with pytest.raises(BadSnapshot) as refused:
        Cairn().restore(data)
    assert words in str(refused.value)


def test_a_snapshot_with_any_byte_changed_is_refused() -> None:
    data = Cairn().new(seats=3, seed=1).snapshot()
    for place in range(len(data)):
        changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        with pytest.raises(BadSnapshot):
            Cairn().restore(changed)


def test_every_shorter_snapshot_is_refused() -> None:
    state = Cairn().new(seats=3, seed=1)
    state.play(Sing(1, "hej"), 0)
    data = state.snapshot()
    for cut in range(len(data)):
        with pytest.raises(BadSnapshot):
            CairnState.restore(data[:cut])


def test_play_refuses_and_changes_nothing() -> None:
    state = Cairn().new(seats=2)
    state.play(Lay(2), 1)
    before = state.snapshot()
    with pytest.raises(Illegal) as refused:
        state.play(Lay(2), 0)
    assert (refused.value.rule, refused.value.reason) == ("C2", "That size was laid last.")
    assert str(refused.value) == "That size was laid last. (C2)"
    assert str(state.why_not(Lay(2), 0)) == str(refused.value)
    assert str(state.why_not(Lay(1), 1)) == "It is not your turn. (C1)"
    assert state.why_not(Lay(1)) is None, "without a seat, the first one to act is meant"
    assert state.snapshot() == before


def test_after_the_end_everything_is_refused() -> None:
    state = Cairn().new(seats=1, options={"height": 2})
    state.play(Lay(2))
    assert state.over
    assert state.to_act == ()
    assert str(state.why_not(Lay(1), 0)) == "The game is over. (C4)"
    assert str(state.why_not(Lay(1))) == "The game is over. (C4)"


def test_imagine_gives_other_dice_at_the_same_place() -> None:
    state = Ravens().new(seed=1)
    world = state.imagine(0, Rng(9))
    assert world.rng.seed != state.rng.seed
    assert world.revelations == state.revelations
    assert world.view(0) == state.view(0)
    assert world.imagine(0, Rng(2)) == state.imagine(0, Rng(2))
    assert state == Ravens().new(seed=1)


def test_outcomes_say_who_won() -> None:
    assert Outcome((1.0, 0.0), "X1", "").winners == (0,)
    assert not Outcome((1.0, 0.0), "X1", "").drawn
    assert Outcome((0.5, 0.5), "X1", "").drawn
    assert Outcome((0.0, 0.0), "X1", "").winners == ()
    assert not Outcome((0.0, 0.0), "X1", "").drawn, "a team that lost has not drawn"


class Hint(Event, frozen=True):
    text: str

    def sentence(self) -> str:
        return self.text


def test_events_are_seen_by_whom_they_say() -> None:
    everybody, one, others = Hint(text="a"), Hint(text="b", only=(0,)), Hint(text="c", besides=(0,))
    events = [everybody, one, others]
    assert log_for(events, 0) == [everybody, one]
    assert log_for(events, 1) == [everybody, others]
    assert log_for(events, None) == [everybody, others]
    assert everybody.touches() == ()
    with pytest.raises(NotImplementedError, match="Event has no sentence"):
        Event().sentence()


class TestNewGames:
    def test_defaults(self) -> None:
        state: Any = Ravens().new()
        assert len(state.hands) == 2
        assert state.options == RavensOptions()

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ({"seats": 4}, "Ravens has 2 to 3 seats, not 4."),
            ({"seed": -1}, "A seed is a whole number from 0 to 2^63 - 1, not -1."),
            ({"seed": 2**63}, "A seed is a whole number"),
            ({"seed": True}, "A seed is a whole number"),
            ({"seed": "7"}, "A seed is a whole number"),
            ({"options": {"colour": 1}}, "Ravens has no option 'colour'; it has rounds."),
            (
                {"options": {"rounds": "many"}},
                'Ravens cannot be "many"; it may be a whole number.',
            ),
            ({"options": {"rounds": 9}}, "Ravens has 1 to 3 rounds, not 9."),
            ({"options": RavensOptions(rounds=9)}, "Ravens has 1 to 3 rounds, not 9."),
            ({"options": Cairn.Options()}, "CairnOptions are not options of Ravens."),
        ],
    )
    def test_what_is_wrong_is_said(self, given: dict[str, Any], words: str) -> None:
        with pytest.raises(BadOption) as refused:
            Ravens().new(**given)
        assert words in str(refused.value)

    def test_one_seat_count_is_named_alone(self) -> None:
        class Solo(Cairn):
            seats = range(1, 2)

        with pytest.raises(BadOption, match="Cairn has 1 seats, not 2"):
            Solo().new(seats=2)

    def test_allies(self) -> None:
        assert Cairn().allies(1) is None
        assert Ravens().allies(1) == {1}

    def test_a_game_takes_no_files_unless_it_says_so(self) -> None:
        with pytest.raises(BadOption, match="takes no file"):
            Ravens().file_option("rounds", "x")  # type: ignore[arg-type]


class Walked(State, kw_only=True):
    """A state that says nothing."""

    slug: ClassVar[str] = "empty"
    rules_version: ClassVar[str] = "3"
    turn_rule: ClassVar[str] = "E1"


class Walking(TurnState, kw_only=True):
    """Two seats that take turns."""

    active: int = 1

    slug: ClassVar[str] = "walk"
    rules_version: ClassVar[str] = "1"
    turn_rule: ClassVar[str] = "W1"


class Bare(Table[Any]):
    """A table with nothing on it."""

    deeds = Deeds[Any]()
    roles = ("Hare", "Fox")


def bare(state: type[State], *kinds: type[Action]) -> Game:
    """A game of which nothing is said but what must be."""

    class Empty(Game):
        title = "Empty"
        actions = kinds
        seats = range(1, 2)
        State: ClassVar[type[State]] = state
        table = Bare()

    return Empty()


class Rites(Options, frozen=True, kw_only=True):
    """Options of somebody's own game, with a list in them."""

    stones: list[int] = msgspec.field(default_factory=list)


def test_equal_options_are_checked_once_and_are_one_object() -> None:
    checked = []

    class Heedful(Ravens):
        def check_options(self, options: Any) -> Any:
            checked.append(options)
            return options

    game = Heedful()
    states = [game.new(options={"rounds": 5}, seed=seed) for seed in range(3)]
    restored = game.restore(states[0].snapshot())
    held: list[Any] = [*states, restored]
    assert len({id(state.options) for state in held}) == 1
    assert len(checked) == 1
    other: Any = game.new(options={"rounds": 6})
    assert other.options.rounds == 6


def test_options_with_lists_in_them_are_read_too() -> None:
    class Loose(Ravens):
        Options: ClassVar[type[Options]] = Rites

        def check_options(self, options: Any) -> Any:
            return options

    assert Loose().read_options({"stones": [1, 2]}).stones == [1, 2]


def test_the_contract_says_what_a_game_must_write() -> None:
    game, view = bare(Walked), View(seat=0, ply=0, draft=0, to_act=(), outcome=None, question=None)
    state = game.new()
    ways = (
        lambda: state.to_act,
        lambda: state.legal(0),
        lambda: state.refusal(Lay(1), 0),
        lambda: state.take(Lay(1), 0),
        lambda: state.question(0),
        lambda: state.view(0),
        lambda: game.scene(view),
        lambda: game.sketch(view),
    )
    for ask in ways:
        with pytest.raises(NotImplementedError):
            ask()
    assert game.attempt(view, ()) is None
    assert Table[Any]().seat_name(view, 1) == "Seat 2"


def test_what_a_game_does_not_say_is_taken_from_what_it_says() -> None:
    game, view = bare(Walked), View(seat=0, ply=0, draft=0, to_act=(), outcome=None, question=None)
    assert (game.slug, game.rules_version) == ("empty", "3")
    assert (game.roles, game.seat_name(view, 1)) == (("Hare", "Fox"), "Fox")
    assert game.new().turn == 1
    with pytest.raises(BadOption, match="Empty has no option 'wind'; it has none"):
        game.new(options={"wind": 3})


def test_a_kind_of_action_without_words_and_touches_is_an_error_when_the_game_is_made() -> None:
    with pytest.raises(TypeError, match="no words and touches for Lay"):
        bare(Walked, Lay)


def test_where_seats_take_turns_core_knows_who_is_asked_and_who_watches() -> None:
    state = bare(Walking).new()
    assert state.to_act == (1,)
    asked, watched = state.question(1), state.question(None)
    assert asked is not None
    assert watched is not None
    assert (asked.text, asked.rule, watched.text) == ("It is your turn.", "W1", "")
    state.outcome = Outcome((1.0, 0.0), "W2", "Home.")
    assert (state.to_act, state.question(1)) == ((), None)


def test_a_game_tells_no_chronicle_unless_it_says_so() -> None:
    class Songs(CairnTable):
        def chronicle(self, view: Any) -> str:
            return f"{len(view.stones)} stones"

    class Skald(Cairn):
        table = Songs()

    view = Cairn().new(seed=1).view(None)
    assert Cairn().chronicle(view) == ""
    assert Skald().chronicle(view) == "0 stones"
    assert (Cairn().chronicled, Skald().chronicled) == (False, True)
