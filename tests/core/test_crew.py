"""Workers do all that they are given, the last pieces are done by whoever is free, and problems are told."""

import signal
import time
from functools import partial
from pathlib import Path

import pytest

from fimbul.core import FimbulError
from fimbul.core.crew import crew, through

PATIENCE = 120.0  # seconds; only a failing test waits so long


def last_of_all(folder: Path, others: int, piece: int) -> int:
    """Piece 0 waits until all others are done; so it is a mistake to hand any of them to its worker."""
    began = time.monotonic()
    while piece == 0 and len(list(folder.iterdir())) < others:
        if time.monotonic() - began > PATIENCE:
            raise FimbulError("Somebody else's piece waits behind this one.")
        time.sleep(0.01)
    (folder / str(piece)).touch()
    return piece


def refuse(piece: int) -> int:
    raise FimbulError(f"Piece {piece} cannot be done.")


def break_down(piece: int) -> int:
    raise KeyError(piece)


def held_back(_: int) -> set[int]:
    """The signals that do not reach this process, as numbers."""
    return set(map(int, signal.pthread_sigmask(signal.SIG_BLOCK, ())))


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals are held back on POSIX alone")
def test_ctrl_c_does_not_reach_a_worker_while_it_starts() -> None:
    """Once, the helper that Python starts with the first process let it through, and a worker told of it."""
    with crew(held_back, 2) as team:
        for piece in range(2):
            team.give(piece)
        assert all(signal.SIGINT in team.take() for _ in range(2))


def test_the_last_pieces_go_to_whoever_is_free(tmp_path: Path) -> None:
    with crew(partial(last_of_all, tmp_path, 3), 2) as team:
        for piece in range(4):
            team.give(piece)
        assert [team.take() for _ in range(4)] == [1, 2, 3, 0]


@pytest.mark.parametrize("workers", [1, 3])
def test_all_that_is_given_comes_back(workers: int) -> None:
    with crew(abs, workers) as team:
        done = list(through(team, (-piece for piece in range(40))))
    assert sorted(done) == list(range(40))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_refusal_comes_back_as_it_was_said(workers: int) -> None:
    with crew(refuse, workers) as team:
        team.give(7)
        with pytest.raises(FimbulError, match=r"^Piece 7 cannot be done\.$"):
            team.take()


def test_a_mistake_of_ours_is_told_with_its_piece() -> None:
    with crew(break_down, 2) as team:
        team.give(7)
        with pytest.raises(RuntimeError, match=r"in 7: KeyError"):
            team.take()


def test_all_take_from_one_pile(tmp_path: Path) -> None:
    """Whoever has the longest piece gets no other: a fixed half each would end in waiting."""
    with crew(partial(last_of_all, tmp_path, 3), 2) as team:
        found = list(through(team, range(4)))
    assert sorted(found) == list(range(4))
    assert found[-1] == 0


def test_no_more_is_given_out_than_there_is_room_for() -> None:
    out: list[int] = []

    class Team:
        room = 3

        def give(self, piece: int) -> None:
            out.append(piece)
            assert len(out) <= self.room

        def take(self) -> int:
            return out.pop(0)

    assert list(through(Team(), range(8))) == list(range(8))
    assert list(through(Team(), ())) == []
