"""A solo game goes on when the connection is lost: in a real browser, by the same rules, bots and all."""

import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.conftest import PATIENCE, PHONE, TABLE, Window

import fimbul
from fimbul.cli.offline import offline_folder
from fimbul.core import verify
from fimbul.core.record import Record
from fimbul.server.provisions import complete

AFIELD = "document.querySelector('fimbul-table[data-afield]')"
MINE = f"({TABLE}.frame.outcome || {TABLE}.frame.to_act.includes({TABLE}.table.me)) && {TABLE}.pace.idle"
BAG = "caches.open('fimbul-afield').then(shelf => shelf.match(location.pathname)).then(bag => bag?.json())"


@pytest.fixture(scope="module", autouse=True)
def stocked() -> None:
    """What a browser plays on with, which a bare machine has not; it is said aloud."""
    if not complete(offline_folder()):
        why = "what browsers play on with is not there: 'make offline' fetches it (npm, pip, a network)"
        warnings.warn(f"NO TESTS WITHOUT A CONNECTION: {why}.", stacklevel=1)
        pytest.skip(why)


@pytest.fixture
def walker(window: Callable[..., Window]) -> Iterator[Callable[..., Window]]:
    """A window whose service worker is there; that requests fail without a net is no fault."""
    opened: list[Window] = []

    def begin(**more: Any) -> Window:
        ada = window(service_workers="allow", **more)
        ada.context.set_default_timeout(4 * PATIENCE)  # Python is compiled and started there
        ada.go("/")
        ada.ask("navigator.serviceWorker.ready.then(() => true)")
        ada.page.reload()
        opened.append(ada)
        return ada

    yield begin
    for ada in opened:
        gone = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")  # and what the service worker could not get either
        ada.wrong[:] = [line for line in ada.wrong if not any(word in line for word in gone)]


def take_along(ada: Window) -> None:
    """By hand, from the menu."""
    ada.page.locator("details.menu summary").click()
    ada.page.get_by_role("button", name="Play on without a connection…").click()
    ada.page.get_by_role("button", name="Take it along").click()
    ready = ada.page.locator(".toast", has_text="Ready: when the connection is lost")
    expect(ready).to_be_visible(timeout=4 * PATIENCE)  # Python is fetched, compiled and started meanwhile


def cut(ada: Window) -> None:
    """The net is gone; one waits until the game goes on here."""
    ada.context.set_offline(True)
    ada.ask(f"{TABLE}.live.drop()")
    ada.wait(AFIELD)
    expect(ada.page.locator(".words")).to_contain_text("The game goes on here")


def mend(ada: Window) -> None:
    """The net is back; one waits until the server has what was played."""
    ada.context.set_offline(False)
    ada.wait(f"!{AFIELD} && {TABLE}.live.socket.readyState === 1 && {TABLE}.latest.epoch < 10_000_000")


def turn(ada: Window, chance: random.Random) -> None:
    """Do something that may be done, and wait until one is asked again."""
    ada.wait(f"{MINE} && !{TABLE}.pending")
    seen = [ada.frame["epoch"], ada.ply, ada.frame["draft"], ada.ask(f"{TABLE}.table.me")]
    count = len(ada.frame["actions"])
    ada.ask(f"place => {TABLE}.act({TABLE}.frame.actions[place])", chance.randrange(count))
    ada.wait(
        f"[{TABLE}.frame.epoch, {TABLE}.frame.ply, {TABLE}.frame.draft, {TABLE}.table.me].join() !== x.join()"
        f" && {MINE} && !{TABLE}.pending",
        seen,
    )


def deeds(ada: Window) -> list[tuple[int, str]]:
    """All actions that this device knows of the table."""
    bag = ada.ask(BAG)
    return [(deed["seat"], deed["action"]) for deed in [*bag["parcel"]["deeds"], *bag["played"]]]


def of_server(ada: Window, table: str) -> dict[str, Any]:
    found: dict[str, Any] = ada.page.request.get(f"/api/v1/tables/{table}").json()
    return found


def test_a_game_goes_on_to_its_end_without_a_connection(walker: Callable[..., Window]) -> None:
    """Turns with a bot, going back, a reload; then the server has exactly that, and its record holds.

    What a bot does here is settled by the game's seed, so this game is the same each time.
    """
    ada = walker()
    table = ada.new_table("casual", seed=5)["id"]
    chance = random.Random(4)
    take_along(ada)
    cut(ada)
    base = ada.ply
    for _ in range(3):
        turn(ada, chance)
    assert ada.ply >= base + 6
    ada.picture("afield")
    played, back = deeds(ada), ada.ply - 2
    ada.page.get_by_role("button", name="Undo").click()
    ada.wait(f"{TABLE}.frame.ply === x && {MINE}", back)
    assert deeds(ada) == played[:-2]
    turn(ada, chance)
    ada.page.get_by_role("button", name="The move before").click()
    expect(ada.page.locator("fimbul-scene")).to_contain_text("You are looking at move")
    ada.page.get_by_role("button", name="Back to now").click()
    ada.page.get_by_role("button", name="Hint").click()
    expect(ada.page.locator(".ideas button").first).to_be_visible()
    kept, ply = deeds(ada), ada.ply
    ada.page.reload()  # the app is closed and opened again
    ada.wait(AFIELD)
    ada.wait(f"{MINE} && {TABLE}.frame.ply === x", ply)
    assert deeds(ada) == kept
    while ada.ask(f"!{TABLE}.frame.outcome"):
        turn(ada, chance)
    expect(ada.page.locator(".ending")).to_be_visible()
    ada.picture("afield-end")
    whole = deeds(ada)
    assert len(whole) > base
    assert not of_server(ada, table)["finished"]
    mend(ada)
    ada.wait(f"{TABLE}.frame.outcome")
    found = of_server(ada, table)
    assert found["finished"]
    assert found["taken"] is not None
    record = ada.page.request.get(f"/api/v1/tables/{table}/record.saga").text()
    proved = verify(Record.parse(record), fimbul.game("fimbulvetr"))
    assert [(move.seat, move.action) for move in proved.moves] == whole
    ada.page.locator("details.menu summary").click()
    ada.page.get_by_role("button", name="About this table").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("It was taken along")


@pytest.mark.parametrize(
    ("game", "others", "options"),
    [("fate", ("newcomer", "casual"), {}), ("six_winters", ("club",), {})],
)
def test_a_cooperative_game_goes_on_on_a_phone(
    walker: Callable[..., Window], game: str, others: tuple[str, ...], options: dict[str, Any]
) -> None:
    """With bots as partners, through whole turns; the line comes back, and the server stands where we do."""
    ada = walker(**PHONE)
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in others)]
    made = ada.call("/tables", {"game": game, "seats": seats, "options": options, "seed": 2})
    ada.open(made["id"])
    take_along(ada)
    cut(ada)
    chance = random.Random(1)
    began = ada.frame["turn"]
    for _ in range(60):
        turn(ada, chance)
        if ada.frame["outcome"] or (ada.frame["turn"] > began + 1 and {seat for seat, _ in deeds(ada)} > {0}):
            break
    assert {seat for seat, _ in deeds(ada)} == set(range(len(seats)))
    ada.picture(f"afield-{game}")
    played = deeds(ada)
    mend(ada)
    bag = ada.ask(BAG)
    assert [(deed["seat"], deed["action"]) for deed in bag["parcel"]["deeds"]][: len(played)] == played
    assert bag["played"] == []
    assert of_server(ada, made["id"])["plies"] >= ada.ply


def test_one_person_in_several_seats_goes_on_without_a_connection(walker: Callable[..., Window]) -> None:
    ada = walker()
    seats = [{"kind": "me"}, {"kind": "me"}]
    options = {"setup": "quick", "first": 0}
    made = ada.call("/tables", {"game": "fimbulvetr", "seats": seats, "options": options, "seed": 2})
    ada.open(made["id"])
    take_along(ada)
    cut(ada)
    chance = random.Random(1)
    for _ in range(4):
        turn(ada, chance)
        ada.wait(f"{MINE} && {TABLE}.frame.actions.length > 0")
    played = deeds(ada)
    assert [seat for seat, _ in played] == [0, 1, 0, 1]
    mend(ada)
    assert of_server(ada, made["id"])["ply"] == 4


def test_what_went_on_elsewhere_is_not_overwritten(walker: Callable[..., Window]) -> None:
    """Another device has moved meanwhile: one is asked, and both lines stay."""
    ada = walker()
    table = ada.new_table("random", seed=5)["id"]
    take_along(ada)
    cut(ada)
    chance = random.Random(3)
    turn(ada, chance)
    mine = deeds(ada)
    other = next(
        each["text"] for each in of_server(ada, table)["frame"]["actions"] if each["text"] != mine[0][1]
    )
    ada.call(f"/tables/{table}/actions", {"ply": 0, "action": other})
    ada.context.set_offline(False)
    box = ada.page.get_by_role("dialog")
    expect(box).to_contain_text("played on elsewhere")
    ada.picture("afield-asked")
    box.get_by_role("button", name="Decide later").click()
    assert deeds(ada) == mine
    ada.page.reload()
    expect(box).to_contain_text("played on elsewhere")
    box.get_by_role("button", name="Decide later").click()
    ada.wait(f"{AFIELD} && {TABLE}.frame && {MINE}")  # it goes on here
    assert len(ada.ask(f"{TABLE}.frame.actions")) > 0
    expect(ada.page.locator(".words")).to_contain_text("is not brought back yet")
    ada.page.reload()
    box.get_by_role("button", name="Make mine a table of its own").click()
    ada.wait("!location.pathname.endsWith(x)", table)
    ada.wait(f"{TABLE}?.frame?.ply >= x", len(mine))
    own = ada.ask(f"{TABLE}.table.id")
    assert own != table
    assert of_server(ada, own)["ply"] >= len(mine)
    log = ada.page.request.get(f"/api/v1/tables/{table}/frames/1").json()["log"]
    assert log
    assert of_server(ada, table)["ply"] >= 1
    ada.wrong[:] = [line for line in ada.wrong if "409" not in line]  # the browser tells of it too


def test_home_brings_back_what_was_played(walker: Callable[..., Window]) -> None:
    """The app was closed without a connection, and is opened at home when there is one."""
    ada = walker(**PHONE)
    table = ada.new_table("random", seed=5)["id"]
    take_along(ada)
    chance = random.Random(3)
    turn(ada, chance)  # with a line: the device follows
    assert len(deeds(ada)) == ada.ply
    cut(ada)
    turn(ada, chance)
    played = deeds(ada)
    assert ada.ask(BAG)["played"]
    ada.go("/")
    expect(ada.page.locator(".lists", has_text="Kept on this device")).to_be_visible()
    ada.context.set_offline(False)
    ada.page.reload()
    expect(ada.page.locator(".toast").last).to_contain_text("is brought back")
    assert of_server(ada, table)["plies"] >= len(played)


def test_only_a_game_that_one_plays_alone_is_offered_to_be_taken(window: Callable[..., Window]) -> None:
    ada = window()
    made = ada.call(
        "/tables", {"game": "fimbulvetr", "seats": [{"kind": "me"}, {"kind": "open"}], "options": {}}
    )
    ada.go(f"/t/{made['id']}")
    ada.wait(f"{TABLE}?.frame")
    ada.page.locator("details.menu summary").click()
    expect(ada.page.get_by_role("button", name="About this table")).to_be_visible()
    assert ada.page.get_by_role("button", name="Play on without a connection").count() == 0


INSTALLED = """const plain = matchMedia;
window.matchMedia = asked => asked === "(display-mode: standalone)" ? { matches: true } : plain(asked);"""


def test_an_installed_app_takes_along_what_it_can(walker: Callable[..., Window]) -> None:
    """Without being asked: whoever has installed it counts on it."""
    ada = walker()
    ada.context.add_init_script(INSTALLED)
    ada.new_table("random", seed=5)
    ada.wait(f"{TABLE}.afield?.bag?.address && !{TABLE}.afield.taking")
    assert len(ada.ask("caches.open('fimbul-runtime').then(shelf => shelf.keys())")) == 8
    cut(ada)
    turn(ada, random.Random(3))
    assert len(deeds(ada)) == ada.ply
    mend(ada)
