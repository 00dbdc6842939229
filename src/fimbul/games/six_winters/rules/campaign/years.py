"""A year of a campaign begins: scenario, winter, characters, decks (S20 to S26, S131, S132, S178)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Question, Step, Told
from fimbul.games.six_winters.actions import Clear, Grant, On, Scenario
from fimbul.games.six_winters.model import Building
from fimbul.games.six_winters.rules import decks, setting_up
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.campaign.sheets import assets_of, condition_names, cure, deck
from fimbul.games.six_winters.rules.campaign.winter import HomeForWinter, WinterBegins, Wintering, drugs
from fimbul.games.six_winters.rules.story import campaign

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState

EMPTY = -1
MODES = ("normal", "difficult")


class YearBegins(Step["SixWintersState"], frozen=True, tag=True):
    """The table is cleared, and the year's scenario chosen."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        story, seats = campaign(state), state.seats
        state.spotlight = (story.year - 1) % seats
        clear_table(state)
        story.home = []
        events.append(Told(text=f"Year {story.year} of {state.book.figures.years} begins."))
        state.push(ChoosingScenario((state.spotlight,)))


def clear_table(state: SixWintersState) -> None:
    """All dice, cards and characters leave the table; the map, production and threats stay (S141, S142)."""
    state.archive = list(campaign(state).archive)
    state.people, state.staged, state.standing, state.discard = [], [], [], []
    state.hindered, state.face_up, state.known, state.ended, state.played = [], [], [], [], []
    state.dice = [()] * len(state.dice)
    state.supply = [state.options.resource_dice] * 6 + [state.options.action_dice]
    state.season, state.moment, state.scene, state.scene_place, state.pool = 0, 1, 0, -1, 0
    state.attempt, state.scenes, state.tale, state.extra = None, [], [], 0
    state.words, state.shown, state.weight = [], [], []


def gather(state: SixWintersState) -> None:
    """The cards of the year before lie in its decks again (S20, S141).

    That is done when the scenario has been chosen: until then one can see what was left of the decks.
    """
    before = max(1, campaign(state).year - 1)
    state.asset_deck, state.obstacle_deck = assets_of(state, before), deck(state, before)


def choices(state: SixWintersState) -> list[str]:
    """The scenarios that can be chosen this year (S22)."""
    story = campaign(state)
    found = []
    for card in state.book.scenarios:
        if card.year > story.year or card.finale != (story.year == state.book.figures.years):
            continue
        repeat = state.options.repeat
        if card.id in story.won and repeat != "always":
            continue
        if card.id in story.tried and repeat == "never":
            continue
        found.append(card.id)
    return found


class ChoosingScenario(Decision["SixWintersState", Scenario], frozen=True, tag=True):
    """Which scenario is played, and how (S22)."""

    rule: ClassVar[str] = "S22"
    otherwise: ClassVar[str] = "Choose a scenario that can be played this year, normal or difficult."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self, state, seat, "choose the scenario of the year, and how hard it is", about=("scenarios",)
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Scenario]:
        return [Scenario(id, mode) for id in choices(state) for mode in MODES]

    def take(self, state: SixWintersState, action: Scenario, seat: int, events: list[Event]) -> None:
        story, book = campaign(state), state.book
        state.story, state.hard = action.id, action.mode == "difficult"
        gather(state)
        card = book.scenarios[book.scenario[action.id]]
        events.append(Told(text=f"The scenario is {card.name}, {action.mode}."))
        if (
            card.finale
            and sum(state.level[place] for place in state.locations()) < book.figures.finale_levels
        ):
            state.extra = book.figures.finale_points
        winters: list[Step[SixWintersState]] = []
        if story.year > 1:
            reserve = [n for n, sheet in enumerate(story.sheets) if sheet.unlocked and not sheet.active]
            for character in reserve:
                winters.append(Wintering((state.spotlight,), character))
                if state.options.winter_actions:
                    winters.append(WinterBegins(character))
            took_part = sum(sheet.active for sheet in story.sheets)
            winters += [HomeForWinter() for _ in range(took_part - len(reserve))]
        owners = [0] * book.figures.solo_characters if state.seats == 1 else list(range(state.seats))
        first = state.spotlight if state.seats > 1 else 0
        order = [owners[(first + step) % len(owners)] for step in range(len(owners))]
        state.push(*winters, *(setting_up.Choosing((seat,)) for seat in order), Departure())


# ---- characters come (S23 to S26)


class Departure(Step["SixWintersState"], frozen=True, tag=True):
    """Training and rest are applied, extras given and starting assets taken; then the scenario is set up."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        story = campaign(state)
        state.people.sort(key=lambda person: person.seat)
        for sheet in story.sheets:
            sheet.active = False
        steps: list[Step[SixWintersState]] = []
        for number, person in enumerate(state.people):
            sheet = story.sheets[person.character]
            sheet.active = True
            person.skills, person.psyche, person.body = list(sheet.skills), sheet.psyche, sheet.body
            person.conditions, person.curses = list(sheet.conditions), list(sheet.curses)
            steps += [setting_up.Schooling(number) for _ in range(sheet.training)]
            steps += [Rested(number) for _ in range(sheet.resting)]
            sheet.training = sheet.resting = 0
        steps += [Foraging((state.spotlight,), giver, skill) for giver, skill in story.foraged]
        steps += [Smuggle() for _ in range(story.smuggled)]
        story.foraged, story.smuggled = [], 0
        outfits = [setting_up.Outfit(person) for person in decks.order(state)]
        state.push(*steps, *outfits, NewCards(), setting_up.SetUp())


class NewCards(Step["SixWintersState"], frozen=True, tag=True):
    """The cards of the year join the decks, which are shuffled (S26)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        year = campaign(state).year
        given = {asset for person in state.people for asset in person.completed}
        given |= {begun.asset for person in state.people for begun in person.building}
        state.asset_deck = [asset for asset in assets_of(state, year) if asset not in given]
        state.obstacle_deck = deck(state, year)
        state.rng.shuffle(state.asset_deck)
        state.rng.shuffle(state.obstacle_deck)
        state.fresh = True


class Rested(Step["SixWintersState"], frozen=True, tag=True):
    """A year of rest clears a condition or a curse, if there is any (S132)."""

    person: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if condition_names(state, state.people[self.person]):
            state.push(Clearing((state.people[self.person].seat,), self.person))


class Clearing(Decision["SixWintersState", Clear], frozen=True, tag=True):
    """Which condition or curse rest clears."""

    person: int

    rule: ClassVar[str] = "S132"
    otherwise: ClassVar[str] = "Choose a condition or a curse of the character."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(
            self,
            state,
            seat,
            f"choose the condition or curse that {state.name(self.person)} gets rid of",
            about=(f"person:{self.person}",),
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Clear]:
        id = state.id(self.person)
        return [Clear(id, name) for name, _ in condition_names(state, state.people[self.person])]

    def take(self, state: SixWintersState, action: Clear, seat: int, events: list[Event]) -> None:
        someone = state.people[self.person]
        cure(someone, dict(condition_names(state, someone))[action.condition])


class Foraging(Decision["SixWintersState", On], frozen=True, tag=True):
    """Who may take one more asset of a skill: not the giver (S178)."""

    giver: int
    skill: str

    rule: ClassVar[str] = "S178"
    otherwise: ClassVar[str] = "Choose another character of this session."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(self, state, seat, f"choose who may take one more {self.skill} asset")

    def actions(self, state: SixWintersState, seat: int) -> list[On]:
        people = enumerate(state.people)
        return [On(state.id(number)) for number, person in people if person.character != self.giver]

    def take(self, state: SixWintersState, action: On, seat: int, events: list[Event]) -> None:
        person = state.person(action.character)
        state.people[person].extras.append(state.book.skill[self.skill])


class Smuggle(Step["SixWintersState"], frozen=True, tag=True):
    """A character starts with a drug in progress, from the deck (S178)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if drugs(state):
            state.push(Smuggling((state.spotlight,)))


class Smuggling(Decision["SixWintersState", Grant], frozen=True, tag=True):
    """Who starts with which drug."""

    rule: ClassVar[str] = "S178"
    otherwise: ClassVar[str] = "Choose a character and a drug."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(self, state, seat, "choose who starts with which asset in progress")

    def actions(self, state: SixWintersState, seat: int) -> list[Grant]:
        assets = [state.book.assets[asset].id for asset in drugs(state)]
        return [Grant(state.id(person), asset) for person in range(len(state.people)) for asset in assets]

    def take(self, state: SixWintersState, action: Grant, seat: int, events: list[Event]) -> None:
        asset = state.book.asset[action.asset]
        for pile in (state.archive, state.asset_deck):
            if asset in pile:
                pile.remove(asset)
        slots = len(state.book.assets[asset].slots)
        state.people[state.person(action.character)].building.append(Building(asset, (EMPTY,) * slots))
