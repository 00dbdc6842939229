"""The conformance suite passes on sound games, and each of its properties can fail."""

import copy
import random
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
import pytest
from tests.core.toys import (
    Beak,
    Bury,
    Cairn,
    CairnState,
    Choose,
    Draw,
    Drew,
    Hide,
    Lay,
    Ravens,
    RavensOptions,
    RavensState,
    RavensTable,
    RavensView,
    Robbed,
    Round,
    Send,
    Sending,
    Sent,
    Show,
    Sing,
    Suffer,
    raven,
)

from fimbul.core import (
    BadNotation,
    BadOption,
    BadSnapshot,
    Button,
    Card,
    Coach,
    Decision,
    Event,
    Game,
    Illegal,
    Outcome,
    Question,
    Record,
    Rng,
    Scene,
    Sketch,
    Span,
    State,
    Step,
    Told,
    Tray,
    replay,
)
from fimbul.testing import PROPERTIES, ConformanceError, check_game
from fimbul.testing.speech import fault

# ---- sound games


def test_a_game_with_secrets_dice_and_reactions_conforms() -> None:
    report = check_game(Ravens(), games=12, options=[{"rounds": 3}, {"rounds": 2}])
    assert report.games == 12
    assert report.unexercised == ("legality: free words",)
    assert report.resampled == ("answers", "buried", "deck", "hands")


def test_an_open_co_operative_game_conforms() -> None:
    report = check_game(Cairn(), games=8, options={"height": 9})
    assert set(report.unexercised) == {
        "determinism: chance",
        "secrets: revealing moves",
        "secrets: sealed answers",
        "secrets: sealed drafts",
        "imagine: resampled",
        "twins",
    }
    assert report.resampled == ()


def test_a_run_is_reproducible() -> None:
    assert check_game(Ravens(), games=2, seed=5) == check_game(Ravens(), games=2, seed=5)
    assert check_game(Ravens(), games=2, seed=5) != check_game(Ravens(), games=2, seed=6)


def test_seats_and_options_are_cycled_through() -> None:
    seen = []

    class Watched(Ravens):
        def setup(self, seats: int, options: RavensOptions, rng: Rng) -> State:
            if (seats, options.rounds) not in seen:
                seen.append((seats, options.rounds))
            return super().setup(seats, options, rng)

    check_game(Watched(), games=4, seats=[2, 3], options=[{"rounds": 1}, {"rounds": 2}], only=["bound"])
    assert seen == [(2, 1), (3, 1), (2, 2), (3, 2)]


def test_the_report_says_what_was_never_exercised() -> None:
    text = str(check_game(Cairn(), games=1, seats=1))
    assert text.startswith("cairn: 1 games, ")
    assert "secrets: sealed answers   never" in text
    assert "imagine replaced nothing" in text


def test_only_leaves_the_other_properties_out_and_visible() -> None:
    report = check_game(Ravens(), games=1, only=["notation"])
    assert report.checks["notation"]
    assert "drawing" in report.unexercised
    with pytest.raises(ValueError, match="colour"):
        check_game(Ravens(), only=["colour"])
    with pytest.raises(ValueError, match="at least 1"):
        check_game(Ravens(), games=0)


# ---- broken games: one class for each way to break a property

BROKEN: list[Any] = []


def breaks(property: str, words: str) -> Callable[[type[Any]], type[Any]]:
    """A game, or the state of one, for which `check_game` must fail with this property and these words."""

    def register(kind: type[Any]) -> type[Any]:
        made = kind
        if issubclass(kind, State):
            base = Ravens if issubclass(kind, RavensState) else Cairn
            made = type(kind.__name__, (base,), {"State": kind})
        BROKEN.append(pytest.param(property, words, made, id=f"{property}-{kind.__name__}"))
        return kind

    return register


@breaks("bound", "not over after max_plies, 40")
class Endless(RavensState):
    def take(self, action: Any, seat: int) -> list[Event]:
        events = super().take(action, seat)
        self.hands[seat].append(1)
        self.turn = 1
        self.life = [9] * len(self.life)
        return events


@breaks("bound", "'R9', which is not in the rules")
class OutcomeWithoutRule(RavensState):
    def take(self, action: Any, seat: int) -> list[Event]:
        events = super().take(action, seat)
        if self.outcome:
            self.outcome = msgspec.structs.replace(self.outcome, rule="R9")
        return events


@breaks("bound", "does not say why")
class OutcomeWithoutReason(CairnState):
    def take(self, action: Any, seat: int) -> list[Event]:
        events = super().take(action, seat)
        if self.outcome:
            self.outcome = msgspec.structs.replace(self.outcome, reason=" ")
        return events


@breaks("bound", "scores (2.0,")
class TooHighScore(CairnState):
    def take(self, action: Any, seat: int) -> list[Event]:
        events = super().take(action, seat)
        if self.outcome:
            self.outcome = Outcome((2.0,) * self.seats, "C4", "Twice as good.")
        return events


@breaks("bound", "win and lose together")
class UnequalTeam(CairnState):
    def take(self, action: Any, seat: int) -> list[Event]:
        events = super().take(action, seat)
        if self.outcome:
            self.outcome = Outcome((1.0,) + (0.0,) * (self.seats - 1), "C4", "One wins.")
        return events


@breaks("bound", "nobody is to act")
class NobodyToAct(CairnState):
    @property
    def to_act(self) -> tuple[int, ...]:
        return super().to_act if self.ply < 2 else ()


@breaks("bound", "has no legal action")
class NothingToDo(CairnState):
    def legal(self, seat: int) -> list[Any]:
        return super().legal(seat) if self.ply < 2 else []


@breaks("bound", "are to act")
class NeverRests(CairnState):
    @property
    def to_act(self) -> tuple[int, ...]:
        return super().to_act or (0,)


@breaks("bound", "raises ZeroDivisionError")
class Crashing(CairnState):
    def legal(self, seat: int) -> list[Any]:
        return super().legal(seat) if self.ply < 2 else [1 // 0]


@breaks("determinism", "the state is another one")
class GlobalDice(RavensState):
    def take(self, action: Any, seat: int) -> list[Event]:
        self.reveals += random.getrandbits(30)
        return super().take(action, seat)


@breaks("determinism", "another legal list")
class ForgottenOrder(RavensState):
    calls: ClassVar[list[int]] = []

    def legal(self, seat: int) -> list[Any]:
        self.calls.append(seat)
        return super().legal(seat)[:: -1 if len(self.calls) % 7 % 2 else 1]


@breaks("determinism", "gives other events")
class GlobalWords(CairnState):
    def take(self, action: Any, seat: int) -> list[Event]:
        events = super().take(action, seat)
        return [*events, Robbed(seat=seat, damage=random.getrandbits(30))]


@breaks("determinism", "declares chance = False")
class UndeclaredDice(Ravens):
    chance = False


@breaks("copies", "a copy to the end changed the original")
class SharedLists(RavensState):
    def copy(self) -> Any:
        twin = super().copy()
        twin.life = self.life
        return twin


@breaks("copies", "does not equal its original")
class ForgetfulCopy(RavensState):
    def copy(self) -> Any:
        twin = super().copy()
        twin.shown = []
        return twin


@breaks("copies", "A copy changed while its original was played")
class LateSharing(RavensState):
    def copy(self) -> Any:
        """What is shared is not touched by the next action, only by later ones."""
        twin = super().copy()
        if self.turn == 1 and isinstance(self.decision, Hide):
            twin.shown = self.shown
        return twin


@breaks("copies", "A view changed while the game went on")
class LivingView(RavensState):
    def view(self, seat: int | None) -> RavensView:
        return msgspec.structs.replace(super().view(seat), life=self.life)


@breaks("notation", "read back as")
class WrongParse(Ravens):
    def parse(self, text: str) -> Any:
        action = super().parse(text)
        return Bury(action.card) if isinstance(action, Send) else action


@breaks("notation", "is not among the game's actions")
class UndeclaredKind(Ravens):
    actions = (Send, Bury)


@breaks("notation", "stands twice")
class ListedTwice(RavensState):
    def legal(self, seat: int) -> list[Any]:
        actions = super().legal(seat)
        return [*actions, *actions[:1]]


@breaks("notation", "Asked twice")
class RestlessList(CairnState):
    asked: ClassVar[list[Any]] = []

    def legal(self, seat: int) -> list[Any]:
        """Whoever asks again at once gets the list reversed."""
        question = [id(self), self.ply, seat]
        again = self.asked == question
        self.asked[:] = question
        return super().legal(seat)[:: -1 if again else 1]


@breaks("notation", "cannot be read back")
class DeafToWords(Cairn):
    def parse(self, text: str) -> Any:
        action = super().parse(text)
        if isinstance(action, Sing) and action.words:
            raise BadNotation("No words.")
        return action


@breaks("snapshots", "restored state is another one: shown is [")
class ForgetfulSnapshot(RavensState):
    def snapshot(self) -> bytes:
        twin = copy.copy(self)
        twin.shown = []
        return State.snapshot(twin)


@breaks("snapshots", "goes on in another way")
class OutsideTheState(CairnState):
    weather: ClassVar[dict[str, int]] = {"stones": 0}

    def take(self, action: Any, seat: int) -> list[Event]:
        """What happens depends on what happened elsewhere since the round began."""
        if self.ply == 0:
            self.weather["stones"] = 0
        self.weather["stones"] += 1
        events = super().take(action, seat)
        return [*events, Robbed(seat=seat, damage=self.weather["stones"])]


@breaks("snapshots", "bytes of a snapshot were restored")
class LenientRestore(RavensState):
    spare: ClassVar[list[Any]] = []

    @classmethod
    def restore(cls, data: bytes) -> Any:
        try:
            state = super().restore(data)
        except BadSnapshot:
            return cls.spare[0]
        cls.spare[:] = [state]
        return state


@breaks("snapshots", "instead of BadSnapshot")
class RawError(RavensState):
    @classmethod
    def restore(cls, data: bytes) -> Any:
        try:
            return super().restore(data)
        except BadSnapshot as problem:
            raise IndexError(str(problem)) from None


@breaks("refusals", "changed the state")
class RefusalThatMutates(RavensState):
    def refusal(self, action: Any, seat: int) -> Illegal | None:
        refusal = super().refusal(action, seat)
        if refusal:
            self.reveals += 1
        return refusal


@breaks("refusals", "'R99', which is not in the rules")
class UnknownRule(RavensState):
    def refusal(self, action: Any, seat: int) -> Illegal | None:
        return Illegal("R99", "So there.") if super().refusal(action, seat) else None


@breaks("refusals", "turn_rule is 'C17'")
class UnknownTurnRule(CairnState):
    turn_rule: ClassVar[str] = "C17"


@breaks("refusals", "without a reason")
class NoReason(CairnState):
    def refusal(self, action: Any, seat: int) -> Illegal | None:
        return Illegal("C1", "") if super().refusal(action, seat) else None


@breaks("refusals", "and play plays it")
class PlaysAnything(CairnState):
    def play(self, action: Any, seat: int | None = None) -> list[Event]:
        return self.apply(action, seat) if isinstance(action, Lay) else super().play(action, seat)


@breaks("refusals", "and play refuses it")
class PickyPlay(CairnState):
    def play(self, action: Any, seat: int | None = None) -> list[Event]:
        events = super().play(action, seat)
        if isinstance(action, Lay):
            raise Illegal("C2", "No stones today.")
        return events


@breaks("refusals", "who is not to act")
class OutOfTurn(CairnState):
    def why_not(self, action: Any, seat: int | None = None) -> Illegal | None:
        return super().why_not(action, seat) if self.outcome else self.refusal(action, seat or 0)


@breaks("refusals", "who is not to act")
class AfterTheEnd(CairnState):
    def why_not(self, action: Any, seat: int | None = None) -> Illegal | None:
        return self.refusal(action, seat or 0) if self.outcome else super().why_not(action, seat)


@breaks("refusals", "why_not fails on")
class Unprepared(RavensState):
    def refusal(self, action: Any, seat: int) -> Illegal | None:
        if isinstance(action, (Send, Bury)):
            self.hands[seat].index(action.card)
        return super().refusal(action, seat)


@breaks("legality", "and refused")
class OffersTooMuch(CairnState):
    def legal(self, seat: int) -> list[Any]:
        actions = super().legal(seat)
        return [*actions, Lay(4)] if actions else []


@breaks("legality", "fails with")
class OffersACrash(RavensState):
    def legal(self, seat: int) -> list[Any]:
        actions = super().legal(seat)
        return [*actions, Bury(77)] if Suffer() in actions else actions


@breaks("legality", "is not refused")
class AllowsTooMuch(CairnState):
    def refusal(self, action: Any, seat: int) -> Illegal | None:
        return None if isinstance(action, Lay) and action.size > 3 else super().refusal(action, seat)


@breaks("legality", "is not to act and has")
class OffersOutOfTurn(CairnState):
    def legal(self, seat: int) -> list[Any]:
        return super().legal(seat) or ([] if self.outcome else [Lay(1)])


@breaks("legality", 'sing(1,"true") is in the legal list')
class CensoredSongs(CairnState):
    def refusal(self, action: Any, seat: int) -> Illegal | None:
        if isinstance(action, Sing) and action.words == "true":
            return Illegal("C3", "No truth, please.")
        return super().refusal(action, seat)


@breaks("legality", "play and apply do different things")
class TwoWaysToPlay(CairnState):
    def play(self, action: Any, seat: int | None = None) -> list[Event]:
        events = super().play(action, seat)
        self.songs.append("played")
        return events


@breaks("secrets", "The view of seat 0 differs")
class LeakyView(RavensState):
    def view(self, seat: int | None) -> RavensView:
        return msgspec.structs.replace(super().view(seat), shown=(*self.shown, *self.deck[-1:]))


@breaks("bound", "took state.turn back from")
class TurnsBack(RavensState):
    def take(self, action: Any, seat: int) -> list[Event]:
        events = super().take(action, seat)
        self.turn = 3 - self.ply
        return events


@breaks("bound", "turns are missing")
class LeapingTurns(CairnState):
    def take(self, action: Any, seat: int) -> list[Event]:
        events = super().take(action, seat)
        self.turn += self.seats + 2
        return events


@breaks("bound", "turns are counted from 1")
class UncountedTurns(CairnState):
    def __post_init__(self) -> None:
        self.turn = 0

    def take(self, action: Any, seat: int) -> list[Event]:
        events = super().take(action, seat)
        self.turn = 0
        return events


@breaks("secrets", "see different things without private = True")
class UndeclaredHands(Ravens):
    private = False


@breaks("secrets", "see different things without private = True")
class HandsThatAreNotCovered(Ravens):
    def apart(self, options: Any) -> bool:
        return False


@breaks("secrets", "legal list of seat")
class LeakyLegal(RavensState):
    def legal(self, seat: int) -> list[Any]:
        return super().legal(seat)[:: -1 if self.deck and self.deck[-1] % 2 else 1]


@breaks("secrets", "The log of ")
class LeakyLog(RavensState):
    def drawn(self, seat: int, card: int) -> list[Event]:
        return [Drew(seat=seat, card=card)]


@breaks("secrets", "answered send(")
class LeakyAnswerLog(RavensState):
    def take(self, action: Any, seat: int) -> list[Event]:
        if not self.sealed:
            return super().take(action, seat)
        return [Sent(seat=seat, card=action.card), *super().take(action, seat)]


@breaks("secrets", "chosen is")
class LeakyAnswerView(RavensState):
    def view(self, seat: int | None) -> RavensView:
        return msgspec.structs.replace(super().view(seat), chosen=len(str(self.answers)))


@breaks("secrets", "two worlds that were alike before send(")
class UncountedReveal(RavensState):
    def take(self, action: Any, seat: int) -> list[Event]:
        sealed, before = self.sealed, self.reveals
        events = super().take(action, seat)
        if sealed and self.reveals == before + 1:
            self.reveals = before
        return events


@breaks("secrets", "The seed is in the view of seat 0")
class SeedInView(RavensState):
    def view(self, seat: int | None) -> RavensView:
        return msgspec.structs.replace(super().view(seat), deck=self.rng.seed)


@breaks("secrets", "The seed is in the event Robbed")
class SeedInEvent(RavensState):
    def take(self, action: Any, seat: int) -> list[Event]:
        events = super().take(action, seat)
        return events if self.drafting else [*events, Robbed(seat=seat, damage=self.rng.seed)]


@breaks("secrets", "There is a Rng in the view")
class DiceInView(RavensState):
    def view(self, seat: int | None) -> RavensView:
        return msgspec.structs.replace(super().view(seat), deck=self.rng.copy())


@breaks("secrets", "cannot be sent")
class ObjectInEvent(CairnState):
    def take(self, action: Any, seat: int) -> list[Event]:
        return [*super().take(action, seat), Robbed(seat=seat, damage=len)]


@breaks("secrets", "has seat, ply, to_act or outcome wrong")
class ViewOfAnother(CairnState):
    def view(self, seat: int | None) -> Any:
        return super().view(0)


@breaks("secrets", "hand")
class ImagineOwnHand(RavensState):
    def redeal(self, seat: int | None, rng: Rng) -> None:
        super().redeal(None, rng)


@breaks("secrets", "no two sealed answers were compared")
class NothingToChoose(Ravens):
    hand = 1

    def check_options(self, options: RavensOptions) -> RavensOptions:
        return RavensOptions(rounds=1)


@breaks("imagine", "real dice")
class RealDice(RavensState):
    def reseed(self, rng: Rng) -> None:
        """Forgets to."""


@breaks("imagine", "shares its generator")
class BorrowedDice(RavensState):
    def imagine(self, seat: int | None, rng: Rng) -> Any:
        world = super().imagine(seat, rng)
        world.rng = rng
        return world


@breaks("twins", "something hidden is kept")
class ForgottenRedeal(RavensState):
    def redeal(self, seat: int | None, rng: Rng) -> None:
        """Forgets to."""


@breaks("twins", "something hidden is kept")
class HandsSeen(RavensState):
    def redeal(self, seat: int | None, rng: Rng) -> None:
        """Bots see the other hands; only for a spectator is everything dealt again."""
        if seat is None:
            super().redeal(seat, rng)
        else:
            self.deck.sort()
            rng.shuffle(self.deck)


@breaks("twins", "something hidden is kept")
class DeckSeen(RavensState):
    def redeal(self, seat: int | None, rng: Rng) -> None:
        deck = self.deck
        self.deck = []
        super().redeal(seat, rng)
        self.deck = deck


@breaks("imagine", "two worlds that look the same to it come out different")
class UnsortedPool(RavensState):
    def redeal(self, seat: int | None, rng: Rng) -> None:
        unseen = [card for other, hand in enumerate(self.hands) if other != seat for card in hand]
        unseen += self.deck
        first = unseen[0] if unseen else 0
        super().redeal(seat, rng)
        rest = sorted(self.deck)
        self.deck = rest[first % 3 :] + rest[: first % 3]


@breaks("imagine", "gives two worlds")
class GlobalImagination(RavensState):
    calls: ClassVar[list[int]] = []

    def redeal(self, seat: int | None, rng: Rng) -> None:
        super().redeal(seat, rng)
        self.deck.sort()
        self.calls.append(1)
        turn = len(self.calls) // 2 % 3
        self.deck = self.deck[turn:] + self.deck[:turn]


@breaks("imagine", "cannot be played on")
class BrokenWorld(RavensState):
    def redeal(self, seat: int | None, rng: Rng) -> None:
        """Early worlds hold something that fails long after."""
        super().redeal(seat, rng)
        if self.ply < 2 and self.agenda[0] != Draw(99):
            self.agenda.insert(0, Draw(99))

    def take(self, action: Any, seat: int) -> list[Event]:
        if self.ply > 3 and self.agenda[0] == Draw(99):
            raise RuntimeError("lost")
        return super().take(action, seat)


@breaks("imagine", "declares hidden = False, and imagine changed")
class UndeclaredSecrets(Ravens):
    hidden = False


@breaks("imagine", "imagine never changed anything")
class NoSecrets(Cairn):
    hidden = True


@breaks("records", "with options as a record keeps them")
class RestlessOptions(Ravens):
    def check_options(self, options: RavensOptions) -> RavensOptions:
        return RavensOptions(rounds=4 - options.rounds)


@breaks("records", "has states of ravens 1")
class TwoVersions(Ravens):
    rules_version = "2"


@breaks("drawing", "id 'die' is not unique")
class TwinNodes(Ravens):
    def scene(self, view: Any) -> Scene:
        scene = super().scene(view)
        (board,) = scene.boards
        twins = msgspec.structs.replace(board, nodes=(*board.nodes, raven("die", 3)))
        return msgspec.structs.replace(scene, boards=(twins,))


@breaks("drawing", "id 'die' is not unique")
class TwinOnBoard(Ravens):
    def scene(self, view: Any) -> Scene:
        return with_ground(super().scene(view), '<rect id="die"/>')


def with_ground(scene: Scene, ground: str) -> Scene:
    (board,) = scene.boards
    return msgspec.structs.replace(scene, boards=(msgspec.structs.replace(board, ground=ground),))


@breaks("drawing", "id 'die' is not unique")
class TwinInTray(Ravens):
    def scene(self, view: Any) -> Scene:
        scene = super().scene(view)
        twin = Tray(id="other", title="Other", role="mat", cards=(Card(id="die", title="A die"),))
        return msgspec.structs.replace(scene, trays=(*scene.trays, twin))


@breaks("drawing", "The card 'raven:")
class NamelessCard(Ravens):
    def scene(self, view: Any) -> Scene:
        scene = super().scene(view)
        (tray,) = scene.trays
        bare = tuple(msgspec.structs.replace(card, title=" ") for card in tray.cards)
        return msgspec.structs.replace(scene, trays=(msgspec.structs.replace(tray, cards=bare),))


@breaks("drawing", "The tray 'hand' for seat 0 has no title")
class NamelessTray(Ravens):
    def scene(self, view: Any) -> Scene:
        scene = super().scene(view)
        (tray,) = scene.trays
        return msgspec.structs.replace(scene, trays=(msgspec.structs.replace(tray, title=""),))


@breaks("drawing", "The button 'go' for seat 0 has no label")
class NamelessButton(Ravens):
    def scene(self, view: Any) -> Scene:
        scene = super().scene(view)
        sheet = msgspec.structs.replace(scene.sheet, buttons=(Button(id="go", label=""),))
        return msgspec.structs.replace(scene, sheet=sheet)


@breaks("drawing", "not well-formed")
class BrokenMarkup(Ravens):
    def scene(self, view: Any) -> Scene:
        return with_ground(super().scene(view), "<rect>")


@breaks("drawing", "'die' roams, but seat 0 is not told how far")
class SilentRoamer(Ravens):
    def scene(self, view: Any) -> Scene:
        scene = super().scene(view)
        (board,) = scene.boards
        nodes = [
            msgspec.structs.replace(node, classes="roams") if node.id == "die" else node
            for node in board.nodes
        ]
        board = msgspec.structs.replace(board, nodes=tuple(nodes))
        return msgspec.structs.replace(scene, boards=(board,))


@breaks("drawing", "raises AttributeError")
class NoPicture(Ravens):
    def scene(self, view: Any) -> Any:
        return None


@breaks("drawing", "The sketch for seat 0 is empty")
class EmptySketch(Ravens):
    def sketch(self, view: Any) -> Sketch:
        return Sketch(())


@breaks("drawing", "has the node 'moon', the scene has not")
class StrayedSketch(Ravens):
    def sketch(self, view: Any) -> Sketch:
        return Sketch(((Span("moon", "", "moon"),),))


@breaks("drawing", "no prompt")
class NoPrompt(Ravens):
    def prompt(self, view: Any) -> str:
        return ""


@breaks("drawing", "The chronicle for seat 0 is empty")
class SilentSkald(Ravens):
    class SkaldsTable(RavensTable):
        def chronicle(self, view: Any) -> str:
            return "" if view.seat == 0 else "# A tale\n"

    table = SkaldsTable()


@breaks("drawing", "has no description")
class NoWords(Ravens):
    def describe(self, view: Any, action: Any) -> str:
        return ""


@breaks("drawing", "Seat 0 has no name")
class NoName(Ravens):
    def seat_name(self, view: Any, seat: int) -> str:
        return ""


@breaks("drawing", "has the clicks ()")
class NoClicks(Ravens):
    def clicks(self, view: Any, action: Any) -> tuple[str, ...]:
        return ()


@breaks("drawing", "a click on 'sun'")
class ClickOnNothing(Ravens):
    def clicks(self, view: Any, action: Any) -> tuple[str, ...]:
        return ("sun", "moon")


@breaks("drawing", "have the same clicks")
class SameClicks(Ravens):
    def clicks(self, view: Any, action: Any) -> tuple[str, ...]:
        return ("die",)


@breaks("drawing", "only the beginning of those")
class ClicksInClicks(Ravens):
    def clicks(self, view: Any, action: Any) -> tuple[str, ...]:
        clicks = super().clicks(view, action)
        return ("die",) if isinstance(action, Suffer) else ("die", *clicks)


@breaks("drawing", "which is no action")
class WildAttempt(Ravens):
    def attempt(self, view: Any, clicks: tuple[str, ...]) -> Any:
        return Lay(1) if clicks else None


@breaks("drawing", "empty sentence")
class SilentEvent(RavensState):
    def take(self, action: Any, seat: int) -> list[Event]:
        events = super().take(action, seat)
        return events if self.drafting else [*events, Silence()]


class Silence(Event, frozen=True):
    def sentence(self) -> str:
        return ""


@breaks("secrets", "is told of it")
class WhisperedDraft(RavensState):
    def take(self, action: Any, seat: int) -> list[Event]:
        events = super().take(action, seat)
        return [*events, Robbed(seat=seat, damage=0)] if self.drafting else events


@breaks("words", "An event has two marks in a row ('!.')")
class Shouted(CairnState):
    def take(self, action: Any, seat: int) -> list[Event]:
        return [*super().take(action, seat), Told(text="Somebody cries Back Down!.")]


@breaks("words", "The question has no mark at the end")
class Unended(Ravens):
    def scene(self, view: Any) -> Scene:
        scene = super().scene(view)
        sheet = msgspec.structs.replace(scene.sheet, text="Send a raven")
        return msgspec.structs.replace(scene, sheet=sheet)


@breaks("words", "An action has the notation of an action")
class Coded(Ravens):
    def describe(self, view: Any, action: Any) -> str:
        return f"Do {action}"


class MeasuredState(CairnState):
    def refusal(self, action: Any, seat: int) -> Illegal | None:
        return super().refusal(action, seat) and Illegal("C2", "Nothing lies at 3,-1.")


@breaks("words", "A refusal has a bare place ('3,-1')")
class Measured(Cairn):
    State: ClassVar[type[State]] = MeasuredState

    def attempt(self, view: Any, clicks: tuple[str, ...]) -> Any:
        return Lay(9)


@breaks("words", "The note of a tray has a number that does not fit ('1 cards')")
class Miscounted(Ravens):
    def scene(self, view: Any) -> Scene:
        scene = super().scene(view)
        (tray,) = scene.trays
        return msgspec.structs.replace(scene, trays=(msgspec.structs.replace(tray, note="1 cards left."),))


@breaks("words", "The detail of a card has a space too many (' ')")
class Untidy(Ravens):
    def scene(self, view: Any) -> Scene:
        scene = super().scene(view)
        (tray,) = scene.trays
        card = Card(id="note", title="A note", detail="A line.\nA line that trails off. ")
        return msgspec.structs.replace(scene, trays=(msgspec.structs.replace(tray, cards=(card,)),))


@breaks("words", "A maxim has no capital at the beginning")
class Mumbled(Ravens):
    class Mumbler(Coach):
        def maxim(self, state: Any, action: Any, better: Any, seat: int) -> str:
            return "send the strong ones first."

    coach = Mumbler()


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ("two marks in a row", "Alva draws Back Down!."),
        ("two marks in a row", "Lift Your Cups!: three boxes"),
        ("two marks in a row", "It is over.."),
        ("a space too many", "Two  ravens"),
        ("a space too many", "A raven , and another"),
        ("a space too many", " A raven"),
        ("a word twice", "Send the the raven"),
        ("a word twice", "The the raven"),
        ("a bare place", "The Viking at -1,-8"),
        ("a bare place", "2,0 is not next to any warrior."),
        ("the notation of an action", "Play move(rider,1,0,2)"),
        ("something of the program", "The raven None"),
        ("something of the program", "A_DWARVES"),
        ("something of the program", "Lay {name}"),
        ("something of the program", "Your clan has no warrior ''."),
        ("a number that does not fit", "1 steps and 2 quarter turns"),
        ("a number that does not fit", "3 card"),
        ("a number that does not fit", "1 dice"),
        ("the wrong article", "a Elf"),
        ("the wrong article", "An Dwarf is killed."),
        ("nothing where something should stand", "New in the pool: ."),
    ],
)
def test_words_that_no_player_should_read(wrong: str, text: str) -> None:
    assert fault(text).startswith(wrong)


@pytest.mark.parametrize(
    "text",
    [
        "None of your stacks can move.",
        "A die of 1 becomes 6.",
        "Back Down! The Imp",
        "Roll again: 3, 4 and 4",
        "A unit, an hour and a one-eyed god",
        "1 card of 3 cards; 10 unit cards",
        "Stormere (2908)",
        "Send what that that raven was",
        "3½ points, +1 on the dice, [mana] 2",
    ],
)
def test_words_that_any_player_may_read(text: str) -> None:
    assert fault(text) == ""


@pytest.mark.parametrize(("property", "words", "make"), BROKEN)
def test_a_broken_game_is_found(property: str, words: str, make: Callable[[], Game]) -> None:
    with pytest.raises(ConformanceError) as found:
        check_game(make(), games=8, seed=3)
    assert found.value.property == property
    assert words in str(found.value)


# ---- secrets that a question, a count or a kept card betrays: the game beside it is the same, and sound


@breaks("secrets", "question")
class BetrayingQuestion(RavensState):
    """Whoever watches is told whether the loser has anything to hide behind."""

    def question(self, seat: int | None) -> Question | None:
        asked = super().question(seat)
        if asked is None or not isinstance(self.decision, Hide) or seat in self.to_act:
            return asked
        even = any(card % 2 == 0 for card in self.hands[self.to_act[0]])
        return Question(text="", watching="Somebody may hide." if even else "Nobody can hide.")


class Peck(Step["RavensState"], frozen=True, tag=True):
    """The loser is robbed of one, without a die, and digs up what was buried."""

    seat: int

    def run(self, state: RavensState, events: list[Event]) -> None:
        state.life[self.seat] -= 1
        state.hands[self.seat] += state.buried[self.seat]
        state.buried[self.seat] = []


class Plea(Decision["RavensState", Bury | Suffer], frozen=True, tag=True):
    """The next one may show off with a raven."""

    always = True
    rule = "R2"
    otherwise = "Show off with an even raven from your hand, or do not."

    def question(self, state: RavensState, seat: int) -> Question:
        labels = (("suffer", "Let it be"), ("bury", "Show {}"))
        return Question(text="Show a raven?", watching="Somebody is asked.", rule="R2", labels=labels)

    def actions(self, state: RavensState, seat: int) -> list[Bury | Suffer]:
        return [Suffer(), *(Bury(card) for card in state.hands[seat] if card % 2 == 0)]

    def take(self, state: RavensState, action: Bury | Suffer, seat: int, events: list[Event]) -> None:
        state.life[seat] += isinstance(action, Bury)


class Beg(Plea, frozen=True, tag=True):
    """The same, asked only of who has something to show."""

    always = False


class PleadingState(RavensState):
    """No die and no card comes between the loser and the next one who is asked: nothing is revealed."""

    agenda: list[Round | Sending | Choose | Show | Hide | Beak | Draw | Peck | Plea | Beg]
    plea: ClassVar[type[Plea]] = Plea

    def push(self, *steps: Step[Any]) -> None:
        for step in steps:
            if isinstance(step, Beak):
                other = (step.seat + 1) % len(self.hands)
                steps = (Peck(step.seat), self.plea((other,)), *steps[2:])
        super().push(*steps)


@breaks("secrets", "to_act is")
class AskedOnlyWhoCan(PleadingState):
    """Nobody is asked who could not answer; so whoever is asked, or is not, has told everybody."""

    plea = Beg


class Doubt(Decision["RavensState", Send | Suffer], frozen=True, tag=True):
    """A raven is sent after as many doubts as one likes."""

    doubts: int = 0

    always = True
    rule = "R1"
    otherwise = "Send a raven from your hand, or doubt."

    def question(self, state: RavensState, seat: int) -> Question:
        return Question(text="Send a raven, or doubt.", rule="R1", labels=(("suffer", "Doubt"),))

    def actions(self, state: RavensState, seat: int) -> list[Send | Suffer]:
        return [*(Send(card) for card in state.hands[seat]), *([Suffer()] if self.doubts < 2 else [])]

    def take(self, state: RavensState, action: Send | Suffer, seat: int, events: list[Event]) -> None:
        if isinstance(action, Suffer):
            state.push(Doubt(self.seats, self.doubts + 1))
        else:
            state.hands[seat].remove(action.card)
            state.sent[seat] = action.card


class DoubtingState(RavensState):
    """In a sealed choice one seat takes more steps than another."""

    agenda: list[Round | Sending | Choose | Show | Hide | Beak | Draw | Doubt]

    def push(self, *steps: Step[Any]) -> None:
        super().push(*(Doubt(step.seats) if isinstance(step, Choose) else step for step in steps))


@breaks("secrets", "actions: graves")
class CountedDoubts(DoubtingState):
    """Everybody sees how many steps the others have taken in secret, though not which."""

    def view(self, seat: int | None) -> RavensView:
        counts = tuple(len(self.draft(other)) for other in range(len(self.hands)))
        return msgspec.structs.replace(super().view(seat), graves=counts)


class KeptDeck(DeckSeen):
    """The top of the deck decides what one is offered first, and every imagined world has the same deck."""

    def legal(self, seat: int) -> list[Any]:
        offered = super().legal(seat)
        first = self.deck[-1] % len(offered) if self.deck and offered else 0
        return offered[first:] + offered[:first]


@pytest.mark.parametrize("sound", [PleadingState, DoubtingState])
def test_the_same_games_without_their_leak_conform(sound: type[RavensState]) -> None:
    class Sound(Ravens):
        State: ClassVar[type[State]] = sound

    report = check_game(Sound(), games=8, seed=3, options={"rounds": 2}, exercised=False)
    assert report.checks["secrets"]


def test_what_imagined_worlds_cannot_show_is_found_by_exchanging_it() -> None:
    class Broken(Ravens):
        State: ClassVar[type[State]] = KeptDeck

    assert check_game(Broken(), games=8, seed=3, only=["secrets"], exercised=False).checks["secrets"]
    with pytest.raises(ConformanceError, match=r"The legal list of seat \d differs in two positions"):
        check_game(Broken(), games=8, seed=5, only=["twins"])


class LoudSuffering(RavensState):
    """Whoever suffers draws nothing, and still it counts as a revelation."""

    def take(self, action: Any, seat: int) -> list[Event]:
        if not isinstance(action, Suffer):
            return super().take(action, seat)
        deck, self.deck = self.deck, []
        events = super().take(action, seat)
        self.deck = deck
        self.reveals += 1
        return events


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (ForgottenRedeal, "never changed"),
        (HandsSeen, "what seat 1 sees and seat 0 does not never changed"),
        (DeckSeen, "reveals never changed"),
    ],
)
def test_what_imagine_never_replaces_is_named(make: type[RavensState], words: str) -> None:
    class Broken(Ravens):
        State: ClassVar[type[State]] = make

    with pytest.raises(ConformanceError, match=words):
        check_game(Broken(), games=32, seed=3, only=["secrets", "imagine"])


def test_what_counts_as_a_revelation_and_tells_nobody_anything_is_named() -> None:
    class Broken(Ravens):
        State: ClassVar[type[State]] = LoudSuffering

    with pytest.raises(ConformanceError, match="what suffer reveals never changed"):
        check_game(Broken(), games=80, seed=3, options={"rounds": 1}, only=["secrets", "imagine"])
    check_game(Ravens(), games=80, seed=3, options={"rounds": 1}, only=["secrets", "imagine"])


def test_every_property_can_fail() -> None:
    assert {case.values[0] for case in BROKEN} == {*PROPERTIES}


def test_a_failure_keeps_the_game_as_a_record() -> None:
    class Broken(Ravens):
        State: ClassVar[type[State]] = LeakyAnswerLog

    with pytest.raises(ConformanceError) as found:
        check_game(Broken())
    record = Record.parse(found.value.saga)
    match = replay(record, Ravens())
    assert match.state.sealed
    assert found.value.message in str(found.value)
    assert found.value.saga in "\n".join(found.value.__notes__)


def test_a_failure_without_a_record_is_still_told() -> None:
    class Broken(Ravens):
        asked: ClassVar[list[Any]] = []

        def read_options(self, options: Any) -> Any:
            self.asked.append(options)
            if len(self.asked) > 1:
                raise RuntimeError("no options")

    with pytest.raises(ConformanceError, match="bound: The game raises RuntimeError: no options") as found:
        check_game(Broken())
    assert found.value.saga == ""


def test_wrong_arguments_are_not_the_fault_of_the_game() -> None:
    with pytest.raises(BadOption, match="Ravens has no option 'colour'"):
        check_game(Ravens(), options=[{}, {"colour": 1}])
    with pytest.raises(BadOption, match="Ravens has no 5 seats"):
        check_game(Ravens(), seats=[2, 5])
