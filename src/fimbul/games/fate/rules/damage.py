"""Damage and death: of monsters (G55 to G57, G88), and heroes knocked out (G60)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Event
from fimbul.games.fate.events import Hurt, KnockedOut, Slain, Struck
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.model import OFF
from fimbul.games.fate.rules import places, quests, town

if TYPE_CHECKING:
    from fimbul.games.fate.library.rows import Kind
    from fimbul.games.fate.state import FateState


def health(state: FateState, monster: int) -> int:
    """How much damage a monster bears (G88)."""
    kind = state.kinds[state.kind[monster]]
    for legend, _ in state.legends:
        aura = state.kinds[state.kind[legend]].health_for
        if aura and aura == kind.faction and legend != monster:
            return kind.health + 1
    return kind.health


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
    struck = Struck(
        monster=monster, name=kind.the, amount=amount, left=left, armor=off, shielded=shielded, seat=seat
    )
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
    places.remove(state, monster)
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


def hurt(state: FateState, seat: int, amount: int, why: str, events: list[Event]) -> None:
    """A hero takes what was not prevented; with as much as his health he is knocked out (G55, G60)."""
    hero = state.heroes[seat]
    hero.damage += amount
    events.append(Hurt(seat=seat, name=state.name(seat), amount=amount, why=why))
    if hero.damage < state.kit(seat).health:
        return
    events.append(KnockedOut(seat=seat, name=state.name(seat)))
    hero.damage = state.book.figures.knockout_damage
    places.set_hero(state, seat, TOWN)
    town.lose(state, state.book.figures.loss_knockout, f"{state.name(seat)} is knocked out", events)
