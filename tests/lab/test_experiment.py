"""An experiment's file says which games are played; what is wrong with it is one sentence."""

import pytest

from fimbul.core import FimbulError
from fimbul.games import all_games
from fimbul.lab.experiment import arms_of, decides, game_seed, parse_experiment
from fimbul.lab.template import as_toml, template

VALKNUT = 'game = "valknut"\n'


@pytest.mark.parametrize("rules", all_games(), ids=lambda rules: rules.slug)
def test_a_new_experiment_can_be_run_as_it_is(rules: object) -> None:
    text = template(rules, "new.toml")  # type: ignore[arg-type]
    experiment = parse_experiment(text, "new.toml")
    assert [arm.games for arm in arms_of(experiment)] == [100]
    assert text.count("\n#") > 10


def test_variants_and_sweeps_make_arms() -> None:
    experiment = parse_experiment(
        VALKNUT
        + """
        games = 4
        variant = [{ name = "printed" }, { name = "gods", options = { mode = "standard" } }]
        sweep = [{ option = "warbands", pairs = ["elves", "vanir", "goblins"] }]
        """,
        "x",
    )
    keys = [arm.key for arm in arms_of(experiment)]
    assert keys[:3] == ["printed-elves-vanir", "printed-elves-goblins", "printed-vanir-goblins"]
    assert len(set(keys)) == len(keys) == 6


def test_a_cycle_goes_round_and_rotation_before_it() -> None:
    experiment = parse_experiment(
        VALKNUT
        + """
        players = ["greedy", "random"]
        rotate = true
        cycle = { warbands = [["elves", "vanir"], ["dwarves", "goblins"]] }
        """,
        "x",
    )
    (arm,) = arms_of(experiment)
    assert [arm.seated(number) for number in range(3)] == [(0, 1), (1, 0), (0, 1)]
    assert [arm.chosen(number)["warbands"][0] for number in range(5)] == [
        "elves",
        "elves",
        "dwarves",
        "dwarves",
        "elves",
    ]


def test_parts_with_the_same_seeds_share_them() -> None:
    text = VALKNUT + "".join(
        f'[[part]]\nname = "{name}"\nseeds = "{seeds}"\n' for name, seeds in ("ax", "bx", "cy")
    )
    experiment = parse_experiment(text, "x")
    a, b, c = (game_seed(experiment, arm, 3) for arm in arms_of(experiment))
    assert a == b != c


def test_a_title_decides_nothing_and_a_seed_does() -> None:
    one, other, third = (parse_experiment(VALKNUT + more, "x") for more in ("", 'title = "T"', "seed = 2"))
    assert decides(one) == decides(other) != decides(third)


def test_an_experiment_can_be_written() -> None:
    tables = {"game": "fate", "games": 3, "variant": [{"name": "a b", "data": {"figures.start_gold": 3}}]}
    (arm,) = arms_of(parse_experiment(as_toml(tables), "x"))
    assert (arm.games, arm.data) == (3, {"figures.start_gold": 3})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = 'chess'", "Unknown game 'chess'"),
        ("games = 3", "there must be a field `game`"),
        (VALKNUT + "gmaes = 3", "there is no field 'gmaes'; expected game, title"),
        (VALKNUT + "games = 0", "'games' is 1 or more"),
        (VALKNUT + "games = 'many'", "games"),
        (VALKNUT + "seed = -1", "'seed' is a whole number"),
        (VALKNUT + "options = { warband = 1 }", "has no option 'warband'"),
        (VALKNUT + "options = { warbands = ['trolls', 'elves'] }", "'trolls'"),
        ('game = "fimbulvetr"\noptions = { setup = "quik" }', '"quik"'),
        ('game = "fimbulvetr"\noptions = { setup = "quik" }', "it may be placed or quick"),
        (VALKNUT + "players = ['oracle']", "Unknown player 'oracle'; expected random"),
        (VALKNUT + "players = []", "names nobody"),
        (VALKNUT + "players = ['greedy', 'greedy', 'greedy', 'greedy', 'greedy']", "2 to 4 seats, not 5"),
        (VALKNUT + "seats = 3\nplayers = ['greedy', 'random']", "names 2, and there are 3 seats"),
        (
            VALKNUT + "[player.x]\nbot = 'search'\nnodes = 3\nseconds = 1\n[[part]]\nplayers = ['x']",
            "not both",
        ),
        (VALKNUT + "[player.x]\nbot = 'nowhere:Bot'\n[[part]]\nplayers = ['x']", "cannot be imported"),
        (VALKNUT + "sweep = [{ option = 'colour', values = [1] }]", "has no option 'colour'"),
        (VALKNUT + "sweep = [{ option = 'seats', values = [] }]", "has no values"),
        (VALKNUT + "cycle = { mode = [] }", "has no values"),
        (VALKNUT + "[[part]]\nname = 'a'\n[[part]]\nname = 'a'", "two parts are called 'a'"),
        (VALKNUT + "[stop]\nwidth = 3", "between 0 and 0.5"),
        (VALKNUT + "variant = [{ name = 'x', data = { 'card.T99.move' = 3 } }]", "There is no 'T99'"),
        (VALKNUT + "part = 3", "a part is written [[part]]"),
        ("game = ", "this is not TOML"),
    ],
)
def test_what_is_wrong_is_one_sentence(text: str, words: str) -> None:
    with pytest.raises(FimbulError) as refusal:
        parse_experiment(text, "mine.toml")
    assert words in str(refusal.value)
    assert str(refusal.value).startswith("mine.toml")
    assert "\n" not in str(refusal.value)
