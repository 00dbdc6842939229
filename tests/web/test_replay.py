"""The replay: reviewed by a coach, varied, taken home, and led by keys wherever one has clicked."""

from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.cli.conftest import keep, played
from tests.web.conftest import PHONE

THINKING = 240_000  # milliseconds: the kernel may have to be compiled first
SEED = 28  # a short game with a turning point


@pytest.fixture
def saga(tmp_path: Path) -> Path:
    return keep(tmp_path / "short.saga", played(seed=SEED, setup="quick").record())


def test_a_game_is_reviewed_varied_and_taken_home(window, saga):
    ada = window(width=1440, height=900)
    ada.go("/")
    name = ada.record(saga)
    most = ada.page.request.get(f"/api/v1/tables/{name}").json()["plies"]
    ada.go(f"/t/{name}/replay")
    told = ada.page.locator(".timeline .words")
    expect(told).to_contain_text(f"{most} / {most}")
    onward = ada.page.get_by_role("button", name="Play from here")
    expect(onward).to_be_disabled()  # here it is over

    ada.page.get_by_role("button", name="Review", exact=True).click()
    expect(ada.page.locator(".coach")).to_contain_text("Judged by", timeout=THINKING)
    turning = ada.page.locator(".graph .turning").first
    ply = int(turning.get_attribute("aria-label").split(":")[0].removeprefix("Move "))
    turning.click()
    expect(told).to_contain_text(f"{ply} / {most}")
    expect(onward).to_be_enabled()
    ada.picture("review")
    ada.page.keyboard.press("ArrowLeft")  # a clicked button does not keep the keys
    expect(told).to_contain_text(f"{ply - 1} / {most}")
    ada.page.get_by_role("button", name="Last").click()
    ada.page.keyboard.press("Home")
    ada.page.keyboard.press(" ")
    expect(told).to_contain_text(f"1 / {most}")

    ada.page.get_by_role("button", name="Show the better line").first.click()
    expect(ada.page.locator("fimbul-sheet")).to_contain_text("You try other moves")
    ada.page.get_by_role("button", name="Back to the game").click()
    ada.page.keyboard.press("Home")
    ada.page.get_by_role("button", name="Try other moves").click()
    expect(told).to_contain_text("0 + 0")
    start = ada.call(f"/tables/{name}/variation", {"ply": 0, "actions": []})
    choice = next(one for one in start["actions"] if one["text"].startswith("move"))
    ada.touch(*choice["clicks"])
    expect(told).to_contain_text("0 + 1")
    ada.page.keyboard.press("ArrowLeft")
    expect(told).to_contain_text("0 + 0")
    ada.page.keyboard.press("End")
    expect(told).to_contain_text(f"{most} / {most}")

    ada.page.locator(".saves summary").click()
    for label, begin in (("PNG", b"\x89PNG"), ("Story", b"Fimbulvetr"), ("Film", b"\x1aE\xdf\xa3")):
        with ada.page.expect_download() as saved:
            ada.page.get_by_role("button", name=label).click()
        assert Path(saved.value.path()).read_bytes().startswith(begin), label
    assert ada.wrong == []


def test_one_sees_that_the_coach_looks_for_turning_points(window, saga):
    """On a phone too, where the sheet must grow for it; and then the points."""
    ada = window(**PHONE)
    ada.go("/")
    ada.go(f"/t/{ada.record(saga)}")
    held = []
    ada.page.route("**/review", lambda route: held.append(route))
    ada.page.get_by_role("button", name="Turning points").tap()
    expect(ada.page.get_by_text("The coach is thinking…")).to_be_in_viewport(ratio=1)
    expect(ada.page.locator(".turning progress")).to_be_in_viewport(ratio=1)
    assert ada.ask("document.activeElement.className") == "turning"
    held[0].continue_()
    expect(ada.page.locator(".turning li").first).to_be_in_viewport(timeout=THINKING)


def test_the_replay_fits_a_phone_in_both_themes(window, saga):
    for theme in ("night", "birch"):
        ada = window(width=390, height=844, has_touch=True, is_mobile=True, theme=theme)
        ada.go("/")
        name = ada.record(saga)
        ada.go(f"/t/{name}/replay")
        ada.page.get_by_role("button", name="Review", exact=True).click()
        expect(ada.page.locator(".graph .turning").first).to_be_visible(timeout=THINKING)
        assert ada.ask("document.documentElement.scrollWidth") <= 390
        board = ada.page.locator("fimbul-board").bounding_box()
        ada.picture(f"review-phone-{theme}")
        assert board["height"] > 200
        ada.page.get_by_role("button", name="First").click()
        ada.page.get_by_role("button", name="Try other moves").click()
        expect(ada.page.get_by_role("button", name="Back to the game")).to_be_visible()
        ada.picture(f"variation-phone-{theme}")
