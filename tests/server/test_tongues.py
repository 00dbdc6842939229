"""Everybody is spoken to in their own language, at the same table, and programs in English."""

import json
import re

import msgspec
import pytest
from tests.server.conftest import API, Server

from fimbul.bots import LEVELS
from fimbul.core import Words
from fimbul.games import SLUGS
from fimbul.games import game as find_game
from fimbul.server import tongues
from fimbul.server.store import Spoken
from fimbul.server.tongues import heard, spoken
from fimbul.server.workers import bot_name

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}
ENGLISH = re.compile(r"\b(?:the|of|and|with|your|you|choose|from)\b", re.I)


async def asked(guest, path, headers=GERMAN):
    answer = await guest.http.get(API + path, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer


async def test_home_is_told_in_the_language_that_a_page_asks_for(server: Server) -> None:
    ada = server.guest()
    for headers, words in ((GERMAN, "Selbst aufstellen"), ({}, "Place them yourself")):
        games = (await asked(ada, "/games", headers)).json()
        (duel,) = (game for game in games if game["slug"] == "fimbulvetr")
        assert words in {start["label"] for start in duel["starts"]}
        assert duel["title"] == "Fimbulvetr"
    setup = duel["options"]["properties"]["setup"]
    assert (setup["enum"], setup["enumNames"]) == (["placed", "quick"], ["Placed", "Quick"])
    games = (await asked(ada, "/games")).json()
    for game in games:
        shown = [game["blurb"], *game["roles"]]
        shown += [part["title"] for part in game["options"]["properties"].values()]
        shown += [part.get("description", "") for part in game["options"]["properties"].values()]
        shown += [name for values in game["choices"].values() for _, name in values]
        assert [text for text in shown if ENGLISH.search(text)] == [], game["slug"]


async def test_what_there_is_to_build_from_has_names_in_german(server: Server) -> None:
    """Its ids, which rules and records know, stay."""
    ada = server.guest()
    own, english = [
        (await asked(ada, "/games/fimbulvetr", headers)).json()["workshop"]["pieces"][0]
        for headers in (GERMAN, {})
    ]
    assert (own["id"], own["name"], english["name"]) == ("saxons", "Sachsen", "Saxons")
    assert [each["id"] for each in own["warriors"]] == [each["id"] for each in english["warriors"]]
    assert [each["corners"] for each in own["warriors"]] == [each["corners"] for each in english["warriors"]]
    assert "Schildmann" in {each["name"] for each in own["warriors"]}


@pytest.mark.parametrize("wish", ["en-GB, de", "is, en;q=0.8, de", "", "*", "xx" * 5000, ";;q=,,", "de" * 3])
async def test_who_asks_for_no_language_of_ours_hears_english(server: Server, wish: str) -> None:
    games = (await asked(server.guest(), "/games", {"Accept-Language": wish})).json()
    assert "Place them yourself" in {start["label"] for game in games for start in game["starts"]}


async def test_the_rules_are_read_in_german(server: Server) -> None:
    ada = server.guest()
    for slug in SLUGS:
        own, english = [(await asked(ada, f"/games/{slug}/rules", each)).json() for each in (GERMAN, {})]
        assert [rule["number"] for rule in own] == [rule["number"] for rule in english]
        assert own[0]["title"] != english[0]["title"]
        assert own[0]["section"] != english[0]["section"]


WRITTEN = re.compile(r"<text\b[^>]*>([^<]*)")
LONGER = re.compile(r"[a-z]{3}")


@pytest.mark.parametrize(("slug", "english"), [("fimbulvetr", "Archer"), ("fate", "Dark Forest")])
async def test_a_game_s_picture_is_asked_for_in_a_language(server: Server, slug: str, english: str) -> None:
    """A browser asks for pictures by itself, in its own languages: the address says which one is meant."""
    ada = server.guest()
    for headers in (GERMAN, {}):
        for language, there in (("en", True), ("de", False)):
            answer = await asked(ada, f"/games/{slug}/picture.svg?language={language}", headers)
            assert (english in WRITTEN.findall(answer.text)) is there
            assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize("slug", ["fimbulvetr", "valknut"])
async def test_pictures_of_the_rules_speak_with_them(server: Server, slug: str) -> None:
    """They keep their names and numbers, and all words of the English ones are said."""
    ada = server.guest()
    names = {"Thegn", "Jarl", "Huskarl", "Valknut", "Gjallarhorn"}
    pages = [(await asked(ada, f"/games/{slug}/rules", headers)).text for headers in (GERMAN, {})]
    shown = [re.findall(r'src=\\"/api/v1(/games/[^"\\]*)', page) for page in pages]
    assert len(shown[0]) == len(shown[1]) > 5
    for own, english in zip(*shown, strict=True):
        assert own == f"{english}?language=de"
        told = [WRITTEN.findall((await asked(ada, each, {})).text) for each in (own, english)]
        assert len(told[0]) == len(told[1])
        same = {german for german, first in zip(*told, strict=True) if german == first}
        assert {text for text in same if LONGER.search(text)} <= names, own


@pytest.mark.parametrize(
    ("slug", "seats", "options"),
    [
        ("fate", 2, {"heroes": ["alva", "alva"]}),
        ("valknut", 2, {"warbands": ["elves", "elves"]}),
        ("six_winters", 1, {"characters": ["thea", "lucia"]}),
        ("six_winters", 2, {"characters": ["thea", "thea"]}),
        ("six_winters", 2, {"characters": ["thea"]}),
        ("six_winters", 2, {"resource_dice": 99, "action_dice": 99}),
        ("fornaldar", 2, {"turns": 99}),
    ],
)
async def test_why_options_do_not_go_together_is_told_in_german(
    server: Server, slug: str, seats: int, options: dict[str, object]
) -> None:
    answer = await server.guest().http.post(
        f"{API}/games/{slug}/options", json={"options": options, "seats": seats}, headers=GERMAN
    )
    found = answer.json()
    said = {found["why"], *(each["why"] for each in found["refused"])}
    assert not found["ok"]
    assert [text for text in said if re.search(r"\b(?:The option|names|play|is)\b", text)] == []


async def test_the_chronicle_is_a_page_of_its_language(server: Server) -> None:
    """Whatever the browser's languages are, it is the one that its address names."""
    ada = server.guest()
    sheet = await ada.table("me", game="six_winters", seed=3)
    place = f"/t/{sheet['id']}/chronicle"
    for headers in (GERMAN, {}):
        own = await ada.http.get(f"{place}?language=de", headers=headers)
        assert '<html lang="de"' in own.text
        assert not re.search(r">(?:Table|Replay|Save as Markdown)<", own.text)
        assert f'href="{API}/tables/{sheet["id"]}/chronicle?language=de"' in own.text
        assert '<html lang="en"' in (await ada.http.get(f"{place}?language=en", headers=headers)).text
    lost = await ada.http.get("/t/none/chronicle?language=de")
    assert "Es gibt keinen Tisch" in lost.text
    assert '<html lang="de"' in lost.text


async def test_two_people_at_a_table_hear_it_in_two_languages(server: Server) -> None:
    """The same position, the same actions and places; only the words differ."""
    ada, ben = server.guest(), server.guest()
    sheet = await ada.table("me", "open", options={"first": 0, "setup": "quick"}, seed=3)
    await ben.post(f"/tables/{sheet['id']}/join")
    async with ada.sit(sheet["id"], "?language=de") as german, ben.sit(sheet["id"]) as english:
        own = (await german.hear("table"))["table"]["frame"]
        theirs = (await english.hear("table"))["table"]["frame"]
        assert not ENGLISH.search(own["scene"]["sheet"]["text"])
        assert ENGLISH.search(theirs["scene"]["sheet"]["text"])
        await german.act(own)
        own, theirs = [(await line.hear("frame"))["frame"] for line in (german, english)]
        assert own["log"][0]["text"] != theirs["log"][0]["text"]
        assert [line["touches"] for line in own["log"]] == [line["touches"] for line in theirs["log"]]
        names = [
            [(node["id"], node["x"]) for node in each["scene"]["boards"][0]["nodes"]]
            for each in (own, theirs)
        ]
        assert names[0] == names[1]
        await german.send("act", ply=own["ply"], action="pass")
        refused = await german.hear("refused")
        assert not ENGLISH.search(refused["reason"])
    whole = (await asked(ada, f"/tables/{sheet['id']}")).json()["frame"]
    assert whole == (await asked(ada, f"/tables/{sheet['id']}/frames/{own['ply']}")).json()
    assert whole["scene"]["sheet"] == own["scene"]["sheet"]
    told = spoken((find_game("fimbulvetr"), ()), "de").told  # nobody tries to say German in German
    assert own["scene"]["sheet"]["text"] in told.values()
    assert own["scene"]["sheet"]["text"] not in told
    log = (await asked(ada, f"/tables/{sheet['id']}/log")).json()
    assert own["log"][0]["text"] in {line["text"] for line in log}
    ground = own["scene"]["boards"][0]["ground"]
    for headers, kept in ((GERMAN, "max-age=3600"), ({}, "immutable")):  # a translation may be mended
        board = await asked(ada, f"/boards/{ground}", headers)
        assert "Accept-Language" in board.headers["Vary"]
        assert kept in board.headers["Cache-Control"]


async def test_patches_are_in_the_language_of_their_line(server: Server) -> None:
    ada = server.guest()
    sheet = await ada.table("me", "me", options={"first": 0, "setup": "quick"}, seed=3)
    async with (
        ada.sit(sheet["id"], "?language=de&patches=1") as german,
        ada.sit(sheet["id"], "?patches=1") as english,
    ):
        own = (await german.hear("table"))["table"]["frame"]
        theirs = (await english.hear("table"))["table"]["frame"]
        await german.act(own)
        for line, frame, in_english in ((german, own, False), (english, theirs, True)):
            patch = (await line.hear("patch"))["patch"]
            assert frame["ply"] == 0
            told = [row["text"] for row in patch["log"]] + [patch["scene"]["sheet"]["text"]]
            assert all(bool(ENGLISH.search(text)) == in_english for text in told), told


async def test_what_people_have_built_is_called_so_in_german_sentences(server: Server) -> None:
    """Names that the game knows are said as ever; others stay, and what is said of them is German."""
    clan = msgspec.to_builtins(find_game("fimbulvetr").workshop.pieces()[0])
    clan |= {"id": "mine", "name": "Nordlichter"}
    for warrior in clan["warriors"][:5]:
        warrior["name"] = f"Recke {warrior['id'].capitalize()}"
    kept = clan["warriors"][5]["name"]
    assert spoken((find_game("fimbulvetr"), ()), "de")(kept) != kept
    options = {"first": 0, "setup": "quick", "clans": [clan, "rus"]}
    ada = server.guest()
    sheet = await ada.table("me", "me", options=options, seed=3)
    async with ada.sit(sheet["id"], "?language=de") as german:
        frame = (await german.hear("table"))["table"]["frame"]
        await german.act(frame)
        frame = (await german.hear("frame"))["frame"]
        said = [frame["scene"]["sheet"]["text"], *(line["text"] for line in frame["log"])]
        said += [each["words"] for each in frame["actions"]]
        said += [node["title"] for node in frame["scene"]["boards"][0]["nodes"]]
        assert [text for text in said if ENGLISH.search(text)] == []
        assert any("Recke" in text for text in said)
        assert not any(kept in text for text in said)


async def test_what_a_bot_says_is_translated_and_what_people_say_is_not(server: Server) -> None:
    """A partner in Fate says what it means to do, in the words of the game; people are left alone."""
    ada = server.guest()
    sheet = await ada.table("newcomer", "me", game="fate", seed=5)
    async with ada.sit(sheet["id"], "?language=de") as german:
        said = (await german.hear("table"))["table"]["chat"]
        await german.send("chat", text="Seat 1")
        while {line["bot"] for line in said} != {True, False}:
            said.append(await german.hear("chat"))
        (person,) = (line["text"] for line in said if not line["bot"])
        bot = next(line["text"] for line in said if line["bot"])
        assert person == "Seat 1"
        assert bot.startswith("So will ich anfangen: ")
        assert not ENGLISH.search(bot)
    async with ada.sit(sheet["id"], "?language=de") as again:  # and so it is read later
        later = [line["text"] for line in (await again.hear("table"))["table"]["chat"]]
        assert {person, bot} <= set(later)


async def test_bots_are_called_what_they_are_and_people_keep_their_names(server: Server) -> None:
    ada = server.guest()
    await ada.http.put(f"{API}/me", json={"name": "Random bot"})
    sheet = await ada.table("me", "random", options={"first": 0, "setup": "quick"}, seed=3)
    lists = (await asked(ada, "/tables?show=mine")).json()
    for seats in ((await asked(ada, f"/tables/{sheet['id']}")).json()["seats"], lists[0]["seats"]):
        assert [seat["name"] for seat in seats] == ["Random bot", "Zufall (Bot)"]
    english = (await asked(ada, f"/tables/{sheet['id']}", {})).json()["seats"]
    assert [seat["name"] for seat in english] == ["Random bot", "Random bot"]


async def test_a_guest_is_called_something_in_their_language(server: Server) -> None:
    """It is the same at each visit, and what somebody has chosen stays."""
    ada = server.guest()
    own, again, english = [
        (await asked(ada, "/me", headers)).json()["name"] for headers in (GERMAN, GERMAN, {})
    ]
    assert own == again != english
    await ada.http.put(f"{API}/me", json={"name": "Ada"})
    assert (await asked(ada, "/me")).json()["name"] == "Ada"


@pytest.mark.parametrize("level", [*LEVELS, "random", "greedy", "search"])
def test_every_bot_of_the_house_has_a_name(level: str) -> None:
    own = spoken((None, ()), "de")
    assert own is not None
    assert own(bot_name(level)).endswith(" (Bot)")


async def test_what_nobody_says_is_translated() -> None:
    own = spoken((find_game("fate"), ()), "de")
    assert own is not None
    news = "Ada and Ben resigned. A bot plays on in their place."
    told = "Aufgegeben: Ada und Ben. Ein Bot spielt an dieser Stelle weiter."
    assert heard(Spoken("", news, 0), own).text == told
    assert heard(Spoken("Ada", news, 0), own).text == news


class Offer(msgspec.Struct):
    """A line of a list that is about several games."""

    game: str
    ending: Words


def test_in_a_list_every_game_speaks_with_its_own_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one of another package; one that is not there any more is left in English."""
    fate = find_game("fate")
    monkeypatch.setattr(tongues, "slugs", lambda: ("snow",))
    monkeypatch.setattr(tongues, "find_game", {"snow": fate}.__getitem__)
    ending = "Freyja's Well is destroyed: Grimheim has fallen. (G96)"
    own, lost = tongues.told([Offer("snow", ending), Offer("fog", ending)], (None, ()), "de")
    assert own.ending == spoken((fate, ()), "de")(ending) != ending
    assert lost.ending == ending


async def test_a_review_and_a_puzzle_are_told_in_german(server: Server) -> None:
    ada = server.guest()
    puzzle = (await asked(ada, "/puzzles/1")).json()
    assert not ENGLISH.search(puzzle["asked"])
    text = puzzle["frame"]["actions"][0]["text"]
    answer = await ada.http.post(f"{API}/puzzles/1/try", json={"action": text}, headers=GERMAN)
    tried = answer.json()
    said = [tried["verdict"]["words"], tried["frame"]["scene"]["sheet"]["text"]]
    said += [tray["title"] for tray in tried["frame"]["scene"]["trays"]]
    assert [text for text in said if re.search(r"\b(?:The|are|who|that|Move|Turn)\b", text)] == []
    sheet = await ada.table("me", "random", options={"first": 0, "setup": "quick"}, seed=3)
    async with ada.sit(sheet["id"]) as line:
        await line.hear("table")
        await line.send("resign")
        await line.hear("table", "frame")
    answer = await asked(ada, f"/tables/{sheet['id']}/review")
    last = json.loads(answer.text.strip().splitlines()[-1])["review"]
    assert not ENGLISH.search(last["method"] + last["knowledge"])
    assert last["outcome"] is None or not ENGLISH.search(last["outcome"]["reason"])
