"""Tuning: named numbers of the rules are moved towards a target, and the result is proved on fresh seeds.

Trials are experiments in folders of their own, on the same seeds, so a tuning that was stopped goes on: the
sampler is seeded, and what has been played is not played again.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from fimbul.core import BadOption
from fimbul.core.reading import fit
from fimbul.games import game as find
from fimbul.lab import need
from fimbul.lab.ab import is_patch
from fimbul.lab.experiment import Experiment, Variant, check
from fimbul.lab.folder import Results
from fimbul.lab.metrics import chosen, metrics_of
from fimbul.lab.running import Told, run
from fimbul.lab.statistics import Estimate, mean, share
from fimbul.lab.template import text_of

ROLES = "roles"
FRESH = 1 << 41  # added to the seed: games that no trial has seen


class Number(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number that may be moved: an option, or a path into the data; between bounds, in steps."""

    name: str
    low: int
    high: int
    step: int = 1


class Target(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a metric is to be.  `roles`: the share of wins of every role (warband, hero, side)."""

    metric: str
    low: float
    high: float

    def distance(self, value: float) -> float:
        """How far off the middle, in half widths, squared: 1 at the bounds."""
        middle, half = (self.low + self.high) / 2, (self.high - self.low) / 2
        return ((value - middle) / half) ** 2


class Tuning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section [tune] of an experiment."""

    number: list[Number]
    target: list[Target]
    trials: int = 30
    games: int = 60  # of each arm, in a trial
    proof: int = 400  # of each arm, on fresh seeds


class Trial(msgspec.Struct, frozen=True):
    """What some numbers gave."""

    numbers: dict[str, int]
    loss: float
    reached: dict[str, Estimate]


class Proof(msgspec.Struct, frozen=True):
    """A target on fresh seeds: as it was, and as tuned."""

    name: str
    low: float
    high: float
    before: Estimate
    after: Estimate

    @property
    def verdict(self) -> str:
        """Whether the target is met."""
        if self.low <= self.after.low and self.after.high <= self.high:
            return "met"
        if self.after.high < self.low or self.after.low > self.high:
            return "missed"
        return "met as far as these games can tell" if self.low <= self.after.value <= self.high else "open"


class Tuned(msgspec.Struct, frozen=True):
    """What came of it."""

    best: Trial
    trials: list[Trial]
    proofs: list[Proof]
    proof_games: int


def read_tuning(experiment: Experiment, who: str) -> Tuning:
    """The section [tune], checked."""
    if experiment.tune is None:
        raise BadOption(f"{who} has no section [tune]: it names numbers, bounds and targets.")
    tuning = fit(experiment.tune, Tuning, f"{who}, tune")
    game = find(experiment.game)
    if not tuning.number or not tuning.target:
        raise BadOption(f"{who}: [tune] needs a [[tune.number]] and a [[tune.target]] at least.")
    for number in tuning.number:
        if number.name not in game.Options.__struct_fields__ and not is_patch(game, number.name):
            raise BadOption(
                f"{game.title} has no option '{number.name}'; it has "
                f"{', '.join(game.Options.__struct_fields__)}, "
                "and paths into its data."
            )
        if not number.low < number.high or number.step < 1:
            raise BadOption(f"The bounds of '{number.name}' are no bounds: {number.low} to {number.high}.")
        for value in (number.low, number.high):
            check(with_numbers(experiment, {number.name: value}, games=1))
    for target in tuning.target:
        if target.metric != ROLES:
            chosen([target.metric], game.cooperative)
        if not target.low < target.high:
            raise BadOption(f"The target of '{target.metric}' is empty: {target.low} to {target.high}.")
    for name, count in (("trials", tuning.trials), ("games", tuning.games), ("proof", tuning.proof)):
        if count < 1:
            raise BadOption(f"{who}: 'tune.{name}' is 1 or more, not {count}.")
    return tuning


def with_numbers(
    experiment: Experiment, numbers: Mapping[str, int], *, games: int, seed: int | None = None
) -> Experiment:
    """The experiment with the numbers changed in every variant."""
    game = find(experiment.game)
    wanted = {target["metric"] for target in (experiment.tune or {}).get("target", ())}
    course = any(metric.course for metric in metrics_of(game.cooperative).values() if metric.name in wanted)
    data = {name: value for name, value in numbers.items() if is_patch(game, name)}
    options = {name: value for name, value in numbers.items() if not is_patch(game, name)}
    replace = msgspec.structs.replace
    parts = []
    for part in experiment.part:
        variants = [
            replace(variant, options=variant.options | options, data=variant.data | data)
            for variant in part.variant or [Variant(name="")]
        ]
        parts.append(replace(part, variant=variants, games=games, block=None))
    return replace(
        experiment,
        part=parts,
        tune=None,
        stop=None,
        events=False,
        estimates=int(course),  # of all games, or of none where no target asks for them
        records=max(1, games // 4),
        seed=experiment.seed if seed is None else seed,
    )


def reached(results: Results, tuning: Tuning) -> dict[str, Estimate]:
    """Where every target's figure is."""
    game = find(results.experiment.game)
    found: dict[str, Estimate] = {}
    rows = list(results.games.iter_rows(named=True))
    for target in tuning.target:
        if target.metric != ROLES:
            (metric,) = chosen([target.metric], game.cooperative)
            values = [value for row in rows if (value := metric.of(row)) is not None]
            found[target.metric] = share(sum(values), len(values)) if metric.name == "wins" else mean(values)
            continue
        by_role: dict[str, list[float]] = defaultdict(list)
        for row in rows:
            if row["scores"] is not None:
                for role, score in zip(row["roles"], row["scores"], strict=True):
                    by_role[role].append(score)
        for role, scores in sorted(by_role.items()):
            found[f"wins of {role}"] = share(sum(scores), len(scores))
    return found


def target_of(tuning: Tuning, name: str) -> Target:
    """The target that a figure belongs to."""
    metric = ROLES if name.startswith("wins of ") else name
    return next(target for target in tuning.target if target.metric == metric)


def loss_of(figures: Mapping[str, Estimate], tuning: Tuning) -> float:
    """How far all figures are from their targets, on average."""
    return sum(target_of(tuning, name).distance(mark.value) for name, mark in figures.items()) / len(figures)


def tune(
    experiment: Experiment,
    who: str,
    folder: Path,
    *,
    workers: int = 1,
    told: Told | None = None,
    tried: Callable[[int, Trial], None] | None = None,
) -> Tuned:
    """Try numbers, then prove the best ones."""
    optuna = need("optuna")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    tuning = read_tuning(experiment, who)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=experiment.seed, n_startup_trials=8))
    known: dict[tuple[int, ...], Trial] = {}
    trials: list[Trial] = []

    def play(name: str, numbers: Mapping[str, int], games: int, seed: int | None = None) -> Results:
        changed = with_numbers(experiment, numbers, games=games, seed=seed)
        return run(changed, text_of(changed), folder / name, workers=workers, told=told)

    study.enqueue_trial(base_numbers(experiment, tuning))
    for number in range(tuning.trials):
        asked = study.ask()
        numbers = {
            each.name: asked.suggest_int(each.name, each.low, each.high, step=each.step)
            for each in tuning.number
        }
        key = tuple(numbers.values())
        if key not in known:
            figures = reached(play(f"trial-{number:03}", numbers, tuning.games), tuning)
            known[key] = Trial(numbers, loss_of(figures, tuning), figures)
        study.tell(asked, known[key].loss)
        trials.append(known[key])
        if tried is not None:
            tried(number, known[key])
    best = min(known.values(), key=lambda trial: trial.loss)
    fresh = experiment.seed + FRESH
    before = reached(play("proof-before", {}, tuning.proof, fresh), tuning)
    after = reached(play("proof-after", best.numbers, tuning.proof, fresh), tuning)
    proofs = [
        Proof(name, target_of(tuning, name).low, target_of(tuning, name).high, before[name], mark)
        for name, mark in after.items()
        if name in before
    ]
    return Tuned(best, trials, proofs, tuning.proof)


def base_numbers(experiment: Experiment, tuning: Tuning) -> dict[str, int]:
    """The first trial: the middle of the bounds."""
    return {
        each.name: each.low + (each.high - each.low) // (2 * each.step) * each.step for each in tuning.number
    }
