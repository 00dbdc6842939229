"""H. The campaign: six years, with a winter between them (S130 to S150)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from fimbul.core import Decision, Event, Outcome, Step
from fimbul.games.six_winters import effects, obstacles, setting_up, stress, turn
from fimbul.games.six_winters.actions import (
    At,
    BurnAsset,
    BurnObstacle,
    Clear,
    Grant,
    Improve,
    Learn,
    NoAction,
    On,
    Scenario,
    Winter,
)
from fimbul.games.six_winters.actions import WinterAction as TakeAction
from fimbul.games.six_winters.cards import SKILLS, TRACKS
from fimbul.games.six_winters.events import Ended, Told

if TYPE_CHECKING:
    from fimbul.games.six_winters.cards import WinterAction
    from fimbul.games.six_winters.state import SixWintersState

MODES = ("normal", "difficult")
WAYS = ("train", "rest")


class Sheet(msgspec.Struct, kw_only=True):
    """What is written of a character from year to year."""

    unlocked: bool
    skills: list[int]
    psyche: int
    body: int
    conditions: list[tuple[int, int]] = msgspec.field(default_factory=list)
    curses: list[int] = msgspec.field(default_factory=list)
    training: int = 0
    resting: int = 0
    winters: list[str] = msgspec.field(default_factory=list)  # besides the own one
    active: bool = False  # took part in the year before
    journal: list[str] = msgspec.field(default_factory=list)


class SceneTold(msgspec.Struct, frozen=True):
    """A scene of the chronicle: what was played, and what was said by whom."""

    name: str
    place: str
    cards: tuple[str, ...]
    words: tuple[tuple[str, str], ...]


class Chapter(msgspec.Struct, frozen=True):
    """A year of the chronicle (S145)."""

    year: int
    scenario: str
    hard: bool
    won: bool
    why: str
    characters: tuple[str, ...]
    built: tuple[str, ...]
    overcome: tuple[str, ...]
    scenes: tuple[SceneTold, ...]


class Campaign(msgspec.Struct, kw_only=True):
    """What goes on from year to year, besides the map."""

    sheets: list[Sheet]  # by character
    year: int = 1
    burned_assets: list[int] = msgspec.field(default_factory=list)
    joined: list[int] = msgspec.field(default_factory=list)  # locked obstacles that belong to the deck now
    archive: list[int] = msgspec.field(default_factory=list)
    won: list[str] = msgspec.field(default_factory=list)
    tried: list[str] = msgspec.field(default_factory=list)
    common: list[str] = msgspec.field(default_factory=list)  # winter actions that everybody has
    foraged: list[tuple[int, str]] = msgspec.field(default_factory=list)  # extras: who gives, the skill
    smuggled: int = 0
    points: int = 0  # for scenarios that were won
    chronicle: list[Chapter] = msgspec.field(default_factory=list)


def sheets(state: SixWintersState) -> list[Sheet]:
    """A new sheet for every character."""
    return [
        Sheet(
            unlocked=card.unlocked or state.options.all_characters,
            skills=list(card.skills),
            psyche=card.psyche,
            body=card.body,
        )
        for card in state.book.characters
    ]


def campaign(state: SixWintersState) -> Campaign:
    """The campaign that is played."""
    assert state.campaign is not None
    return state.campaign


# ---- a year begins (S20 to S26)


class YearBegins(Step, frozen=True, tag=True):
    """The table is cleared, and the year's scenario chosen."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        story, seats = campaign(state), state.seats
        state.spotlight = (story.year - 1) % seats
        clear_table(state)
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
    state.attempt, state.scenes, state.words, state.shown, state.extra = None, [], [], [], 0


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


class ChoosingScenario(Decision, frozen=True, tag=True):
    """Which scenario is played, and how (S22)."""

    rule: ClassVar[str] = "S22"
    otherwise: ClassVar[str] = "Choose a scenario that can be played this year, normal or difficult."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        return [Scenario(id, mode) for id in choices(state) for mode in MODES]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        action = next(iter(answers.values()))
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
        winters = []
        if story.year > 1:
            reserve = [n for n, sheet in enumerate(story.sheets) if sheet.unlocked and not sheet.active]
            for character in reserve:
                winters.append(Wintering((state.spotlight,), character))
                if state.options.winter_actions:
                    winters.append(WinterBegins(character))  # type: ignore[arg-type]
        owners = [0] * book.figures.solo_characters if state.seats == 1 else list(range(state.seats))
        first = state.spotlight if state.seats > 1 else 0
        order = [owners[(first + step) % len(owners)] for step in range(len(owners))]
        state.push(*winters, *(setting_up.Choosing((seat,)) for seat in order), Departure())


def actions_of(state: SixWintersState, character: int) -> list[WinterAction]:
    """The winter actions that a character has and could take now (S133)."""
    story, book = campaign(state), state.book
    names = [book.characters[character].winter, *story.sheets[character].winters, *story.common]
    found = [book.winter[name] for name in dict.fromkeys(names)]
    return [action for action in found if targets(state, character, action)]


def in_reserve(state: SixWintersState, but: int) -> list[int]:
    """The other characters in reserve."""
    return [
        n
        for n, sheet in enumerate(campaign(state).sheets)
        if sheet.unlocked and not sheet.active and n != but
    ]


def deck(state: SixWintersState, year: int) -> list[int]:
    """The obstacles of the deck in a year (S26)."""
    story = campaign(state)
    return [
        number
        for number, card in enumerate(state.book.obstacles)
        if (0 < card.year <= year or number in story.joined) and number not in state.burned
    ]


def assets_of(state: SixWintersState, year: int) -> list[int]:
    """The assets of the deck in a year (S26)."""
    story = campaign(state)
    gone = {*story.burned_assets, *story.archive}
    return [n for n, card in enumerate(state.book.assets) if 0 < card.year <= year and n not in gone]


def condition_names(state: SixWintersState, sheet: Any) -> list[tuple[str, int]]:
    """The conditions and curses on a sheet: how each is called, and its place; curses count on."""
    figures = state.book.figures
    names: list[tuple[str, int]] = []
    seen = [0, 0]
    for place, (track, _) in enumerate(sheet.conditions):
        row = figures.psyche_conditions if track == 0 else figures.body_conditions
        names.append((row[seen[track]].lower(), place))
        seen[track] += 1
    return names + [(f"curse-{SKILLS[skill]}", -1 - skill) for skill in sheet.curses]


def cure(sheet: Any, place: int) -> None:
    """A condition or a curse is cleared."""
    if place >= 0:
        del sheet.conditions[place]
    else:
        sheet.curses.remove(-1 - place)


def targets(state: SixWintersState, character: int, action: WinterAction) -> list[Any]:
    """Every way to carry out a winter action (S178)."""
    story, book = campaign(state), state.book
    others = in_reserve(state, character)
    match action.do:
        case "burn":
            cards = [book.obstacles[number] for number in sorted(state.obstacle_deck)]
            return [
                BurnObstacle(card.id)
                for card in cards
                if any(obstacles.has_tag(state, card, tag) for tag in action.tags)
            ]
        case "clear":
            if action.track == "curse" and state.options.cleaving == "nothing":
                return []
            who = [n for n, sheet in enumerate(story.sheets) if sheet.unlocked] if action.anybody else others
            found = []
            for number in who:
                for name, place in condition_names(state, story.sheets[number]):
                    track = "curse" if place < 0 else TRACKS[story.sheets[number].conditions[place][0]]
                    if track == action.track:
                        found.append(Clear(book.characters[number].id, name))
            return found
        case "harden":
            most = book.figures.track_max
            return [On(book.characters[n].id) for n in others if story.sheets[n].body < most]
        case "teach":
            teacher = story.sheets[character]
            return [
                Learn(book.characters[n].id, skill)
                for n in others
                for skill in action.skills
                if story.sheets[n].skills[book.skill[skill]]
                < stress.rank_of(state, teacher, book.skill[skill])
            ]
        case "build":
            kind = book.resource[action.resource]
            return [
                At(book.locations[place].id)
                for place in state.locations()
                if not state.level[place] or (state.makes[place] == kind and state.level[place] == 1)
            ]
        case "smuggle" if not drugs(state):
            return []
        case _:
            return [TakeAction(book.characters[character].id, action.id)]


class Wintering(Decision, frozen=True, tag=True):
    """A character in reserve trains or rests (S131, S132)."""

    character: int

    rule: ClassVar[str] = "S130"
    otherwise: ClassVar[str] = "Say whether the character trains or rests."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        return [Winter(state.book.characters[self.character].id, way) for way in WAYS]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        action = next(iter(answers.values()))
        sheet = campaign(state).sheets[self.character]
        if action.way == "train":
            sheet.training += 1
        else:
            sheet.resting += 1
        name = state.book.characters[self.character].name
        sheet.journal.append(f"Year {campaign(state).year - 1}: {action.way}")
        events.append(Told(text=f"{name} {'trains' if action.way == 'train' else 'rests'}."))


class WinterBegins(Step, frozen=True, tag=True):
    """A character in reserve may take a winter action, if it has one with a target."""

    character: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if actions_of(state, self.character):
            state.push(WinterActing((state.spotlight,), self.character))


class WinterActing(Decision, frozen=True, tag=True):
    """Which winter action is taken (S133)."""

    character: int

    rule: ClassVar[str] = "S133"
    otherwise: ClassVar[str] = "Choose a winter action that the character has and that has a target, or none."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        id = state.book.characters[self.character].id
        return [*(TakeAction(id, action.id) for action in actions_of(state, self.character)), NoAction(id)]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        action = next(iter(answers.values()))
        if isinstance(action, NoAction):
            return
        card, story = state.book.winter[action.action], campaign(state)
        events.append(Told(text=f"{state.book.characters[self.character].name}: {card.name}."))
        if card.do == "forage":
            story.foraged += [(self.character, skill) for skill in card.skills]
        elif card.do == "smuggle":
            story.smuggled += 1
        else:
            state.push(WinterAiming((state.spotlight,), self.character, card.id))


class WinterAiming(Decision, frozen=True, tag=True):
    """The target of a winter action (S178)."""

    character: int
    action: str

    rule: ClassVar[str] = "S178"
    otherwise: ClassVar[str] = "Choose a target of the winter action."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        return targets(state, self.character, state.book.winter[self.action])

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        answer = next(iter(answers.values()))
        story, book = campaign(state), state.book
        match answer:
            case BurnObstacle(id):
                effects.burn(state, book.obstacle[id], False, events)
            case Clear(character, condition):
                sheet = story.sheets[book.character[character]]
                cure(sheet, dict(condition_names(state, sheet))[condition])
            case On(character):
                story.sheets[book.character[character]].body += 1
            case Learn(character, skill):
                story.sheets[book.character[character]].skills[book.skill[skill]] += 1
            case At(location):
                place = book.location[location]
                state.makes[place] = book.resource[book.winter[self.action].resource]
                state.level[place] += 1


# ---- characters come (S23 to S26)


class Departure(Step, frozen=True, tag=True):
    """Training and rest are applied, extras given and starting assets taken; then the scenario is set up."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        story = campaign(state)
        state.people.sort(key=lambda person: person.seat)
        for sheet in story.sheets:
            sheet.active = False
        steps: list[Step] = []
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
        outfits = [setting_up.Outfit(person) for person in turn.order(state)]
        state.push(*steps, *outfits, NewCards(), setting_up.SetUp())


class NewCards(Step, frozen=True, tag=True):
    """The cards of the year join the decks, which are shuffled (S26)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        year = campaign(state).year
        given = {asset for person in state.people for asset in person.completed}
        state.asset_deck = [asset for asset in assets_of(state, year) if asset not in given]
        state.obstacle_deck = deck(state, year)
        state.rng.shuffle(state.asset_deck)
        state.rng.shuffle(state.obstacle_deck)
        state.fresh = True


class Rested(Step, frozen=True, tag=True):
    """A year of rest clears a condition or a curse, if there is any (S132)."""

    person: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if condition_names(state, state.people[self.person]):
            state.push(Clearing((state.people[self.person].seat,), self.person))


class Clearing(Decision, frozen=True, tag=True):
    """Which condition or curse rest clears."""

    person: int

    rule: ClassVar[str] = "S132"
    otherwise: ClassVar[str] = "Choose a condition or a curse of the character."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        id = state.id(self.person)
        return [Clear(id, name) for name, _ in condition_names(state, state.people[self.person])]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        someone = state.people[self.person]
        cure(someone, dict(condition_names(state, someone))[next(iter(answers.values())).condition])


class Foraging(Decision, frozen=True, tag=True):
    """Who may take one more asset of a skill: not the giver (S178)."""

    giver: int
    skill: str

    rule: ClassVar[str] = "S178"
    otherwise: ClassVar[str] = "Choose another character of this session."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        people = enumerate(state.people)
        return [On(state.id(number)) for number, person in people if person.character != self.giver]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        person = state.person(next(iter(answers.values())).character)
        state.people[person].extras.append(state.book.skill[self.skill])


class Smuggle(Step, frozen=True, tag=True):
    """A character starts with a drug, from the archive or the deck (S178)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if drugs(state):
            state.push(Smuggling((state.spotlight,)))


def drugs(state: SixWintersState) -> list[int]:
    """The drugs in the archive and the deck."""
    return [a for a in sorted(state.archive + state.asset_deck) if "drug" in state.book.assets[a].tags]


class Smuggling(Decision, frozen=True, tag=True):
    """Who starts with which drug."""

    rule: ClassVar[str] = "S178"
    otherwise: ClassVar[str] = "Choose a character and a drug."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        assets = [state.book.assets[asset].id for asset in drugs(state)]
        return [Grant(state.id(person), asset) for person in range(len(state.people)) for asset in assets]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        action = next(iter(answers.values()))
        asset = state.book.asset[action.asset]
        for pile in (state.archive, state.asset_deck):
            if asset in pile:
                pile.remove(asset)
        state.people[state.person(action.character)].completed.append(asset)


# ---- a session ends (S140 to S149)


class SessionEnds(Step, frozen=True, tag=True):
    """The scenario is won or lost: its effects, then what the year leaves behind."""

    won: bool
    why: str

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        state.closed = False
        story, card = campaign(state), effects.scenario(state)
        story.tried.append(card.id)
        figures = state.book.figures
        again = self.won and card.id in story.won  # what it gives was given (S22)
        if self.won:
            story.won.append(card.id)
            story.points += figures.points_difficult if state.hard else figures.points_normal
        write_chapter(state, self.won, self.why)
        where = "win" if self.won else "loss"
        parts = () if again else card.win if self.won else card.loss
        state.push(*(effects.Do(where, 0, part) for part in range(len(parts))), Aftermath(self.won))


class Aftermath(Step, frozen=True, tag=True):
    """What follows the effects of the end: the end of the campaign, or of the year."""

    won: bool

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if effects.scenario(state).finale:
            state.push(Finale(self.won))
            return
        state.push(
            *(ImproveSkill(person) for person in range(len(state.people))),
            Archive(),
            *(Burn(person) for person in turn.order(state)),
            Close(),
            YearEnds(),
        )


class Finale(Step, frozen=True, tag=True):
    """The campaign is over (S147 to S149)."""

    won: bool

    def run(self, state: SixWintersState, events: list[Event]) -> None:
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
    card = effects.scenario(state)
    built = [
        book.assets[asset].name
        for person in state.people
        for asset in (*person.completed, *person.played_assets)
    ]
    beaten = [
        book.obstacles[o].name
        for person in state.people
        for o in (*person.overcome, *person.played_obstacles)
    ]
    story.chronicle.append(
        Chapter(
            story.year,
            card.name,
            state.hard,
            won,
            why,
            tuple(state.name(person) for person in range(len(state.people))),
            tuple(built),
            tuple(beaten),
            tuple(state.scenes),
        )
    )
    for person in state.people:
        journal = story.sheets[person.character].journal
        journal.append(f"Year {story.year}: {card.name}, {'won' if won else 'lost'}")


class ImproveSkill(Step, frozen=True, tag=True):
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
    events.append(Told(text=f"{state.name(person)} improves {SKILLS[skill]}.", about=(f"person:{person}",)))


class Improving(Decision, frozen=True, tag=True):
    """Which of several skills is improved."""

    person: int

    rule: ClassVar[str] = "S140"
    otherwise: ClassVar[str] = "Choose one of the skills that are most common on the character's cards."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        return [Improve(state.id(self.person), SKILLS[skill]) for skill in improvable(state, self.person)]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        improve(state, self.person, state.book.skill[next(iter(answers.values())).skill], events)


class Archive(Step, frozen=True, tag=True):
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


class Burn(Step, frozen=True, tag=True):
    """A player burns an asset and an obstacle (S141)."""

    person: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        seat, figures = state.people[self.person].seat, state.book.figures
        state.push(
            *(BurnNext(seat, "asset") for _ in range(figures.burned_assets)),
            *(BurnNext(seat, "obstacle") for _ in range(figures.burned_obstacles)),
        )


class BurnNext(Step, frozen=True, tag=True):
    """One card is burned, if there is any of its kind."""

    seat: int
    kind: str

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if self.kind == "asset" and single(state):
            state.push(BurningAsset((self.seat,)))
        elif self.kind == "obstacle" and beaten(state):
            state.push(BurningObstacle((self.seat,)))


class BurningAsset(Decision, frozen=True, tag=True):
    """Which asset is burned."""

    rule: ClassVar[str] = "S141"
    otherwise: ClassVar[str] = "Choose a completed single-use asset of the session."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        return [BurnAsset(state.book.assets[asset].id) for asset in single(state)]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        asset = state.book.asset[next(iter(answers.values())).asset]
        campaign(state).burned_assets.append(asset)
        events.append(Told(text=f"{state.book.assets[asset].name} is burned."))


class BurningObstacle(Decision, frozen=True, tag=True):
    """Which obstacle is burned."""

    rule: ClassVar[str] = "S141"
    otherwise: ClassVar[str] = "Choose an overcome obstacle of the session."

    def actions(self, state: SixWintersState, seat: int) -> list[Any]:
        return [BurnObstacle(state.book.obstacles[obstacle].id) for obstacle in beaten(state)]

    def take(self, state: SixWintersState, answers: dict[int, Any], events: list[Event]) -> None:
        obstacle = state.book.obstacle[next(iter(answers.values())).obstacle]
        state.burned.append(obstacle)
        events.append(Told(text=f"{state.book.obstacles[obstacle].name} is burned."))


class Close(Step, frozen=True, tag=True):
    """Sheets are written, and a threat is removed everywhere (S142, S145)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        story = campaign(state)
        for person in state.people:
            sheet = story.sheets[person.character]
            sheet.skills = list(person.skills)
            sheet.conditions, sheet.curses = list(person.conditions), list(person.curses)
            if names := [name for name, _ in condition_names(state, sheet)]:
                sheet.journal.append(f"Year {story.year}: {', '.join(names)}")
        for place in range(len(state.threats)):
            state.threats[place] = max(0, state.threats[place] - state.book.figures.threats_removed)


class YearEnds(Step, frozen=True, tag=True):
    """The next year begins (S146)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        campaign(state).year += 1
        state.push(YearBegins())
