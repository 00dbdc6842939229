"""What nobody may know: hands, sealed choices, the seed, invitations, other guests' cookies."""

import json
import re
import sys
import types

import pytest
import websockets
from tests.core.toys import Cairn, Ravens

from fimbul.core.dice import commitment
from fimbul.games import game as find_game


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    """The server also has the toy games, one of which hides cards."""
    monkeypatch.setattr(sys.modules["fimbul.games"], "SLUGS", ("fimbulvetr", "ravens", "cairn"))
    for toy in (Ravens(), Cairn()):
        monkeypatch.setitem(sys.modules, f"fimbul.games.{toy.slug}", types.SimpleNamespace(GAME=toy))
    yield
    find_game.cache_clear()


def hand(sheet_or_frame):
    """The ravens in a seat's picture."""
    return set(re.findall(r"raven:\d+", json.dumps(sheet_or_frame["scene"])))


async def test_nobody_sees_another_hand_or_a_sealed_choice_or_the_seed(server):
    ada, ben, cid = server.guest(), server.guest(), server.guest()
    made = await ada.table("me", "open", game="ravens")
    table = made["id"]
    await ben.post(f"/tables/{table}/join", {})
    seed = str(server.services.tables.live[table].row.seed)
    invite = server.services.tables.live[table].row.invite
    heard = {0: [], 1: [], None: []}

    async with ada.sit(table) as first, ben.sit(table) as second, cid.sit(table) as third:
        seats = {0: first, 1: second, None: third}
        frames = {place: (await seat.hear("table"))["table"]["frame"] for place, seat in seats.items()}
        mine, theirs = hand(frames[0]), hand(frames[1])
        assert len(mine) == len(theirs) == 3
        assert not mine & theirs
        assert not hand(frames[None])

        # Both decide in secret, at the same ply: neither choice is stale, and the first is told to nobody.
        await first.act(frames[0])
        heard[0].append((await first.hear("frame"))["frame"])
        assert (heard[0][-1]["ply"], heard[0][-1]["draft"], heard[0][-1]["log"]) == (0, 1, [])
        await second.act(frames[1])
        for place, seat in seats.items():
            heard[place].append((await seat.hear("frame"))["frame"])
            assert (heard[place][-1]["ply"], heard[place][-1]["draft"]) == (1, 0)
            assert heard[place][-1]["log"]

        # The loser's drawn raven is in the loser's log only.
        drew = {place: [line["text"] for frame in heard[place] for line in frame["log"]] for place in seats}
        frames = {place: heard[place][-1] for place in seats}
        while frames[0]["outcome"] is None:
            for mover in frames[0]["to_act"][:-1]:  # the first of a sealed choice is told to nobody else
                await seats[mover].act(frames[mover])
                assert (await seats[mover].hear("frame"))["frame"]["draft"] == 1
            mover = frames[0]["to_act"][-1]
            await seats[mover].act(frames[mover])
            frames = {place: (await seat.hear("frame"))["frame"] for place, seat in seats.items()}
            for place in seats:
                heard[place].append(frames[place])
                drew[place] += [line["text"] for line in frames[place]["log"]]
        private = set(drew[0]) - set(drew[None]), set(drew[1]) - set(drew[None])
        assert private[0] or private[1]
        assert not private[0] & private[1]

    for place, other in ((1, hand(heard[0][0])), (None, hand(heard[0][0]) | hand(heard[1][0]))):
        assert not other & hand(heard[place][0])
    before = json.dumps([made, *(frame for told in heard.values() for frame in told[:-1])])
    assert seed not in before
    assert invite not in json.dumps(heard[None])
    for guest, place in ((ada, 0), (ben, 1), (cid, None)):
        log = [line["text"] for line in await guest.get(f"/tables/{table}/log")]
        assert log == drew[place]
    assert (await cid.get(f"/tables/{table}"))["seed"] == seed


async def test_the_seed_and_the_record_wait_for_the_end_and_the_hash_can_be_checked(server):
    ada, ben = server.guest(), server.guest()
    made = await ada.table("me", "open", game="ravens")
    table = made["id"]
    await ben.post(f"/tables/{table}/join", {})
    seed = str(server.services.tables.live[table].row.seed)
    assert made["seed"] is None
    assert made["seed_hash"]
    for path, status in ((f"/tables/{table}/record.saga", 409),):
        answer = await ben.http.get(f"/api/v1{path}")
        assert answer.status_code == status
        assert seed not in answer.text
    await ben.post(f"/tables/{table}/fork", {"ply": 0}, 409)  # the other world would show this one's dice
    for path in ("", "/log", "/frames/0", "/frames/0.svg"):
        assert seed not in (await ben.http.get(f"/api/v1/tables/{table}{path}")).text
    for show in ("open", "mine", "finished"):
        assert seed not in (await ben.http.get(f"/api/v1/tables?show={show}")).text
    frame = (await ada.get(f"/tables/{table}"))["frame"]
    await ada.post(f"/tables/{table}/actions", {"ply": 0, "action": frame["actions"][0]["text"]})
    assert made["salt"] is None
    done = await ada.post(f"/tables/{table}/resign")
    assert done["seed"] == seed
    assert commitment(table, done["salt"], int(seed)) == made["seed_hash"] == done["seed_hash"]
    assert f"seed {seed}\n" in (await ben.http.get(f"/api/v1/tables/{table}/record.saga")).text


async def test_an_invitation_is_for_those_who_sit_there_and_for_one_table(server):
    ada, ben, cid = server.guest(), server.guest(), server.guest()
    table = await ada.table("me", "open", listed=False)
    other = await ada.table("me", "open", listed=False)
    place = f"/tables/{table['id']}"
    assert table["invite"]
    assert (await ben.get(place))["invite"] is None
    assert (await ben.get("/tables?show=open")) == []
    for wrong in ({}, {"invite": ""}, {"invite": other["invite"]}, {"invite": "ü" * 50}):
        await ben.post(f"{place}/join", wrong, 403)
    await ben.post(f"{place}/join", {"invite": 3}, 400)
    joined = await ben.post(f"{place}/join", {"invite": table["invite"]})
    assert joined["me"] == 1
    assert joined["invite"] is None  # nothing is open any more
    await cid.post(f"{place}/join", {"invite": table["invite"]}, 409)
    assert (await ben.post(f"{place}/join", {"invite": table["invite"]}))["me"] == 1  # again is no harm
    assert (await ada.post(f"{place}/join", {}))["me"] == 0


async def test_a_cookie_that_was_not_signed_here_is_a_new_guest_and_no_error(server):
    ada = server.guest()
    table = await ada.table("me", "random")
    mine = (await ada.get("/me"))["id"]
    for cookie in (
        f"{mine}.0000",
        mine,
        "",
        ".",
        "x" * 3000,
        f"{mine}.é",
        '"a";b',
    ):
        eve = server.guest()
        headers = {"cookie": f"fimbul={cookie}".encode()}
        answer = await eve.http.get("/api/v1/me", headers=headers)
        assert answer.status_code == 200
        assert answer.json()["id"] != mine
        assert "fimbul=" in answer.headers["set-cookie"]
        assert "HttpOnly" in answer.headers["set-cookie"]
        page = await eve.http.get("/", headers=headers)
        assert page.status_code == 200
        sheet = await eve.http.get(f"/api/v1/tables/{table['id']}", headers=headers)
        assert sheet.json()["me"] is None
    assert mine not in json.dumps(await server.guest().get(f"/tables/{table['id']}"))


async def test_another_site_may_not_act_with_the_cookie(server):
    ada = server.guest()
    table = await ada.table("me", "random")
    answer = await ada.http.post(
        f"/api/v1/tables/{table['id']}/resign", headers={"origin": "https://elsewhere.example"}
    )
    assert answer.status_code == 403
    own = await ada.http.post(f"/api/v1/tables/{table['id']}/resign", headers={"origin": server.address})
    assert own.status_code == 200
    address = f"{server.address.replace('http', 'ws')}/api/v1/tables/{table['id']}/live"
    with pytest.raises(websockets.WebSocketException):
        async with websockets.connect(address, origin="https://elsewhere.example"):
            pass
    async with websockets.connect(address, origin=server.address) as line:
        assert "table" in await line.recv()


async def test_a_team_loses_together_when_one_gives_up(server):
    ada = server.guest()
    table = await ada.table("me", "open", game="cairn")
    done = await ada.post(f"/tables/{table['id']}/resign")
    assert done["outcome"]["scores"] == [0.0, 0.0]
    await ada.post("/games/cairn/craft", {"piece": {}}, 400)


async def test_a_bot_leaves_to_people_what_any_of_a_team_may_answer(server):
    ada = server.guest()
    table = await ada.table("random", "me", game="cairn")
    async with ada.sit(table["id"]) as seat:
        frame = (await seat.hear("table"))["table"]["frame"]
        assert frame["to_act"] == [0, 1]
        assert await seat.silent()  # the bot does not think
        await seat.act(frame)
        assert (await seat.hear("frame"))["frame"]["to_act"] == [0]
        assert await seat.hear() == {"type": "thinking", "seat": 0}


async def test_a_sealed_choice_is_taken_back_by_its_seat_alone(server):
    ada, ben = server.guest(), server.guest()
    table = (await ada.table("me", "open", game="ravens"))["id"]
    await ben.post(f"/tables/{table}/join", {})
    first = (await ada.get(f"/tables/{table}"))["frame"]["actions"]
    await ada.post(f"/tables/{table}/actions", {"ply": 0, "action": first[0]["text"]})
    await ben.get(f"/tables/{table}")
    held = server.services.tables.live[table]

    assert (await ada.post(f"/tables/{table}/undo"))["done"]
    frame = (await ada.get(f"/tables/{table}"))["frame"]
    assert (frame["ply"], frame["draft"], frame["actions"]) == (0, 0, first)

    # What the other has sealed meanwhile stays, on disk too.
    theirs = (await ben.get(f"/tables/{table}"))["frame"]["actions"]
    await ada.post(f"/tables/{table}/actions", {"ply": 0, "action": first[0]["text"]})
    assert (await ada.post(f"/tables/{table}/undo"))["done"]
    await ben.post(f"/tables/{table}/actions", {"ply": 0, "action": theirs[0]["text"]})
    await ada.post(f"/tables/{table}/actions", {"ply": 0, "draft": 1, "action": first[1]["text"]}, 409)
    stored = await server.services.store.tables.deeds(table)
    assert [(deed.seat, deed.action) for deed in stored] == [(1, theirs[0]["text"])]
    await ada.post(f"/tables/{table}/actions", {"ply": 0, "action": first[1]["text"]})
    assert held.match.ply == 1
    assert (await ben.get(f"/tables/{table}/frames/1"))["ply"] == 1
    await ben.get(f"/tables/{table}/frames/2", 404)
