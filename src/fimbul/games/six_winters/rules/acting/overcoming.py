"""Overcoming obstacles, and bearing the stress of scenes (S68 to S75, S79)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Decision, Event, Illegal, Line, Prospect, Question, Step, Told
from fimbul.core.question import Dice as Shown
from fimbul.core.question import Die, Fact
from fimbul.core.wording import closed, listed
from fimbul.games.six_winters.actions import (
    Bear,
    Cancel,
    Done,
    Guard,
    Hinder,
    Join,
    Leave,
    Overcome,
    Stay,
    Use,
)
from fimbul.games.six_winters.events import Rolled
from fimbul.games.six_winters.library.powers import Defend, Hindrance, Preview, Progress, Stash
from fimbul.games.six_winters.library.terms import SKILLS, TRACKS
from fimbul.games.six_winters.model import Attempt
from fimbul.games.six_winters.rules import cards, obstacles, stress
from fimbul.games.six_winters.rules.acting import prospects
from fimbul.games.six_winters.rules.acting.doing import Doing
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.dice import ACTION, CODES, die, names, subsets, value_of
from fimbul.games.six_winters.rules.story import note, scenario

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState

NOTHING = -1  # in the place of an obstacle: a scene


def current(state: SixWintersState) -> Attempt:
    """The attempt that is being made."""
    assert state.attempt is not None
    return state.attempt


def update(state: SixWintersState, **fields: Any) -> None:
    """Something about the attempt changes."""
    state.attempt = msgspec.structs.replace(current(state), **fields)


def skill_of(state: SixWintersState, person: int) -> int:
    """The skill that a character uses in the attempt: the better one of a scene's (S79)."""
    return max(current(state).skills, key=lambda skill: stress.rank(state, person, skill))


def facts(state: SixWintersState, cancelled: tuple[tuple[int, int], ...] = ()) -> tuple[Fact, ...]:
    """Who tries what, the stress dice, rolled or to be rolled, and the defence."""
    attempt = current(state)
    foe = "the scene's stress"
    if attempt.obstacle != NOTHING:
        number = obstacles.in_play(state, attempt.obstacle)
        assert number is not None
        standing = state.standing[number]
        foe = (
            f"{state.book.obstacle_names[attempt.obstacle]}, {standing.progress} progress and "
            f"{standing.hindrance} hindrance of {obstacles.difficulty(state, attempt.obstacle)}"
        )
    who = listed(
        f"{state.name(person)} ({SKILLS[skill_of(state, person)]} "
        f"{stress.rank(state, person, skill_of(state, person))})"
        for person in attempt.people
    )
    left, dice = list(cancelled), []
    for spot, (track, value) in enumerate(attempt.dice):
        gone = (track, value) in left
        if gone:
            left.remove((track, value))
        state_ = "spent" if gone else "hit"
        dice.append(Die(str(value), f"{TRACKS[track]} {value}", TRACKS[track], state_, f"stress:{spot}"))
    if not dice:
        dice = [
            Die("?", f"a {TRACKS[track]} die, not rolled yet", TRACKS[track])
            for track in (0, 1)
            for _ in range(attempt.counts[track])
        ]
    shown: list[Fact] = [Line(who, f"against {foe}")]
    if dice:
        shown.append(Shown("Stress dice", tuple(dice)))
    if attempt.guard:
        shown.append(Shown("Defence", tuple(Die(str(v), f"a {v}", "action") for v in attempt.guard)))
    return tuple(shown)


# ---- beginning


def possible(state: SixWintersState, person: int) -> list[int]:
    """The obstacles that a character can try to overcome: one that could get a token (S68)."""
    someone = state.people[person]
    found = []
    for standing in state.standing:
        if standing.place != someone.place:
            continue
        if not state.options.overcome_again and standing.obstacle in someone.tried:
            continue
        if can_add(state, person, standing.obstacle):
            found.append(standing.obstacle)
    return found


def can_add(state: SixWintersState, person: int, obstacle: int) -> bool:
    """Whether a character has a die or a card that could add a token."""
    dice = state.purse(person).dice
    return any(adds(state, person, obstacle, v) for v in dice) or bool(pushers(state, person, obstacle))


def full(state: SixWintersState, obstacle: int) -> bool:
    """Whether an obstacle has all the hindrance that it can have (S6)."""
    number = obstacles.in_play(state, obstacle)
    assert number is not None
    return state.standing[number].hindrance >= state.book.figures.hindrance_max


def adds(state: SixWintersState, person: int, obstacle: int, value: int) -> bool:
    """Whether a die of a character would add a token."""
    skill = state.book.skill[state.book.obstacles[obstacle].skill]
    return value <= stress.rank(state, person, skill) or not full(state, obstacle)


def pushers(state: SixWintersState, person: int, obstacle: int) -> list[str]:
    """The cards of a character that would add tokens after the stress (S74)."""
    skill = state.book.obstacles[obstacle].skill
    skills, boxes = (state.book.skill[skill],), state.people[person].boxes
    found = []
    for card in cards.stashed(state, person, "overcome"):
        power = state.book.powers[card]
        assert isinstance(power, Stash)
        if power.amount:  # so much progress, whatever the die shows (Mirror of Melting)
            fits = power.skill in ("", skill)
        else:
            fits = adds(state, person, obstacle, value_of(boxes[card][0]))
        if fits:
            found.append(card)
    found += cards.ready(state, person, Progress, skills)
    if not full(state, obstacle):
        found += cards.ready(state, person, Hindrance, skills)
    return found


def ways(state: SixWintersState, person: int) -> list[Overcome]:
    """What a character can try to overcome."""
    return [Overcome(state.id(person), state.book.obstacles[o].id) for o in possible(state, person)]


def why_not(state: SixWintersState, person: int, action: Overcome) -> Illegal:
    """Why an obstacle cannot be tried."""
    obstacle = state.book.obstacle.get(action.obstacle)
    number = None if obstacle is None else obstacles.in_play(state, obstacle)
    if obstacle is None or number is None:
        return Illegal("S68", "That obstacle is not in play.")
    if state.standing[number].place != state.people[person].place:
        where = state.book.locations[state.standing[number].place].name
        return Illegal("S68", f"It is at {where}, and {state.name(person)} is not.")
    if not can_add(state, person, obstacle):
        return Illegal("S68", f"{state.name(person)} has nothing that could add a token to it.")
    return Illegal("S68", "It was tried by this character in this turn.")


def do(state: SixWintersState, person: int, action: Overcome, events: list[Event]) -> None:
    """An overcome action begins."""
    obstacle = state.book.obstacle[action.obstacle]
    card = state.book.obstacles[obstacle]
    skill = state.book.skill[card.skill]
    state.attempt = Attempt(
        obstacle=obstacle, people=(person,), skills=(skill,), counts=(card.psyche, card.body)
    )
    someone = state.people[person]
    someone.tried = (*someone.tried, obstacle)
    told = closed(f"{state.name(person)} takes on {card.name}")
    events.append(Told(text=told, about=(f"obstacle:{obstacle}",)))
    others = [n for n, other in enumerate(state.people) if n != person and other.place == someone.place]
    joining = [
        Joining((state.people[other].seat,), other)
        for other in others
        if state.options.overcome_again or obstacle not in state.people[other].tried
    ]
    state.push(*joining, Brace(), Push(), Judge())


def foresee(state: SixWintersState, person: int, action: Overcome) -> Prospect:
    """What a character's dice would do to an obstacle, and it to them, if nobody joins and no die defends."""
    obstacle = state.book.obstacle[action.obstacle]
    card = state.book.obstacles[obstacle]
    skill = state.book.skill[card.skill]
    pushing = [(person, value) for value in state.purse(person).dice]
    left = prospects.stress_left((), stress.rank(state, person, skill), card.psyche + card.body)
    return Prospect(
        facts=(prospects.tokens(state, obstacle, pushing, skill, "If no die defends"), *left),
        struck=(f"obstacle:{obstacle}",),
    )


OVERCOMING = Doing((Overcome,), ways, why_not, do)


class Joining(Decision["SixWintersState", Join | Stay], frozen=True, tag=True):
    """Whether another character takes part (S69)."""

    person: int

    rule: ClassVar[str] = "S69"
    otherwise: ClassVar[str] = "Say whether your character takes part."

    def question(self, state: SixWintersState, seat: int) -> Question:
        foe = state.book.obstacle_names[current(state).obstacle]
        return ask(
            self,
            state,
            seat,
            f"say whether {state.name(self.person)} joins against {foe}",
            about=(f"obstacle:{current(state).obstacle}",),
            facts=facts(state),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Join | Stay]:
        return [Join(state.id(self.person)), Stay(state.id(self.person))]

    def take(self, state: SixWintersState, action: Join | Stay, seat: int, events: list[Event]) -> None:
        if isinstance(action, Join):
            attempt = current(state)
            update(state, people=(*attempt.people, self.person))
            someone = state.people[self.person]
            someone.tried = (*someone.tried, attempt.obstacle)


# ---- before the roll (S70)


class Brace(Step["SixWintersState"], frozen=True, tag=True):
    """Cards before the roll, then pools and the roll: in the other order with a preview."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        people = current(state).people
        state.push(*(Bracing((state.people[p].seat,), p) for p in people if bracers(state, p)), Pools())


def bracers(state: SixWintersState, person: int) -> list[Use]:
    """The cards that a participant can use before the roll."""
    attempt = current(state)
    id = state.id(person)
    found: list[Use] = []
    if any(attempt.counts):
        for card in cards.ready(state, person, Defend, attempt.skills):
            if all(attempt.counts):
                found += [Use(id, f"{card}-{track}") for track in TRACKS]
            else:
                found.append(Use(id, card))
        if attempt.obstacle != NOTHING and not attempt.preview:
            found += [Use(id, card) for card in cards.ready(state, person, Preview, attempt.skills)]
    return found


class Bracing(Decision["SixWintersState", Use | Done], frozen=True, tag=True):
    """Which cards are used before the roll."""

    person: int

    rule: ClassVar[str] = "S70"
    otherwise: ClassVar[str] = "Use a card that works before the roll, or say that you are done."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            f"choose whether {state.name(self.person)} uses a card before the stress dice are rolled",
            about=(f"person:{self.person}",),
            facts=facts(state),
            labels=(("against", "One {} die fewer"), ("done", "Use no card")),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Use | Done]:
        return [*bracers(state, self.person), Done()]

    def take(self, state: SixWintersState, action: Use | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Done):
            return
        card, _, track = action.card.partition("-")
        someone = state.people[self.person]
        someone.turned = (*someone.turned, card)
        attempt = current(state)
        if isinstance(state.book.powers[card], Preview):
            update(state, preview=True)
        else:
            counts = list(attempt.counts)
            kind = TRACKS.index(track) if track else int(not counts[0])
            counts[kind] -= 1
            update(state, counts=tuple(counts))
        if bracers(state, self.person):
            state.push(self)


class Pools(Step["SixWintersState"], frozen=True, tag=True):
    """Defence pools are made, and stress dice rolled."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        attempt = current(state)
        guards = [
            Guarding((state.people[p].seat,), p)
            for p in pools_of(state, attempt.people)
            if any(attempt.counts) and state.purse(p).dice
        ]
        rest = (*(Parry(p) for p in attempt.people), Fend(), Share())
        if attempt.preview:
            state.push(StressRoll(), *guards, *rest)
        else:
            state.push(*guards, StressRoll(), *rest)


def pools_of(state: SixWintersState, people: tuple[int, ...]) -> tuple[int, ...]:
    """The participants whose dice count: of a shared pool they are those of whoever began (S160)."""
    return people[:1] if state.shared else people


class Guarding(Decision["SixWintersState", Guard], frozen=True, tag=True):
    """A participant's defence pool."""

    person: int

    rule: ClassVar[str] = "S70"
    otherwise: ClassVar[str] = "Name the unspent dice that defend; none is an answer too."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            f"choose the dice of {state.name(self.person)} that defend, from left to right, then confirm",
            about=(f"person:{self.person}",),
            facts=facts(state),
            labels=(("confirm", "Defend with these, or none"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Guard]:
        own = [die(ACTION, value) for value in state.purse(self.person).dice]
        id = state.id(self.person)
        return [Guard(id, ()), *(Guard(id, names(chosen)) for chosen in subsets(own))]

    def foresee(self, state: SixWintersState, seat: int, actions: list[Guard]) -> dict[Guard, Prospect]:
        """What the other dice would still do, and how much stress would be left."""
        attempt = current(state)
        best = max(stress.rank(state, person, skill_of(state, person)) for person in attempt.people)
        rolled = tuple(value for _, value in attempt.dice)
        dice = [(p, v) for p in pools_of(state, attempt.people) for v in state.purse(p).dice]
        found = {}
        for action in actions:
            guard, pushing = attempt.guard, list(dice)
            for name in action.dice:
                guard = (*guard, value_of(CODES[name]))
                pushing.remove((self.person, value_of(CODES[name])))
            told = prospects.stress_left(guard, best, sum(attempt.counts), rolled)
            if attempt.obstacle != NOTHING:
                skill, name = attempt.skills[0], "The other dice push"
                told = (prospects.tokens(state, attempt.obstacle, pushing, skill, name), *told)
            found[action] = Prospect(facts=told)
        return found

    def take(self, state: SixWintersState, action: Guard, seat: int, events: list[Event]) -> None:
        values = [value_of(CODES[name]) for name in action.dice]
        purse = state.purse(self.person)
        for value in values:
            purse.dice.remove(value)
            state.supply[ACTION] += 1
        update(state, guard=tuple(sorted((*current(state).guard, *values))))


# ---- the roll, and what is cancelled (S71, S72)


class StressRoll(Step["SixWintersState"], frozen=True, tag=True):
    """A die is rolled for each stress symbol."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        attempt = current(state)
        dice = [(track, state.rng.die()) for track in (0, 1) for _ in range(attempt.counts[track])]
        update(state, dice=tuple(sorted(dice)))
        shown = tuple(f"{TRACKS[track]} {value}" for track, value in sorted(dice))
        events.append(Rolled(who="Stress", what="rolls", dice=shown))


def harmful(state: SixWintersState) -> list[tuple[int, int]]:
    """The stress dice that would hurt every participant."""
    attempt = current(state)
    best = max(stress.rank(state, person, skill_of(state, person)) for person in attempt.people)
    return [roll for roll in attempt.dice if roll[1] > best]


def cancels(guard: tuple[int, ...], values: list[int]) -> bool:
    """Whether the defence dice can cancel stress dice of these values, one each."""
    free = sorted(guard)
    for value in sorted(values):
        fitting = [own for own in free if own <= value]
        if not fitting:
            return False
        free.remove(fitting[-1])
    return True


class Parry(Step["SixWintersState"], frozen=True, tag=True):
    """Stashed defence dice may be added after the roll (S72)."""

    person: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if parries(state, self.person):
            state.push(Parrying((state.people[self.person].seat,), self.person))


def parries(state: SixWintersState, person: int) -> list[str]:
    """The cards whose stashed die can cancel something, while the pool does not cancel all that hurts."""
    values = [value for _, value in harmful(state)]
    if cancels(current(state).guard, values):
        return []
    boxes, known = state.people[person].boxes, cards.stashed(state, person, "defend")
    return [card for card in known if value_of(boxes[card][0]) <= max(values)]


class Parrying(Decision["SixWintersState", Use | Done], frozen=True, tag=True):
    """Which stashed die joins the defence pool."""

    person: int

    rule: ClassVar[str] = "S72"
    otherwise: ClassVar[str] = "Use a stashed defence die, or say that you are done."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            f"choose whether {state.name(self.person)} adds a stashed die to the defence",
            about=(f"person:{self.person}",),
            facts=facts(state),
            labels=(("done", "Add no die"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Use | Done]:
        id = state.id(self.person)
        return [*(Use(id, card) for card in parries(state, self.person)), Done()]

    def take(self, state: SixWintersState, action: Use | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Done):
            return
        code = cards.spend_box(state, self.person, action.card)[0]
        update(state, guard=tuple(sorted((*current(state).guard, value_of(code)))))
        state.push(Parry(self.person))


class Fend(Step["SixWintersState"], frozen=True, tag=True):
    """The table cancels what hurts, and asks only if not all of it can be (S72)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        attempt = current(state)
        bad = harmful(state)
        if not bad or not any(cancels(attempt.guard, [value]) for _, value in bad):
            return
        if cancels(attempt.guard, [value for _, value in bad]):
            left = list(attempt.dice)
            for roll in bad:
                left.remove(roll)
            update(state, dice=tuple(left))
            return
        state.push(Cancelling((state.people[attempt.people[0]].seat,), ()))


class Cancelling(Decision["SixWintersState", Cancel], frozen=True, tag=True):
    """Which stress dice are cancelled; as many as can be, since it costs nothing (S72)."""

    chosen: tuple[tuple[int, int], ...]

    rule: ClassVar[str] = "S72"
    otherwise: ClassVar[str] = "A defence die cancels a stress die whose value is not below its own."

    def able(self, state: SixWintersState) -> list[tuple[int, int]]:
        """The stress dice that can be cancelled besides those chosen."""
        attempt = current(state)
        taken = [value for _, value in self.chosen]
        bad = harmful(state)
        for roll in self.chosen:
            bad.remove(roll)
        return [roll for roll in dict.fromkeys(bad) if cancels(attempt.guard, [*taken, roll[1]])]

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            "choose the stress dice to cancel; not all of them can be",
            facts=facts(state, self.chosen),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Cancel]:
        return [Cancel(TRACKS[track], value) for track, value in self.able(state)]

    def take(self, state: SixWintersState, action: Cancel, seat: int, events: list[Event]) -> None:
        chosen = (*self.chosen, (TRACKS.index(action.track), action.value))
        again = Cancelling(self.seats, chosen)
        if again.able(state):
            state.push(again)
            return
        left = list(current(state).dice)
        for roll in chosen:
            left.remove(roll)
        update(state, dice=tuple(left))


# ---- who takes what is left (S73)


class Share(Step["SixWintersState"], frozen=True, tag=True):
    """Stress dice that are left hurt those who take them: body dice first, high before low."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        left = sorted(harmful(state), key=lambda roll: (-roll[0], -roll[1]))
        update(state, dice=())
        skill = skill_of(state, current(state).people[0])  # of a scene: the one that defended (S112)
        state.push(*(Blow(track, skill) for track, _ in left))


class Blow(Step["SixWintersState"], frozen=True, tag=True):
    """One stress die hurts somebody."""

    track: int
    skill: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        people = current(state).people
        if len(people) == 1:
            stress.hurt(state, people[0], self.track, self.skill, events)
        else:
            state.push(Bearing((state.spotlight,), self.track, self.skill))


class Bearing(Decision["SixWintersState", Bear], frozen=True, tag=True):
    """Who takes a stress die."""

    track: int
    skill: int

    rule: ClassVar[str] = "S73"
    otherwise: ClassVar[str] = "Choose one of those who take part."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            f"choose who takes 1 {TRACKS[self.track]} stress",
            facts=facts(state),
            labels=(("bear", "{} takes it"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Bear]:
        return [Bear(state.id(person)) for person in current(state).people]

    def take(self, state: SixWintersState, action: Bear, seat: int, events: list[Event]) -> None:
        person = state.person(action.character)
        stress.hurt(state, person, self.track, self.skill, events)


# ---- progress and the result (S74, S75)


class Push(Step["SixWintersState"], frozen=True, tag=True):
    """Every die that does not defend puts a token on the obstacle; then cards may add some."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        attempt = current(state)
        for person in pools_of(state, attempt.people):
            for value in state.purse(person).dice:
                add_token(state, person, value)
        state.push(
            *(
                Pushing((state.people[p].seat,), p)
                for p in attempt.people
                if pushers(state, p, attempt.obstacle)
            )
        )


def add_token(state: SixWintersState, person: int, value: int) -> None:
    """A die of the overcome pool adds progress or hindrance."""
    obstacle = current(state).obstacle
    number = obstacles.in_play(state, obstacle)
    assert number is not None
    standing = state.standing[number]
    if value <= stress.rank(state, person, current(state).skills[0]):
        obstacles.change(state, obstacle, progress=standing.progress + 1)
    else:
        most = state.book.figures.hindrance_max
        obstacles.change(state, obstacle, hindrance=min(most, standing.hindrance + 1))


class Pushing(Decision["SixWintersState", Use | Done], frozen=True, tag=True):
    """Which cards add tokens."""

    person: int

    rule: ClassVar[str] = "S74"
    otherwise: ClassVar[str] = "Use a card that adds progress, or say that you are done."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            f"choose whether {state.name(self.person)} uses a card that adds to the tokens",
            about=(f"person:{self.person}",),
            labels=(("done", "Use no card"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Use | Done]:
        id = state.id(self.person)
        found = pushers(state, self.person, current(state).obstacle)
        return [*(Use(id, card) for card in found), Done()]

    def take(self, state: SixWintersState, action: Use | Done, seat: int, events: list[Event]) -> None:
        if isinstance(action, Done):
            return
        power = state.book.powers[action.card]
        obstacle = current(state).obstacle
        number = obstacles.in_play(state, obstacle)
        assert number is not None
        standing = state.standing[number]
        if isinstance(power, Stash):
            code = cards.spend_box(state, self.person, action.card)[0]
            if power.amount:
                obstacles.change(state, obstacle, progress=standing.progress + power.amount)
            else:
                add_token(state, self.person, value_of(code))
        else:
            someone = state.people[self.person]
            someone.turned = (*someone.turned, action.card)
            if isinstance(power, Progress):
                obstacles.change(state, obstacle, progress=standing.progress + power.amount)
            elif isinstance(power, Hindrance):
                most = state.book.figures.hindrance_max
                obstacles.change(state, obstacle, hindrance=min(most, standing.hindrance + power.amount))
        if pushers(state, self.person, obstacle):
            state.push(self)


class Judge(Step["SixWintersState"], frozen=True, tag=True):
    """Whether the obstacle is overcome, may be hindered, or stays (S75)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        attempt = current(state)
        number = obstacles.in_play(state, attempt.obstacle)
        assert number is not None
        standing = state.standing[number]
        hard = obstacles.difficulty(state, attempt.obstacle)
        first = attempt.people[0]
        if standing.progress >= hard:
            obstacles.leave(state, attempt.obstacle)
            state.people[first].overcome.append(attempt.obstacle)
            name = state.book.obstacles[attempt.obstacle].name
            text = highlight(state, attempt.people, attempt.obstacle)
            note(state, text)
            events.append(Told(text=text, about=(f"obstacle:{attempt.obstacle}",)))
            events.append(Told(text=f"{name} is overcome.", about=(f"obstacle:{attempt.obstacle}",)))
            state.attempt = None
        elif standing.progress + standing.hindrance >= hard and attempt.obstacle not in obstacles.sought(
            state
        ):
            state.push(Hindering((state.people[first].seat,)))
        else:
            state.attempt = None


def highlight(state: SixWintersState, people: tuple[int, ...], obstacle: int) -> str:
    """What is told when an obstacle falls: the scenario's words, or those of its skill (S205)."""
    for known in scenario(state).highlights:
        if known.obstacle == state.book.obstacles[obstacle].id:
            return known.text
    card = state.book.obstacles[obstacle]
    texts = [known.text for known in state.book.figures.highlights if known.skill == card.skill]
    fallen = [other for person in state.people for other in (*person.overcome, *person.played_obstacles)]
    before = sum(state.book.obstacles[other].skill == card.skill for other in fallen)
    who = listed(state.name(person) for person in people)
    text = texts[(scenario(state).year + before) % len(texts)]  # others in another year
    return text.replace("{who}", who).replace("{foe}", card.name)


class Hindering(Decision["SixWintersState", Hinder | Leave], frozen=True, tag=True):
    """Whether the obstacle is hindered."""

    rule: ClassVar[str] = "S75"
    otherwise: ClassVar[str] = "Hinder the obstacle, or leave it."

    def question(self, state: SixWintersState, seat: int) -> Question:
        foe = state.book.obstacle_names[current(state).obstacle]
        labels = (("hinder", f"Hinder {foe}"), ("leave", f"Leave {foe}"))
        return ask(self, state, seat, f"hinder {foe}, or leave it where it is", labels=labels)

    def actions(self, state: SixWintersState, seat: int) -> list[Hinder | Leave]:
        return [Hinder(), Leave()]

    def take(self, state: SixWintersState, action: Hinder | Leave, seat: int, events: list[Event]) -> None:
        obstacle = current(state).obstacle
        state.attempt = None
        if isinstance(action, Hinder):
            obstacles.leave(state, obstacle)
            state.hindered.append(obstacle)
            name = state.book.obstacles[obstacle].name
            events.append(Told(text=f"{name} is hindered.", about=(f"obstacle:{obstacle}",)))
