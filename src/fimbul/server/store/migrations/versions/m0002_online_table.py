"""Everything of the online table.

From the format of the first fimbul to accounts, clocks and several servers.
"""

import json
import secrets
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

OLD = ("guests", "tables", "seats", "actions", "chats", "pieces")
OLD_INDEXES = (
    "ix_tables_finished",
    "ix_tables_updated",
    "ix_seats_guest_id",
    "ix_chats_table_id",
    "ix_pieces_guest_id",
)


def upgrade() -> None:
    """Put what there is aside, make the new tables, and carry everything over."""
    database = op.get_bind()
    if database.dialect.name == "sqlite":
        op.execute("PRAGMA legacy_alter_table = ON")
    for name in OLD_INDEXES:
        op.execute(f"DROP INDEX IF EXISTS {name}")
    for name in OLD:
        op.rename_table(name, f"old_{name}")
    make_tables()
    carry_over(database)
    for name in reversed(OLD):
        op.drop_table(f"old_{name}")
    op.execute("UPDATE meta SET value = '2' WHERE name = 'version'")


def carry_over(database: sa.Connection) -> None:
    """Every row, with proper types."""
    seats = old(database, "seats", guest_id="person")
    hosts = {seat["table_id"]: seat["person"] for seat in reversed(seats) if seat["person"] is not None}
    put(database, "people", [{**guest, "settings": {}} for guest in old(database, "guests")])
    for row in old(database, "tables"):
        listed, outcome = row.pop("listed"), row.pop("outcome")
        row |= {
            "options": json.loads(row["options"]),
            "to_act": json.loads(row["to_act"]),
            "seed": int(row["seed"]),
            "salt": secrets.token_hex(16),
            "chosen": False,
            "access": "open" if listed else "unlisted",
            "host": hosts.get(row["id"]),
            "rated": False,
            "version": row["ply"] + 1,
            "requests": [],
            "plans": {},
            "finished": bool(row["finished"]),
        }
        put(database, "tables", [row | ({"outcome": json.loads(outcome)} if outcome else {})])
    put(database, "seats", seats)
    put(database, "actions", old(database, "actions"))
    chats = old(database, "chats")
    put(database, "chats", [{key: line[key] for key in line if key != "id"} for line in chats])
    pieces = old(database, "pieces", guest_id="person")
    put(database, "pieces", [{**each, "piece": json.loads(each["piece"])} for each in pieces])


def old(database: sa.Connection, name: str, **renamed: str) -> list[dict[str, Any]]:
    """The rows of an old table, in their order, with some columns named anew."""
    found = database.execute(sa.text(f"SELECT * FROM old_{name} ORDER BY 1, 2")).mappings()
    return [{renamed.get(key, key): value for key, value in row.items()} for row in found]


def put(database: sa.Connection, name: str, rows: list[dict[str, Any]]) -> None:
    """Rows into a new table."""
    if rows:
        database.execute(sa.insert(sa.Table(name, sa.MetaData(), autoload_with=database)), rows)


def make_tables() -> None:
    """The tables of this format."""
    op.create_table(
        "boards",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_boards")),
    )
    op.create_table(
        "counts",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("window", sa.BigInteger(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", "window", name=op.f("pk_counts")),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
    )
    op.create_index(op.f("ix_notices_due"), "notices", ["due"], unique=False)
    op.create_index(op.f("ix_notices_person"), "notices", ["person"], unique=False)
    op.create_table(
        "people",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("login", sa.String(), nullable=True),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("banned", sa.Text(), nullable=True),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("login", name=op.f("uq_people_login")),
    )
    op.create_table(
        "pieces",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("piece", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pieces")),
    )
    op.create_index(op.f("ix_pieces_person"), "pieces", ["person"], unique=False)
    op.create_table(
        "questions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("bot", sa.String(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("cost", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("worker", sa.String(), nullable=True),
        sa.Column("lease", sa.BigInteger(), nullable=True),
        sa.Column("answer", sa.JSON(none_as_null=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_questions")),
    )
    op.create_index("ix_questions_lease", "questions", ["lease"], unique=False)
    op.create_index(op.f("ix_questions_table_id"), "questions", ["table_id"], unique=False)
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "game", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_rating"), "ratings", ["rating"], unique=False)
    op.create_table(
        "reports",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("other", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("settled", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_other"), "reports", ["other"], unique=False)
    op.create_table(
        "shares",
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("spent", sa.Float(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("owner", name=op.f("pk_shares")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("salt", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=True),
        sa.Column("chosen", sa.Boolean(), nullable=False),
        sa.Column("invite", sa.String(), nullable=False),
        sa.Column("access", sa.String(), nullable=False),
        sa.Column("host", sa.String(), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("pace", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("clock", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.BigInteger(), nullable=False),
        sa.Column("to_act", sa.JSON(), nullable=False),
        sa.Column("requests", sa.JSON(), nullable=False),
        sa.Column("plans", sa.JSON(), nullable=False),
        sa.Column("rematch", sa.String(), nullable=True),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_index(op.f("ix_tables_deadline"), "tables", ["deadline"], unique=False)
    op.create_index(op.f("ix_tables_finished"), "tables", ["finished"], unique=False)
    op.create_index(op.f("ix_tables_host"), "tables", ["host"], unique=False)
    op.create_index(op.f("ix_tables_updated"), "tables", ["updated"], unique=False)
    op.create_table(
        "actions",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("ply", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("request", sa.String(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_actions_table_id")),
        sa.PrimaryKeyConstraint("table_id", "ply", name=op.f("pk_actions")),
        sa.UniqueConstraint("table_id", "request", name=op.f("uq_actions_table_id")),
    )
    op.create_table(
        "chats",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_chats_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chats")),
    )
    op.create_index(op.f("ix_chats_person"), "chats", ["person"], unique=False)
    op.create_index(op.f("ix_chats_table_id"), "chats", ["table_id"], unique=False)
    op.create_table(
        "contacts",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("address", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_contacts_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contacts")),
    )
    op.create_index(op.f("ix_contacts_person"), "contacts", ["person"], unique=False)
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("uses", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_passkeys_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
    )
    op.create_index(op.f("ix_passkeys_person"), "passkeys", ["person"], unique=False)
    op.create_table(
        "recovery_codes",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_recovery_codes_person")),
        sa.PrimaryKeyConstraint("person", "secret", name=op.f("pk_recovery_codes")),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("before", sa.Float(), nullable=True),
        sa.Column("after", sa.Float(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_results_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_results")),
    )
    op.create_index(op.f("ix_results_at"), "results", ["at"], unique=False)
    op.create_index(op.f("ix_results_player"), "results", ["player"], unique=False)
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("plays", sa.String(), nullable=False),
        sa.Column("bot", sa.String(), nullable=True),
        sa.Column("resigned", sa.BigInteger(), nullable=True),
        sa.Column("loser", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_person"), "seats", ["person"], unique=False)
    op.create_table(
        "seeks",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("pace", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_seeks_person")),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_seeks")),
    )
    op.create_index(op.f("ix_seeks_game"), "seeks", ["game"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_sessions_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("secret", name=op.f("uq_sessions_secret")),
    )
    op.create_index(op.f("ix_sessions_person"), "sessions", ["person"], unique=False)
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("ply", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_snapshots_table_id")),
        sa.PrimaryKeyConstraint("table_id", "ply", name=op.f("pk_snapshots")),
    )
    op.create_table(
        "ties",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("other", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["other"], ["people.id"], name=op.f("fk_ties_other")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_ties_person")),
        sa.PrimaryKeyConstraint("person", "other", name=op.f("pk_ties")),
    )
    op.create_index(op.f("ix_ties_other"), "ties", ["other"], unique=False)
