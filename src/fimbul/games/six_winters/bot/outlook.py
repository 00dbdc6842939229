"""How likely a year is won: numbers about a position, for a network fitted to the ends of sessions."""

from pathlib import Path

from fimbul.core.net import read_net
from fimbul.games.six_winters.bot.sums import in_work, total_needed, turns_left, ways
from fimbul.games.six_winters.rules import obstacles
from fimbul.games.six_winters.rules.acting import narrating
from fimbul.games.six_winters.rules.dice import value_of
from fimbul.games.six_winters.rules.story import needed, scenario
from fimbul.games.six_winters.state import SixWintersState

FILE = Path(__file__).with_name("outlook.json")
LOST = 0.03  # what a scene of a lost year is worth
WAITS = 4  # turns until an obstacle strikes that are told apart


def numbers(state: SixWintersState) -> list[float]:
    """What the network looks at: time, scenes and points, threats, characters and their dice."""
    book, people = state.book, state.people
    share = 1 / len(people)
    total = total_needed(state)
    need, have = needed(state), narrating.reachable(state)
    lasting = narrating.scored(state)
    left = turns_left(state)
    found: list[float] = [left, state.season, state.moment, state.scene, 3 - state.scene - left / 3]
    found += [share * need, share * have, share * max(0, need - have), share * lasting, total * share]
    found += [share * in_work(state), have >= need, narrating.blocker(state) is not None, state.pool]
    activations = [0] * 8
    for asset in state.staged:
        activations[book.skill[book.assets[asset].skill]] += 1
    strikes = [0.0] * (WAITS + 1)
    others = progress = worth = 0.0
    for standing in state.standing:
        foe = book.obstacles[standing.obstacle]
        times = 1 + activations[book.skill[foe.skill]]
        wait = (standing.progress + standing.hindrance) // times
        if foe.effect == "threat":
            strikes[min(WAITS, wait)] += 1
        else:
            others += 1 / (1 + wait)
        progress += min(standing.progress, foe.difficulty)
        worth += foe.difficulty
    found += [*strikes, others, share * progress, share * worth, len(state.standing), len(state.staged)]
    found.append(sum(threat > 1 for threat in state.threats))
    far = ways(state)
    psyche = body = low = scars = worst = pips = dice = high = cards = away = done = works = 0.0
    for person in people:
        psyche += person.psyche
        body += person.body
        low += (person.psyche <= 1) + (person.body <= 1)
        scars += len(person.conditions) + 0.5 * len(person.curses)
        worst = max(worst, *(sum(t == track for t, _ in person.conditions) for track in (0, 1)))
        pips += sum(person.dice)
        dice += len(person.dice)
        high += sum(value >= 5 for value in person.dice)
        cards += person.abilities
        done += len(person.completed)
        works += len(person.building)
        if person.place >= 0 and state.scene_place >= 0:
            away += far[person.place].get(state.scene_place, 9)
    found += [share * each for each in (psyche, body, low, scars, pips, dice, high, cards, away, done, works)]
    lying = [value_of(code) for place in state.dice for code in place]
    found += [worst, len(lying), sum(value <= 3 for value in lying), len(people)]
    found += [state.hard, len(scenario(state).scenes)]
    found += to_come(state, have, lasting, left)
    return [float(each) for each in found]


def to_come(state: SixWintersState, have: int, lasting: int, left: int) -> list[float]:
    """What is still to be told: points that lasting assets will not bring, guardians, ranks that fit."""
    book, people, story = state.book, state.people, scenario(state)
    share = 1 / len(people)
    scenes = story.scenes[state.scene :]
    short = sum(
        max(0, ((s.difficult if state.hard else s.points) + state.extra) * len(people) - lasting)
        for s in scenes
    )
    short -= have - lasting
    guards = [book.obstacle[name] for s in scenes for name in s.overcome]
    guards = [number for number in guards if not obstacles.beaten(state, number)]
    watch = sum(book.obstacles[number].difficulty for number in guards)
    fits = [sum(max(person.skills[book.skill[k]] for k in s.skills) for person in people) for s in scenes]
    here = share * fits[0] if fits else 0.0
    ranks = sum(sum(person.skills) for person in people)
    return [
        share * short,
        share * max(0, short) / max(1, left + 1),
        share * watch,
        here,
        share * sum(fits),
        share * ranks,
        min(person.psyche + person.body for person in people),
        min(person.moves for person in people),
        story.year,
    ]


def ready(state: SixWintersState) -> bool:
    """Whether the position is one that the network is asked about: in the middle of a year."""
    return bool(state.people) and state.scene_place >= 0 and all(p.place >= 0 for p in state.people)


def chance(state: SixWintersState) -> float:
    """How likely the year is won."""
    return read_net(FILE).chance(numbers(state))


def result(state: SixWintersState) -> float:
    """How a session ended, from 0 to 1, so that there is something to learn from those that were lost."""
    assert state.outcome is not None
    return 1.0 if state.outcome.scores[0] == 1 else LOST * progress(state)


def progress(state: SixWintersState) -> float:
    """The scenes that are told, and the share of the next that could be."""
    told = min(1.0, narrating.reachable(state) / max(1, needed(state))) if state.scene_place >= 0 else 0.0
    return min(3.0, state.scene + told)
