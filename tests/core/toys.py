"""Two small games that together use the whole contract.

`Ravens` has a shuffled deck, hidden hands, secret simultaneous choices, a reaction, face-down discards and a
die, all on an agenda.  `Cairn` is open and co-operative: everybody may act in any order, and one action has
free words.
"""

import functools
from typing import Any, ClassVar

import msgspec

from fimbul.core import (
    Action,
    AgendaState,
    BadOption,
    Decision,
    Event,
    Game,
    Illegal,
    Node,
    Notation,
    Options,
    Outcome,
    Rng,
    Rules,
    Scene,
    Sketch,
    Span,
    State,
    Step,
    View,
)
from fimbul.core.rules import parse_rules

# ---- Ravens

RAVENS_RULES = """\
# Ravens

Each of you sends ravens against the others.

## A. The round

### R1 Sending

Every player chooses a raven from hand in secret. All are shown together; the lowest one loses the round.

### R2 Hiding

The loser may bury an even raven face down, so that only half of the damage is taken.

### R3 The beak

A die says how much life the loser is robbed of. Then the loser draws a raven.

## B. The end

### R4 The last round

After the last round, or when somebody has no life left, whoever has the most life wins.
"""

CARDS = 14
HAND = 3
LIFE = 12


class Send(Action, frozen=True):
    """Choose a raven."""

    card: int


class Bury(Action, frozen=True):
    """Hide by burying a raven face down."""

    card: int


class Suffer(Action, frozen=True):
    """Take it."""


class Sent(Event, frozen=True):
    seat: int
    card: int

    def sentence(self) -> str:
        return f"Seat {self.seat} sent the raven {self.card}."


class Buried(Event, frozen=True):
    seat: int
    card: int | None = None

    def sentence(self) -> str:
        return f"Seat {self.seat} buried {'a raven' if self.card is None else f'the raven {self.card}'}."


class Robbed(Event, frozen=True):
    seat: int
    damage: int

    def sentence(self) -> str:
        return f"Seat {self.seat} is robbed of {self.damage}."


class Drew(Event, frozen=True):
    seat: int
    card: int | None = None

    def sentence(self) -> str:
        return f"Seat {self.seat} drew {'a raven' if self.card is None else f'the raven {self.card}'}."


class Round(Step, frozen=True, tag=True):
    """A round begins."""

    def run(self, state: Any, events: list[Event]) -> None:
        state.turn += 1
        if state.turn > state.options.rounds or min(state.life) <= 0:
            best = max(state.life)
            first = [life == best for life in state.life]
            score = 1.0 if sum(first) == 1 else 0.5
            scores = tuple(score if wins else 0.0 for wins in first)
            state.outcome = Outcome(scores, "R4", "The last round is over.", points=tuple(state.life))
        else:
            state.push(Choose(tuple(range(len(state.hands)))))


class Choose(Decision, frozen=True, tag=True):
    """Everybody sends a raven in secret (R1)."""

    secret = True
    rule = "R1"
    otherwise = "Send a raven from your hand."

    def actions(self, state: Any, seat: int) -> list[Action]:
        return [Send(card) for card in state.hands[seat]]

    def take(self, state: Any, answers: dict[int, Any], events: list[Event]) -> None:
        for seat, send in answers.items():
            state.hands[seat].remove(send.card)
            state.shown.append(send.card)
            events.append(Sent(seat=seat, card=send.card))
        loser = min(answers, key=lambda seat: answers[seat].card)
        state.push(Hide((loser,)))


class Hide(Decision, frozen=True, tag=True):
    """The loser may hide (R2).  To have nothing to hide behind is a secret, so it is always asked."""

    always = True
    rule = "R2"
    otherwise = "Bury an even raven from your hand, or suffer."

    def actions(self, state: Any, seat: int) -> list[Action]:
        return [Suffer(), *(Bury(card) for card in state.hands[seat] if card % 2 == 0)]

    def take(self, state: Any, answers: dict[int, Any], events: list[Event]) -> None:
        ((seat, answer),) = answers.items()
        if isinstance(answer, Bury):
            state.hands[seat].remove(answer.card)
            state.buried[seat].append(answer.card)
            events += [Buried(seat=seat, card=answer.card, only=(seat,)), Buried(seat=seat, besides=(seat,))]
        state.push(Beak(seat, half=isinstance(answer, Bury)), Draw(seat), Round())


class Beak(Step, frozen=True, tag=True):
    """The die (R3)."""

    seat: int
    half: bool

    def run(self, state: Any, events: list[Event]) -> None:
        roll = state.rng.die()
        damage = roll // 2 if self.half else roll
        state.life[self.seat] -= damage
        events.append(Robbed(seat=self.seat, damage=damage))


class Draw(Step, frozen=True, tag=True):
    """The loser draws (R3)."""

    seat: int

    def run(self, state: Any, events: list[Event]) -> None:
        if state.deck:
            card = state.deck.pop()
            state.hands[self.seat].append(card)
            state.reveals += 1
            events += state.drawn(self.seat, card)


class RavensOptions(Options, frozen=True, kw_only=True):
    """The choices before a game."""

    rounds: int = 3


class RavensView(View, frozen=True, kw_only=True):
    """A table, and one hand."""

    hand: tuple[int, ...]
    buried: tuple[int, ...]
    chosen: str | None
    hands: tuple[int, ...]
    graves: tuple[int, ...]
    life: tuple[int, ...]
    shown: tuple[int, ...]
    deck: int


class RavensState(AgendaState, kw_only=True):
    """Hands, the deck, and what lies on the table."""

    agenda: list[Round | Choose | Hide | Beak | Draw]
    options: RavensOptions
    deck: list[int]
    hands: list[list[int]]
    buried: list[list[int]]
    life: list[int]
    shown: list[int] = msgspec.field(default_factory=list)

    slug: ClassVar[str] = "ravens"
    rules_version: ClassVar[str] = "1"
    turn_rule: ClassVar[str] = "R1"
    end_rule: ClassVar[str] = "R4"
    notation: ClassVar[Notation] = Notation((Send, Bury, Suffer))

    def drawn(self, seat: int, card: int) -> list[Event]:
        """Who is told what about a drawn card."""
        return [Drew(seat=seat, card=card, only=(seat,)), Drew(seat=seat, besides=(seat,))]

    def view(self, seat: int | None) -> RavensView:
        return RavensView(
            seat=seat,
            ply=self.ply,
            to_act=self.to_act,
            outcome=self.outcome,
            hand=() if seat is None else tuple(self.hands[seat]),
            buried=() if seat is None else tuple(self.buried[seat]),
            chosen=None if seat is None else self.answer_of(seat),
            hands=tuple(map(len, self.hands)),
            graves=tuple(map(len, self.buried)),
            life=tuple(self.life),
            shown=tuple(self.shown),
            deck=len(self.deck),
        )

    def redeal(self, seat: int | None, rng: Rng) -> None:
        others = [other for other in range(len(self.hands)) if other != seat]
        unseen = [*self.deck, *(c for other in others for c in (*self.hands[other], *self.buried[other]))]
        unseen.sort()
        rng.shuffle(unseen)
        unseen.sort(key=lambda card: card % 2)  # graves hold even ravens only
        for other in others:
            self.buried[other] = [unseen.pop(0) for _ in self.buried[other]]
        rng.shuffle(unseen)
        for other in others:
            self.hands[other] = [unseen.pop() for _ in self.hands[other]]
        self.deck = unseen


class Ravens(Game):
    """A toy with secrets."""

    slug = "ravens"
    title = "Ravens"
    designer = "nobody"
    blurb = "A toy."
    minutes = "1"
    rules_version = "1"
    seats = range(2, 4)
    hand: ClassVar[int] = HAND
    hidden = True
    chance = True
    max_plies = 40
    actions = (Send, Bury, Suffer)
    State: ClassVar[type[State]] = RavensState
    Options: ClassVar[type[Options]] = RavensOptions

    @property
    def rules(self) -> Rules:
        return rules_of(RAVENS_RULES)

    def setup(self, seats: int, options: RavensOptions, rng: Rng) -> State:
        deck = list(range(1, CARDS + 1))
        rng.shuffle(deck)
        state = self.State(
            rng=rng,
            agenda=[Round()],
            options=options,
            hands=[[deck.pop() for _ in range(self.hand)] for _ in range(seats)],
            buried=[[] for _ in range(seats)],
            deck=deck,
            life=[LIFE] * seats,
        )
        state.settle([])
        return state

    def check_options(self, options: RavensOptions) -> RavensOptions:
        if not 1 <= options.rounds <= HAND:
            raise BadOption(f"Ravens has 1 to {HAND} rounds, not {options.rounds}.")
        return options

    def scene(self, view: RavensView) -> Scene:
        nodes = [raven(f"raven:{card}", place) for place, card in enumerate(view.hand)]
        nodes += [raven(f"shown:{place}", place) for place, _ in enumerate(view.shown)]
        return Scene(box=(0, 0, 9, 9), board="<rect/>", style="", nodes=(*nodes, raven("die", 0)))

    def sketch(self, view: RavensView) -> Sketch:
        hand = tuple(Span(f"{card} ", "bold", f"raven:{card}") for card in view.hand)
        return Sketch(((Span(f"life {view.life}"),), hand))

    def prompt(self, view: RavensView) -> str:
        return f"Seats {view.to_act} must choose." if view.to_act else "It is over."

    def describe(self, view: RavensView, action: Any) -> str:
        return str(action)

    def clicks(self, view: RavensView, action: Any) -> tuple[str, ...]:
        return ("die",) if isinstance(action, Suffer) else (f"raven:{action.card}",)


def raven(name: str, place: int) -> Node:
    """A raven in a picture."""
    return Node(id=name, svg='<circle r="1"/>', x=place, y=place, title=name)


@functools.cache
def rules_of(text: str) -> Rules:
    """A rules page, read once."""
    return parse_rules(text)


# ---- Cairn

CAIRN_RULES = """\
# Cairn

Build a heap of stones together.

## A. Building

### C1 Acting

In each round everybody acts once, in any order.

### C2 Stones

A stone has the size 1, 2 or 3. Nobody lays the size that was laid last.

### C3 Songs

Whoever sings lays no stone.

## B. The end

### C4 The height

You win together when the heap has the height you agreed on, and lose when it is higher or time is up.
"""

ROUNDS = 3


class Lay(Action, frozen=True):
    """Lay a stone."""

    size: int


class Sing(Action, frozen=True):
    """Sing to somebody; the words are free."""

    to: int
    words: str
    free: ClassVar[tuple[str, ...]] = ("words",)


class Laid(Event, frozen=True):
    seat: int
    size: int

    def sentence(self) -> str:
        return f"Seat {self.seat} laid a stone of {self.size}."


class Sang(Event, frozen=True):
    seat: int
    words: str

    def sentence(self) -> str:
        return f"Seat {self.seat} sang: {self.words}"


class CairnOptions(Options, frozen=True, kw_only=True):
    """The choices before a game."""

    height: int = 8


class CairnView(View, frozen=True, kw_only=True):
    """The heap."""

    stones: tuple[int, ...]
    songs: tuple[str, ...]
    seats: int


class CairnState(State, kw_only=True):
    """The heap, and who has acted in this round."""

    options: CairnOptions
    seats: int
    stones: list[int] = msgspec.field(default_factory=list)
    songs: list[str] = msgspec.field(default_factory=list)
    done: set[int] = msgspec.field(default_factory=set)

    slug: ClassVar[str] = "cairn"
    rules_version: ClassVar[str] = "1"
    turn_rule: ClassVar[str] = "C1"
    end_rule: ClassVar[str] = "C4"

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.outcome is not None:
            return ()
        return tuple(seat for seat in range(self.seats) if seat not in self.done)

    def legal(self, seat: int) -> list[Any]:
        if seat not in self.to_act:
            return []
        last = self.stones[-1] if self.stones else 0
        songs = [Sing(to, "") for to in range(self.seats) if to != seat]
        return [*(Lay(size) for size in (1, 2, 3) if size != last), *songs]

    def refusal(self, action: Any, seat: int) -> Illegal | None:
        match action:
            case Lay(size):
                if size not in (1, 2, 3):
                    return Illegal("C2", "There are stones of 1, 2 and 3.")
                repeated = bool(self.stones) and self.stones[-1] == size
                return Illegal("C2", "That size was laid last.") if repeated else None
            case Sing(to):
                return None if to in range(self.seats) and to != seat else Illegal("C3", "Sing to another.")
        return Illegal("C1", "Lay a stone or sing.")

    def take(self, action: Any, seat: int) -> list[Event]:
        event: Event
        if isinstance(action, Lay):
            self.stones.append(action.size)
            event = Laid(seat=seat, size=action.size)
        else:
            self.songs.append(action.words)
            event = Sang(seat=seat, words=action.words)
        self.done.add(seat)
        if len(self.done) == self.seats:
            self.done.clear()
            self.turn += 1
        height = sum(self.stones)
        if height == self.options.height:
            self.outcome = Outcome((1.0,) * self.seats, "C4", "The cairn stands.")
        elif height > self.options.height or self.turn == ROUNDS:
            self.outcome = Outcome((0.0,) * self.seats, "C4", "The cairn does not stand.")
        return [event]

    def view(self, seat: int | None) -> CairnView:
        return CairnView(
            seat=seat,
            ply=self.ply,
            to_act=self.to_act,
            outcome=self.outcome,
            stones=tuple(self.stones),
            songs=tuple(self.songs),
            seats=self.seats,
        )


class Cairn(Game):
    """A toy without secrets."""

    slug = "cairn"
    title = "Cairn"
    designer = "nobody"
    blurb = "A toy."
    minutes = "1"
    rules_version = "1"
    seats = range(1, 5)
    cooperative = True
    max_plies = 4 * ROUNDS
    actions = (Lay, Sing)
    State: ClassVar[type[State]] = CairnState
    Options: ClassVar[type[Options]] = CairnOptions

    @property
    def rules(self) -> Rules:
        return rules_of(CAIRN_RULES)

    def setup(self, seats: int, options: CairnOptions, rng: Rng) -> State:
        return self.State(rng=rng, options=options, seats=seats)

    def scene(self, view: CairnView) -> Scene:
        names = [f"stone:{size}" for size in (1, 2, 3)] + [f"seat:{seat}" for seat in range(view.seats)]
        nodes = tuple(raven(name, place) for place, name in enumerate(names))
        return Scene(box=(0, 0, 9, 9), board="", style="", nodes=nodes)

    def sketch(self, view: CairnView) -> Sketch:
        return Sketch(((Span(f"The heap: {view.stones}"),),))

    def prompt(self, view: CairnView) -> str:
        return "Lay a stone or sing."

    def describe(self, view: CairnView, action: Any) -> str:
        return str(action)

    def clicks(self, view: CairnView, action: Any) -> tuple[str, ...]:
        return (f"stone:{action.size}",) if isinstance(action, Lay) else (f"seat:{action.to}",)
