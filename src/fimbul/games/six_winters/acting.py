"""D. The action step: what a character can do (S41, S60 to S65, S81 to S84)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Illegal
from fimbul.games.six_winters import (
    building,
    ground,
    narrating,
    obstacles,
    overcoming,
    pools,
    powers,
    refusing,
    stress,
    turn,
)
from fimbul.games.six_winters.actions import (
    At,
    Create,
    Dice,
    End,
    Gate,
    Load,
    Move,
    Muster,
    Narrate,
    OfCharacter,
    Overcome,
    Pay,
    Pick,
    Reroll,
    Sail,
    Stash,
    Take,
    Trade,
    Unload,
    Use,
    Visit,
    VisitFree,
)
from fimbul.games.six_winters.cards import RESOURCES, TRACKS
from fimbul.games.six_winters.dice import (
    ACTION,
    CODES,
    NAMES,
    SORCERY,
    die,
    kind_of,
    names,
    subsets,
    value_of,
)
from fimbul.games.six_winters.events import Rolled, Told

if TYPE_CHECKING:
    from fimbul.games.six_winters.cards import Text
    from fimbul.games.six_winters.state import SixWintersState

POOLS = ("actions", "resources")
FOR_A_DIE = ("discard_here", "discard_top", "send")
FREE_TEXTS = ("bring", "recover")


def seats(state: SixWintersState) -> tuple[int, ...]:
    """The seats that have not ended their actions."""
    every = sorted({person.seat for person in state.people})
    return tuple(seat for seat in every if seat not in state.ended)


# ---- moving (S61, S62)


def entry(state: SixWintersState, place: int) -> int:
    """How many movement points more it takes to enter a location."""
    return sum(
        state.book.obstacles[standing.obstacle].amount
        for standing in state.standing
        if standing.place == place and state.book.obstacles[standing.obstacle].effect == "entry"
    )


def arrive(state: SixWintersState, person: int, place: int, events: list[Event]) -> None:
    """A character comes to a location."""
    state.people[person].place = place
    location = state.book.locations[place]
    events.append(Told(text=f"{state.name(person)} goes to {location.name}.", about=(f"person:{person}",)))
    for text in location.effects:
        if text.kind == "entry":
            state.push(stress.Hurt(person, TRACKS.index(text.track), -1, text.amount))


def moves(state: SixWintersState, person: int) -> list[Any]:
    """Every way to go somewhere."""
    someone, book, figures = state.people[person], state.book, state.book.figures
    id, here = state.id(person), someone.place
    found: list[Any] = []
    empire = book.locations[here].region == "empire"
    for place in ground.near(state, here):
        if someone.moves >= figures.move_cost + entry(state, place):
            found.append(Move(id, book.locations[place].id))
        if "roads" in state.lasting and (empire or book.locations[place].region == "empire"):
            kind = book.resource["technology"]
            dice = sorted({code for code in state.dice[here] if kind_of(code) == kind})
            found += [Pay(id, book.locations[place].id, NAMES[code]) for code in dice]
    icon = book.locations[here].icon
    others = [p for p in state.locations() if p != here and icon and book.locations[p].icon == icon]
    if icon == "port":
        cost = (
            0
            if any(p.kind == "free_ports" for p in powers.cards(state, person).values())
            else figures.port_cost
        )
        found += [Sail(id, book.locations[p].id) for p in others if someone.moves >= cost + entry(state, p)]
    elif icon == "gate":
        found += [
            Gate(id, book.locations[p].id, track)
            for p in others
            if someone.moves >= entry(state, p)
            for number, track in enumerate(TRACKS)
            if stress.bears(state, person, number)
        ]
    return found


# ---- the list


def choices(state: SixWintersState, person: int) -> list[Any]:
    """Everything that a character can do now."""
    someone, book, figures = state.people[person], state.book, state.book.figures
    id, here = state.id(person), someone.place
    lying, unspent = state.dice[here], state.purse(person).dice
    found = moves(state, person)
    kind = state.makes[here]
    if someone.moves >= figures.muster_cost and state.level[here] and state.supply[kind]:
        found.append(Muster(id))
    if someone.moves >= figures.reroll_cost:
        found += [Reroll(id, pool) for pool, dice in zip(POOLS, (unspent, lying), strict=True) if dice]
    if len(someone.building) < figures.in_progress:
        found += [Take(id, book.assets[asset].id) for asset in state.staged]
    for value in sorted(set(unspent)):
        if building.places(state, person, value):
            found.append(Create(id, NAMES[die(ACTION, value)]))
    for card in powers.stashed(state, person, "create"):
        if building.places(state, person, value_of(someone.boxes[card][0])):
            found.append(Create(id, card))
    found += [Overcome(id, book.obstacles[other].id) for other in overcoming.possible(state, person)]
    if narrating.ready(state):
        found.append(Narrate(id))
    found += trades(state, person)
    for text in book.locations[here].effects:
        if text.kind in FOR_A_DIE and text_works(state, person, text):
            found += [Visit(id, NAMES[die(ACTION, value)]) for value in sorted(set(unspent))]
        elif text.kind in FREE_TEXTS and "visit" not in someone.turned and text_works(state, person, text):
            found.append(VisitFree(id))
    at_hand = sorted(set(pools.at_hand(state, person)))
    for card, power in powers.cards(state, person).items():
        if power.kind == "stash":
            found += [
                Stash(id, card, NAMES[code])
                for code in at_hand
                if powers.free_box(state, person, card, power, code) is not None
            ]
        elif power.kind == "carry":
            carried = someone.boxes.get(card, ())
            if len(carried) < power.amount and someone.moves >= figures.carry_cost:
                found += [Load(id, card, NAMES[code]) for code in sorted(set(lying))]
            found += [Unload(id, card, NAMES[code]) for code in sorted(set(carried))]
    found += [Use(id, card) for card in powers.usable(state, person)]
    return found


def trades(state: SixWintersState, person: int) -> list[Any]:
    """Two dice of a type for one of the next on the wheel (S83)."""
    someone, book = state.people[person], state.book
    wheel = book.figures.wheel
    if someone.moves < state.options.trade_cost:
        return []
    found: list[Any] = []
    for kind, resource in enumerate(RESOURCES):
        if sum(kind_of(code) == kind for code in state.dice[someone.place]) < book.figures.trade_dice:
            continue
        wanted = wheel if kind == SORCERY else (wheel[(wheel.index(resource) + 1) % len(wheel)],)
        found += [
            Trade(state.id(person), resource, other) for other in wanted if state.supply[book.resource[other]]
        ]
    return found


def text_works(state: SixWintersState, person: int, text: Text) -> bool:
    """Whether the text of a location would do anything."""
    if text.kind == "discard_top":
        return bool(state.obstacle_deck or state.discard)
    if text.kind == "recover":
        someone = state.people[person]
        track = TRACKS.index(text.track)
        return someone.body < state.book.figures.track_max and stress.bears(state, person, track)
    if text.kind == "bring" and not stress.bears(state, person, TRACKS.index(text.track)):
        return False
    return bool(text_targets(state, person, text))


def text_targets(state: SixWintersState, person: int, text: Text) -> list[int]:
    """The obstacles that the text of a location is about."""
    here, cards = state.people[person].place, state.book.obstacles
    found = []
    for standing in state.standing:
        card = cards[standing.obstacle]
        local = standing.place == here
        if (
            (text.kind == "discard_here" and local and obstacles.has_tag(state, card, text.tag))
            or (text.kind == "send" and local and card.skill == text.skill)
            or (text.kind == "bring" and not local and obstacles.has_tag(state, card, text.tag))
        ):
            found.append(standing.obstacle)
    return found


class Acting(Decision, frozen=True, tag=True):
    """What happens next in the action step; whoever answers first acts (S41)."""

    always: ClassVar[bool] = True
    rule: ClassVar[str] = "S41"
    otherwise: ClassVar[str] = "Your characters cannot do that now."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        found: list[Any] = []
        for person in state.own(seat):
            found += choices(state, person)
        return [*found, End()]

    def refusal(self, state: SixWintersState, action: Any, seat: int) -> Illegal | None:
        if isinstance(action, OfCharacter):
            known = [state.id(person) for person in state.own(seat)]
            if action.character not in known:
                return Illegal("S14", f"'{action.character}' is not your character.")
            person = state.person(action.character)
            return None if action in choices(state, person) else refusing.reason(state, person, action)
        return super().refusal(state, action, seat)

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if isinstance(action, End):
            state.ended = sorted([*state.ended, seat])
        left = seats(state)
        if left:
            state.push(Acting(left))
        if not isinstance(action, End):
            act(state, state.person(action.character), action, events)


def act(state: SixWintersState, person: int, action: Any, events: list[Event]) -> None:
    """Carry out an action of the action step."""
    someone, book, figures = state.people[person], state.book, state.book.figures
    mine = (someone.seat,)
    match action:
        case Move(_, location):
            place = book.location[location]
            someone.moves -= figures.move_cost + entry(state, place)
            arrive(state, person, place, events)
        case Pay(_, location, name):
            pools.take_away(state, someone.place, CODES[name])
            arrive(state, person, book.location[location], events)
        case Sail(_, location):
            place = book.location[location]
            free = any(power.kind == "free_ports" for power in powers.cards(state, person).values())
            someone.moves -= (0 if free else figures.port_cost) + entry(state, place)
            arrive(state, person, place, events)
        case Gate(_, location, track):
            place = book.location[location]
            someone.moves -= entry(state, place)
            skill = stress.here(state, person)  # the price is paid before one goes
            arrive(state, person, place, events)
            state.push(stress.Hurt(person, TRACKS.index(track), skill, figures.gate_stress))
        case Muster():
            someone.moves -= figures.muster_cost
            kind = state.makes[someone.place]
            if kind == SORCERY:
                pools.explode(state, someone.place, pools.roll_sorcery(state, someone.place, events))
            else:
                pools.roll(state, someone.place, kind, events)
        case Reroll(_, pool):
            someone.moves -= figures.reroll_cost
            state.push(Rerolling(mine, person, pool))
        case Take(_, asset):
            number = book.asset[asset]
            state.staged.remove(number)
            someone.building.append(building.begin(state, number))
            events.append(Told(text=f"{state.name(person)} takes {book.assets[number].name}."))
        case Create(_, source):
            most = spend_source(state, person, source)
            state.push(building.Filling(mine, person, most))
        case Overcome(_, obstacle):
            overcoming.begin(state, person, book.obstacle[obstacle], events)
        case Narrate():
            narrating.begin(state, events)
        case Trade(_, given, wanted):
            someone.moves -= state.options.trade_cost
            state.push(Trading(mine, person, book.resource[given], book.resource[wanted]))
        case Visit(_, name):
            pools.spend(state, person, CODES[name])
            visit(state, person, FOR_A_DIE, events)
        case VisitFree():
            someone.turned = (*someone.turned, "visit")
            visit(state, person, FREE_TEXTS, events)
        case Stash(_, card, name):
            powers.put_in_box(state, person, card, CODES[name])
        case Load(_, card, name):
            someone.moves -= figures.carry_cost
            pools.lift(state, someone.place, CODES[name])
            someone.boxes[card] = tuple(sorted((*someone.boxes.get(card, ()), CODES[name])))
        case Unload(_, card, name):
            carried = list(someone.boxes[card])
            carried.remove(CODES[name])
            someone.boxes[card] = tuple(carried)
            pools.lay(state, someone.place, (CODES[name],))
        case Use(_, card):
            powers.use(state, person, card, events)


def spend_source(state: SixWintersState, person: int, source: str) -> int:
    """Spend the die of a create action; its value."""
    if source in CODES:
        pools.spend(state, person, CODES[source])
        return value_of(CODES[source])
    return value_of(powers.spend_box(state, person, source)[0])


# ---- questions of the action step


class Rerolling(Decision, frozen=True, tag=True):
    """Which dice are rolled again; with a stashed die, of either pool (S64)."""

    person: int
    pool: str

    rule: ClassVar[str] = "S64"
    otherwise: ClassVar[str] = "Choose dice of one pool to roll again, at least one."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        someone = state.people[self.person]
        found: list[Any] = []
        if self.pool != "resources":
            own = [die(ACTION, value) for value in state.purse(self.person).dice]
            found += [Dice(names(chosen)) for chosen in subsets(own)]
        if self.pool != "actions":
            found += [Dice(names(chosen)) for chosen in subsets(list(state.dice[someone.place]))]
        return found

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        someone, purse = state.people[self.person], state.purse(self.person)
        codes = [CODES[name] for name in next(iter(answers.values())).dice]
        fresh = []
        for code in codes:
            rolled = die(kind_of(code), state.rng.die())
            fresh.append(rolled)
            if kind_of(code) == ACTION:
                purse.dice.remove(value_of(code))
            else:
                pools.lift(state, someone.place, code)
        purse.dice = sorted([*purse.dice, *(value_of(c) for c in fresh if kind_of(c) == ACTION)])
        lying = [code for code in fresh if kind_of(code) != ACTION]
        pools.lay(state, someone.place, lying)
        events.append(Rolled(who=state.name(self.person), what="rolls again:", dice=names(fresh)))


class Trading(Decision, frozen=True, tag=True):
    """Which two dice are traded (S83)."""

    person: int
    given: int
    wanted: int

    rule: ClassVar[str] = "S83"
    otherwise: ClassVar[str] = "Choose two dice of the type that you give."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        lying = [code for code in state.dice[state.people[self.person].place] if kind_of(code) == self.given]
        count = state.book.figures.trade_dice
        return [Dice(names(chosen)) for chosen in subsets(lying) if len(chosen) == count]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        place = state.people[self.person].place
        for name in next(iter(answers.values())).dice:
            pools.take_away(state, place, CODES[name])
        pools.roll(state, place, self.wanted, events)


def visit(state: SixWintersState, person: int, kinds: tuple[str, ...], events: list[Event]) -> None:
    """The text of a location happens (S84)."""
    someone = state.people[person]
    for text in state.book.locations[someone.place].effects:
        if text.kind not in kinds:
            continue
        if text.kind == "discard_top":
            top = turn.draw_card(state)
            if top is not None:
                state.discard.append(top)
                events.append(Told(text=f"{state.book.obstacles[top].name} is discarded."))
        elif text.kind == "recover":
            skill = stress.here(state, person)
            for _ in range(text.amount):
                stress.hurt(state, person, TRACKS.index(text.track), skill, events)
            stress.recover(state, person, stress.BODY, 1, events)
        else:
            state.push(Visiting((someone.seat,), person, text.kind))


class Visiting(Decision, frozen=True, tag=True):
    """Which obstacle the text of a location is used on (S84)."""

    person: int
    kind: str

    rule: ClassVar[str] = "S84"
    otherwise: ClassVar[str] = "Choose an obstacle that the location's text is about."

    def text(self, state: SixWintersState) -> Text:
        """The text that is used."""
        texts = state.book.locations[state.people[self.person].place].effects
        return next(text for text in texts if text.kind == self.kind)

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        found = text_targets(state, self.person, self.text(state))
        return [Pick(state.book.obstacles[obstacle].id) for obstacle in found]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        obstacle = state.book.obstacle[next(iter(answers.values())).obstacle]
        text, here = self.text(state), state.people[self.person].place
        if text.kind == "discard_here":
            obstacles.leave(state, obstacle)
            state.discard.append(obstacle)
        elif text.kind == "bring":
            obstacles.go(state, obstacle, here, events)
            state.push(stress.Hurt(self.person, TRACKS.index(text.track), -1))
        else:
            state.push(Sending(self.seats, self.person, obstacle))


class Sending(Decision, frozen=True, tag=True):
    """Where an obstacle is moved (S84)."""

    person: int
    obstacle: int

    rule: ClassVar[str] = "S84"
    otherwise: ClassVar[str] = "Choose an adjacent location."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        here = state.people[self.person].place
        return [At(state.book.locations[place].id) for place in ground.near(state, here)]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        place = state.book.location[next(iter(answers.values())).location]
        obstacles.go(state, self.obstacle, place, events)
