"""From one format of the database to the next, with Alembic."""

from pathlib import Path

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, inspect, text

from fimbul.core import FimbulError

FIRST = "0001"  # the format before Alembic kept count


def scripts() -> ScriptDirectory:
    """All steps from the first format to this fimbul's."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return ScriptDirectory.from_config(config)


def present(connection: Connection) -> str | None:
    """The format that a database has; None where there is nothing yet."""
    names = inspect(connection).get_table_names()
    if "alembic_version" in names:
        return MigrationContext.configure(connection).get_current_revision()
    if "meta" not in names:
        return None
    version = connection.scalar(text("SELECT value FROM meta WHERE name = 'version'"))
    if version not in (None, "1"):
        raise FimbulError(newer(f"its format is {version}"))
    return FIRST


def waiting(connection: Connection) -> str | None:
    """The format of a database that has to be upgraded; None where there is nothing to do."""
    found = present(connection)
    return found if found not in (None, scripts().get_current_head()) else None


def upgrade(connection: Connection) -> None:
    """Go every step that this database has not gone yet."""
    steps, found = scripts(), present(connection)
    if found == steps.get_current_head():
        return
    if found == FIRST:
        MigrationContext.configure(connection).stamp(steps, FIRST)
    try:
        run(steps, connection)
    except CommandError:
        raise FimbulError(newer(f"its format is {found}")) from None


def run(steps: ScriptDirectory, connection: Connection, to: str = "head") -> None:
    """The steps themselves."""
    config = Config()
    with EnvironmentContext(config, steps, fn=lambda revision, _: steps._upgrade_revs(to, revision)) as found:
        found.configure(connection=connection, transactional_ddl=False)
        found.run_migrations()


def stamp(connection: Connection) -> None:
    """A new database has this fimbul's format."""
    steps = scripts()
    MigrationContext.configure(connection).stamp(steps, "head")
    connection.execute(text("INSERT INTO meta (name, value) VALUES ('version', '2')"))


def newer(what: str) -> str:
    """Why a database cannot be read."""
    return (
        f"The database was made by a newer fimbul ({what}): use that fimbul, "
        "or choose another folder with --data."
    )
