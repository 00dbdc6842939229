"""A year of a campaign ends: effects, improvement, archive, burning, the score (S140 to S149)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from fimbul.core import Decision, Ended, Event, Outcome, Question, Step, Told
from fimbul.games.six_winters.actions import BurnAsset, BurnObstacle, Improve
from fimbul.games.six_winters.library.terms import SKILLS
from fimbul.games.six_winters.model import Chapter
from fimbul.games.six_winters.rules import decks, effects
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.campaign.sheets import condition_names
from fimbul.games.six_winters.rules.campaign.years import YearBegins
from fimbul.games.six_winters.rules.story import campaign, note, scenario

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState


class SessionEnds(Step["SixWintersState"], frozen=True, tag=True):
    """The scenario is won or lost: its effects, then what the year leaves behind."""

    won: bool
    why: str

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        state.closed = False
        story, card = campaign(state), scenario(state)
        story.tried.append(card.id)
        figures = state.book.figures
        again = self.won and card.id in story.won  # what it gives was given (S22)
        if self.won:
            story.won.append(card.id)
            story.points += figures.points_difficult if state.hard else figures.points_normal
        write_chapter(state, self.won, self.why)
        if epilogue := card.won if self.won else card.lost:
            events.append(Told(text=epilogue))
        where: effects.When = "win" if self.won else "loss"
        parts = () if again else card.win if self.won else card.loss
        state.push(*(effects.Do(where, 0, part) for part in range(len(parts))), Aftermath(self.won))


class Aftermath(Step["SixWintersState"], frozen=True, tag=True):
    """What follows the effects of the end: the end of the campaign, or of the year."""

    won: bool

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if scenario(state).finale:
            state.push(Finale(self.won))
            return
        state.push(
            *(ImproveSkill(person) for person in range(len(state.people))),
            Archive(),
            *(Burn(person) for person in decks.order(state)),
            Close(),
            YearEnds(),
        )


class Finale(Step["SixWintersState"], frozen=True, tag=True):
    """The campaign is over (S147 to S149)."""

    won: bool

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        finish_chapter(state)
        total = score(state)
        word = "won" if self.won else "lost"
        rule = "S147"
        reason = f"The campaign is {word}, with {total} points: {title(state, total)}."
        state.outcome = Outcome((float(self.won),) * state.seats, rule, reason, (total,) * state.seats)
        events.append(Ended(rule=rule, reason=reason))


def score(state: SixWintersState) -> int:
    """The campaign score (S148)."""
    story, figures = campaign(state), state.book.figures
    levels = [state.level[place] for place in state.locations()]
    return (
        story.points
        + figures.points_base * levels.count(1)
        + figures.points_improved * levels.count(2)
        + figures.points_asset * len(story.archive)
    )


def title(state: SixWintersState, total: int) -> str:
    """The title for a score (S149)."""
    names = [entry.name for entry in state.book.figures.titles if total >= entry.least]
    return names[-1] if names else state.book.figures.titles[0].name


def write_chapter(state: SixWintersState, won: bool, why: str) -> None:
    """The year goes into the chronicle, and into the journals (S145)."""
    story, book = campaign(state), state.book
    card = scenario(state)
    built = [book.asset_names[a] for p in state.people for a in (*p.completed, *p.played_assets)]
    overcome = [book.obstacle_names[o] for p in state.people for o in (*p.overcome, *p.played_obstacles)]
    story.chronicle.append(
        Chapter(
            year=story.year,
            scenario=card.id,
            hard=state.hard,
            won=won,
            why=why,
            characters=tuple(state.name(person) for person in range(len(state.people))),
            built=tuple(built),
            overcome=tuple(overcome),
            winter=tuple(story.winter),
            scenes=tuple(state.scenes),
            last=tuple(state.tale),
        )
    )
    state.tale, story.winter = [], []
    for person in state.people:
        journal = story.sheets[person.character].journal
        journal.append(f"Year {story.year}: {card.name}, {'won' if won else 'lost'}")


def finish_chapter(state: SixWintersState) -> None:
    """What came of the year goes into its chapter."""
    chronicle = campaign(state).chronicle
    chronicle[-1] = msgspec.structs.replace(chronicle[-1], after=tuple(state.tale))
    state.tale = []


class ImproveSkill(Step["SixWintersState"], frozen=True, tag=True):
    """The skill that stands on most of a character's cards goes up (S140)."""

    person: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        best = improvable(state, self.person)
        if len(best) == 1:
            improve(state, self.person, best[0], events)
        elif best:
            state.push(Improving((state.people[self.person].seat,), self.person))


def improvable(state: SixWintersState, person: int) -> list[int]:
    """The most common skills on a character's cards that are not at their best yet."""
    someone, book = state.people[person], state.book
    counts = [0] * len(SKILLS)
    for asset in (*someone.completed, *someone.played_assets):
        counts[book.skill[book.assets[asset].skill]] += 1
    for obstacle in (*someone.overcome, *someone.played_obstacles):
        counts[book.skill[book.obstacles[obstacle].skill]] += 1
    open_ = [n for n, rank in enumerate(someone.skills) if rank < book.figures.skill_max and counts[n]]
    most = max((counts[n] for n in open_), default=0)
    return [n for n in open_ if counts[n] == most]


def improve(state: SixWintersState, person: int, skill: int, events: list[Event]) -> None:
    """A skill goes up."""
    state.people[person].skills[skill] += 1
    story = campaign(state)
    journal = story.sheets[state.people[person].character].journal
    journal.append(f"Year {story.year}: improves {SKILLS[skill]}")
    note(state, f"{state.name(person)} was better at {SKILLS[skill]} after that year.")
    events.append(Told(text=f"{state.name(person)} improves {SKILLS[skill]}.", about=(f"person:{person}",)))


class Improving(Decision["SixWintersState", Improve], frozen=True, tag=True):
    """Which of several skills is improved."""

    person: int

    rule: ClassVar[str] = "S140"
    otherwise: ClassVar[str] = "Choose one of the skills that are most common on the character's cards."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            f"choose the skill that {state.name(self.person)} improves",
            about=(f"person:{self.person}",),
            labels=(("improve", "{} improves {}"),),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Improve]:
        return [Improve(state.id(self.person), SKILLS[skill]) for skill in improvable(state, self.person)]

    def take(self, state: SixWintersState, action: Improve, seat: int, events: list[Event]) -> None:
        improve(state, self.person, state.book.skill[action.skill], events)


class Archive(Step["SixWintersState"], frozen=True, tag=True):
    """Completed lasting assets go to the archive (S141)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        story = campaign(state)
        lasting = [a for p in state.people for a in p.completed if not state.book.assets[a].single]
        # What a scene or scenario put into the archive lies in the session's own one.
        story.archive = sorted({*state.archive, *lasting})


def single(state: SixWintersState) -> list[int]:
    """The single-use assets of the session that can still be burned."""
    burned = campaign(state).burned_assets
    found = [a for p in state.people for a in (*p.completed, *p.played_assets) if state.book.assets[a].single]
    return sorted(asset for asset in found if asset not in burned)


def beaten(state: SixWintersState) -> list[int]:
    """The overcome obstacles of the session that can still be burned."""
    found = [o for p in state.people for o in (*p.overcome, *p.played_obstacles)]
    return sorted(obstacle for obstacle in found if obstacle not in state.burned)


class Burn(Step["SixWintersState"], frozen=True, tag=True):
    """A player burns an asset and an obstacle (S141)."""

    person: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        seat, figures = state.people[self.person].seat, state.book.figures
        state.push(
            *(BurnNext(seat, "asset") for _ in range(figures.burned_assets)),
            *(BurnNext(seat, "obstacle") for _ in range(figures.burned_obstacles)),
        )


class BurnNext(Step["SixWintersState"], frozen=True, tag=True):
    """One card is burned, if there is any of its kind."""

    seat: int
    kind: str

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if self.kind == "asset" and single(state):
            state.push(BurningAsset((self.seat,)))
        elif self.kind == "obstacle" and beaten(state):
            state.push(BurningObstacle((self.seat,)))


class BurningAsset(Decision["SixWintersState", BurnAsset], frozen=True, tag=True):
    """Which asset is burned."""

    rule: ClassVar[str] = "S141"
    otherwise: ClassVar[str] = "Choose a completed single-use asset of the session."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(self, state, seat, "choose an asset to burn")

    def actions(self, state: SixWintersState, seat: int) -> list[BurnAsset]:
        return [BurnAsset(state.book.assets[asset].id) for asset in single(state)]

    def take(self, state: SixWintersState, action: BurnAsset, seat: int, events: list[Event]) -> None:
        asset = state.book.asset[action.asset]
        campaign(state).burned_assets.append(asset)
        events.append(Told(text=f"{state.book.assets[asset].name} is burned."))


class BurningObstacle(Decision["SixWintersState", BurnObstacle], frozen=True, tag=True):
    """Which obstacle is burned."""

    rule: ClassVar[str] = "S141"
    otherwise: ClassVar[str] = "Choose an overcome obstacle of the session."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(self, state, seat, "choose an obstacle to burn")

    def actions(self, state: SixWintersState, seat: int) -> list[BurnObstacle]:
        return [BurnObstacle(state.book.obstacles[obstacle].id) for obstacle in beaten(state)]

    def take(self, state: SixWintersState, action: BurnObstacle, seat: int, events: list[Event]) -> None:
        obstacle = state.book.obstacle[action.obstacle]
        state.burned.append(obstacle)
        events.append(Told(text=f"{state.book.obstacles[obstacle].name} is burned."))


class Close(Step["SixWintersState"], frozen=True, tag=True):
    """Sheets are written, and a threat is removed everywhere (S142, S145)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        story = campaign(state)
        finish_chapter(state)
        for person in state.people:
            sheet = story.sheets[person.character]
            sheet.skills = list(person.skills)
            sheet.conditions, sheet.curses = list(person.conditions), list(person.curses)
            if names := [name for name, _ in condition_names(state, sheet)]:
                sheet.journal.append(f"Year {story.year}: {', '.join(names)}")
        for place in range(len(state.threats)):
            state.threats[place] = max(0, state.threats[place] - state.book.figures.threats_removed)


class YearEnds(Step["SixWintersState"], frozen=True, tag=True):
    """The next year begins (S146)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        campaign(state).year += 1
        state.push(YearBegins())
