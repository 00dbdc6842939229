"""What a bot thinks is good in Fate.

A position is judged by the town pieces that are likely to be left: those that stand, less what every monster
on the map will probably cost, less the risk of a knock-out, and a little for what makes the hero stronger.
Only what everybody sees is looked at.  The numbers were tuned by letting the first sight alone (`promise`)
play thousands of solo games.
"""

import functools
import math
from typing import Any

from fimbul.games.fate import cards, deeds, moving, turn
from fimbul.games.fate.actions import (
    Amount,
    Ask,
    Assault,
    At,
    Attack,
    Cycle,
    Discard,
    Done,
    End,
    Face,
    Focus,
    Give,
    Go,
    Keep,
    Mend,
    Move,
    No,
    On,
    Play,
    Practice,
    Prepare,
    Quest,
    Stop,
    Tend,
    Upgrade,
    Use,
    Yes,
)
from fimbul.games.fate.land import APART, TOWN
from fimbul.games.fate.state import FateState

# In town pieces.
ARRIVES = (1.0, 2.4, 0.75, 0.42, 0.45, 0.4, 0.3, 0.25)  # a monster that could be in Grimheim in so many turns
HARMLESS = 0.0  # one that cannot come in time
PINNED = 0.5  # of that, while it stands next to a hero: it will not move
TOUGH, EACH_HEALTH = 0.9, 0.12  # of that: a part, and a part for each health that it has left
APPROACH = 0.036  # each area to the nearest monster that matters
NEARER = 0.02  # of that, for each area between it and the nearest hero
KNOCK_OUT = 2.0
SCRATCH = 0.072  # a damage on a hero
WEAR = 0.03
GOLD = 0.061
MANA = 0.021
CARD = 0.056  # in hand
STRENGTH = 0.12  # a die, for each four turns to come
RANGE = 0.1
HEALTH = 0.03
ABILITY = 0.1  # a card in play
PROGRESS = 0.15  # of a quest, when all but done
ACTION = 0.05  # an action that can still be taken, now or later
INCOME = 0.15  # the card and the mana at the end of a turn

# What actions look like at first sight.
ATTACK = 0.15  # an attack, besides what it may kill
KILL = 0.184  # a kill, besides what the monster would cost
DENT = 0.015  # each damage
PULL = 0.1  # of a monster's cost, shared out by distance
PREPARE = 0.04
FOCUS = 0.072
PRACTICE = 0.063
MEND = 0.06  # each damage
QUEST = 0.4
HOME = 0.048  # being in Grimheim, where nothing can be done
REST = 0.15  # in Grimheim, for each damage of a hero with REST_FROM or more
REST_FROM = 4
LATER_BLOW = 0.6  # a blow that needs one step
FAR_BLOW = 0.25  # a blow that needs more

HIT_CHANCE = 0.5  # of a die, three faces of six
COVER_CHANCE = 1 / 3


@functools.cache
def schedule(skulls: tuple[bool, ...], move: int) -> tuple[int, ...]:
    """For every number of steps, in which of the coming monster turns a monster of this speed is there.

    The last number stands for never.
    """
    turns: list[int] = [0]
    for number, skull in enumerate(skulls, 1):
        turns += [number] * (move + skull)
    return tuple(turns)


@functools.cache
def skulls_of(track: Any, time: int) -> tuple[bool, ...]:
    """The skulls after a step of a track."""
    return tuple(hour.skull for hour in track[time:])


@functools.cache
def odds(dice: int, left: int, sixths: int) -> tuple[float, float]:
    """How likely so many dice make so many hits, and how many of these hits to expect."""
    chance = sixths / 6
    exact = [math.comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits) for hits in range(dice + 1)]
    return sum(exact[left:]), sum(share * min(hits, left) for hits, share in enumerate(exact))


class Front:
    """One look at the monsters: what each is likely to cost, and how hard it hits."""

    __slots__ = ("costs", "dice", "monsters", "nodes", "ranges", "state", "walks")

    def __init__(self, state: FateState) -> None:
        self.state = state
        kinds, kind, where, hurt = state.kinds, state.kind, state.where, state.hurt
        land = state.land
        skulls = skulls_of(state.track, state.time)
        legends = state.legends
        self.monsters = [monster for monster, node in enumerate(where) if node >= 0]
        self.nodes = [where[monster] for monster in self.monsters]
        self.costs: list[float] = []
        self.dice: list[float] = []
        self.ranges: list[int] = []
        self.walks: list[int] = []
        for monster, node in zip(self.monsters, self.nodes, strict=True):
            own = kinds[kind[monster]]
            turns = schedule(skulls, own.move)
            steps = land.path_length[node]
            if steps < len(turns):
                soon = turns[steps]
                cost = ARRIVES[soon] if soon < len(ARRIVES) else ARRIVES[-1]
                if own.rank >= deeds.LEGEND:
                    cost *= 3
                full = deeds.health(state, monster) if legends else own.health
                cost *= TOUGH + EACH_HEALTH * (full - hurt[monster])
            else:
                cost = HARMLESS
            self.costs.append(cost)
            strength = full_strength(state, monster) if legends or own.faction == "trollkin" else own.strength
            runes = 1 / 6 if own.faction == "dead" else 0.0
            self.dice.append((strength + state.fury) * (HIT_CHANCE + runes) + own.gaze)
            self.ranges.append(own.range)
            self.walks.append(own.move)

    def blows(self, node: int) -> float:
        """The damage that a hero in an area must expect in the coming monster turn."""
        far = self.state.land.far[node]
        total = 0.0
        for there, dice, reach, walk in zip(self.nodes, self.dice, self.ranges, self.walks, strict=True):
            distance = far[there]
            if distance > reach + walk + 1:
                continue
            if distance <= reach:
                total += dice
            elif distance <= reach + 1:
                total += dice * LATER_BLOW
            else:
                total += dice * FAR_BLOW
        return total


def full_strength(state: FateState, monster: int) -> float:
    """The dice of a monster, roughly: with its helpers, and with the health of the wyrm."""
    kinds, kind = state.kinds, state.kind
    own = kinds[kind[monster]]
    if own.scaled:
        return own.health - state.hurt[monster]
    dice = own.strength * own.attacks
    if own.faction == "trollkin":
        helpers = deeds.adjacent_monsters(state, state.where[monster])
        dice += sum(kinds[kind[helper]].faction == "trollkin" for helper in helpers)
    return dice


def risk(state: FateState, seat: int, blows: float) -> float:
    """How likely a hero is knocked out by so much damage."""
    kit, hero = state.kit(seat), state.heroes[seat]
    if blows <= 0:
        return 0.0
    if state.land.forest[hero.node]:
        blows *= COVER_CHANCE / HIT_CHANCE
    blows = max(0.0, blows - kit.armor)
    left = kit.health - hero.damage
    over = (blows - left) / (left + 1) + 0.5
    return 0.0 if over <= 0 else min(1.0, over)


class FateMind:
    """Town pieces as they will be."""

    open_eyed = True
    horizon = 4  # turns that a bot plays on in its head; the monsters' turns count

    def evaluate(self, state: FateState, seat: int) -> float:
        """How well the heroes stand."""
        if state.outcome is not None:
            return 2 * state.outcome.scores[0] - 1
        front = Front(state)
        land, heroes = state.land, state.heroes
        outside = [hero.node for hero in heroes if hero.node != TOWN]
        worth = float(state.pieces)
        for node, cost in zip(front.nodes, front.costs, strict=True):
            if cost:
                near = min((land.far[node][there] for there in outside), default=land.home[node] + 1)
                worth -= cost * ((PINNED if near == 1 else 1.0) + NEARER * near)
        turns = len(state.track) - state.time
        for other, hero in enumerate(heroes):
            worth += self.standing(state, other, turns)
            if hero.node != TOWN:
                worth -= KNOCK_OUT * risk(state, other, front.blows(hero.node))
        actions = state.book.figures.actions
        worth += ACTION * actions * len(heroes) * turns
        if state.active >= 0:  # who comes after the active hero still has a whole turn, and his income
            ending = any(type(step) is turn.NextTurn for step in state.agenda)
            for other in range(state.active + ending, len(heroes)):
                worth += ACTION * (actions - len(heroes[other].taken)) + INCOME * min(1.0, turns / 4)
        share = worth - 0.5
        return share / (abs(share) + 2.0)

    def standing(self, state: FateState, seat: int, turns: int) -> float:
        """What makes a hero strong, in town pieces."""
        hero, kit = state.heroes[seat], state.kit(seat)
        ahead = turns / 4
        total = ahead * (STRENGTH * kit.strength + RANGE * kit.range) + HEALTH * kit.health
        total += min(1.0, ahead) * (
            ABILITY * len(hero.active)
            + GOLD * hero.gold
            + CARD * len(hero.hand)
            + MANA * sum(hero.mana.values())
            + 0.02 * sum(hero.counters.values())
        )
        total -= SCRATCH * hero.damage + WEAR * sum(hero.wear.values())
        if hero.equipment and hero.progress:
            quest = state.book.sides[hero.equipment[-1]].quest
            if quest is not None and quest.count:
                total += PROGRESS * min(1.0, ahead) * hero.progress / quest.count
        return total

    def key(self, state: FateState) -> Any:
        """Only the same state is worth the same."""
        return state.fingerprint()

    # ---- the order of searching, and the way of playing on

    def promise(self, state: FateState, actions: list[Any], seat: int) -> list[float]:
        """How good every action looks at first sight, roughly in town pieces."""
        eye = Eye(state, seat)
        return [eye.look(action) for action in actions]


class Eye:
    """A quick look at single actions."""

    def __init__(self, state: FateState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.hero = state.heroes[seat]
        self.kit = state.kit(seat)
        self.front = Front(state)
        self.cost = dict(zip(self.front.nodes, self.front.costs, strict=True))
        self.phase = type(state.decision).__name__
        self.free = turn.free_actions(state, seat) if state.active == seat else ()
        self.land = state.land
        self.stay = 0.0
        self.rows: list[tuple[int, float, float, float, int, int]] = []
        if self.phase in ("Acting", "Moving", "Extra", "Treading"):
            front = self.front
            self.rows = [
                (node, cost, self.attack(node), dice, reach, reach + walk + 1)
                for node, cost, dice, reach, walk in zip(
                    front.nodes, front.costs, front.dice, front.ranges, front.walks, strict=True
                )
            ]
            self.stay = self.spot(self.hero.node, "attack" in self.free)

    def look(self, action: Any) -> float:
        """How good an action looks."""
        looks = LOOKS.get(type(action))
        return looks(self, action) if looks is not None else 0.0

    # ---- areas

    def strike(self, node: int, dice: int, bonus: int = 0) -> float:
        """What a roll of so many dice is worth against the monster in an area."""
        state = self.state
        code = state.at[node]
        if code < deeds.FIRST_MONSTER:
            return 0.1
        monster = code - deeds.FIRST_MONSTER
        kind, powers = state.kinds[state.kind[monster]], self.kit.powers
        left = deeds.health(state, monster) - state.hurt[monster] - bonus
        if not powers.ignores_armor:
            left += kind.armor
        sixths = 2 if state.land.forest[node] and not powers.ignores_cover else 3
        kills, hits = odds(dice, max(0, left), sixths + bool(powers.runes_hit))
        return kills * (self.cost.get(node, 0.0) + GOLD * kind.xp + KILL) + DENT * hits

    def attack(self, node: int) -> float:
        """What an attack action is worth against the monster in an area."""
        return self.strike(node, self.kit.strength, self.kit.powers.attack_damage)

    def spot(self, node: int, attacks: bool) -> float:
        """How good it is to stand in an area: whom one could attack from there, hold up, and suffer from."""
        land, hero, kit = self.land, self.hero, self.kit
        if node == TOWN:
            return (REST * min(5, hero.damage) if hero.damage >= REST_FROM else 0.0) - HOME
        far = land.far[node]
        mine = kit.range + hero.reach if attacks else 0
        best = pinned = pull = blows = 0.0
        near = APART
        for there, cost, value, dice, reach, most in self.rows:
            distance = far[there]
            if distance <= mine and value > best:
                best = value
            if distance <= reach:
                blows += dice
            elif distance <= most:
                blows += dice * (LATER_BLOW if distance == reach + 1 else FAR_BLOW)
            if cost:
                if distance == 1:
                    pinned += cost * (1 - PINNED)
                drawn = cost / (1 + distance)
                if drawn > pull:
                    pull = drawn
                if distance < near:
                    near = distance
        if land.forest[node]:
            blows *= COVER_CHANCE / HIT_CHANCE
        blows = max(0.0, blows - kit.armor)
        left = kit.health - hero.damage
        danger = SCRATCH * blows
        over = (blows - left) / (left + 1) + 0.5
        if over > 0:
            danger += KNOCK_OUT * min(1.0, over)
        worth = best + pinned - danger + PULL * pull
        if near < APART:
            worth -= APPROACH * near
        return worth


def look_move(eye: Eye, action: Move | Go) -> float:
    node = eye.state.land.at[action.x, action.y]
    if node == eye.hero.node:
        return -0.3
    attacks = "attack" in eye.free
    gain = eye.spot(node, attacks) - eye.stay
    bonus = eye.state.book.bonus_at.get(node)
    if bonus is not None and eye.state.bonus[bonus] and eye.state.book.bonuses[bonus][1] == "gold":
        gain += 0.3
    return gain


def look_attack(eye: Eye, action: Attack) -> float:
    node = eye.state.land.at[action.x, action.y]
    return ATTACK + eye.attack(node)


def look_mend(eye: Eye, action: Mend) -> float:
    figures = eye.state.book.figures
    healed = figures.mend_in_town if eye.hero.node == TOWN else figures.mend
    return MEND * min(healed, eye.hero.damage) - 0.05


def look_focus(eye: Eye, action: Focus | On) -> float:
    return FOCUS


def look_use(eye: Eye, action: Use | Play) -> float:
    """Cards: by what they do."""
    state = eye.state
    if isinstance(action, Play):
        number = state.event(eye.seat, action.card)
        use = state.book.events[number].use
        price = CARD / 2
    else:
        use = eye.kit.ways[action.card].use
        price = MANA * use.mana + WEAR * use.wear
    if use.when in ("prevent", "attacked", "monsters_moved"):
        blow = state.blow
        if use.when == "prevent" and blow is not None:
            return (
                0.05 * blow.amount + (1.0 if eye.hero.damage + blow.amount >= eye.kit.health else 0.0) - price
            )
        return 0.3
    if use.when in ("attack", "roll"):
        return added(eye, use) - price
    worth = 0.0
    for effect in use.effects:
        worth += LOOK_EFFECTS.get(type(effect), 0.05)
        if isinstance(effect, cards.Heal | cards.Repair):
            worth += 0.04 * min(2, eye.hero.damage) - 0.05
        if isinstance(effect, cards.Act) and "attack" in effect.actions:
            nodes = turn.attackable(state, eye.seat)
            worth += max((eye.attack(node) for node in nodes), default=-1.0)
        if isinstance(effect, cards.March):
            goals = moving.goals(state, eye.seat, effect.steps, effect.shelter)
            attacks = "attack" in eye.free
            worth += max((eye.spot(node, attacks) for node in goals), default=0.0) - eye.stay - 0.15
        elif isinstance(effect, cards.Tread):
            worth -= 0.1
    if use.hurt:
        worth -= 0.1
    if use.action is not None:
        worth -= 0.1
    return worth - price


def added(eye: Eye, use: cards.Use) -> float:
    """What more damage on the roll on the table is worth: a kill that is not there yet."""
    from fimbul.games.fate import fighting

    state = eye.state
    roll = state.roll
    if roll is None or roll.monster == deeds.OFF:
        return 0.05
    kind = state.kinds[state.kind[roll.monster]]
    left = deeds.health(state, roll.monster) - state.hurt[roll.monster] + kind.armor
    damage = fighting.strength_of(state)
    if damage >= left:
        return 0.0
    more = 0.0
    for effect in use.effects:
        if isinstance(effect, cards.AddDamage):
            runes = roll.dice.count(fighting.RUNE)
            more += effect.amount + effect.per_rune * runes + (effect.if_rune if runes else 0)
        elif isinstance(effect, cards.AddDice):
            more += effect.dice * HIT_CHANCE
        elif isinstance(effect, cards.Reroll):
            more += len(fighting.misses(state)) * HIT_CHANCE
        else:
            more += 1
    if damage + more >= left:
        return 0.3 + eye.cost.get(roll.node, 0.0)
    return 0.04 * more if kind.rank >= 3 else 0.0


LOOK_EFFECTS: dict[type, float] = {
    cards.Damage: 0.35,
    cards.Hail: 0.39,
    cards.Roll: 0.41,
    cards.Kill: 0.66,
    cards.Kick: 0.3,
    cards.Trade: 0.45,
    cards.Draw: 0.21,
    cards.Gold: 0.2,
    cards.Mana: 0.04,
    cards.Act: 0.13,
    cards.Rebuild: 1.26,
    cards.Mark: 0.15,
    cards.Hold: 0.3,
    cards.Complete: 0.5,
    cards.Reach: -0.05,
    cards.Stride: -0.02,
    cards.March: 0.13,
    cards.Tread: 0.02,
    cards.Heal: 0.05,
    cards.Repair: 0.05,
}


def look_at(eye: Eye, action: At | Assault) -> float:
    """Areas in answer to a question: the dearest monster; for one that is moved, the longest way home."""
    state = eye.state
    node = state.land.at[action.x, action.y]
    if eye.phase in ("Shoving", "Wrecking"):
        return -9.0 if node == TOWN else 0.05 * state.land.path_length[node]
    if eye.phase in ("Placing",):
        return 0.05 * state.land.path_length[node]
    if eye.phase == "Treading":
        return eye.spot(node, "attack" in eye.free)
    if eye.phase == "Suppressing":
        beset = any(state.land.far[node][hero.node] == 1 for hero in state.heroes)
        return 0.0 if beset else eye.cost.get(node, 0.0)
    return eye.strike(node, 3)


def look_upgrade(eye: Eye, action: Upgrade) -> float:
    return 0.5 if action.card == eye.state.hero_id(eye.seat) else 0.4


def look_discard(eye: Eye, action: Discard) -> float:
    """Keep what attacks and prevents."""
    use = eye.state.book.events[eye.state.event(eye.seat, action.card)].use
    return -0.02 if use.when in ("attack", "prevent", "roll") else 0.02


def look_amount(eye: Eye, action: Amount) -> float:
    return 0.01 * action.n


def look_face(eye: Eye, action: Face) -> float:
    """Let the healthiest be attacked."""
    state = eye.state
    return 0.1 * (state.kit(action.seat).health - state.heroes[action.seat].damage)


def look_cycle(eye: Eye, action: Cycle) -> float:
    return -0.02 if eye.hero.progress and action.pile == "equipment" else -0.001


def look_tend(eye: Eye, action: Tend) -> float:
    return 0.1 if action.card == eye.state.hero_id(action.seat) else 0.05


def plain(worth: float) -> Any:
    """An action that always looks the same."""
    return lambda eye, action: worth


LOOKS: dict[type, Any] = {
    Move: look_move,
    Go: look_move,
    Attack: look_attack,
    Prepare: lambda eye, action: PREPARE,
    Focus: look_focus,
    Mend: look_mend,
    Practice: lambda eye, action: PRACTICE,
    Quest: lambda eye, action: QUEST,
    Use: look_use,
    Play: look_use,
    Give: plain(-0.1),
    Ask: plain(-0.1),
    End: plain(0.0),
    Stop: plain(0.0),
    At: look_at,
    Assault: look_at,
    On: look_focus,
    Tend: look_tend,
    Face: look_face,
    Amount: look_amount,
    Discard: look_discard,
    Keep: plain(0.0),
    Upgrade: look_upgrade,
    Cycle: look_cycle,
    Yes: plain(0.1),
    No: plain(0.0),
    Done: plain(0.0),
}
