"""What would come of an attack, before any card is used: how many dice, how likely they kill (G50 to G56)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fimbul.core import Fact, Line, Odds, Prospect
from fimbul.core.wording import some
from fimbul.games.fate.actions import Attack
from fimbul.games.fate.model import FIRST_MONSTER, RUNE, Roll
from fimbul.games.fate.rules import damage as harm
from fimbul.games.fate.rules.dice import counts, strength_of

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState

DEEPEST = 4  # how often runes that add dice are followed; beyond that it is hardly ever seen

Chances = list[float]  # of 0, 1, 2… hits


def foresee(state: FateState, seat: int, actions: list[Any], *, rapid: bool = False) -> dict[Any, Prospect]:
    """The odds of every attack on a monster."""
    kit = state.kit(seat)
    dice = kit.strength + (kit.powers.rapid_dice if rapid else 0)
    world, found = state.copy(), dict[Any, Prospect]()
    for action in actions:
        if not isinstance(action, Attack):
            continue
        node = state.land.at[action.x, action.y]
        monster = state.at[node] - FIRST_MONSTER
        if monster < 0:
            continue  # ore
        world.roll = Roll(seat, node, monster, action=True)
        found[action] = Prospect(facts=odds(world, seat, monster, dice), struck=(f"monster:{monster}",))
    return found


def odds(state: FateState, seat: int, monster: int, dice: int) -> tuple[Fact, ...]:
    """How likely so many dice hurt the target of the roll on the table, and kill it."""
    kind, near = state.kinds[state.kind[monster]], state.land.far[state.heroes[seat].node]
    if kind.shielded and near[state.where[monster]] != 1:
        return (Line("Shielded", "only a neighbour can hurt it", "bad"),)
    chances = [1.0]
    for _ in range(dice):
        chances = together(chances, a_die(state, seat, DEEPEST))
    armor = 0 if state.kit(seat).powers.ignores_armor else kind.armor
    surplus = strength_of(state) - armor
    left = harm.health(state, monster) - state.hurt[monster]
    shown = [("Hurts it", 1 - surplus), (f"Kills it ({left} health)", left - surplus)]
    bars = tuple((name, sum(chances[max(0, least) :])) for name, least in shown)
    return (Odds(some(dice, "die", "dice"), bars),)


def a_die(state: FateState, seat: int, depth: int) -> Chances:
    """The hits of one die, with those that its rune may add (G54)."""
    more = state.kit(seat).powers.runes_chain if depth else 0
    faces = state.book.attack_die
    total = [0.0]
    for face in faces:
        hits = [0.0, 1.0] if counts(state, face) else [1.0]
        for _ in range(more if face == RUNE else 0):
            hits = together(hits, a_die(state, seat, depth - 1))
        total += [0.0] * (len(hits) - len(total))
        for number, chance in enumerate(hits):
            total[number] += chance / len(faces)
    return total


def together(one: Chances, other: Chances) -> Chances:
    """The hits of both."""
    total = [0.0] * (len(one) + len(other) - 1)
    for first, chance in enumerate(one):
        for second, more in enumerate(other):
            total[first + second] += chance * more
    return total
