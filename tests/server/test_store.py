"""The store: an old database is upgraded, a new one is what the steps lead to, and files are the owner's."""

import asyncio
import contextlib
import sqlite3
import stat

import asyncpg
import pytest
from sqlalchemy import MetaData, select
from tests.server.conftest import serving

from fimbul.core import FimbulError
from fimbul.games import game as find_game
from fimbul.server.guests import Gate
from fimbul.server.store import Conflict, Database, Store, upgrading
from fimbul.server.store.database import differences
from fimbul.server.store.questions import Answer, Question

FIRST_FORMAT = """
CREATE TABLE meta (name VARCHAR NOT NULL PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE guests (id VARCHAR NOT NULL PRIMARY KEY, name VARCHAR NOT NULL, created INTEGER NOT NULL);
CREATE TABLE tables (
    id VARCHAR NOT NULL PRIMARY KEY, game VARCHAR NOT NULL, rules VARCHAR NOT NULL, options TEXT NOT NULL,
    seed VARCHAR NOT NULL, invite VARCHAR NOT NULL, listed INTEGER NOT NULL, epoch INTEGER NOT NULL,
    ply INTEGER NOT NULL, to_act TEXT NOT NULL, finished INTEGER NOT NULL, outcome TEXT,
    created INTEGER NOT NULL, updated INTEGER NOT NULL
);
CREATE INDEX ix_tables_finished ON tables (finished);
CREATE INDEX ix_tables_updated ON tables (updated);
CREATE TABLE seats (
    table_id VARCHAR NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL, kind VARCHAR NOT NULL,
    guest_id VARCHAR, name VARCHAR NOT NULL, plays VARCHAR NOT NULL, bot VARCHAR, PRIMARY KEY (table_id, seat)
);
CREATE INDEX ix_seats_guest_id ON seats (guest_id);
CREATE TABLE actions (
    table_id VARCHAR NOT NULL REFERENCES tables (id), ply INTEGER NOT NULL, seat INTEGER NOT NULL,
    action TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (table_id, ply)
);
CREATE TABLE chats (
    id INTEGER NOT NULL PRIMARY KEY, table_id VARCHAR NOT NULL REFERENCES tables (id), name VARCHAR NOT NULL,
    text TEXT NOT NULL, at INTEGER NOT NULL
);
CREATE INDEX ix_chats_table_id ON chats (table_id);
CREATE TABLE pieces (
    id VARCHAR NOT NULL PRIMARY KEY, game VARCHAR NOT NULL, guest_id VARCHAR NOT NULL, name VARCHAR NOT NULL,
    piece TEXT NOT NULL, created INTEGER NOT NULL
);
CREATE INDEX ix_pieces_guest_id ON pieces (guest_id);
INSERT INTO meta VALUES ('version', '1');
INSERT INTO guests VALUES ('ada', 'Ada', 1700000000);
INSERT INTO pieces VALUES ('p1', 'fimbulvetr', 'ada', 'Wolfkin', '{"name": "Wolfkin"}', 1700000002);
INSERT INTO tables VALUES
    ('done', 'fimbulvetr', '1', '{"first": 0}', '5', 'inv', 1, 0, 1, '[]', 1,
     '{"scores": [1.0, 0.0], "rule": "F1", "reason": "Ada wins."}', 3, 4);
INSERT INTO chats VALUES (7, 'done', 'Ada', 'Farewell', 1700000001);
"""


def first_format(game, deeds, seed):
    """A database as the first fimbul left it: a table with a person and an open seat, and one that ended."""
    script = FIRST_FORMAT + (
        f"INSERT INTO tables VALUES ('feedbeef', '{game.slug}', '{game.rules_version}', '{{}}', '{seed}',"
        f" 'inv', 0, 2, {len(deeds)}, '[0]', 0, NULL, 1, 2);"
        "INSERT INTO seats VALUES ('feedbeef', 0, 'person', 'ada', 'Ada', '', NULL);"
        "INSERT INTO seats VALUES ('feedbeef', 1, 'open', NULL, '', '', NULL);"
        "INSERT INTO chats VALUES (8, 'feedbeef', 'Ada', 'Hail', 1700000001);"
    )
    for number, (seat, action) in enumerate(deeds):
        script += f"INSERT INTO actions VALUES ('feedbeef', {number}, {seat}, '{action}', 5);"
    return script


async def run_script(folder, database, script):
    """SQL before any server has seen the store."""
    if database is None:
        with contextlib.closing(sqlite3.connect(folder / "fimbul.sqlite")) as line:
            line.executescript(script)
        return
    line = await asyncpg.connect(database)
    await line.execute(script)
    await line.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request):
    """The address of a database; None for a file."""
    return request.getfixturevalue("database") if request.param == "postgresql" else None


async def test_a_database_of_the_first_format_is_backed_up_upgraded_and_played_on(tmp_path, place):
    game, deeds = find_game("fimbulvetr"), []
    state = game.new(seed=(1 << 63) - 1)
    for _ in range(60):  # beyond a snapshot
        seat = state.to_act[0]
        action = state.legal(seat)[0]
        deeds.append((seat, str(action)))
        state.play(action, seat)
        if state.over:
            break
    await run_script(tmp_path, place, first_format(game, deeds, (1 << 63) - 1))
    async with serving(tmp_path, database=place, workers=0) as server:
        ada = server.guest()
        ada.http.cookies.set("fimbul", server.services.gate.sign("ada"))
        sheet = await ada.get("/tables/feedbeef")
        assert (sheet["me"], sheet["plies"], sheet["epoch"], sheet["access"]) == (
            0,
            len(deeds),
            2,
            "unlisted",
        )
        await ada.post("/tables/feedbeef/talk", {"text": "Well met"}, 204)
        told = (await ada.get("/tables/feedbeef"))["chat"]
        assert [line["text"] for line in told] == ["Hail", "Well met"]
        assert (await ada.get("/me"))["name"] == "Ada"
        assert (await ada.get("/pieces"))[0]["piece"] == {"name": "Wolfkin"}
        log = await ada.get("/tables/feedbeef/log")
        assert log[-1]["ply"] == len(deeds)
        done = await server.services.store.tables.get("done")
        assert (done.finished, done.access, done.options) == (True, "open", {"first": 0})
        assert done.outcome["reason"] == "Ada wins."
        async with server.services.store.database.reading() as connection:
            assert await connection.run_sync(differences) == []
    if place is None:
        with contextlib.closing(sqlite3.connect(tmp_path / "fimbul.sqlite.before-0001")) as kept:
            assert kept.execute("SELECT count(*) FROM actions").fetchone() == (len(deeds),)
        for name in ("fimbul.sqlite", "fimbul.sqlite.before-0001", "secret", "lock"):
            assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name


def some(column):
    """A value that a column takes."""
    if column.foreign_keys:
        return next(iter(column.foreign_keys)).column.table.name + ".id"
    kinds = {str: f"{column.table.name}.{column.name}", int: 7, float: 1.5, bool: True, bytes: b"\0x"}
    return kinds.get(column.type.python_type, {"runes": [1, None]})


def fill(connection, to):
    """Go up to a format, and put a row into every table; the rows."""
    upgrading.present(connection)
    upgrading.run(upgrading.scripts(), connection, to)
    found = MetaData()
    found.reflect(connection)
    rows = {}
    for table in found.sorted_tables:
        if table.name not in ("alembic_version", "meta"):
            rows[table.name] = {column.name: some(column) for column in table.columns}
            connection.execute(table.insert(), rows[table.name])
    return rows


def kept(connection):
    """The rows of every table."""
    found = MetaData()
    found.reflect(connection)
    return {
        table.name: dict(connection.execute(select(table)).mappings().one())
        for table in found.sorted_tables
        if table.name not in ("alembic_version", "meta")
    }


async def test_from_the_second_format_on_every_row_of_every_table_is_kept(tmp_path, place):
    empty = FIRST_FORMAT[: FIRST_FORMAT.index("INSERT INTO guests")]
    await run_script(tmp_path, place, empty)
    before = Database.of_folder(tmp_path) if place is None else Database.at(place)
    async with before.writing() as connection:
        rows = await connection.run_sync(fill, "0002")
    await before.close()
    assert {"people", "sessions", "tables", "actions", "ratings", "seeks", "notices"} <= rows.keys()
    after = await Database.open(tmp_path, place)
    async with after.reading() as connection:
        found = await connection.run_sync(kept)
        assert await connection.run_sync(differences) == []
    await after.close()
    assert {name: {key: found[name][key] for key in row} for name, row in rows.items()} == rows
    assert (found["tables"]["hints"], found["seats"]["hidden"]) == (False, False)
    assert (found["tables"]["sent_away"], found["contacts"]["code"]) == ([], None)
    if place is None:
        assert (tmp_path / "fimbul.sqlite.before-0002").exists()


async def test_a_folder_has_one_server(tmp_path):
    store = await Store.open(tmp_path)
    with pytest.raises(FimbulError, match="Another fimbul"):
        await Store.open(tmp_path)
    await store.close()
    await (await Store.open(tmp_path)).close()


@pytest.fixture(params=["sqlite", "postgresql"])
async def store(request, tmp_path):
    url = request.getfixturevalue("database") if request.param == "postgresql" else None
    opened = await Store.open(tmp_path, url)
    yield opened
    await opened.close()


async def test_a_connection_that_died_while_it_rested_is_made_anew(tmp_path, database, monkeypatch):
    monkeypatch.setattr("fimbul.server.store.database.RESTED", -1.0)
    opened = await Store.open(tmp_path, database)
    assert await opened.tables.get("t") is None
    line = await asyncpg.connect(database)
    ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    assert await line.fetch(f"{ended} AND pid <> pg_backend_pid()")
    await line.close()
    assert await opened.tables.get("t") is None
    await opened.close()


def question(name, owner, cost=4):
    return Question(
        id=name,
        table_id="t",
        kind="move",
        owner=owner,
        game="fimbulvetr",
        seat=0,
        bot="x",
        state=b"",
        cost=cost,
    )


async def test_the_queue_is_fair_leased_and_short_questions_come_first(store):
    queue = store.questions
    for number in range(5):
        await queue.ask(question(f"greedy{number}", "eve", 10))
    await queue.ask(question("modest", "ada", 10))
    await queue.ask(question("short", "ben", 1))
    await queue.ask(question("short", "ben", 1))  # asked by two processes, it is one question
    first = await queue.take("w1")
    assert first.id == "short"
    second, third = await queue.take("w2"), await queue.take("w3")
    assert {second.id, third.id} >= {"modest"}
    fourth = await queue.take("w4")
    assert fourth.owner == "eve"
    assert await queue.take("w5") is None  # nobody has more than two thought about at once
    await queue.answer(first, "w1", Answer(value="pass"), 0.5)
    assert (await queue.answered("short")).value == "pass"
    await queue.release(fourth.id)
    again = await queue.take("w1")
    assert again.owner == "eve"
    assert await queue.renew(again.id, "w1")
    assert not await queue.renew(again.id, "somebody else")
    await queue.withdraw(again.id)
    assert not await queue.known(again.id)


async def test_a_question_that_is_withdrawn_while_it_is_chosen_is_not_taken(tmp_path, database):
    store = await Store.open(tmp_path, database)
    await store.questions.ask(question("withdrawn", "eve", 1))
    await store.questions.ask(question("other", "ben", 2))
    beside = await asyncpg.connect(database)
    async with beside.transaction():
        await beside.execute("DELETE FROM questions WHERE id = 'withdrawn'")
        taking = asyncio.create_task(store.questions.take("w"))
        waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        watching = await asyncpg.connect(database)
        while not await watching.fetchval(waits):
            assert not taking.done()
        await watching.close()
    assert (await taking).id == "other"
    await beside.close()
    await store.close()


async def test_what_somebody_has_used_counts_against_them(store):
    queue = store.questions
    await queue.ask(question("a", "eve", 4))
    taken = await queue.take("w")
    await queue.answer(taken, "w", Answer(value=1), 30.0)
    await queue.ask(question("b", "eve", 4))
    await queue.ask(question("c", "ada", 4))
    assert (await queue.take("w")).id == "c"


async def test_a_stale_version_is_refused(store):
    from fimbul.server.store import SeatRow, TableRow

    row = TableRow(
        id="t", game="g", rules="1", options={}, seed=1, invite="i", to_act=[0], seats=[SeatRow(0, "open")]
    )
    await store.tables.add(row)
    with pytest.raises(Conflict):
        await store.tables.add(row)
    mine, theirs = await store.tables.get("t"), await store.tables.get("t")
    await store.tables.save(mine)
    with pytest.raises(Conflict):
        await store.tables.save(theirs)


def test_a_guests_cookie_cannot_be_guessed_or_changed():
    gate = Gate(b"x" * 32, None)
    cookie = gate.sign("ada")
    assert gate.read(cookie) == "ada"
    for wrong in (cookie[:-1], cookie + "0", cookie.replace("ada", "bob"), "ada.", "", None, ".x"):
        assert gate.read(wrong) is None
    assert Gate(b"y" * 32, None).read(cookie) is None


async def test_a_move_waits_for_at_most_one_who_writes_something_else(tmp_path):
    """However many upload records or open tables at the same time."""
    database, done = await Database.open(tmp_path), []

    async def other(number):
        async with database.writing():
            done.append(number)

    waiting = [asyncio.create_task(other(number)) for number in range(10)]
    await asyncio.sleep(0)  # all of them stand in line
    await database.write(lambda _: done.append("move"))
    await asyncio.gather(*waiting)
    await database.close()
    assert done.index("move") <= 1
    assert len(done) == 11
