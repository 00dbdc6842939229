"""The engine against the oracle, a slow second implementation written from the same numbered rules.

Both play the same random games and start from the same random positions; they must always agree on who is to
act, on every legal action, on the severed, on the qualities of every corner, and on the result.
"""

import random
from itertools import product

import pytest
from tests.games.fimbulvetr import oracle
from tests.games.fimbulvetr.oracle import Oracle
from tests.games.fimbulvetr.positions import CORNERS, Table, arrange, game

from fimbul.games.fimbulvetr.library.clans import printed_clans

PAIRINGS = list(product(printed_clans(), repeat=2))
TOKENS = ("melee", "ranged", "defense", "move")
LETTERS = ("ABCDEF", "abcdef")


def cards(clan):
    """A clan as the oracle reads it."""
    return [(warrior.id, list(warrior.corners)) for warrior in printed_clans()[clan].warriors]


def random_options(choices):
    """Rule options, mostly the usual ones."""
    return {"support_from_none": choices.random() < 0.7, "vault_adjacent": choices.random() < 0.3}


def agree(state, twin, trail=""):
    """The two stand at the same point of the same game."""
    outcome = state.outcome
    if outcome is not None:
        assert twin.result == ((outcome.winners or (None,))[0], outcome.rule), trail
        assert state.to_act == ()
        assert twin.to_move is None
        return
    assert twin.result is None, trail
    (seat,) = state.to_act
    assert twin.to_move == seat, trail
    assert twin.phase == state.phase, trail
    listed = [str(action) for action in state.legal(seat)]
    assert len(listed) == len(set(listed)), trail
    assert set(listed) ^ twin.legal() == set(), trail
    view = state.view(None)
    assert {(who.seat, who.id) for who in view.warriors if who.severed} == twin.severed, trail


# ---- whole games


@pytest.mark.rule("F24")
@pytest.mark.rule("F54")
@pytest.mark.parametrize("seed", range(72))
def test_random_games(seed):
    choices = random.Random(seed)
    pairing = PAIRINGS[seed % len(PAIRINGS)]
    first = choices.randrange(2)
    variant = random_options(choices)
    fixed = choices.random() < 0.3
    relic = "defense" if fixed else "free"
    state = game.new(options={"clans": pairing, "first": first, "relic": relic, **variant}, seed=seed)
    twin = Oracle((cards(pairing[0]), cards(pairing[1])), first, relic_fixed=fixed, **variant)
    careful = choices.random() < 0.5  # longer games: avoid actions that end them
    agree(state, twin)
    while not state.over:
        actions = state.legal(state.to_act[0])
        action = choices.choice(actions)
        if careful and state.phase == "play":
            for other in choices.sample(actions, min(8, len(actions))):
                future = state.copy()
                future.play(other)
                if not future.over:
                    action = other
                    break
        state.play(action)
        twin.play(str(action))
        agree(state, twin, f"seed {seed}, ply {state.ply}, after {action}")


# ---- random positions


def random_cells(choices, count):
    """Cells for so many warriors: one huddle, or several that stand apart."""
    spread = choices.choice([2, 3, 4, 6])
    camps = [(0, 0)]
    for _ in range(choices.choice([0, 0, 1, 1, 2])):
        camps.append((choices.randrange(-9, 10), choices.randrange(-9, 10)))
    cells = set()
    while len(cells) < count:
        x, y = choices.choice(camps)
        cells.add((x + choices.randrange(spread), y + choices.randrange(spread)))
        spread += len(cells) == spread * spread  # a full camp grows
    cells = sorted(cells)
    choices.shuffle(cells)
    return cells


def random_position(seed, most=6):
    """The same position for both: the engine's table and the oracle."""
    choices = random.Random(seed)
    pairing = choices.choice(PAIRINGS)
    squads = [
        choices.sample([warrior.id for warrior in printed_clans()[clan].warriors], choices.randint(1, most))
        for clan in pairing
    ]
    cells = random_cells(choices, len(squads[0]) + len(squads[1]))
    places, names, warriors = {}, {}, []
    for seat, squad in enumerate(squads):
        for letter, name in zip(LETTERS[seat], squad, strict=False):
            x, y = cells.pop()
            r = choices.randrange(4)
            places[letter], names[letter] = (x, y, r), name
            warriors.append((seat, name, x, y, r))
    relics = (choices.choice(TOKENS), choices.choice(TOKENS))
    mover = choices.randrange(2)
    variant = random_options(choices)
    table = arrange(places, bearers="Aa", relics=relics, to_move=mover, options=variant, **names)
    twin = Oracle.from_position(
        (cards(pairing[0]), cards(pairing[1])),
        warriors,
        relics,
        (squads[0][0], squads[1][0]),
        mover,
        first=mover,
        **variant,
    )
    return table, twin, choices


def play_on(table: Table, twin: Oracle, choices: random.Random, plies: int, trail: str) -> None:
    """Random actions on both, compared after each; attacks are preferred, so that much happens."""
    state = table.state
    agree(state, twin, trail)
    for ply in range(plies):
        if state.over:
            return
        actions = state.legal(state.to_act[0])
        attacks = [action for action in actions if str(action).startswith(("melee", "ranged"))]
        action = choices.choice(attacks if attacks and choices.random() < 0.3 else actions)
        state.play(action)
        twin.play(str(action))
        agree(state, twin, f"{trail}, ply {ply}, after {action}")


def corners_agree(table: Table, twin: Oracle) -> None:
    """Every corner has the same qualities for both (F9)."""
    for letter, who in table.living.items():
        cell = (who.x, who.y)
        for number, corner in enumerate(CORNERS):
            place = f"{letter}.{corner}"
            assert table.melee(place) == twin.melee(cell, number)
            assert table.ranged(place) == twin.ranged(cell, number)
            assert table.defense(place) == twin.defense(cell, number)
            assert table.vault(place) == twin.vault(cell, number)


BATCH = 10


@pytest.mark.rule("F9")
@pytest.mark.rule("F39")
@pytest.mark.parametrize("batch", range(24))
def test_random_positions(batch):
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        table, twin, choices = random_position(seed)
        corners_agree(table, twin)
        play_on(table, twin, choices, 6, f"position {seed}")


@pytest.mark.rule("F41")
@pytest.mark.rule("F51")
@pytest.mark.parametrize("batch", range(16))
def test_random_positions_of_few_warriors(batch):
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        table, twin, choices = random_position(10_000 + seed, most=2)
        play_on(table, twin, choices, 20, f"position {10_000 + seed}")


@pytest.mark.rule("F50")
@pytest.mark.rule("F57c")
@pytest.mark.parametrize("batch", range(12))
def test_random_positions_near_a_draw(batch):
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        table, twin, choices = random_position(20_000 + seed, most=4)
        table.state.quiet = twin.quiet = choices.choice([0, 55, 56, 57, 58, 59])
        table.state.turn = choices.choice([61, 396, 397, 398, 399, 400])
        twin.turns = table.state.turn - 1
        play_on(table, twin, choices, 6, f"position {20_000 + seed}")


@pytest.mark.rule("F50a")
@pytest.mark.parametrize("batch", range(6))
def test_repetitions(batch):
    """Two or three slow warriors who only step and turn, until a position has come up three times."""
    for seed in range(batch * 5, (batch + 1) * 5):
        table, twin, choices = random_position(30_000 + seed, most=2)
        state = table.state
        before = None
        for ply in range(70):
            if state.over:
                break
            actions = [str(action) for action in state.legal(state.to_act[0])]
            turns = [text for text in actions if text.startswith(("move", "handoff", "pass"))]
            # Going back to where one came from makes repetitions likely.
            text = before if before in turns and choices.random() < 0.6 else choices.choice(turns or actions)
            before = undoing(state, text)
            state.play(game.parse(text))
            twin.play(text)
            agree(state, twin, f"position {30_000 + seed}, ply {ply}, after {text}")


def undoing(state, text):
    """The move that would bring a warrior back."""
    verb, _, name = text.partition("(")
    name = name.partition(",")[0]
    for who in state.view(None).warriors:
        if verb == "move" and (who.seat, who.id) == (state.to_act[0], name):
            return f"move({who.id},{who.x},{who.y},{who.r})"
    return None


# ---- perft


def perft(state, depth):
    """How many sequences of so many actions there are; a game that is over has none."""
    if depth == 0:
        return 1
    total = 0
    for seat in state.to_act:
        for action in state.legal(seat):
            future = state.copy()
            future.apply(action, seat)
            total += perft(future, depth - 1)
    return total


@pytest.mark.rule("F25")
@pytest.mark.rule("F30")
@pytest.mark.parametrize("seed", range(10))
def test_perft_of_small_positions_to_depth_two(seed):
    table, twin, _ = random_position(40_000 + seed, most=3)

    assert perft(table.state, 2) == oracle.perft(twin, 2)


@pytest.mark.rule("F30")
@pytest.mark.parametrize("slow", [0, 1])
def test_perft_of_two_slow_clans_to_depth_three(slow):
    squads = (
        (("thegn", "spearman"), ("jarl", "huskarl")),
        (("archer", "housecarl"), ("shieldmaiden", "jarl")),
    )[slow]
    places = {"A": (0, 0, 0), "B": (1, 0, 1), "a": (0, 1, 2), "b": (1, 1, 3)}
    names = dict(zip("ABab", squads[0] + squads[1], strict=True))
    table = arrange(places, bearers="Aa", relics=("defense", "melee"), **names)
    twin = Oracle.from_position(
        (cards("saxons"), cards("vikings")),
        [(int(letter.islower()), names[letter], *place) for letter, place in places.items()],
        ("defense", "melee"),
        (squads[0][0], squads[1][0]),
        0,
    )

    assert perft(table.state, 3) == oracle.perft(twin, 3)
