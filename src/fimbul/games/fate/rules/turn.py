"""C. A hero's turn: two actions and free actions (G20 to G33, G41, G42)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.core import Decision, Event, Illegal, Prospect, Question, Step
from fimbul.core.wording import either, some
from fimbul.games.fate.actions import (
    Ask,
    Attack,
    Discard,
    End,
    Focus,
    Give,
    Mend,
    Move,
    Play,
    Practice,
    Prepare,
    Quest,
    Use,
)
from fimbul.games.fate.events import Acted, TurnOf
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.model import FIRST_MONSTER
from fimbul.games.fate.rules import dice as rolls
from fimbul.games.fate.rules import gold, hand, moving, prospects, quests, striking, tending, uses
from fimbul.games.fate.rules.evening import EndTurn
from fimbul.games.fate.rules.spending import free_actions, spend

if TYPE_CHECKING:
    from fimbul.games.fate.state import FateState

Deed = Move | Attack | Prepare | Focus | Mend | Practice | Quest  # an action, or the quest
Doing = Deed | Use | Play
Turn = Doing | Give | Ask | Discard | End
VERBS: dict[type, str] = {
    Move: "move",
    Attack: "attack",
    Prepare: "prepare",
    Focus: "focus",
    Mend: "mend",
    Practice: "practice",
}


# ---- taking actions


def choices(state: FateState, seat: int, actions: tuple[str, ...], *, granted: bool = False) -> list[Deed]:
    """The ways to take these actions, or to spend them on the quest (G21 to G28).

    `granted`: they are additional, so a quest that spends no action is not done with them.
    """
    hero, book = state.heroes[seat], state.book
    found: list[Deed] = []
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
    counts = quest is not None and quest.kind == "do" and (quest.action is not None or not granted)
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


def unable(state: FateState, seat: int, action: Deed, actions: tuple[str, ...]) -> Illegal | None:
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
        return Illegal("G1", "There is no such area on the map.")
    if node in attackable(state, seat):
        return None
    if state.heroes[seat].node == TOWN:
        return Illegal("G4", "From inside Grimheim you cannot attack what is outside.")
    if state.at[node] < FIRST_MONSTER:
        return Illegal("G50", "There is no monster to attack.")
    far, reach = land.far[state.heroes[seat].node][node], state.reach(seat)
    return Illegal("G50", f"It is {far} areas away, and your attack range is {reach}.")


def take(
    state: FateState, seat: int, action: Deed, events: list[Event], granted: bool, rapid: bool = False
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
        striking.strike(state, seat, state.land.at[action.x, action.y], dice)
    elif isinstance(action, Prepare):
        state.push(hand.Draw(seat, state.book.figures.prepare))
    elif isinstance(action, Focus):
        tending.charge(state, seat, action.card, state.book.figures.focus, events)
    elif isinstance(action, Mend):
        figures = state.book.figures
        if hero.node == TOWN:
            state.push(tending.Mending(seat, "own", figures.mend_in_town))
        else:
            state.push(tending.Mending(seat, "hero", figures.mend))
    else:
        gold.gain(state, seat, state.book.figures.practice, events, "practice")


def begin_move(state: FateState, seat: int, node: int) -> None:
    """Start a move action towards an area; towards the hero's own: take no step."""
    if node == state.heroes[seat].node:
        state.push(moving.Arrival(seat, moving.ACTION, False))
        return
    steps = stride(state, seat)
    way = moving.route(state, seat, steps, node)
    state.push(moving.Walk(seat, way, steps - len(way), moving.ACTION))


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
        state.push(hand.Discarding((seat,), quest.discard))


# ---- the turn


class BeginTurn(Step["FateState"], frozen=True, tag=True):
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
                    gold.gain(state, self.seat, wages, events, side.name)
        state.push(Acting((self.seat,)))


class Acting(Decision["FateState", Turn], frozen=True, tag=True):
    """What the active hero does next."""

    always = True
    rule = "G20"
    otherwise = "It is your turn: take an action, use a card, or end the turn."

    def question(self, state: FateState, seat: int) -> Question:
        left = max(0, state.book.figures.actions - len(state.heroes[seat].taken))
        if left:
            text = f"Your turn: {some(left, 'action')} left. Choose an area, a monster, a card or a button."
        else:
            text = "Your turn: both actions are taken. Use cards, or end the turn."
        return Question(
            text=text,
            watching=f"It is {state.name(seat)}'s turn, with {some(left, 'action')} left.",
            facts=rolls.casts(state),
        )

    def actions(self, state: FateState, seat: int) -> list[Turn]:
        free = free_actions(state, seat)
        found: list[Turn] = [*choices(state, seat, free)]
        found += uses.offers(state, seat, ("free",), free)
        if len(state.heroes) > 1:
            found += gold.shares(state, seat)
        found += hand.discards(state, seat)  # without effect, at any time (G34)
        found.append(End())
        return found

    def foresee(self, state: FateState, seat: int, actions: list[Turn]) -> dict[Turn, Prospect]:
        return prospects.foresee(state, seat, actions)

    def forbids(self, state: FateState, action: Turn, seat: int) -> Illegal | None:
        if isinstance(action, End):
            return None
        free = free_actions(state, seat)
        if isinstance(action, Use | Play):
            return uses.refused(state, seat, action, ("free",), free)
        if isinstance(action, Give | Ask):
            return gold.unshared(state, seat, action)
        if isinstance(action, Discard):
            return hand.not_held(state, seat, action)
        return unable(state, seat, action, free)

    def take(self, state: FateState, action: Turn, seat: int, events: list[Event]) -> None:
        if isinstance(action, End):
            state.push(EndTurn(seat))
            return
        state.push(self)
        if isinstance(action, Use | Play):
            uses.begin(state, seat, action, events)
        elif isinstance(action, Give):
            gold.share(state, seat, action.seat, action.gold, events)
        elif isinstance(action, Ask):
            gold.beg(state, seat, action)
        elif isinstance(action, Discard):
            hand.discard(state, seat, state.event(seat, action.card), events)
        else:
            take(state, seat, action, events, granted=False)


class Extra(Decision["FateState", Doing], frozen=True, tag=True):
    """An additional action: one of these, in its usual way or spent on something (G27, G28)."""

    granted: tuple[str, ...]
    rapid: bool

    rule = "G27"
    otherwise = "Take the additional action, or spend it."

    def question(self, state: FateState, seat: int) -> Question:
        granted = either(self.granted)
        return Question(
            text=f"Take an additional action ({granted}), or spend it.",
            watching=f"{state.name(seat)} has an additional action: {granted}.",
            about=(f"hero:{seat}",),
        )

    def actions(self, state: FateState, seat: int) -> list[Doing]:
        return [
            *choices(state, seat, self.granted, granted=True),
            *uses.offers(state, seat, ("free",), self.granted, spending=True),
        ]

    def foresee(self, state: FateState, seat: int, actions: list[Doing]) -> dict[Doing, Prospect]:
        return prospects.foresee(state, seat, actions, rapid=self.rapid)

    def forbids(self, state: FateState, action: Doing, seat: int) -> Illegal | None:
        if isinstance(action, Quest):
            quest = quests.current(state, seat)
            if quest is not None and quest.action is None:
                return Illegal("G28", "An additional action is not what this quest asks for.")
        if isinstance(action, Use | Play):
            return None if action in self.actions(state, seat) else Illegal(self.rule, self.otherwise)
        if isinstance(action, Quest) or VERBS[type(action)] in self.granted:
            return unable(state, seat, action, self.granted)
        return Illegal(self.rule, self.otherwise)

    def take(self, state: FateState, action: Doing, seat: int, events: list[Event]) -> None:
        if isinstance(action, Use | Play):
            uses.begin(state, seat, action, events, granted=True)
        else:
            take(state, seat, action, events, True, self.rapid)
