"""Ratings: Glicko-2 for two players and free-for-all, and results by difficulty for co-operative games.

After M. Glickman, "Example of the Glicko-2 system".  Every game is a rating period of its own; between games
the deviation grows by the weeks that have passed.
"""

import math
from collections.abc import Sequence

import msgspec
from sqlalchemy import Integer, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from fimbul.core import Game
from fimbul.server.store import Database, TableRow, now
from fimbul.server.store.schema import people, ratings, results, tables
from fimbul.server.store.tables import LESSON

START, DEVIATION, VOLATILITY = 1500.0, 350.0, 0.06
LEAST_DEVIATION = 45.0
SCALE = 173.7178
TAU = 0.5
WEEK = 7 * 24 * 3600
SURE = 110.0  # the deviation up to which somebody stands in the leaderboard
MOST = 100
COUNTING = 7_110_618  # the lock under which ratings move
BROKEN_OFF = "The game was broken off."  # by all who play: between opponents it counts for nothing


class Rating(msgspec.Struct, frozen=True):
    """How strong a player is thought to be, and how sure that is."""

    rating: float = START
    deviation: float = DEVIATION
    volatility: float = VOLATILITY
    games: int = 0
    updated: int = 0


class Result(msgspec.Struct, frozen=True):
    """One game in somebody's history."""

    table_id: str
    game: str
    seat: int
    score: float
    level: str
    rated: bool
    before: float | None
    after: float | None
    at: int


class Standing(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    player: str
    name: str
    rating: float
    deviation: float
    games: int


class Tally(msgspec.Struct, frozen=True):
    """Won, drawn and lost, of one game at one level."""

    game: str
    level: str
    games: int
    won: int
    drawn: int
    lost: int


def rested(rating: Rating, moment: int) -> Rating:
    """A rating after some time without games: less sure."""
    weeks = max(0, moment - rating.updated) / WEEK if rating.updated else 0
    deviation = math.hypot(rating.deviation, math.sqrt(weeks) * rating.volatility * SCALE)
    return msgspec.structs.replace(rating, deviation=min(DEVIATION, deviation))


def rated(rating: Rating, others: Sequence[Rating], scores: Sequence[float]) -> Rating:
    """A rating after games against others, each with its score from 0 to 1."""
    mu, phi = (rating.rating - START) / SCALE, rating.deviation / SCALE
    inverse = gain = 0.0
    for other, score in zip(others, scores, strict=True):
        weight = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-weight * (mu - (other.rating - START) / SCALE)))
        inverse += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / inverse
    sigma = volatility(phi, rating.volatility, variance, variance * gain)
    wider = math.hypot(phi, sigma)
    after = 1 / math.sqrt(1 / wider**2 + 1 / variance)
    return Rating(
        START + SCALE * (mu + after**2 * gain),
        max(LEAST_DEVIATION, min(DEVIATION, after * SCALE)),
        sigma,
        rating.games + 1,
        rating.updated,
    )


def volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Glickman's step 5, by the Illinois method."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        return (
            e * (delta**2 - phi**2 - variance - e) / (2 * (phi**2 + variance + e) ** 2) - (x - start) / TAU**2
        )

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        between = low + (low - high) * at_low / (at_high - at_low)
        value = f(between)
        if value * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, value
    return math.exp(low / 2)


class Ratings:
    """The ratings' part of the store: results are counted once, whichever process counts them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def count(self, row: TableRow, game: Game) -> None:
        """Keep the results of a table that has ended, and move the ratings of a rated one."""
        scores = (row.outcome or {}).get("scores", [])
        players = [player_of(row, seat) for seat in range(len(row.seats))]
        broken_off = (row.outcome or {}).get("reason") == BROKEN_OFF and not game.cooperative
        if (
            row.access == LESSON
            or broken_off
            or not scores
            or not row.ply
            or not any(seat.person or seat.loser for seat in row.seats)
        ):
            return
        level = level_of(row, game) if game.cooperative else ""
        counts = row.rated and not game.cooperative and None not in players and not row.chosen
        moment = now()
        upsert = (postgresql if self.database.shared else sqlite).insert
        try:
            async with self.database.writing() as connection:
                before: dict[str, Rating] = {}
                if counts:
                    if self.database.shared:  # one game at a time, so that none is forgotten
                        await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({COUNTING})")
                    asked = select(ratings).where(ratings.c.player.in_(players), ratings.c.game == row.game)
                    for found in (await connection.execute(asked)).mappings():
                        values = {name: found[name] for name in Rating.__struct_fields__}
                        before[found["player"]] = rested(Rating(**values), moment)
                old = [before.get(str(player), Rating()) for player in players]
                # Who has given up has lost, whatever the bot in their seat made of it.
                told = [0.0 if seat.loser else scores[seat.seat] for seat in row.seats]
                for seat, player in enumerate(players):
                    if player is None:
                        continue
                    others = [each for each in range(len(players)) if players[each] != player]
                    new = old[seat]
                    if counts and others:
                        duels = [0.5 + (told[seat] - told[each]) / 2 for each in others]
                        new = rated(old[seat], [old[each] for each in others], duels)
                        values = {**msgspec.structs.asdict(new), "updated": moment}
                        change = upsert(ratings).values(player=player, game=row.game, **values)
                        await connection.execute(
                            change.on_conflict_do_update(index_elements=["player", "game"], set_=values)
                        )
                    await connection.execute(
                        insert(results).values(
                            table_id=row.id,
                            seat=seat,
                            player=player,
                            game=row.game,
                            score=told[seat],
                            level=level,
                            rated=counts,
                            before=old[seat].rating if counts else None,
                            after=new.rating if counts else None,
                            at=moment,
                        )
                    )
        except IntegrityError:
            return  # another process has counted it

    async def of(self, player: str) -> dict[str, Rating]:
        """A player's ratings, by game."""
        async with self.database.reading() as connection:
            found = (await connection.execute(select(ratings).where(ratings.c.player == player))).mappings()
            return {
                row["game"]: Rating(**{name: row[name] for name in Rating.__struct_fields__}) for row in found
            }

    async def history(self, player: str, before: int | None = None, most: int = 50) -> list[Result]:
        """A player's games, the latest first: those at private tables only where they moved a rating."""
        names = [results.c[name] for name in Result.__struct_fields__]
        asked = select(*names).join(tables, tables.c.id == results.c.table_id)
        told = (tables.c.access != "private") | results.c.rated
        asked = asked.where(results.c.player == player, told)
        if before is not None:
            asked = asked.where(results.c.at < before)
        async with self.database.reading() as connection:
            found = await connection.execute(asked.order_by(results.c.at.desc()).limit(most))
            return [Result(**row) for row in found.mappings()]

    async def tallies(self, player: str) -> list[Tally]:
        """How often a player won, by game and difficulty."""
        won = func.sum((results.c.score == 1.0).cast(Integer))
        lost = func.sum((results.c.score == 0.0).cast(Integer))
        asked = select(results.c.game, results.c.level, func.count(), won, lost).where(
            results.c.player == player
        )
        async with self.database.reading() as connection:
            found = await connection.execute(asked.group_by(results.c.game, results.c.level))
            return [
                Tally(game, level, count, int(wins), count - int(wins) - int(losses), int(losses))
                for game, level, count, wins, losses in found
            ]

    async def leaders(self, game: str) -> list[Standing]:
        """The strongest of those whose strength is known well enough."""
        asked = select(ratings, people.c.name, people.c.login).outerjoin(
            people, people.c.id == ratings.c.player
        )
        asked = asked.where(ratings.c.game == game, ratings.c.deviation <= SURE, people.c.banned.is_(None))
        async with self.database.reading() as connection:
            found = await connection.execute(asked.order_by(ratings.c.rating.desc()).limit(MOST))
            return [
                Standing(
                    row["login"] or row["player"],
                    row["name"] or row["player"].removeprefix("bot:"),
                    round(row["rating"], 1),
                    round(row["deviation"], 1),
                    row["games"],
                )
                for row in found.mappings()
                if row["login"] or row["player"].startswith("bot:")
            ]


def player_of(row: TableRow, seat: int) -> str | None:
    """Who played a seat: a person, also one who gave up, or a bot."""
    place = row.seats[seat]
    return place.loser or place.person or (f"bot:{place.bot}" if place.bot else None)


def level_of(row: TableRow, game: Game) -> str:
    """How hard a co-operative game was, by its options: what was chosen, or what was switched on."""
    chosen = {name: row.options.get(name) for name in game.difficulty}
    words = [
        name.replace("_", " ") if value is True else str(value) for name, value in chosen.items() if value
    ]
    return ", ".join(words)
