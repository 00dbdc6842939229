"""What is new in a frame, and the old frame, are the new frame: at every table, for everybody there."""

import json
import random

import pytest

from fimbul.games import all_games
from fimbul.server.patches import patched
from fimbul.server.seating import SeatWish, Terms
from fimbul.server.services import Settings, opened


class Ear:
    """Somebody at a table who keeps what they hear."""

    curious = False

    def __init__(self, guest, patches):
        self.language = "de" if guest == "ben" else "en"
        self.guest, self.patches, self.seen, self.along = guest, patches, None, None
        self.heard = []

    def send(self, message):
        self.heard.append(json.loads(message))


async def seated(services, game):
    """Two people at a table; its seed is chosen, because a game of chance may be over after five moves."""
    wishes = [SeatWish("me"), SeatWish("open")] + [SeatWish("bot", "random")] * (game.seats[0] - 2)
    table = await services.seating.create(game, "ada", wishes=wishes, terms=Terms(seed=3))
    await services.seating.join(table, "ben", None)
    return table


async def move(services, table, chance):
    """Somebody's random action."""
    match = await services.tables.match(table)
    seat = match.state.to_act[0]
    action = str(chance.choice(match.state.legal(seat)))
    draft = len(match.state.draft(seat))
    await services.play.act(table, table.row.seats[seat].person, match.ply, action, draft=draft)


async def course(folder, game, moves):
    """What somebody with and somebody without patches hears of a game, in each seat and beside the table."""
    chance = random.Random(3)
    async with opened(Settings(folder=folder, workers=0, limits=False)) as services:
        table = await seated(services, game)
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
