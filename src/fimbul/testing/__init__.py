"""The conformance suite: prove that a game keeps the contract that everything else relies on.

    from fimbul.testing import check_game

    def test_my_game():
        check_game(MyGame(), games=20, seed=1)

`docs/conformance.md` says what each property means and how to read a failure.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from fimbul.core import BadOption, Game, Options, Rng
from fimbul.testing.answers import legality, refusals
from fimbul.testing.course import bound, copies, determinism, notation, snapshots
from fimbul.testing.keeping import drawing, records
from fimbul.testing.secrecy import imagine, secrets
from fimbul.testing.speech import words
from fimbul.testing.trial import ConformanceError, Tally, Trial
from fimbul.testing.twins import twins

__all__ = ["PROPERTIES", "ConformanceError", "Report", "check_game"]

# In this order for each game: `bound` plays what the others look at, and each relies on those before it.
PROPERTIES: dict[str, Callable[[Trial], None]] = {
    "bound": bound,
    "determinism": determinism,
    "copies": copies,
    "notation": notation,
    "snapshots": snapshots,
    "refusals": refusals,
    "legality": legality,
    "secrets": secrets,
    "imagine": imagine,
    "twins": twins,
    "records": records,
    "drawing": drawing,
    "words": words,
}

ENOUGH = 20  # worlds after which something hidden must have changed once
MANY = 50  # revelations of one kind after which one must have told somebody something, however seldom that is

OptionsLike = Mapping[str, Any] | Options | None


class Report(msgspec.Struct, frozen=True):
    """What a run has proved: how many games and plies, and how often each thing was checked.

    `resampled` are the fields of the state that `imagine` has replaced.  `unknown` is what some viewer could
    not know, with the number of imagined worlds looked at and of those where it was replaced; for what an
    action reveals, the number of positions, and of those where it differed in some world.
    """

    game: str
    games: int
    plies: int
    checks: dict[str, int]
    resampled: tuple[str, ...]
    unknown: dict[str, tuple[int, int]]

    @property
    def unexercised(self) -> tuple[str, ...]:
        """What never came up, and so is not proved: nothing hidden, no free words, no sealed answers..."""
        return tuple(name for name, count in self.checks.items() if not count)

    def __str__(self) -> str:
        width = max(map(len, self.checks))
        lines = [f"{self.game}: {self.games} games, {self.plies} plies"]
        lines += [f"  {name:<{width}}  {count or 'never'}" for name, count in self.checks.items()]
        lines.append(f"  imagine replaced {', '.join(self.resampled) or 'nothing'}")
        lines += [f"    {what}: in {changed} of {seen}" for what, (seen, changed) in self.unknown.items()]
        return "\n".join(lines)


def check_game(
    game: Game,
    *,
    games: int = 10,
    seed: int = 0,
    options: OptionsLike | Sequence[OptionsLike] = None,
    seats: int | Sequence[int] | None = None,
    only: Collection[str] | None = None,
    exercised: bool = True,
) -> Report:
    """Play random games and prove that the game keeps the contract; raise `ConformanceError` if it does not.

    `options` may be one set of options or a list of them, `seats` one count or a list: the games cycle
    through both.  Left out, the options are the defaults and the seats are all that the game allows.  The
    same arguments give the same run.  `only` names the properties to look at while a game is half written
    (`bound` is always among them).  `exercised`: what the game declares to be secret must have come up in
    these very games; a hunt does not ask that of every short run, and reports what never came up.
    """
    unknown = sorted({*(only or ())} - {*PROPERTIES})
    if unknown or games < 1:
        raise ValueError(
            f"unknown properties: {', '.join(unknown)}" if unknown else "games must be at least 1"
        )
    chosen = [name for name in PROPERTIES if only is None or name in only or name == "bound"]
    option_sets = list(options) if isinstance(options, Sequence) else [options]
    counts = [seats] if isinstance(seats, int) else list(seats or game.seats)
    check_arguments(game, option_sets, counts)
    rng, tally = Rng(seed), Tally()
    for number in range(games):
        trial = Trial(
            game,
            seats=counts[number % len(counts)],
            options=option_sets[number // len(counts) % len(option_sets)],
            seed=rng.fork().seed,  # 63 random bits, which nothing else equals by chance
            rng=rng.fork(),
            tally=tally,
        )
        for name in chosen:
            prove(trial, name)
    if "imagine" in chosen and game.hidden:
        check_imagined(tally)
    if exercised:
        check_exercised(game, tally, chosen, games, max(counts))
    return Report(
        game.slug,
        games,
        tally.plies,
        tally.checks,
        tuple(sorted(tally.resampled)),
        {what: (len(changes), sum(changes)) for what, changes in tally.unknown.items()},
    )


def check_arguments(game: Game, option_sets: Sequence[OptionsLike], counts: Sequence[int]) -> None:
    """Refuse what the caller got wrong, which is not the fault of the game."""
    for options in option_sets:
        game.read_options(options)
    for seats in counts:
        if seats not in game.seats:
            raise BadOption(f"{game.title} has no {seats} seats.")


def prove(trial: Trial, name: str) -> None:
    """Check one property of one game; whatever the game raises on the way is a failure of that property."""
    try:
        PROPERTIES[name](trial)
    except ConformanceError:
        raise
    except Exception as problem:
        message = f"The game raises {type(problem).__name__}: {problem}"
        raise ConformanceError(name, message, trial.saga()) from problem


def check_exercised(game: Game, tally: Tally, chosen: list[str], games: int, most_seats: int) -> None:
    """What the game declares to be secret must have come up, or nothing about it is proved."""
    more = "play more games, or with other options"
    if "secrets" in chosen:
        secret = tally.sealed or (most_seats > 1 and game.sealed)
        if secret and not tally.checks["secrets: sealed answers"]:
            raise ConformanceError(
                "secrets", f"In {games} games no two sealed answers were compared: {more}."
            )
        compared = tally.checks["secrets: moves"] + tally.checks["secrets: revealing moves"]
        if game.hidden and not compared:
            raise ConformanceError("secrets", f"In {games} games no move was compared in two worlds: {more}.")
    if "imagine" in chosen and game.hidden and not tally.resampled:
        raise ConformanceError(
            "imagine",
            f"The game declares hidden = True; in {games} games imagine never changed anything.",
        )


def check_imagined(tally: Tally) -> None:
    """What a viewer cannot know changes sooner or later from one imagined world to another."""
    for what, changes in tally.unknown.items():
        enough = MANY if what.endswith("reveals") else ENOUGH
        if len(changes) >= enough and not any(changes):
            raise ConformanceError("imagine", f"In {len(changes)} imagined worlds, {what} never changed.")
