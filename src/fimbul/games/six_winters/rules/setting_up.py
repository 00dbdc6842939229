"""B. The start of a session (S20 to S32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Question, Step, Told
from fimbul.games.six_winters.actions import Choose, Equip, Learn, Place, Ready
from fimbul.games.six_winters.library.terms import SKILLS
from fimbul.games.six_winters.model import Person
from fimbul.games.six_winters.rules import decks, effects, pools, stress, turn
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.dice import SORCERY
from fimbul.games.six_winters.rules.story import scenario

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState


def person_of(state: SixWintersState, character: int, seat: int) -> Person:
    """A character sits down (S23, S24)."""
    card, figures = state.book.characters[character], state.book.figures
    year = scenario(state).year
    return Person(
        character=character,
        seat=seat,
        skills=list(card.skills),
        psyche=card.psyche,
        body=card.body,
        abilities=0 if state.hard else figures.open_abilities,
        raises=figures.seasoned_skills * (year - 1) if state.campaign is None else 0,
    )


def unlocked(state: SixWintersState, character: int) -> bool:
    """Whether a character can be chosen (S8)."""
    if state.campaign is not None:
        return state.campaign.sheets[character].unlocked
    return state.book.characters[character].unlocked or state.options.all_characters


class Choosing(Decision["SixWintersState", Choose], frozen=True, tag=True):
    """Who plays whom (S23)."""

    rule: ClassVar[str] = "S23"
    otherwise: ClassVar[str] = "Choose an unlocked character that nobody has chosen."

    def question(self, state: SixWintersState, seat: int) -> Question:
        own = len(state.own(seat))
        waiting = sum(isinstance(step, Choosing) and step.seats == (seat,) for step in state.agenda)
        which = f" ({own + 1} of {own + waiting})" if own + waiting > 1 else ""
        return ask(self, state, seat, f"choose a character to play{which}")

    def actions(self, state: SixWintersState, seat: int) -> list[Choose]:
        taken = {person.character for person in state.people}
        return [
            Choose(card.id)
            for number, card in enumerate(state.book.characters)
            if number not in taken and unlocked(state, number)
        ]

    def take(self, state: SixWintersState, action: Choose, seat: int, events: list[Event]) -> None:
        state.people.append(person_of(state, state.book.character[action.character], seat))
        name = state.book.characters[state.people[-1].character].name
        events.append(Told(text=f"{name} will go.", about=(f"person:{len(state.people) - 1}",)))


class Seasoning(Step["SixWintersState"], frozen=True, tag=True):
    """In a later year the group is seasoned: skills are raised, and an archive is there (S32)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        state.people.sort(key=lambda person: person.seat)
        state.push(
            *(Schooling(n) for n, p in enumerate(state.people) for _ in range(p.raises)),
            *(Outfit(number) for number in decks.order(state)),
            SetUp(),
        )
        year = scenario(state).year
        wanted = state.book.figures.seasoned_assets * (year - 1) * state.players
        lasting = [
            number
            for number in state.asset_deck
            if not state.book.assets[number].single and state.book.assets[number].year < year
        ]
        lasting.sort()
        state.rng.shuffle(lasting)
        state.archive = sorted(lasting[:wanted])
        state.asset_deck = [asset for asset in state.asset_deck if asset not in state.archive]


class Schooling(Step["SixWintersState"], frozen=True, tag=True):
    """A character may raise a skill; if all are at their best, the year of training is lost (S23)."""

    person: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        someone = state.people[self.person]
        if min(someone.skills) < state.book.figures.skill_max:
            state.push(Learning((someone.seat,), self.person))


class Learning(Decision["SixWintersState", Learn], frozen=True, tag=True):
    """Which skill is raised."""

    person: int

    rule: ClassVar[str] = "S23"
    otherwise: ClassVar[str] = "Choose a skill below 5."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            f"choose a skill of {state.name(self.person)} to raise by 1",
            about=(f"person:{self.person}",),
            labels=(("learn", "{} learns {}"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Learn]:
        most, skills = state.book.figures.skill_max, state.people[self.person].skills
        return [Learn(state.id(self.person), SKILLS[n]) for n, rank in enumerate(skills) if rank < most]

    def take(self, state: SixWintersState, action: Learn, seat: int, events: list[Event]) -> None:
        skill = state.book.skill[action.skill]
        state.people[self.person].skills[skill] += 1


def outfits(state: SixWintersState, person: int) -> list[int]:
    """The assets of the archive that a character may start with (S25)."""
    someone, book = state.people[person], state.book
    found = []
    for asset in state.archive:
        skill = book.skill[book.assets[asset].skill]
        taken = [book.assets[other] for other in someone.completed]  # single-use ones were given (S178)
        held = sum(book.skill[other.skill] == skill and not other.single for other in taken)
        allowed = max(0, stress.rank(state, person, skill) - book.figures.archive_less)
        if held < allowed + someone.extras.count(skill):
            found.append(asset)
    return found


class Outfit(Step["SixWintersState"], frozen=True, tag=True):
    """A character may take assets from the archive."""

    person: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if outfits(state, self.person):
            state.push(Equipping((state.people[self.person].seat,), self.person))


class Equipping(Decision["SixWintersState", Equip | Ready], frozen=True, tag=True):
    """Which asset a character starts with (S25)."""

    person: int

    rule: ClassVar[str] = "S25"
    otherwise: ClassVar[str] = "Of each skill you may take 2 fewer assets than its rank, and no more."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            f"choose an asset from the archive for {state.name(self.person)} to start with, or be ready",
            about=("archive", f"person:{self.person}"),
            labels=(("equip", "{} starts with {}"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Equip | Ready]:
        id = state.id(self.person)
        return [*(Equip(id, state.book.assets[asset].id) for asset in outfits(state, self.person)), Ready(id)]

    def take(self, state: SixWintersState, action: Equip | Ready, seat: int, events: list[Event]) -> None:
        if isinstance(action, Equip):
            asset = state.book.asset[action.asset]
            state.archive.remove(asset)
            state.people[self.person].completed.append(asset)
            state.push(Outfit(self.person))


class SetUp(Step["SixWintersState"], frozen=True, tag=True):
    """The scenario is set up, the first scene placed, assets staged, dice rolled, characters placed."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        story = scenario(state)
        state.pool = story.hard_pool if state.hard and story.hard_pool else story.pool
        for place in state.locations():
            effects.furnish(state, place, events)
        named = f"The threat is {story.threat}" if story.threat else "The threat pool"
        events.append(Told(text=f"{story.name}. {named}: {state.pool} tokens."))
        if story.introduction:
            events.append(Told(text=story.introduction))
        hard = range(len(story.hard_setup)) if state.hard else range(0)
        state.push(
            *(effects.Do("setup", 0, part) for part in range(len(story.setup))),
            *(effects.Do("hard_setup", 0, part) for part in hard),
            effects.NextScene(0),
            Furnish(),
            FirstRolls(),
            *(Placing((state.people[person].seat,), person) for person in decks.order(state)),
            turn.TurnBegins(),
        )


class Furnish(Step["SixWintersState"], frozen=True, tag=True):
    """Assets are staged (S29)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        for _ in range(state.book.figures.staged * state.players):
            decks.stage(state, events)


class FirstRolls(Step["SixWintersState"], frozen=True, tag=True):
    """Locations and characters get their first dice (S30)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        for place in state.locations():
            if not state.level[place]:
                continue
            if state.makes[place] == SORCERY:
                pools.roll_sorcery(state, place, events, pools.filled_up(state, place))
            else:
                for _ in range(pools.filled_up(state, place)):
                    pools.roll(state, place, state.makes[place], events)
        for number, person in enumerate(state.people):
            person.moves = turn.movement(state, number)
        turn.hand_out(state, state.book.figures.start_dice)
        for number, person in enumerate(state.purses):
            person.dice = sorted(state.rng.die() for _ in person.dice)
            turn.tell_dice(state, number, events)


class Placing(Decision["SixWintersState", Place], frozen=True, tag=True):
    """Where a character starts (S31)."""

    person: int

    rule: ClassVar[str] = "S31"
    otherwise: ClassVar[str] = "Choose a location on the map."

    def question(self, state: SixWintersState, seat: int) -> Question:
        labels = (("place", "{} starts at {}"),)
        about = (f"person:{self.person}",)
        return ask(
            self, state, seat, f"choose where {state.name(self.person)} starts", about=about, labels=labels
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Place]:
        id = state.id(self.person)
        return [Place(id, state.book.locations[place].id) for place in state.locations()]

    def take(self, state: SixWintersState, action: Place, seat: int, events: list[Event]) -> None:
        place = state.book.location[action.location]
        state.people[self.person].place = place
        name = state.book.locations[place].name
        events.append(
            Told(text=f"{state.name(self.person)} starts at {name}.", about=(f"person:{self.person}",))
        )
