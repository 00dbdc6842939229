"""A quick look at single actions: how promising each is at first sight."""

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
from fimbul.games.fate.bot.front import Front, odds
from fimbul.games.fate.bot.weights import (
    ANOTHER,
    APPROACH,
    ATTACK,
    AWAY,
    CARD,
    COVER_CHANCE,
    DENT,
    ERRAND,
    FAR_BLOW,
    FOCUS,
    GOLD,
    HASTE,
    HIT_CHANCE,
    HOME,
    KILL,
    KNOCK_OUT,
    LATER_BLOW,
    MANA,
    MEND,
    PINNED,
    PRACTICE,
    PREPARE,
    PULL,
    QUEST_ACTION,
    REST,
    REST_FROM,
    SCRATCH,
    TOO_LONG,
    WEAR,
)
from fimbul.games.fate.library import cards
from fimbul.games.fate.library.land import APART, TOWN
from fimbul.games.fate.model import FIRST_MONSTER, OFF, RUNE
from fimbul.games.fate.rules import aiming, damage, dice, moving, quests, spending, turn
from fimbul.games.fate.rules.horde import march
from fimbul.games.fate.state import FateState


class Eye:
    """A quick look at single actions."""

    def __init__(self, state: FateState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.hero = state.heroes[seat]
        self.kit = state.kit(seat)
        self.front = Front(state)
        self.cost = dict(zip(self.front.nodes, self.front.costs, strict=True))
        self.decision = state.decision
        self.free = spending.free_actions(state, seat) if state.active == seat else ()
        self.land = state.land
        self.stay = 0.0
        self.errand = Errand(state, seat)
        self.step = ERRAND * self.errand.worth / (self.errand.left + HASTE)  # an action nearer to the quest
        self.rows: list[tuple[int, float, float, float, int, int]] = []
        if isinstance(self.decision, turn.Acting | turn.Extra | moving.Moving | moving.Treading):
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
        if code < FIRST_MONSTER:
            return 0.1
        monster = code - FIRST_MONSTER
        kind, powers = state.kinds[state.kind[monster]], self.kit.powers
        left = damage.health(state, monster) - state.hurt[monster] - bonus
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
            rest = REST * min(5, hero.damage) if hero.damage >= REST_FROM else 0.0
            away = min((land.home[there] + 1 for there, cost, *_ in self.rows if cost), default=0)
            return rest - HOME - AWAY * APPROACH * away
        far = land.far[node]
        mine = kit.range + hero.reach if attacks else 0
        best = pinned = pull = blows = 0.0
        near = APART
        for there, cost, value, blow, reach, most in self.rows:
            distance = far[there]
            if distance <= mine and value > best:
                best = value
            if distance <= reach:
                blows += blow
            elif distance <= most:
                blows += blow * (LATER_BLOW if distance == reach + 1 else FAR_BLOW)
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
    gain += eye.step * eye.errand.nearer(eye.hero.node, node)
    if eye.errand.counts == "forests" and eye.land.forest[node]:
        gain += eye.step * EACH["forests"]
    elif eye.errand.counts == "mountains" and eye.land.mountains[node]:
        gain += eye.step * EACH["mountains"]
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
    if isinstance(eye.decision, aiming.Shoving | moving.Wrecking):
        return -9.0 if node == TOWN else 0.05 * state.land.path_length[node]
    if isinstance(eye.decision, quests.Placing):
        return 0.05 * state.land.path_length[node]
    if isinstance(eye.decision, moving.Treading):
        return eye.spot(node, "attack" in eye.free)
    if isinstance(eye.decision, march.Suppressing):
        beset = any(state.land.far[node][hero.node] == 1 for hero in state.heroes)
        return 0.0 if beset else eye.cost.get(node, 0.0)
    return eye.strike(node, 3)


def look_upgrade(eye: Eye, action: Upgrade) -> float:
    return 0.5 if action.card == eye.state.hero_id(eye.seat) else 0.4


def look_discard(eye: Eye, action: Discard) -> float:
    """Keep what attacks and prevents."""
    if isinstance(eye.decision, turn.Acting):
        return -1.0  # a card for nothing
    use = eye.state.book.events[eye.state.event(eye.seat, action.card)].use
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
