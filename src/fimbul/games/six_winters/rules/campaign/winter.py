"""Winter: those in reserve train or rest, and take winter actions (S130 to S133, S178)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from fimbul.core import Decision, Event, Question, Step, Told
from fimbul.core.wording import closed
from fimbul.games.six_winters.actions import At, BurnObstacle, Clear, Learn, NoAction, On, Winter
from fimbul.games.six_winters.actions import WinterAction as TakeAction
from fimbul.games.six_winters.library.rows import (
    Build,
    BurnCard,
    ClearSomething,
    Forage,
    Harden,
    Smuggle,
    TeachSkill,
    WinterAction,
)
from fimbul.games.six_winters.library.terms import TRACKS
from fimbul.games.six_winters.rules import effects, obstacles, stress
from fimbul.games.six_winters.rules.asking import ask
from fimbul.games.six_winters.rules.campaign.sheets import condition_names, cure
from fimbul.games.six_winters.rules.story import campaign

if TYPE_CHECKING:
    from fimbul.games.six_winters.state import SixWintersState

WAYS = ("train", "rest")
Target = BurnObstacle | Clear | On | Learn | At


def actions_of(state: SixWintersState, character: int) -> list[WinterAction]:
    """The winter actions that a character has and could take now (S133)."""
    story, book = campaign(state), state.book
    names = [book.characters[character].winter, *story.sheets[character].winters, *story.common]
    found = [book.winter[name] for name in dict.fromkeys(names)]
    return [action for action in found if works(state, character, action)]


def in_reserve(state: SixWintersState, but: int) -> list[int]:
    """The other characters in reserve."""
    return [
        n
        for n, sheet in enumerate(campaign(state).sheets)
        if sheet.unlocked and not sheet.active and n != but
    ]


def targets(state: SixWintersState, character: int, action: WinterAction) -> list[Target]:
    """Every target of a winter action; none where it has none, or needs none (S178)."""
    story, book = campaign(state), state.book
    others = in_reserve(state, character)
    match action:
        case BurnCard():
            cards = [book.obstacles[number] for number in sorted(state.obstacle_deck)]
            return [
                BurnObstacle(card.id)
                for card in cards
                if any(obstacles.has_tag(state, card, tag) for tag in action.tags)
            ]
        case ClearSomething():
            if action.track == "curse" and state.options.cleaving == "nothing":
                return []
            who = [n for n, sheet in enumerate(story.sheets) if sheet.unlocked] if action.anybody else others
            found: list[Target] = []
            for number in who:
                for name, place in condition_names(state, story.sheets[number]):
                    track = "curse" if place < 0 else TRACKS[story.sheets[number].conditions[place][0]]
                    if track == action.track:
                        found.append(Clear(book.characters[number].id, name))
            return found
        case Harden():
            most = book.figures.track_max
            return [On(book.characters[n].id) for n in others if story.sheets[n].body < most]
        case TeachSkill():
            teacher = story.sheets[character]
            return [
                Learn(book.characters[n].id, skill)
                for n in others
                for skill in action.skills
                if story.sheets[n].skills[book.skill[skill]]
                < stress.rank_of(state, teacher, book.skill[skill])
            ]
        case Build():
            kind = book.resource[action.resource]
            return [
                At(book.locations[place].id)
                for place in state.locations()
                if not state.level[place] or (state.makes[place] == kind and state.level[place] == 1)
            ]
    return []


def works(state: SixWintersState, character: int, action: WinterAction) -> bool:
    """Whether a winter action would do anything."""
    match action:
        case Forage():
            return True
        case Smuggle():
            return bool(drugs(state))
    return bool(targets(state, character, action))


def drugs(state: SixWintersState) -> list[int]:
    """The drugs in the archive and the deck."""
    return [a for a in sorted(state.archive + state.asset_deck) if "drug" in state.book.assets[a].tags]


class Wintering(Decision["SixWintersState", Winter], frozen=True, tag=True):
    """A character in reserve trains or rests (S131, S132)."""

    character: int

    rule: ClassVar[str] = "S130"
    otherwise: ClassVar[str] = "Say whether the character trains or rests."

    def question(self, state: SixWintersState, seat: int) -> Question:
        name = state.book.characters[self.character].name
        return ask(
            self, state, seat, f"say how {name}, in reserve, spends the winter: in training or at rest"
        )

    def actions(self, state: SixWintersState, seat: int) -> list[Winter]:
        return [Winter(state.book.characters[self.character].id, way) for way in WAYS]

    def take(self, state: SixWintersState, action: Winter, seat: int, events: list[Event]) -> None:
        sheet = campaign(state).sheets[self.character]
        if action.way == "train":
            sheet.training += 1
        else:
            sheet.resting += 1
        name = state.book.characters[self.character].name
        sheet.journal.append(f"Year {campaign(state).year - 1}: {action.way}")
        how = "spent the winter in training" if action.way == "train" else "rested through the winter"
        campaign(state).winter.append(f"{name} {how}.")
        events.append(Told(text=f"{name} {'trains' if action.way == 'train' else 'rests'}."))


class HomeForWinter(Step["SixWintersState"], frozen=True, tag=True):
    """Where few are in reserve, one who took part has a winter too, if there is another (S134)."""

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if could_come_home(state):
            state.push(ComingHome((state.spotlight,)))


def could_come_home(state: SixWintersState) -> list[int]:
    """Those who took part in the year before and have no winter yet."""
    story = campaign(state)
    took = [n for n, sheet in enumerate(story.sheets) if sheet.unlocked and sheet.active]
    return [n for n in took if n not in story.home]


class ComingHome(Decision["SixWintersState", On], frozen=True, tag=True):
    """Who of those who took part trains or rests (S134)."""

    rule: ClassVar[str] = "S134"
    otherwise: ClassVar[str] = "Choose a character who took part in the year before and has no winter yet."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(self, state, seat, "choose who of last year's group has a winter at home")

    def actions(self, state: SixWintersState, seat: int) -> list[On]:
        return [On(state.book.characters[number].id) for number in could_come_home(state)]

    def take(self, state: SixWintersState, action: On, seat: int, events: list[Event]) -> None:
        number = state.book.character[action.character]
        campaign(state).home.append(number)
        state.push(Wintering(self.seats, number))


class WinterBegins(Step["SixWintersState"], frozen=True, tag=True):
    """A character in reserve may take a winter action, if it has one with a target."""

    character: int

    def run(self, state: SixWintersState, events: list[Event]) -> None:
        if actions_of(state, self.character):
            state.push(WinterActing((state.spotlight,), self.character))


class WinterActing(Decision["SixWintersState", TakeAction | NoAction], frozen=True, tag=True):
    """Which winter action is taken (S133)."""

    character: int

    rule: ClassVar[str] = "S133"
    otherwise: ClassVar[str] = "Choose a winter action that the character has and that has a target, or none."

    def question(self, state: SixWintersState, seat: int) -> Question:
        name = state.book.characters[self.character].name
        return ask(self, state, seat, f"choose a winter action of {name}, or none")

    def actions(self, state: SixWintersState, seat: int) -> list[TakeAction | NoAction]:
        id = state.book.characters[self.character].id
        return [*(TakeAction(id, action.id) for action in actions_of(state, self.character)), NoAction(id)]

    def take(
        self, state: SixWintersState, action: TakeAction | NoAction, seat: int, events: list[Event]
    ) -> None:
        if isinstance(action, NoAction):
            return
        card, story = state.book.winter[action.action], campaign(state)
        events.append(Told(text=closed(f"{state.book.characters[self.character].name}: {card.name}")))
        if isinstance(card, (Forage, Smuggle)):
            remember(state, self.character, card)
        if isinstance(card, Forage):
            story.foraged += [(self.character, skill) for skill in card.skills]
        elif isinstance(card, Smuggle):
            story.smuggled += 1
        else:
            state.push(WinterAiming((state.spotlight,), self.character, card.id))


def remember(state: SixWintersState, character: int, action: WinterAction, target: str = "") -> None:
    """A winter action for the chronicle, and whom or what it was for (S145)."""
    name = state.book.characters[character].name
    campaign(state).winter.append(f"{name} did what was needed: {action.name}{target and f' ({target})'}.")


def named(state: SixWintersState, target: Target) -> str:
    """What the target of a winter action is called."""
    book = state.book
    match target:
        case BurnObstacle(id):
            return book.obstacles[book.obstacle[id]].name
        case At(location):
            return book.named_location(location)
    return book.characters[book.character[target.character]].name


class WinterAiming(
    Decision["SixWintersState", BurnObstacle | Clear | On | Learn | At], frozen=True, tag=True
):
    """The target of a winter action (S178)."""

    character: int
    action: str

    rule: ClassVar[str] = "S178"
    otherwise: ClassVar[str] = "Choose a target of the winter action."

    def question(self, state: SixWintersState, seat: int) -> Question:
        return ask(self, state, seat, f"choose what {state.book.winter[self.action].name} is used on")

    def actions(self, state: SixWintersState, seat: int) -> list[BurnObstacle | Clear | On | Learn | At]:
        return targets(state, self.character, state.book.winter[self.action])

    def take(
        self,
        state: SixWintersState,
        action: BurnObstacle | Clear | On | Learn | At,
        seat: int,
        events: list[Event],
    ) -> None:
        story, book = campaign(state), state.book
        card = book.winter[self.action]
        remember(state, self.character, card, named(state, action))
        match action:
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
                assert isinstance(card, Build)
                state.makes[place] = book.resource[card.resource]
                state.level[place] += 1
