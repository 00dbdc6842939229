"""What bots think is good in Fate: quests are planned, cards are kept, and nobody walks into his doom."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from tests.games.fate.positions import FATE, do, equip, give, hero_of, put, quest, stand, table

from fimbul.bots import Playouts
from fimbul.bots.playouts import Node
from fimbul.core import Rng
from fimbul.core.net import read_net
from fimbul.games.fate.actions import End
from fimbul.games.fate.bot import front
from fimbul.games.fate.bot.errand import Errand, way_to, worth
from fimbul.games.fate.bot.eye import surge_of
from fimbul.games.fate.bot.front import Front, front_of
from fimbul.games.fate.bot.mind import FateMind
from fimbul.games.fate.bot.outlook import FILE, MOST, losses, missed, numbers, share_of
from fimbul.games.fate.bot.tide import Tide
from fimbul.games.fate.library.cards import LEGEND
from fimbul.games.fate.library.land import TOWN
from fimbul.games.fate.library.load import house_library
from fimbul.games.fate.model import OFF, FateOptions
from fimbul.games.fate.rules.horde import march


def best(state: Any) -> str:
    """What looks best at first sight."""
    seat = state.to_act[0]
    actions = state.legal(seat)
    promise = FATE.mind.promise(state, actions, seat)
    return str(actions[max(range(len(actions)), key=promise.__getitem__)])


def test_a_quest_that_can_be_paid_is_done():
    state = table("embla")
    quest(state, "blade_decorations")
    assert best(state) == "quest"


def test_a_hero_goes_where_the_quest_is():
    state = table("embla")
    quest(state, "healing_potion")  # in the Witch Cabin
    stand(state, 13, 9)
    do(state, best(state))
    way = way_to(state.book, "witch_cabin", 0)
    assert way[state.heroes[0].node] < way[state.land.at[13, 9]]


def test_what_is_left_of_a_quest_is_counted_in_actions():
    state = table("embla")
    quest(state, "ravens_claw")
    hero = hero_of(state)
    before = Errand(state, 0).left
    hero.progress = 9
    assert 0 < Errand(state, 0).left < before
    quest(state, "custom_armor")
    hero.gold = 4
    assert Errand(state, 0).left == 0
    hero.gold = 0
    assert Errand(state, 0).left > 2


def test_a_new_main_weapon_is_worth_what_it_adds_to_the_old_one():
    state = table("bjorn")
    bow = next(s.number for s in state.book.sides if s.id == "bone_bane_bow")
    alone = worth(state.book, hero_of(state).active, bow)
    equip(state, "trollbane")
    assert worth(state.book, hero_of(state).active, bow) < alone


def test_a_quest_that_takes_too_long_makes_room_for_another():
    state = table("embla")
    quest(state, "ravens_claw")  # ten forest areas
    do(state, "end")
    assert best(state) == "cycle(equipment)"
    hero_of(state).progress = 5
    assert best(state) == "no"


def test_cards_are_not_thrown_away():
    state = table("embla")
    give(state, "kick", "rest")
    put(state, "troll", 12, 2)
    assert not best(state).startswith("discard")


def looks(state: Any, action: str) -> float:
    """How good an action looks at first sight."""
    found = next(each for each in state.legal(0) if str(each) == action)
    return FATE.mind.promise(state, [found], 0)[0]


def test_an_attack_counts_on_the_cards_that_can_be_added_to_it():
    state = table("bjorn")
    stand(state, 13, 9)
    put(state, "jotunn", 15, 9)
    plain = looks(state, "attack(15,9)")
    give(state, "rest")
    assert looks(state, "attack(15,9)") == plain
    give(state, "master_shot")
    with_card = looks(state, "attack(15,9)")
    assert with_card > plain
    hero_of(state).taken = ("move",)  # his own card needs a focus action, and so a second marker
    assert looks(state, "attack(15,9)") < with_card


def test_an_attack_counts_what_the_cards_in_play_add_to_it():
    state = table("bjorn")
    stand(state, 13, 9)
    put(state, "troll", 15, 9)
    plain = looks(state, "attack(15,9)")
    equip(state, "long_shot")
    assert looks(state, "attack(15,9)") > plain


def test_a_bot_foresees_how_the_monsters_go():
    for seed in range(6):
        state = FATE.new(seats=1 + seed % 3, options={}, seed=seed)
        turn = -1
        while state.outcome is None:
            if state.active >= 0 and state.turn != turn and state.time < len(state.track):
                turn = state.turn
                monsters = [monster for monster, node in enumerate(state.where) if node >= 0]
                tide = Tide(state, monsters, [state.where[monster] for monster in monsters])
                skull = state.track[state.time].skull
                after = tide.flow([hero.node for hero in state.heroes], skull, held=True)
                ways = march.forecast(state)
                got_in = sum(
                    3 if state.kinds[state.kind[monster]].rank == LEGEND else 1
                    for monster, node in zip(monsters, after, strict=True)
                    if node == TOWN
                )
                if got_in < state.pieces:  # otherwise the game ends in the middle of it
                    expected = [
                        ways[monster][-1] if monster in ways else state.where[monster] for monster in monsters
                    ]
                    assert after == expected
            played_on(state)


def played_on(state: Any) -> None:
    """Take what looks best at first sight."""
    seat = state.to_act[0]
    actions = state.legal(seat)
    promise = FATE.mind.promise(state, actions, seat)
    state.apply(actions[max(range(len(actions)), key=promise.__getitem__)], seat)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_monsters_that_were_looked_at_before_look_the_same(seats: int):
    state = FATE.new(seats=seats, seed=seats)
    front.FRONTS.clear()
    other = state.copy()  # the same position in another world
    while state.outcome is None and other.outcome is None:
        for world in (state, other):
            seat = world.to_act[0]
            known = FATE.mind.promise(world, world.legal(seat), seat), FATE.mind.evaluate(world, seat)
            remembered = dict(front.FRONTS)
            front.FRONTS.clear()
            anew = FATE.mind.promise(world, world.legal(seat), seat), FATE.mind.evaluate(world, seat)
            assert known == anew
            front.FRONTS.update(remembered)
        played_on(state)
        other.rng.drawn = state.rng.drawn + state.ply % 2  # the dice fall otherwise now and then
        played_on(other)


def test_monsters_are_looked_at_again_when_something_has_changed():
    state = table("embla")
    monster = put(state, "troll", 12, 2)
    seen = front_of(state)
    assert front_of(state.copy()) is seen
    for field, value in (("hurt", 1), ("where", OFF), ("kind", state.kind[monster] + 1)):
        changed = state.copy()
        getattr(changed, field)[monster] = value
        assert front_of(changed) is not seen, field
    for field in ("fury", "time"):
        changed = state.copy()
        setattr(changed, field, getattr(state, field) + 1)
        assert front_of(changed) is not seen, field


def test_a_monster_that_is_held_is_foreseen_where_it_is():
    state = table("embla")
    monster = put(state, "troll", 12, 2)
    stand(state, 13, 9)
    free = surge_of(state, 0, front_of(state)).drift
    state.held = [monster]
    assert surge_of(state, 0, front_of(state)).drift == [state.where[monster]] != free


def test_only_so_many_fronts_are_remembered(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(front, "MOST", 3)
    front.FRONTS.clear()
    state = FATE.new(seats=1, seed=1)
    for fury in range(8):
        state.fury = fury
        front_of(state)
        assert 0 < len(front.FRONTS) <= 3


def test_what_comes_too_soon_gets_in():
    assert missed([(1, 0.5, 1.0, 1), (2, 1.0, 1.0, 1)], 1) == 0
    assert missed([(1, 2.0, 1.0, 1)], 1) == 0.5  # half of the work is done in time
    # Whoever costs more for the same work is stopped first.
    assert missed([(1, 1.0, 1.0, 1), (1, 1.0, 3.0, 1)], 1) == 1
    assert missed([(1, 1.0, 1.0, 1), (1, 1.0, 3.0, 1)], 2) == 0
    # What was left once is not taken up again when worse comes.
    assert missed([(1, 2.0, 1.0, 1), (2, 1.0, 0.25, 1)], 1) == 0.5
    assert missed([(1, 2.0, 1.0, 1), (1, 3.0, 1.0, 1)], 1) == 1.5


def test_many_alike_are_missed_as_one_after_the_other():
    rng = Rng(4)
    for _ in range(200):
        jobs = [
            (1 + rng.below(6), 0.6 + rng.below(20) / 7, 1.0 + 2 * rng.below(2), 1 + rng.below(6))
            for _ in range(rng.below(9))
        ]
        apart = [(due, work, price, 1) for due, work, price, many in jobs for _ in range(many)]
        assert missed(jobs, 2, 1) == pytest.approx(missed(apart, 2, 1))


def test_the_network_says_the_same_in_two_parts():
    for seats in (1, 3):
        state = FATE.new(seats=seats, options={"track": "long"}, seed=seats)
        seen = 0
        while state.outcome is None:
            seat = state.to_act[0]
            actions = state.legal(seat)
            state.apply(actions[state.ply % len(actions)], seat)
            if state.outcome is None:
                whole = MOST * seats * read_net(FILE).chance(numbers(state))
                assert losses(state, Front(state)) == pytest.approx(whole, rel=1e-12, abs=1e-12)
                seen += 1
        assert seen > 30


def test_a_game_with_cards_of_ones_own_is_judged_as_the_printed_one():
    printed = FATE.new(seats=1, seed=1)
    same = FATE.new(seats=1, options=FateOptions(library=house_library()), seed=1)
    assert numbers(same) == numbers(printed)
    bjorn, *others = house_library().heroes
    own = msgspec.structs.replace(bjorn.ability[0], id="sharp_eye", name="Sharp Eye")
    changed = msgspec.structs.replace(bjorn, ability=(own, *bjorn.ability[1:]))
    library = msgspec.structs.replace(house_library(), heroes=(changed, *others))
    state = FATE.new(seats=1, options=FateOptions(heroes=("bjorn",), library=library), seed=1)
    plain = FATE.new(seats=1, options=FateOptions(heroes=("bjorn",)), seed=1)
    assert len(numbers(state)) == len(numbers(plain))
    assert numbers(state) != numbers(plain)  # nobody has learned anything about that card
    assert -1 < FATE.mind.evaluate(state, 0) < 1


def test_what_will_be_lost_grows_with_what_comes():
    state = table("embla")
    put(state, "goblin", 12, 2)
    few = losses(state, Front(state))
    for x in (13, 14, 15):
        put(state, "brute", x, 3)
    assert 0 <= few < losses(state, Front(state))
    assert share_of(0, 2) == 0
    assert share_of(-1, 1) == 0  # a piece was added
    assert share_of(99, 1) == 1
    assert share_of(6, 1) == share_of(12, 2)


@pytest.mark.parametrize("hero", ["bjorn", "alva", "embla", "boldur"])
def test_an_upgrade_is_worth_more_than_the_gold_for_it(hero: str):
    state = table(hero)
    for x in (12, 13, 14):
        put(state, "brute", x, 3)
    owner = hero_of(state)
    owner.gold = 5
    kept = FATE.mind.evaluate(state, 0)
    owner.gold, owner.upgrades = 0, 1
    sides = state.book.sides
    owner.active = (sides[owner.active[0]].flip, *owner.active[1:])
    assert FATE.mind.evaluate(state, 0) > kept


def test_a_playout_is_judged_at_the_ends_of_rounds():
    state = FATE.new(seats=3, seed=1)
    first = [FATE.mind.until(state)[0] - state.turn]
    for active in (1, 2, -1):
        state.active = active
        stages = FATE.mind.until(state)
        first.append(stages[0] - state.turn)
        assert len(stages) == FATE.mind.horizon
        assert {later - turn for turn, later in pairwise(stages)} == {4}  # three heroes and the monsters
    assert first == [4, 3, 2, 1]


def test_a_playout_goes_on_whatever_falls():
    state = FATE.new(seats=1, seed=1)
    state.time, state.pieces = 8, 1
    seen = []

    class Watched(FateMind):
        def tally(self, state, before):
            seen.append(state.time)
            return super().tally(state, before)

    bot = Playouts(FATE, seed=1, nodes=10**6)
    bot.mind, bot.far = Watched(), Watched.horizon
    values = [bot.play_on(state.imagine(0, Rng(seed)), End(), 0, Node()) for seed in range(4)]
    assert max(seen) >= len(state.track) - 1
    assert all(-1 < value < 1 for value in values)


def test_what_falls_in_a_playout_is_counted():
    state = FATE.new(seats=1, seed=1)
    mind = FATE.mind
    tally = mind.tally(state, None)
    assert tally == (state.book.figures.town_pieces[0], 0)
    whole = mind.judge(state, 0, tally)
    state.pieces -= 3
    assert mind.judge(state, 0, tally) < whole
    later = mind.tally(state, tally)
    assert later == (tally[0], 3)
    assert mind.tally(state, later) == later
    assert mind.judge(state, 0, later) < whole
