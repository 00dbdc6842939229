"""The fifteen answers, and the page that has them all."""

from collections.abc import Callable, Mapping, Sequence

from fimbul.lab.report.document import Plot, Row, Section, Table
from fimbul.lab.report.sections import Played, grouped, link_to
from fimbul.lab.six_winters import cards, pace, sessions
from fimbul.lab.six_winters.figures import Answer, Figures

QUESTIONS: tuple[tuple[str, Callable[[Figures], Answer]], ...] = (
    ("How long is a game, per season and in all, and how much does it vary?", sessions.length),
    ("How easy is each scenario to win, at normal and difficult?", sessions.victory),
    ("How much progress is made per session and where does it come from?", sessions.progress),
    ("Why do players lose: threats, time, or stress?", sessions.losing),
    (
        "Do characters get knocked out or take conditions, when, and was the risk visible?",
        sessions.conditions,
    ),
    ("Do resource dice run out, and how many per type are needed?", sessions.supply),
    ("Which character abilities pull their weight?", cards.abilities),
    ("Is there a place for each character, and which pairs work?", cards.characters),
    ("Are the decks balanced by skill, type, value, region and difficulty?", cards.decks),
    ("Is each asset worth its dice?", cards.assets),
    ("What are the odds in one overcome action?", cards.overcome),
    ("Is the obstacle rate right, and do obstacles ever activate?", pace.pacing),
    ("Do threats stay in check, snowball, or arrive whatever players do?", pace.threats),
    ("When is it right to press on or to save (momentum, defence pool, hinder or overcome)?", pace.saving),
    ("How does the game scale from one to four players and over six years?", pace.scaling),
)

# What each question is answered from, by kind of key; questions 9 and 11 from the cards alone.
PLAYED: dict[int, tuple[str, ...]] = {
    1: ("scenario",),
    2: ("scenario", "bot"),
    3: ("scenario",),
    4: ("scenario",),
    5: ("scenario",),
    6: ("supply",),
    7: ("ability",),
    8: ("pair", "campaign"),
    10: ("scenario",),
    12: ("scenario",),
    13: ("scenario",),
    14: ("style", "scenario"),
    15: ("players", "campaign"),
}

ABOUT = """\
{sessions:,} sessions and {sagas} campaigns, watched and counted; questions 9 and 11 are computed from the
cards.

These are the games of bots, not of people. The main tables (questions 1 to 5, 10, 12 and 13) are played
by *search*, with a small number of positions for a decision (`experiments/six_winters.toml` says how
many): it plays on to the end of the turn in its head, in several imagined worlds, defends where that
looks worth its dice, and looks one turn ahead. All else compares habits, cards, numbers of dice or of
players on the same seeds, and is played by a simpler player, *first sight*: every action is given a
promise by a few rules of thumb, with a little noise from the seed, and whichever seat sees the best one
acts. It does not plan a turn and does not reckon with what the others will do; what needs a plan looks
weaker there than it is. Question 2 says how the players compare, and question 14 what some habits change.
People who plan a year will win more often than either.

Scenarios with a star are ours, written from the designer's outlines, and provisional; so are some cards
of later years. Two are printed in V24. Rulings are those of [the rules](../rules/six_winters.md). So a
figure that looks wrong is a place to look, and a yardstick for the next version of a number: it is no
verdict on the printed game.

Figures in brackets are 95 % intervals: Wilson's for shares, normal ones for means and for differences
between games of the same seeds. About one interval in twenty misses by chance alone. *Points reached* is
the share of all points of a scenario's three scenes that was told, or could have been told at the end;
it tells more than the bare win. *All alike*: no two games differ in it, and how much others may is not
known. Sessions of the main tables are for two players; each of the first four characters is in half of
them. Below each answer stand games that it comes from; the last table has every arm, with games to
watch."""

WATCHED = 6  # games beside an answer


def questions(figures: Figures, played: Mapping[str, Sequence[Played]]) -> list[Section]:
    """Answer everything: what was played, the answers in short, and at length with games to watch."""
    found = [(number, question, ask(figures)) for number, (question, ask) in enumerate(QUESTIONS, 1)]
    short = "\n".join(f"{number}. *{question}* {answer.short}" for number, question, answer in found)
    about = ABOUT.format(sessions=figures.count, sagas=sum(map(len, figures.sagas.values())))
    sections = [
        Section("What it means, and what it does not", (about,)),
        Section("The answers in short", (short,)),
    ]
    for number, question, answer in found:
        plots = tuple(Plot(f"{number:02}_{name}", question, svg) for name, svg in answer.plots.items())
        watch = sources(played, PLAYED[number]) if number in PLAYED else ()
        sections.append(Section(f"{number}. {question}", (answer.short, answer.body), watch, plots))
    return sections


def sources(played: Mapping[str, Sequence[Played]], kinds: Sequence[str]) -> tuple[Table]:
    """What an answer comes from, with games from all over it."""
    rows = []
    for kind in kinds:
        games = played.get(kind, [])
        arms = list(grouped(games, lambda game: game["arm"]).values())
        some = arms[:: max(1, -(-len(arms) // WATCHED))]
        cells = (kind, str(len(arms)), f"{len(games):,}")
        rows.append(Row(cells, tuple(link_to(each[0]) for each in some)))
    return (Table(("what it comes from", "arms", "games"), rows),)
