"""Fornaldar in a real browser: refusals, how much is sent, and choosing a side."""

import re
from typing import Any

from playwright.sync_api import expect
from tests.web.conftest import NEARER, PHONE, TABLE, Window
from tests.web.relay import Relay
from tests.web.test_layout import sit

OPTIONS = {"scenario": "jotuns"}
MOST = 80  # actions in the turn
FLEET = "pick(h2235,sea)"
OPENING, MOVE = 200_000, 40_000  # bytes, as they are sent
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


# ---- how far anybody could go


def test_whoever_looks_at_a_stack_sees_how_far_it_could_go(window):
    """One's own and the enemy's, whoever looks: a player, a spectator, or somebody with a finger."""
    ada, eve, kim = window(), window(), window(**PHONE)
    made = begin(ada, 1, seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    far, drawn = "fimbul-board .tip .far", "fimbul-board .roaming path"
    for each in (ada, eve, kim):
        each.go(f"/t/{made['id']}")
        each.wait("document.querySelector('fimbul-board')?.items.size")
    for whose in ("Fomorian", "Mundane"):
        stacks = [
            node["id"]
            for node in ada.frame["scene"]["boards"][0]["nodes"]
            if "roams" in node["classes"] and node["title"].startswith(f"{whose} force")
        ]
        answers = {
            name: ada.page.request.get(f"/api/v1/tables/{made['id']}/frames/0/reach?node={name}").json()
            for name in stacks
        }
        goes = next(name for name, answer in answers.items() if answer["svg"])
        for each in (ada, eve):
            each.node(goes).evaluate(NEARER)
            each.node(goes).hover(force=True)
            expect(each.page.locator(far)).to_contain_text("In a whole move")
            expect(each.page.locator(drawn)).to_have_class(re.compile(r"roam s[01]"))
            each.picture(f"fornaldar-reach-{whose.lower()}")
            each.page.mouse.move(1, 1)
            expect(each.page.locator(drawn)).to_have_count(0)
    box = kim.node(goes).bounding_box()
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    line = kim.context.new_cdp_session(kim.page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    expect(kim.page.locator(drawn)).to_have_count(1)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    kim.picture("fornaldar-reach-phone")
    assert kim.page.locator(".toast").count() == 0


def test_what_lies_far_down_is_found_by_its_name(window):
    """Many trays lie below each other on a phone: their names lead to them, and unfold what is folded."""
    ada = window(**PHONE)
    sit(ada, "fornaldar", "first")
    ada.ask(f"{TABLE}.panel.open('Mats')")
    names = ada.page.get_by_role("navigation", name="What lies here")
    for name in ("Kingdoms and others", "Mundane characters", "Attrition"):
        head = ada.page.locator(".mats .tray > :is(header, summary)", has_text=name).first
        expect(head).not_to_be_in_viewport()
        names.get_by_role("button", name=name).tap()
        expect(head).to_be_in_viewport(ratio=1)
        assert head.bounding_box()["y"] >= names.bounding_box()["y"] + names.bounding_box()["height"]
    expect(ada.page.locator(".mats details[open]", has_text="Kingdoms and others")).to_have_count(1)
    ada.ask(f"{TABLE}.show({TABLE}.frame)")  # it is one's turn: who reads is left alone
    assert ada.ask(f"{TABLE}.panel.current") == "Mats"
