"""How likely Grimheim holds: numbers about a position of Fate, to fit a network to the ends of games."""

from pathlib import Path

from fimbul.games.fate.bot.errand import Errand
from fimbul.games.fate.bot.front import Front, schedule, skulls_of
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.rules import damage
from fimbul.games.fate.state import FateState

FILE = Path(__file__).with_name("fate_outlook.json")
SOON = 5  # monster turns that are told apart


def numbers(state: FateState) -> list[float]:
    """What the network looks at: time, town, monsters by when they come, heroes."""
    heroes, land, kinds = state.heroes, state.land, state.kinds
    share = 1 / len(heroes)
    left = len(state.track) - state.time
    axes = state.track[state.time :]
    front = Front(state)
    skulls = skulls_of(state.track, state.time)
    outside = [hero.node for hero in heroes if hero.node != TOWN]
    coming = [0.0] * (SOON + 1)
    health = [0.0] * (SOON + 1)
    pinned = legend = legend_health = harmless = gap = armored = 0.0
    for monster, node in zip(front.monsters, front.nodes, strict=True):
        kind = kinds[state.kind[monster]]
        turns = schedule(skulls, kind.move)
        steps = land.path_length[node]
        if steps >= len(turns):
            harmless += 1
            continue
        soon = min(SOON, turns[steps] - 1 if turns[steps] else 0)
        weight = 3 if kind.rank >= LEGEND else 1
        coming[soon] += weight
        tough = (damage.health(state, monster) if state.legends else kind.health) - state.hurt[monster]
        health[soon] += tough + 2 * kind.armor
        armored += kind.armor > 0
        near = min((land.far[node][there] for there in outside), default=land.home[node] + 1)
        gap += min(near, 8) * weight
        if near == 1:
            pinned += weight
        if kind.rank >= LEGEND:
            legend += 1
            legend_health += tough
    load = sum(coming)
    found = [left, sum(hour.skull for hour in axes), state.pieces, share * state.pieces]
    found += [share * sum(hour.deck == deck for hour in axes) for deck in ("yellow", "red")]
    found += [share * each for each in coming] + [share * each for each in health]
    found += [share * each for each in (load, pinned, legend, legend_health, harmless, gap, armored)]
    found.append(share * (state.pieces - load))
    strength = reach = life = hurt = gold = upgrades = cards = hand = mana = wear = home = blows = 0.0
    errand_worth = errand_left = 0.0
    for seat, hero in enumerate(heroes):
        kit = state.kit(seat)
        strength += kit.strength
        reach += kit.range
        life += kit.health + 2 * kit.armor
        hurt += hero.damage
        gold += hero.gold
        upgrades += hero.upgrades
        cards += len(hero.active)
        hand += len(hero.hand)
        mana += min(8, sum(hero.mana.values()))
        wear += sum(hero.wear.values())
        home += hero.node == TOWN
        errand = Errand(state, seat)
        errand_worth += errand.worth
        errand_left += min(6.0, errand.left)
        if hero.node != TOWN:
            blows += max(0.0, front.blows(hero.node) - (kit.health - hero.damage) + 2)
    found += [
        share * each
        for each in (
            strength,
            reach,
            life,
            hurt,
            gold,
            upgrades,
            cards,
            hand,
            mana,
            wear,
            home,
            blows,
            errand_worth,
            errand_left,
            strength * left / 8,
        )
    ]
    found.append(len(heroes))
    return found


def ready(state: FateState) -> bool:
    """Whether the position is one that the network is asked about: a hero's turn begins."""
    return state.active >= 0


def result(state: FateState) -> float:
    """How a game ended, from 0 to 1, so that there is something to learn from those that were lost."""
    assert state.outcome is not None
    if state.outcome.scores[0] == 1:
        return 0.8 + 0.2 * min(1.0, state.pieces / 4 / len(state.heroes))
    return 0.3 * max(0.0, 1 - (len(state.track) - state.time) / 6)
