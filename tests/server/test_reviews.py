"""Reviews and variations of games that are over: made once, told step by step, and stored nowhere."""

import asyncio
import json

import pytest
from tests.cli.conftest import played

from fimbul.server.reviews import Reviews


@pytest.fixture
async def shown(server):
    """A guest, and a finished game as a table."""
    ada = server.guest()
    record = played(seed=44, setup="quick").record()
    answer = await ada.http.post("/api/v1/records", content=record.to_text())
    return ada, answer.json()["id"], record


async def test_a_review_tells_how_far_it_has_come_and_is_kept(shown):
    ada, name, record = shown
    for again in (False, True):
        answer = await ada.http.get(f"/api/v1/tables/{name}/review")
        assert answer.status_code == 200
        *progress, last = [json.loads(line) for line in answer.text.splitlines()]
        assert len(last["review"]["estimates"]) == len(record.moves) + 1
        assert bool(progress) is not again
        assert [each["done"] for each in progress] == sorted(each["done"] for each in progress)


async def test_a_review_is_given_up_when_nobody_waits(server, shown):
    ada, name, _ = shown
    reviews: Reviews = server.services.reviews
    async with ada.http.stream("GET", f"/api/v1/tables/{name}/review") as answer:
        async for _ in answer.aiter_lines():
            break
        assert reviews.jobs
    async with asyncio.timeout(60):
        while reviews.jobs:
            await asyncio.sleep(0.05)
    assert not reviews.known


async def test_a_game_that_goes_on_is_neither_reviewed_nor_varied(server):
    ada = server.guest()
    made = await ada.table("me", "random")
    assert "hint" in (await ada.get(f"/tables/{made['id']}/review", 409))["detail"]
    wish = {"ply": 0, "actions": []}
    assert "ended" in (await ada.post(f"/tables/{made['id']}/variation", wish, 409))["detail"]


async def test_other_moves_can_be_tried_from_a_ply_and_nothing_is_stored(shown):
    ada, name, record = shown
    path = f"/tables/{name}/variation"
    start = await ada.post(path, {"ply": 2, "actions": []}, 200)
    other = next(one["text"] for one in start["actions"] if one["text"] != record.moves[2].action)
    frame = await ada.post(path, {"ply": 2, "actions": [other]}, 200)
    assert frame["ply"] == 3
    assert frame["actions"]
    assert frame["to_act"] != start["to_act"]
    refused = await ada.post(path, {"ply": 2, "actions": [other, other]}, 422)
    assert refused["rule"]
    assert (await ada.get(f"/tables/{name}"))["plies"] == len(record.moves)


async def test_what_a_move_was_for_is_told_as_its_player_saw_it(shown):
    ada, name, record = shown
    told = [await ada.get(f"/tables/{name}/reasons/{ply}") for ply in range(1, len(record.moves) + 1)]
    assert all(each["words"] for each in told)
    assert any(each["why"].startswith("It ") for each in told)
    await ada.get(f"/tables/{name}/reasons/0", 404)


async def test_what_a_move_was_for_is_no_hint_where_something_is_hidden(server):
    ada = server.guest()
    made = await ada.table("me", "random", game="fornaldar")
    assert "ended" in (await ada.get(f"/tables/{made['id']}/reasons/1", 409))["detail"]
