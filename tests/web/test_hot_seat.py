"""One person in several seats, in a real browser."""

import random

from playwright.sync_api import expect
from tests.web.conftest import TABLE

ME = f"{TABLE}.table?.me"


def test_one_device_for_both_sides_turns_by_itself(window):
    """From the home page: where nothing is hidden, the table turns to whoever must decide."""
    ada = window()
    ada.go("/")
    card = ada.page.locator('[data-game="fimbulvetr"]')
    card.locator("summary").click()
    card.get_by_label("Set-up").select_option("placed")  # a game that begins with it cannot end so soon
    card.get_by_role("button", name="At one device").click()
    ada.wait_turn()
    chance, seen = random.Random(3), set()
    for ply in range(4):
        ada.wait(f"{TABLE}.frame.ply === x && {TABLE}.frame.to_act.includes({ME})", ply)
        ada.wait_turn()
        seen.add(ada.ask(ME))
        ada.take(chance.choice(ada.frame["actions"])["text"])
    assert seen == {0, 1}
    expect(ada.page.locator("dialog.veil")).to_have_count(0)
    ada.page.locator("button.tool[aria-label='Undo']").click()
    ada.wait(f"{TABLE}.frame.ply === 3")


def test_one_device_is_not_covered_where_the_options_hide_nothing(window):
    """Valknut without gods: nobody sees what another does not."""
    ada = window()
    made = ada.call("/tables", {"game": "valknut", "seats": [{"kind": "me"}] * 2, "listed": False})
    ada.open(made["id"])
    chance, seen = random.Random(2), set()
    while len(seen) < 2:
        ada.wait(f"{TABLE}.mine && {TABLE}.frame.actions.length")
        seen.add(ada.ask(ME))
        ada.take(chance.choice(ada.frame["actions"])["text"])
    expect(ada.page.locator("dialog.veil")).to_have_count(0)


def test_where_something_is_hidden_the_device_is_passed_on_under_a_veil(window):
    ada = window()
    made = ada.call("/tables", {"game": "fornaldar", "seats": [{"kind": "me"}] * 2, "listed": False})
    ada.go(f"/t/{made['id']}")
    veil = ada.page.locator("dialog.veil")
    expect(veil).to_contain_text("Who has the device?")
    box = veil.bounding_box()
    assert (box["width"], box["height"]) == (1280, 800), "it covers everything"
    assert ada.ask(f"{TABLE}.frame") is None, "nothing is drawn below it"
    ada.page.keyboard.press("Escape")
    expect(veil).to_be_visible()
    first = made["frame"]["to_act"][0]
    names = [seat["plays"] for seat in made["seats"]]
    veil.get_by_role("button", name=f"I am {names[first]}").click()
    ada.wait_turn()
    assert ada.ask(ME) == first
    while first in ada.frame["to_act"]:
        done = [each["text"] for each in ada.frame["actions"] if each["text"].startswith("done")]
        ada.take(done[0] if done else ada.frame["actions"][0]["text"])
    ada.page.get_by_role("button", name=f"Pass the device to {names[1 - first]}").click()
    expect(veil).to_contain_text(f"Pass the device to {names[1 - first]}")
    veil.get_by_role("button", name=f"I am {names[1 - first]}").click()
    ada.wait(f"{ME} === x && {TABLE}.frame.actions.length", 1 - first)
    expect(veil).to_have_count(0)


def test_a_captain_leads_the_whole_team(window):
    """A co-operative game: no veil, and one may decide for whichever hero one likes."""
    ada = window()
    made = ada.call("/tables", {"game": "fate", "seats": [{"kind": "me"}] * 2, "listed": False})
    ada.open(made["id"])
    chance, seen = random.Random(1), set()
    while len(seen) < 2:
        ada.wait(f"{TABLE}.frame.outcome || ({TABLE}.mine && {TABLE}.frame.actions.length)")
        assert ada.frame["outcome"] is None
        seen.add(ada.ask(ME))
        ada.take(chance.choice(ada.frame["actions"])["text"])
    expect(ada.page.locator("dialog.veil")).to_have_count(0)
