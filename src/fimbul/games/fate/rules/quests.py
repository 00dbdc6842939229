"""D. Quests and equipment (G40 to G46)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Decision, Event, Illegal, Question, Step
from fimbul.games.fate.actions import At, No, Yes
from fimbul.games.fate.events import Progressed, Won
from fimbul.games.fate.library.cards import LEGEND, Quest
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.model import FREE
from fimbul.games.fate.rules import gold, places

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState


def current(state: FateState, seat: int) -> Quest | None:
    """The quest on top of the equipment pile (G40)."""
    pile = state.heroes[seat].equipment
    return state.book.sides[pile[-1]].quest if pile else None


def complete(state: FateState, seat: int, events: list[Event]) -> None:
    """The top equipment comes into play, and the next quest to light (G40, G46)."""
    hero = state.heroes[seat]
    side = state.book.sides[hero.equipment.pop()]
    hero.progress = 0
    if hero.equipment:
        state.reveals += 1
    active = hero.active
    if side.main_weapon:
        for number in active:
            old = state.book.sides[number]
            if old.main_weapon:
                active = tuple(other for other in active if other != number)
                for markers in (hero.mana, hero.wear, hero.counters):
                    markers.pop(old.id, None)
    hero.active = (*active, side.number)
    if side.face.counters:
        hero.counters[side.id] = side.face.counters
    events.append(Won(seat=seat, name=state.name(seat), card=side.name))
    turned_up(state, seat, events)


def turned_up(state: FateState, seat: int, events: list[Event]) -> None:
    """A quest has come to light: one that asks to be somewhere is done by who is there (G43)."""
    quest = current(state, seat)
    if quest is not None and quest.staying and is_there(state, state.heroes[seat].node, quest.where):
        complete(state, seat, events)


# ---- by itself


def progress(state: FateState, seat: int, of: str, count: int, events: list[Event]) -> None:
    """Something that some quests count has happened (G45)."""
    quest = current(state, seat)
    if quest is None or quest.of != of or not count:
        return
    hero = state.heroes[seat]
    hero.progress += count
    if hero.progress >= quest.count:
        complete(state, seat, events)
    else:
        name = state.book.sides[hero.equipment[-1]].name
        events.append(
            Progressed(seat=seat, name=state.name(seat), card=name, count=hero.progress, of=quest.count)
        )


def entered(state: FateState, seat: int, node: int, events: list[Event]) -> None:
    """A hero has entered an area (G43)."""
    quest = current(state, seat)
    if quest is not None and quest.kind == "enter" and is_there(state, node, quest.where):
        complete(state, seat, events)


def arrived(state: FateState, seat: int, events: list[Event]) -> None:
    """A hero has ended a movement of one step or more (G43)."""
    quest = current(state, seat)
    if quest is None or quest.kind != "end_move":
        return
    node = state.heroes[seat].node
    if quest.where and not is_there(state, node, quest.where):
        return
    if state.land.mountains[node] < quest.mountains:
        return
    if quest.monsters:
        monsters = places.adjacent_monsters(state, node)
        legends = any(state.kinds[state.kind[monster]].rank >= LEGEND for monster in monsters)
        if len(monsters) < quest.monsters and not legends:
            return
    complete(state, seat, events)


def is_there(state: FateState, node: int, where: str) -> bool:
    """Whether an area is what a quest asks for."""
    land = state.land
    if where == "town":
        return node == TOWN
    if where == "forest":
        return land.forest[node]
    if where == "road":
        return land.road[node]
    return not where or land.location[node] == where


# ---- by a kill (G44)


def killed(state: FateState, seat: int, kind: int, node: int, prey: int, events: list[Event]) -> None:
    """A hero has killed a monster that stood in an area: the reward comes, and the quest counts it."""
    if fits(state, seat, kind):
        state.push(Reward(seat, kind, prey))
        return
    quest, dead = current(state, seat), state.kinds[kind]
    gold.gain(state, seat, dead.xp + prey, events, dead.name)
    if quest is None or not quest.of:
        return
    distance = state.land.far[state.heroes[seat].node][node]
    counts = {
        "kills": 1,
        "kills_adjacent": int(distance == 1),
        "kills_far": int(distance >= 2),
        "trollkin_gold": dead.xp if dead.faction == "trollkin" else 0,
    }
    progress(state, seat, quest.of, counts.get(quest.of, 0), events)


def fits(state: FateState, seat: int, kind: int) -> bool:
    """Whether the current quest asks for such a kill, and can be claimed."""
    quest = current(state, seat)
    if quest is None or not quest.kills:
        return False
    killed = state.kinds[kind]
    if not {killed.id, f"rank{killed.rank}", killed.faction} & set(quest.kills):
        return False
    return not quest.place or can_place(state, seat, quest.place)


def pay_out(state: FateState, seat: int, kind: int, prey: int, events: list[Event]) -> None:
    """The experience for a kill (G57)."""
    dead = state.kinds[kind]
    gold.gain(state, seat, dead.xp + prey, events, dead.name)


class Reward(Step["FateState"], frozen=True, tag=True):
    """A kill that the current quest asks for."""

    seat: int
    kind: int
    prey: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if fits(state, self.seat, self.kind):
            state.push(Claiming((self.seat,), self.kind, self.prey))
        else:
            pay_out(state, self.seat, self.kind, self.prey, events)


class Claiming(Decision["FateState", Yes | No], frozen=True, tag=True):
    """Whether a kill completes the quest, instead of its experience where the quest says so (G44)."""

    kind: int
    prey: int

    rule = "G44"
    otherwise = "Say whether you claim the equipment for this kill."

    def question(self, state: FateState, seat: int) -> Question:
        prize = state.book.sides[state.heroes[seat].equipment[-1]].name
        quest, dead = current(state, seat), state.kinds[self.kind]
        price = f" instead of {dead.xp + self.prey} experience" if quest is not None and quest.forgo else ""
        return Question(
            text=f"The kill of {dead.the} completes your quest: take {prize}{price}, or leave it.",
            watching=f"{state.name(seat)} may take {prize} for the kill of {dead.the}{price}.",
            about=(f"pile:{seat}:equipment",),
            labels=(("yes", f"Take {prize}"), ("no", "Leave the quest")),
        )

    def actions(self, state: FateState, seat: int) -> list[Yes | No]:
        return [Yes(), No()]

    def take(self, state: FateState, action: Yes | No, seat: int, events: list[Event]) -> None:
        quest = current(state, seat)
        assert quest is not None
        if not quest.forgo or isinstance(action, No):
            pay_out(state, seat, self.kind, self.prey, events)
        if isinstance(action, Yes):
            complete(state, seat, events)
            if quest.place:
                state.push(Place(seat, quest.place, quest.places))


# ---- in the hero's turn (G41, G42)


def undoable(state: FateState, seat: int, actions: tuple[str, ...]) -> Illegal | None:
    """Why the current quest cannot be done now; `actions` are those that may be taken or spent."""
    quest = current(state, seat)
    if quest is None:
        return Illegal("G40", "You have no quest: your equipment pile is empty.")
    hero = state.heroes[seat]
    if quest.kind != "do":
        return Illegal("G40", f"This quest is not done by choice: {quest.text}")
    if quest.action is not None and quest.action not in actions:
        return Illegal("G41", f"This quest spends the {quest.action} action, and you cannot take it now.")
    if not is_there(state, hero.node, quest.where):
        return Illegal("G42", f"You are not where this quest is done: {quest.text}")
    if hero.gold < quest.gold:
        return Illegal("G42", f"This quest costs {quest.gold} gold, and you have {hero.gold or 'none'}.")
    if len(hero.hand) < quest.discard:
        return Illegal("G42", f"This quest costs {quest.discard} cards, and you hold {len(hero.hand)}.")
    if quest.alone and places.adjacent_monsters(state, hero.node):
        return Illegal("G41", "This quest is not done next to a monster.")
    if quest.place and not can_place(state, seat, quest.place):
        return Illegal("G42", f"There is no room or no tile for the {quest.place} beside you.")
    return None


# ---- putting monsters beside a hero (G61)


def room_beside(state: FateState, seat: int) -> list[int]:
    """The free areas next to a hero that a monster may enter; never Grimheim."""
    land, at = state.land, state.at
    return [
        near for near in land.near[state.heroes[seat].node] if at[near] == FREE and land.monsters_enter[near]
    ]


def can_place(state: FateState, seat: int, kind: str) -> bool:
    """Whether a monster of this kind can be put beside a hero."""
    return state.supply[state.book.kind_number[kind]] > 0 and bool(room_beside(state, seat))


class Place(Step["FateState"], frozen=True, tag=True):
    """So many monsters are put next to a hero, as far as there is room (G39)."""

    seat: int
    kind: str
    left: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if self.left and can_place(state, self.seat, self.kind):
            state.push(Placing((self.seat,), self.kind, self.left))


class Placing(Decision["FateState", At], frozen=True, tag=True):
    """Where the next monster is put."""

    kind: str
    left: int

    rule = "G61"
    otherwise = "Choose a free area next to your hero that a monster may enter."

    def question(self, state: FateState, seat: int) -> Question:
        monster = state.kinds[state.book.kind_number[self.kind]].name
        return Question(
            text=f"Choose where a {monster} appears next to you.",
            watching=f"{state.name(seat)} chooses where a {monster} appears.",
            about=(f"hero:{seat}",),
            labels=(("at", f"Put the {monster} in {{}}"),),
        )

    def actions(self, state: FateState, seat: int) -> list[At]:
        return [At(*state.land.xy[node]) for node in room_beside(state, seat)]

    def take(self, state: FateState, action: At, seat: int, events: list[Event]) -> None:
        places.summon(state, state.book.kind_number[self.kind], state.land.at[action.x, action.y], events)
        state.push(Place(seat, self.kind, self.left - 1))
