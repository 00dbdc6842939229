"""What the coach says of a move is true of the position."""

from pathlib import Path

from fimbul.core import Record, replay
from fimbul.games.valknut import GAME
from fimbul.games.valknut.actions import Move
from fimbul.games.valknut.bot.coach import apart, danger, played
from fimbul.games.valknut.library.warbands import UNIT_NAMES
from fimbul.games.valknut.model import OFF
from fimbul.speech import speech

RECORDS = sorted((Path(__file__).parents[2] / "golden" / "valknut").glob("*.saga"))


def test_what_a_move_is_for_is_true_and_has_german() -> None:
    german = speech("de", GAME)
    assert german is not None
    told = dict.fromkeys(("guards", "to safety", "keeps away from", "comes closer to"), 0)
    for path in RECORDS:
        match = replay(Record.parse(path.read_text(encoding="utf-8")), GAME)
        for ply in range(6, len(match.moves), 8):
            state = match.at(ply)
            if state.over:
                break
            seat = state.to_act[0]
            for action in state.legal(seat):
                if not isinstance(action, Move):
                    continue
                purpose = GAME.coach.purpose(state, action, seat)
                after = played(state, action, seat)
                moved = [unit for unit, cell in enumerate(state.cell) if after.cell[unit] not in (OFF, cell)]
                safe = danger(state, seat) - danger(after, seat)
                if "to safety" in purpose:
                    assert {UNIT_NAMES[state.kind[one]] for one in safe & {*moved}} & {
                        name for name in UNIT_NAMES if f"brings the {name} to safety" in purpose
                    }
                for words, further in (("keeps away from the ", True), ("comes closer to the ", False)):
                    if purpose.startswith(words):
                        (unit,) = moved
                        far = [
                            apart(state.cell[foe], after.cell[unit])
                            - apart(state.cell[foe], state.cell[unit])
                            for foe, cell in enumerate(state.cell)
                            if cell != OFF and UNIT_NAMES[state.kind[foe]] == purpose.removeprefix(words)
                        ]
                        assert any(change > 0 if further else change < 0 for change in far)
                for words in told:
                    told[words] += words in purpose
                assert not purpose or german.find(f"It {purpose}.")
    assert all(told.values()), told
