"""H. The campaign (S130 to S150), winter actions (S178), what a campaign asks at the start of a year (S20 to
S27), and the options that belong to it (S160, S162)."""

import random
import sys
from collections.abc import Callable

import pytest
from tests.games.six_winters.positions import (
    QUIET,
    asked,
    beat,
    completed,
    dice,
    do,
    finish,
    give,
    happen,
    holds,
    in_play,
    lay,
    legal,
    obstacle,
    person,
    pile,
    place_number,
    produce,
    refuses,
    slots,
    sound,
    stand,
    start,
    supply,
    table,
    to_actions,
    to_scene,
    unlock,
    verb,
    wound,
)

from fimbul.cli import run
from fimbul.cli.options import read_options
from fimbul.core import BadData, BadOption, BadRecord, Event, Illegal, Match, Record, Rng, replay, verify
from fimbul.games.six_winters import GAME
from fimbul.games.six_winters.library.load import house_library
from fimbul.games.six_winters.library.terms import SKILLS
from fimbul.games.six_winters.model import Campaign, Sheet
from fimbul.games.six_winters.rules import ending, stress
from fimbul.games.six_winters.rules.acting import narrating
from fimbul.games.six_winters.rules.campaign.closing import score, title
from fimbul.games.six_winters.rules.campaign.years import YearBegins
from fimbul.games.six_winters.rules.effects import Do, Settling
from fimbul.games.six_winters.state import SixWintersState

PATCH = pytest.MonkeyPatch
HOUSE = house_library()
YEARS = {  # S180
    1: {"order_of_the_blue_robe", "honest_days_work"},
    2: {
        "two_eyes_in_one_face",
        "foragers_curiosity",
        "oath_of_the_hawkleader",
        "friends_in_high_places",
        "imperial_seafood",
    },
    3: {"the_betrayed", "longstanding_traditions", "the_enemy_within", "street_smarts", "war_machines"},
    4: {"death_captured", "parting_the_veil", "chosen_of_brightdune", "selling_out", "hearts_and_minds"},
    5: {"for_the_greater_good", "friends_like_these", "no_half_measures", "the_adults_are_talking"},
    6: {"served_cold", "the_severing", "beyond_brightdune"},
}


# ---- campaigns


def opened(seats: int = 2, seed: int = 1, **options) -> SixWintersState:
    """A campaign in its first year; the scenario is asked for."""
    state = GAME.new(seats=seats, options={"mode": "campaign", **options}, seed=seed)
    assert isinstance(state, SixWintersState)
    return state


def story(state: SixWintersState) -> Campaign:
    assert state.campaign is not None
    return state.campaign


def sheet(state: SixWintersState, character: str) -> Sheet:
    return story(state).sheets[state.book.character[character]]


def year(state: SixWintersState, number: int, active: tuple[str, ...] = ()) -> SixWintersState:
    """A year begins, after one in which these took part."""
    story(state).year = number
    for character in active:
        sheet(state, character).active = True
    state.agenda.clear()
    happen(state, YearBegins())
    return state


def through_winter(state: SixWintersState) -> SixWintersState:
    """Everybody in reserve trains and does nothing else."""
    while asked(state) in ("Wintering", "WinterActing", "ComingHome"):
        texts = legal(state)
        quiet = [text for text in sorted(texts) if "train" in text or "no_action" in text]
        do(state, (quiet or sorted(texts))[0])
    return state


def play(
    state: SixWintersState, *characters: str, scenario: str, mode: str = "normal", to: str = "Acting"
) -> SixWintersState:
    """The scenario is chosen, all in reserve train, these characters go; then the first answer to everything,
    up to a question."""
    do(state, f"scenario({scenario},{mode})")
    through_winter(state)
    for character in characters:
        if asked(state) == "Choosing":  # the last of all goes without saying
            do(state, f"choose({character})")
    while asked(state) not in (to, "Acting"):
        choices = state.legal(state.to_act[0])
        quiet = [a for a in choices if verb(a) in QUIET or str(a).endswith(",parisas_glen)")]
        state.play((quiet or choices)[0], state.to_act[0])
    return state


def first_year(*characters: str, seats: int | None = None, **options) -> SixWintersState:
    """The first turn of a campaign, with The Order of the Blue Robe."""
    chosen = characters or ("thea", "fuscus")
    return play(opened(seats or len(chosen), **options), *chosen, scenario="order_of_the_blue_robe")


def lose(state: SixWintersState) -> list[Event]:
    """The session is lost; up to the first question."""
    events: list[Event] = []
    ending.lost(state, "Fall is over", events)
    state.settle(events)
    return events


def win(state: SixWintersState) -> list[Event]:
    """The session is won; up to the first question."""
    events: list[Event] = []
    ending.won(state, events)
    state.settle(events)
    return events


def end_year(state: SixWintersState, won: bool = False) -> SixWintersState:
    """The session is won or lost, with the first answer to whatever follows, up to the next year."""
    (win if won else lose)(state)
    while asked(state) != "ChoosingScenario":
        state.play(state.legal(state.to_act[0])[0], state.to_act[0])
    return state


def actions_of(state: SixWintersState, character: str) -> set[str]:
    """The winter actions that a character is offered; the others train and do nothing."""
    while asked(state) in ("Wintering", "WinterActing"):
        texts = legal(state)
        if f"no_action({character})" in texts:
            return {text.split(",")[1].rstrip(")") for text in texts if verb(text) == "winter_action"}
        do(state, next(text for text in sorted(texts) if "train" in text or "no_action" in text))
    return set()


def archive(state: SixWintersState) -> set[str]:
    return {state.book.assets[asset].id for asset in story(state).archive}


def deck(state: SixWintersState) -> set[str]:
    """The assets in the deck."""
    return {state.book.assets[asset].id for asset in state.asset_deck}


def put_in_archive(state: SixWintersState, *assets: str) -> None:
    story(state).archive = sorted({*story(state).archive, *(state.book.asset[asset] for asset in assets)})


def skill(state: SixWintersState, character: str, name: str) -> int:
    """What is written on the sheet."""
    return sheet(state, character).skills[SKILLS.index(name)]


def level(state: SixWintersState, location: str) -> int:
    return state.level[place_number(state, location)]


# ---- a year begins


@pytest.mark.rule("S20")
def test_the_start_of_a_later_year_has_its_order():
    state = opened()
    put_in_archive(state, "cart", "arens_platemail")
    sheet(state, "menas").skills[SKILLS.index("combat")] = 3
    story(state).sheets[state.book.character["fuscus"]].winters.append("smuggler")
    year(state, 2, ("thea", "keel"))

    seen = []
    while asked(state) != "Acting":
        if not seen or seen[-1] != asked(state):
            seen.append(asked(state))
        texts = sorted(legal(state))
        wanted = [t for t in texts if "two_eyes" in t or "train" in t or "smuggler" in t or "equip" in t]
        choice = next((t for t in texts if t in ("choose(menas)", "choose(thea)")), None)
        do(state, (wanted or [choice or texts[0]])[0])

    assert [name for name in seen if name not in ("WinterActing", "Wintering")] == [
        "ChoosingScenario",
        "Choosing",
        "Learning",
        "Smuggling",
        "Equipping",
        "ChoosingPlace",  # War Machines: the set-up comes after the starting assets
        "Placing",
    ]
    assert seen[1:4] == ["Wintering", "WinterActing", "Wintering"]


@pytest.mark.rule("S20")
@pytest.mark.rule("S130")
def test_the_first_year_has_no_winter_and_no_starting_assets():
    state = opened()
    do(state, "scenario(order_of_the_blue_robe,normal)")
    assert asked(state) == "Choosing"
    do(state, "choose(thea)", "choose(keel)")
    assert asked(state) == "Placing"


@pytest.mark.rule("S21")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_spotlight_goes_around(seats):
    for number in range(1, 7):
        state = year(opened(seats), number)
        assert state.spotlight == (number - 1) % seats
        assert state.to_act == ((number - 1) % seats,)


@pytest.mark.rule("S22")
@pytest.mark.rule("S147")
@pytest.mark.parametrize("number", range(1, 7))
def test_scenarios_of_the_year_and_earlier_but_in_the_sixth_only_finales(number):
    state = year(opened(), number)
    known = YEARS[6] if number == 6 else set().union(*(YEARS[n] for n in range(1, number + 1)))

    assert legal(state) == {f"scenario({id},{mode})" for id in known for mode in ("normal", "difficult")}


@pytest.mark.rule("S22")
@pytest.mark.rule("S146")
def test_a_lost_year_counts_and_its_scenario_may_be_tried_again():
    state = end_year(first_year())

    assert story(state).year == 2
    assert "scenario(order_of_the_blue_robe,normal)" in legal(state)
    assert state.outcome is None


@pytest.mark.rule("S22")
def test_a_scenario_that_was_won_is_not_played_again():
    state = end_year(first_year(), won=True)

    assert story(state).year == 2
    assert "scenario(order_of_the_blue_robe,normal)" not in legal(state)
    assert "scenario(honest_days_work,normal)" in legal(state)


@pytest.mark.rule("S22")
@pytest.mark.rule("S162")
@pytest.mark.parametrize(
    ("repeat", "won", "again"),
    [
        ("lost", True, False),
        ("lost", False, True),
        ("never", True, False),
        ("never", False, False),
        ("always", True, True),
        ("always", False, True),
    ],
)
def test_which_scenarios_may_be_played_again_is_an_option(repeat, won, again):
    state = end_year(first_year(repeat=repeat), won=won)

    assert ("scenario(order_of_the_blue_robe,normal)" in legal(state)) == again


@pytest.mark.rule("S22")
def test_a_reward_is_given_once():
    state = year(opened(repeat="always"), 2)
    end_year(play(state, "thea", "keel", scenario="oath_of_the_hawkleader"), won=True)
    assert level(state, "boars_rift") == 2
    produce(state, "boars_rift", 1)
    end_year(play(state, "thea", "keel", scenario="oath_of_the_hawkleader"), won=True)

    assert level(state, "boars_rift") == 1
    assert sheet(state, "menas").winters == ["hunter"]


@pytest.mark.rule("S23")
def test_characters_are_chosen_from_the_spotlight_on_and_differ():
    state = year(opened(3), 2, ("thea", "keel", "menas"))
    do(state, "scenario(two_eyes_in_one_face,normal)")
    through_winter(state)
    assert state.to_act == (1,)
    assert legal(state) == {"choose(thea)", "choose(menas)", "choose(keel)", "choose(fuscus)"}
    do(state, "choose(keel)")
    assert state.to_act == (2,)
    refuses(state, "choose(keel)", "S23")
    refuses(state, "choose(lucia)", "S23")
    do(state, "choose(thea)")
    assert state.to_act == (0,)
    do(state, "choose(menas)")
    while asked(state) == "Learning":  # Keel trained, as the second who had a winter
        do(state, min(legal(state)))

    assert [state.id(number) for number in range(3)] == ["menas", "keel", "thea"]
    assert [someone.seat for someone in state.people] == [0, 1, 2]


@pytest.mark.rule("S23")
@pytest.mark.rule("S131")
@pytest.mark.rule("S132")
def test_years_of_training_and_rest_wait_until_the_character_is_chosen():
    state = opened(winter_actions=False)
    sheet(state, "menas").conditions = [(0, SKILLS.index("lore")), (1, SKILLS.index("lore"))]
    year(state, 2, ("thea", "keel"))
    do(state, "scenario(honest_days_work,normal)", "winter(menas,train)", "winter(fuscus,train)")
    do(state, "choose(thea)", "choose(keel)")
    assert asked(state) == "Placing"  # nobody who was chosen has trained
    end_year(to_actions(state))
    do(state, "scenario(two_eyes_in_one_face,normal)", "winter(menas,train)", "winter(fuscus,rest)")
    do(state, "choose(thea)", "choose(keel)")
    end_year(to_actions(state))
    do(state, "scenario(two_eyes_in_one_face,normal)", "winter(menas,rest)", "winter(fuscus,rest)")
    do(state, "choose(thea)")  # of the second seat, which has the spotlight
    do(state, "choose(menas)")

    assert asked(state) == "Learning"
    do(state, "learn(menas,lore)", "learn(menas,lore)")
    assert asked(state) == "Clearing"
    assert legal(state) == {"clear(menas,distracted)", "clear(menas,weary)"}
    do(state, "clear(menas,weary)")
    assert asked(state) not in ("Learning", "Clearing")
    menas = person(state, "menas")
    assert menas.skills[SKILLS.index("lore")] == 3
    assert menas.conditions == [(0, SKILLS.index("lore"))]
    assert (sheet(state, "menas").training, sheet(state, "menas").resting) == (0, 0)


@pytest.mark.rule("S23")
@pytest.mark.rule("S131")
def test_no_training_above_five():
    state = opened()
    sheet(state, "menas").skills = [5, 5, 5, 5, 5, 4, 4, 5]
    sheet(state, "menas").training = 3
    year(state, 2, ("menas", "keel"))
    do(state, "scenario(honest_days_work,normal)")
    through_winter(state)
    do(state, "choose(menas)", "choose(keel)")

    assert legal(state) == {"learn(menas,tactics)", "learn(menas,thievery)"}
    do(state, "learn(menas,tactics)")  # the second is the only one left, the third year is lost
    assert asked(state) == "Placing"
    assert person(state, "menas").skills == [5] * 8


@pytest.mark.rule("S23")
@pytest.mark.rule("S132")
def test_rest_without_a_condition_clears_nothing_and_is_not_asked():
    state = opened()
    sheet(state, "menas").resting = 1
    year(state, 2, ("menas", "keel"))
    do(state, "scenario(honest_days_work,normal)")
    through_winter(state)
    do(state, "choose(menas)", "choose(keel)")
    assert asked(state) == "Placing"


@pytest.mark.rule("S23")
def test_what_was_written_comes_back_with_the_character():
    state = first_year("thea", "keel")
    person(state, "thea").psyche = 1
    wound(state, "thea", "body", "combat")
    person(state, "thea").curses = [SKILLS.index("lore")]
    end_year(state)
    play(state, "thea", "keel", scenario="honest_days_work")

    thea = person(state, "thea")
    assert (thea.psyche, thea.body) == (5, 3)
    assert thea.conditions == [(1, SKILLS.index("combat"))]
    assert thea.curses == [SKILLS.index("lore")]
    assert stress.rank(state, state.person("thea"), SKILLS.index("combat")) == 0


@pytest.mark.rule("S22")
@pytest.mark.rule("S24")
@pytest.mark.parametrize(("mode", "abilities"), [("normal", 1), ("difficult", 0)])
def test_abilities_start_anew_every_year(mode, abilities):
    state = first_year()
    unlock(state, "thea", 3)
    end_year(state)
    play(state, "thea", "fuscus", scenario="honest_days_work", mode=mode)

    assert [someone.abilities for someone in state.people] == [abilities, abilities]


@pytest.mark.rule("S25")
def test_starting_assets_are_as_many_of_a_skill_as_the_rank_less_two():
    state = opened()
    put_in_archive(state, "cart", "windillipus_bronson", "xeph_stronghand_the_porter", "arens_platemail")
    sheet(state, "keel").skills[SKILLS.index("survival")] = 4
    year(state, 3, ("thea", "keel"))
    play(state, "keel", "thea", scenario="honest_days_work", to="Equipping")

    assert state.decision is not None
    assert legal(state) == {
        "equip(keel,cart)",
        "equip(keel,windillipus_bronson)",
        "equip(keel,xeph_stronghand_the_porter)",
        "ready(keel)",
    }  # combat 2 of Keel, and all of Thea's but lore and command, are too low
    do(state, "equip(keel,cart)", "equip(keel,windillipus_bronson)")
    assert asked(state) == "Placing"  # two of survival, and Thea can take none
    assert completed(state, "keel") == ["cart", "windillipus_bronson"]


@pytest.mark.rule("S25")
def test_starting_assets_work_from_the_first_turn_and_go_back_to_the_archive():
    state = opened()
    put_in_archive(state, "cart", "windillipus_bronson")
    year(state, 2, ("thea", "keel"))
    play(state, "thea", "keel", scenario="honest_days_work", to="Equipping")
    do(state, "equip(keel,windillipus_bronson)")
    to_actions(state)

    assert person(state, "keel").moves == 6
    assert "windillipus_bronson" not in deck(state)
    assert "cart" not in deck(state)
    sound(state)
    end_year(state)
    assert archive(state) == {"cart", "windillipus_bronson"}


@pytest.mark.rule("S25")
def test_players_take_starting_assets_from_the_spotlight_on():
    state = opened()
    put_in_archive(state, "jugglepuff", "cart")
    year(state, 2, ("thea", "keel"))
    do(state, "scenario(honest_days_work,normal)")
    through_winter(state)
    do(state, "choose(keel)", "choose(thea)")

    assert state.spotlight == 1
    assert (asked(state), state.to_act) == ("Equipping", (1,))
    assert legal(state) == {"equip(keel,cart)", "ready(keel)"}
    do(state, "ready(keel)")
    assert (asked(state), state.to_act) == ("Equipping", (0,))
    assert legal(state) == {"equip(thea,jugglepuff)", "ready(thea)"}


@pytest.mark.rule("S25")
@pytest.mark.rule("S7")
def test_a_condition_counts_for_starting_assets():
    state = opened()
    put_in_archive(state, "cart")
    sheet(state, "keel").conditions = [(1, SKILLS.index("survival"))]
    year(state, 2, ("thea", "keel"))
    play(state, "thea", "keel", scenario="honest_days_work", to="Equipping")
    assert completed(state, "keel") == []
    assert state.turn == 1


@pytest.mark.rule("S26")
@pytest.mark.rule("S141")
@pytest.mark.parametrize("number", [1, 2, 4, 6])
def test_the_decks_of_a_year(number):
    state = year(opened(), number, ("thea", "keel"))
    scenario = {1: "order_of_the_blue_robe", 2: "honest_days_work", 4: "honest_days_work", 6: "served_cold"}
    play(state, "thea", "keel", scenario=scenario[number])

    everywhere = deck(state) | {state.book.assets[asset].id for asset in state.staged}
    assert everywhere == {card.id for card in HOUSE.assets if 0 < card.year <= number}
    standing = {state.book.obstacles[each.obstacle].id for each in state.standing}
    named = {"order_of_the_blue_robe": "miasma_of_malevolence", "honest_days_work": "rousing_speech"}
    named["served_cold"] = "sentinel_of_scrying"
    expected = {card.id for card in HOUSE.obstacles if 0 < card.year <= number} | {named[scenario[number]]}
    assert set(pile(state, "obstacle_deck")) | standing == expected
    sound(state)


@pytest.mark.rule("S26")
def test_burned_and_archived_cards_do_not_join():
    state = opened()
    put_in_archive(state, "cart")
    story(state).burned_assets.append(state.book.asset["tent"])
    state.burned.append(state.book.obstacle["mole_hunt"])
    play(year(state, 2, ("thea", "keel")), "thea", "menas", scenario="honest_days_work")

    every = deck(state) | {state.book.assets[asset].id for asset in state.staged}
    assert not every & {"cart", "tent"}
    assert "mole_hunt" not in pile(state, "obstacle_deck")
    assert in_play(state, "mole_hunt") is None


@pytest.mark.rule("S27")
@pytest.mark.rule("S142")
def test_threats_of_the_year_before_lie_beside_a_full_pool():
    state = first_year()
    state.threats[place_number(state, "loomwood")] = 3
    state.threats[place_number(state, "eastkeep")] = 1
    end_year(state)
    play(state, "thea", "keel", scenario="honest_days_work")

    assert state.pool == 5
    assert state.threats[place_number(state, "loomwood")] == 2
    assert state.threats[place_number(state, "eastkeep")] == 0
    assert sum(state.threats) == 2


@pytest.mark.rule("S27")
@pytest.mark.rule("S176")
def test_locations_of_earlier_years_bring_what_their_text_says():
    state = opened()
    happen(state, Settling((0,), place_number(state, "undaris_tomb")))
    do(state, sorted(legal(state, "settle"))[0])
    play(year(state, 2, ("thea", "keel")), "thea", "menas", scenario="honest_days_work")

    where = in_play(state, "restless_dead")
    assert where is not None
    assert where[0] == "undaris_tomb"
    assert "restless_dead" not in pile(state, "obstacle_deck")
    tags = [state.book.assets[asset].tags for asset in state.staged]
    assert len(tags) == 2 * 2 + 1
    assert any("spell" in row for row in tags[:1])
    sound(state)


# ---- winter


@pytest.mark.rule("S130")
def test_in_reserve_is_who_did_not_take_part_also_the_newly_unlocked():
    state = year(opened(), 2)
    end_year(play(state, "menas", "keel", scenario="foragers_curiosity"))
    do(state, "scenario(two_eyes_in_one_face,normal)")

    seen = []
    while asked(state) in ("Wintering", "WinterActing"):
        assert state.to_act == (state.spotlight,) == (0,)
        if asked(state) == "Wintering":
            seen.append(sorted(legal(state)))
        do(state, next(t for t in sorted(legal(state)) if "train" in t or "no_action" in t))
    assert seen == [  # in the order of S170
        ["winter(thea,rest)", "winter(thea,train)"],
        ["winter(fuscus,rest)", "winter(fuscus,train)"],
        ["winter(yasmina,rest)", "winter(yasmina,train)"],
    ]


@pytest.mark.rule("S130")
@pytest.mark.rule("S162")
def test_winter_actions_can_be_left_out():
    state = year(opened(winter_actions=False, all_characters=True), 4, ("thea", "keel"))
    do(state, "scenario(honest_days_work,normal)")
    while asked(state) == "Wintering":
        do(state, min(legal(state)))
    assert asked(state) == "Choosing"


@pytest.mark.rule("S130")
@pytest.mark.rule("S133")
def test_first_train_or_rest_then_an_action_or_none():
    state = year(opened(), 2, ("thea", "keel"))
    do(state, "scenario(honest_days_work,normal)")
    assert asked(state) == "Wintering"
    do(state, "winter(menas,rest)")
    assert legal(state) == {"winter_action(menas,military_tactician)", "no_action(menas)"}
    before = [list(each.skills) for each in story(state).sheets]
    do(state, "no_action(menas)")
    assert [each.skills for each in story(state).sheets] == before
    assert legal(state, "winter") == {"winter(fuscus,train)", "winter(fuscus,rest)"}
    refuses(state, "winter(keel,train)", "S130")


@pytest.mark.rule("S133")
def test_an_action_without_a_target_is_not_offered():
    state = year(opened(), 2, ("menas", "fuscus"))
    do(state, "scenario(honest_days_work,normal)")
    do(state, "winter(thea,train)")  # nobody has a condition: no Encouraging Words
    assert asked(state) == "Wintering"
    do(state, "winter(keel,train)")  # no trap in the deck before year 3
    assert asked(state) == "Choosing"


@pytest.mark.rule("S133")
@pytest.mark.rule("S178")
def test_another_character_in_reserve_is_neither_oneself_nor_one_who_played():
    state = opened()
    for name in ("thea", "menas", "keel", "fuscus"):
        sheet(state, name).conditions = [(0, SKILLS.index("lore")), (1, SKILLS.index("lore"))]
    year(state, 2, ("keel", "menas"))
    do(state, "scenario(honest_days_work,normal)", "winter(thea,rest)")
    assert actions_of(state, "thea") == {"encouraging_words"}
    do(state, "winter_action(thea,encouraging_words)")

    assert sheet(state, "fuscus").conditions == [(1, SKILLS.index("lore"))]  # the only target there is
    assert len(sheet(state, "thea").conditions) == len(sheet(state, "keel").conditions) == 2


BURNS = [
    ("lucia", "assassin", 2, "wide", "spy foe", "drauga_the_vicious"),
    ("lucia", "assassin", 2, "narrow", "spy", "remote_influence"),
    ("fuscus", "hollow_promises", 4, "wide", "diplomat", "zarrah"),
    ("menas", "hunter", 2, "wide", "foe", "restless_dead"),
    ("menas", "hunter", 5, "narrow", "foe", "ambush"),
    ("keel", "sabotage", 4, "wide", "trap", "tripwire"),
]


@pytest.mark.rule("S178")
@pytest.mark.rule("S130")
@pytest.mark.parametrize(("who", "action", "number", "foes", "tags", "victim"), BURNS)
def test_actions_that_burn_a_card_of_the_obstacle_deck(who, action, number, foes, tags, victim):
    state = opened(all_characters=True, foes=foes)
    sheet(state, "menas").winters.append("hunter")
    others = tuple(name for name in ("thea", "yasmina") if name != who)
    year(state, number, others)
    do(state, "scenario(honest_days_work,normal)")
    assert action in actions_of(state, who)
    do(state, f"winter_action({who},{action})")

    wide = {"dragon", "undead"} if foes == "wide" and "foe" in tags else set()
    wanted = set(tags.split()) | wide
    fitting = {
        card.id for card in HOUSE.obstacles if 0 < card.year < number and wanted & set(card.tags)
    }  # the cards of the new year come later
    if len(fitting) > 1:
        assert legal(state) == {f"burn_obstacle({id})" for id in fitting}
        do(state, f"burn_obstacle({victim})")
    assert pile(state, "burned") == [victim]
    assert state.campaign.winter[-1].endswith(f" ({state.book.obstacles[state.book.obstacle[victim]].name}).")
    through_winter(state)
    do(state, "choose(thea)", "choose(yasmina)")
    while asked(state) != "Placing":
        do(state, min(legal(state)))
    assert victim not in pile(state, "obstacle_deck")
    assert in_play(state, victim) is None
    sound(state)


@pytest.mark.rule("S178")
def test_hunters_find_no_foe_in_a_narrow_year_2():
    state = opened(foes="narrow")
    sheet(state, "menas").winters.append("hunter")
    year(state, 2, ("thea", "keel"))
    do(state, "scenario(honest_days_work,normal)")
    assert actions_of(state, "menas") == {"military_tactician"}


@pytest.mark.rule("S178")
@pytest.mark.rule("S111")
def test_deathtouched_raises_the_starting_body_for_good():
    state = opened(all_characters=True)
    sheet(state, "menas").body = 6
    year(state, 2, ("thea", "keel"))
    do(state, "scenario(honest_days_work,normal)")
    actions_of(state, "oniri")
    do(state, "winter_action(oniri,deathtouched)")
    assert legal(state) == {"on(fuscus)", "on(yasmina)", "on(lucia)"}  # not Menas, who has 6
    do(state, "on(fuscus)")
    through_winter(state)
    do(state, "choose(fuscus)", "choose(keel)")
    while asked(state) != "Placing":
        do(state, min(legal(state)))
    to_actions(state)

    fuscus = person(state, "fuscus")
    assert (fuscus.psyche, fuscus.body) == (4, 3)
    fuscus.psyche = 1
    stress.hurt(state, state.person("fuscus"), stress.PSYCHE, 0, [])
    assert (fuscus.psyche, fuscus.body) == (4, 3)  # a condition: both tracks start anew


@pytest.mark.rule("S178")
@pytest.mark.rule("S115")
@pytest.mark.parametrize(
    ("who", "action", "cleared", "left"),
    [
        ("thea", "encouraging_words", {"distracted", "angry"}, 1),
        ("yasmina", "magical_healing", {"weary"}, 0),
    ],
)
def test_a_condition_of_one_track_is_cleared(who, action, cleared, left):
    state = opened(all_characters=True)
    lore = SKILLS.index("lore")
    sheet(state, "keel").conditions = [(0, lore), (0, lore), (1, lore)]
    sheet(state, "keel").curses = [lore]
    year(state, 2, ("menas", "fuscus"))
    do(state, "scenario(honest_days_work,normal)")
    assert actions_of(state, who) == {action}
    do(state, f"winter_action({who},{action})")

    if len(cleared) > 1:
        assert legal(state) == {f"clear(keel,{name})" for name in cleared}
        do(state, min(legal(state)))
    track = 0 if who == "thea" else 1
    assert [each[0] for each in sheet(state, "keel").conditions].count(track) == left
    assert len(sheet(state, "keel").conditions) == 2
    assert sheet(state, "keel").curses == [lore]


@pytest.mark.rule("S178")
def test_forager_lets_one_other_character_take_a_survival_asset_more():
    state = opened(all_characters=True)
    sheet(state, "yasmina").winters.append("forager")
    put_in_archive(state, "cart", "windillipus_bronson", "arens_platemail")
    year(state, 2, ("keel", "fuscus"))
    do(state, "scenario(honest_days_work,normal)")
    assert actions_of(state, "yasmina") == {"forager"}
    do(state, "winter_action(yasmina,forager)")
    through_winter(state)
    do(state, "choose(yasmina)", "choose(fuscus)")
    while asked(state) == "Learning":
        do(state, "learn(yasmina,command)")

    # Survival 1 of Fuscus allows none by itself; Yasmina, who foraged, is no other character.
    assert asked(state) == "Equipping"
    assert legal(state) == {"equip(yasmina,cart)", "equip(yasmina,windillipus_bronson)", "ready(yasmina)"}
    do(state, "ready(yasmina)")
    assert legal(state) == {"equip(fuscus,cart)", "equip(fuscus,windillipus_bronson)", "ready(fuscus)"}
    do(state, "equip(fuscus,cart)")
    assert asked(state) == "Placing"
    end_year(to_actions(state))
    play(state, "yasmina", "fuscus", scenario="two_eyes_in_one_face", to="Equipping")
    assert "ready(fuscus)" not in legal(state)  # it was for one session


@pytest.mark.rule("S178")
@pytest.mark.rule("S221")
def test_who_gets_the_extra_of_forager_is_the_spotlight_players_choice():
    state = opened(3, all_characters=True)
    sheet(state, "yasmina").winters.append("forager")
    put_in_archive(state, "cart")
    year(state, 3, ("keel", "fuscus", "thea"))
    do(state, "scenario(honest_days_work,normal)")
    actions_of(state, "yasmina")
    do(state, "winter_action(yasmina,forager)")
    through_winter(state)
    do(state, "choose(thea)", "choose(fuscus)", "choose(keel)")

    assert (asked(state), state.to_act) == ("Foraging", (2,))
    assert legal(state) == {"on(thea)", "on(fuscus)", "on(keel)"}
    do(state, "on(fuscus)")
    assert person(state, "fuscus").extras == [SKILLS.index("survival")]


@pytest.mark.rule("S178")
@pytest.mark.parametrize(
    ("combat", "wounded", "more"),
    [(1, False, True), (0, False, True), (3, False, False), (2, False, True), (2, True, False)],
)
def test_military_tactician_teaches_up_to_the_teachers_rank(combat, wounded, more):
    state = opened(all_characters=True)
    sheet(state, "thea").skills[SKILLS.index("combat")] = combat
    if wounded:
        sheet(state, "menas").conditions = [(1, SKILLS.index("combat"))]
    year(state, 2, ("keel", "yasmina"))
    for name in ("oniri", "lucia"):  # better fighters than Menas, as tacticians not
        sheet(state, name).skills[SKILLS.index("tactics")] = 3
    do(state, "scenario(honest_days_work,normal)")
    assert "military_tactician" in actions_of(state, "menas")
    do(state, "winter_action(menas,military_tactician)")

    taught = {"learn(fuscus,combat)", "learn(fuscus,tactics)", "learn(thea,tactics)"}
    assert legal(state) == (taught | {"learn(thea,combat)"} if more else taught)
    do(state, "learn(thea,tactics)")
    assert skill(state, "thea", "tactics") == 3
    assert skill(state, "menas", "tactics") == 3


@pytest.mark.rule("S178")
def test_smuggler_brings_a_drug_from_the_decks_as_the_year_before_left_them():
    state = opened()
    sheet(state, "fuscus").winters.append("smuggler")
    year(state, 3, ("thea", "keel"))
    do(state, "scenario(honest_days_work,normal)")
    assert "smuggler" in actions_of(state, "fuscus")
    do(state, "winter_action(fuscus,smuggler)")
    through_winter(state)
    do(state, "choose(thea)", "choose(keel)")
    while asked(state) == "Learning":
        do(state, min(legal(state)))

    assert (asked(state), state.to_act) == ("Smuggling", (0,))
    assert legal(state) == {
        f"grant({who},{drug})" for who in ("thea", "keel") for drug in ("starsalt", "prismatic_lotus")
    }
    do(state, "grant(keel,prismatic_lotus)")
    to_actions(state)
    assert completed(state, "keel") == []
    assert slots(state, "keel", "prismatic_lotus") == (None,) * len(
        state.book.assets[state.book.asset["prismatic_lotus"]].slots
    )
    assert "prismatic_lotus" not in deck(state)
    sound(state)


@pytest.mark.rule("S178")
@pytest.mark.rule("S133")
def test_without_a_drug_there_is_nothing_to_smuggle():
    state = opened()
    sheet(state, "fuscus").winters.append("smuggler")
    story(state).burned_assets.append(state.book.asset["starsalt"])
    year(state, 2, ("thea", "keel"))  # Prismatic Lotus joins after the winter
    do(state, "scenario(honest_days_work,normal)")
    assert actions_of(state, "fuscus") == set()


@pytest.mark.rule("S178")
@pytest.mark.rule("S25")
def test_a_smuggled_drug_is_no_starting_asset_of_its_skill():
    state = opened()
    sheet(state, "fuscus").winters.append("smuggler")
    put_in_archive(state, "friendship_bread")
    year(state, 4, ("thea", "keel"))
    do(state, "scenario(honest_days_work,normal)")
    actions_of(state, "fuscus")
    do(state, "winter_action(fuscus,smuggler)")
    through_winter(state)
    do(state, "choose(fuscus)", "choose(keel)", "learn(fuscus,lore)", "grant(fuscus,starsalt)")

    assert legal(state) == {"equip(fuscus,friendship_bread)", "ready(fuscus)"}


@pytest.mark.rule("S178")
@pytest.mark.rule("S5")
def test_strategic_planning_raises_stability():
    state = opened()
    sheet(state, "thea").winters.append("strategic_planning")
    produce(state, "parisas_glen", 1)
    year(state, 2, ("menas", "keel"))
    do(state, "scenario(honest_days_work,normal)")
    assert actions_of(state, "thea") == {"strategic_planning"}
    do(state, "winter_action(thea,strategic_planning)")
    empty = {"gravewood", "loomwood", "yearly_field", "boars_peak"}
    assert legal(state) == {f"at({place})" for place in (*empty, "parisas_glen")}

    other = state.copy()
    do(state, "at(parisas_glen)")
    assert level(state, "parisas_glen") == 2
    do(other, "at(loomwood)")
    loomwood = place_number(other, "loomwood")
    assert (other.level[loomwood], other.makes[loomwood]) == (1, other.book.resource["stability"])


@pytest.mark.rule("S178")
def test_strategic_planning_does_nothing_where_stability_is_improved():
    state = opened()
    sheet(state, "thea").winters.append("strategic_planning")
    year(state, 2, ("menas", "keel"))
    do(state, "scenario(honest_days_work,normal)")
    actions_of(state, "thea")
    do(state, "winter_action(thea,strategic_planning)")
    assert "at(parisas_glen)" not in legal(state)
    assert "at(whitehold)" not in legal(state)


@pytest.mark.rule("S178")
@pytest.mark.rule("S114")
@pytest.mark.rule("S115")
def test_ritual_of_cleaving_clears_a_curse_of_anybody():
    state = opened()
    story(state).common.append("ritual_of_cleaving")
    for name in ("menas", "keel", "fuscus"):
        sheet(state, name).curses = [SKILLS.index("lore")]
    year(state, 2, ("thea", "keel"))
    do(state, "scenario(honest_days_work,normal)")
    assert "ritual_of_cleaving" in actions_of(state, "menas")
    do(state, "winter_action(menas,ritual_of_cleaving)")
    assert legal(state) == {f"clear({name},curse-lore)" for name in ("menas", "keel", "fuscus")}
    do(state, "clear(keel,curse-lore)")
    assert sheet(state, "keel").curses == []
    assert "ritual_of_cleaving" in actions_of(state, "fuscus")


@pytest.mark.rule("S115")
@pytest.mark.rule("S162")
def test_the_ritual_can_be_made_to_do_nothing():
    state = opened(cleaving="nothing")
    story(state).common.append("ritual_of_cleaving")
    sheet(state, "menas").curses = [SKILLS.index("lore")]
    year(state, 2, ("thea", "keel"))
    do(state, "scenario(honest_days_work,normal)")
    assert actions_of(state, "menas") == {"military_tactician"}


# ---- a session ends


@pytest.mark.rule("S140")
@pytest.mark.parametrize("won", [False, True])
def test_the_most_common_skill_goes_up_won_or_lost(won):
    state = first_year("thea", "fuscus")
    finish(state, "thea", "jugglepuff")
    beat(state, "thea", "grain_shortage", "the_forgotten_dead")
    start(state, "thea", "griddle_bok_the_transmuter")  # in progress: does not count
    stress.hurt(state, state.person("thea"), stress.BODY, 0, [])
    end_year(state, won)

    assert skill(state, "thea", "command") == 4
    assert skill(state, "thea", "lore") == 3
    fuscus = next(card for card in HOUSE.characters if card.id == "fuscus")
    assert tuple(sheet(state, "fuscus").skills) == fuscus.skills  # without cards nothing


@pytest.mark.rule("S140")
@pytest.mark.rule("S224")
def test_in_a_tie_the_player_chooses_and_what_was_played_counts():
    state = first_year("thea", "fuscus")
    person(state, "fuscus").played_assets = [state.book.asset["radiant_fernbrake"]]
    person(state, "fuscus").played_obstacles = [state.book.obstacle["grain_shortage"]]
    wound(state, "fuscus", "body", "lore", "lore")
    lose(state)

    assert (asked(state), state.to_act) == ("Improving", (1,))
    assert legal(state) == {"improve(fuscus,lore)", "improve(fuscus,command)"}
    refuses(state, "improve(fuscus,combat)", "S140")
    do(state, "improve(fuscus,lore)")
    assert skill(state, "fuscus", "lore") == 3
    assert skill(state, "fuscus", "command") == 1


@pytest.mark.rule("S140")
def test_a_skill_of_five_is_passed_over():
    state = first_year("thea", "fuscus")
    person(state, "thea").skills[SKILLS.index("lore")] = 5
    finish(state, "thea", "jugglepuff", "griddle_bok_the_transmuter", "tent")
    end_year(state)

    assert skill(state, "thea", "lore") == 5
    assert skill(state, "thea", "survival") == 2


@pytest.mark.rule("S140")
def test_starting_assets_count_for_improving():
    state = opened()
    put_in_archive(state, "cart")
    year(state, 2, ("thea", "keel"))
    play(state, "thea", "keel", scenario="honest_days_work", to="Equipping")
    do(state, "equip(keel,cart)")
    end_year(to_actions(state))
    assert skill(state, "keel", "survival") == 4


@pytest.mark.rule("S141")
def test_lasting_assets_go_to_the_archive_and_the_rest_to_the_deck():
    state = first_year("thea", "fuscus")
    finish(state, "thea", "cart", "tent")
    finish(state, "fuscus", "warhorse")
    start(state, "fuscus", "sunriders")
    end_year(state)

    assert archive(state) == {"cart", "warhorse"}
    play(state, "thea", "keel", scenario="honest_days_work")
    every = deck(state) | {state.book.assets[asset].id for asset in state.staged}
    assert "sunriders" in every
    assert not every & {"cart", "warhorse"}
    assert "tent" not in every  # the only single-use asset was burned


@pytest.mark.rule("S141")
@pytest.mark.rule("S224")
def test_each_player_burns_one_of_each_kind_from_the_cards_of_all():
    state = year(opened(), 2, ("menas", "keel"))
    play(state, "fuscus", "thea", scenario="honest_days_work")
    assert state.spotlight == 1  # who plays Fuscus
    finish(state, "thea", "tent", "gravewood_ale", "cart")
    person(state, "fuscus").played_assets = [state.book.asset["zarahs_charm"]]
    beat(state, "thea", "grain_shortage", "mole_hunt")
    beat(state, "fuscus", "field_work")
    lose(state)
    while asked(state) in ("Improving", "Settling"):
        do(state, min(legal(state)))

    assert (asked(state), state.to_act) == ("BurningAsset", (1,))
    assert legal(state) == {"burn_asset(tent)", "burn_asset(gravewood_ale)", "burn_asset(zarahs_charm)"}
    refuses(state, "burn_asset(cart)", "S141")
    do(state, "burn_asset(tent)")
    assert (asked(state), state.to_act) == ("BurningObstacle", (1,))
    assert legal(state) == {
        f"burn_obstacle({name})" for name in ("grain_shortage", "mole_hunt", "field_work")
    }
    do(state, "burn_obstacle(mole_hunt)")
    assert (asked(state), state.to_act) == ("BurningAsset", (0,))
    assert legal(state) == {"burn_asset(gravewood_ale)", "burn_asset(zarahs_charm)"}
    do(state, "burn_asset(zarahs_charm)", "burn_obstacle(field_work)")
    assert asked(state) == "ChoosingScenario"
    assert archive(state) == {"cart"}

    play(state, "thea", "keel", scenario="two_eyes_in_one_face")
    every = deck(state) | {state.book.assets[asset].id for asset in state.staged}
    assert "gravewood_ale" in every
    assert not every & {"tent", "zarahs_charm"}
    foes = set(pile(state, "obstacle_deck")) | {state.book.obstacles[s.obstacle].id for s in state.standing}
    assert "grain_shortage" in foes
    assert not foes & {"mole_hunt", "field_work"}


@pytest.mark.rule("S141")
def test_who_has_nothing_left_to_choose_from_burns_none():
    state = first_year("thea", "fuscus")
    beat(state, "fuscus", "mole_hunt")
    end_year(state)

    assert pile(state, "burned") == ["mole_hunt"]
    assert story(state).burned_assets == []


@pytest.mark.rule("S141")
@pytest.mark.rule("S14")
def test_alone_one_burns_for_both_characters():
    state = first_year("thea", "fuscus", seats=1)
    beat(state, "fuscus", "mole_hunt", "field_work")
    end_year(state)
    assert set(pile(state, "burned")) == {"mole_hunt", "field_work"}


@pytest.mark.rule("S141")
def test_all_is_cleared_away_and_what_was_aside_goes_back():
    state = first_year("thea", "fuscus")
    state.hindered = [state.book.obstacle["mole_hunt"]]
    state.obstacle_deck.remove(state.hindered[0])
    give(state, "thea", 6)
    lay(state, "loomwood", "technology-3")
    end_year(state)

    assert not any(state.dice)
    assert state.people == state.standing == state.hindered == state.staged == state.discard == []
    assert [supply(state, kind) for kind in ("stability", "sorcery", "action")] == [6, 6, 18]
    do(state, "scenario(honest_days_work,normal)")
    assert "mole_hunt" in pile(state, "obstacle_deck")
    sound(state)


@pytest.mark.rule("S141")
@pytest.mark.rule("S99")
def test_locked_cards_go_back_to_the_reserve():
    state = first_year("thea", "fuscus")
    assert in_play(state, "miasma_of_malevolence") is not None
    end_year(state)
    play(state, "thea", "fuscus", scenario="honest_days_work")
    assert "miasma_of_malevolence" not in pile(state, "obstacle_deck")
    assert in_play(state, "miasma_of_malevolence") is None


@pytest.mark.rule("S141")
def test_what_a_scene_puts_into_the_archive_stays_there():
    state = first_year("thea", "fuscus")
    happen(state, Do("completion", 2, 0))
    end_year(state, won=True)
    assert archive(state) == {"theddas_palimpsest"}


@pytest.mark.rule("S142")
@pytest.mark.rule("S144")
def test_the_map_and_production_stay():
    state = first_year("thea", "fuscus")
    happen(state, Do("completion", 0, 0))  # adds Arankh
    cell = sorted(legal(state, "settle"))[0]
    do(state, cell)
    produce(state, "whitehold", 2)
    produce(state, "hogel_manor", 0)
    cells = list(state.cells)
    end_year(state)
    play(state, "thea", "keel", scenario="honest_days_work")

    assert state.cells == cells
    assert (level(state, "whitehold"), level(state, "hogel_manor"), level(state, "arankh")) == (2, 0, 1)


@pytest.mark.rule("S142")
@pytest.mark.rule("S96")
def test_ruins_stay_ruins():
    state = first_year("thea", "fuscus", fort_ruins=True)
    ruins, fort = place_number(state, "ruins_of_boars_rift"), place_number(state, "boars_rift")
    state.cells[state.cells.index(fort)] = ruins
    state.level[fort] = 0
    end_year(state)
    play(state, "thea", "keel", scenario="two_eyes_in_one_face")
    assert ruins in state.locations()
    assert fort not in state.locations()


@pytest.mark.rule("S143")
@pytest.mark.rule("S221")
def test_a_new_location_is_put_beside_its_region():
    state = first_year("thea", "fuscus")
    happen(state, Settling((0,), place_number(state, "arankh")))
    free = legal(state, "settle")
    assert free == {  # beside Gravewood (1,1), Boar's Peak (1,2) or Hogel Manor (2,1)
        "settle(arankh,1,0)",
        "settle(arankh,2,0)",
        "settle(arankh,3,1)",
        "settle(arankh,2,2)",
    }
    refuses(state, "settle(arankh,0,4)", "S143")
    refuses(state, "settle(arankh,1,1)", "S143")
    do(state, "settle(arankh,2,2)")
    arankh = place_number(state, "arankh")
    assert state.cells[2 * 7 + 2] == arankh
    assert (state.level[arankh], state.makes[arankh]) == (1, state.book.resource["sorcery"])


@pytest.mark.rule("S143")
def test_without_a_cell_beside_the_region_any_cell_beside_a_location_will_do():
    state = first_year("thea", "fuscus")
    settled = [place_number(state, name) for name in ("gravewood", "boars_peak", "hogel_manor")]
    state.cells = [-1 if place in settled else place for place in state.cells]
    happen(state, Settling((0,), place_number(state, "wrenhouse")))
    assert "settle(wrenhouse,0,0)" in legal(state)
    assert "settle(wrenhouse,3,3)" in legal(state)
    assert "settle(wrenhouse,3,6)" not in legal(state)


UNLOCKS = [("foragers_curiosity", 2, "yasmina"), ("the_betrayed", 3, "lucia"), ("death_captured", 4, "oniri")]


@pytest.mark.rule("S144")
@pytest.mark.rule("S8")
@pytest.mark.parametrize("won", [True, False])
@pytest.mark.parametrize(("scenario", "number", "who"), UNLOCKS)
def test_scenarios_unlock_characters_won_or_lost(scenario, number, who, won):
    state = year(opened(), number, ("thea", "keel"))
    assert not sheet(state, who).unlocked
    end_year(play(state, "thea", "keel", scenario=scenario), won)
    assert sheet(state, who).unlocked
    do(state, "scenario(honest_days_work,normal)")
    through_winter(state)
    assert f"choose({who})" in legal(state)


TEACHES = [
    ("foragers_curiosity", True, "yasmina", "forager"),
    ("foragers_curiosity", False, "yasmina", None),
    ("honest_days_work", True, "fuscus", "smuggler"),
    ("honest_days_work", False, "fuscus", None),
    ("oath_of_the_hawkleader", True, "menas", "hunter"),
    ("oath_of_the_hawkleader", False, "menas", None),
    ("longstanding_traditions", True, "thea", "strategic_planning"),
    ("longstanding_traditions", False, "thea", None),
]


@pytest.mark.rule("S144")
@pytest.mark.rule("S178")
@pytest.mark.parametrize(("scenario", "won", "who", "action"), TEACHES)
def test_scenarios_give_winter_actions(scenario, won, who, action):
    state = year(opened(), 3, ("thea", "keel"))
    end_year(play(state, "thea", "keel", scenario=scenario), won)
    assert sheet(state, who).winters == ([action] if action else [])


@pytest.mark.rule("S144")
@pytest.mark.rule("S178")
def test_the_ritual_belongs_to_everybody_even_if_the_year_is_lost():
    state = first_year("thea", "fuscus")
    happen(state, Do("completion", 1, 1))
    end_year(state)
    sheet(state, "thea").curses = [0]
    do(state, "scenario(honest_days_work,normal)")
    assert "ritual_of_cleaving" in actions_of(state, "menas")
    assert "ritual_of_cleaving" in actions_of(state, "keel")


@pytest.mark.rule("S144")
def test_an_action_of_a_locked_character_is_held():
    state = year(opened(), 2, ("thea", "keel"))
    play(state, "thea", "keel", scenario="foragers_curiosity")
    win(state)
    assert sheet(state, "yasmina").unlocked
    assert sheet(state, "yasmina").winters == ["forager"]


@pytest.mark.rule("S144")
@pytest.mark.rule("S185")
@pytest.mark.parametrize("won", [True, False])
def test_lucia_s_old_friends_come_after_her_won_or_lost(won):
    """Once, whoever lost The Betrayed got Lucia without them, and was better off."""
    state = year(opened(), 3, ("thea", "keel"))
    end_year(play(state, "thea", "keel", scenario="the_betrayed"), won)
    play(state, "thea", "keel", scenario="honest_days_work")
    foes = set(pile(state, "obstacle_deck")) | {state.book.obstacles[s.obstacle].id for s in state.standing}
    assert "agents_of_chaos" in foes


@pytest.mark.rule("S144")
@pytest.mark.rule("S26")
@pytest.mark.parametrize("won", [True, False])
def test_a_card_that_joins_the_deck_is_in_it_from_the_next_year_on(won):
    state = year(opened(), 2, ("thea", "keel"))
    play(state, "thea", "keel", scenario="foragers_curiosity")
    assert "elisa" not in pile(state, "obstacle_deck")
    end_year(state, won)
    play(state, "thea", "keel", scenario="honest_days_work")
    foes = set(pile(state, "obstacle_deck")) | {state.book.obstacles[s.obstacle].id for s in state.standing}
    assert ("elisa" in foes) == won


@pytest.mark.rule("S144")
@pytest.mark.rule("S189")
def test_the_veil_lasts():
    state = year(opened(), 4, ("thea", "keel"))
    end_year(play(state, "thea", "keel", scenario="parting_the_veil"), won=True)
    play(state, "thea", "keel", scenario="honest_days_work")
    state.dice[place_number(state, "loomwood")] = []
    stand(state, "thea", "loomwood")
    lay(state, "loomwood", "sorcery-2")
    state.people[state.person("thea")].dice = [6]
    start(state, "thea", "artificers_gear")  # two technology dice
    do(state, "create(thea,action-6)")
    assert legal(state, "slot") <= {"slot(artificers_gear,1,sorcery-2)", "slot(artificers_gear,2,sorcery-2)"}
    assert legal(state, "slot")


@pytest.mark.rule("S144")
@pytest.mark.rule("S191")
def test_the_smugglers_roads_last():
    state = year(opened(), 5, ("thea", "keel"))
    end_year(play(state, "thea", "keel", scenario="friends_like_these"), won=True)
    play(state, "thea", "keel", scenario="served_cold")
    stand(state, "thea", "gravewood", moves=0)
    lay(state, "gravewood", "technology-2")
    assert legal(state, "pay") == {"pay(thea,whitehold,technology-2)"}
    do(state, "pay(thea,whitehold,technology-2)")
    assert person(state, "thea").place == place_number(state, "whitehold")


@pytest.mark.rule("S144")
@pytest.mark.parametrize(
    ("scenario", "number", "won", "change"),
    [
        ("honest_days_work", 2, True, "amber_trade_fair"),
        ("honest_days_work", 2, False, "the_obfuscated_bribe"),
        ("oath_of_the_hawkleader", 2, False, "the_long_wastes"),
        ("parting_the_veil", 4, False, "shimmerhall"),
        ("for_the_greater_good", 5, True, "house_lavender"),
        ("for_the_greater_good", 5, False, "brassport"),
    ],
)
def test_scenarios_change_the_map(scenario, number, won, change):
    state = year(opened(), number, ("thea", "keel"))
    end_year(play(state, "thea", "keel", scenario=scenario), won)
    assert place_number(state, change) in state.locations()


@pytest.mark.rule("S180")
@pytest.mark.parametrize(
    ("scenario", "number", "won", "location", "before", "after"),
    [
        ("oath_of_the_hawkleader", 2, True, "boars_rift", 1, 2),
        ("longstanding_traditions", 3, False, "parisas_glen", 2, 1),
        ("honest_days_work", 1, True, "parisas_glen", 2, 2),
        ("honest_days_work", 1, False, "parisas_glen", 2, 1),
        ("the_betrayed", 3, True, "whitehold", 1, 1),
        ("the_betrayed", 3, False, "whitehold", 1, 0),
        ("friends_like_these", 5, True, "eastkeep", 1, 1),
        ("friends_like_these", 5, False, "eastkeep", 1, 0),
        ("friends_like_these", 5, False, "whitehold", 1, 0),
        ("for_the_greater_good", 5, True, "hogel_manor", 1, 2),
    ],
)
def test_scenarios_change_production(scenario, number, won, location, before, after):
    state = year(opened(), number, ("thea", "keel"))
    assert level(state, location) == before
    end_year(play(state, "thea", "keel", scenario=scenario), won)
    assert level(state, location) == after


# ---- what is written


@pytest.mark.rule("S145")
def test_the_journal():
    state = opened()
    do(state, "scenario(order_of_the_blue_robe,normal)", "choose(thea)", "choose(fuscus)")
    to_actions(state)
    finish(state, "thea", "cart")
    wound(state, "thea", "psyche", "lore")
    end_year(state, won=True)
    do(state, "scenario(honest_days_work,difficult)", "winter(menas,train)", "no_action(menas)")
    do(state, "winter(keel,rest)")

    thea = sheet(state, "thea").journal
    assert "Year 1: The Order of the Blue Robe, won" in thea
    assert any("Year 1" in line and "survival" in line for line in thea)
    assert any("Year 1" in line and "distracted" in line for line in thea)
    assert sheet(state, "menas").journal == ["Year 1: train"]
    assert sheet(state, "keel").journal == ["Year 1: rest"]


@pytest.mark.rule("S145")
@pytest.mark.rule("S78")
def test_the_chronicle(monkeypatch: PATCH):
    state = first_year("thea", "fuscus")
    to_scene(state, 1)
    finish(state, "thea", "gravewood_ale", "cart")
    beat(state, "fuscus", "mole_hunt", "wine_and_roses")
    for someone in state.people:
        state.supply[6] += len(someone.dice)
        someone.dice = []
    dice(monkeypatch, then=1)
    do(state, "narrate(thea)", "play_asset(thea,gravewood_ale)", "play_obstacle(fuscus,wine_and_roses)")
    if asked(state) == "Scoring":
        do(state, "done")
    do(state, 'tell("We brought ale, and listened.")', 'tell("")')
    while asked(state) != "Acting":
        do(state, min(legal(state)))
    lose(state)

    assert len(story(state).chronicle) == 1
    chapter = story(state).chronicle[0]
    assert (chapter.year, chapter.scenario, chapter.hard, chapter.won) == (
        1,
        "order_of_the_blue_robe",
        False,
        False,
    )
    assert chapter.characters == ("Thea", "Fuscus")
    assert set(chapter.built) == {"Gravewood Ale", "Cart"}
    assert set(chapter.overcome) == {"Mole Hunt", "Wine and Roses"}
    assert len(chapter.scenes) == 1
    scene = chapter.scenes[0]
    assert (scene.name, scene.place) == ("Impress the Keeper of Forbidden Lore", "Parisa's Glen")
    assert set(scene.cards) == {"Thea's Gravewood Ale", "Fuscus's tale of Wine and Roses"}
    assert ("Thea", "We brought ale, and listened.") in scene.words
    assert scene.lasting == ("Thea's Cart",)


@pytest.mark.rule("S145")
def test_words_of_a_scene_that_was_never_finished_do_not_come_up_in_the_next_year():
    state = first_year("thea", "fuscus")
    state.words, state.shown = [("Thea", "We fell.")], ["Thea: Tent"]
    end_year(state)
    assert (state.words, state.shown) == ([], [])


@pytest.mark.rule("S113")
@pytest.mark.rule("S146")
def test_two_who_are_knocked_out_at_once_end_the_year_once():
    state = first_year("thea", "fuscus", conditions="knockout")
    events: list[Event] = []
    for someone in state.people:
        someone.body = 1
    for number in range(2):
        stress.hurt(state, number, stress.BODY, 0, events)
    state.settle(events)

    assert asked(state) == "ChoosingScenario"
    assert story(state).year == 2
    assert len(story(state).chronicle) == 1


@pytest.mark.rule("S146")
@pytest.mark.rule("S121")
def test_fall_ends_and_the_next_year_begins():
    state = first_year("thea", "fuscus")
    state.season, state.moment = 2, 4
    state.obstacle_deck, state.discard, state.standing, state.asset_deck = [], [], [], []
    do(state, "end", seat=0)
    do(state, "end", seat=1)

    assert asked(state) == "ChoosingScenario"
    assert (story(state).year, state.outcome) == (2, None)
    assert "Fall is over" in story(state).chronicle[0].why


# ---- the finale and the score


def finale(state: SixWintersState, scenario: str = "served_cold", mode: str = "normal") -> SixWintersState:
    return play(year(state, 6, ("thea", "keel")), "thea", "keel", scenario=scenario, mode=mode)


@pytest.mark.rule("S147")
@pytest.mark.parametrize("scenario", ["served_cold", "the_severing", "beyond_brightdune"])
@pytest.mark.parametrize(("won", "result"), [(True, (1.0, 1.0)), (False, (0.0, 0.0))])
def test_the_finale_decides_the_campaign(scenario, won, result):
    state = finale(opened(), scenario)
    (win if won else lose)(state)

    assert state.outcome is not None
    assert state.outcome.scores == result
    assert state.outcome.rule == "S147"
    assert state.to_act == ()
    assert len(story(state).chronicle) == 1


@pytest.mark.rule("S147")
@pytest.mark.parametrize(("more", "points"), [(0, 80), (2, 80), (3, 70)])
def test_a_finale_with_fewer_than_ten_levels_needs_more(more, points):
    state = opened()  # the starting map has 7 levels
    for location in ("whitehold", "eastkeep", "hogel_manor")[:more]:
        produce(state, location, 2)
    finale(state)
    assert narrating.needed(state) == points


@pytest.mark.rule("S147")
def test_the_levels_are_counted_when_the_finale_is_chosen():
    state = opened()
    for location in ("whitehold", "eastkeep", "hogel_manor"):
        produce(state, location, 2)
    finale(state, "served_cold", "difficult")
    produce(state, "whitehold", 0)
    assert narrating.needed(state) == 80


@pytest.mark.rule("S147")
@pytest.mark.rule("S32")
def test_in_a_single_session_the_levels_do_not_matter():
    assert narrating.needed(table("thea", "keel", scenario="served_cold")) == 70


@pytest.mark.rule("S148")
def test_the_campaign_score():
    state = first_year("thea", "keel")
    finish(state, "thea", "cart", "warhorse")
    end_year(state, won=True)
    play(state, "thea", "keel", scenario="honest_days_work", mode="difficult")
    end_year(state, won=True)  # adds Amber Trade Fair, with a base token
    year(state, 6)
    finale(state, "the_severing")  # adds Animaelic Forest, with a base token
    before = list(sheet(state, "thea").skills)
    finish(state, "thea", "sunriders")  # completed in year 6: does not reach the archive
    beat(state, "thea", "mole_hunt")
    win(state)

    levels = [state.level[place] for place in state.locations()]
    assert (levels.count(1), levels.count(2)) == (7, 1)
    expected = 7 + 10 + 7 + 7 * 2 + 1 * 3 + 2 * 1
    assert score(state) == expected
    assert state.outcome is not None
    assert state.outcome.points == (expected, expected)
    assert sheet(state, "thea").skills == before  # nothing is improved after year 6
    assert pile(state, "burned") == []


@pytest.mark.rule("S148")
@pytest.mark.rule("S25")
def test_archived_assets_that_started_in_year_6_count():
    state = opened()
    put_in_archive(state, "cart", "warhorse")
    year(state, 6, ("thea", "keel"))
    play(state, "keel", "thea", scenario="served_cold", to="Equipping")
    before = score(state)
    do(state, "equip(keel,cart)")
    assert score(state) == before


@pytest.mark.rule("S148")
def test_a_lost_campaign_counts_what_is_there():
    state = finale(opened())
    lose(state)
    assert state.outcome is not None
    assert state.outcome.points == (6 * 2 + 3, 6 * 2 + 3)  # The Throne Room came with a base token


@pytest.mark.rule("S149")
@pytest.mark.parametrize(
    ("points", "name"),
    [
        (1, "Noob"),
        (30, "Noob"),
        (31, "Novice"),
        (50, "Novice"),
        (51, "Expert"),
        (70, "Expert"),
        (71, "Master"),
        (99, "Master"),
        (100, "Champion of Brightdune"),
        (140, "Champion of Brightdune"),
    ],
)
def test_titles(points, name):
    state = finale(opened())
    assert title(state, points) == name
    story(state).points = points - 15
    lose(state)
    assert state.outcome is not None
    assert state.outcome.reason.endswith(f"with {points} points: {name}.")


# ---- leaving and coming back


def wander(
    until: Callable[[SixWintersState], bool], seats: int = 2, seed: int = 5, options: dict | None = None
) -> Match:
    """A campaign of random play, up to a moment."""
    match = Match(GAME, seats=seats, options={"mode": "campaign", **(options or {})}, seed=seed)
    chance = random.Random(seed)
    while not until(match.state):
        assert match.state.outcome is None, "the moment never came"
        step(match.state, chance, match.play)
    return match


def step(state, chance: random.Random, play) -> None:
    """One random action; most overcome actions are taken."""
    seat = chance.choice(state.to_act)
    choices = state.legal(seat)
    bold = [action for action in choices if verb(action) in ("overcome", "join")]
    play(chance.choice(bold or choices), seat)


MOMENTS = {
    "the winter": lambda state: asked(state) == "WinterActing" and story(state).year == 3,
    "the target of a winter action": lambda state: asked(state) == "WinterAiming",
    "a session": lambda state: asked(state) == "Acting" and story(state).year == 4,
    "an overcome action": lambda state: asked(state) == "Guarding" and story(state).year == 2,
    "cancelling": lambda state: asked(state) == "Cancelling",
    "the end of a year": lambda state: asked(state) == "BurningObstacle",
}


@pytest.mark.rule("S150")
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_campaign_can_be_left_and_taken_up_after_any_decision(moment):
    for seed in range(5, 60):
        try:
            match = wander(MOMENTS[moment], seed=seed)
            break
        except AssertionError:
            continue
    else:
        pytest.fail("the moment never came")
    state = match.state
    again = GAME.restore(state.snapshot())
    assert again == state
    assert again.legal(state.to_act[0]) == state.legal(state.to_act[0])

    record = Record.parse(match.record().to_text())
    proved = verify(record, GAME).state
    assert proved.fingerprint() == state.fingerprint()

    one, two = random.Random(9), random.Random(9)
    for _ in range(120):
        if state.outcome is not None:
            break
        step(state, one, state.play)
        step(again, two, again.play)
    assert again.fingerprint() == state.fingerprint()


@pytest.mark.rule("S150")
def test_a_whole_campaign_is_one_record():
    match = wander(lambda state: state.outcome is not None, seats=3)
    record = Record.parse(match.record().to_text())
    assert verify(record, GAME).state == match.state
    state = match.state
    assert isinstance(state, SixWintersState)
    assert [chapter.year for chapter in story(state).chronicle] == [1, 2, 3, 4, 5, 6]


# ---- records that cannot be trusted


@pytest.fixture
def saga(tmp_path, monkeypatch: PATCH):
    """A campaign that was left in its second winter, in a file."""
    games = sys.modules["fimbul.games"]
    monkeypatch.setattr(games, "SLUGS", tuple(dict.fromkeys([*games.SLUGS, "six_winters"])))
    match = wander(lambda state: asked(state) == "Wintering")
    path = tmp_path / "campaign.saga"
    path.write_text(match.record().to_text(), encoding="utf-8")
    return path


def refused(path, capfd) -> str:
    """What `fimbul verify` says of a file that it refuses; the file is left as it is."""
    before = path.read_bytes()
    capfd.readouterr()
    assert run(["verify", str(path)]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]
    return err


@pytest.mark.rule("S150")
def test_a_sound_campaign_file_is_proved(saga, capfd):
    assert run(["verify", str(saga)]) == 0
    assert "not finished" in capfd.readouterr().out


@pytest.mark.rule("S150")
@pytest.mark.parametrize("part", [0.2, 0.5, 0.9, 0.999])
def test_a_campaign_file_that_is_cut_off_is_refused(saga, capfd, part):
    data = saga.read_bytes()
    saga.write_bytes(data[: int(len(data) * part)])
    assert "record" in refused(saga, capfd)


@pytest.mark.rule("S150")
@pytest.mark.parametrize(
    ("old", "new"),
    [("seed 5", "seed 6"), ("choose(", "choose ("), ('"solo":"two"', '"solo":"shared"'), ("end", "ent")],
)
def test_a_campaign_file_that_was_edited_is_refused(saga, capfd, old, new):
    text = saga.read_text(encoding="utf-8")
    assert old in text
    saga.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert "was changed after it was written" in refused(saga, capfd)


@pytest.mark.rule("S150")
def test_a_campaign_file_of_other_rules_is_refused(saga, capfd):
    record = Record.parse(saga.read_text(encoding="utf-8"))
    record.rules = "V23.9"
    saga.write_text(record.to_text(), encoding="utf-8")
    said = refused(saga, capfd)
    assert "V23.9" in said
    assert GAME.rules_version in said


@pytest.mark.rule("S150")
def test_a_campaign_file_with_another_course_is_refused(saga, capfd):
    record = Record.parse(saga.read_text(encoding="utf-8"))
    at = next(n for n, move in enumerate(record.moves) if move.action.startswith("choose("))
    record.moves[at] = type(record.moves[at])(record.moves[at].seat, "choose(lucia)", record.moves[at].hash)
    saga.write_text(record.to_text(), encoding="utf-8")
    assert "(S23)" in refused(saga, capfd)  # sealed anew, but Lucia is locked


@pytest.mark.rule("S150")
@pytest.mark.parametrize("options", [{"solo": "three"}, {"layout": "C"}, {"mode": "legend"}, {"sun": 1}])
def test_a_campaign_file_with_impossible_options_is_refused(saga, capfd, options):
    record = Record.parse(saga.read_text(encoding="utf-8"))
    record.options |= options
    saga.write_text(record.to_text(), encoding="utf-8")
    assert next(iter(options)) in refused(saga, capfd)


@pytest.mark.rule("S150")
def test_a_refused_record_names_what_is_wrong_when_it_is_loaded(saga):
    record = Record.parse(saga.read_text(encoding="utf-8"))
    record.rules = "V23.9"
    with pytest.raises(BadRecord, match=r"V23\.9"):
        replay(record, GAME)


# ---- alone, with one pool (S160)


def alone(*characters: str, **options) -> SixWintersState:
    return table(*(characters or ("thea", "keel")), seats=1, solo="shared", **options)


@pytest.mark.rule("S160")
def test_a_shared_pool_starts_with_six_dice():
    state = table("thea", "keel", seats=1)
    assert not state.shared
    opened_ = GAME.new(
        seats=1,
        options={"mode": "session", "solo": "shared", "characters": ("thea", "keel")},
        seed=1,
    )
    assert isinstance(opened_, SixWintersState)
    to_actions(opened_)
    assert sum(len(someone.dice) for someone in opened_.people) == 6
    assert supply(opened_, "action") == 12
    assert len(opened_.people) == 2
    sound(opened_)


@pytest.mark.rule("S160")
@pytest.mark.parametrize(("season", "new"), [(0, 2), (1, 3)])  # 1 and 2 dice in The Order of the Blue Robe
def test_a_shared_pool_gets_two_or_three_new_dice(season, new):
    state = alone()
    state.season = season
    give(state, "thea", 1, 1, 1, 1, 1)
    do(state, "end")
    while asked(state) != "Acting":
        do(state, min(legal(state)))
    assert sum(len(someone.dice) for someone in state.people) == 3 + new  # three are kept
    sound(state)


@pytest.mark.rule("S160")
def test_both_spend_from_a_shared_pool():
    state = alone()
    give(state, "thea", 2, 4, 6)
    stand(state, "thea", "loomwood")
    lay(state, "loomwood", "technology-2")
    lay(state, "parisas_glen", "technology-1")
    start(state, "thea", "artificers_gear")
    start(state, "keel", "tent")
    assert {"create(thea,action-4)", "create(keel,action-4)"} <= legal(state, "create")
    do(state, "create(keel,action-4)")
    while asked(state) == "Filling":
        do(state, min(legal(state)))
    assert sorted(value for someone in state.people for value in someone.dice) == [2, 6]
    assert legal(state, "create") == {"create(thea,action-2)", "create(thea,action-6)"}
    sound(state)


@pytest.mark.rule("S160")
def test_abilities_and_rerolls_of_both_work_on_a_shared_pool(monkeypatch: PATCH):
    state = alone("fuscus", "yasmina", all_characters=True)
    give(state, "fuscus", 3)
    dice(monkeypatch, 5)
    do(state, "reroll(yasmina,actions)")
    assert holds(state, "fuscus") == [5]
    do(state, "use(fuscus,silver_tongued_ruffian)")
    assert holds(state, "fuscus") == [4]
    do(state, "stash(yasmina,reroll_yasmina,action-4)")
    assert holds(state, "fuscus") == []
    sound(state)


@pytest.mark.rule("S160")
@pytest.mark.rule("S69")
def test_dice_of_a_shared_pool_count_once_by_the_rank_of_who_began(monkeypatch: PATCH):
    state = alone("thea", "keel")
    obstacle(state, "remote_influence", "parisas_glen", progress=0, hindrance=0)  # survival: Thea 1, Keel 3
    give(state, "thea", 1, 2, 3, 5)
    dice(monkeypatch, 1, 1)
    do(state, "overcome(keel,remote_influence)", "join(thea)")
    assert asked(state) == "Guarding"
    do(state, "guard(keel,[action-5])")  # once for both
    assert asked(state) == "Acting"
    assert in_play(state, "remote_influence") == ("parisas_glen", 3, 0)
    assert sorted(value for someone in state.people for value in someone.dice) == [1, 2, 3]
    sound(state)


@pytest.mark.rule("S160")
@pytest.mark.rule("S223")
def test_the_player_names_whose_ability_a_shared_pool_unlocks():
    state = alone()
    give(state, "thea", 4, 4, 4, 1)
    rolled = state.rng.drawn
    do(state, "end")
    assert asked(state) == "Unlocking"
    assert state.rng.drawn == rolled  # nothing is rolled before (S45)
    assert legal(state) == {"on(thea)", "on(keel)"}
    refuses(state, "on(menas)", "S160")
    do(state, "on(keel)")
    assert (person(state, "thea").abilities, person(state, "keel").abilities) == (1, 2)


@pytest.mark.rule("S160")
def test_eleven_unlock_nothing_and_nobody_is_asked_where_one_can_be_named():
    state = alone()
    give(state, "thea", 4, 4, 3)
    do(state, "end")
    assert [someone.abilities for someone in state.people] == [1, 1]
    assert asked(state) != "Unlocking"
    state = alone()
    give(state, "thea", 6, 6)
    unlock(state, "thea", 3)
    do(state, "end")
    assert person(state, "keel").abilities == 2
    assert asked(state) != "Unlocking"


@pytest.mark.rule("S160")
def test_scene_stress_is_defended_from_the_shared_pool(monkeypatch: PATCH):
    state = alone()
    to_scene(state, 1)
    finish(state, "keel", "gravewood_ale", "starsalt")
    give(state, "thea", 2)
    dice(monkeypatch, 6, then=6)
    do(state, "narrate(keel)")
    while asked(state) == "Scoring":
        texts = sorted(legal(state))
        do(state, "done" if "done" in texts else texts[0])
    do(state, 'tell("")', "bear(keel)")  # nobody comes before Keel in seat order now: both dice are his
    assert legal(state) == {"guard(keel,[])", "guard(keel,[action-2])"}


@pytest.mark.rule("S160")
def test_in_company_nobody_shares():
    state = table("thea", "keel", solo="shared")
    give(state, "thea", 4, 4, 4)
    assert not state.shared
    do(state, "end", seat=0)
    do(state, "end", seat=1)
    assert (person(state, "thea").abilities, person(state, "keel").abilities) == (2, 1)


@pytest.mark.rule("S160")
@pytest.mark.rule("S150")
def test_a_campaign_with_a_shared_pool_is_played_to_its_end():
    match = wander(lambda state: state.outcome is not None, seats=1, options={"solo": "shared"})
    assert verify(match.record(), GAME).state == match.state


@pytest.mark.rule("S161")
def test_a_campaign_of_four_draws_two_obstacles_more():
    state = first_year("thea", "fuscus", "keel", "menas")
    assert len(state.people) == 4
    state.standing = []
    state.asset_deck = []
    for seat in range(4):
        do(state, "end", seat=seat)
    while asked(state) != "Acting":
        do(state, min(legal(state)))
    assert len(state.standing) == 1 + 2


# ---- options (S162) and own maps (S163)


@pytest.mark.rule("S162")
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("mode", ("session", "campaign")),
        ("cleaving", ("curse", "nothing")),
        ("repeat", ("lost", "never", "always")),
        ("foes", ("wide", "narrow")),
        ("winter_actions", (True, False)),
        ("solo", ("two", "shared")),
    ],
)
def test_options_of_a_campaign_and_their_defaults(name, values):
    assert getattr(GAME.read_options({}), name) == values[0]
    for value in values:
        assert getattr(GAME.read_options({name: value}), name) == value


@pytest.mark.rule("S162")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mode", "legacy"),
        ("scenario", "the_end"),
        ("characters", ["thea", "yasmina"]),
        ("characters", "thea"),
        ("layout", 3),
        ("layout", ""),
        ("layout", {"cells": []}),
        ("layout", {"rows": []}),
        ("all_characters", "some"),
        ("cleaving", "condition"),
        ("repeat", "sometimes"),
        ("foes", "all"),
        ("overcome_again", 2),
        ("curse_value", -1),
        ("trade_cost", "free"),
        ("resource_dice", 6.5),
        ("action_dice", "many"),
        ("fort_ruins", "maybe"),
        ("winter_actions", "no"),
        ("solo", "three"),
        ("fourth_abilities", 4),
    ],
)
def test_bad_values_are_refused_by_name(name, value):
    with pytest.raises((BadOption, BadData), match=name):
        GAME.new(seats=2, options={name: value})
    with pytest.raises((BadOption, BadData), match=name):
        GAME.new(seats=2, options={"mode": "session"} | {name: value})


def drawing(**changes: tuple[int, int]) -> list[str]:
    """The rows of a map file: layout A, some locations elsewhere."""
    rows = []
    for cell in HOUSE.maps:
        if cell.layout == "A":
            row, column = changes.get(cell.location, (cell.row, cell.column))
            rows.append(f"{cell.location},{row},{column}")
    return rows


def written(folder, rows: list[str]):
    path = folder / "mymap.csv"
    path.write_text("\n".join(["location,row,column", *rows]) + "\n", encoding="utf-8")
    return path


@pytest.mark.rule("S163")
@pytest.mark.parametrize("mode", ["campaign", "session"])
def test_an_own_map_is_an_option_that_a_record_carries(tmp_path, mode):
    path = written(tmp_path, drawing(hogel_manor=(2, 2)))
    options = read_options(GAME, [f"layout=@{path}", f"mode={mode}"])
    match = Match(GAME, seats=2, options=options, seed=4)
    path.unlink()
    state = match.state
    assert isinstance(state, SixWintersState)

    assert state.cells[2 * 7 + 2] == place_number(state, "hogel_manor")
    assert state.cells[2 * 7 + 1] == -1
    assert len(state.locations()) == 10
    assert (level(state, "hogel_manor"), level(state, "parisas_glen"), level(state, "loomwood")) == (1, 2, 0)
    chance = random.Random(4)
    for _ in range(30):
        step(match.state, chance, match.play)
    record = Record.parse(match.record().to_text())
    assert verify(record, GAME).state == match.state
    assert GAME.restore(match.state.snapshot()) == match.state


@pytest.mark.rule("S163")
@pytest.mark.parametrize("name", ["A", "B"])
def test_a_layout_can_still_be_named(name):
    assert read_options(GAME, [f"layout={name}"]) == {"layout": name}


@pytest.mark.rule("S163")
@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (drawing(whitehold=(0, 7)), "column"),
        (drawing(whitehold=(1, 1)), "in this cell already"),
        (drawing(hogel_manor=(2, 5)), "hogel_manor"),
        (drawing()[1:], "whitehold"),
        ([*drawing(), "arankh,3,3"], "arankh"),
        ([*drawing()[1:], drawing()[1]], "twice"),
    ],
)
def test_an_own_map_that_breaks_a_condition_is_refused_by_the_option(tmp_path, rows, said):
    options = read_options(GAME, [f"layout=@{written(tmp_path, rows)}"])
    with pytest.raises((BadOption, BadData), match=rf"option 'layout'.*{said}"):
        GAME.new(seats=2, options=options)


@pytest.mark.rule("S163")
@pytest.mark.parametrize(
    "text", ["", "location,row\nwhitehold,1\n", "location,row,column\nwhitehold,one,2\n"]
)
def test_a_map_file_that_cannot_be_read_is_named(tmp_path, text):
    path = tmp_path / "mymap.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((BadOption, BadData), match=r"mymap\.csv"):
        read_options(GAME, [f"layout=@{path}"])
    with pytest.raises((BadOption, BadData), match=r"none\.csv"):
        read_options(GAME, [f"layout=@{tmp_path / 'none.csv'}"])
    with pytest.raises(BadOption, match="solo"):
        read_options(GAME, [f"solo=@{path}"])


@pytest.mark.rule("S163")
@pytest.mark.rule("S147")
def test_production_of_an_own_map_cannot_be_written_into_the_option():
    cells = [{"location": "whitehold", "row": 0, "column": 1, "level": 2}]
    with pytest.raises(BadOption, match="level"):
        GAME.new(seats=2, options={"layout": {"cells": cells}})


@pytest.mark.rule("S221")
def test_answers_of_the_winter_are_refused_at_another_time():
    state = first_year()
    for text in ("scenario(served_cold,normal)", "winter(keel,train)", "burn_obstacle(mole_hunt)"):
        with pytest.raises(Illegal):
            state.play(GAME.parse(text), 0)


@pytest.mark.rule("S12")
@pytest.mark.rule("S178")
def test_what_can_be_burned_in_winter_does_not_tell_the_order_of_the_deck():
    state = opened()
    sheet(state, "menas").winters.append("hunter")
    year(state, 5, ("thea", "keel"))
    do(state, "scenario(honest_days_work,normal)")
    actions_of(state, "menas")
    do(state, "winter_action(menas,hunter)")
    seat = state.spotlight
    for seed in range(5):
        assert state.imagine(seat, Rng(seed)).legal(seat) == state.legal(seat)


# ---- S134: a winter for those who took part


@pytest.mark.rule("S134")
@pytest.mark.parametrize(("seats", "active"), [(2, 2), (3, 3), (4, 4)])
def test_as_many_have_a_winter_as_took_part(seats, active):
    names = ("thea", "keel", "menas", "fuscus")[:active]
    state = year(opened(seats), 2, names)
    do(state, "scenario(two_eyes_in_one_face,normal)")
    wintered = []
    while asked(state) in ("Wintering", "WinterActing", "ComingHome"):
        texts = sorted(legal(state))
        if asked(state) == "ComingHome":
            assert {text[3:-1] for text in texts} == set(names) - set(wintered)
        if asked(state) == "Wintering":
            wintered.append(texts[0][7:].partition(",")[0])
        do(state, next((text for text in texts if "rest" in text or "no_action" in text), texts[0]))
    assert len(wintered) == len(set(wintered)) == active


@pytest.mark.rule("S134")
def test_who_rested_at_home_is_rid_of_a_condition_and_may_go_again():
    state = opened(4)
    sheet(state, "keel").conditions = [(0, SKILLS.index("lore"))]
    year(state, 2, ("thea", "keel", "menas", "fuscus"))
    do(state, "scenario(two_eyes_in_one_face,normal)", "on(keel)")
    refuses(state, "winter_action(keel,sabotage)", "S130")  # no winter action: he trains or rests
    do(state, "winter(keel,rest)")
    refuses(state, "on(keel)", "S134")
    do(state, "on(thea)", "winter(thea,train)", "on(menas)", "winter(menas,rest)")
    do(state, "winter(fuscus,train)")  # who is left
    do(state, "choose(keel)", "choose(thea)", "choose(menas)")  # and Fuscus is left for the fourth
    while asked(state) != "Placing":
        do(state, min(legal(state)))
    assert person(state, "keel").conditions == []
    assert "Keel rested through the winter." in state.view(0).winter
