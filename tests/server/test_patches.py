"""What is new in a frame, and the old frame, are the new frame: at every table, for everybody there."""

import json
import random

import pytest

from fimbul.games import all_games
from fimbul.server.cost import move, seated
from fimbul.server.patches import patched
from fimbul.server.services import Settings, opened


class Ear:
    """Somebody at a table who keeps what they hear."""

    curious = False

    def __init__(self, guest, patches):
        self.guest, self.patches, self.seen = guest, patches, None
        self.heard = []

    def send(self, message):
        self.heard.append(json.loads(message))


async def course(folder, game, moves):
    """What somebody with and somebody without patches hears of a game, in each seat and beside the table."""
    chance = random.Random(3)
    async with opened(Settings(folder=folder, workers=0, limits=False)) as services:
        table = await seated(services, game, seed=3)  # a game of chance may be over after five moves
        ears = [Ear(guest, patches) for guest in ("ada", "ben", "eve") for patches in (True, False)]
        table.listeners.update(ears)
        for number in range(moves):
            if table.row.finished:
                break
            await move(services, table, chance)
            if number == moves // 2:
                async with table.lock:
                    await services.tables.tell_table(table)
        return [(ears[place].heard, ears[place + 1].heard) for place in (0, 2, 4)]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
async def test_patches_make_the_frames_that_others_are_sent(tmp_path, game):
    told = 0
    for short, whole in await course(tmp_path, game, 24):
        assert len(short) == len(whole)
        frame = None
        for patch, full in zip(short, whole, strict=True):
            if patch["type"] != "patch":
                assert patch == full
                frame = (full.get("table") or full)["frame"]
                continue
            told += 1
            frame = patched(frame, patch["patch"])
            assert frame == full["frame"]
            assert len(json.dumps(patch)) < len(json.dumps(full))
    assert told > 20
