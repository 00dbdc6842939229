"""Six Winters as a game of the table: the one object that the rest of fimbul sees."""

from pathlib import Path
from typing import Any, ClassVar

from fimbul.core import BadOption, Game, Options, Rng, Scene, Sketch, State
from fimbul.games.six_winters import scene, sketch, touch, words
from fimbul.games.six_winters.actions import ACTIONS
from fimbul.games.six_winters.book import book_of
from fimbul.games.six_winters.bot import SixWintersMind
from fimbul.games.six_winters.campaign import Campaign, YearBegins, sheets
from fimbul.games.six_winters.chronicle import chronicle
from fimbul.games.six_winters.ground import COLUMNS, ROWS
from fimbul.games.six_winters.library import OwnMap, load_library, load_map, own_cells
from fimbul.games.six_winters.setting_up import Choosing, Seasoning, person_of
from fimbul.games.six_winters.state import SixWintersOptions, SixWintersState, check_options
from fimbul.games.six_winters.view import SixWintersView


class SixWinters(Game):
    """Six Winters."""

    slug = "six_winters"
    title = "Six Winters"
    designer = "Phil Lewis"
    blurb = "Unlikely friends build, overcome and tell their way through a year against the Empire."
    minutes = "90-120"
    rules_version = SixWintersState.rules_version
    seats = range(1, 5)
    hidden = True
    chance = True
    cooperative = True
    max_plies = 20_000
    actions = ACTIONS
    mind = SixWintersMind()
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
            cells=[-1] * (ROWS * COLUMNS),
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
            state.cells[cell.row * COLUMNS + cell.column] = place
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

    def chronicle(self, view: SixWintersView) -> str:
        return chronicle(view)

    def check_options(self, options: Any) -> SixWintersOptions:
        return check_options(options)

    def file_option(self, name: str, path: Path) -> Any:
        if name == "layout":
            return load_map(path)
        return load_library(path) if name == "library" else super().file_option(name, path)

    def scene(self, view: SixWintersView) -> Scene:
        return scene.draw(view)

    def sketch(self, view: SixWintersView) -> Sketch:
        return sketch.sketch(view)

    def prompt(self, view: SixWintersView) -> str:
        return words.prompt(view)

    def describe(self, view: SixWintersView, action: Any) -> str:
        return words.describe(view, action)

    def clicks(self, view: SixWintersView, action: Any) -> tuple[str, ...]:
        return touch.clicks(view, action)

    def attempt(self, view: SixWintersView, clicks: tuple[str, ...]) -> Any:
        return touch.attempt(view, clicks)

    def seat_name(self, view: SixWintersView, seat: int) -> str:
        return words.seat_name(view, seat)

    def standing(self, view: SixWintersView, seat: int) -> str:
        return words.standing(view, seat)
