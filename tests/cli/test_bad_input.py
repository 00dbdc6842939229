"""Whatever is wrong: one clear sentence, a status other than 0, no traceback, nothing half-written."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import COMMAND, Ran, Runner, clan_file, keep, shell

from fimbul.core import Move, Outcome, Record
from fimbul.games import valknut

GAME = "fimbulvetr"


# ---- names and options


@pytest.mark.parametrize("command", [["rules"], ["simulate"], ["perft", "--depth", "1"], ["play"]])
def test_an_unknown_game(fim: Runner, command: list[str]) -> None:
    assert fim(command[0], "chess", *command[1:]).failed_with("Unknown game 'chess'", GAME)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("colour=red", ["no option 'colour'", "clans, first"]),
        ("first", ["name=value", "'first'"]),
        ("first=second", ["'first'", "random, 0 or 1", '"second"']),
        ("vault_adjacent=maybe", ["'vault_adjacent'", "true or false"]),
        ("clans=saxons", ["'clans'", "a list of 2"]),
        ("clans=saxons,martians", ["Unknown clan 'martians'", "vikings"]),
        ("setup=@file", ["'setup'", "takes no file"]),
        ("clans=@absent.toml,vikings", ["absent.toml", "cannot be read"]),
        ("clans=@~nobody-here/mine.toml", ["~nobody-here/mine.toml", "home"]),
        ("setup=\udcff", ["'setup'", "placed or quick"]),  # a byte that is no text
        (f"setup={'[' * 100_000}", ["'setup'", "placed or quick"]),
        (f'{{"setup": {"[" * 100_000}', ["no JSON object"]),
    ],
)
@pytest.mark.parametrize("command", ["simulate", "show", "play"])
def test_a_wrong_option(fim: Runner, command: str, option: str, words: list[str]) -> None:
    assert fim(command, GAME, "--option", option).failed_with(*words)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["warbands=elves,trolls"], ["'warbands' names 'trolls'", "goblins"]),
        (["warbands=elves,elves"], ["'warbands' names 'elves' twice", "V10"]),
        (["warbands=elves"], ["'warbands' must name two to four", "V10"]),
        (["warbands=elves,vanir,dragons"], ["'warbands' must name 2", "V10"]),
        (["warbands=3"], ["'warbands'", "a list of names", "[3]"]),
        (['{"warbands": "elves"}'], ["'warbands'", "a list of names"]),
        (["mode=ragnarok", "warbands=elves,vanir"], ["'warbands' must name four for Ragnarok", "V90"]),
        (["mode=war"], ["'mode'", "standard or ragnarok"]),
        (["gods=true"], ["'gods' is for four seats or Ragnarok", "V100"]),
        (["gods=true", "warbands=elves,vanir"], ["'gods' is for four warbands or Ragnarok", "V100"]),
        (["gods=perhaps"], ["'gods'", "true or false"]),
        (["terrain=1"], ["'terrain'"]),
        (["terrain=@absent.toml"], ["absent.toml", "cannot be read"]),
        (['{"terrain": {"format": 1}}'], ["'terrain'", "`source`"]),
    ],
)
@pytest.mark.parametrize("command", [["simulate"], ["show"], ["play"], ["perft", "--depth", "1"]])
def test_a_wrong_option_of_valknut(
    fim: Runner, command: list[str], options: list[str], words: list[str]
) -> None:
    given = [word for option in options for word in ("--option", option)]
    assert fim(command[0], "valknut", *command[1:], *given).failed_with(*words)


TERRAIN = Path(valknut.__file__).parent / "data" / "terrain.toml"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            'rows = ["m.", "..", "..", ".r"]',
            'rows = ["m.", ".."]',
            ["card 'T01'", "rows must be 4 rows of 2"],
        ),
        ('"2p" = 12', '"2p" = 13', ["deck_sizes says 13 cards for '2p', and there are 12"]),
        ("move = 4", "move = 9", ["card 'T01'", "move must be 1 to 4, not 9"]),
    ],
)
def test_a_wrong_terrain_file(fim: Runner, tmp_path: Path, old: str, new: str, words: list[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TERRAIN.read_text().replace(old, new, 1))
    assert fim("show", "valknut", "--option", f"terrain=@{file}").failed_with(str(file), *words)


def test_too_many_players(fim: Runner) -> None:
    bots = ",".join(["random"] * 5)
    assert fim("simulate", "valknut", "--bots", bots).failed_with("Valknut is for 2 to 4 players", "5 bots")
    three = ["--bots", "random,random,random", "--option", "mode=ragnarok"]
    assert fim("simulate", "valknut", *three).failed_with("Ragnarok is for two seats, not 3")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bots", "greedy,deep"], ["Unknown bot 'deep'", "search"]),
        (["--bots", "greedy,godlike"], ["Unknown bot 'godlike'", "master"]),
        (["--bots", "greedy,greedy,greedy"], ["3 bots"]),
        (["--seconds", "0"], ["positive"]),
        (["--seed", "-1"], ["seed"]),
    ],
)
def test_a_wrong_bot_or_budget(fim: Runner, arguments: list[str], words: list[str]) -> None:
    assert fim("simulate", GAME, *arguments).failed_with(*words)


def test_a_name_that_no_record_could_keep(fim: Runner) -> None:
    assert fim("play", GAME, "--name", "\udcff").failed_with("--name", status=2)


@pytest.mark.parametrize("command", [["check", GAME], ["engine", "--bot", "random"]])
def test_a_seed_that_is_too_large(fim: Runner, command: list[str]) -> None:
    assert fim(*command, "--seed", str(1 << 63)).failed_with("A seed is a whole number")


def test_an_unknown_opponent(fim: Runner) -> None:
    assert fim("play", GAME, "--vs", "godlike").failed_with("Unknown bot 'godlike'", "human")


@pytest.mark.parametrize(
    "arguments",
    [
        ["plya"],
        ["games", "--colour"],
        ["perft", GAME],
        ["perft", GAME, "--depth", "deep"],
        ["perft", GAME, "--depth", "-1"],
        ["perft", GAME, "--depth", "1", "--ply", "3"],
        ["simulate", GAME, "--games", "0"],
        ["simulate", GAME, "--workers", "0"],
        ["simulate", GAME, "--games"],
        ["simulate", GAME, "--seconds", "1", "--nodes", "9"],
        ["show", GAME, "--ply", "3"],
        ["verify"],
        ["rules"],
        ["bench", "--seconds", "0"],
    ],
)
def test_wrong_use_is_status_2(fim: Runner, arguments: list[str]) -> None:
    assert fim(*arguments).failed_with(status=2)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("redis://127.0.0.1:1", ["the news between servers does not answer", "127.0.0.1:1"]),
        ("redis://127.0.0.1:x", ["--channels is the address of a Redis"]),
        ("carrier-pigeon", ["--channels is the address of a Redis"]),
    ],
)
def test_nothing_that_carries_the_news(fim: Runner, tmp_path: Path, address: str, words: list[str]) -> None:
    assert fim("serve", "--data", str(tmp_path), "--channels", address, "--no-open").failed_with(*words)


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        (["--name", "https://club.example/"], ["host name alone", "https://club.example/"]),
        (["--name", "club.example:443"], ["host name alone"]),
        (["--smtp", "mail.example"], ["--smtp", "smtps://"]),
        (["--smtp", "smtps://user@host:port"], ["--smtp", "smtps://"]),
        (["--behind", "caddy"], ["--behind", "'caddy'"]),
        (["--behind", "10.0.0.1,caddy"], ["--behind", "'caddy'"]),
        (["--connect", "mine=./nobody-wrote-this"], ["There is no program './nobody-wrote-this'"]),
        (["--connect", "mine=a 'quote"], ["cannot be read"]),
    ],
)
def test_a_setting_with_which_nothing_would_work(
    fim: Runner, tmp_path: Path, setting: list[str], words: list[str]
) -> None:
    assert fim("serve", "--data", str(tmp_path), "--no-open", *setting).failed_with(*words)


def test_an_empty_folder_for_playing_on_offline(fim: Runner, tmp_path: Path) -> None:
    ran = fim("serve", "--data", str(tmp_path), "--offline", str(tmp_path), "--no-open")
    assert ran.failed_with("fimbul offline install", status=2)


def test_a_database_that_does_not_answer(fim: Runner) -> None:
    ran = fim("admin", "stats", "--db", "postgresql://fimbul:secret@127.0.0.1:1/club")
    assert ran.failed_with("connection refused")
    assert "secret" not in ran.err
    assert "Errno" not in ran.err


def test_words_that_no_rule_has(fim: Runner) -> None:
    assert fim("rules", GAME, "bicycle").failed_with("'bicycle'", "F1 to")


def test_play_without_a_terminal(fim: Runner) -> None:
    assert fim("play", GAME).failed_with("needs a terminal", "fimbul simulate", status=2)


def test_a_mistake_of_ours_is_told_without_a_traceback(fim: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["fimbul.games"], "all_games", lambda: 1 / 0)
    ran = fim("games")
    assert ran.status == 70
    assert "mistake in fimbul" in ran.err
    assert "Traceback" not in ran.err


# ---- records


def broken(path: Path, fim: Runner) -> Ran:
    """Every command that reads a record refuses it alike; one of the answers."""
    answers = [
        fim("verify", path),
        fim("show", path),
        fim("perft", GAME, "--depth", 1, "--saga", path),
        fim("play", GAME, "--load", path),
    ]
    assert len({(answer.status, answer.out, answer.err) for answer in answers}) == 1, answers
    return answers[0]


def test_a_record_that_is_not_there(fim: Runner, tmp_path: Path) -> None:
    assert broken(tmp_path / "absent.saga", fim).failed_with("absent.saga", "no such file")


def test_a_folder_is_no_record(fim: Runner, tmp_path: Path) -> None:
    assert broken(tmp_path, fim).failed_with(str(tmp_path), "is a directory")


@pytest.mark.parametrize("data", [b"", b"hello\n", b"\xff\xfe\x00", b"fimbul-saga 2\n", b"fimbul-saga 1\n"])
def test_a_malformed_record(fim: Runner, tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.saga"
    path.write_bytes(data)
    assert broken(path, fim).failed_with("game.saga", "record")


def test_a_truncated_record(fim: Runner, saga: Path) -> None:
    data = saga.read_bytes()
    for size in (len(data) // 3, len(data) - 40, len(data) - 1):
        saga.write_bytes(data[:size])
        assert broken(saga, fim).failed_with("game.saga", "record")


def test_an_edited_record(fim: Runner, saga: Path) -> None:
    text = saga.read_text(encoding="utf-8")
    for changed in (text.replace("Ada", "Bob"), text.replace("\n", "\r\n"), text.replace("seed 7", "seed 8")):
        saga.write_bytes(changed.encode())
        assert fim("verify", saga).status == 1
    assert broken(saga, fim).failed_with("was changed", "seal")


def test_a_record_of_other_rules(fim: Runner, saga: Path, record: Record) -> None:
    record.rules = "1998.1"
    assert broken(keep(saga, record), fim).failed_with("rules 1998.1", "081207")


def test_a_record_of_an_unknown_game(fim: Runner, saga: Path, record: Record) -> None:
    record.game = "ludo"
    assert broken(keep(saga, record), fim).failed_with("Unknown game 'ludo'")


def test_a_record_with_an_illegal_action(fim: Runner, saga: Path, record: Record) -> None:
    first = record.moves[1]
    record.moves[1] = Move(first.seat, "place(raider,9,9,0)", first.hash)
    assert broken(keep(saga, record), fim).failed_with("line 11", "action 2", "place(raider,9,9,0)", "(F22)")
    report = fim("verify", saga, "--json").json["files"][0]
    assert (report["rule"], report["line"]) == ("F22", 11)


def test_a_record_with_an_action_that_is_none(fim: Runner, saga: Path, record: Record) -> None:
    record.moves[1] = Move(record.moves[1].seat, "teleport(raider)")
    assert broken(keep(saga, record), fim).failed_with("line 11", "'teleport'")


def test_a_record_with_options_that_do_not_exist(fim: Runner, saga: Path, record: Record) -> None:
    record.options["colour"] = "red"
    assert broken(keep(saga, record), fim).failed_with("no option 'colour'")


def test_a_record_with_another_result(fim: Runner, saga: Path, record: Record) -> None:
    assert record.result is not None
    record.result = msgspec.structs.replace(record.result, scores=record.result.scores[::-1])
    assert fim("verify", keep(saga, record)).failed_with("result")
    record.result = Outcome((0.5, 0.5), "F50a", "A draw.")
    assert fim("verify", keep(saga, record)).failed_with("result")


def test_a_ply_that_the_record_has_not(fim: Runner, saga: Path, record: Record) -> None:
    for ply in (-1, len(record.moves) + 1):
        assert fim("show", saga, "--ply", ply).failed_with(f"no ply {ply}")
    assert fim("show", saga, "--seat", 2).failed_with("no seat 2")


# ---- clan files


@pytest.mark.parametrize(
    ("corners", "words"),
    [
        ('["M1", "D1", "V1", "R2"]', ["'thegn'", "exactly two corners must be Single", "F8"]),
        ('["M1", "D1", "V2", "X9"]', ["'thegn'", "'X9'", "no sigil"]),
        ('["M1", "M1", "M2", "R2"]', ["'thegn'", "at most two corners may be of one type", "F8"]),
    ],
)
@pytest.mark.parametrize("way", ["option", "clan"])
def test_an_invalid_clan_file(fim: Runner, tmp_path: Path, corners: str, words: list[str], way: str) -> None:
    path = clan_file(tmp_path / "mine.toml", thegn=corners)
    if way == "option":
        ran = fim("simulate", GAME, "--option", f"clans=@{path},vikings")
    else:
        ran = fim("play", GAME, "--option", f"clans=@{path},vikings")
    assert ran.failed_with("mine.toml", *words)


def test_a_clan_file_that_is_no_toml(fim: Runner, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[[clan")
    assert fim("play", GAME, "--option", f"clans=saxons,@{path}").failed_with("mine.toml", "TOML")


# ---- the system


def test_a_folder_that_cannot_be_written(fim: Runner, saga: Path, tmp_path: Path) -> None:
    # A place below a file cannot be written by anybody, root included.
    ran = fim("simulate", GAME, "--games", 2, "--save", saga / "records")
    assert ran.failed_with("cannot be written", str(saga))
    assert fim("show", saga, "--svg", saga / "a.svg").failed_with("cannot be written")
    assert fim("show", saga, "--svg", tmp_path).failed_with("cannot be written")
    assert [path.name for path in tmp_path.iterdir()] == ["game.saga"]


def test_a_read_only_folder(fim: Runner, tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    if os.geteuid() == 0:  # root may write there, but not make files among the kernel's
        folder = Path("/proc/sys")
    assert fim("simulate", GAME, "--games", 1, "--save", folder).failed_with("cannot be written", str(folder))


@pytest.mark.parametrize("arguments", [["games"], ["rules", GAME, "--whole"], ["--help"]])
def test_a_closed_pipe_is_left_quietly(arguments: list[str]) -> None:
    with subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in (1, 141)  # Rich, which prints the help, leaves with 1


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_in_the_middle_of_a_simulation(tmp_path: Path, workers: int) -> None:
    folder = tmp_path / "records"
    words = ["simulate", GAME, "--games", "100000", "--bots", "random", "--json", "--workers", str(workers)]
    process = subprocess.Popen(
        [*COMMAND, *words, "--save", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 30
    while not (folder.is_dir() and len(list(folder.glob("*.saga"))) > 3) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: everybody hears it
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, (out, err)
    assert err.count("\n") == 1
    assert "stopped after" in err
    report = msgspec.json.decode(out)
    files = list(folder.iterdir())
    assert report["games"] == 100000
    assert report["unfinished"] + sum(report["wins"]) + report["draws"] == 100000
    assert {path.suffix for path in files} == {".saga"}
    assert len(files) - (100000 - report["unfinished"]) in (0, 1)  # a record is written before it is counted
    assert shell("verify", *files[:20]).status == 0


# ---- Fornaldar


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["scenario=ragnarok"], ["'scenario'", "sampo", "northern_war", "jotuns"]),
        (["turns=-1"], ["'turns'"]),
        (["turns=99"], ["'turns'"]),
        (["turns=soon"], ["'turns'"]),
        (["expedition=true"], ["'expedition'", "northern_war"]),
        (["library=somewhere"], ["'library'", "@PATH", "somewhere"]),
        (["library=@absent"], ["absent"]),
    ],
)
@pytest.mark.parametrize("command", [["simulate"], ["show"], ["play"], ["perft", "--depth", "1"]])
def test_wrong_options_of_fornaldar(
    fim: Runner, command: list[str], options: list[str], words: list[str]
) -> None:
    given = [part for option in options for part in ("--option", option)]
    assert fim(command[0], "fornaldar", *command[1:], *given).failed_with(*words)
