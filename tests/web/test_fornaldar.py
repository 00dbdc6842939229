"""Fornaldar in a real browser: a whole game turn of both sides by clicking, with a challenge and a battle."""

import re
import socket
import threading
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import expect
from tests.web.conftest import Window

from fimbul.games.fornaldar import GAME

OPTIONS = {"scenario": "jotuns"}
SEEDS = range(1, 20)
MOST = 80  # actions in the turn
FLEET = "pick(h2235,sea)"
OPENING, MOVE = 600_000, 30_000  # bytes
KINDS = {"pick", "leave", "go", "halt", "fight", "challenge", "accept", "lose", "done"}
CLICKS = (
    "text => document.querySelector('fimbul-table').frame.actions.find(each => each.text === text).clicks"
)
STILL = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))))"
CALM = ("done", "wait", "halt", "stand", "hold", "refuse")


# ---- a turn


def wish(state: Any, seat: int) -> str:
    """What somebody does who attacks the fortress at 2024, and challenges its captain."""
    legal = [str(action) for action in state.legal(seat)]
    way = getattr(state.decision, "way", "")
    if way == "move" and seat == 0:
        force = state.force
        if force is None:
            plan = ["pick(h1822,land)"]
        elif not force.moved:
            plan = ["leave(jotunheim,1)"] if sum(csp for _, csp in force.troops) == 14 else ["go(h2024)"]
        else:
            plan = ["halt"]
    else:
        plan = ["fight(h2024,land)", "challenge(trial,klattka)", "accept(asdulf)"]
    return next((text for text in (*plan, *CALM) if text in legal), legal[0])


def turn(seed: int) -> list[tuple[int, str]]:
    """A game turn of both sides: who does what."""
    state, found = GAME.new(seats=2, seed=seed, options=OPTIONS), list[tuple[int, str]]()
    while state.turn == 1 and not state.over and len(found) < MOST:
        seat = state.to_act[0]
        found.append((seat, wish(state, seat)))
        state.play(state.notation.parse(found[-1][1]), seat)
    return found if state.turn == 2 else []


def suitable() -> tuple[int, list[tuple[int, str]]]:
    """The first seed whose turn has everything."""
    for seed in SEEDS:
        script = turn(seed)
        if {text.partition("(")[0] for _, text in script} >= KINDS and len({seat for seat, _ in script}) == 2:
            return seed, script
    raise AssertionError("no seed has a challenge and a battle")


def begin(window: Window, seed: int, seats: Any = ({"kind": "me"}, {"kind": "open"})) -> dict[str, Any]:
    """A table with a free seat."""
    body = {"game": "fornaldar", "seats": seats, "options": OPTIONS, "seed": seed}
    made: dict[str, Any] = window.call("/tables", body)
    return made


def take(window: Window, action: str) -> None:
    """Take an action by touching what it says, step by step, where it glows."""
    ply = window.ply
    clicks = window.ask(CLICKS, action)
    for node in clicks:
        window.wait("document.querySelector('fimbul-board').next.has(x)", node)
        window.ask(STILL)
        window.node(node).click(force=True)
        if not window.ask("document.querySelector('fimbul-board').next.size"):
            break  # it was the last touch, or a last one without a choice
    window.wait_ply(ply + 1)


def shown(window: Window, name: str) -> dict[str, Any]:
    """A node of the picture."""
    found: dict[str, Any] = next(each for each in window.frame["scene"]["nodes"] if each["id"] == name)
    return found


def test_a_game_turn_is_played_by_clicking(window):
    seed, script = suitable()
    ada, ben = window(), window()
    made = begin(ada, seed)
    ada.go(f"/t/{made['id']}")
    ben.go(f"/t/{made['id']}?invite={made['invite']}")
    people, looked = (ada, ben), set[str]()
    for ply, (seat, action) in enumerate(script):
        hand, kind = people[seat], action.partition("(")[0]
        hand.wait_ply(ply)
        if kind not in looked:
            look(hand, kind)
            looked.add(kind)
        take(hand, action)
    for each in people:
        each.wait_ply(len(script))
        assert each.frame["turn"] == 2
        expect(each.node("calendar")).to_have_attribute("aria-label", re.compile("^Calendar: Solmanudur I,"))
    print(f"seed {seed}: {len(script)} actions")


def look(hand: Window, kind: str) -> None:
    """What the table shows before a kind of action."""
    if kind == "go":
        expect(hand.node("h2024").locator("text")).to_have_text("4")
        assert len([name for name in hand.lit() if name.startswith("h")]) > 50
        hand.picture("fornaldar-reach")
    elif kind == "fight":
        assert "you have" in shown(hand, "fight:h2024:land")["title"]
    elif kind == "challenge":
        assert "%" in shown(hand, "fight:h2024:land")["title"]
        assert 'class="bar"' in shown(hand, "sheet")["svg"]
        hand.picture("fornaldar-odds")
    elif kind == "lose":
        assert 'class="hit"' in shown(hand, "sheet")["svg"]
        assert 'class="hit"' in shown(hand, "chart")["svg"]
        expect(hand.node("sheet").locator(".hit").first).to_be_visible()
        hand.picture("fornaldar-battle")


def test_refusals_name_their_rule(window):
    ada, ben = window(), window()
    made = begin(ada, 1)
    ben.go(f"/t/{made['id']}?invite={made['invite']}")
    ada.go(f"/t/{made['id']}")
    ada.wait_turn()
    ada.node("stack:asdulf").click(force=True)
    expect(ada.toast().locator(".rule")).to_have_text("R11.2")
    take(ada, "pick(h1822,land)")
    ada.wait_turn()
    edge = next(
        each["id"]
        for each in ada.frame["scene"]["nodes"]
        if 'class="h"' in each["svg"]
        and abs(each["y"] - shown(ada, "force")["y"]) < 60
        and each["layer"] == 0
    )
    ada.ask("document.querySelector('.toast')?.remove()")
    ada.node(edge).click(force=True)
    expect(ada.toast().locator(".rule")).to_be_visible()


def test_phone_shows_the_force_and_birch_is_readable(window):
    ada = window(width=390, height=844, has_touch=True)
    made = begin(ada, 1)
    window().go(f"/t/{made['id']}?invite={made['invite']}")
    ada.go(f"/t/{made['id']}")
    ada.wait_turn()
    ada.page.evaluate("document.documentElement.dataset.theme = 'birch'")
    ada.picture("fornaldar-phone")
    ada.node("stack:klattka").tap(force=True)
    ada.wait_ply(1)
    ada.wait_turn()
    box = ada.node("sheet").bounding_box()
    assert box is not None
    assert -5 <= box["x"] <= 395 - box["width"]
    assert box["width"] > 130
    ada.picture("fornaldar-phone-force")


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
