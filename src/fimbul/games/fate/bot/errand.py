"""The current quest as a plan: what its card would be worth, how much is still to do for it, and where."""

import functools

from fimbul.core.grids import distances
from fimbul.games.fate.bot.weights import (
    CALLED,
    CARD_BASE,
    CARD_HEALTH,
    CARD_PREVENTS,
    CARD_RANGE,
    CARD_STRENGTH,
    CARD_USE,
)
from fimbul.games.fate.library.book import Book, Side
from fimbul.games.fate.library.cards import Quest
from fimbul.games.fate.library.land import APART, TOWN
from fimbul.games.fate.state import FateState

STRIDE = 3.0  # areas that one action goes
GOLD_RATE = 0.7  # actions for one gold
EACH = {  # actions for one of what a quest counts
    "forest_dice": 0.25,
    "forests": 0.4,
    "mountains": 0.4,
    "kills": 1.3,
    "kills_adjacent": 1.5,
    "kills_far": 1.6,
    "trollkin_gold": 0.9,
}
BY_CHANCE = 5.0  # actions until something happens that cannot be brought about
A_KILL = 2.0


@functools.cache
def way_to(book: Book, where: str, mountains: int) -> tuple[int, ...]:
    """How far every area is from the nearest one that a quest asks for, in steps of a hero."""
    land = book.land

    def fits(node: int) -> bool:
        if not land.heroes_enter[node] and node != TOWN:
            return False
        if mountains:
            return land.mountains[node] >= mountains
        if where == "town":
            return node == TOWN
        if where == "forest":
            return land.forest[node]
        return land.road[node] if where == "road" else land.location[node] == where

    goals = [node for node in range(land.size) if fits(node)]
    found = distances(goals, land.hero_steps.__getitem__)
    return tuple(found.get(node, APART) for node in range(land.size))


@functools.cache
def worth(book: Book, active: tuple[int, ...], number: int) -> float:
    """What an equipment card is worth for the rest of a long game, in town pieces."""
    side: Side = book.sides[number]
    face = side.face
    strength, reach = face.strength, face.range
    if side.main_weapon:
        for other in active:
            old = book.sides[other]
            if old.main_weapon:
                strength -= old.face.strength
                reach -= old.face.range
    total = CARD_BASE + CARD_STRENGTH * strength + CARD_RANGE * reach + CARD_HEALTH * face.health
    for use in face.uses:
        total += CARD_PREVENTS if use.when == "prevent" else CARD_USE
    powers = face.powers
    total += CARD_STRENGTH * (powers.attack_damage + powers.after_attack_damage + powers.runes_chain)
    return total + CARD_USE * (powers.wages + powers.after_attack_mana + powers.mail + powers.stores)


class Errand:
    """A hero's quest."""

    __slots__ = ("counts", "left", "quest", "way", "worth")

    def __init__(self, state: FateState, seat: int) -> None:
        hero, book = state.heroes[seat], state.book
        self.quest: Quest | None = None
        self.way: tuple[int, ...] | None = None
        self.worth, self.left, self.counts = 0.0, BY_CHANCE, ""
        if not hero.equipment:
            return
        number = hero.equipment[-1]
        quest = self.quest = book.sides[number].quest
        assert quest is not None
        ahead = min(1.5, (len(state.track) - state.time) / 5)
        self.worth = ahead * worth(book, hero.active, number) - CALLED * quest.places
        self.counts = quest.of
        if quest.where or quest.mountains:
            self.way = way_to(book, quest.where, quest.mountains)
        self.left = self.effort(state, seat, quest)

    def effort(self, state: FateState, seat: int, quest: Quest) -> float:
        """How many actions are still to be spent on it, about."""
        hero = state.heroes[seat]
        if quest.kind == "progress":
            return EACH[quest.of] * (quest.count - hero.progress)
        if quest.kind == "kill":
            return A_KILL
        if quest.monsters:
            return BY_CHANCE
        actions = 1.0 if quest.action is not None else 0.0
        actions += GOLD_RATE * max(0, quest.gold - hero.gold) + 1.0 * max(0, quest.discard - len(hero.hand))
        if self.way is not None:
            actions += self.way[hero.node] / STRIDE
        return min(actions, A_KILL) if quest.kills else actions

    def nearer(self, here: int, there: int) -> float:
        """How many actions a step from one area to another saves."""
        if self.way is None or self.way[here] >= APART or self.way[there] >= APART:
            return 0.0
        return (self.way[here] - self.way[there]) / STRIDE
