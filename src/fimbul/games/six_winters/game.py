"""Six Winters as a game of the table: the one object that the rest of fimbul sees."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from fimbul.core import BadOption, Game, Options, Rng, State
from fimbul.core.wording import either
from fimbul.games.six_winters.actions import ACTIONS
from fimbul.games.six_winters.bot.coach import SixWintersCoach
from fimbul.games.six_winters.bot.mind import SixWintersMind
from fimbul.games.six_winters.library.check import check_library
from fimbul.games.six_winters.library.index import book_of
from fimbul.games.six_winters.library.load import load_library, load_map
from fimbul.games.six_winters.library.maps import check_map, own_cells
from fimbul.games.six_winters.library.rows import OwnMap
from fimbul.games.six_winters.model import Campaign, SixWintersOptions
from fimbul.games.six_winters.rules.campaign.sheets import sheets
from fimbul.games.six_winters.rules.campaign.years import YearBegins
from fimbul.games.six_winters.rules.setting_up import Choosing, Seasoning, person_of
from fimbul.games.six_winters.state import SixWintersState
from fimbul.games.six_winters.table.table import SixWintersTable


class SixWinters(Game):
    """Six Winters."""

    title = "Six Winters"
    designer = "Phil Lewis"
    blurb = "Unlikely friends build, overcome and tell their way through a year against the Empire."
    minutes = "90-120"
    seats = range(1, 5)
    hidden = True
    chance = True
    cooperative = True
    difficulty = ("difficulty", "mode", "scenario")
    max_plies = 20_000
    actions = ACTIONS
    mind = SixWintersMind()
    coach = SixWintersCoach()
    table = SixWintersTable()
    State: ClassVar[type[State]] = SixWintersState
    Options: ClassVar[type[Options]] = SixWintersOptions

    def setup(self, seats: int, options: SixWintersOptions, rng: Rng) -> SixWintersState:
        book = book_of(options.library)
        count = book.figures.solo_characters if seats == 1 else seats
        if options.characters is not None and len(options.characters) != count:
            named = len(options.characters)
            raise BadOption(
                f"The option 'characters' names {named}, and {count} play at {seats} seats (S23)."
            )
        whole = options.mode == "campaign"
        year = book.scenarios[book.scenario[options.scenario]].year
        assets = [n for n, card in enumerate(book.assets) if 0 < card.year <= year]
        obstacles = [n for n, card in enumerate(book.obstacles) if 0 < card.year <= year]
        rng.shuffle(assets)
        rng.shuffle(obstacles)
        size = len(book.locations)
        state = SixWintersState(
            rng=rng,
            options=options,
            people=[],
            cells=[-1] * book.cells,
            level=[0] * size,
            makes=[-1] * size,
            threats=[0] * size,
            dice=[()] * size,
            supply=[options.resource_dice] * 6 + [options.action_dice],
            seats=seats,
            story=options.scenario,
            hard=options.difficulty == "difficult",
            asset_deck=assets,
            obstacle_deck=obstacles,
        )
        if isinstance(options.layout, OwnMap):
            cells = own_cells(options.layout, book.library)
        else:
            cells = tuple(cell for cell in book.library.maps if cell.layout == options.layout)
        for cell in cells:
            place = book.location[cell.location]
            state.cells[cell.row * book.figures.columns + cell.column] = place
            state.level[place] = cell.level
            makes = book.locations[place].makes
            state.makes[place] = book.resource[makes] if makes else -1
        if whole:
            state.campaign = Campaign(sheets=sheets(state))
            state.push(YearBegins())
            state.settle([])
            return state
        owners = [0] * count if seats == 1 else list(range(seats))
        if options.characters is None:
            state.push(*(Choosing((seat,)) for seat in owners), Seasoning())
        else:
            for seat, character in zip(owners, options.characters, strict=True):
                state.people.append(person_of(state, book.character[character], seat))
            state.push(Seasoning())
        state.settle([])
        return state

    def check_options(self, options: Any) -> SixWintersOptions:
        return check_options(options)

    def trials(self) -> Sequence[Mapping[str, Any]]:
        book = book_of(None)
        layouts = sorted({cell.layout for cell in book.library.maps})
        sessions = [{"mode": "session", "scenario": scenario} for scenario in book.scenario]
        maps = [{"mode": "session", "layout": layout} for layout in layouts]
        return [*sessions, *maps, {"mode": "campaign"}]

    def choices(self) -> dict[str, list[tuple[str, str]]]:
        book = book_of(None)
        layouts = sorted({cell.layout for cell in book.library.maps})
        return {
            "scenario": [(each.id, each.name) for each in book.library.scenarios],
            "characters": [(each.id, each.name) for each in book.characters],
            "layout": [(name, name.capitalize()) for name in layouts],
        }

    def file_option(self, name: str, path: Path) -> Any:
        if name == "layout":
            return load_map(path)
        return load_library(path) if name == "library" else super().file_option(name, path)


def check_options(options: SixWintersOptions) -> SixWintersOptions:
    """The options, if they can be played with some number of seats."""
    if options.library is not None:
        check_library(options.library, "the option library")
    book = book_of(options.library)
    if options.scenario not in book.scenario:
        known = either(book.scenario)
        raise BadOption(f"The option 'scenario' names '{options.scenario}'; expected {known}.")
    layouts = sorted({cell.layout for cell in book.library.maps})
    if isinstance(options.layout, OwnMap):
        check_map(own_cells(options.layout, book.library), book.library, "The option 'layout'")
    elif options.layout not in layouts:
        raise BadOption(f"The option 'layout' is {', '.join(layouts)} or a map file, not '{options.layout}'.")
    for name, low, high in (("resource_dice", 6, 12), ("action_dice", 18, 36)):
        if not low <= getattr(options, name) <= high:
            raise BadOption(f"The option '{name}' is {low} to {high}, not {getattr(options, name)}.")
    for character in options.characters or ():
        if character not in book.character:
            known = either(book.character)
            raise BadOption(f"The option 'characters' names '{character}'; expected {known}.")
        if (options.characters or ()).count(character) > 1:
            raise BadOption(f"The option 'characters' names '{character}' twice; all must differ (S23).")
        if not book.characters[book.character[character]].unlocked and not options.all_characters:
            raise BadOption(
                f"The option 'characters' names '{character}', who is locked without 'all_characters' (S8)."
            )
    return options
