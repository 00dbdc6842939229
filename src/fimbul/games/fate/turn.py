"""C. A hero's turn: two actions, free actions, and its end (G20 to G38)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fimbul.core import Decision, Event, Illegal, Step
from fimbul.games.fate import deeds, drawing, fighting, horde, moving, quests, tending, uses
from fimbul.games.fate.actions import (
    Ask,
    Attack,
    Cycle,
    End,
    Focus,
    Give,
    Mend,
    Move,
    No,
    Play,
    Practice,
    Prepare,
    Quest,
    Upgrade,
    Use,
    Yes,
)
from fimbul.games.fate.cards import ACTIONS
from fimbul.games.fate.events import Acted, Cycled, Shared, TurnOf, Upgraded
from fimbul.games.fate.land import TOWN

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState, Hero

VERBS: dict[type, str] = {
    Move: "move",
    Attack: "attack",
    Prepare: "prepare",
    Focus: "focus",
    Mend: "mend",
    Practice: "practice",
}


def free_actions(state: FateState, seat: int) -> tuple[str, ...]:
    """The actions that a hero may still take this turn (G20)."""
    taken = state.heroes[seat].taken
    if len(taken) >= state.book.figures.actions:
        return ()
    return tuple(action for action in ACTIONS if action not in taken) if taken else ACTIONS


# ---- taking actions


def choices(state: FateState, seat: int, actions: tuple[str, ...], *, granted: bool = False) -> list[Any]:
    """The ways to take these actions, or to spend them on the quest (G21 to G28).

    `granted`: they are additional, so a quest that spends no action is not done with them.
    """
    hero, book = state.heroes[seat], state.book
    found: list[Any] = []
    for action in actions:
        if action == "move":
            if not hero.rooted:
                moves = book.moves
                found += [moves[node] for node in moving.goals(state, seat, stride(state, seat))]
                found.append(moves[hero.node])
        elif action == "attack":
            attacks = book.attacks
            found += [attacks[node] for node in attackable(state, seat)]
        elif action == "prepare":
            if hero.deck or hero.discard:
                found.append(Prepare())
        elif action == "focus":
            found += [Focus(card) for card in state.kit(seat).stores]
        elif action == "mend":
            if mendable(state, seat):
                found.append(Mend())
        else:
            found.append(Practice())
    quest = quests.current(state, seat)
    counts = quest is not None and (quest.action is not None or not granted)
    if counts and quests.undoable(state, seat, actions) is None:
        found.append(Quest())
    return found


def can_take(state: FateState, seat: int, actions: tuple[str, ...]) -> bool:
    """Whether an additional action could be taken, or spent on something (G27, G28)."""
    if choices(state, seat, actions, granted=True):
        return True
    return bool(uses.offers(state, seat, ("free",), actions, spending=True))


def stride(state: FateState, seat: int) -> int:
    """How many areas a move action goes (G21)."""
    return state.kit(seat).move + state.heroes[seat].stride


def attackable(state: FateState, seat: int) -> list[int]:
    """The areas that an attack action can be aimed at: monsters in range, or mountains for ore (G50)."""
    node, land = state.heroes[seat].node, state.land
    if node == TOWN:
        return []
    far, reach = land.far[node], state.reach(seat)
    found = [where for where in state.where if where >= 0 and far[where] <= reach]
    if state.kit(seat).powers.mines:
        found += [near for near in (node, *land.near[node]) if land.mountain[near] and near not in found]
    return found


def mendable(state: FateState, seat: int) -> bool:
    """Whether a mend action would remove anything (G25)."""
    hero = state.heroes[seat]
    return bool(hero.damage) or (hero.node == TOWN and any(hero.wear.values()))


def unable(state: FateState, seat: int, action: Any, actions: tuple[str, ...]) -> Illegal | None:
    """Why one of the six actions, or the quest, is not possible."""
    if isinstance(action, Quest):
        return quests.undoable(state, seat, actions)
    verb = VERBS[type(action)]
    hero = state.heroes[seat]
    if verb not in actions:
        if verb in hero.taken:
            return Illegal("G20", f"You have taken the {verb} action this turn; the two must differ.")
        return Illegal("G20", "You have taken all your actions.")
    if isinstance(action, Move):
        if hero.rooted:
            return Illegal("G21", "After seeking shelter you do not move again this turn.")
        if (action.x, action.y) == state.land.xy[hero.node]:
            return None
        return moving.unreachable(state, seat, stride(state, seat), action.x, action.y)
    if isinstance(action, Attack):
        return out_of_reach(state, seat, action)
    if isinstance(action, Focus):
        return tending.unfocusable(state, seat, action.card)
    if isinstance(action, Mend) and not mendable(state, seat):
        return Illegal("G25", "There is no damage that you could mend here.")
    if isinstance(action, Prepare) and not hero.deck and not hero.discard:
        return Illegal("G23", "There is no card left to draw.")
    return None


def out_of_reach(state: FateState, seat: int, action: Attack) -> Illegal | None:
    """Why an area cannot be attacked (G50)."""
    land = state.land
    node = land.at.get((action.x, action.y))
    if node is None:
        return Illegal("G1", f"There is no area {action.x},{action.y} on the map.")
    if node in attackable(state, seat):
        return None
    if state.heroes[seat].node == TOWN:
        return Illegal("G4", "From inside Grimheim you cannot attack what is outside.")
    if state.at[node] < deeds.FIRST_MONSTER:
        return Illegal("G50", "There is no monster to attack.")
    far, reach = land.far[state.heroes[seat].node][node], state.reach(seat)
    return Illegal("G50", f"It is {far} areas away, and your attack range is {reach}.")


def take(
    state: FateState, seat: int, action: Any, events: list[Event], granted: bool, rapid: bool = False
) -> None:
    """Take an action (or spend one on the quest); `granted`: it is additional and moves no marker (G27)."""
    hero = state.heroes[seat]
    if isinstance(action, Quest):
        undertake(state, seat, events, granted)
        return
    verb = VERBS[type(action)]
    if not granted:
        hero.taken = (*hero.taken, verb)
    events.append(Acted(seat=seat, name=state.name(seat), action=verb))
    if isinstance(action, Move):
        begin_move(state, seat, state.land.at[action.x, action.y])
    elif isinstance(action, Attack):
        kit = state.kit(seat)
        dice = kit.strength + (kit.powers.rapid_dice if rapid else 0)
        fighting.strike(state, seat, state.land.at[action.x, action.y], dice)
    elif isinstance(action, Prepare):
        state.push(drawing.Draw(seat, state.book.figures.prepare))
    elif isinstance(action, Focus):
        tending.charge(state, seat, action.card, state.book.figures.focus, events)
    elif isinstance(action, Mend):
        figures = state.book.figures
        if hero.node == TOWN:
            state.push(tending.Mending(seat, "own", figures.mend_in_town))
        else:
            state.push(tending.Mending(seat, "hero", figures.mend))
    else:
        deeds.gain(state, seat, state.book.figures.practice, events, "practice")


def begin_move(state: FateState, seat: int, node: int) -> None:
    """Start a move action towards an area; to the own one: take no step."""
    if node == state.heroes[seat].node:
        state.push(moving.Arrival(seat, moving.ACTION, False))
        return
    steps = stride(state, seat)
    way = moving.route(state, seat, steps, node)
    state.push(moving.Walk(seat, way, steps - len(way), moving.ACTION))


def spend(state: FateState, seat: int, action: str, events: list[Event], granted: bool) -> None:
    """An action is taken without its normal effect (G28); what follows every attack action still follows."""
    hero = state.heroes[seat]
    if not granted:
        hero.taken = (*hero.taken, action)
    events.append(Acted(seat=seat, name=state.name(seat), action=action, spent=True))
    if action == "attack":
        state.push(fighting.Aftermath(seat))


def undertake(state: FateState, seat: int, events: list[Event], granted: bool) -> None:
    """Do what the current quest asks for, all at once (G41, G42)."""
    quest = quests.current(state, seat)
    assert quest is not None
    state.heroes[seat].gold -= quest.gold
    if quest.action is not None:
        spend(state, seat, quest.action, events, granted)
    quests.complete(state, seat, events)
    if quest.place:
        state.push(quests.Place(seat, quest.place, quest.places))
    if quest.discard:
        state.push(drawing.Discarding((seat,), quest.discard))


# ---- the turn


class BeginTurn(Step, frozen=True, tag=True):
    """A hero's turn begins (G20)."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        state.turn += 1
        state.active = self.seat
        hero = state.heroes[self.seat]
        hero.used = ()
        events.append(TurnOf(seat=self.seat, name=state.name(self.seat)))
        if state.kit(self.seat).powers.wages:
            for side in state.kit(self.seat).cards.values():
                wages = min(side.face.powers.wages, hero.counters.get(side.id, 0))
                if wages:
                    hero.counters[side.id] -= wages
                    deeds.gain(state, self.seat, wages, events, side.name)
        state.push(Acting((self.seat,)))


class Acting(Decision, frozen=True, tag=True):
    """What the active hero does next."""

    always: ClassVar[bool] = True
    rule: ClassVar[str] = "G20"
    otherwise: ClassVar[str] = "It is your turn: take an action, use a card, or end the turn."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        free = free_actions(state, seat)
        found = choices(state, seat, free)
        found += uses.offers(state, seat, ("free",), free)
        if len(state.heroes) > 1:
            found += shares(state, seat)
        found.append(End())
        return found

    def refusal(self, state: FateState, action: Any, seat: int) -> Illegal | None:
        if isinstance(action, End):
            return None
        free = free_actions(state, seat)
        if isinstance(action, Quest) or type(action) in VERBS:
            return unable(state, seat, action, free)
        if isinstance(action, Use | Play):
            return uses.refused(state, seat, action, ("free",), self, free)
        if isinstance(action, Give | Ask):
            return unshared(state, seat, action)
        return Illegal(self.rule, self.otherwise)

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if isinstance(action, End):
            state.push(EndTurn(seat))
            return
        state.push(self)
        if isinstance(action, Use | Play):
            uses.begin(state, seat, action, events)
        elif isinstance(action, Give):
            share(state, seat, action.seat, action.gold, events)
        elif isinstance(action, Ask):
            state.heroes[seat].used += (f"ask-{action.seat}",)
            state.push(Begging((action.seat,), seat, action.gold))
        else:
            take(state, seat, action, events, granted=False)


class Extra(Decision, frozen=True, tag=True):
    """An additional action: one of these, in its usual way or spent on something (G27, G28)."""

    granted: tuple[str, ...]
    rapid: bool

    rule: ClassVar[str] = "G27"
    otherwise: ClassVar[str] = "Take the additional action, or spend it."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        found = choices(state, seat, self.granted, granted=True)
        return found + uses.offers(state, seat, ("free",), self.granted, spending=True)

    def refusal(self, state: FateState, action: Any, seat: int) -> Illegal | None:
        if isinstance(action, Quest):
            quest = quests.current(state, seat)
            if quest is not None and quest.action is None:
                return Illegal("G28", "An additional action is not what this quest asks for.")
        if isinstance(action, Quest) or VERBS.get(type(action)) in self.granted:
            return unable(state, seat, action, self.granted)
        if isinstance(action, Use | Play) and action in self.actions(state, seat):
            return None
        return Illegal(self.rule, self.otherwise)

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if isinstance(action, Use | Play):
            uses.begin(state, seat, action, events, granted=True)
        else:
            take(state, seat, action, events, True, self.rapid)


# ---- sharing gold (G33)


def shares(state: FateState, seat: int) -> list[Any]:
    """Gold that can be given to adjacent heroes, and asked for: of each hero once a turn."""
    heroes = state.heroes
    found: list[Any] = []
    for other in deeds.adjacent_heroes(state, seat):
        found += [Give(other, gold) for gold in range(1, heroes[seat].gold + 1)]
        if f"ask-{other}" not in heroes[seat].used:
            found += [Ask(other, gold) for gold in range(1, heroes[other].gold + 1)]
    return found


def unshared(state: FateState, seat: int, action: Give | Ask) -> Illegal | None:
    """Why gold cannot change hands."""
    if not 0 <= action.seat < len(state.heroes) or action.seat == seat:
        return Illegal("G33", "There is no such other hero.")
    if action.seat not in deeds.adjacent_heroes(state, seat):
        return Illegal("G33", "Gold is shared with an adjacent hero.")
    if isinstance(action, Ask) and f"ask-{action.seat}" in state.heroes[seat].used:
        return Illegal("G33", "You have asked this hero for gold in this turn.")
    giver = state.heroes[seat if isinstance(action, Give) else action.seat]
    if not 1 <= action.gold <= giver.gold:
        return Illegal("G33", f"There are {giver.gold} gold to share.")
    return None


def share(state: FateState, seat: int, other: int, gold: int, events: list[Event]) -> None:
    """Gold changes hands."""
    state.heroes[seat].gold -= gold
    state.heroes[other].gold += gold
    events.append(Shared(seat=seat, name=state.name(seat), to=state.name(other), gold=gold))


class Begging(Decision, frozen=True, tag=True):
    """Whether a hero gives the gold that another asks for."""

    asker: int
    gold: int

    rule: ClassVar[str] = "G33"
    otherwise: ClassVar[str] = "Say whether you give the gold."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [Yes(), No()]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if isinstance(action, Yes):
            share(state, seat, self.asker, self.gold, events)


# ---- the end of the turn (G35)


class EndTurn(Step, frozen=True, tag=True):
    """The five steps of the end of a turn."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        hero = state.heroes[self.seat]
        hero.taken = ()
        hero.stride = hero.reach = 0
        hero.rooted = False
        state.push(Growth(self.seat), Income(self.seat), Turnover(self.seat), NextTurn(self.seat))


def upgrade_cost(state: FateState, seat: int) -> int:
    """What the next upgrade costs (G36)."""
    costs = state.book.figures.upgrade_costs
    return costs[min(state.heroes[seat].upgrades, len(costs) - 1)]


def upgrades(state: FateState, seat: int) -> list[str]:
    """The cards that an upgrade can bring or turn over."""
    hero, sides = state.heroes[seat], state.book.sides
    found = [sides[hero.abilities[-1]].id] if hero.abilities else []
    return found + [sides[number].id for number in hero.active if sides[number].flip >= 0]


class Growth(Step, frozen=True, tag=True):
    """A hero with enough experience may be upgraded, once."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if state.heroes[self.seat].gold >= upgrade_cost(state, self.seat) and upgrades(state, self.seat):
            state.push(Upgrading((self.seat,)))


class Upgrading(Decision, frozen=True, tag=True):
    """What is upgraded, if anything (G36)."""

    rule: ClassVar[str] = "G36"
    otherwise: ClassVar[str] = (
        "Choose the top ability, or one of your cards that has an upgraded side, or none."
    )

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [*map(Upgrade, upgrades(state, seat)), No()]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if isinstance(action, No):
            return
        hero, sides = state.heroes[seat], state.book.sides
        hero.gold -= upgrade_cost(state, seat)
        hero.upgrades += 1
        if hero.abilities and sides[hero.abilities[-1]].id == action.card:
            side = sides[hero.abilities.pop()]
            hero.active = (*hero.active, side.number)
            if hero.abilities:
                state.reveals += 1
        else:
            old = next(number for number in hero.active if sides[number].id == action.card)
            side = sides[sides[old].flip]
            hero.active = tuple(side.number if number == old else number for number in hero.active)
        name = f"{side.name} {'I' * side.level}"
        events.append(Upgraded(seat=seat, name=state.name(seat), card=name))


class Income(Step, frozen=True, tag=True):
    """Mana is generated, then a card is drawn (G37, G34)."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        kit = state.kit(self.seat)
        for card, mana in kit.mana:
            tending.charge(state, self.seat, card, mana, events)
        state.push(drawing.Draw(self.seat, state.book.figures.turn_draw + kit.powers.extra_draw))


class Turnover(Step, frozen=True, tag=True):
    """A pile may be cycled, where that changes anything (G38)."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if piles(state.heroes[self.seat]):
            state.push(Cycling((self.seat,)))


def piles(hero: Hero) -> list[str]:
    """The piles of two cards or more."""
    return [name for name in ("abilities", "equipment") if len(getattr(hero, name)) > 1]


class Cycling(Decision, frozen=True, tag=True):
    """Which pile is cycled, if any (G38)."""

    rule: ClassVar[str] = "G38"
    otherwise: ClassVar[str] = "Choose a pile of two cards or more, or none."

    def actions(self, state: FateState, seat: int) -> list[Any]:
        return [*map(Cycle, piles(state.heroes[seat])), No()]  # type: ignore[arg-type]

    def take(self, state: FateState, answers: dict[int, Any], events: list[Event]) -> None:
        seat, action = next(iter(answers.items()))
        if isinstance(action, No):
            return
        hero = state.heroes[seat]
        pile = hero.abilities if action.pile == "abilities" else hero.equipment
        card = pile.pop()
        pile.insert(0, card)
        if action.pile == "equipment":
            hero.progress = 0
        state.reveals += 1
        events.append(
            Cycled(seat=seat, name=state.name(seat), pile=action.pile, card=state.book.sides[card].name)
        )


class NextTurn(Step, frozen=True, tag=True):
    """The next hero's turn, or the monsters'."""

    seat: int

    def run(self, state: FateState, events: list[Event]) -> None:
        if self.seat + 1 < len(state.heroes):
            state.push(BeginTurn(self.seat + 1))
        else:
            horde.begin(state)
