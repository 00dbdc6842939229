"""A picture of each game for the home page: a real position out of the middle of a real game.

They are drawn once, by `make pictures`, and shipped with the client: a page never waits for them.
"""

from pathlib import Path

from fimbul.core import Board, Game, Rng, Start
from fimbul.games import all_games
from fimbul.server.pages import Asset, file, static_folder

SEEDS = range(16)
MIDDLE = 0.6
LONGEST = 1000  # plies: of a long game its early middle is shown, and one such game is enough
SHAPE = 1.5  # width to height, as the home page shows it


def folder() -> Path:
    """Where the pictures are."""
    return static_folder() / "pictures"


def picture(game: Game) -> Asset:
    """The picture of a game, or a problem where it has none."""
    return file(folder(), f"{game.slug}.svg")


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
    for game in all_games():
        (folder() / f"{game.slug}.svg").write_text(drawn(game), encoding="utf-8")


if __name__ == "__main__":
    main()
