"""K. How the table keeps the game (V120 to V123), its pictures and words."""

import random

import pytest
from tests.games.valknut.positions import LETTERS, Table, game, position, row

from fimbul.core import BadNotation
from fimbul.games.valknut.actions import Lay
from fimbul.games.valknut.events import Eliminated, Killed, ReadyToFight
from fimbul.games.valknut.rules.placement import Laying
from fimbul.games.valknut.table.art import zone_svg
from fimbul.games.valknut.table.pictures import card_picture
from fimbul.games.valknut.table.words import unit_name


@pytest.mark.rule("V120")
@pytest.mark.parametrize(
    "text",
    [
        "setup(giantess,0,2)",
        "ready",
        "lay(T01,-2,0,3)",
        "lay(A_VIKINGS,2,0,0)",
        "spawn(goblins,4,-1)",
        "decline",
        "move(0,-3,e,2)",
        "shove(0,0,w)",
        "summon(0,0,4,5)",
        "act(vikings)",
        "rise(1,1)",
        "take(odin)",
        "take_from(odin,2)",
        "order([T01,T02,T03])",
        "freya(0,0,n,3)",
        "thor(1,2)",
        "hel(1,vikings,3,4)",
        "fenrir(1,A_VIKINGS)",
        "surtr(2,0)",
        "jormungandr(1,goblins)",
        "end",
    ],
)
def test_the_notation(text):
    assert str(game.parse(text)) == text


@pytest.mark.rule("V120")
@pytest.mark.parametrize(
    "text", ["move(0,0,x,1)", "move(0,0,e)", "order(T01)", "pass", "end()", "lay(T01,0,0)"]
)
def test_what_is_no_action(text):
    with pytest.raises(BadNotation):
        game.parse(text)


@pytest.mark.rule("V120")
def test_the_only_answer_is_asked_for_too():
    table = Table(game.new(options={"warbands": ("giantess", "vikings")}))
    table.play("setup(giantess,0,2)")
    assert table.legal() == {"ready"}
    assert position(row("V . U"), "vikings draugar", points=0).legal() == {"end"}


@pytest.mark.rule("V120")
def test_chance_is_spent_before_the_first_decision():
    state = game.new(seats=4, options={"gods": True}, seed=5)
    drawn, chance = state.rng.drawn, random.Random(5)
    while not state.over:
        state.play(chance.choice(state.legal(state.to_act[0])))
    assert state.rng.drawn == drawn


@pytest.mark.rule("V121")
def test_a_late_card_can_be_laid_in_many_ways():
    counts, chance = [], random.Random(3)
    for seed in range(6):
        state = game.new(seed=seed)
        while not state.over:
            legal = state.legal(state.to_act[0])
            if len(state.laid) == 10 and isinstance(state.decision, Laying):
                four = next((card for card in state.pool if len(state.deck.turns[card]) == 4), None)
                if four is not None:
                    name = state.deck.ids[four]
                    counts.append(sum(getattr(action, "card", "") == name for action in legal))
            state.play(chance.choice(legal))
    assert 180 < sum(counts) / len(counts) < 330


@pytest.mark.rule("V122")
def test_a_game_takes_about_eleven_turns():
    turns, chance = [], random.Random(7)
    for seed in range(20):
        state = game.new(seed=seed)
        while not state.over:
            state.play(chance.choice(state.legal(state.to_act[0])))
        turns.append(state.turn)
    assert 8 <= sum(turns) / len(turns) <= 14


@pytest.mark.rule("V123b")
def test_a_win_is_followed_by_no_rage_and_no_outbreak():
    table = position(row("V . U m"), "vikings draugar", points=3).play("move(0,0,e,1)")
    assert table.result == (0, "V45")
    assert table.legal() == set()
    table = position(row("U . V m"), "vikings draugar", to_move="U", points=3).play("move(0,0,e,1)")
    assert table.count("U") == 1


@pytest.mark.rule("V123e")
def test_all_zones_of_a_face_down_card_are_parley():
    state = game.new(seats=3)
    assert len(state.ground.parley) == 16


@pytest.mark.rule("V123")
def test_an_ambush_card_must_be_laid_when_a_rage_emptied_the_pool():
    table = position(
        row("V U m . U"),
        "vikings draugar",
        step="start",
        pool={"P1": ("....", 1)},
        pile={},
        ambushes={0: ("vikings",)},
    ).play("lay(P1,5,0,0)")
    assert table.phase == "Laying"
    assert all(text.startswith("lay(A_vikings,") for text in table.legal())
    table = position(
        row("V U m . U"), "vikings draugar", step="start", pool={"P1": ("....", 1)}, pile={}
    ).play("lay(P1,5,0,0)")
    assert table.phase == "Marching"


@pytest.mark.rule("V21")
@pytest.mark.rule("V123a")
def test_a_rage_without_a_card_at_the_start_of_a_turn_leads_to_step_three():
    table = position(
        row("V U m . U"), "vikings draugar", step="start", pool={}, pile={}, ambushes={0: ("vikings",)}
    )
    assert table.phase == "Laying"
    table = position(row("V U m . U"), "vikings draugar", step="start", pool={}, pile={})
    assert table.legal() == {"end"}


@pytest.mark.rule("V123")
def test_a_spawned_kind_acts_also_for_victims_of_the_card():
    """Elves and Vikings: a Viking spawned beside a Goblin that the card's mountain kills with an Elf."""
    table = position(
        row("U B . . . . . . E B"),
        "vikings draugar goblins elves",
        mode="ragnarok",
        owners={(8, 0): 0},
        step="lay",
        pool={"P1": ("m*..", 2), "P2": ("....", 1)},
    )
    table.state.cell[next(u for u, k in enumerate(table.state.kind) if k == 3)] = 3 * 512  # a living Viking
    table.play("lay(P1,10,0,0)", "spawn(vikings,10,1)")
    assert table.count("B") == 1
    assert table.phase == "Raging"


# ---- pictures and words


def positions_of(seats, options, seed=2):
    chance = random.Random(seed)
    state = game.new(seats=seats, options=options, seed=seed)
    while not state.over:
        yield state
        state.play(chance.choice(state.legal(state.to_act[0])))
    yield state


def tray(view, name):
    """A tray of the scene."""
    return next(tray for tray in game.scene(view).trays if tray.id == name)


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {"gods": True}), (2, {"mode": "ragnarok"})])
def test_every_position_can_be_drawn_and_told(seats, options):
    for state in positions_of(seats, options):
        for seat in (0, 1, None):
            view = state.view(seat)
            assert game.prompt(view).endswith(".")
            assert game.sketch(view).plain()
            scene = game.scene(view)
            ids = list(scene.ids())
            assert len(set(ids)) == len(ids)
            assert {f"unit:{unit.id}" for unit in view.units} <= set(ids)
            assert {f"pool:{card.id}" for card in view.pool} <= set(ids)
            assert {f"ambush:{card.id}" for cards in view.ambushes for card in cards} <= set(ids)
            assert {f"god:{god}" for held in (view.god_pool, *view.worshipped) for god in held} <= set(ids)
            assert all(card.text and card.picture for tray in scene.trays for card in tray.cards)


def test_only_who_lays_sees_places_and_turns():
    for state in positions_of(2, {}):
        laying = bool(state.to_act) and any(isinstance(a, Lay) for a in state.legal(state.to_act[0]))
        for seat in (0, 1, None):
            ids = set(game.scene(state.view(seat)).ids())
            shown = {name.split(":")[0] for name in ids} & {"ghost", "turn"}
            assert shown == ({"ghost", "turn"} if laying and seat == state.to_act[0] else set())


def test_a_warband_says_what_it_can_do_and_who_waits():
    table = position(row("V V . U"), "vikings draugar")
    mat = tray(table.state.view(0), "seat:0")
    assert mat.seat == 0
    (vikings,) = [card for card in mat.cards if card.id == "supply:0:vikings"]
    assert vikings.title == "Vikings"
    assert "(V67)" in vikings.text
    assert {f.name: f.value for f in vikings.figures} == {
        "waiting in the supply": "2",
        "on the Battleground": "2",
        "victory points each": "3",
    }
    assert {f.name: f.value for f in mat.figures} == {"victory points": "6", "movement points": "2"}
    elves = position(row("E . . U"), "elves draugar").state.view(0)
    assert "crosses forests" in [f.name for f in tray(elves, "seat:0").cards[0].figures]


def test_what_is_one_s_own_is_at_hand():
    table = position(row("V . . U"), "vikings draugar", ambushes={0: ("vikings",), 1: ("draugar",)})
    for seat in (0, 1):
        view = table.state.view(seat)
        mine, theirs = ("vikings", "draugar") if seat == 0 else ("draugar", "vikings")
        own, other = tray(view, f"seat:{seat}"), tray(view, f"seat:{1 - seat}")
        assert (own.role, other.role) == ("hand", "mat")
        assert own.title == f"Your {mine.capitalize()}"
        assert [card.id for card in own.cards] == [f"supply:{seat}:{mine}", f"ambush:A_{mine}"]
        assert f"ambush:A_{theirs}" in [card.id for card in other.cards]
    assert {tray.role for tray in game.scene(table.state.view(None)).trays} == {"mat", "market"}


def test_the_pool_is_at_hand_for_who_lays_a_card():
    table = position(row("V . . U"), "vikings draugar", step="lay")
    assert [tray(table.state.view(seat), "pool").role for seat in (0, 1, None)] == [
        "choice",
        "market",
        "market",
    ]


def test_a_card_says_what_it_brings():
    pool = {"P1": ("m*..", 3), "P2": ("....", 1)}
    table = position(row("V . . U"), "vikings draugar", step="lay", pool=pool)
    cards = {card.id: card for card in tray(table.state.view(0), "pool").cards}
    assert cards["pool:P1"].text == "3 movement points. With its Valknut comes a unit of your supply (V50)."
    assert cards["pool:P2"].text == "1 movement point."
    assert cards["pool:P1"].detail.startswith("From the top: mountain; a Valknut; grassland; grassland.")
    turns = [figure.id for figure in cards["pool:P1"].figures if figure.id]
    assert turns == [f"turn:P1,{r}" for r in range(4)]
    assert [figure.id for figure in cards["pool:P2"].figures if figure.id] == ["turn:P2,0", "turn:P2,1"]


def test_a_card_is_seen_as_it_would_lie():
    table = position(row("V . . U"), "vikings draugar", step="lay", pool={"P1": ("m*.r", 3)}, pile={})
    scene = game.scene(table.state.view(0))
    shown = {node.id: node.svg for node in scene.boards[0].nodes if node.id.startswith("as:turn:")}
    assert set(shown) == {f"as:turn:P1,{r}" for r in range(4)}
    assert len(set(shown.values())) == 4
    assert all(svg.count("mountain") == svg.count("valknut") == 1 for svg in shown.values())
    assert not [n for n in game.scene(table.state.view(1)).boards[0].nodes if n.id.startswith("as:")]


def test_touches_lead_to_every_action_and_back():
    for state in positions_of(2, {"warbands": ("giantess", "vanir")}):
        if state.over:
            continue
        view = state.view(state.to_act[0])
        for action in state.legal(state.to_act[0]):
            touched = game.clicks(view, action)
            meant = game.attempt(view, touched)
            assert meant is None or meant == action, touched


def test_a_touch_that_means_nothing_allowed_is_explained():
    table = position(row("V V . U"), "vikings draugar")
    view = table.state.view(0)
    action = game.attempt(view, ("unit:0", "unit:1"))
    assert str(action) == "move(0,0,e,1)"
    assert table.state.why_not(action).rule == "V31"
    assert game.attempt(view, ("unit:0", "zone:2,1")) is None  # diagonal: no action at all


def test_terrain_is_told_apart_by_shape():
    assert len({zone_svg(letter) for letter in ".frmv"}) == 5
    assert len({card_picture((letter,)) for letter in ".frmv"}) == 5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("move(0,0,e,1)", "Move the westernmost Viking one zone east"),
        ("move(1,2,s,1)", "Move the easternmost Viking one zone south"),
        ("move(5,0,w,1)", "Move the Draugr one zone west to the Valknut"),
        ("end", "End the turn"),
        ("lay(P1,6,0,0)", "Lay P1, upright, east of S5"),
        ("lay(P1,-1,1,2)", "Lay P1, upside down, west of S0, one to the south"),
        ("lay(P1,-2,-1,1)", "Lay P1, turned right, north of S0, two to the west"),
        ("spawn(elves,4,0)", "Bring an Elf to the Valknut"),
        ("setup(vikings,2,0)", "Set up a Viking on S2 (first row)"),
        ("surtr(3,0)", "Surtr burns S3"),
        ("thor(5,0)", "Thor kills the Draugr"),
        ("jormungandr(1,draugar)", "Jormungandr steals a Draugr from the Draugar"),
        ("fenrir(1,A_draugar)", "Fenrir steals Ambush of the Draugar from the Draugar"),
        ("decline", "Decline"),
    ],
)
def test_actions_in_words(text, words):
    picture = """
        V . . . * U
        . . . . . .
        . V . . . .
        . . . . . .
        """
    view = position(picture, "vikings draugar", ambushes={1: ("draugar",)}).state.view(0)
    assert game.describe(view, game.parse(text)) == words


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        ("V . . .\n. V . .\n. . V .\n. . . U", ["westernmost Viking", "Viking on S1", "easternmost Viking"]),
        (
            "V . . .\nV . . .\nV V . .\n. . . U",
            [
                "northernmost Viking",
                "Viking on S0 (second row)",
                "southernmost Viking on S0",
                "easternmost Viking",
            ],
        ),
    ],
)
def test_units_of_one_kind_are_told_apart(picture, told):
    view = position(picture, "vikings draugar").state.view(0)
    names = [unit_name(view, unit) for unit in view.units if unit.kind == "vikings"]
    assert names == [f"the {name}" for name in told]


def test_the_question_says_who_decides_what():
    table = position(row("G . . U"), "giantess draugar", points=1)
    asked, watching = (game.prompt(table.state.view(seat)) for seat in (0, 1))
    assert asked == "You have 1 movement point: choose a unit, then where it goes, or end your turn."
    assert watching == "The Giantess moves: 1 movement point left."
    table = position(row("V . . U"), "vikings draugar", step="lay")
    assert game.prompt(table.state.view(None)) == "The Vikings lay a card."


@pytest.mark.rule("V43")
def test_the_question_warns_of_a_flank_that_waits_for_the_enemy_s_turn():
    def warned(picture):
        view = position(row(picture), "vikings draugar", points=1).state.view(0)
        return [(fact.value, fact.state) for fact in view.question.facts if "Caught" in fact.name]

    assert warned("m V U . V .") == [("a Viking", "bad")]
    assert warned("m V U . U V m") == [("two Vikings", "bad")]
    assert warned(". V U . V .") == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("move(0,0,e,1)", "Your own Viking is in the way."),
        ("move(1,0,e,2)", "The Viking cannot pass an enemy Draugr."),
        ("move(1,0,s,2)", "The Viking cannot cross a mountain."),
        ("move(1,0,n,1)", "The Battleground ends before the Viking gets that far north."),
        ("move(2,0,w,1)", "That Draugr is not yours."),
        ("lay(P1,4,0,0)", "Now you move units, or you end your turn."),
    ],
)
def test_refusals_name_what_is_in_the_way(text, reason):
    picture = "V V U .\n. . . .\n. m . .\n. . . ."
    table = position(picture, "vikings draugar")
    assert table.state.why_not(game.parse(text)).reason == reason


def test_the_log_tells_the_story():
    table = position(row("V . U m . U"), "vikings draugar").play("move(0,0,e,1)")
    assert table.log() == (
        "A Viking goes one zone east. A Draugr is killed. "
        "The Vikings go berserk and lose their movement points."
    )


def test_the_mind_prefers_points_and_dreads_flanks():
    mind = game.mind
    ahead = position(row("V V . U"), "vikings draugar").state
    even = position(row("V . . U"), "vikings draugar").state
    assert mind.evaluate(ahead, 0) > mind.evaluate(even, 0)
    assert mind.evaluate(ahead, 0) == -mind.evaluate(ahead, 1)
    danger = position(row("m V U ."), "vikings draugar").state
    calm = position(row(". V U ."), "vikings draugar").state
    assert mind.evaluate(danger, 0) < mind.evaluate(calm, 0)


# ---- what a blow, a warband and a god are told as


def blows(table):
    """Who struck whom: the strikers, then the struck."""
    return [event.touches() for event in table.events if event.blow]


def numbers(table, letter):
    return [f"unit:{unit.id}" for unit in table.state.view(None).units if unit.kind == LETTERS[letter]]


def test_a_kill_names_those_who_flank():
    table = position(row("V U . V . . U"), "vikings draugar", points=1)
    victim = next(f"unit:{unit.id}" for unit in table.state.view(None).units if unit.x == 1)
    strikers = numbers(table, "V")
    table.play("move(3,0,w,1)")
    assert [(sorted(by), struck) for *by, struck in blows(table)] == [(sorted(strikers), victim)]


def test_with_an_obstacle_there_is_one_who_strikes():
    table = position(row("m U . V . . U"), "vikings draugar", points=1)
    (striker,) = numbers(table, "V")
    table.play("move(3,0,w,1)")
    assert [by for *by, _ in blows(table)] == [[striker]]


@pytest.mark.parametrize(
    ("band", "words"),
    [
        ("Giantess", ["The Giantess is ready.", "The Giantess has no unit left and is out."]),
        ("Elves", ["The Elves are ready.", "The Elves have no unit left and are out."]),
        ("Giantess and Elves", ["The Giantess and Elves are ready."]),
    ],
)
def test_the_verb_goes_with_the_warband(band, words):
    told = [event(seat=0, band=band).sentence() for event in (ReadyToFight, Eliminated)]
    assert set(words) <= set(told)


def test_the_giantess_dies_once_in_a_sentence():
    killed = Killed(seat=0, band="Giantess", unit=0, name="Giantess", x=1, y=2)
    assert killed.sentence() == "The Giantess is killed."


@pytest.mark.parametrize(
    ("band", "words"),
    [
        ("Goblins", "A Goblin is killed."),
        ("Elves and Goblins", "A Goblin is killed."),
        ("Elves", "A Goblin of the Elves is killed."),
    ],
)
def test_a_unit_of_a_foreign_kind_is_told_with_its_owner(band, words):
    assert Killed(seat=0, band=band, unit=0, name="Goblin", x=1, y=2).sentence() == words


def test_the_giantess_wins():
    table = position(row("G . . . . U"), "giantess draugar", points=0, pile={}, pool={})
    table.play("end")
    assert "the Giantess wins" in table.state.outcome.reason
