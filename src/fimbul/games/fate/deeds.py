"""The deeds that all rules share: entering an area, dealing damage, killing, gaining, losing town pieces.

There is one function for each, so that everything that follows from a deed follows wherever it is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event
from fimbul.games.fate import ending, quests, tending
from fimbul.games.fate.events import (
    Appeared,
    Gained,
    Healed,
    Hurt,
    KnockedOut,
    Moved,
    Slain,
    Struck,
    Town,
    Walked,
)
from fimbul.games.fate.land import TOWN

if TYPE_CHECKING:
    from fimbul.games.fate.foes import Kind
    from fimbul.games.fate.state import FateState

OFF = -1  # where a monster is that has left the map
FREE, FIRST_MONSTER = 0, 5  # what `at` holds: nobody, a hero's seat + 1, or a monster's number + 5
LEGEND = 4


# ---- who is where


def adjacent_monsters(state: FateState, node: int) -> list[int]:
    """The monsters next to an area, clockwise from the north-east (G6)."""
    at = state.at
    return [at[near] - FIRST_MONSTER for near in state.land.near[node] if at[near] >= FIRST_MONSTER]


def adjacent_heroes(state: FateState, seat: int) -> list[int]:
    """The heroes next to a hero; in Grimheim all are next to each other (G4)."""
    heroes, node = state.heroes, state.heroes[seat].node
    if node == TOWN:
        return [other for other, hero in enumerate(heroes) if other != seat and hero.node == TOWN]
    far = state.land.far[node]
    return [other for other, hero in enumerate(heroes) if other != seat and far[hero.node] == 1]


def health(state: FateState, monster: int) -> int:
    """How much damage a monster bears (G88)."""
    kind = state.kinds[state.kind[monster]]
    for legend, _ in state.legends:
        aura = state.kinds[state.kind[legend]].health_for
        if aura and aura == kind.faction and legend != monster:
            return kind.health + 1
    return kind.health


# ---- entering


def enter(state: FateState, seat: int, node: int, events: list[Event]) -> None:
    """A hero enters an area: by moving, being moved, or being carried home (G5, G8, G43, G45)."""
    set_hero(state, seat, node)
    events.append(Moved(seat=seat, name=state.name(seat), to=state.place(node)))
    tread(state, seat, node, events)


def tread(state: FateState, seat: int, node: int, events: list[Event]) -> None:
    """What an area does to a hero who enters it, or slips through it."""
    hero, land = state.heroes[seat], state.land
    if land.forest[node]:
        quests.progress(state, seat, "forests", 1, events)
        heals = state.kit(seat).powers.forest_heals
        if heals and hero.damage:
            healed = min(heals, hero.damage)
            hero.damage -= healed
            events.append(Healed(seat=seat, name=state.name(seat), card=state.name(seat), amount=healed))
    if land.mountains[node]:
        quests.progress(state, seat, "mountains", 1, events)
    quests.entered(state, seat, node, events)
    bonus = state.book.bonus_at.get(node)
    if bonus is not None and state.bonus[bonus]:
        kind = state.book.bonuses[bonus][1]
        if kind == "gold":
            amount, state.bonus[bonus] = state.bonus[bonus], 0
            gain(state, seat, amount, events, state.place(node))
        elif kind == "mana":
            state.push(tending.Charging(seat, state.bonus[bonus], bonus))
        else:
            state.push(tending.Mending(seat, "own", state.bonus[bonus], bonus))


def set_hero(state: FateState, seat: int, node: int) -> None:
    """Put a hero somewhere; nothing follows."""
    hero = state.heroes[seat]
    if hero.node != TOWN and state.at[hero.node] == seat + 1:
        state.at[hero.node] = FREE
    hero.node = node
    if node != TOWN:
        state.at[node] = seat + 1


def advance(state: FateState, monster: int, node: int, events: list[Event], how: str = "goes") -> None:
    """A monster enters an area: by walking, being moved, or rotating (G77)."""
    at, was = state.at, state.where[monster]
    kind = state.kinds[state.kind[monster]]
    if node == TOWN:
        events.append(Walked(monster=monster, name=kind.the, to="Grimheim"))
        remove(state, monster)
        figures = state.book.figures
        loss = figures.loss_legend if kind.rank >= LEGEND else figures.loss_monster
        lose(state, loss, f"{kind.the} is in Grimheim", events)
        for other in bereft(state, kind):  # nobody gains anything (G88)
            events.append(Slain(monster=other, name=state.kinds[state.kind[other]].the))
            remove(state, other)
        return
    if at[was] == monster + FIRST_MONSTER:
        at[was] = FREE
    at[node] = monster + FIRST_MONSTER
    state.where[monster] = node
    events.append(Walked(monster=monster, name=kind.the, to=state.place(node), how=how))


def appear(state: FateState, kind: int, node: int) -> int:
    """A tile from the supply comes to the map; its number."""
    monster = len(state.kind)
    state.kind.append(kind)
    state.where.append(node)
    state.hurt.append(0)
    state.prey.append(0)
    state.supply[kind] -= 1
    state.at[node] = monster + FIRST_MONSTER
    return monster


def summon(state: FateState, kind: int, node: int, events: list[Event]) -> None:
    """One monster is put on the map by a card or the die."""
    monster = appear(state, kind, node)
    events.append(Appeared(monster=monster, name=state.kinds[kind].the, at=state.place(node)))


def remove(state: FateState, monster: int) -> None:
    """A tile goes back to the supply, and a legend's card under its deck (G80)."""
    node = state.where[monster]
    if state.at[node] == monster + FIRST_MONSTER:
        state.at[node] = FREE
    state.where[monster] = OFF
    state.supply[state.kind[monster]] += 1
    for place, (legend, card) in enumerate(state.legends):
        if legend == monster:
            del state.legends[place]
            state.deck(state.book.cards[card].deck).insert(0, card)
            break


# ---- damage to monsters


def deal(
    state: FateState,
    monster: int,
    amount: int,
    seat: int,
    events: list[Event],
    *,
    unpreventable: bool = False,
) -> int:
    """A hero deals damage to a monster: the damage beyond its health if it dies, else -1 (G55, G56).

    Armor takes off 1 each time, unless the damage is unpreventable or the hero ignores armor.
    """
    if state.where[monster] == OFF:  # it died with its queen: there is nobody to hurt
        return amount
    kind = state.kinds[state.kind[monster]]
    off = 0
    if kind.armor and not unpreventable and not state.kit(seat).powers.ignores_armor:
        off = min(amount, kind.armor)
        amount -= off
    shielded = kind.shielded and state.land.far[state.heroes[seat].node][state.where[monster]] != 1
    if shielded:
        amount = 0
    state.hurt[monster] += amount
    left = health(state, monster) - state.hurt[monster]
    struck = Struck(monster=monster, name=kind.the, amount=amount, left=left, armor=off, shielded=shielded)
    events.append(struck)
    if left > 0:
        return -1
    kill(state, monster, seat, events)
    return -left


def kill(state: FateState, monster: int, seat: int, events: list[Event]) -> None:
    """A hero kills a monster, by damage or outright (G57)."""
    number, node = state.kind[monster], state.where[monster]
    kind = state.kinds[number]
    events.append(Slain(monster=monster, name=kind.the))
    remove(state, monster)
    quests.killed(state, seat, number, node, state.prey[monster], events)
    for other in bereft(state, kind):
        kill(state, other, seat, events)


def bereft(state: FateState, kind: Kind) -> list[int]:
    """The monsters that cannot bear their damage any more, now that one of this kind has left (G88)."""
    if not kind.health_for:
        return []
    return [
        monster
        for monster, node in enumerate(state.where)
        if node != OFF and state.hurt[monster] >= health(state, monster)
    ]


# ---- gold, and the town


def gain(state: FateState, seat: int, gold: int, events: list[Event], why: str = "") -> None:
    """A hero gains gold or experience, which are one (G57)."""
    if gold:
        state.heroes[seat].gold += gold
        events.append(Gained(seat=seat, name=state.name(seat), gold=gold, why=why))


def lose(state: FateState, pieces: int, why: str, events: list[Event]) -> None:
    """Town pieces are lost; Freyja's Well is the last (G96)."""
    lost = min(pieces, state.pieces)
    state.pieces -= lost
    events.append(Town(change=-lost, left=state.pieces, why=why))
    if not state.pieces:
        ending.lost(state, events)


def rebuild(state: FateState, pieces: int, events: list[Event]) -> None:
    """Town pieces are added, up to all there are (G10)."""
    built = min(pieces, state.book.figures.most_pieces - state.pieces)
    state.pieces += built
    events.append(Town(change=built, left=state.pieces, why="the town is mended"))


# ---- damage to heroes


def hurt(state: FateState, seat: int, amount: int, why: str, events: list[Event]) -> None:
    """A hero takes what was not prevented (G55, G60)."""
    hero = state.heroes[seat]
    hero.damage += amount
    events.append(Hurt(seat=seat, name=state.name(seat), amount=amount, why=why))
    if hero.damage < state.kit(seat).health:
        return
    events.append(KnockedOut(seat=seat, name=state.name(seat)))
    hero.damage = state.book.figures.knockout_damage
    set_hero(state, seat, TOWN)
    lose(state, state.book.figures.loss_knockout, f"{state.name(seat)} is knocked out", events)
