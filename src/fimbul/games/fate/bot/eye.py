"""A quick look at single actions: how promising each is at first sight."""

import functools
import math
from typing import Any

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
from fimbul.games.fate.bot.errand import EACH, Errand
from fimbul.games.fate.bot.front import Front, front_of, odds, schedule, skulls_of
from fimbul.games.fate.bot.tide import tide_of
from fimbul.games.fate.bot.weights import (
    ANOTHER,
    APPROACH,
    ATTACK,
    AWAY,
    CARD,
    CHIP,
    COVER_CHANCE,
    DENT,
    ERRAND,
    EXTRA,
    FALL,
    FOCUS,
    GOLD,
    HASTE,
    HELD,
    HIT_CHANCE,
    HOME,
    KICKED,
    KILL,
    MANA,
    MEND,
    PRACTICE,
    PREPARE,
    QUEST_ACTION,
    REST,
    REST_FROM,
    SCRATCH,
    THREAT,
    TOO_LONG,
    TRADED,
    WEAR,
)
from fimbul.games.fate.library import cards
from fimbul.games.fate.library.book import Kit
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.library.land import APART, TOWN
from fimbul.games.fate.model import FIRST_MONSTER, OFF, RUNE
from fimbul.games.fate.rules import aiming, damage, dice, moving, quests, spending, turn
from fimbul.games.fate.rules.horde import march
from fimbul.games.fate.state import FateState

NEVER = -9.0  # not worth a thought
SPARE = 4  # areas that cards may add to a move and to a range


class Surge:
    """The coming monster turn, if a hero were not there."""

    def __init__(self, state: FateState, front: Front, others: tuple[int, ...]) -> None:
        skulls = skulls_of(state.book, state.options.track, state.time)
        self.skull = bool(skulls and skulls[0])
        self.tide = tide_of(state, front)
        self.dice = front.dice
        self.others = others
        longest = max(state.land.path_length)
        self.threats = [threat(own.move, own.rank >= LEGEND, skulls[1:], longest) for own in self.tide.kinds]
        self.banks: set[int] = set()
        self.drift = self.tide.flow(others, self.skull, held=True, banks=self.banks)
        self.loss = self.losses(self.drift)
        self.known: dict[int, tuple[float, float]] = {}
        self.spots: dict[tuple[Any, ...], dict[int, float]] = {}  # how good areas are, for heroes alike

    def against(self, node: int) -> tuple[float, float]:
        """What a hero in an area saves by standing there, and the damage that he must expect."""
        found = self.known.get(node)
        if found is None:
            found = self.known[node] = self.meet(node)
        return found

    def meet(self, node: int) -> tuple[float, float]:
        """The same, worked out."""
        if not self.tide.touches(node):  # nobody is held up, and nobody strikes
            return 0.0, 0.0
        after, saved = self.drift, 0.0
        if node in self.banks:
            after = self.tide.flow((*self.others, node), self.skull, held=True)
            saved = self.loss - self.losses(after)
        far, blows = self.tide.land.far[node], 0.0
        for there, blow, own in zip(after, self.dice, self.tide.kinds, strict=True):
            if far[there] <= own.range:
                blows += blow
        return saved, blows

    def losses(self, after: list[int]) -> float:
        """What the monsters cost, as they will stand."""
        length = self.tide.length
        return sum([costs[length[node]] for costs, node in zip(self.threats, after, strict=True)])


def surge_of(state: FateState, seat: int, front: Front) -> Surge:
    """The coming monster turn, if a hero were not there: it stays the same wherever he goes."""
    others = tuple(sorted([hero.node for other, hero in enumerate(state.heroes) if other != seat]))
    key = (others, tuple(state.held))
    found: Surge | None = front.kept.get(key)
    if found is None:
        found = front.kept[key] = Surge(state, front, others)
    return found


class Arms:
    """What the attacks of a hero are worth, with the cards that he has."""

    def __init__(self, front: Front, kit: Kit, reach: int, extra: int) -> None:
        self.front, self.kit, self.reach, self.extra = front, kit, reach, extra
        self.known: dict[int, float] = {}
        self.bests: dict[int, float] = {TOWN: 0.0}

    def attack(self, node: int) -> float:
        """What an attack action is worth against the monster in an area."""
        found = self.known.get(node)
        if found is None:
            found = self.known[node] = self.strike(node, self.kit.strength, self.bonus(node))
        return found

    def bonus(self, node: int) -> int:
        """The damage that the hero's cards add to an attack action."""
        powers, reach = self.kit.powers, self.reach
        bonus = powers.attack_damage + powers.attack_damage_adjacent + powers.after_attack_damage
        if reach > 1:
            bonus += powers.attack_damage_far + powers.attack_damage_distance * reach
        place = self.front.places.get(node)
        if powers.attack_damage_trollkin and place is not None:
            bonus += powers.attack_damage_trollkin * (self.front.kinds[place].faction == "trollkin")
        return bonus

    def strike(self, node: int, dice: int, bonus: int = 0) -> float:
        """What a roll of so many dice is worth against the monster in an area."""
        front, powers = self.front, self.kit.powers
        place = front.places.get(node)
        if place is None:
            return 0.1
        kind = front.kinds[place]
        left = front.left[place] - bonus
        if not powers.ignores_armor:
            left += kind.armor
        sixths = 2 if front.land.forest[node] and not powers.ignores_cover else 3
        sixths += bool(powers.runes_hit)
        kills, hits = odds(dice, max(0, left), sixths)
        if left > 0 and self.extra:
            kills += EXTRA * (odds(dice, max(0, left - self.extra), sixths)[0] - kills)
        return kills * (front.costs[place] + GOLD * kind.xp + KILL) + DENT * hits

    def best(self, node: int) -> float:
        """What the best attack from an area is worth."""
        found = self.bests.get(node)
        if found is None:
            far, mine = self.front.land.far[node], self.reach
            inside = [there for there in self.front.nodes if far[there] <= mine]
            found = self.bests[node] = max(map(self.attack, inside), default=0.0)
        return found


class Eye:
    """A quick look at single actions."""

    def __init__(self, state: FateState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.hero = state.heroes[seat]
        self.kit = state.kit(seat)
        self.decision = state.decision
        self.free = spending.free_actions(state, seat) if state.active == seat else ()
        self.attacks = "attack" in self.free
        self.book = state.book
        self.land = self.book.land

    @functools.cached_property
    def front(self) -> Front:
        """The monsters."""
        return front_of(self.state)

    @property
    def cost(self) -> dict[int, float]:
        """What the monster in an area is likely to cost."""
        return self.front.cost

    @functools.cached_property
    def errand(self) -> Errand:
        """The quest."""
        return Errand(self.state, self.seat)

    @functools.cached_property
    def step(self) -> float:
        """What an action nearer to the quest is worth."""
        return ERRAND * self.errand.worth / (self.errand.left + HASTE)

    @functools.cached_property
    def extra(self) -> int:
        """The damage that cards could add to an attack, about."""
        hero, kit, book = self.hero, self.kit, self.book
        total = 0.0
        for number in hero.hand:
            use = book.events[number].use
            if use.when in ("attack", "roll"):
                total += more(use, kit.strength)
        for way in (*kit.uses.get("attack", ()), *kit.uses.get("roll", ())):
            use, side = way.use, book.sides[way.side]
            if (
                use.mana <= hero.mana.get(side.id, 0)
                and use.counter <= hero.counters.get(side.id, 0)
                and not (use.wear and hero.wear.get(side.id, 0) >= side.face.durability)
                and not (use.action is not None and hero.taken)
            ):
                total += more(use, kit.strength)
        return round(total)

    @functools.cached_property
    def arms(self) -> Arms:
        """What the hero's attacks are worth."""
        reach = self.kit.range + self.hero.reach
        key = ("arms", self.hero.active, reach, self.extra)
        found: Arms | None = self.front.kept.get(key)
        if found is None:
            found = self.front.kept[key] = Arms(self.front, self.kit, reach, self.extra)
        return found

    @functools.cached_property
    def surge(self) -> Surge:
        """Where the monsters will be if this hero were not there."""
        return surge_of(self.state, self.seat, self.front)

    @functools.cached_property
    def spots(self) -> dict[int, float]:
        """How good areas are to stand in, as far as somebody like this hero was asked before."""
        alike = (self.kit.armor, self.kit.health, self.hero.damage, self.arms if self.attacks else None)
        return self.surge.spots.setdefault(alike, {})

    @functools.cached_property
    def stay(self) -> float:
        """How good it is to stay."""
        return self.spot(self.hero.node)

    def look(self, actions: list[Any]) -> list[float]:
        """How good actions look."""
        return [LOOKS.get(type(action), look_away)(self, action) for action in actions]

    # ---- areas

    def spot(self, node: int) -> float:
        """How good it is to stand in an area: whom one could attack from there, hold up, and suffer from."""
        found = self.spots.get(node)
        if found is None:
            found = self.stand(node)
            if self.attacks:
                found += self.arms.best(node)
            self.spots[node] = found
        return found

    def stand(self, node: int) -> float:
        """The same, but for attacks."""
        land, hero, kit = self.land, self.hero, self.kit
        if node == TOWN:
            rest = REST * min(5, hero.damage) if hero.damage >= REST_FROM else 0.0
            return rest - HOME - AWAY * APPROACH * self.front.siege
        near = self.front.near(node)
        saved, blows = self.surge.against(node)
        if land.forest[node]:
            blows *= COVER_CHANCE / HIT_CHANCE
        blows = max(0.0, blows - kit.armor)
        left = kit.health - hero.damage
        danger = SCRATCH * blows
        if blows:
            danger += FALL * over(blows, left)
        worth = saved - danger
        if near < APART:
            worth -= APPROACH * near
        return worth


@functools.cache
def threat(move: int, legend: bool, skulls: tuple[bool, ...], longest: int) -> tuple[float, ...]:
    """What a monster costs by the steps that it still has to go, when these monster turns are left."""
    turns = schedule(skulls, move)
    price = 3.0 if legend else 1.0
    costs = [price * THREAT[min(turn, len(THREAT) - 1)] for turn in turns[: longest + 1]]
    return tuple(costs + [0.0] * (longest + 1 - len(costs)))


def more(use: cards.Use, strength: int) -> float:
    """The damage that a card adds to a roll of so many dice, in the mean."""
    total = 0.0
    for effect in use.effects:
        if isinstance(effect, cards.AddDamage):
            total += effect.amount + effect.per_rune * strength / 6 + effect.if_rune * 0.5
        elif isinstance(effect, cards.AddDice):
            total += effect.dice * HIT_CHANCE
        elif isinstance(effect, cards.Reroll):
            total += strength * HIT_CHANCE / 2
    return total


def over(blows: float, left: int) -> float:
    """How likely so much damage is too much."""
    spread = math.sqrt(blows * 0.6) + 0.2
    return 0.5 * math.erfc((left - 0.5 - blows) / (spread * 1.4142))


def look_move(eye: Eye, action: Move | Go) -> float:
    node = eye.land.at[action.x, action.y]
    if node == eye.hero.node:
        return -0.3
    gain = eye.spot(node) - eye.stay
    if eye.errand.way is not None:
        gain += eye.step * eye.errand.nearer(eye.hero.node, node)
    if eye.errand.counts == "forests" and eye.land.forest[node]:
        gain += eye.step * EACH["forests"]
    elif eye.errand.counts == "mountains" and eye.land.mountains[node]:
        gain += eye.step * EACH["mountains"]
    bonus = eye.book.bonus_at.get(node)
    if bonus is not None and eye.state.bonus[bonus] and eye.book.bonuses[bonus][1] == "gold":
        gain += 0.3
    return gain


def look_attack(eye: Eye, action: Attack) -> float:
    node = eye.land.at[action.x, action.y]
    return ATTACK + eye.arms.attack(node)


def look_mend(eye: Eye, action: Mend) -> float:
    figures = eye.book.figures
    healed = figures.mend_in_town if eye.hero.node == TOWN else figures.mend
    return MEND * min(healed, eye.hero.damage) - 0.05


def look_focus(eye: Eye, action: Focus | On) -> float:
    return FOCUS


def look_use(eye: Eye, action: Use | Play) -> float:
    """Cards: by what they do."""
    state = eye.state
    if isinstance(action, Play):
        number = state.event(eye.seat, action.card)
        use = eye.book.events[number].use
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
        if type(effect) in AIMED:
            found = sorted(
                (aim(eye, effect, each) for each in aiming.aims(state, eye.seat, effect)), reverse=True
            )
            worth += sum(found[: many(effect)])
            continue
        worth += LOOK_EFFECTS.get(type(effect), 0.05)
        if isinstance(effect, cards.Heal | cards.Repair):
            worth += 0.04 * min(2, eye.hero.damage) - 0.05
        if isinstance(effect, cards.Act) and "attack" in effect.actions:
            nodes = turn.attackable(state, eye.seat)
            worth += max((eye.arms.attack(node) for node in nodes), default=-1.0)
        if isinstance(effect, cards.March):
            goals = moving.goals(state, eye.seat, effect.steps, effect.shelter)
            worth += max((eye.spot(node) for node in goals), default=0.0) - eye.stay - 0.15
        elif isinstance(effect, cards.Tread):
            worth -= 0.1
    if use.hurt:
        worth -= 0.1
    if use.action is not None:
        worth -= 0.1
    return worth - price


AIMED = (cards.Damage, cards.Hail, cards.Roll, cards.Kill, cards.Kick, cards.Trade, cards.Hold)


def many(effect: Any) -> int:
    """How many monsters an effect reaches."""
    if isinstance(effect, cards.Hail | cards.Roll):
        return effect.monsters if isinstance(effect.monsters, int) else 3
    return 1


def aim(eye: Eye, effect: Any, monster: int) -> float:
    """What an effect is worth when it is aimed at a monster."""
    state = eye.state
    node = state.where[monster]
    kind = state.kinds[state.kind[monster]]
    cost = eye.cost.get(node, 0.0)
    prize = cost + GOLD * kind.xp + KILL
    match effect:
        case cards.Kill():
            return prize
        case cards.Roll():
            return eye.arms.strike(node, effect.dice)
        case cards.Hold():
            held = eye.land.far[node][eye.hero.node] == 1
            return 0.0 if held else HELD * cost
        case cards.Hail():
            amount: int | str = 1
        case cards.Damage():
            amount = effect.in_forest if effect.in_forest and eye.land.forest[node] else effect.amount
        case _:
            amount = effect.damage
    hurts = amount if isinstance(amount, int) else 3
    if not eye.kit.powers.ignores_armor and not getattr(effect, "unpreventable", False):
        hurts = max(0, hurts - kind.armor)
    if hurts >= damage.health(state, monster) - state.hurt[monster]:
        return prize
    if isinstance(effect, cards.Kick):
        return CHIP * hurts + KICKED * cost
    return CHIP * hurts + (TRADED if isinstance(effect, cards.Trade) else 0.0)


def added(eye: Eye, use: cards.Use) -> float:
    """What more damage on the roll on the table is worth: a kill that is not there yet."""
    state = eye.state
    roll = state.roll
    if roll is None or roll.monster == OFF:
        return 0.05
    kind = state.kinds[state.kind[roll.monster]]
    left = damage.health(state, roll.monster) - state.hurt[roll.monster] + kind.armor
    sure = dice.strength_of(state)
    if sure >= left:
        return 0.0
    more = 0.0
    for effect in use.effects:
        if isinstance(effect, cards.AddDamage):
            runes = roll.dice.count(RUNE)
            more += effect.amount + effect.per_rune * runes + (effect.if_rune if runes else 0)
        elif isinstance(effect, cards.AddDice):
            more += effect.dice * HIT_CHANCE
        elif isinstance(effect, cards.Reroll):
            more += len(dice.misses(state)) * HIT_CHANCE
        else:
            more += 1
    if sure + more >= left:
        return 0.3 + eye.cost.get(roll.node, 0.0)
    return 0.04 * more if kind.rank >= 3 else 0.0


LOOK_EFFECTS: dict[type, float] = {
    cards.Draw: 0.21,
    cards.Gold: 0.2,
    cards.Mana: 0.04,
    cards.Act: 0.13,
    cards.Rebuild: 1.26,
    cards.Mark: 0.15,
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
    node = eye.land.at[action.x, action.y]
    if isinstance(eye.decision, aiming.Shoving | moving.Wrecking):
        return NEVER if node == TOWN else 0.05 * eye.land.path_length[node]
    if isinstance(eye.decision, quests.Placing):
        return 0.05 * eye.land.path_length[node]
    if isinstance(eye.decision, moving.Treading):
        return eye.spot(node)
    if isinstance(eye.decision, march.Suppressing):
        beset = any(eye.land.far[node][hero.node] == 1 for hero in state.heroes)
        return 0.0 if beset else eye.cost.get(node, 0.0)
    if isinstance(eye.decision, aiming.Aiming):
        decision = eye.decision
        effect = eye.book.effect(decision.card, decision.place, decision.part)
        if type(effect) in AIMED:
            return aim(eye, effect, state.at[node] - FIRST_MONSTER)
    return eye.arms.strike(node, 3)


def look_upgrade(eye: Eye, action: Upgrade) -> float:
    return 0.5 if action.card == eye.state.hero_id(eye.seat) else 0.4


def look_discard(eye: Eye, action: Discard) -> float:
    """Keep what attacks and prevents."""
    if isinstance(eye.decision, turn.Acting):
        return NEVER  # a card for nothing
    use = eye.book.events[eye.state.event(eye.seat, action.card)].use
    return -0.02 if use.when in ("attack", "prevent", "roll") else 0.02


def look_amount(eye: Eye, action: Amount) -> float:
    return 0.01 * action.n


def look_face(eye: Eye, action: Face) -> float:
    """Let the healthiest be attacked."""
    state = eye.state
    return 0.1 * (state.kit(action.seat).health - state.heroes[action.seat].damage)


def look_cycle(eye: Eye, action: Cycle) -> float:
    """Look for another quest where this one takes too long."""
    if action.pile == "equipment":
        return ANOTHER if eye.errand.left > TOO_LONG else -0.02
    return -0.001


def look_quest(eye: Eye, action: Quest) -> float:
    quest = eye.errand.quest
    price = QUEST_ACTION if quest is not None and quest.action is not None else 0.0
    return eye.errand.worth - price


def look_tend(eye: Eye, action: Tend) -> float:
    return 0.1 if action.card == eye.state.hero_id(action.seat) else 0.05


def plain(worth: float) -> Any:
    """An action that always looks the same."""
    return lambda eye, action: worth


look_away = plain(0.0)
LOOKS: dict[type, Any] = {
    Move: look_move,
    Go: look_move,
    Attack: look_attack,
    Prepare: lambda eye, action: PREPARE,
    Focus: look_focus,
    Mend: look_mend,
    Practice: lambda eye, action: PRACTICE,
    Quest: look_quest,
    Use: look_use,
    Play: look_use,
    Give: plain(NEVER),
    Ask: plain(NEVER),
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
