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
    Board,
    Card,
    Decision,
    Deed,
    Deeds,
    Event,
    Game,
    Illegal,
    Node,
    Notation,
    Options,
    Outcome,
    Question,
    Rng,
    Rules,
    Sealed,
    Sketch,
    Span,
    State,
    Step,
    Table,
    Tray,
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


class Round(Step["RavensState"], frozen=True, tag=True):
    """A round begins."""

    def run(self, state: "RavensState", events: list[Event]) -> None:
        if state.turn == state.options.rounds or min(state.life) <= 0:
            best = max(state.life)
            first = [life == best for life in state.life]
            score = 1.0 if sum(first) == 1 else 0.5
            scores = tuple(score if wins else 0.0 for wins in first)
            state.outcome = Outcome(scores, "R4", "The last round is over.", points=tuple(state.life))
        else:
            state.turn += 1
            state.push(Sending(tuple(range(len(state.hands)))), Show())


class Sending(Sealed["RavensState"], frozen=True, tag=True):
    """Everybody sends a raven in secret (R1)."""

    rule = "R1"

    def part(self, state: "RavensState", seat: int) -> tuple[Step["RavensState"], ...]:
        return (Choose((seat,)),)

    def question(self, state: "RavensState", seat: int) -> Question:
        return Question(text="", watching="Everybody sends a raven.", rule="R1")


class Choose(Decision["RavensState", Send], frozen=True, tag=True):
    """One of them (R1)."""

    rule = "R1"
    otherwise = "Send a raven from your hand."

    def question(self, state: "RavensState", seat: int) -> Question:
        return Question(text="Send a raven.", rule="R1")

    def actions(self, state: "RavensState", seat: int) -> list[Send]:
        return [Send(card) for card in state.hands[seat]]

    def take(self, state: "RavensState", action: Send, seat: int, events: list[Event]) -> None:
        state.hands[seat].remove(action.card)
        state.sent[seat] = action.card


class Show(Step["RavensState"], frozen=True, tag=True):
    """All are shown together (R1)."""

    def run(self, state: "RavensState", events: list[Event]) -> None:
        for seat, card in enumerate(state.sent):
            state.shown.append(card)
            events.append(Sent(seat=seat, card=card))
        loser = min(range(len(state.sent)), key=lambda seat: state.sent[seat])
        state.sent = [0] * len(state.sent)
        state.push(Hide((loser,)))


class Hide(Decision["RavensState", Bury | Suffer], frozen=True, tag=True):
    """The loser may hide (R2).  To have nothing to hide behind is a secret, so it is always asked."""

    always = True
    rule = "R2"
    otherwise = "Bury an even raven from your hand, or suffer."

    def question(self, state: "RavensState", seat: int) -> Question:
        return Question(
            text="Bury a raven, or suffer.",
            watching=f"Seat {self.seats[0]} may hide.",
            rule="R2",
            labels=(("suffer", "Take it"), ("bury", "Bury {}")),
        )

    def actions(self, state: "RavensState", seat: int) -> list[Bury | Suffer]:
        return [Suffer(), *(Bury(card) for card in state.hands[seat] if card % 2 == 0)]

    def take(self, state: "RavensState", action: Bury | Suffer, seat: int, events: list[Event]) -> None:
        if isinstance(action, Bury):
            state.hands[seat].remove(action.card)
            state.buried[seat].append(action.card)
            events += [Buried(seat=seat, card=action.card, only=(seat,)), Buried(seat=seat, besides=(seat,))]
        state.push(Beak(seat, half=isinstance(action, Bury)), Draw(seat), Round())


class Beak(Step["RavensState"], frozen=True, tag=True):
    """The die (R3)."""

    seat: int
    half: bool

    def run(self, state: "RavensState", events: list[Event]) -> None:
        roll = state.rng.die()
        damage = roll // 2 if self.half else roll
        state.life[self.seat] -= damage
        events.append(Robbed(seat=self.seat, damage=damage))


class Draw(Step["RavensState"], frozen=True, tag=True):
    """The loser draws (R3)."""

    seat: int

    def run(self, state: "RavensState", events: list[Event]) -> None:
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
    chosen: int
    hands: tuple[int, ...]
    graves: tuple[int, ...]
    life: tuple[int, ...]
    shown: tuple[int, ...]
    deck: int


class RavensState(AgendaState, kw_only=True):
    """Hands, the deck, and what lies on the table."""

    agenda: list[Round | Sending | Choose | Show | Hide | Beak | Draw]
    options: RavensOptions
    deck: list[int]
    hands: list[list[int]]
    buried: list[list[int]]
    life: list[int]
    sent: list[int]  # in this round, by seat
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
        own = self.apart(seat) if self.sealed and seat is not None else self
        return RavensView(
            **self.common(seat),
            hand=() if seat is None else tuple(own.hands[seat]),
            buried=() if seat is None else tuple(own.buried[seat]),
            chosen=0 if seat is None else own.sent[seat],
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


deeds = Deeds[RavensView]()


@deeds.of(Send)
def send(view: RavensView, action: Send) -> Deed:
    """Words and touches of a raven that is sent."""
    return Deed(f"Send the raven {action.card}", f"raven:{action.card}")


@deeds.of(Bury)
def bury(view: RavensView, action: Bury) -> Deed:
    """Words and touches of a raven that is buried."""
    assert view.question is not None
    return Deed(view.question.label("bury", f"the raven {action.card}"), f"raven:{action.card}")


@deeds.of(Suffer)
def suffer(view: RavensView, action: Suffer) -> Deed:
    """Words and touches of suffering: a button, since it is nowhere on the table."""
    assert view.question is not None
    return Deed(view.question.label("suffer"), "suffer")


class RavensTable(Table[RavensView]):
    """A die on the board, and a hand."""

    deeds = deeds

    def boards(self, view: RavensView) -> tuple[Board, ...]:
        nodes = [raven(f"shown:{place}", place) for place, _ in enumerate(view.shown)]
        return (Board(box=(0, 0, 9, 9), ground="<rect/>", style="", nodes=(*nodes, raven("die", 0))),)

    def trays(self, view: RavensView) -> tuple[Tray, ...]:
        cards = tuple(Card(id=f"raven:{card}", title=f"Raven {card}") for card in view.hand)
        return (Tray(id="hand", title="Your ravens", role="hand", cards=cards),)

    def sketch(self, view: RavensView) -> Sketch:
        return Sketch(((Span(f"life {view.life}", "", "die"),),))


class Ravens(Game):
    """A toy with secrets."""

    title = "Ravens"
    designer = "nobody"
    blurb = "A toy."
    minutes = "1"
    seats = range(2, 4)
    hand: ClassVar[int] = HAND
    hidden = True
    private = True
    chance = True
    max_plies = 40
    actions = (Send, Bury, Suffer)
    table = RavensTable()
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
            sent=[0] * seats,
        )
        state.settle([])
        return state

    def check_options(self, options: RavensOptions) -> RavensOptions:
        if not 1 <= options.rounds <= HAND:
            raise BadOption(f"Ravens has 1 to {HAND} rounds, not {options.rounds}.")
        return options


def raven(name: str, place: int) -> Node:
    """A raven in a picture."""
    return Node(id=name, svg='<circle r="1"/>', x=place, y=place, title=name.capitalize())


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
        return f"Seat {self.seat} sang: {self.words}" if self.words else f"Seat {self.seat} hummed."


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
        height, through = sum(self.stones), len(self.done) == self.seats
        if height == self.options.height:
            self.outcome = Outcome((1.0,) * self.seats, "C4", "The cairn stands.")
        elif height > self.options.height or (through and self.turn == ROUNDS):
            self.outcome = Outcome((0.0,) * self.seats, "C4", "The cairn does not stand.")
        elif through:
            self.done.clear()
            self.turn += 1
        return [event]

    def question(self, seat: int | None) -> Question | None:
        return None if self.over else Question(text="Lay a stone or sing.", rule="C1")

    def view(self, seat: int | None) -> CairnView:
        return CairnView(
            **self.common(seat), stones=tuple(self.stones), songs=tuple(self.songs), seats=self.seats
        )


stones = Deeds[CairnView]()


@stones.of(Lay)
def lay(view: CairnView, action: Lay) -> Deed:
    """Words and touches of a stone."""
    return Deed(f"Lay a stone of {action.size}", f"stone:{action.size}")


@stones.of(Sing)
def sing(view: CairnView, action: Sing) -> Deed:
    """Words and touches of a song."""
    return Deed(f"Sing to seat {action.to}", f"seat:{action.to}")


class CairnTable(Table[CairnView]):
    """Stones to lay and people to sing to."""

    deeds = stones

    def boards(self, view: CairnView) -> tuple[Board, ...]:
        names = [f"stone:{size}" for size in (1, 2, 3)] + [f"seat:{seat}" for seat in range(view.seats)]
        nodes = tuple(raven(name, place) for place, name in enumerate(names))
        return (Board(box=(0, 0, 9, 9), ground="", style="", nodes=nodes),)

    def sketch(self, view: CairnView) -> Sketch:
        return Sketch(((Span(f"The heap: {view.stones}"),),))


class Cairn(Game):
    """A toy without secrets."""

    title = "Cairn"
    designer = "nobody"
    blurb = "A toy."
    minutes = "1"
    seats = range(1, 5)
    cooperative = True
    max_plies = 4 * ROUNDS
    actions = (Lay, Sing)
    table = CairnTable()
    State: ClassVar[type[State]] = CairnState
    Options: ClassVar[type[Options]] = CairnOptions

    @property
    def rules(self) -> Rules:
        return rules_of(CAIRN_RULES)

    def setup(self, seats: int, options: CairnOptions, rng: Rng) -> State:
        return self.State(rng=rng, turn=1, options=options, seats=seats)
