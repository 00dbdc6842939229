"""What a report comes to, part by part, in sentences: what stands when many things are asked at once."""

import math
from collections import defaultdict
from collections.abc import Sequence

import msgspec

from fimbul.core import Game
from fimbul.core.wording import some as counted
from fimbul.lab.metrics import player_wins
from fimbul.lab.report.document import Section, figure, points
from fimbul.lab.report.sections import Played, ended, grouped, plain, seats_of
from fimbul.lab.statistics import (
    NORMAL,
    Z95,
    Estimate,
    Layer,
    difference_in_layers,
    discoveries,
    layers_differ,
    mean,
    share,
)

MOST_ARMS = 12  # that are compared one by one
MOST_UNCLEAR = 6  # that are named although nothing can be said of them


class Claim(msgspec.Struct, frozen=True):
    """Something that may be above or below what it is compared with."""

    name: str
    mark: Estimate
    gap: float
    chance: float  # of so large a gap where there is none


def told(mark: Estimate, what: str = "games") -> str:
    """A share with its interval and its number of games."""
    return f"{100 * mark.value:.1f} % ({100 * mark.low:.1f} to {100 * mark.high:.1f}; {mark.games:,} {what})"


def in_short(parts: dict[str, list[Played]], game: Game) -> Section | None:
    """What was found in each part, and what was not."""
    lines = []
    for part, games in parts.items():
        done = ended(games)
        if done:
            said = [*(coop(done) if game.cooperative else contest(done)), length(done)]
            head = f"**{part}**: " if len(parts) > 1 else ""
            lines.append(f"- {head}{' '.join(said)}")
    text = (
        "Shares are of games, with their 95 % interval. What is called more or less stands when all that "
        "is compared in its sentence is corrected for (Benjamini and Hochberg, 5 %)."
    )
    return Section("In short", (text, "\n".join(lines))) if lines else None


def contest(games: Sequence[Played]) -> list[str]:
    """Who wins where some play against others."""
    found = []
    roles: dict[str, list[tuple[Played, int]]] = defaultdict(list)
    for game, seat in seats_of(games):
        roles[game["roles"][seat]].append((game, seat))
    if not plain(roles):
        if len(roles) == 2 and len(grouped(games, arm_of)) <= MOST_ARMS:
            found.append(by_arm(games, sorted(roles)[0]))
        elif len(roles) > 1:
            found.append(against_even(roles))
    found += skill(games) + variants(games, team=False)
    if len({game["first"] for game in games}) > 1:
        first = share(sum(game["scores"][game["first"]] for game in games), len(games))
        even = mean([1 / game["seats"] for game in games]).value
        verdict = "beginning helps" if first.low > even else "beginning hurts" if first.high < even else ""
        found.append(
            f"Whoever decides first wins {told(first)}: {verdict or 'no advantage or handicap is seen'}."
        )
    return found


def coop(games: Sequence[Played]) -> list[str]:
    """Who wins where all play together."""
    found = [f"Won: {told(share(sum(game['scores'][0] for game in games), len(games)))}."]
    roles = {role for game in games for role in game["roles"]}
    if len(roles) > 1 and not plain(dict.fromkeys(roles)):
        claims = []
        for role in sorted(roles):
            layers = [with_and_without(some, role) for some in grouped(games, alike).values()]
            mark = share(sum(layer.wins for layer in layers), sum(layer.games for layer in layers))
            claims.append(Claim(role, mark, difference_in_layers(layers).value, layers_differ(layers)))
        found.append(verdicts(claims, "More often with {}.", "Less often with {}.", "Of {} it is not clear."))
    for key in (who, seated):
        groups = grouped(games, key)
        if len(groups) > 1:
            shares = [
                f"{label} {told(share(sum(game['scores'][0] for game in some), len(some)))}"
                for label, some in groups.items()
            ]
            found.append(f"{'; '.join(shares)}.")
    return found + variants(games, team=True)


def arm_of(game: Played) -> str:
    """The arm of a game."""
    return str(game["arm"])


def who(game: Played) -> str:
    """The players of a game."""
    return " and ".join(f"`{name}`" for name in dict.fromkeys(game["players"]))


def seated(game: Played) -> str:
    """How many play a game."""
    return counted(game["seats"], "player")


def alike(game: Played) -> tuple[object, ...]:
    """What games share that can be compared with each other, whoever is in them."""
    return game["seats"], tuple(game["players"]), game["variant"]


def with_and_without(games: Sequence[Played], role: str) -> Layer:
    """How often the team won with somebody in it, and without."""
    scores: dict[bool, list[float]] = {True: [], False: []}
    for game in games:
        scores[role in game["roles"]].append(game["scores"][0])
    return Layer(sum(scores[True]), len(scores[True]), sum(scores[False]), len(scores[False]))


def by_arm(games: Sequence[Played], role: str) -> str:
    """The same two against each other, arm by arm."""
    claims = []
    for arm, some in grouped(games, arm_of).items():
        mark = share(sum(game["scores"][game["roles"].index(role)] for game in some), len(some))
        claims.append(Claim(arm if arm != "all" else role, mark, mark.value - 0.5, far_from(mark, 0.5)))
    if len(claims) == 1:
        return f"{role} win {told(claims[0].mark)}: {even(claims[0], discoveries([claims[0].chance])[0])}."
    return verdicts(
        claims,
        f"{role} win more than half in {{}}.",
        f"{role} win less than half in {{}}.",
        "Who is ahead is not clear in {}.",
    )


def even(claim: Claim, stands: bool) -> str:
    """Whether a share is an even one."""
    return ("more than half" if claim.gap > 0 else "less than half") if stands else "not clear who is ahead"


def against_even(roles: dict[str, list[tuple[Played, int]]]) -> str:
    """Every role against an even share of its games."""
    claims = []
    for role, some in roles.items():
        mark = share(sum(game["scores"][seat] for game, seat in some), len(some))
        fair = mean([1 / game["seats"] for game, _ in some]).value
        claims.append(Claim(role, mark, mark.value - fair, far_from(mark, fair)))
    return verdicts(
        claims,
        "More than an even share: {}.",
        "Less: {}.",
        "Not told apart from an even share: {}.",
    )


def far_from(mark: Estimate, fair: float) -> float:
    """How likely a share is so far from this one by chance alone."""
    error = math.sqrt(fair * (1 - fair) / mark.games)
    return 2 * NORMAL.cdf(-abs(mark.value - fair) / error)


def verdicts(claims: Sequence[Claim], more: str, less: str, unclear: str) -> str:
    """What is more, what is less, and what is not clear, the largest first."""
    stands = discoveries([claim.chance for claim in claims])
    kinds = [
        (claim.gap > 0) - (claim.gap < 0) if sure else 0 for claim, sure in zip(claims, stands, strict=True)
    ]
    found = []
    for kind, sentence in ((1, more), (-1, less), (0, unclear)):
        some = sorted(
            (claim for claim, each in zip(claims, kinds, strict=True) if each == kind),
            key=lambda claim: -kind * claim.mark.value or -claim.mark.value,
        )
        if some:
            named = ", ".join(f"{claim.name} {told(claim.mark)}" for claim in some)
            found.append(
                sentence.format(named if kind or len(some) <= MOST_UNCLEAR else counted_claims(some))
            )
    return " ".join(found)


def counted_claims(claims: Sequence[Claim]) -> str:
    """Many that say nothing, with how few games that is."""
    games = sorted(claim.mark.games for claim in claims)
    return f"{len(claims)} ({games[0]:,} to {games[-1]:,} games each)"


def skill(games: Sequence[Played]) -> list[str]:
    """What a better player is worth."""
    pairs: dict[tuple[str, str], list[float]] = defaultdict(list)
    for game, seat in seats_of(games):
        if game["seats"] == 2 and game["players"][0] != game["players"][1]:
            pairs[game["players"][seat], game["players"][1 - seat]].append(game["scores"][seat])
    marks = {pair: share(sum(scores), len(scores)) for pair, scores in pairs.items()}
    return [
        f"`{one}` beats `{other}` in {told(mark)}."
        for (one, other), mark in marks.items()
        if (mark.value, one) > (marks[other, one].value, other)
    ]


def variants(games: Sequence[Played], *, team: bool) -> list[str]:
    """Every variant against the first, on the same seeds."""
    by_arm = grouped(games, arm_of)
    names = {arm: some[0]["variant"] for arm, some in by_arm.items()}
    if len(set(names.values())) != len(names) or not 1 < len(names) <= MOST_ARMS:
        return []
    (first, base), *others = (
        (arm, {game["number"]: player_wins(game) or 0.0 for game in some}) for arm, some in by_arm.items()
    )
    claims = []
    for arm, scores in others:
        gap = mean([scores[number] - base[number] for number in scores if number in base])
        error = (gap.high - gap.value) / Z95
        chance = 2 * NORMAL.cdf(-abs(gap.value) / error) if error > 0 else 1.0
        claims.append(Claim(names[arm], gap, gap.value, chance))
    stands = discoveries([claim.chance for claim in claims])
    said = [
        f"{claim.name} {gap_of(claim.mark)}{'' if sure else ', not clear'}"
        for claim, sure in zip(claims, stands, strict=True)
    ]
    what = "Games won" if team else "Games won by the first player"
    return [f"{what}, against {names[first]}: {'; '.join(said)}."]


def gap_of(mark: Estimate) -> str:
    """A difference in points with its interval and its number of pairs."""
    value, interval = points(mark)
    return f"{value} points ({interval}; {mark.games:,} pairs)"


def length(games: Sequence[Played]) -> str:
    """How long games are."""
    turns = sorted(float(game["turns"]) for game in games)
    mark = mean(turns)
    low, high = turns[int(0.25 * (len(turns) - 1))], turns[math.ceil(0.75 * (len(turns) - 1))]
    value, interval = figure(mark, 1)
    return f"A game takes {value} turns ({interval}; {mark.games:,} games), half of them {low:g} to {high:g}."
