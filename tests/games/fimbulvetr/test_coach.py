"""What the coach says of an action is true of the position."""

from pathlib import Path

from fimbul.core import Record, replay
from fimbul.games.fimbulvetr import GAME
from fimbul.games.fimbulvetr.actions import Move
from fimbul.games.fimbulvetr.bot.coach import apart, played, targets
from fimbul.games.fimbulvetr.rules.board import cell_at
from fimbul.speech import speech

RECORDS = sorted((Path(__file__).parents[2] / "golden" / "fimbulvetr").glob("*.saga"))[:4]


def test_what_a_move_is_for_is_true_and_has_german() -> None:
    german = speech("de", GAME)
    assert german is not None
    told = dict.fromkeys(("guards", "to safety", "keeps away from", "comes closer to", "reconnects"), 0)
    for path in RECORDS:
        match = replay(Record.parse(path.read_text(encoding="utf-8")), GAME)
        for ply in range(14, len(match.moves), 4):
            state = match.at(ply)
            if state.over:
                break
            seat, book = state.to_act[0], state.roster
            for action in state.legal(seat):
                if not isinstance(action, Move):
                    continue
                purpose = GAME.coach.purpose(state, action, seat)
                warrior, name = (
                    book.number[seat][action.warrior],
                    book.names[book.number[seat][action.warrior]],
                )
                after = played(state, action, seat)
                assert f"guards the {name}" not in purpose  # nobody guards itself
                if f"brings the {name}" in purpose:
                    assert warrior in targets(state, 1 - seat) - targets(after, 1 - seat)
                for words, further in (("keeps away from the ", True), ("comes closer to the ", False)):
                    if purpose.startswith(words):
                        called = purpose.removeprefix(words).removesuffix(" (the bearer)")
                        foe = next(one for one in book.own[1 - seat] if book.names[one] == called)
                        before, now = apart(state.cell[foe], state.cell[warrior]), cell_at(action.x, action.y)
                        assert (apart(state.cell[foe], now) > before) is further
                        assert apart(state.cell[foe], now) != before
                for words in told:
                    told[words] += words in purpose
                assert not purpose or german.find(f"It {purpose}.")
    assert all(told.values()), told
