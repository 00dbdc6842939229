"""The engine against the oracle, a slow second implementation written from the same numbered rules.

Both play the same random games in every mode.  They must always agree on who is to act, on every legal
action, on points, supplies and scores, and on the result.  Half of the choices look for a kill, or there
would be few.
"""

import os
import random

import pytest
from tests.games.valknut.oracle import Oracle
from tests.games.valknut.positions import LETTERS as BAND_OF
from tests.games.valknut.positions import game, position

from fimbul.games.valknut.events import Killed
from fimbul.games.valknut.library.gods import GODS
from fimbul.games.valknut.library.warbands import IDS, UNITS
from fimbul.games.valknut.model import OFF, place_of
from fimbul.games.valknut.rules import ending
from fimbul.games.valknut.rules.parley import SettingUp

GAMES = int(os.environ.get("VALKNUT_ORACLE_GAMES", "4"))  # of each mode
TRIES = 25  # actions tried in the search for a kill

MODES = {
    "two": (2, {}),
    "three": (3, {}),
    "four": (4, {}),
    "four with gods": (4, {"gods": True}),
    "ragnarok": (2, {"mode": "ragnarok"}),
    "ragnarok with gods": (2, {"mode": "ragnarok", "gods": True}),
}


def spoken(action):
    """An action in the oracle's notation, which writes a list without brackets."""
    return str(action).replace("([", "(").replace("])", ")")


def twin_of(state):
    """The oracle's game with the same warbands and piles."""
    ids = state.deck.ids
    return Oracle(
        warbands=[IDS[kind] for bands in state.warbands for kind in bands],
        mode=state.options.mode,
        gods=state.options.gods,
        piles={
            "terrain": [ids[card] for card in (*state.pool, *reversed(state.pile))],
            "gjallarhorn": [GODS[god].id for god in (*state.god_pool, *reversed(state.god_pile))],
        },
    )


def agree(state, twin, trail):
    """The two stand at the same point of the same game."""
    outcome = state.outcome
    if outcome is not None:
        assert twin.result == (outcome.points, outcome.winners[0], outcome.rule), trail
        assert twin.legal() == set()
        return
    assert twin.result is None, trail
    (seat,) = state.to_act
    assert twin.to_move == seat or isinstance(state.decision, SettingUp), trail
    listed = [spoken(action) for action in state.legal(seat)]
    assert len(listed) == len(set(listed)), trail
    assert set(listed) ^ twin.legal() == set(), trail
    assert state.points == twin.mp, trail
    own = state.warbands[state.active]
    if state.ragnarok:
        marks = {IDS[kind]: points for kind, points in zip(own, state.marked, strict=True) if points}
        assert marks == {kind: points for kind, points in twin.earmarked.items() if points}, trail
    units = {
        (state.owner[unit], IDS[state.kind[unit]], *place_of(cell))
        for unit, cell in enumerate(state.cell)
        if cell != OFF
    }
    assert units == {(unit.owner, unit.kind, unit.x, unit.y) for unit in twin.units}, trail
    for other in range(len(state.alive)):
        assert state.alive[other] == (other not in twin.out), trail
        if state.alive[other]:
            waiting = {IDS[kind]: len(state.supply(other, kind)) for kind in state.waiting(other)}
            assert waiting == {kind: n for kind, n in twin.supply[other].items() if n}, trail
            assert ending.score(state, other) == twin.points(other), trail
            assert {state.deck.ids[card] for card in state.ambushes[other]} == set(twin.ambush[other]), trail
            assert {GODS[god].id for god in state.worshipped[other]} == set(twin.god_held[other]), trail
    assert [state.deck.ids[card] for card in reversed(state.pile)] == twin.pile, trail
    assert {state.deck.ids[card] for card in state.pool} == set(twin.pool), trail


def choose(state, choices, chance):
    """Any action, or one that kills if a few tries find one."""
    actions = state.legal(state.to_act[0])
    if chance.random() < 0.5:
        return chance.choice(actions)
    best, most = chance.choice(actions), 0
    for action in chance.sample(actions, min(len(actions), choices)):
        kills = sum(isinstance(event, Killed) for event in state.copy().apply(action))
        if kills > most:
            best, most = action, kills
    return best


def play_both(seats, options, chance):
    """One game, action by action."""
    seed = chance.getrandbits(40)
    state = game.new(seats=seats, options=options, seed=seed)
    return follow(state, twin_of(state), chance, [f"seed {seed}"])


def follow(state, twin, chance, trail):
    """Play both on to the end."""
    kills = 0
    while True:
        # Where one zone only is left, the oracle lets the Draugr rise by itself; the engine asks (V120).
        legal = state.legal(state.to_act[0]) if state.to_act else []
        while len(legal) == 1 and str(legal[0]).startswith("rise") and str(legal[0]) not in twin.legal():
            trail.append(str(legal[0]))
            state.play(legal[0])
            legal = state.legal(state.to_act[0]) if state.to_act else []
        agree(state, twin, trail)
        if state.over:
            return kills
        action = choose(state, TRIES, chance)
        trail.append(str(action))
        kills += sum(isinstance(event, Killed) for event in state.play(action))
        twin.play(spoken(action))


@pytest.mark.rule("V120")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("number", range(GAMES))
def test_the_oracle_agrees(mode, number):
    seats, options = MODES[mode]
    play_both(seats, options, random.Random(f"{mode} {number}"))


# ---- crowded fields: one turn among many enemies, where outbreaks, stomps and shared flanks are common

ZONES = "....." + "*" + "frm" + "."
LETTERS = {kind: letter for letter, kind in BAND_OF.items()}
SIGNS = {"*": "v", ",": "p"}


def crowded(chance):
    """A random field: a picture, warbands in the order of seats, and who stands in it."""
    mode = chance.choice(["standard", "standard", "ragnarok"])
    count = 4 if mode == "ragnarok" else chance.choice([2, 3, 4])
    bands = sorted(chance.sample(IDS, count), key=IDS.index)
    if mode == "ragnarok":
        other = chance.choice(bands[1:])
        bands = [bands[0], other, *(band for band in bands[1:] if band != other)]
    wide, high = chance.choice([5, 6, 8]), chance.choice([4, 8])
    field = [[chance.choice(ZONES) for _ in range(wide)] for _ in range(high)]
    for x in range(wide):  # one Valknut in a strip of four
        for top in range(0, high, 4):
            knots = [top + dy for dy in range(4) if field[top + dy][x] == "*"]
            for y in knots[1:]:
                field[y][x] = "."
    units = []
    for place, band in enumerate(bands):
        seat = place // 2 if mode == "ragnarok" else place
        most = UNITS[IDS.index(band)]
        for _ in range(chance.choice([1, most, 3 * most])):
            if sum(kind == band for _, kind, *_ in units) < most:
                stand(field, band, seat, units, chance)
    return mode, bands, field, units


def stand(field, band, seat, units, chance):
    """Put a unit on a free zone of the field, if the first try finds one."""
    x, y = chance.randrange(len(field[0])), chance.randrange(len(field))
    cells = [(x, y), (x, y + 1)] if band == "giantess" else [(x, y)]
    if cells[-1][1] < len(field) and all(field[row][column] in ".*" for column, row in cells):
        for column, row in cells:
            letter = LETTERS[band] if row == y else "g"
            field[row][column] = letter + field[row][column].replace(".", "")
        units.append((seat, band, x, y))


@pytest.mark.rule("V42")
@pytest.mark.parametrize("number", range(40 * GAMES))
def test_the_oracle_agrees_on_crowded_fields(number):
    chance = random.Random(f"crowded {number}")
    mode, bands, field, units = crowded(chance)
    seats = 2 if mode == "ragnarok" else len(bands)
    if {seat for seat, *_ in units} != set(range(seats)):
        return
    to_move, step, points = chance.randrange(seats), chance.choice(["start", "march"]), chance.randint(1, 5)
    if "draugar" in bands and chance.random() < 0.6:
        place = bands.index("draugar")
        to_move = place // 2 if mode == "ragnarok" else place
    # Ragnarok names its warbands in the order of the draft: A, B, B, A.
    draft = [bands[0], bands[2], bands[3], bands[1]] if mode == "ragnarok" else bands
    picture = "\n".join(" ".join(line) for line in field)
    table = position(
        picture, " ".join(draft), to_move=to_move, step=step, points=points, pool={}, pile={}, mode=mode
    )
    letters = {
        (x, y): SIGNS.get(token[-1], "." if token[-1].isalpha() and token[-1] not in "frm" else token[-1])
        for y, line in enumerate(field)
        for x, token in enumerate(line)
    }
    twin = Oracle.position(
        warbands=bands,
        zones=letters,
        units=units,
        mode=mode,
        to_move=to_move,
        step="spend" if step == "march" else step,
        mp=points if step == "march" else 0,
        ambush=[[] for _ in range(seats)],
    )
    follow(table.state, twin, chance, [picture])
