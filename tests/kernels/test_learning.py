"""What the kernels' judgement weighs: exact sums, and weights that can be learned again."""

from pathlib import Path

import numpy as np
import pytest

from fimbul.core import BadData
from fimbul.kernels.fimbulvetr import judge, train
from fimbul.kernels.fimbulvetr.weights import first_guess, grained, load_net, read_net, write_net
from fimbul.kernels.valknut import packing, tables
from fimbul.kernels.valknut import train as valknut


def test_every_sum_is_exact_so_that_all_machines_judge_alike() -> None:
    dice = np.random.default_rng(4)
    net = load_net()
    grains = np.round(net * judge.GRAIN).astype(int).tolist()
    for _ in range(300):
        row = dice.integers(0, 40, judge.FEATURES)
        features = row.tolist()
        line = grains[judge.START] + sum(
            weight * shown for weight, shown in zip(grains[: judge.FEATURES], features, strict=True)
        )
        whole = line * judge.GRAIN
        for unit in range(judge.HIDDEN):
            weights = grains[judge.INNER + unit * judge.FEATURES :]
            inner = grains[judge.THRESHOLDS + unit] + sum(
                weight * shown for weight, shown in zip(weights, features, strict=False)
            )
            assert abs(inner) < 1 << 24  # what a 32-bit real holds without rounding
            whole += grains[judge.OUTER + unit] * max(inner, 0)
        expected = whole * 1000 // judge.GRAIN**2  # in whole numbers
        found = judge.judge(row.astype(np.float32), net)
        assert found == max(-judge.LARGEST, min(judge.LARGEST, expected))


def test_weights_can_be_learned_again_from_the_search_s_own_games(tmp_path: Path) -> None:
    rows = train.gather(games=12, nodes=60, seed=5)
    assert len(rows["features"]) == len(rows["ends"]) == len(rows["found"]) > 100
    assert set(np.unique(rows["ends"])) <= {0.0, 0.5, 1.0}
    again = train.gather(games=2, nodes=60, seed=5)
    assert np.array_equal(again["features"], rows["features"][: len(again["features"])])
    features, targets = rows["features"].astype(np.float32), rows["ends"]
    net = train.fit(features, targets, (features, targets), seed=1)
    assert np.array_equal(net, grained(net))
    assert train.loss_of(net, features, targets) < train.loss_of(first_guess(), features, targets)
    write_net(net, tmp_path / "weights.txt")
    assert np.array_equal(read_net(tmp_path / "weights.txt"), net)


def test_weights_of_another_shape_are_refused(tmp_path: Path) -> None:
    (tmp_path / "weights.txt").write_text("1 2 3\n", encoding="ascii")
    with pytest.raises(BadData, match=r"weights\.txt holds 3 weights; the kernel needs"):
        read_net(tmp_path / "weights.txt")


def test_what_is_kept_of_valknut_s_games_is_what_the_rules_play() -> None:
    for seats, seed, actions, found in valknut.play_some((0, 4, 50)):
        state = valknut.start_of(seats, seed)
        for action in actions:
            state.play(packing.decode(state, action), state.to_act[0])
        assert state.over
        assert len(found) == len(actions)
        assert any(abs(value) < valknut.WON for value in found)


def test_valknut_s_numbers_can_be_learned_again_from_the_search_s_own_games(tmp_path: Path) -> None:
    first, last = 0, 12
    judge_ = valknut.Judge(valknut.kept(valknut.play_some((first, last, 50))))
    assert judge_.learned.sum() > judge_.held.sum() > 0  # every tenth game is held out
    by_hand = tables.weights()
    learned = valknut.fit(judge_, steps=1)
    assert judge_.error(learned)[1] <= judge_.error(by_hand)[1]
    tables.write_weights(learned.tolist(), tmp_path / "weights.toml")
    again = tables.read_weights(tmp_path / "weights.toml").numbers()
    assert np.allclose(again, learned, atol=1e-4)
