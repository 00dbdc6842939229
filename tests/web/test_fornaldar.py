"""Fornaldar in a real browser: refusals, how much is sent, and choosing a side."""

import socket
import threading
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import expect
from tests.web.conftest import Window

OPTIONS = {"scenario": "jotuns"}
MOST = 80  # actions in the turn
FLEET = "pick(h2235,sea)"
OPENING, MOVE = 600_000, 40_000  # bytes, as they are sent
CALM = ("done", "wait", "halt", "stand", "hold", "refuse")


def begin(window: Window, seed: int, seats: Any = ({"kind": "me"}, {"kind": "open"})) -> dict[str, Any]:
    """A table with a free seat."""
    body = {"game": "fornaldar", "seats": seats, "options": OPTIONS, "seed": seed}
    made: dict[str, Any] = window.call("/tables", body)
    return made


def shown(window: Window, name: str) -> dict[str, Any]:
    """A node of the picture."""
    nodes = window.frame["scene"]["boards"][0]["nodes"]
    found: dict[str, Any] = next(each for each in nodes if each["id"] == name)
    return found


def test_refusals_name_their_rule(window):
    ada, ben = window(), window()
    made = begin(ada, 1)
    ben.go(f"/t/{made['id']}?invite={made['invite']}")
    ada.go(f"/t/{made['id']}")
    ada.wait_turn()
    ada.node("stack:asdulf").click(force=True)
    expect(ada.toast().locator(".rule")).to_have_text("R11.2")
    ada.take("pick(h1822,land)")
    ada.wait_turn()
    open_to_it = {click for action in ada.frame["actions"] for click in action["clicks"]}
    force = shown(ada, "force")
    beyond = [
        each
        for each in ada.frame["scene"]["boards"][0]["nodes"]
        if each["id"].startswith("h") and 'class="h"' in each["svg"] and each["id"] not in open_to_it
    ]
    edge = min(beyond, key=lambda each: abs(each["x"] - force["x"]) + abs(each["y"] - force["y"]))["id"]
    ada.ask("document.querySelector('.toast')?.remove()")
    ada.node(edge).click(force=True)
    expect(ada.toast().locator(".rule")).to_be_visible()


# ---- how much is sent


class Relay:
    """Stands between a browser and the server, and counts what the server sends."""

    def __init__(self, address: str) -> None:
        self.server = (urlsplit(address).hostname, urlsplit(address).port)
        self.sent = 0
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.door.accept()
                server = socket.create_connection(self.server)
                for ends in ((client, server, False), (server, client, True)):
                    threading.Thread(target=self.pass_on, args=ends, daemon=True).start()

    def pass_on(self, one: socket.socket, other: socket.socket, counted: bool) -> None:
        with suppress(OSError):
            while data := one.recv(1 << 16):
                self.sent += len(data) * counted
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)


def test_a_table_is_light(browser, address):
    """Opening a table, and picking up the force with the widest reach, over a real connection."""
    relay = Relay(address)
    ada, ben = Window(browser, relay.address), Window(browser, address)
    made = begin(ada, 1, seats=[{"kind": "open"}, {"kind": "me"}])
    ben.go(f"/t/{made['id']}?invite={made['invite']}")
    before = relay.sent
    ada.go(f"/t/{made['id']}")
    ada.page.wait_for_load_state("networkidle")
    ada.wait_ply(0)
    opened, moves = relay.sent - before, dict[str, int]()
    for ply in range(MOST):
        hand = ada if 1 in ada.frame["to_act"] else ben
        hand.wait_turn()
        texts = [each["text"] for each in hand.frame["actions"]]
        text = FLEET if FLEET in texts else next((each for each in CALM if each in texts), texts[0])
        before = relay.sent
        act = "text => { const table = document.querySelector('fimbul-table');"
        act += " table.act(table.frame.actions.find(each => each.text === text)); }"
        hand.ask(act, text)
        for each in (ada, ben):
            each.wait_ply(ply + 1)
        moves[text] = relay.sent - before
        if text == FLEET:
            break
    reach = sum(each["text"].startswith("go(") for each in ada.frame["actions"])
    print(f"opening {opened / 1000:.0f} kB; a fleet with {reach} goals {moves[FLEET] / 1000:.1f} kB")
    for each in (ada, ben):
        each.context.close()
    relay.door.close()
    assert reach > 400
    assert 0 < opened < OPENING
    assert 0 < max(moves.values()) < MOVE
    assert ada.wrong == ben.wrong == []


# ---- the home page


def test_one_chooses_one_s_side_on_the_home_page(window):
    ada = window()
    ada.go("/")
    card = ada.page.locator("article.game", has=ada.page.get_by_role("heading", name="Fornaldar"))
    card.get_by_text("Options").click()
    card.get_by_label("You play").select_option("Mundane")
    card.get_by_role("button", name="Play now").click()
    mine = ada.page.locator(".seat", has_text="(you)")
    expect(mine).to_contain_text("Mundane")
