"""C. The turn in its six steps (S40 to S51)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Question, Step, Told
from fimbul.core.wording import closed
from fimbul.games.six_winters.actions import On
from fimbul.games.six_winters.events import Rolled
from fimbul.games.six_winters.library.powers import Movement
from fimbul.games.six_winters.rules import activation, decks, ending, obstacles, pools
from fimbul.games.six_winters.rules.acting import step
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.decks import order
from fimbul.games.six_winters.rules.dice import ACTION, SORCERY, die, kind_of, names
from fimbul.games.six_winters.rules.story import SEASONS, note, season

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState


class TurnBegins(Step["SixWintersState"], frozen=True, tag=True):
    """The six steps of a turn."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        state.turn += 1
        state.ended = []
        name = SEASONS[state.season]
        events.append(Told(text=f"Turn {state.moment} of {name}.", about=("calendar",)))
        state.push(
            step.Acting(step.seats(state)),
            Refresh(),
            NewDice(),
            Produce(),
            NewAsset(),
            activation.Activation(),
            NewObstacles(),
            Time(),
        )


# ---- refresh (S42 to S46)


class Refresh(Step["SixWintersState"], frozen=True, tag=True):
    """Cards become ready, movement is set, and the best dice are kept: they may unlock an ability (S42)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        figures = state.book.figures
        for number, person in enumerate(state.people):
            person.turned, person.tried = (), ()
            person.moves = movement(state, number)
        for number, person in enumerate(state.purses):
            kept = sorted(person.dice, reverse=True)[: figures.momentum_slots]
            state.supply[ACTION] += len(person.dice) - len(kept)
            person.dice = kept
            if sum(kept) < figures.momentum:
                continue
            if not state.shared:
                unlock(state, number, events)
            elif any(locked(state, other) for other in range(state.players)):
                state.push(Unlocking((person.seat,)))


def locked(state: SixWintersState, person: int) -> bool:
    """Whether a character has an ability that can still be unlocked."""
    return state.people[person].abilities < cards_of(state, person)


def unlock(state: SixWintersState, person: int, events: list[Event]) -> None:
    """A character's next ability is unlocked, if there is one."""
    someone = state.people[person]
    if locked(state, person):
        ability = state.book.characters[someone.character].abilities[someone.abilities]
        someone.abilities += 1
        events.append(Told(text=closed(f"{state.name(person)} unlocks {ability.name}")))


class Unlocking(Decision["SixWintersState", On], frozen=True, tag=True):
    """Whose ability the momentum of a shared pool unlocks (S160)."""

    rule: ClassVar[str] = "S160"
    otherwise: ClassVar[str] = "Choose a character with an ability that is still locked."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(self, state, seat, "choose whose next ability is unlocked")

    def actions(self, state: SixWintersState, seat: int) -> list[On]:
        return [On(state.id(person)) for person in range(state.players) if locked(state, person)]

    def take(self, state: SixWintersState, action: On, seat: int, events: list[Event]) -> None:
        unlock(state, state.person(action.character), events)


class NewDice(Step["SixWintersState"], frozen=True, tag=True):
    """New action dice are taken, and all are rolled (S43)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        hand_out(state, season(state).dice)
        for number, person in enumerate(state.purses):
            person.dice = sorted(state.rng.die() for _ in person.dice)
            tell_dice(state, number, events)


def hand_out(state: SixWintersState, dice: int) -> None:
    """Every character takes so many action dice, one by one in seat order from the spotlight player (S4); a
    shared pool gets its part of the dice of both, rounded up (S160)."""
    wanted = [dice] * state.players
    if state.shared:
        part = dice * state.players * state.book.figures.shared_percent
        wanted = [-(-part // 100), *[0] * (state.players - 1)]
    while any(wanted) and state.supply[ACTION]:
        for number in order(state):
            if wanted[number] and state.supply[ACTION]:
                wanted[number] -= 1
                state.supply[ACTION] -= 1
                state.people[number].dice.append(1)


def tell_dice(state: SixWintersState, number: int, events: list[Event]) -> None:
    """What the action dice of a character show, or those of a shared pool."""
    shown = names(die(ACTION, value) for value in state.people[number].dice)
    who = "The shared pool" if state.shared else state.name(number)
    events.append(Rolled(who=who, what="has the action dice", dice=shown))


def cards_of(state: SixWintersState, person: int) -> int:
    """How many ability cards a character can unlock (S171)."""
    abilities = state.book.characters[state.people[person].character].abilities
    return sum(not ability.optional or state.options.fourth_abilities for ability in abilities)


def movement(state: SixWintersState, person: int) -> int:
    """The movement points of a turn (S8, S82)."""
    someone = state.people[person]
    powers = [state.book.assets[asset].power for asset in someone.completed]
    more = sum(power.amount for power in powers if isinstance(power, Movement))
    return state.book.characters[someone.character].moves + more


class Produce(Step["SixWintersState"], frozen=True, tag=True):
    """Locations get new dice, and sorcery is rolled again (S44, S46)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        for place in state.locations():
            kind = state.makes[place]
            if kind < 0 or kind == SORCERY:
                continue
            lying = sum(kind_of(code) == kind for code in state.dice[place])
            for _ in range(pools.filled_up(state, place) - lying):
                pools.roll(state, place, kind, events)
        state.push(*(Explode(place) for place in state.locations() if state.makes[place] == SORCERY))


class Explode(Step["SixWintersState"], frozen=True, tag=True):
    """All sorcery dice of a location are rolled again (S46)."""

    place: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        lying = [code for code in state.dice[self.place] if kind_of(code) == SORCERY]
        if not lying or not state.level[self.place]:
            return
        for code in lying:
            pools.take_away(state, self.place, code)
        pools.explode(state, self.place, pools.roll_sorcery(state, self.place, events, len(lying)))


# ---- the other steps


class NewAsset(Step["SixWintersState"], frozen=True, tag=True):
    """New assets are drawn and staged (S47)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        for _ in range(state.book.figures.new_assets):
            decks.stage(state, events)


class NewObstacles(Step["SixWintersState"], frozen=True, tag=True):
    """Cards that lie face up are played, then new ones are drawn (S49, S161)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        while state.face_up:
            obstacles.place(state, state.face_up.pop(), events)
        extra = state.book.figures.extra_obstacles[state.players - 1]
        for _ in range(season(state).obstacles + extra):
            decks.draw(state, events)


class Time(Step["SixWintersState"], frozen=True, tag=True):
    """The season goes on, or ends (S51); so a session ends (S123)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        now = season(state)
        over = state.moment >= now.most
        if not over and state.moment >= now.turns:
            over = state.rng.die() in state.book.figures.season_ends
        if not over:
            state.moment += 1
        elif state.season + 1 < len(SEASONS):
            state.season, state.moment = state.season + 1, 1
            note(state, f"{SEASONS[state.season].capitalize()} came.")
            events.append(Told(text=f"It is {SEASONS[state.season]} now.", about=("calendar",)))
        else:
            ending.lost(state, "Fall is over", events)
            return
        state.push(TurnBegins())
