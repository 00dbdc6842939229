"""Each command does what its help says."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.cli.conftest import Runner, clan_file, keep, played, shell

import fimbul
from fimbul.cli.commands import COMMANDS
from fimbul.core import Match, Record, replay
from fimbul.games.valknut.events import Refilled
from fimbul.testing import hunt as hunting

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = [command.__name__.replace("_", "-") for command in COMMANDS]


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_an_example(fim: Runner, name: str) -> None:
    ran = fim(name, "--help")
    assert ran.status == 0
    assert f"Example: fimbul {name}" in ran.out


def test_the_examples_of_the_help_are_known_options(fim: Runner) -> None:
    for name in NAMES:
        page = fim(name, "--help").out
        for option in re.findall(r"(--[a-z]+)", " ".join(re.findall(r"Example: .*", page))):
            assert re.search(rf"│.* {option}\b", page), (name, option)


def test_help_lists_every_command(fim: Runner) -> None:
    ran = fim("--help")
    assert ran.status == 0
    assert all(name in ran.out for name in NAMES)


def test_whoever_says_nothing_gets_the_table(
    fim: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    served: list[tuple[str, int]] = []
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(
        "fimbul.server.run.run", lambda settings, host, port, **_: served.append((host, port))
    )
    assert fim().status == 0
    assert served == [("127.0.0.1", 8000)]


def test_the_script_runs_in_a_process_of_its_own() -> None:
    ran = shell("--version")
    assert (ran.status, ran.out.strip(), ran.err) == (0, fimbul.__version__, "")


def test_the_package_runs_where_the_script_is_not_on_the_path() -> None:
    words = [sys.executable, "-m", "fimbul", "--version"]
    assert (
        subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip() == fimbul.__version__
    )


@pytest.mark.parametrize("command", ["play", "simulate", "rules", "perft"])
def test_whoever_names_no_game_is_told_which_there_are(fim: Runner, command: str) -> None:
    assert fim(command).failed_with(
        "Name a game: fimbulvetr, valknut, fate, six_winters or fornaldar.", status=2
    )


# ---- games


def test_games_names_designer_and_options(fim: Runner) -> None:
    ran = fim("games")
    assert "fimbulvetr" in ran.out
    assert "James Kyle" in ran.out
    assert "--option clans=saxons,vikings (a list of 2 names or files: saxons, vikings, picts" in ran.out
    assert "--option heroes=null (a list of names: any, bjorn" in ran.out
    assert "--option layout=A (A, B, coast, marches)" in ran.out
    assert "--option setup=placed (placed or quick)" in ran.out


def test_games_as_json(fim: Runner) -> None:
    games = {game["slug"]: game for game in fim("games", "--json").json["games"]}
    assert set(games) == {game.slug for game in fimbul.all_games()}
    assert games["fimbulvetr"]["seats"] == [2, 2]
    assert games["fimbulvetr"]["options"]["first"] == {"default": "random", "choices": "random, 0 or 1"}


# ---- rules


def test_rules_lists_all_of_them(fim: Runner) -> None:
    ran = fim("rules", "fimbulvetr")
    numbers = re.findall(r"^  (F\d+) ", ran.out, re.MULTILINE)
    assert numbers == [rule.number for rule in fimbul.game("fimbulvetr").rules.rules]


@pytest.mark.parametrize(
    ("asked", "title"), [("F33", "F33"), ("f33", "F33"), ("F50a", "F50"), ("f50b", "F50")]
)
def test_rules_by_number(fim: Runner, asked: str, title: str) -> None:
    ran = fim("rules", "fimbulvetr", asked)
    assert re.findall(r"^### (\S+)", ran.out, re.MULTILINE) == [title]


def test_rules_by_words(fim: Runner) -> None:
    rules = fim("rules", "fimbulvetr", "vaulted", "shot", "--json").json["rules"]
    assert rules
    assert all("vaulted" in str(rule).lower() and "shot" in str(rule).lower() for rule in rules)


# ---- verify


def test_verify_proves_a_record(fim: Runner, saga: Path, match: Match) -> None:
    ran = fim("verify", saga)
    assert ran.status == 0
    assert f"{saga}: verified, {len(match.moves)} plies" in ran.out


def test_verify_tells_of_each_file(fim: Runner, saga: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.saga"
    wrong.write_text("no record")
    ran = fim("verify", saga, wrong, tmp_path / "absent.saga", "--json")
    assert ran.status == 1
    assert (ran.json["verified"], ran.json["failed"]) == (1, 2)
    assert [report["ok"] for report in ran.json["files"]] == [True, False, False]


def test_verify_accepts_a_game_that_is_not_over(fim: Runner, tmp_path: Path) -> None:
    path = keep(tmp_path / "open.saga", played(5).record())
    assert "5 plies, not finished" in fim("verify", path).out


# ---- show


def test_show_draws_the_last_position(fim: Runner, saga: Path, match: Match) -> None:
    ran = fim("show", saga)
    assert ran.status == 0
    assert f"ply {len(match.moves)}: Saxons (Ada), Vikings (Björn)" in ran.out
    assert match.game.sketch(match.state.view(None)).plain() in ran.out


def test_show_at_a_ply_as_json(fim: Runner, saga: Path, match: Match) -> None:
    state = match.at(9)
    shown = fim("show", saga, "--ply", 9, "--json").json
    assert shown["ply"] == 9
    assert shown["hash"] == state.fingerprint()
    assert shown["legal"] == {str(s): [str(a) for a in state.legal(s)] for s in state.to_act}


def test_a_new_game_may_have_more_players(fim: Runner, saga: Path) -> None:
    ran = fim("show", "fate", "--players", 3, "--option", "heroes=any,embla,any")
    assert ran.status == 0
    assert "Embla (Seat 2)" in ran.out
    assert fim("perft", "fate", "--players", 2, "--depth", 1).status == 0
    assert "--players" in fim("show", saga, "--players", 2).err
    assert fim("show", "fate", "--players", 5).failed_with("1 to 4 seats")


def test_show_writes_svg(fim: Runner, saga: Path, tmp_path: Path) -> None:
    out = tmp_path / "position.svg"
    ran = fim("show", saga, "--ply", 15, "--svg", out)
    assert ran.status == 0
    assert str(out) in ran.out
    assert ElementTree.parse(out).getroot().tag.endswith("svg")
    assert fim("show", saga, "--ply", 15, "--svg", "-").out == out.read_text(encoding="utf-8")


def test_show_writes_through_a_link_and_leaves_no_scraps(fim: Runner, saga: Path, tmp_path: Path) -> None:
    real, link = tmp_path / "real.svg", tmp_path / "link.svg"
    real.write_text("old")
    link.symlink_to(real)
    assert fim("show", saga, "--svg", link).status == 0
    assert link.is_symlink()
    assert "<svg" in real.read_text(encoding="utf-8")
    assert {path.name for path in tmp_path.iterdir()} == {"game.saga", "real.svg", "link.svg"}


def test_show_a_games_first_position(fim: Runner) -> None:
    shown = fim(
        "show", "fimbulvetr", "-o", "setup=quick", "-o", "clans=picts,rus", "--seed", 3, "--json"
    ).json
    assert shown["ply"] == 0
    assert [clan["id"] for clan in shown["view"]["clans"]] == ["picts", "rus"]


def test_show_prints_the_chronicle(fim: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fimbul.games.six_winters import GAME

    slugs = tuple(dict.fromkeys((*sys.modules["fimbul.games"].SLUGS, "six_winters")))
    monkeypatch.setattr(sys.modules["fimbul.games"], "SLUGS", slugs)
    match = Match(GAME, seats=2, options={"mode": "campaign"}, seed=3)
    for _ in range(30):
        match.play(match.state.legal(match.state.to_act[0])[0])
    path = keep(tmp_path / "story.saga", match.record())
    ran = fim("show", path, "--chronicle")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == GAME.chronicle(match.state.view(None))
    early = fim("show", path, "--chronicle", "--ply", 1, "--seat", 0)
    assert early.out == GAME.chronicle(match.at(1).view(0))
    assert early.out != ran.out
    assert fim("show", "six_winters", "--chronicle").out.startswith("# Six Winters: the chronicle\n")


def test_show_has_no_chronicle_where_the_game_writes_none(fim: Runner, saga: Path) -> None:
    assert fim("show", saga, "--chronicle").failed_with("Fimbulvetr writes no chronicle.")
    for other in (["--json"], ["--svg", "-"]):
        assert fim("show", saga, "--chronicle", *other).failed_with("--chronicle prints Markdown", status=2)


# ---- perft


def test_perft_of_the_first_placements(fim: Runner) -> None:
    # 6 warriors on one cell in 4 facings, then 6 on the 8 cells around it.
    for depth, nodes in ((0, 1), (1, 24), (2, 24 * 6 * 8 * 4)):
        assert fim("perft", "fimbulvetr", "--depth", depth, "--json").json["nodes"] == nodes


def test_perft_divide_sorts_by_notation_and_adds_up(fim: Runner, saga: Path) -> None:
    report = fim("perft", "fimbulvetr", "--saga", saga, "--ply", 16, "--depth", 2, "--divide", "--json").json
    assert list(report["divide"]) == sorted(report["divide"])
    assert sum(report["divide"].values()) == report["nodes"]
    text = fim("perft", "fimbulvetr", "--saga", saga, "--ply", 16, "--depth", 2, "--divide").out
    assert f"{report['nodes']:,} sequences of 2 actions from ply 16" in text


def test_perft_counts_what_play_allows(fim: Runner, saga: Path, match: Match) -> None:
    def count(depth: int, moves: list[str]) -> int:
        state = match.at(16)
        for text in moves:
            state.play(match.game.parse(text))
        if depth == 0:
            return 1
        return sum(count(depth - 1, [*moves, str(a)]) for s in state.to_act for a in state.legal(s))

    counted = fim("perft", "fimbulvetr", "--saga", saga, "--ply", 16, "--depth", 2, "--json").json["nodes"]
    assert counted == count(2, [])


@pytest.mark.parametrize("name", ["two-goblins-draugar", "three-elves-vikings-draugar"])
def test_perft_of_valknut_knows_the_pile_from_the_record(fim: Runner, name: str) -> None:
    # From the last point of a turn on: what the next player may lay came from the pile.
    path = GOLDEN / "valknut" / f"{name}.saga"
    match = replay(Record.parse(path.read_text(encoding="utf-8")), fimbul.game("valknut"))
    turns = [ply for ply in range(1, len(match.log)) if any(isinstance(e, Refilled) for e in match.log[ply])]
    ply = turns[0]
    state, below = match.at(ply), 0
    for action in state.legal(state.to_act[0]):
        after = state.copy()
        after.play(action)
        below += len(after.legal(after.to_act[0]))
    words = ("perft", "valknut", "--saga", path, "--ply", ply, "--depth", 2, "--divide", "--json")
    report = fim(*words).json
    assert report["nodes"] == below
    assert len(report["divide"]) == len(state.legal(state.to_act[0]))
    told = [action for action in report["divide"] if report["divide"][action] > 1]
    assert told  # a turn ended, and there are cards to lay


def test_perft_of_valknut_depends_on_the_seed_alone(fim: Runner) -> None:
    # Four actions set both warbands up; the fifth lays a card of the pool.
    words = ("perft", "valknut", "--depth", 5, "--option", "warbands=giantess,valkyries", "--json")
    counts = [fim(*words, "--seed", seed).json["nodes"] for seed in (1, 1, 2)]
    assert counts == [2252, 2252, 2572]


def test_a_list_of_names_is_given_with_commas(fim: Runner) -> None:
    words = ("show", "valknut", "--json", "--option")
    assert fim(*words, "warbands=goblins,elves").json["view"]["warbands"] == [["elves"], ["goblins"]]
    assert fim(*words, "warbands=null").status == 0


def test_an_ended_game_is_a_leaf_only_at_depth_0(fim: Runner, saga: Path) -> None:
    for depth, nodes in ((0, 1), (1, 0), (3, 0)):
        assert fim("perft", "fimbulvetr", "--saga", saga, "--depth", depth, "--json").json["nodes"] == nodes


def test_the_kernel_counts_as_the_rules_do(fim: Runner) -> None:
    words = ("perft", "fimbulvetr", "-o", "setup=quick", "--depth", 3, "--divide", "--json")
    compiled, readable = fim(*words).json, fim(*words, "--readable").json
    assert (compiled["kernel"], readable["kernel"]) == (True, False)
    assert compiled["divide"] == readable["divide"]


# ---- check


def test_check_proves_a_kernel_and_says_how_much(fim: Runner) -> None:
    report = fim("check", "fimbulvetr", "--kernel", "--positions", 300, "--seed", 5, "--json").json
    assert report["positions"] >= 300
    assert report["seed"] == 5
    assert "all equal" in fim("check", "fimbulvetr", "--kernel", "--positions", 100).out


def test_check_writes_the_game_in_which_they_differ(
    fim: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fimbul.kernels.fimbulvetr.desk import Desk

    monkeypatch.setattr(Desk, "evaluate", lambda desk, seat: 0.123)
    told = fim("check", "fimbulvetr", "--kernel", "--seed", 5, "--save", tmp_path / "found")
    assert told.status == 1
    assert "The evaluations differ at ply 0" in told.err
    assert fim("verify", tmp_path / "found" / "kernel-5.saga").status == 0


def test_check_proves_a_game_on_fresh_seeds(fim: Runner, tmp_path: Path) -> None:
    told = fim("check", "fimbulvetr", "--games", 2, "--workers", 1, "--seed", 5, "--json")
    assert told.status == 0, told.err
    report = json.loads(told.out)
    assert (report["runs"], report["games"], report["finds"], report["seed"]) == (2, 2, [], 5)
    assert report["checks"]["legality"] > 100


def test_check_keeps_the_record_of_what_it_finds(
    fim: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = hunting.Find(hunting.Way(7, 2, [{}]), "copies", "A copy changed.", "a saga\n")
    broken = hunting.Hunted("fimbulvetr", 1, 1, 0, {"copies": 1}, [found])

    def hunted(slug: str, *, advance: Callable[[int, hunting.Find | None], None], **_: object) -> object:
        advance(1, found)
        return broken

    monkeypatch.setattr(hunting, "hunt", hunted)
    told = fim("check", "fimbulvetr", "--games", 1, "--save", tmp_path / "found")
    assert told.status == 1
    assert "1 of 1 runs from seed" in told.out
    assert "copies: A copy changed." in told.err
    assert "check_game(fimbulvetr, games=1, seed=7, seats=2, options=[{}])" in told.err
    assert (tmp_path / "found" / "copies-7.saga").read_text() == "a saga\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("fate", "--kernel"), "Fate"),
        (("fimbulvetr", "--games", 0), "--games"),
        (("fimbulvetr", "--runs", 0), "--runs"),
        (("fimbulvetr", "--kernel", "--positions", 0), "--positions"),
        (("fimbulvetr", "--kernel", "--seed", "x"), "--seed"),
    ],
)
def test_check_refuses_what_it_cannot_do(fim: Runner, words: tuple[object, ...], sentence: str) -> None:
    told = fim("check", *words)
    assert told.status == 2
    assert sentence in told.err


# ---- bench


@pytest.mark.parametrize("game", ["fimbulvetr", "six_winters"])
def test_bench_reports_every_figure(fim: Runner, game: str) -> None:
    report = fim("bench", "--game", game, "--seconds", 0.01, "--json").json
    assert report["import_ms"] > 0
    (figures,) = report["games"]
    assert figures["game"] == game
    for name in (
        "moves_per_second",
        "games_per_second",
        "copies_per_second",
        "legal_us",
        "play_us",
        "promise_us",
    ):
        assert figures[name] > 0
    assert ("ratio_to_chess" in figures) == (report["chess"] is not None)


def test_bench_says_how_to_get_the_ratio(fim: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "chess", None)
    assert "fimbul[bench]" in fim("bench", "--game", "fate", "--seconds", 0.01).out


# ---- clans of one's own


@pytest.fixture
def clan(tmp_path: Path) -> Path:
    """A sound clan file."""
    return clan_file(tmp_path / "mine.toml")


def test_an_option_may_come_from_a_file(fim: Runner, clan: Path) -> None:
    shown = fim("show", "fimbulvetr", "-o", f"clans=@{clan},vikings", "--json").json
    assert [found["id"] for found in shown["view"]["clans"]] == ["mine", "vikings"]


def test_a_game_with_an_own_clan_makes_a_record_that_stands_alone(
    fim: Runner, clan: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "records"
    ran = fim(
        *("simulate", "fimbulvetr", "--games", 1, "--workers", 1, "--bots", "random", "--save", folder),
        *("--option", f"clans=vikings,@{clan}"),
    )
    assert ran.status == 0
    clan.unlink()
    assert fim("verify", *folder.iterdir()).status == 0


def test_a_record_round_trips_through_its_file(saga: Path, record: Record) -> None:
    assert Record.parse(saga.read_text(encoding="utf-8")) == record


def test_options_can_be_given_as_one_json_object(fim: Runner) -> None:
    words = ("simulate", "valknut", "--games", 1, "--bots", "random,random", "--json", "--options")
    ran = fim(*words, '{"warbands": ["vikings", "draugar"], "mode": "standard"}')
    assert set(json.loads(ran.out)["options"]["warbands"]) == {"vikings", "draugar"}
    assert fim(*words, '{"warbands": ["vikings", "vikings"]}').failed_with("warbands")
    assert fim(*words, '{"warband": []}').failed_with("no option 'warband'")
    assert fim(*words, '{"warbands"').failed_with("no JSON object")


# ---- review


def test_review_tells_a_game_as_text_and_as_json(fim: Runner, saga: Path) -> None:
    ran = fim("review", saga, "--nodes", "50")
    assert ran.status == 0
    for heading in ("Fimbulvetr: ", "Judged by ", "Turning points", "Mistakes, the largest first"):
        assert heading in ran.out
    told = fim("review", saga, "--nodes", "50", "--json").json
    assert told["names"] == ["Ada", "Björn"]
    assert len(told["estimates"]) == told["plies"] + 1
    assert [each["loss"] for each in told["mistakes"]] == sorted(
        (each["loss"] for each in told["mistakes"]), reverse=True
    )


def test_review_refuses_what_it_cannot_judge(fim: Runner, tmp_path: Path, saga: Path) -> None:
    assert fim("review", saga, "--nodes", "0").failed_with("at least one position", status=2)
    assert fim("review", keep(tmp_path / "new.saga", played(0).record())).failed_with("nothing was played")
    assert fim("review", tmp_path / "missing.saga").failed_with("cannot be read")


# ---- puzzle


def test_puzzle_shows_the_days_position_and_judges_an_answer(fim: Runner) -> None:
    ran = fim("puzzle", "--date", "2026-12-24")
    assert ran.status == 0
    assert ran.out.startswith("Puzzle ")
    shown = fim("puzzle", "1", "--json").json
    solved = fim("puzzle", "1", "--solution", "--json").json
    assert solved["verdict"]["solved"]
    other = next(one for one in shown["legal"] if fim("puzzle", "1", "--try", one, "--json").status != 0)
    assert "Not that" in fim("puzzle", "1", "--try", other).out


def test_puzzle_lists_what_may_be_done_so_that_one_can_try_it(fim: Runner) -> None:
    asked = fim("puzzle", "3").out
    assert "movement points: choose a unit" in asked
    assert "--actions" in asked
    legal = fim("puzzle", "3", "--json").json["legal"]
    listed = [
        line.split(maxsplit=1) for line in fim("puzzle", "3", "--actions").out.splitlines()[-len(legal) :]
    ]
    assert [notation for notation, _ in listed] == legal
    assert ["end", "End the turn"] in listed
    german = fim("puzzle", "3", "--actions", "--language", "de").out
    assert "End the turn" not in german
    assert all(notation in german for notation in legal)
    assert fim("puzzle", "3", "--actions", "--solution").failed_with("not both", status=2)


def test_puzzle_refuses_what_there_is_not(fim: Runner) -> None:
    assert fim("puzzle", "9999").failed_with("Unknown puzzle 9999")
    assert fim("puzzle", "--date", "yule").failed_with("Unknown date 'yule'", status=2)
    assert fim("puzzle", "1", "--date", "2026-12-24").failed_with("not both", status=2)
