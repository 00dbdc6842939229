"""A first visit is light: bytes as the server sends them, headers and all.  (Times: tools/first_load.py.)"""

import re

import pytest
from playwright.sync_api import expect
from tests.web.conftest import Window
from tests.web.relay import Relay

from fimbul.games import SLUGS
from fimbul.games import game as find_game
from fimbul.server.pages import PAGES, front, script, stamp, static_folder

TABLE, HOME = 200_000, 250_000  # bytes


def opened(browser, address, slug):
    """What somebody is sent who has never been here: home, or a table as home would open it."""
    relay = Relay(address)
    fresh = Window(browser, relay.address)
    path = "/"
    if slug is not None:
        game = find_game(slug)
        start = game.starts[0] if game.starts else None
        count = (start.seats if start else None) or game.seats[0]
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * (count - 1)]
        body = {"game": slug, "seats": seats, "seed": 1, "options": start.options if start else {}}
        path = f"/t/{fresh.call('/tables', body)['id']}"
    before = relay.sent
    fresh.go(path)
    if slug is None:
        expect(fresh.page.locator(".game").last).to_be_visible()
    else:
        fresh.wait_turn()
    fresh.page.wait_for_load_state("networkidle")
    sent = relay.sent - before
    asked = fresh.ask("performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)")
    fresh.context.close()
    relay.door.close()
    assert fresh.wrong == []
    return sent, asked


@pytest.mark.parametrize("slug", [None, *SLUGS])
def test_a_first_load_is_light(browser, address, slug):
    sent, asked = opened(browser, address, slug)
    print(f"first load of {slug or 'home'}: {sent / 1000:.0f} kB in {len(asked)} pieces")
    assert 0 < sent < (TABLE if slug else HOME)
    scripts = {path for path in asked if path.endswith(".js")} - {"/sw.js"}
    named = set(re.findall(r'src="([^"]+)"', front("/t/x" if slug else "/").body.decode()))
    assert scripts == named == {"/static/early.js", f"/static/{'table' if slug else 'home'}.bound.js"}


def test_the_server_and_the_client_know_the_same_pages():
    """What the server names for an address is what app.js will import there."""
    listed = re.search(r"const PAGES = \{(.*?)\n\};", (static_folder() / "app.js").read_text(), re.DOTALL)
    shapes = dict(re.findall(r"(\w+): /\^(.*?)\$/,", listed[1]))
    assert set(shapes) == set(PAGES.values())
    for path, name in PAGES.items():
        plain = path.replace("{_:str}", "some-thing")
        assert [each for each, shape in shapes.items() if re.fullmatch(shape.replace("\\/", "/"), plain)] == [
            name
        ]
        assert f"/static/{name}.bound.js" in front(plain).body.decode()


def test_every_module_can_be_bound():
    """Each comes once, after all that it imports, and the whole gives what the last one does."""
    plain = {"early", "sw"}  # not modules
    read = {path.name: path.read_text() for path in static_folder().glob("*.js") if path.stem not in plain}
    for name, text in read.items():
        whole = script(name.removesuffix(".js"), stamp()).body.decode()
        order = re.findall(r'^bound\["([\w.-]+)"\] \?\?=', whole, re.MULTILINE)
        assert len(set(order)) == len(order)
        assert name in order
        for each in order:
            needed = re.findall(r'^(?:import|\} from)[^;"]*"\./([\w-]+\.js)";$', read[each], re.MULTILINE)
            assert all(order.index(other) < order.index(each) for other in needed)
        given = re.findall(r"^export (?:default|(?:async )?\w+ (\w+))", text, re.MULTILINE)
        shown = re.findall(r"^export (?:const )?(\w+)", whole, re.MULTILINE)
        assert sorted(shown) == sorted(found or "default" for found in given)
