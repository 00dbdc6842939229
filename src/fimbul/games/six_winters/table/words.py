"""Plain words for the things on the table, and who is who in a view."""

from collections.abc import Iterable

from fimbul.core.wording import listed
from fimbul.games.six_winters.events import dice_words
from fimbul.games.six_winters.library.index import Book, book_of
from fimbul.games.six_winters.library.rows import Scenario, Scene
from fimbul.games.six_winters.library.terms import SKILLS
from fimbul.games.six_winters.rules.dice import CODES, NAMES, spoken
from fimbul.games.six_winters.table.view import PersonSeen, PlaceSeen, SheetSeen, SixWintersView

LEVELS = ("nothing", "base", "improved")


def book(view: SixWintersView) -> Book:
    """The cards that are played with."""
    return book_of(view.library)


def story(view: SixWintersView) -> Scenario:
    """The scenario."""
    return book(view).scenarios[book(view).scenario[view.scenario]]


def scene(view: SixWintersView) -> Scene | None:
    """The scene that is to be told."""
    scenes = story(view).scenes
    return scenes[view.scene] if 0 <= view.scene < len(scenes) else None


def scene_location(view: SixWintersView) -> str:
    """Where the scene is to be told."""
    now = scene(view)
    if view.scene_place >= 0:
        return book(view).locations[view.scene_place].name
    return book(view).named_location(now.location) if now is not None else ""


def looking(view: SixWintersView) -> int:
    """The seat from which the table is looked at: the viewer's, or the one that decides."""
    return view.acting if view.seat is None else view.seat


def own(view: SixWintersView, seat: int) -> list[int]:
    """The people whom a seat leads."""
    return [number for number, person in enumerate(view.people) if person.seat == seat]


def number_of(view: SixWintersView, character: str) -> int | None:
    """The number of a character in the session; None: it does not play."""
    return next((n for n, person in enumerate(view.people) if person.id == character), None)


def place_of(view: SixWintersView, number: int) -> PlaceSeen | None:
    """A location on the map."""
    return next((place for place in view.places if place.number == number), None)


def die_name(code: int | str) -> str:
    """A die in words, by its number or as it is written."""
    return spoken(CODES[code] if isinstance(code, str) else code)


def dice_names(dice: Iterable[int | str]) -> str:
    """Dice in words."""
    return dice_words(code if isinstance(code, str) else NAMES[code] for code in dice)


def condition_names(view: SixWintersView, person: PersonSeen | SheetSeen) -> list[str]:
    """The conditions of a character, with the skill that each lowers."""
    figures = book(view).figures
    names = figures.psyche_conditions, figures.body_conditions
    count = [0, 0]
    found = []
    for track, skill in person.conditions:
        known = names[track]
        found.append(f"{known[min(count[track], len(known) - 1)]} ({SKILLS[skill]})")
        count[track] += 1
    return found


def asset_points(view: SixWintersView, person: PersonSeen, asset: int) -> int:
    """What an asset counts in the scene (S77)."""
    card = book(view).assets[asset]
    return card.points + bonus(view, person, card.skill)


def obstacle_points(view: SixWintersView, person: PersonSeen, obstacle: int) -> int:
    """What an overcome obstacle counts in the scene (S77)."""
    card = book(view).obstacles[obstacle]
    return card.difficulty + bonus(view, person, card.skill)


def bonus(view: SixWintersView, person: PersonSeen, skill: str) -> int:
    """What a card of a skill counts more."""
    now = scene(view)
    return person.ranks[book(view).skill[skill]] if now is not None and skill in now.skills else 0


def seat_name(view: SixWintersView, seat: int) -> str:
    """What a seat plays."""
    return listed(view.people[number].name for number in own(view, seat)) or f"Player {seat + 1}"


def standing(view: SixWintersView, seat: int) -> str:
    """The numbers of a seat that all look at."""
    people = [view.people[number] for number in own(view, seat)]
    done = ", done" if seat in view.ended and seat not in view.to_act else ""
    return " / ".join(f"psyche {someone.psyche}, body {someone.body}" for someone in people) + done
