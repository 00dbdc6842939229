"""What people do at a table besides playing: clocks, presence, offers, seats, the sealed dice."""

import re
from typing import Any

from playwright.sync_api import expect
from tests.web.conftest import PHONE, TABLE

from fimbul.games import game as find_game


def sit(window: Any, **more: Any) -> tuple[Any, Any]:
    """Two people at one table."""
    ada, ben = window(), window()
    ada.go("/")
    options = {"setup": "quick", "first": 0}
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = ada.call("/tables", {"game": "fimbulvetr", "options": options, "seats": seats, **more})
    ada.go(f"/t/{made['id']}")
    ben.go(f"/t/{made['id']}?invite={made['invite']}")
    for each in (ada, ben):
        expect(each.page.locator(".seat")).to_have_count(2)
        each.wait(f"{TABLE}.table?.seats.every(({{ kind }}) => kind === 'person')")
    return ada, ben


def menu(window: Any, name: str) -> None:
    window.page.get_by_label("Menu").click()
    window.page.locator(".menu").get_by_role("button", name=name).click()


def test_clocks_run_and_presence_is_seen(window):
    ada, ben = sit(window, pace={"kind": "fischer", "base": 300, "increment": 5})
    mine = ada.page.locator(".seat").nth(0).locator(".clock")
    expect(mine).to_have_attribute("data-runs", "")
    expect(mine).to_have_text(re.compile("^[0-4]:"))
    expect(ada.page.locator(".seat").nth(1).locator(".clock")).to_have_text("5:00")
    expect(ada.page.get_by_role("button", name="Hint")).to_be_hidden()  # people play each other
    ben.go("/")
    expect(ada.page.locator(".seat").nth(1)).to_contain_text("(away)")
    menu(ada, "Seats…")
    expect(ada.page.get_by_role("dialog").get_by_role("button", name="Ask for a bot")).to_be_visible()


def test_a_draw_is_offered_and_played_again(window):
    ada, ben = sit(window)
    menu(ada, "Offer a draw")
    expect(ben.toast()).to_contain_text("offers a draw")
    ben.page.reload()  # what was asked is still asked
    expect(ben.toast()).to_contain_text("offers a draw")
    ben.toast().get_by_role("button", name="Refuse").click()
    expect(ada.toast()).to_contain_text("plays on for a win")
    menu(ada, "Offer a draw")
    ben.toast().get_by_role("button", name="Allow").click()
    for each in (ada, ben):
        expect(each.page.locator(".result")).to_have_text("A draw")
    menu(ada, "About this table")
    dialog = ada.page.get_by_role("dialog")
    for name in ("Seal of the dice", "Seed", "Salt"):
        expect(dialog).to_contain_text(name)
    dialog.get_by_role("button", name="Close").click()
    ended = ada.page.url
    ada.page.get_by_role("button", name="Rematch").click()
    ada.page.wait_for_url(lambda url: url != ended)
    ben.page.get_by_role("button", name="Join the rematch").click()
    ben.page.wait_for_url(ada.page.url)
    expect(ada.page.locator(".seats")).not_to_contain_text("free seat")


def test_seats_are_emptied_filled_and_handed_over(window):
    ada, ben = sit(window)
    menu(ada, "Seats…")
    ada.page.get_by_role("dialog").get_by_role("button", name="Send away").click()
    expect(ada.page.locator(".seats")).to_contain_text("free seat")
    expect(ben.page.get_by_role("button", name="Take the free seat")).to_be_visible()
    ben.page.evaluate(f"{TABLE}.live.close()")
    menu(ada, "Seats…")
    ada.page.get_by_role("dialog").get_by_role("button", name="Let a bot sit here").click()
    expect(ada.page.locator(".seats")).not_to_contain_text("free seat")

    eva, kim = sit(window)
    menu(eva, "Hand my seat over…")
    eva.page.get_by_role("dialog").get_by_role("button", name="Hand it over").click()
    expect(eva.toast()).to_contain_text("gives your seat away")
    link = eva.ask("navigator.clipboard.readText()")
    expect(kim.page.locator(".seats")).to_contain_text("free seat")
    ben.go(link)
    expect(kim.page.locator(".seats")).not_to_contain_text("free seat")


def test_an_answer_in_advance_is_played_and_who_has_just_left_may_come_back(window):
    ada, ben = sit(window, seed=1)
    first = next(each["text"] for each in ada.frame["actions"] if each["text"].startswith("move("))
    game = find_game("fimbulvetr")  # the same position by the same seed
    state = game.new(seed=1, options={"setup": "quick", "first": 0})
    state.play(game.parse(first), 0)
    answer = str(next(action for action in state.legal(1) if str(action).startswith("move(")))
    for lines, said in (("nonsense", "their action and your answer"), (f"{first} ; {answer}", "are kept")):
        menu(ben, "Answers in advance…")
        dialog = ben.page.get_by_role("dialog")
        dialog.get_by_label("Answers in advance").fill(lines)
        dialog.get_by_role("button", name="Keep them").click()
        expect(ben.toast().last).to_contain_text(said)
    assert len(ben.wrong) == 1  # that nonsense is none was told
    ben.wrong.clear()
    ada.take(first)
    ada.wait_ply(2)  # Ben's answer, though he has done nothing
    assert ada.frame["to_act"] == [0]
    ben.go("/")
    menu(ada, "Seats…")
    ada.page.get_by_role("dialog").get_by_role("button", name="Ask for a bot").click()
    expect(ada.toast().last).to_contain_text("may come back: ask again in 2 minutes")
    assert ada.ask(f"{TABLE}.table.seats[1].kind") == "person"


def test_a_bot_that_asks_is_seen_and_answered_with_a_touch(window):
    """It waits for a yes or no; behind a tab nobody would find the question on a phone."""
    me = window(**PHONE)
    me.go("/")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    me.open(me.call("/tables", {"game": "six_winters", "seats": seats})["id"])
    line = {
        "type": "chat",
        "name": "Club bot",
        "text": "May I take Lantern?",
        "at": 0,
        "bot": True,
        "asks": 60,
    }
    me.ask(f"line => {TABLE}.hear(line)", line | {"asks": 0, "text": "I mean to begin with it."})
    expect(me.toast()).to_have_count(0)
    me.ask(f"line => {TABLE}.hear(line)", line)
    expect(me.toast()).to_contain_text("Club bot: May I take Lantern?")
    me.picture("partner-asks")
    me.toast().get_by_role("button", name="No").click()
    expect(me.toast()).to_have_count(0)
    expect(me.page.locator("#page-Chat li").last).to_contain_text("No")
