"""F. The monster turn (G70 to G83)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Step
from fimbul.games.fate import deeds, ending, quests, suffering, turn, uses
from fimbul.games.fate.actions import Assault, At, Done, Face, No
from fimbul.games.fate.deeds import FIRST_MONSTER, LEGEND, OFF
from fimbul.games.fate.events import Appeared, Arrived, Assaulted, Fell, Held, Hour, PutBack
from fimbul.games.fate.fighting import COVER, HIT, RUNE, Cast, keep_cast
from fimbul.games.fate.land import NOWHERE, TOWN

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState

SUPPRESSION = 3  # the range of Suppressive Fire
FACES = {
    "clockwise": "maneuver, clockwise",
    "counter_clockwise": "maneuver, counter-clockwise",
    "attack": "attack",
    "push": "push",
    "charge": "charge",
    "ambush": "ambush",
}


def begin(state: FateState) -> None:
    """The monsters' turn (G70)."""
    seats = range(len(state.heroes))
    state.push(
        Time(),
        Die(),
        *(Suppress(seat) for seat in seats),
        MonstersMove(),
        *(Watch(seat) for seat in seats),
        Onslaught(),
        Reinforce(),
        RoundEnds(),
    )


class Time(Step, frozen=True, tag=True):
    """The time marker moves (G71)."""

    def run(self, state: FateState, events: list[Event]) -> None:
        state.turn += 1
        state.active = -1
        state.time += 1
        for hero in state.heroes:
            hero.mailed = False
        events.append(Hour(step=state.time, of=len(state.track), skull=state.hour.skull))


class RoundEnds(Step, frozen=True, tag=True):
    """After the last monster turn the heroes have won; before it another round begins (G95)."""

    def run(self, state: FateState, events: list[Event]) -> None:
        state.held = []
        state.fury = 0
        state.rush = False
        if state.time >= len(state.track):
            ending.won(state, events)
        else:
            state.push(turn.BeginTurn(0))


# ---- the monster die (G72)


class Die(Step, frozen=True, tag=True):
    """The monster die is rolled, if it is in use."""

    def run(self, state: FateState, events: list[Event]) -> None:
        if not state.options.monster_die:
            return
        face = roll_monster_die(state)
        events.append(Fell(face=FACES[face]))
        if face == "attack":
            state.fury = 1
        elif face == "charge":
            state.rush = True
        elif face == "push":
            push_heroes(state, events)
        elif face == "ambush":
            state.push(*(quests.Place(seat, AMBUSHER, 1) for seat in range(len(state.heroes))))
        else:
            state.push(
                *(Maneuver(seat, 1 if face == "clockwise" else -1) for seat in range(len(state.heroes)))
            )


AMBUSHER = "goblin"


def roll_monster_die(state: FateState) -> str:
    """A face of the monster die."""
    return state.rng.choice(state.book.figures.monster_die)


class Maneuver(Step, frozen=True, tag=True):
    """All monsters around a hero rotate one area at once (G72a, G72b)."""

    seat: int
    turn: int

    def run(self, state: FateState, events: list[Event]) -> None:
        node = state.heroes[self.seat].node
        if node == TOWN:
            return
        ring, at, land = state.land.around[node], state.at, state.land
        movers: dict[int, int] = {}  # place in the ring -> monster
        for place, near in enumerate(ring):
            if near > TOWN and at[near] >= FIRST_MONSTER:
                movers[place] = at[near] - FIRST_MONSTER

        def blocked(place: int) -> bool:
            there = ring[(place + self.turn) % len(ring)]
            if there == NOWHERE or (there != TOWN and not land.monsters_enter[there]):
                return True
            return there != TOWN and at[there] != deeds.FREE and (place + self.turn) % len(ring) not in movers

        stuck = True
        while stuck:
            stuck = False
            for place in list(movers):
                if blocked(place):
                    del movers[place]
                    stuck = True
        for monster in movers.values():
            at[state.where[monster]] = deeds.FREE
        for place, monster in movers.items():
            if state.where[monster] == OFF:  # it died when its queen left (G88)
                continue
            deeds.advance(state, monster, ring[(place + self.turn) % len(ring)], events, "wheels")
            if state.outcome is not None:
                return


def push_heroes(state: FateState, events: list[Event]) -> None:
    """Every hero next to a monster goes one area along the monsters' path (G72d)."""
    land = state.land
    for seat, hero in enumerate(state.heroes):
        if hero.node == TOWN or not deeds.adjacent_monsters(state, hero.node):
            continue
        there = land.next[hero.node]
        if there == TOWN or (state.at[there] == deeds.FREE and land.heroes_enter[there]):
            deeds.enter(state, seat, there, events)


# ---- before the monsters move (G83)


def suppressible(state: FateState, seat: int) -> list[int]:
    """The monsters that a hero may suppress: near enough, of low enough rank, and not the last one again."""
    rank, hero = state.kit(seat).powers.suppresses, state.heroes[seat]
    far, kinds, kind = state.land.far[hero.node], state.kinds, state.kind
    return [
        monster
        for monster, node in enumerate(state.where)
        if node >= 0
        and far[node] <= SUPPRESSION
        and kinds[kind[monster]].rank <= rank
        and monster != hero.suppressed
        and monster not in state.held
    ]


class Suppress(Step, frozen=True, tag=True):
    """A hero may keep a monster from moving."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        hero = state.heroes[self.seat]
        if state.kit(self.seat).powers.suppresses and suppressible(state, self.seat):
            state.push(Suppressing((self.seat,)))
        else:
            hero.suppressed = OFF


class Suppressing(Decision, frozen=True, tag=True):
    """Which monster is kept from moving, if any."""

    rule: ClassVar[str] = "G83"
    otherwise: ClassVar[str] = (
        "Choose a monster within range 3 of low enough rank, not the same as last time, or none."
    )

    def actions(self, state: FateState, seat: int) -> list[Any]:
        xy, where = state.land.xy, state.where
        return [*(At(*xy[where[monster]]) for monster in suppressible(state, seat)), No()]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        hero = state.heroes[seat]
        hero.suppressed = OFF
        if isinstance(action, At):
            monster = state.monster_at(action.x, action.y)
            hero.suppressed = monster
            state.held.append(monster)
            events.append(Held(monster=monster, name=state.kinds[state.kind[monster]].the))


# ---- the monsters move (G73 to G77)


class MonstersMove(Step, frozen=True, tag=True):
    """All monsters go their way, those nearest to Grimheim first."""

    def run(self, state: FateState, events: list[Event]) -> None:
        land, where = state.land, state.where
        length, road = land.path_length, land.road
        order = sorted(
            (length[node], not road[node], monster) for monster, node in enumerate(where) if node >= 0
        )
        held, skull = state.held, state.hour.skull
        for _, _, monster in order:
            if monster not in held and where[monster] >= 0:
                walk(state, monster, skull, events)
                if state.outcome is not None:
                    return


def beset(state: FateState, node: int) -> bool:
    """Whether a hero stands next to an area."""
    far = state.land.far[node]
    return any(far[hero.node] == 1 for hero in state.heroes)


def walk(state: FateState, monster: int, skull: bool, events: list[Event]) -> None:
    """One monster goes its way, and charges if it must or if that brings an attack (G73, G75)."""
    kind, where = state.kinds[state.kind[monster]], state.where
    charges = skull or (state.rush and kind.rank == 1)
    for _ in range(kind.move + charges):
        if beset(state, where[monster]) or not forward(state, monster, events):
            return
        if where[monster] < 0 or state.outcome is not None:
            return
    if charges or kind.gaze:
        return
    node = where[monster]
    there = state.land.next[node]
    if there != TOWN and not in_range(state, node, kind.range) and in_range(state, there, kind.range):
        forward(state, monster, events)


def in_range(state: FateState, node: int, reach: int) -> list[int]:
    """The heroes that can be attacked from an area; never those in Grimheim (G78)."""
    far = state.land.far[node]
    return [seat for seat, hero in enumerate(state.heroes) if far[hero.node] <= reach]


def forward(state: FateState, monster: int, events: list[Event]) -> bool:
    """One step along the path, if it is free; a legend trades places with a monster in its way (G76)."""
    node = state.where[monster]
    there = state.land.next[node]
    other = state.at[there] if there != TOWN else deeds.FREE
    if other != deeds.FREE:
        if other < FIRST_MONSTER or state.kinds[state.kind[monster]].rank < LEGEND:
            return False
        blocker = other - FIRST_MONSTER
        if state.kinds[state.kind[blocker]].rank >= LEGEND:
            return False
        state.at[node] = state.at[there] = deeds.FREE
        deeds.advance(state, blocker, node, events, "gives way")
    deeds.advance(state, monster, there, events)
    return True


def forecast(state: FateState) -> dict[int, tuple[int, ...]]:
    """Where every monster would go in the coming monster turn if the heroes stayed where they are (G73)."""
    if state.outcome is not None or state.time >= len(state.track):
        return {}
    twin = state.copy()
    if twin.active >= 0:
        twin.time += 1
    MonstersMove().run(twin, [])
    ways: dict[int, tuple[int, ...]] = {}
    for monster, node in enumerate(state.where):
        if node >= 0 and twin.where[monster] != node:
            end = max(twin.where[monster], TOWN)
            path = state.land.path(node)
            ways[monster] = tuple(path[: path.index(end) + 1]) if end in path else (end,)
    return ways


# ---- after the monsters have moved


class Watch(Step, frozen=True, tag=True):
    """A hero may play what is played after the monsters' movement."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if uses.offers(state, self.seat, ("monsters_moved",)):
            state.push(Watching((self.seat,)))


class Watching(Decision, frozen=True, tag=True):
    """What is played after the monsters' movement, if anything."""

    rule: ClassVar[str] = "G32"
    otherwise: ClassVar[str] = "Only cards for the time after the monsters' movement may be played now."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [*uses.offers(state, seat, ("monsters_moved",)), Done()]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if not isinstance(action, Done):
            state.push(Watch(seat))
            uses.begin(state, seat, action, events)


# ---- the monsters attack (G78, G79)


class Onslaught(Step, frozen=True, tag=True):
    """All monsters attack that can, some of them more than once."""

    def run(self, state: FateState, events: list[Event]) -> None:
        kinds, kind = state.kinds, state.kind
        pending = tuple(
            monster
            for monster, node in enumerate(state.where)
            if node >= 0
            for _ in range(kinds[kind[monster]].attacks)
        )
        state.push(Assaults(pending))


def preys(state: FateState, monster: int) -> list[int]:
    """The heroes that a monster can attack."""
    node = state.where[monster]
    if node == OFF:
        return []
    kind = state.kinds[state.kind[monster]]
    if kind.gaze:
        return list(range(len(state.heroes)))
    return in_range(state, node, kind.range)


class Assaults(Step, frozen=True, tag=True):
    """One monster after the other attacks, in the order that the players choose where that can matter."""

    pending: tuple[int, ...]

    def run(self, state: FateState, events: list[Event]) -> None:
        able = [(monster, heroes) for monster in self.pending if (heroes := preys(state, monster))]
        if not able:
            return
        pending = tuple(monster for monster, _ in able)
        first = pending[0]
        if len(set(pending)) > 1 and matters(state, able):
            state.push(Choosing(tuple(range(len(state.heroes))), pending))
        else:
            state.push(Lunge(first), Assaults(pending[1:]))


def matters(state: FateState, able: list[tuple[int, list[int]]]) -> bool:
    """Whether the order of the attacks can matter: a choice of targets, or a hero who can answer (G79)."""
    seats: set[int] = set()
    for monster, heroes in able:
        if len(heroes) > 1 and not state.kinds[state.kind[monster]].gaze:
            return True
        seats.update(heroes)
    return any(answerable(state, seat) for seat in seats)


def answerable(state: FateState, seat: int) -> bool:
    """Whether a hero has a card that could prevent damage or strike back."""
    kit, hero = state.kit(seat), state.heroes[seat]
    if kit.powers.after_attacked_damage:
        return True
    for when in ("prevent", "attacked"):
        for way in kit.uses.get(when, ()):
            id, use = state.book.sides[way.side].id, way.use
            worn = use.wear and hero.wear.get(id, 0) >= state.book.sides[way.side].face.durability
            spent = use.limit == "monster_turn" and hero.mailed
            if not worn and not spent and hero.mana.get(id, 0) >= use.mana:
                return True
    events = state.book.events
    return any(events[card].use.when in ("prevent", "attacked") for card in hero.hand)


class Choosing(Decision, frozen=True, tag=True):
    """Which monster attacks next; any player may say."""

    pending: tuple[int, ...]

    rule: ClassVar[str] = "G79"
    otherwise: ClassVar[str] = "Choose a monster that can attack and has not yet."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        xy, where = state.land.xy, state.where
        return [Assault(*xy[where[monster]]) for monster in dict.fromkeys(self.pending)]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        action = next(iter(answers.values()))
        monster = state.monster_at(action.x, action.y)
        left = list(self.pending)
        left.remove(monster)
        state.push(Lunge(monster), Assaults(tuple(left)))


class Lunge(Step, frozen=True, tag=True):
    """A monster attacks: it, or the players, choose whom."""

    monster: int

    def run(self, state: FateState, events: list[Event]) -> None:
        kind = state.kinds[state.kind[self.monster]]
        heroes = preys(state, self.monster)
        if kind.gaze:
            state.push(*(suffering.Suffer(seat, kind.gaze, self.monster, kind.the, True) for seat in heroes))
        elif len(heroes) > 1:
            state.push(Facing(tuple(range(len(state.heroes))), self.monster))
        elif heroes:
            assault(state, self.monster, heroes[0], events)


class Facing(Decision, frozen=True, tag=True):
    """Which hero a monster attacks; any player may say (G79)."""

    monster: int

    rule: ClassVar[str] = "G79"
    otherwise: ClassVar[str] = "Choose a hero that this monster can attack."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [Face(other) for other in preys(state, self.monster)]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        assault(state, self.monster, next(iter(answers.values())).seat, events)


def monster_strength(state: FateState, monster: int) -> int:
    """How many dice a monster rolls (G51, G85, G92, G93)."""
    kinds, kind = state.kinds, state.kind
    own = kinds[kind[monster]]
    dice = own.strength + state.fury
    if own.scaled:
        dice = deeds.health(state, monster) - state.hurt[monster] + state.fury
    if own.faction == "trollkin":
        support = max((kinds[kind[legend]].support for legend, _ in state.legends), default=0) or 1
        helpers = deeds.adjacent_monsters(state, state.where[monster])
        dice += support * sum(kinds[kind[helper]].faction == "trollkin" for helper in helpers)
    return dice


def rune_value(state: FateState, monster: int) -> int:
    """How many hits a rune is for a monster (G87, G90, G91)."""
    kinds, kind = state.kinds, state.kind
    own = kinds[kind[monster]]
    if own.rune_hits:
        return own.rune_hits
    if own.faction == "dead":
        return 1
    return int(any(kinds[kind[legend]].runes_for == own.faction for legend, _ in state.legends))


def assault(state: FateState, monster: int, seat: int, events: list[Event]) -> None:
    """A monster rolls against a hero (G78)."""
    dice = tuple(state.die() for _ in range(monster_strength(state, monster)))
    cover = state.land.forest[state.heroes[seat].node]
    hits = dice.count(HIT) + dice.count(RUNE) * rune_value(state, monster)
    if not cover:
        hits += dice.count(COVER)
    name = state.kinds[state.kind[monster]].the
    events.append(Assaulted(monster=monster, name=name, seat=seat, hero=state.name(seat), dice=dice))
    runes = rune_value(state, monster) > 0
    faces = tuple(face == HIT or (face == COVER and not cover) or (face == RUNE and runes) for face in dice)
    keep_cast(state, Cast(name, state.name(seat), dice, faces, hits))
    state.push(suffering.Suffer(seat, hits, monster, name))


# ---- reinforcements (G80, G81)


class Reinforce(Step, frozen=True, tag=True):
    """On a reinforcement spot each player draws a monster card."""

    def run(self, state: FateState, events: list[Event]) -> None:
        if state.hour.deck:
            for _ in state.heroes:
                reinforce(state, state.hour.deck, events)


def reinforce(state: FateState, deck: str, events: list[Event]) -> None:
    """Draw until a card can be placed, and place it; at most the whole deck once."""
    pile = state.deck(deck)
    for _ in range(len(pile)):
        card = pile.pop()
        state.reveals += 1
        if place(state, card, events):
            if state.book.cards[card].legend < 0:
                pile.insert(0, card)
            return
        pile.insert(0, card)
        events.append(PutBack(card=state.book.cards[card].name))


def place(state: FateState, number: int, events: list[Event]) -> bool:
    """Put the monsters of a card on the map, if all of them can be (G81)."""
    card, kinds = state.book.cards[number], state.kinds
    needed: dict[int, int] = {}
    for kind, node in card.placements:
        if state.at[node] != deeds.FREE:
            return False
        needed[kind] = needed.get(kind, 0) + 1
    if any(state.supply[kind] < count for kind, count in needed.items()):
        return False
    if card.legend >= 0 and any(
        kinds[state.kind[other]].name == kinds[card.legend].name for other, _ in state.legends
    ):
        return False
    arrived = tuple(deeds.appear(state, kind, node) for kind, node in card.placements)
    events.append(Arrived(card=card.name, place=state.book.place_names[card.location], monsters=arrived))
    for monster, (kind, node) in zip(arrived, card.placements, strict=True):
        if kind == card.legend:
            state.legends.append((monster, number))
            escort(state, kinds[kind].escort, node, events)
    return True


def escort(state: FateState, kind: str, node: int, events: list[Event]) -> None:
    """Monsters that a legend brings along, one in every free area around it (G89)."""
    if not kind:
        return
    number = state.book.kind_number[kind]
    for near in state.land.near[node]:
        if state.at[near] == deeds.FREE and state.land.monsters_enter[near] and state.supply[number] > 0:
            monster = deeds.appear(state, number, near)
            events.append(Appeared(monster=monster, name=state.kinds[number].the, at=state.place(near)))
