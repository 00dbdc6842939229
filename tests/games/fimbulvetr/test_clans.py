"""Clan files: ours, and one's own (F1, F7, F8, F20)."""

import random
from collections import Counter
from pathlib import Path

import pytest
from tests.games.fimbulvetr.positions import game

from fimbul import FimbulError, Match, Record, verify
from fimbul.core import BadData, BadOption, BadRecord
from fimbul.games.fimbulvetr.library.clans import load_clan, parse_clans, printed_clans

OWN = """
[[clan]]
id = "ulfs"
name = "Ulfs"
source = "drawn by hand"
style = "all bite"

[[clan.warrior]]
id = "fang"
name = "Fang"
corners = ["M2", "M1", "VA", "V1"]

[[clan.warrior]]
id = "claw"
name = "Claw"
corners = ["MS", "M1", "V2", "D1"]

[[clan.warrior]]
id = "howl"
name = "Howl"
corners = ["RA", "R1", "V1", "D2"]

[[clan.warrior]]
id = "hide"
name = "Hide"
corners = ["DS", "D1", "V1", "M2"]

[[clan.warrior]]
id = "tail"
name = "Tail"
corners = ["V2", "V1", "R2", "D1"]

[[clan.warrior]]
id = "pup_1"
name = "First Pup"
corners = ["V1", "VA", "M1", "DS"]
"""

HOWL = 'corners = ["RA", "R1", "V1", "D2"]'


def with_howl(*corners):
    """The file with other corners for the warrior Howl."""
    return OWN.replace(HOWL, f"corners = {list(corners)}")


def write(folder: Path, text: str) -> Path:
    path = folder / "ulfs.toml"
    path.write_text(text, encoding="utf-8")
    return path


# ---- our clans


@pytest.mark.rule("F1")
@pytest.mark.rule("F8")
def test_our_six_clans_are_sound():
    clans = printed_clans()

    assert list(clans) == ["saxons", "vikings", "picts", "franks", "geats", "rus"]
    for clan in clans.values():
        assert len(clan.warriors) == 6
        assert len({warrior.id for warrior in clan.warriors}) == 6
        for warrior in clan.warriors:
            assert sum(sigil[1] == "1" for sigil in warrior.corners) == 2, warrior
            assert max(Counter(sigil[0] for sigil in warrior.corners).values()) <= 2, warrior


@pytest.mark.rule("F7")
def test_what_the_published_text_says_of_saxons_and_vikings():
    saxons, vikings = (
        [set(w.corners) for w in printed_clans()[name].warriors] for name in ("saxons", "vikings")
    )

    assert any("M1" in one and "MS" in other for one in saxons for other in saxons if one is not other)
    assert any("DS" in corners for corners in vikings)
    assert any("D1" in corners for corners in vikings)


def test_our_cards_say_that_they_are_reconstructed():
    assert {clan.source for clan in printed_clans().values()} == {"reconstructed"}


# ---- one's own clan


@pytest.mark.rule("F8")
def test_a_sound_file_is_read(tmp_path):
    clan = load_clan(write(tmp_path, OWN))

    assert (clan.id, clan.name, clan.source, clan.style) == ("ulfs", "Ulfs", "drawn by hand", "all bite")
    assert [warrior.id for warrior in clan.warriors] == ["fang", "claw", "howl", "hide", "tail", "pup_1"]
    assert clan.warriors[5].name == "First Pup"
    assert clan.warriors[5].corners == ("V1", "VA", "M1", "DS")


@pytest.mark.rule("F8")
@pytest.mark.parametrize(
    ("corners", "condition"),
    [
        (("RA", "R1", "V1", "D1"), "two corners"),  # three Single
        (("R1", "R1", "V1", "D1"), "two corners"),  # four
        (("RA", "R2", "V1", "D2"), "two corners"),  # one
        (("RA", "R2", "VA", "D2"), "two corners"),  # none
        (("RA", "R1", "R1", "D2"), "one type"),  # three Ranged
        (("M1", "M2", "MS", "D1"), "one type"),
        (("D1", "D2", "DS", "M1"), "one type"),
        (("V1", "V1", "V2", "VA"), "one type"),
        (("RA", "R1", "V1", "X9"), "X9"),
        (("RS", "R1", "V1", "D2"), "RS"),  # Ranged has no support
        (("MA", "M1", "V1", "D2"), "MA"),  # Melee does not vault
        (("r1", "R1", "V2", "D2"), "r1"),
        (("", "R1", "V2", "D2"), "corner"),
        (("RA", "R1", "V1"), "corner"),
        (("RA", "R1", "V1", "D2", "D2"), "corner"),
        ((), "corner"),
    ],
)
def test_a_warrior_that_breaks_the_building_rule_is_named_with_the_condition(tmp_path, corners, condition):
    path = write(tmp_path, with_howl(*corners))

    with pytest.raises(BadData) as refusal:
        load_clan(path)

    message = str(refusal.value)
    assert str(path) in message
    assert "howl" in message
    assert condition in message
    assert message.endswith(".")


@pytest.mark.rule("F8")
@pytest.mark.parametrize("corners", ['"RA"', '[1, "R1", "V1", "D2"]', "4"])
def test_corners_that_are_no_list_of_sigils(tmp_path, corners):
    path = write(tmp_path, OWN.replace(HOWL, f"corners = {corners}"))

    with pytest.raises(BadData, match="corners") as refusal:
        load_clan(path)
    assert str(path) in str(refusal.value)


@pytest.mark.rule("F1")
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('id = "ulfs"', 'id = "Ulfs!"', ["Ulfs!", "id"]),
        ('id = "ulfs"', 'id = ""', ["id"]),
        ('name = "Ulfs"', 'name = ""', ["ulfs", "name"]),
        ('name = "Ulfs"', f'name = "{"U" * 41}"', ["ulfs", "name"]),
        ('source = "drawn by hand"', "", ["source"]),
        ('style = "all bite"', "style = 7", ["style"]),
        ('style = "all bite"', 'colour = "grey"', ["colour"]),
        ('id = "howl"', 'id = "fang"', ["ulfs", "fang"]),
        ('id = "howl"', 'id = "Howl Loud"', ["Howl Loud", "id"]),
        ('id = "howl"', 'id = "1howl"', ["1howl", "id"]),
        ('name = "Howl"', 'name = ""', ["howl", "name"]),
        ('name = "Howl"', "", ["name"]),
        ('name = "Howl"', 'name = "Howl"\nsize = 3', ["size"]),
        (f'[[clan.warrior]]\nid = "howl"\nname = "Howl"\n{HOWL}\n', "", ["ulfs", "5", "six"]),
    ],
)
def test_what_else_can_be_wrong_with_a_clan(tmp_path, old, new, words):
    assert old in OWN
    path = write(tmp_path, OWN.replace(old, new))

    with pytest.raises(BadData) as refusal:
        load_clan(path)

    message = str(refusal.value)
    for word in [str(path), *words]:
        assert word in message
    assert message.endswith(".")


@pytest.mark.rule("F1")
def test_seven_warriors_are_too_many(tmp_path):
    seventh = '[[clan.warrior]]\nid = "extra"\nname = "Extra"\ncorners = ["M2", "D1", "V1", "D2"]\n'

    with pytest.raises(BadData, match="7 warriors"):
        load_clan(write(tmp_path, OWN + seventh))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no"),
        ("id = 'ulfs'", "clan"),
        ("[[clan]", "TOML"),
        ("clan = 3", "clan"),
        ("clan = []", "clan"),
        ("clan = [3]", "clan"),
        (OWN + OWN, "one clan"),
    ],
)
def test_a_file_that_holds_no_clan_or_two(tmp_path, text, words):
    path = write(tmp_path, text)

    with pytest.raises(BadData, match=words) as refusal:
        load_clan(path)
    assert str(path) in str(refusal.value)


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(BadData, match=r"missing\.toml"):
        load_clan(tmp_path / "missing.toml")
    with pytest.raises(BadData):
        load_clan(tmp_path)  # a folder
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadData, match="UTF-8"):
        load_clan(binary)


# ---- playing with it


def own_clan():
    return parse_clans(OWN, "a test")[0]


def play_out(match, seed):
    choices = random.Random(seed)
    while not match.state.over:
        match.play(choices.choice(match.state.legal(match.state.to_act[0])))
    return match


@pytest.mark.rule("F20")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("seats", ["first", "second", "both"])
def test_a_game_with_ones_own_clan_is_a_record_that_needs_no_file(seed, seats):
    clan = own_clan()
    clans = {"first": (clan, "vikings"), "second": ("rus", clan), "both": (clan, clan)}[seats]
    match = play_out(Match(game, options={"clans": clans}, seed=seed), seed)

    text = match.record().to_text()

    assert '["RA","R1","V1","D2"]' in text
    again = verify(Record.parse(text), game)
    assert again.state.fingerprint() == match.state.fingerprint()
    assert again.state.outcome == match.state.outcome
    assert again.record().to_text() == text


def test_a_record_whose_clan_was_made_unsound_is_refused():
    match = play_out(Match(game, options={"clans": (own_clan(), "vikings")}, seed=1), 1)
    record = match.record()
    record.options["clans"][0]["warriors"][2]["corners"] = ["R1", "R1", "R1", "D2"]

    with pytest.raises(BadRecord, match="howl"):
        verify(Record.parse(record.to_text()), game)


def test_another_clan_makes_another_game():
    match = play_out(Match(game, options={"clans": (own_clan(), "vikings")}, seed=1), 1)
    record = match.record()
    record.options["clans"][0]["warriors"][0]["corners"] = ["V1", "M1", "M2", "VA"]

    with pytest.raises(BadRecord):
        verify(Record.parse(record.to_text()), game)


@pytest.mark.rule("F8")
def test_an_unsound_clan_cannot_be_played():
    sound = own_clan()
    warriors = [{"id": w.id, "name": w.name, "corners": list(w.corners)} for w in sound.warriors]
    warriors[2]["corners"] = ["R1", "R1", "R1", "D2"]
    clan = {"id": "ulfs", "name": "Ulfs", "source": "test", "warriors": warriors}

    with pytest.raises(FimbulError, match="howl"):
        game.new(options={"clans": [clan, "vikings"]})


@pytest.mark.rule("F20")
@pytest.mark.parametrize(
    "clans", [["saxons", "nobody"], ["saxons"], ["saxons", "rus", "geats"], "saxons", [1, 2], []]
)
def test_clans_that_do_not_exist(clans):
    with pytest.raises(BadOption) as refusal:
        game.new(options={"clans": clans})

    assert str(refusal.value).endswith(".")
