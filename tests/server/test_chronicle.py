"""The chronicle of a table: as a file and as a page, of what the asker may know, where a game writes one."""

import sys
import types

import pytest
from tests.core.toys import Cairn, CairnTable, Ravens, RavensTable

from fimbul.games import game as find_game
from fimbul.games.six_winters import GAME as SIX_WINTERS
from fimbul.server.seating import Terms


class Songs(CairnTable):
    """Tells its songs without a thought of what they say."""

    def chronicle(self, view):
        return "# Songs\n\n" + "\n".join(f"- {song}" for song in view.songs) + "\n"


class Skald(Cairn):
    """A toy that tells its songs."""

    table = Songs()


class Hands(RavensTable):
    """Tells a seat its hand."""

    def chronicle(self, view):
        return f"Hand: {sorted(view.hand)}\n"


class Seer(Ravens):
    """A toy that tells a seat its hand."""

    table = Hands()


@pytest.fixture(autouse=True)
def games(monkeypatch):
    """The server also has the toys, and Six Winters."""
    monkeypatch.setattr(
        sys.modules["fimbul.games"], "SLUGS", ("fimbulvetr", "ravens", "cairn", "six_winters")
    )
    for toy in (Seer(), Skald()):
        monkeypatch.setitem(sys.modules, f"fimbul.games.{toy.slug}", types.SimpleNamespace(GAME=toy))
    find_game.cache_clear()
    yield
    find_game.cache_clear()


async def test_a_game_without_a_chronicle_has_no_link_and_no_file(server):
    ada = server.guest()
    made = await ada.table("me", "random")
    assert made["chronicle"] is False
    assert await ada.get(f"/tables/{made['id']}/chronicle", 404) == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "Fimbulvetr writes no chronicle.",
    }
    await ada.get("/tables/none/chronicle", 404)
    for place in (made["id"], "none", "%3Cb%3E"):
        page = await ada.http.get(f"/t/{place}/chronicle")
        assert page.status_code == 404
        assert page.headers["content-type"].startswith("text/html")
        assert "Lost in the snow" in page.text
        assert "<b>" not in page.text


async def test_it_is_a_file_to_keep_and_a_page_to_read(server):
    ada = server.guest()
    made = await ada.table("me", "open", game="cairn")
    assert made["chronicle"] is True
    song = "<script>alert(1)</script> [x](javascript:alert(1)) ![y](/z.png) <https://elsewhere.example>"
    action = Skald().new(seats=2).legal(0)[-1]
    assert type(action).__name__ == "Sing"
    sung = str(type(action)(action.to, song))
    await ada.post(f"/tables/{made['id']}/actions", {"ply": 0, "action": sung})
    answer = await ada.http.get(f"/api/v1/tables/{made['id']}/chronicle")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="chronicle.md"'
    assert answer.text == f"# Songs\n\n- {song}\n"
    page = await ada.http.get(f"/t/{made['id']}/chronicle")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<h1>Songs</h1>" in page.text
    assert "&lt;script&gt;" in page.text
    body = page.text.partition("<article")[2]  # a game that forgets to escape does no harm
    assert not any(tag in body for tag in ("<script", "<a ", "<img"))
    file = f"/api/v1/tables/{made['id']}/chronicle?language=en"
    for link in (f"/t/{made['id']}", f"/t/{made['id']}/replay", file):
        assert f'href="{link}"' in page.text
    assert "script-src" not in page.headers["content-security-policy"]
    assert "default-src 'self'" in page.headers["content-security-policy"]


async def test_a_seat_is_told_what_it_may_know(server):
    ada, ben, cid = server.guest(), server.guest(), server.guest()
    table = (await ada.table("me", "open", game="ravens"))["id"]
    await ben.post(f"/tables/{table}/join", {})
    hands = server.services.tables.live[table].match.state.hands
    for guest, hand in ((ada, hands[0]), (ben, hands[1]), (cid, [])):
        answer = await guest.http.get(f"/api/v1/tables/{table}/chronicle")
        assert answer.text == f"Hand: {sorted(hand)}\n"
        page = await guest.http.get(f"/t/{table}/chronicle")
        assert f"Hand: {sorted(hand)}" in page.text


async def test_six_winters_can_be_read_and_kept(server):
    ada = server.guest()
    guest = (await ada.get("/me"))["id"]
    table = await server.services.seating.create(
        SIX_WINTERS, guest, options={"mode": "campaign"}, terms=Terms(seed=1, access="unlisted")
    )
    answer = await ada.http.get(f"/api/v1/tables/{table.row.id}/chronicle")
    assert answer.text == SIX_WINTERS.chronicle(table.match.state.view(0))
    page = await ada.http.get(f"/t/{table.row.id}/chronicle")
    assert "<h1>Six Winters: the chronicle</h1>" in page.text
    assert "<title>Chronicle · Six Winters</title>" in page.text


def test_only_games_that_tell_are_chronicled():
    assert [Skald().chronicled, Cairn().chronicled, SIX_WINTERS.chronicled] == [True, False, True]
