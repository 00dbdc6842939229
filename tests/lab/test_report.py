"""The report's figures, against sets of games whose answers are known."""

import math
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.lab.conftest import QUICK, Write, play, won

from fimbul.core import FimbulError
from fimbul.games import game
from fimbul.lab.folder import Results
from fimbul.lab.metrics import comeback, decided, lead_changes, winning_line
from fimbul.lab.report import build, sections, write_report
from fimbul.lab.report.document import Document, Section, markdown, page
from fimbul.lab.report.usage import usage
from fimbul.lab.statistics import (
    Layer,
    adjusted,
    difference_in_layers,
    discoveries,
    layers_differ,
    mean,
    share,
    unlikely,
    wilson,
)

FIMBULVETR, FATE = game("fimbulvetr"), game("fate")


def table(document: Document, title: str, place: int = 0) -> dict[str, tuple[str, ...]]:
    """The rows of a section's table, by their first cell."""
    section = next(section for section in document.sections if section.title == title)
    return {row.cells[0]: row.cells[1:] for row in section.tables[place].rows}


def text(document: Document, title: str) -> str:
    return " ".join(next(section for section in document.sections if section.title == title).text)


def test_who_wins_is_counted_with_its_interval(by_hand: Write) -> None:
    results = by_hand([won(0)] * 7 + [won(1)] * 3)
    document = build(results)
    assert table(document, "Who wins") == {
        "Saxons": ("10", "7", "70.0 %", "39.7 to 89.2 %"),
        "Vikings": ("10", "3", "30.0 %", "10.8 to 60.3 %"),
    }
    assert table(document, "First-player advantage")["seat 1"] == ("10", "7", "70.0 %", "39.7 to 89.2 %")


def test_the_first_player_is_whoever_decided_first(by_hand: Write) -> None:
    games = [won(0, first=0)] * 2 + [won(1, first=1)] * 6 + [won(0, first=1)] * 2
    document = build(by_hand(games))
    assert "won 80.0 % of 10 games" in text(document, "First-player advantage")
    assert "+30.0 points against an even share" in text(document, "First-player advantage")


def test_a_draw_is_half_a_win_and_an_unfinished_game_none(by_hand: Write) -> None:
    drawn = {"winner": None, "scores": [0.5, 0.5], "rule": "F48"}
    unfinished = {"winner": None, "scores": None, "rule": None, "finished": False}
    document = build(by_hand([won(0), drawn, unfinished]))
    assert table(document, "Who wins")["Saxons"][:3] == ("2", "1.5", "75.0 %")
    assert "Of 3 games 2 ended; 1 did not" in text(document, "How games end")
    ends = next(section for section in document.sections if section.title == "How games end")
    assert [(row.cells[0], row.cells[1].split()[0], *row.cells[2:4]) for row in ends.tables[0].rows] == [
        ("all", "F46", "1", "50.0 %"),
        ("all", "F48", "1", "50.0 %"),
    ]


def test_length_and_branching(by_hand: Write) -> None:
    games = [won(0, turns=turns, choices=2 * turns, branching=float(turns)) for turns in (4, 6, 8, 10, 12)]
    document = build(by_hand(games))
    cells = table(document, "Length")["all"]
    error = 1.959964 * math.sqrt(10) / math.sqrt(5)
    assert cells[:6] == ("5", "8.00", f"{8 - error:.2f} to {8 + error:.2f}", "8", "3.16", "4 to 12")
    assert cells[6] == "16.0"
    assert table(document, "Branching")["all"][1] == "8.0"
    longest, shortest = next(s for s in document.sections if s.title == "Length").tables[0].rows[0].links
    assert (longest.number, shortest.number) == (4, 0)


def test_who_beats_whom(by_hand: Write) -> None:
    games: list[dict[str, Any]] = []
    for pair, wins in ((("A", "B"), 3), (("B", "C"), 2), (("A", "C"), 4)):
        games += [won(0, roles=list(pair))] * wins + [won(1, roles=list(pair))] * (4 - wins)
    assert table(build(by_hand(games)), "Who beats whom") == {
        "A": ("", "75 (30–95; 4)", "100 (51–100; 4)"),
        "B": ("25 (5–70; 4)", "", "50 (15–85; 4)"),
        "C": ("0 (0–49; 4)", "50 (15–85; 4)", ""),
    }


def test_skill_is_told_player_by_player(by_hand: Write) -> None:
    better = [won(0, players=["good", "bad"])] * 8 + [won(1, players=["bad", "good"])] * 8
    worse = [won(1, players=["good", "bad"], places=[0, 1])] * 4
    rows = table(build(by_hand(better + worse)), "Skill")
    assert rows["good against bad"][:3] == ("20", "16", "80.0 %")
    assert rows["bad against good"][:3] == ("20", "4", "20.0 %")


def test_a_rule_of_several_parts_has_the_title_of_the_whole(by_hand: Write) -> None:
    ends = next(s for s in build(by_hand([won(0, rule="F50b")])).sections if s.title == "How games end")
    assert ends.tables[0].rows[0].cells[1] == "F50b Draws"


def test_an_arm_says_who_plays_what(by_hand: Write) -> None:
    same = [won(0, players=["good", "bad"])] * 2
    assert table(build(by_hand(same)), "Arm by arm")["all"][0] == "good as Saxons – bad as Vikings"
    turned = [won(0, players=["good", "bad"]), won(0, players=["bad", "good"], places=[1, 0])]
    assert table(build(by_hand(turned)), "Arm by arm")["all"][0] == "good – bad"


def test_games_that_are_all_alike_have_no_interval(by_hand: Write) -> None:
    assert table(build(by_hand([won(0)] * 9)), "Length")["all"][1:3] == ("10.00", "all alike")


# ---- in short: what stands, and what does not


def short(results: Results) -> str:
    return text(build(results), "In short")


def test_of_two_it_is_said_who_is_ahead(by_hand: Write) -> None:
    said = short(by_hand([won(0)] * 70 + [won(1)] * 30))
    assert "Saxons win 70.0 % (60.4 to 78.1; 100 games): more than half." in said
    assert "A game takes 10.0 turns (all alike; 100 games), half of them 10 to 10." in said
    assert "Saxons win 55.0 % (45.2 to 64.4; 100 games): not clear who is ahead." in short(
        by_hand([won(0)] * 55 + [won(1)] * 45)
    )


def test_of_many_it_is_said_who_is_far_from_an_even_share(by_hand: Write) -> None:
    games: list[dict[str, Any]] = []
    for pair, wins in ((("A", "B"), 40), (("A", "C"), 40), (("B", "C"), 25)):
        games += [won(0, roles=list(pair))] * wins + [won(1, roles=list(pair))] * (50 - wins)
    said = short(by_hand(games))
    assert "More than an even share: A 80.0 % (71.1 to 86.7; 100 games)." in said
    assert "Less: B 35.0 % (26.4 to 44.7; 100 games), C 35.0 % (26.4 to 44.7; 100 games)." in said


def test_one_of_many_is_not_called_strong_by_chance(by_hand: Write) -> None:
    # 17 of 24: alone it would stand at 5 %, among ten it does not.
    games: list[dict[str, Any]] = []
    for name in range(10):
        wins = 17 if name == 0 else 12
        games += [won(0, roles=[f"R{name}", "Z"])] * wins + [won(1, roles=[f"R{name}", "Z"])] * (24 - wins)
    assert "Not told apart from an even share: 11 (24 to 240 games each)." in short(by_hand(games))


def test_who_begins_and_who_plays_better(by_hand: Write) -> None:
    games = [won(0, first=0, players=["good", "bad"])] * 30 + [won(1, first=1, players=["bad", "good"])] * 30
    said = short(by_hand(games))
    assert "`good` beats `bad` in 100.0 % (94.0 to 100.0; 60 games)." in said
    assert "`bad` beats" not in said
    assert "Whoever decides first wins 100.0 % (94.0 to 100.0; 60 games): beginning helps." in said


def test_variants_are_compared_pair_by_pair(by_hand: Write) -> None:
    versions = QUICK + '[[variant]]\nname = "a"\n[[variant]]\nname = "b"\n'
    games = [won(0, arm="a", variant="a", number=n) for n in range(20)]
    games += [won(int(n < 8), arm="b", variant="b", number=n) for n in range(20)]
    said = short(by_hand(games, versions))
    assert "against a: b -40.0 points (-62.0 to -18.0; 20 pairs)." in said


def test_a_team_is_told_by_hero_by_players_and_by_seats(by_hand: Write) -> None:
    fate = 'game = "fate"\n'
    solo = {"seats": 1, "places": [0], "players": ["greedy"]}
    games = [{"roles": ["Embla"], "scores": [float(n < 60)], "winner": None} | solo for n in range(100)]
    games += [{"roles": ["Alva"], "scores": [float(n < 20)], "winner": None} | solo for n in range(100)]
    said = short(by_hand(games, fate))
    assert "Won: 40.0 % (33.5 to 46.9; 200 games)." in said
    assert "More often with Embla 60.0 % (50.2 to 69.1; 100 games)." in said
    assert "Less often with Alva 20.0 % (13.3 to 28.9; 100 games)." in said


def test_a_hero_of_large_teams_is_not_weak_for_that(by_hand: Write) -> None:
    # Alone they win half, four together never: Alva is more often among four, and no weaker for it.
    alone = {"seats": 1, "places": [0], "players": ["greedy"], "winner": None}
    four = {"seats": 4, "places": [0, 1, 2, 3], "players": ["greedy"] * 4, "winner": None}
    games = [{"roles": ["Alva" if n < 40 else "Embla"], "scores": [float(n % 2)]} | alone for n in range(80)]
    games += [{"roles": ["Alva", "Bjorn", "Boldur", "Sif"], "scores": [0.0] * 4} | four for _ in range(80)]
    said = short(by_hand(games, 'game = "fate"\n'))
    assert "Less often with" not in said
    assert "1 player 50.0 % (39.3 to 60.7; 80 games); 4 players 0.0 % (0.0 to 4.6; 80 games)." in said


# ---- the drama


def played(*values: float, winner: int = 0) -> dict[str, Any]:
    return won(winner) | {"estimates": [[value] for value in values]}


@pytest.mark.parametrize(
    ("row", "changes", "share_decided", "back"),
    [
        (played(0, 0.5, 0.8, 1), 0, 1 / 3, 0),  # leads from the second look on
        (played(0.5, 0.5, 1), 0, 0, 0),  # never in doubt
        (played(0, -0.8, -0.2, 0.3, 1), 1, 3 / 4, 1),  # from far behind
        (played(0.2, -0.2, 0.2, -0.2, -1, winner=1), 3, 3 / 4, 0),
        (played(0.01, -0.01, 0.02, 1), 0, 1, 0),  # nobody leads before the end
    ],
)
def test_when_a_game_is_decided(row: dict[str, Any], changes: int, share_decided: float, back: int) -> None:
    assert lead_changes(row) == changes
    assert decided(row, False) == pytest.approx(share_decided)
    assert comeback(row, False) == back


def test_what_was_not_followed_says_nothing_of_the_lead_and_is_not_counted(by_hand: Write) -> None:
    unseen = won(0) | {"estimates": None}
    assert lead_changes(unseen) is None
    assert decided(unseen, False) is None
    assert comeback(unseen, False) is None
    few = build(by_hand([unseen, played(0, -0.8, 1), unseen, played(0.5, 0.5, 1)]))
    (section,) = [each for each in few.sections if each.title == "When games are decided"]
    assert "asked for in 2 of 4 games, by lot" in section.text[0]
    (row,) = section.tables[0].rows
    assert row.cells[1] == "2"
    assert row.cells[4] == "0.50"  # one change of the lead in two games


def test_where_nothing_was_followed_the_report_is_silent(by_hand: Write) -> None:
    titles = [each.title for each in build(by_hand([won(0) | {"estimates": None}] * 3)).sections]
    assert "Length" in titles
    assert "When games are decided" not in titles


def test_many_seats_have_a_leader_each() -> None:
    row = {"scores": [0.0, 1.0, 0.0], "winner": 1, "estimates": [[0.2, 0, 0], [0, 0.4, 0.1], [-1, 1, -1]]}
    assert lead_changes(row) == 1
    assert winning_line(row, False) == pytest.approx([-0.2, 0.3, 2])


def test_a_team_comes_back_only_if_it_wins() -> None:
    lost = {"scores": [0.0], "winner": None, "estimates": [[0.3], [0.6], [-1.0]]}
    saved = {"scores": [1.0], "winner": 0, "estimates": [[0.0], [-0.7], [1.0]]}
    assert comeback(lost, True) is None
    assert comeback(saved, True) == 1
    assert decided(lost, True) == 1


def test_difficulty_by_players() -> None:
    def team(seats: int, score: float) -> dict[str, Any]:
        return {
            "seats": seats,
            "finished": True,
            "scores": [score] * seats,
            "arm": "a",
            "number": 0,
            "record": None,
        }

    games = [team(1, 1.0), team(1, 0.0), team(2, 1.0), team(2, 1.0)]
    section = sections.difficulty(games, FATE, "")
    assert section is not None
    assert [row.cells[:4] for row in section.tables[0].rows] == [
        ("2 players", "2", "2", "100.0 %"),
        ("1 player", "2", "1", "50.0 %"),
    ]


# ---- what is used


def test_what_wins_when_it_is_used_is_corrected(by_hand: Write) -> None:
    games = [won(0)] * 40 + [won(1)] * 40
    events = [{"number": number, "seat": 0, "things": ["thegn"]} for number in range(40)]
    events += [{"number": number, "seat": 0, "things": ["archer"]} for number in range(20, 60)]
    events += [{"number": 0, "seat": 0, "things": ["thegn", "7", "nothing_known"]}]
    found, never = usage(by_hand(games, events=events))
    by_name = {each.name: each for each in found}
    assert set(by_name) == {"Thegn", "Archer"}
    thegn, archer = by_name["Thegn"], by_name["Archer"]
    assert thegn.layers == [Layer(40, 40, 0, 40)]
    assert thegn.difference.value == 1
    assert thegn.chance < 1e-10
    assert archer.layers == [Layer(20, 40, 20, 40)]
    assert archer.difference.value == 0
    assert archer.chance == 1
    assert "Housecarl" in never["warriors"]
    assert "Thegn" not in never["warriors"]


def test_what_only_a_strong_role_has_is_not_strong_for_that(by_hand: Write) -> None:
    # Saxons (seat 0) win three of four games, whether they use their thegn or not; nobody else has one.
    games = [won(0 if number % 4 else 1) for number in range(80)]
    events = [{"number": number, "seat": 0, "things": ["thegn"]} for number in range(40)]
    events += [{"number": 79, "seat": 1, "things": ["thegn"]}]
    (thegn,) = usage(by_hand(games, events=events))[0]
    assert sorted((layer.games, layer.other_games) for layer in thegn.layers) == [(1, 79), (40, 40)]
    assert abs(thegn.difference.value) < 0.02
    assert thegn.chance > 0.5


# ---- statistics


def test_intervals_are_those_of_the_books() -> None:
    assert wilson(7, 10) == pytest.approx((0.3968, 0.8922), abs=1e-4)
    assert wilson(0, 0) == (0, 1)
    assert mean([1.0]).high == math.inf
    assert share(3, 4).games == 4


def test_a_difference_is_looked_for_within_layers() -> None:
    # Kidney stones (Charig and others, 1986): open surgery does better with small and with large stones, and
    # worse in all, because it was chosen for the large ones.
    stones = [Layer(81, 87, 234, 270), Layer(192, 263, 55, 80)]
    found = difference_in_layers(stones)
    assert found.value == pytest.approx(0.0538, abs=1e-4)
    assert found.low < 0 < found.high
    assert layers_differ(stones) == pytest.approx(0.1187, abs=5e-4)
    assert 273 / 350 < 289 / 350
    assert layers_differ([Layer(5, 10, 5, 10)]) == 1
    assert layers_differ([Layer(5, 10, 0, 0)]) == 1
    assert math.isnan(difference_in_layers([Layer(5, 10, 0, 0)]).value)
    # One layer alone: the plain difference, and nearly its plain interval.
    alone = difference_in_layers([Layer(56, 70, 48, 80)])
    assert alone.value == pytest.approx(0.2)
    error = 1.96 * math.sqrt(0.8 * 0.2 / 70 + 0.6 * 0.4 / 80)
    assert alone.high - alone.value == pytest.approx(error, abs=0.01)


def test_many_findings_are_corrected_as_benjamini_and_hochberg_do() -> None:
    # Their own example (1995): fifteen chances, of which four stand at 5 %.
    chances = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240]
    chances += [0.4262, 0.5719, 0.6528, 0.7590, 1.0]
    assert discoveries(chances) == [True] * 4 + [False] * 11
    assert [chance <= 0.05 for chance in adjusted(chances)] == [True] * 4 + [False] * 11


# ---- the page


def test_the_page_needs_nothing_from_elsewhere_and_links_to_records(tmp_path: Path) -> None:
    results = play(QUICK, tmp_path / "run")
    html, md = write_report(results)
    code = html.read_text(encoding="utf-8")
    assert "<script" not in code
    assert not re.findall(r"""(?:src|href)=["']?(?:https?:)?//""", code)
    assert not re.search(r"url\(|@import", code)
    records = re.findall(r'href="(records/[^"]+)"', code)
    assert records
    assert all((results.path / record).is_file() for record in records)
    assert code.count("<svg") >= 2
    assert "fimbul lab record" in md.read_text(encoding="utf-8")


def test_a_game_whose_record_was_not_kept_is_played_again_for_the_page(tmp_path: Path) -> None:
    whole = play(QUICK, tmp_path / "whole")
    results = play(QUICK + "records = 0\n", tmp_path / "run")
    assert not list((results.path / "records").iterdir())
    code = write_report(results)[0].read_text(encoding="utf-8")
    records = set(re.findall(r'href="records/([^"]+)"', code))
    assert records
    assert all(results.record(name) == whole.record(name) for name in records)
    assert 'class="dim"' not in code


def test_a_game_that_would_be_another_one_is_no_link(tmp_path: Path) -> None:
    results = play(QUICK + "records = 5\n", tmp_path / "run")
    results.manifest = msgspec.structs.replace(results.manifest, source="0123")
    code = write_report(results)[0].read_text(encoding="utf-8")
    assert set(re.findall(r'href="records/([^"]+)"', code)) <= {f"all.{n:06}.saga" for n in (0, 5, 10)}
    assert '<span class="dim">all ' in code
    assert len(list((results.path / "records").iterdir())) == 3


def test_every_row_has_games_to_watch(tmp_path: Path) -> None:
    clans = QUICK.replace("games = 12", "games = 2") + (
        '[[sweep]]\noption = "clans"\npairs = ["saxons", "vikings", "picts"]\n'
    )
    for section in build(play(clans, tmp_path / "run")).sections:
        for found in section.tables:
            if section.title != "When games are decided":  # there it is comebacks, which may be none
                assert all(row.links for row in found.rows), section.title


def test_every_share_stands_beside_its_interval_and_its_games(tmp_path: Path) -> None:
    document = build(play(QUICK, tmp_path / "run"))
    for section in document.sections:
        for found in section.tables:
            if found.heads[0] != "% against":
                assert "games" in found.heads or any("seats" in head for head in found.heads), found.heads
                assert any("95%" in head for head in found.heads), found.heads


def test_markdown_with_its_plots_elsewhere(tmp_path: Path) -> None:
    results = play(QUICK, tmp_path / "run")
    written = write_report(results, tmp_path / "page.md")
    text = (tmp_path / "page.md").read_text(encoding="utf-8")
    pictures = re.findall(r"\]\((page/[a-z_0-9]+\.svg)\)", text)
    assert pictures
    assert all((tmp_path / picture).is_file() for picture in pictures)
    assert len(written) == 1 + len(pictures)


def test_what_people_named_cannot_break_the_page() -> None:
    document = Document("<b>", [Section("a & b", ("<script>alert(1)</script>",))])
    assert "<script>" not in page(document)
    assert "<h1>&lt;b&gt;</h1>" in page(document)
    assert markdown(document).startswith("# <b>")


def test_the_page_has_no_link_to_what_does_not_lie_beside_it() -> None:
    document = Document(
        "t", [Section("a", ("See [the rules](../rules/fate.md) and [Ray](https://ray.io).",))]
    )
    assert "See the rules and <a" in page(document)
    assert "[the rules](../rules/fate.md)" in markdown(document)


def test_a_folder_without_games_has_nothing_to_report(by_hand: Write) -> None:
    results = by_hand([won(0)])
    for path in (results.path / "games").iterdir():
        path.unlink()
    with pytest.raises(FimbulError, match="nothing to report"):
        build(type(results)(results.path))


def test_no_chance_is_nothing_at_all() -> None:
    assert [unlikely(chance) for chance in (1.0, 0.0312, 0.0006, 0.0004, 0.0)] == [
        "1.000",
        "0.031",
        "0.001",
        "< 0.001",
        "< 0.001",
    ]
