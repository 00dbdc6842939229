"""The same rows on a cluster of two nodes, of which one is killed."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.lab.conftest import QUICK, play, rows_of

from fimbul.core import FimbulError
from fimbul.lab.cluster import play_there, source_here
from fimbul.lab.experiment import parse_experiment
from fimbul.lab.folder import Status
from fimbul.lab.playing import Job

pytest.importorskip("ray", reason="the extra cluster is not installed")


@pytest.mark.slow
def test_a_node_that_is_killed_costs_nothing_but_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setattr("fimbul.lab.running.TELL_EVERY", 0.0)
    text = QUICK.replace("games = 12", "games = 80")
    cluster = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False},
    )
    try:
        second: Any = cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
        cluster.wait_for_nodes()
        told: list[Status] = []

        def watch(status: Status) -> None:
            told.append(status)
            if status.done >= 8 and second in cluster.list_all_nodes():
                cluster.remove_node(second, allow_graceful=False)

        results = play(text, tmp_path / "cluster", cluster=cluster.address, told=watch)
        assert second not in cluster.list_all_nodes()
    finally:
        cluster.shutdown()
    assert any(status.rate > 0 for status in told)
    assert rows_of(results) == rows_of(play(text, tmp_path / "here"))


def test_a_node_that_would_play_other_games_plays_none() -> None:
    job = Job(msgspec.json.encode(parse_experiment(QUICK, "the test")), 0, 0)
    assert play_there(job, source_here(job.experiment)).count == 2
    with pytest.raises(FimbulError, match="has other rules or bots"):
        play_there(job, "0123456789ab")


def test_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FimbulError, match="There is no cluster at 'nowhere:1'"):
        play(QUICK, tmp_path / "run", cluster="nowhere:1")
