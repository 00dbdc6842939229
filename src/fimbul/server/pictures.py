"""A picture of each game for the home page: a real position out of the middle of a real game.

Those of the house's games are drawn once, by `make pictures`, and shipped with the client: a page never waits
for them. A game from another package is drawn when somebody first asks.
"""

import functools
from pathlib import Path

from fimbul.core import Board, Game, Rng, Start
from fimbul.games import SLUGS
from fimbul.games import game as find_game
from fimbul.server.pages import Asset, asset, file, labelled, static_folder
from fimbul.server.tongues import ENGLISH

SEEDS = range(16)
MIDDLE = 0.6
LONGEST = 1000  # plies: of a long game its early middle is shown, and one such game is enough
SHAPE = 1.5  # width to height, as the home page shows it


def folder() -> Path:
    """Where the pictures are."""
    return static_folder() / "pictures"


def picture(game: Game, language: str = ENGLISH) -> Asset:
    """The picture of a game, with its words in a language."""
    found = file(folder(), f"{game.slug}.svg") if game.slug in SLUGS else drawn_now(game)
    return labelled(found, game, language)


@functools.cache
def drawn_now(game: Game) -> Asset:
    """The picture of a game that came without one."""
    return asset(drawn(game).encode(), "image/svg+xml")


def drawn(game: Game) -> str:
    """The middle of a random game, always the same: of a few, the one that fills its frame best."""
    boards = []
    for seed in SEEDS:
        board, whole = middle(game, seed)
        boards.append(board)
        if not whole:
            break
    return min(boards, key=lambda board: abs(board.box[2] / board.box[3] - SHAPE)).to_svg()


def middle(game: Game, seed: int) -> tuple[Board, bool]:
    """A position out of the middle of a random game, and whether that was a whole game."""
    chance = Rng(seed)
    start = game.starts[0] if game.starts else Start(label="")
    state = game.new(seats=start.seats, options=start.options, seed=seed)
    positions = [state.copy()]
    while not state.over and len(positions) <= LONGEST:
        seat = state.to_act[0]
        state.apply(chance.choice(state.legal(seat)), seat)
        positions.append(state.copy())
    view = positions[int(len(positions) * MIDDLE)].view(None)
    return game.table.boards(view)[0], state.over


def main() -> None:
    """Draw all pictures."""
    folder().mkdir(exist_ok=True)
    for slug in SLUGS:
        (folder() / f"{slug}.svg").write_text(drawn(find_game(slug)), encoding="utf-8")


if __name__ == "__main__":
    main()
