"""Two versions of a rule against each other, on the same seeds and seats, until the answer is clear."""

import math
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from fimbul.core import BadOption, Game
from fimbul.games import game as find
from fimbul.lab.experiment import Experiment, Terms
from fimbul.lab.folder import Results
from fimbul.lab.metrics import Metric, chosen, measured
from fimbul.lab.running import Told, run
from fimbul.lab.sequential import LEAST, Mixture, Race
from fimbul.lab.statistics import Estimate, adjusted, mean, share

WAVE = 2  # blocks between two looks
LOOKS = 50  # looks at most, about
LONGEST = 100  # letters of a value in words


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What two versions differ in, or do not."""

    metric: str
    title: str
    unit: str
    a: Estimate
    b: Estimate
    difference: Estimate  # of pairs; its interval holds whenever one stops
    chance: float  # that so much comes of nothing, corrected for the number of metrics
    found: bool
    verdict: str  # of the race, for wins: more, less, same, or open
    decided_at: int | None  # pairs until the race was decided
    example: int  # the number of the pair that differs most


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """All findings of an A/B test."""

    game: str
    a: str
    b: str
    pairs: int
    terms: Terms
    findings: list[Finding]


def ab_experiment(
    game: str,
    a: Mapping[str, Any],
    b: Mapping[str, Any],
    *,
    players: Sequence[str],
    player: Mapping[str, Any],
    seats: int | None,
    seed: int,
    terms: Terms,
    most: int,
    rotate: bool,
    records: int = 1,
) -> dict[str, Any]:
    """The experiment of an A/B test, as the tables of its file.  A and B: options and patches, by name."""
    rules = find(game)
    variants = []
    for name, changes in (("A", a), ("B", b)):
        options = {key: value for key, value in changes.items() if not is_patch(rules, key)}
        data = {key: value for key, value in changes.items() if is_patch(rules, key)}
        variants.append({"name": name, "options": options, "data": data})
    if a == b:
        raise BadOption("A and B are the same: say what differs with --b name=value.")
    tables: dict[str, Any] = {
        "title": f"{rules.title}: {told(b) or 'as it is'} against {told(a) or 'as it is'}",
        "game": game,
        "seed": seed,
        "games": most,
        "block": max(5, most // (LOOKS * WAVE)),
        "ab": msgspec.to_builtins(terms),
        "players": list(players),
        "rotate": rotate,
        "records": records,
        "variant": variants,
    }
    if chosen(terms.metrics[:1], rules.cooperative)[0].course:  # it decides when there is enough
        tables["estimates"] = 1
    if player:
        tables["player"] = dict(player)
    if seats is not None:
        tables["seats"] = seats
    return tables


def is_patch(game: Game, key: str) -> bool:
    """Whether a name is a path into the game's data, and not an option."""
    return key not in game.Options.__struct_fields__ and ("." in key or "[" in key)


def told(changes: Mapping[str, Any]) -> str:
    """What a version changes, in words; a whole folder of cards by a hash of what is in it."""
    return ", ".join(f"{key} = {shortly(value)}" for key, value in changes.items())


def shortly(value: Any) -> str:
    """A value as JSON, or what stands for one that nobody would read."""
    data = msgspec.json.encode(value)
    return (
        data.decode() if len(data) <= LONGEST else f"one's own ({blake2b(data, digest_size=4).hexdigest()})"
    )


class Clear:
    """The rule that stops when the race for wins is decided and nothing else is still asked."""

    wave = WAVE
    joint = True

    def __init__(self, terms: Terms, cooperative: bool) -> None:
        self.terms = terms
        self.cooperative = cooperative

    def enough(self, games: pl.DataFrame) -> bool:
        findings = compare_games(games, self.terms, self.cooperative)
        first = findings[0]
        return first.verdict != "open" if first.metric == "wins" else first.found


def run_ab(
    experiment: Experiment,
    text: str,
    path: Path,
    *,
    workers: int,
    cluster: str | None = None,
    told: Told | None = None,
) -> Comparison:
    """Play until the answer is clear, and say what it is."""
    return compare(run(experiment, text, path, workers=workers, cluster=cluster, told=told))


def compare(results: Results) -> Comparison:
    """The findings of a folder with two variants."""
    experiment = results.experiment
    terms = experiment.ab or Terms()
    arms = results.arms
    if len(arms) != 2:
        raise BadOption(f"An A/B test has two arms, and {results.path} has {len(arms)}.")
    findings = compare_games(results.games, terms, find(experiment.game).cooperative)
    return Comparison(
        game=experiment.game,
        a=change_of(experiment, 0),
        b=change_of(experiment, 1),
        pairs=pairs_of(results.games)[0].height,
        terms=terms,
        findings=findings,
    )


def change_of(experiment: Experiment, place: int) -> str:
    """What one of the two versions is."""
    variant = experiment.part[0].variant[place]
    return told(variant.options | variant.data) or "as it is"


def pairs_of(games: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The games of both arms that have a partner, in order."""
    names = games["arm"].unique(maintain_order=True).to_list()
    if len(names) < 2:
        return games.head(0), games.head(0)
    one, other = (games.filter(pl.col("arm") == name).sort("number") for name in names[:2])
    return one.join(other, on="number", how="semi"), other.join(one, on="number", how="semi")


def compare_games(games: pl.DataFrame, terms: Terms, cooperative: bool) -> list[Finding]:
    """Every metric of paired games."""
    one, other = pairs_of(games)
    found = [
        finding(metric, one["number"].to_list(), measured(one, metric), measured(other, metric), terms)
        for metric in chosen(terms.metrics, cooperative)
    ]
    corrected = adjusted([each.chance for each in found])
    return [
        msgspec.structs.replace(each, chance=chance, found=chance <= terms.alpha)
        for each, chance in zip(found, corrected, strict=True)
    ]


def finding(
    metric: Metric,
    numbers: Sequence[int],
    one: Sequence[float | None],
    other: Sequence[float | None],
    terms: Terms,
) -> Finding:
    """One metric, pair by pair in the order of the games."""
    wins = metric.name == "wins"
    test = Mixture(alpha=terms.alpha, most=1.0 if wins else 0.0)
    race = Race(terms.effect, terms.alpha, terms.beta) if wins else None
    decided = None
    firsts, seconds = [], []
    most, example = -1.0, 0
    for number, a, b in zip(numbers, one, other, strict=True):
        if a is None or b is None:
            continue
        firsts.append(a)
        seconds.append(b)
        test.add(b - a)
        if abs(b - a) > most:
            most, example = abs(b - a), number
        if race is not None and decided is None and race.add(b - a) is not None:
            decided = race.count
    low, high = test.interval
    return Finding(
        metric=metric.name,
        title=metric.title,
        unit=metric.unit,
        a=share(sum(firsts), len(firsts)) if wins else mean(firsts),
        b=share(sum(seconds), len(seconds)) if wins else mean(seconds),
        difference=Estimate(test.mean if firsts else math.nan, low, high, test.count),
        chance=test.least_chance,
        found=False,
        verdict="" if race is None else race.verdict or "open",
        decided_at=decided,
        example=example,
    )


def sentence(comparison: Comparison) -> str:
    """What was found and what was not."""
    parts = [f"{comparison.pairs:,} pairs of games."]
    other = []
    for each in comparison.findings:
        count = each.difference.games
        of = "" if count == comparison.pairs else f"; {count:,} pairs"
        gap = amount(each, each.difference.value)
        if each.verdict:
            effect = f"{100 * comparison.terms.effect:g} points"
            words = {
                "more": f"B wins more: {gap}",
                "less": f"B wins less: {gap}",
                "same": f"No difference of wins was found, and one of {effect} is missed in at most "
                f"{100 * comparison.terms.beta:g} % of such tests: {gap}",
                "open": f"Whether wins differ by {effect} is still open: {gap}",
            }[each.verdict]
            after = f", decided after {each.decided_at:,} pairs" if each.decided_at else ""
            parts.append(f"{words} ({span(each)}){after}.")
        elif each.found:
            way = "more" if each.difference.value > 0 else "less"
            parts.append(f"Found: {each.title}, {gap.lstrip('+-')} {way} with B ({span(each)}{of}).")
        else:
            other.append(f"{each.title} ({gap}, {span(each)}{of})")
    if other:
        parts.append(f"Not found: a difference in {'; '.join(other)}.")
    if comparison.pairs < LEAST:
        parts.append(f"Fewer than {LEAST} pairs say nothing yet.")
    return " ".join(parts)


def amount(each: Finding, value: float) -> str:
    """A difference with its unit."""
    if math.isinf(value) or math.isnan(value):
        return "unknown"
    return f"{100 * value:+.1f} points" if each.unit == "%" else f"{value:+.2f} {each.unit}"


def span(each: Finding) -> str:
    """The interval of a difference."""
    low, high = each.difference.low, each.difference.high
    if math.isinf(low):
        return "no interval yet"
    factor, digits = (100, 1) if each.unit == "%" else (1, 2)
    return f"95 %: {factor * low:+.{digits}f} to {factor * high:+.{digits}f}"
