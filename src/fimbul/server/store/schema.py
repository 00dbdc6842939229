"""The tables of the database.  `migrations` leads here from every earlier format."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

schema = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Whole = BigInteger().with_variant(Integer(), "sqlite")  # SQLite counts up only what it calls INTEGER

meta = Table("meta", schema, Column("name", String, primary_key=True), Column("value", Text, nullable=False))

people = Table(
    "people",
    schema,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("login", String, unique=True),  # of an account, in lower case; a guest has none
    Column("password", Text),
    Column("banned", Text),  # why
    Column("settings", JSON, nullable=False),
    Column("created", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    schema,
    Column("id", String, primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("secret", String, nullable=False, unique=True),  # a hash
    Column("kind", String, nullable=False),  # a browser's session, or a program's token
    Column("name", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

passkeys = Table(
    "passkeys",
    schema,
    Column("id", String, primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("uses", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
)

recovery_codes = Table(
    "recovery_codes",
    schema,
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("secret", String, primary_key=True),
)

ties = Table(
    "ties",
    schema,
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("other", ForeignKey("people.id"), primary_key=True, index=True),
    Column("kind", String, nullable=False),  # friend (if both say so) or blocked
    Column("at", BigInteger, nullable=False),
)

reports = Table(
    "reports",
    schema,
    Column("id", Whole, primary_key=True),
    Column("person", String, nullable=False),
    Column("other", String, nullable=False, index=True),
    Column("table_id", String),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("settled", Boolean, nullable=False),
)

tables = Table(
    "tables",
    schema,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", String, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("salt", String, nullable=False),  # of the dice's commitment
    Column("origin", String),  # of a shown record: the table that it was played at
    Column("chosen", Boolean, nullable=False),  # whether somebody chose the seed, and so knows the dice
    Column("invite", String, nullable=False),
    Column("access", String, nullable=False),  # open, friends, unlisted, private, or lesson
    Column("host", String, index=True),
    Column("rated", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),  # whether people may ask a bot while they play each other
    Column("pace", JSON(none_as_null=True)),
    Column("clock", JSON(none_as_null=True)),
    Column("deadline", BigInteger, index=True),  # milliseconds: when the next flag falls
    Column("version", BigInteger, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("ply", BigInteger, nullable=False),
    Column("to_act", JSON, nullable=False),
    Column("requests", JSON, nullable=False),
    Column("plans", JSON, nullable=False),
    Column("rematch", String),
    Column("sent_away", JSON, nullable=False),  # people who may not come back without a new invitation
    Column("finished", Boolean, nullable=False, index=True),
    Column("taken", BigInteger),  # after how many actions its only player first took it along, dice and all
    Column("outcome", JSON(none_as_null=True)),  # also where no rule gave it: somebody resigned
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False, index=True),
)

seats = Table(
    "seats",
    schema,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("person", String, index=True),
    Column("name", String, nullable=False),
    Column("plays", String, nullable=False),
    Column("bot", String),
    Column("resigned", BigInteger),  # the ply at which whoever sat here gave up
    Column("loser", String),  # and who that was
    Column("hidden", Boolean, nullable=False, default=False),  # from the list of whoever sits here
)

actions = Table(
    "actions",
    schema,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("ply", BigInteger, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("request", String),  # the id that its sender gave it
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "request"),
)

snapshots = Table(
    "snapshots",
    schema,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("ply", BigInteger, primary_key=True),
    Column("state", LargeBinary, nullable=False),
)

chats = Table(
    "chats",
    schema,
    Column("id", Whole, primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False, index=True),
    Column("person", String, index=True),
    Column("name", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

pieces = Table(
    "pieces",
    schema,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("person", String, nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("piece", JSON, nullable=False),
    Column("created", BigInteger, nullable=False),
)

boards = Table(
    "boards",
    schema,
    Column("name", String, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
)

questions = Table(
    "questions",
    schema,
    Column("id", String, primary_key=True),
    Column("table_id", String, nullable=False, index=True),
    Column("kind", String, nullable=False),  # move or ideas
    Column("owner", String, nullable=False),  # whose share it counts against
    Column("game", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("bot", String, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("cost", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("asked", BigInteger, nullable=False),  # milliseconds
    Column("worker", String),
    Column("lease", BigInteger),  # milliseconds: until when the worker is trusted to be alive
    Column("answer", JSON(none_as_null=True)),
    Index("ix_questions_lease", "lease"),
)

shares = Table(
    "shares",
    schema,
    Column("owner", String, primary_key=True),
    Column("spent", Float, nullable=False),  # seconds of thought, halved every minute
    Column("at", BigInteger, nullable=False),
)

ratings = Table(
    "ratings",
    schema,
    Column("player", String, primary_key=True),  # a person's id, or bot:club
    Column("game", String, primary_key=True),
    Column("rating", Float, nullable=False, index=True),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

results = Table(
    "results",
    schema,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String, nullable=False, index=True),
    Column("game", String, nullable=False),
    Column("score", Float, nullable=False),
    Column("level", String, nullable=False),  # of a co-operative game's difficulty; empty otherwise
    Column("rated", Boolean, nullable=False),
    Column("before", Float),
    Column("after", Float),
    Column("at", BigInteger, nullable=False, index=True),
)

seeks = Table(
    "seeks",
    schema,
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("game", String, nullable=False, index=True),
    Column("options", JSON, nullable=False),
    Column("pace", JSON(none_as_null=True)),
    Column("rating", Float, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("table_id", String),
)

contacts = Table(
    "contacts",
    schema,
    Column("id", String, primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("kind", String, nullable=False),  # push, email or webhook
    Column("address", JSON, nullable=False),
    Column("code", String),  # a hash of what confirms it, until then
    Column("created", BigInteger, nullable=False),
)

notices = Table(
    "notices",
    schema,
    Column("id", Whole, primary_key=True),
    Column("person", String, nullable=False, index=True),
    Column("table_id", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False, index=True),
    Column("tries", Integer, nullable=False),
)

counts = Table(
    "counts",
    schema,
    Column("name", String, primary_key=True),
    Column("window", BigInteger, primary_key=True),
    Column("count", Integer, nullable=False),
)
