"""B. Set-up and options (G10 to G15)."""

from collections import Counter
from typing import Any

import pytest
from tests.games.fate.positions import FATE, do, end_turn, hero_of, legal, put, table, where

from fimbul.core import BadOption
from fimbul.games.fate.rules import places
from fimbul.games.fate.state import FateState

ALL = ("bjorn", "alva", "embla", "boldur")


def new(*heroes: str, seed: int = 1, **options: Any) -> FateState:
    """A fresh game with these heroes, as it is set up."""
    state = FATE.new(seats=len(heroes), options={"heroes": heroes, **options}, seed=seed)
    assert isinstance(state, FateState)
    return state


@pytest.mark.rule("G10")
@pytest.mark.parametrize(("seats", "pieces"), [(1, 4), (2, 6), (3, 8), (4, 10)])
def test_town_pieces_by_the_number_of_players(seats: int, pieces: int) -> None:
    assert new(*ALL[:seats]).pieces == pieces


@pytest.mark.rule("G10")
def test_added_pieces_go_beyond_the_start_up_to_ten() -> None:
    state = table("boldur")
    hero = hero_of(state)
    gate = state.event(0, "boldurs_gate")
    for pieces in range(4, 10):
        hero.gold, hero.hand = 2, [gate]
        do(state, "play(boldurs_gate)")
        assert state.pieces == pieces + 1
    hero.gold, hero.hand = 2, [gate]
    assert "play(boldurs_gate)" not in legal(state)


@pytest.mark.rule("G10")
def test_the_well_is_the_last_piece() -> None:
    state = table("bjorn")
    state.pieces = 2
    put(state, "troll", 11, 9)
    end_turn(state)
    assert state.pieces == 1
    assert state.outcome is None
    put(state, "troll", 11, 9)
    end_turn(state)
    assert state.outcome is not None


@pytest.mark.rule("G11")
@pytest.mark.parametrize("hero", ALL)
def test_a_hero_begins_in_town_with_three_active_cards(hero: str) -> None:
    state = new(hero)
    sides, mine = state.book.sides, state.heroes[0]
    assert where(state) == (9, 9)
    assert [sides[number].kind for number in mine.active] == [0, 1, 2]
    assert all(sides[number].level == 1 for number in mine.active)
    assert len(mine.abilities) == 5
    assert all(sides[number].level == 1 and sides[number].kind == 1 for number in mine.abilities)
    cards = 1 + 6 + 1 + len(mine.equipment) + len(mine.deck) + len(mine.hand)
    assert cards == 40


@pytest.mark.rule("G11")
def test_the_promotional_equipment_is_an_option() -> None:
    for hero, promo in (
        ("bjorn", "throwing_axes_2"),
        ("alva", "throwing_darts"),
        ("embla", "throwing_knives"),
        ("boldur", "precision_axes"),
    ):
        piles = []
        for promos in (False, True):
            state = FATE.new(options={"heroes": [hero], "promos": promos})
            piles.append({state.book.sides[number].id for number in state.heroes[0].equipment})
        assert piles[1] - piles[0] == {promo}
        assert piles[0] < piles[1]


@pytest.mark.rule("G11")
def test_cards_on_the_board_are_not_yours_yet() -> None:
    state = new("bjorn")
    kit = state.kit(0)
    assert set(kit.cards) == {"bjorn", "sure_shot", "bjorns_first_bow"}
    assert (kit.strength, kit.health, kit.range) == (2 + 1, 9, 2)


@pytest.mark.rule("G11")
def test_the_piles_are_shuffled() -> None:
    games = [new("bjorn", seed=seed).heroes[0] for seed in range(12)]
    assert len({hero.abilities[-1] for hero in games}) > 1
    assert len({hero.equipment[-1] for hero in games}) > 1
    assert len({tuple(hero.deck) for hero in games}) > 1


@pytest.mark.rule("G11")
def test_heroes_sit_in_the_order_named_and_play_in_it() -> None:
    state = new("boldur", "alva", "embla")
    assert [state.name(seat) for seat in range(3)] == ["Boldur", "Alva", "Embla"]
    for round_ in range(2):
        for seat in range(3):
            assert state.active == seat, round_
            end_turn(state)
            if state.outcome is not None:
                return


@pytest.mark.rule("G11")
def test_heroes_that_nobody_names_differ_and_come_from_the_seed() -> None:
    seen = set()
    for seed in range(10):
        state = FATE.new(seats=3, seed=seed)
        assert isinstance(state, FateState)
        names = tuple(state.name(seat) for seat in range(3))
        assert len(set(names)) == 3
        seen.add(names)
    assert len(seen) > 1


@pytest.mark.rule("G11")
def test_some_heroes_may_be_named_and_the_others_left_to_the_seed() -> None:
    seen = set()
    for seed in range(12):
        state = new("any", "embla", "any", seed=seed)
        names = tuple(state.name(seat) for seat in range(3))
        assert names[1] == "Embla"
        assert len(set(names)) == 3
        seen.add(names)
    assert len(seen) > 2


@pytest.mark.rule("G11")
@pytest.mark.parametrize(
    ("seats", "options", "words"),
    [
        (2, {"heroes": ("bjorn", "bjorn")}, "twice"),
        (2, {"heroes": ("bjorn",)}, "2 seats"),
        (1, {"heroes": ("bjorn", "alva")}, "1 seats"),
        (1, {"heroes": ("loki",)}, "loki"),
        (1, {"heroes": ()}, "at least one"),
        (5, {}, "seats"),
        (0, {}, "seats"),
        (1, {"track": "middle"}, "middle"),
        (1, {"monster_die": "perhaps"}, "monster_die"),
        (1, {"dragons": True}, "dragons"),
    ],
)
def test_bad_options_are_refused_in_words(seats: int, options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        FATE.new(seats=seats, options=options)


@pytest.mark.rule("G12")
@pytest.mark.parametrize("hero", ALL)
def test_the_start_kit(hero: str) -> None:
    state = new(hero)
    mine = state.heroes[0]
    start = state.book.sides[mine.active[1]].id
    assert mine.gold == 2
    assert {card: mana for card, mana in mine.mana.items() if mana} == {start: 1}
    assert len(mine.hand) == 1
    assert state.view(0).heroes[0].upgrade_cost == 5


@pytest.mark.rule("G13")
@pytest.mark.parametrize(
    ("track", "yellow", "red", "skulls", "last"),
    [
        ("short", {1, 4}, {7}, {9, 10, 11, 12}, 12),
        ("long", {1, 4, 6}, {9, 11}, {13, 14, 15, 16}, 16),
    ],
)
def test_the_time_tracks(track: str, yellow: set[int], red: set[int], skulls: set[int], last: int) -> None:
    state = new("bjorn", track=track)
    steps = dict(enumerate(state.track, 1))
    assert state.time == 1
    assert len(steps) == last
    assert {step for step, hour in steps.items() if hour.deck == "yellow"} == yellow
    assert {step for step, hour in steps.items() if hour.deck == "red"} == red
    assert {step for step, hour in steps.items() if hour.skull} == skulls


@pytest.mark.rule("G14")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_everybody_draws_a_yellow_card_at_the_start(seats: int) -> None:
    legends = 0
    for seed in range(30):
        state = new(*ALL[:seats], seed=seed)
        assert len(state.red) == 18
        assert len(state.yellow) == 36 - len(state.legends)
        assert sum(node >= 0 for node in state.where) >= seats  # each card brings one at least
        supply = Counter({kind.id: kind.supply for kind in state.kinds})
        supply.subtract(state.kinds[kind].id for kind in state.kind)
        assert state.supply == [supply[kind.id] for kind in state.kinds]
        legends += len(state.legends)
        assert all(state.kinds[state.kind[monster]].level == 1 for monster, _ in state.legends)
    assert legends  # legends can come


@pytest.mark.rule("G14")
def test_the_decks_are_shuffled() -> None:
    assert len({tuple(new("bjorn", seed=seed).yellow) for seed in range(4)}) == 4
    assert len({tuple(new("bjorn", seed=seed).red) for seed in range(4)}) == 4


@pytest.mark.rule("G15")
def test_a_harder_game_without_the_start_kit() -> None:
    mine = new("alva", start_kit=False).heroes[0]
    assert mine.gold == 0
    assert not any(mine.mana.values())
    assert not mine.hand
    assert len(mine.deck) == 23


@pytest.mark.rule("G15")
def test_a_harder_game_begins_one_step_up_the_upgrade_track() -> None:
    state = table("bjorn", harder_upgrades=True)
    hero = hero_of(state)
    costs: list[int] = [6, 8, 10, 10]
    for cost in costs:
        assert state.view(0).heroes[0].upgrade_cost == cost
        hero.gold = cost - 1
        do(state, "end")
        assert type(state.decision).__name__ != "Upgrading"
        finish(state)
        hero.gold = cost
        do(state, "end")
        assert type(state.decision).__name__ == "Upgrading"
        do(state, sorted(text for text in legal(state) if text.startswith("upgrade"))[0])
        assert hero.gold == 0
        finish(state)


def finish(state: FateState) -> None:
    """Decline all that is asked up to the next turn; no monster stays and no time passes."""
    while type(state.decision).__name__ != "Acting":
        choices = legal(state)
        quiet = choices & {"no", "keep", "done"}
        do(state, sorted(quiet or choices)[0])
    for monster, node in enumerate(state.where):
        if node >= 0:
            places.remove(state, monster)
    state.time = 1


@pytest.mark.rule("G15")
def test_the_monster_die_is_an_option() -> None:
    plain = table("bjorn")
    drawn = plain.rng.drawn
    end_turn(plain)
    assert plain.rng.drawn == drawn  # nothing was rolled
    state = table("bjorn", monster_die=True)
    drawn = state.rng.drawn
    end_turn(state)
    assert state.rng.drawn == drawn + 1
