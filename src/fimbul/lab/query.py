"""Questions in SQL, asked of an experiment's files where they lie: what is not needed is not read.

games   one row a game
seats   one row a game and seat: player, role, score, whether it was first
events  one row an action or event
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import polars as pl

from fimbul.core import FimbulError
from fimbul.lab.folder import read_manifest, read_rows
from fimbul.lab.rows import EVENTS, FORMAT, GAMES

MEMORY = "1GB"  # whatever does not fit goes to disk
SEATS = """
    create view seats as
    select arm, part, variant, number, seat - 1 as seat, players[seat] as player, places[seat] as place,
           roles[seat] as role, scores[seat] as score, points[seat] as points, first = seat - 1 as first,
           finished, turns, options, record
    from (select *, unnest(range(1, seats + 1)) as seat from games)
"""


@contextmanager
def opened(folder: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection in which the folder's tables are there to be asked; what goes wrong is one sentence."""
    manifest = read_manifest(folder)
    if manifest.format != FORMAT:
        raise FimbulError(f"{folder} was made by fimbul {manifest.fimbul}, whose rows have another form.")
    with tempfile.TemporaryDirectory() as spare:
        connection = duckdb.connect(config={"memory_limit": MEMORY, "temp_directory": spare})
        try:
            connection.execute("set enable_progress_bar = false")  # it would stand in the answer
            for table, schema in (("games", GAMES), ("events", EVENTS)):
                if any((folder / table).glob("*.parquet")):
                    pattern = str(folder / table / "*.parquet").replace("'", "''")
                    connection.execute(f"create view {table} as select * from read_parquet('{pattern}')")
                else:
                    pl.DataFrame(schema=schema).write_parquet(Path(spare) / table)
                    connection.execute(f"create table {table} as from read_parquet('{spare}/{table}')")
            connection.execute(SEATS)
            yield connection
        except duckdb.Error as problem:
            for path in sorted(folder.glob("*/*.parquet")):
                read_rows(path)  # says which one is damaged, if one is
            raise FimbulError(f"The question cannot be answered: {' '.join(str(problem).split())}") from None
        finally:
            connection.close()


def ask(folder: Path, question: str) -> pl.DataFrame:
    """The answer to a question."""
    with opened(folder) as connection:
        relation = connection.sql(question)
        if relation is None:
            raise FimbulError("That is no question: a query begins with 'select'.")
        return pl.DataFrame(relation)
