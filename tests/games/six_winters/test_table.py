"""How Six Winters is drawn and told: pictures, prompts, words, and what a person touches."""

import random
from collections import Counter
from typing import Any, get_args
from xml.etree import ElementTree

import msgspec
import pytest
from tests.games.six_winters.positions import (
    GAME,
    asked,
    beat,
    begin,
    dice,
    discarded,
    do,
    end,
    finish,
    give,
    happen,
    lay,
    next_turn,
    obstacle,
    produce,
    rush,
    settle,
    stage,
    stand,
    start,
    stash,
    table,
    threaten,
    to_scene,
    unlock,
    wound,
)

from fimbul.core import Decision, choice, offered
from fimbul.core.scene import Button, Card, Figure, Tray
from fimbul.games.six_winters.actions import ACTIONS, Dice, Guard
from fimbul.games.six_winters.library.terms import REGIONS, RESOURCES, SKILLS, TRACKS
from fimbul.games.six_winters.library.wording import effect_words
from fimbul.games.six_winters.rules import effects, stress, turn
from fimbul.games.six_winters.rules.campaign import years
from fimbul.games.six_winters.rules.dice import CODES
from fimbul.games.six_winters.state import Agenda
from fimbul.games.six_winters.table import art, trays
from fimbul.games.six_winters.table.sketch import WIDE

ICONS = {icon.id for icon in art.ICONS}
DECISIONS = [kind for kind in get_args(Agenda) if issubclass(kind, Decision)]
MOST_BOARD = 20_000  # letters of what never moves
MOST_SCENE = 90_000  # letters of a whole picture
MOST_NODE = 3_500


def check(state: Any, seat: int | None = None) -> str:
    """A position is drawn and told whole; its prompt."""
    viewer = state.to_act[0] if seat is None and state.to_act else seat
    view = state.view(viewer)
    scene = GAME.scene(view)
    if viewer in state.to_act:
        scene = offered(scene, (choice(GAME.table, view, action) for action in state.legal(viewer)))
    ids = list(scene.ids())
    assert [name for name, count in Counter(ids).items() if count > 1] == []
    board = scene.boards[0]
    picture = scene.to_svg()
    ElementTree.fromstring(picture)
    assert len(picture) < MOST_SCENE
    assert max(len(node.svg) for node in board.nodes) < MOST_NODE
    left, top, wide, high = board.box
    for node in board.nodes:
        assert left <= node.x <= left + wide, node.id
        assert top <= node.y <= top + high, node.id
    for tray in scene.trays:
        assert tray.title
        for card in tray.cards:
            assert card.title
            assert "_" not in f"{card.title} {card.kind} {card.text} {card.detail}", card
            for figure in (*card.figures, *card.marks):
                assert figure.name
                assert not figure.icon or figure.icon in ICONS, figure
    assert all(button.label for button in scene.sheet.buttons)
    spans = [span for line in GAME.sketch(view).lines for span in line]
    assert {span.node for span in spans if span.node} <= set(ids)
    assert all(len(line) <= WIDE for line in GAME.sketch(view).plain().splitlines())
    prompt = GAME.prompt(view)
    assert prompt.endswith(".")
    assert "{" not in prompt
    if viewer in state.to_act:
        check_touches(state, view, set(ids))
    return prompt


def check_touches(state: Any, view: Any, ids: set[str]) -> None:
    """Every legal action has touches of its own, which lead back to it."""
    paths: dict[tuple[str, ...], Any] = {}
    told: set[str] = set()
    for action in state.legal(view.seat):
        path = GAME.clicks(view, action)
        assert path
        assert set(path) <= ids, (str(action), path)
        assert len(set(path)) == len(path), path
        assert path not in paths, (str(action), str(paths[path]))
        meant = GAME.attempt(view, path)
        assert meant is None or meant == action, (path, str(action), str(meant))
        paths[path] = action
        text = GAME.describe(view, action)
        assert text
        assert text not in told, text
        told.add(text)
    for path in paths:
        assert not any(path[:end] in paths for end in range(1, len(path))), path


def node_of(state: Any, name: str, seat: int | None = 0) -> Any:
    return next(node for node in GAME.scene(state.view(seat)).boards[0].nodes if node.id == name)


def tray_of(state: Any, name: str, seat: int | None = 0) -> Tray:
    return next(tray for tray in GAME.scene(state.view(seat)).trays if tray.id == name)


def card_of(state: Any, name: str, seat: int | None = 0) -> Card:
    trays = GAME.scene(state.view(seat)).trays
    return next(card for tray in trays for card in tray.cards if card.id == name)


def figure_of(state: Any, name: str, seat: int | None = 0) -> Figure:
    trays = GAME.scene(state.view(seat)).trays
    figures = [figure for tray in trays for figure in tray.figures]
    figures += [figure for tray in trays for card in tray.cards for figure in (*card.figures, *card.marks)]
    return next(figure for figure in figures if figure.id == name)


def button_of(state: Any, name: str, seat: int = 0) -> Button:
    view = state.view(seat)
    scene = offered(GAME.scene(view), (choice(GAME.table, view, action) for action in state.legal(seat)))
    return next(button for button in scene.sheet.buttons if button.id == name)


def path_of(state: Any, action: str, seat: int = 0) -> tuple[str, ...]:
    return GAME.clicks(state.view(seat), GAME.parse(action))


def told(state: Any, action: str, seat: int = 0) -> str:
    return GAME.describe(state.view(seat), GAME.parse(action))


# ---- everything, in games at random


def test_every_decision_asks_in_its_own_words():
    for kind in DECISIONS:
        assert "question" in vars(kind), kind


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("mode", ["session", "campaign"])
def test_every_position_can_be_drawn_and_told(seats, mode):
    chance = random.Random(seats)
    scenarios = ("order_of_the_blue_robe", "parting_the_veil", "served_cold", "honest_days_work")
    state = GAME.new(
        seats=seats,
        seed=seats,
        options={
            "mode": mode,
            "scenario": scenarios[seats - 1],
            "activation_order": "chosen",
            "difficulty": "difficult" if seats == 3 else "normal",
        },
    )
    seen: Counter[str] = Counter()
    for _ in range(400):
        if state.over:
            break
        seat = chance.choice(state.to_act)
        phase = asked(state)
        actions = state.legal(seat)
        if len(actions) < 300 and (seen[phase] < 3 or chance.random() < 0.03):
            check(state, seat)
        if not seen[phase]:
            check(state, (seat + 1) % seats)
            assert GAME.prompt(state.view(None)).endswith(".")
        seen[phase] += 1
        busy = [action for action in actions if str(action) != "end"]
        state.play(chance.choice(busy if busy and chance.random() < 0.9 else actions), seat)
    if state.over:
        check(state, 0)
        assert GAME.prompt(state.view(0)) == state.outcome.reason


# ---- decisions that are rare


def rich() -> Any:
    """A table with a little of everything."""
    state = table("keel", "thea")
    give(state, "keel", 1, 3, 3, 6)
    give(state, "thea", 2, 4)
    lay(state, "parisas_glen", "technology-2", "technology-2", "stability-5", "sorcery-3", "sorcery-6")
    obstacle(state, "remote_influence", "parisas_glen", progress=3, hindrance=2)
    obstacle(state, "animaelic_echoes", "loomwood")
    obstacle(state, "animaelic_echoes_2", "loomwood")
    finish(state, "keel", "arens_platemail", "griddle_bok_the_transmuter")
    beat(state, "thea", "quintim_the_vile")
    stage(state, "jugglepuff", "baron_barksalot")
    start(state, "keel", "radiant_fernbrake", "sorcery-1")
    unlock(state, "keel", 3)
    stash(state, "keel", "workshop", "technology-4")
    wound(state, "thea", "psyche", "lore")
    threaten(state, "whitehold", 4)
    return state


ASKING = {
    "Offering": lambda: effects.Offering((0,)),
    "Burying": lambda: effects.Burying((0,)),
    "Relieving": lambda: effects.Relieving((0,), 1),
    "Discarding": lambda: effects.Discarding((0,)),
    "Cursing": lambda: effects.Cursing((0,)),
    "Settling": lambda: effects.Settling((0,), table("keel", "thea").book.location["arankh"]),
    "Suffering": lambda: stress.Suffering((0,), 0, 2),
    "Unlocking": lambda: turn.Unlocking((0,)),
    "Foraging": lambda: years.Foraging((0,), 4, "lore"),
    "Smuggling": lambda: years.Smuggling((0,)),
    "Clearing": lambda: years.Clearing((1,), 1),
}


@pytest.mark.parametrize("phase", sorted(ASKING))
def test_rare_questions(phase):
    state = rich()
    if phase == "Relieving":
        threaten(state, "loomwood")
    state.push(ASKING[phase]())
    assert asked(state) == phase
    assert state.legal(state.to_act[0])
    check(state)
    check(state, None)


def test_a_scene_is_played_told_and_borne(monkeypatch):
    state = rich()
    to_scene(state, 1)
    beat(state, "keel", "master_of_the_veil")
    state.people[0].building.clear()
    finish(state, "thea", "radiant_fernbrake")
    view = state.view(0)
    assert view.most >= view.needed
    assert path_of(state, "narrate(keel)") == ("scene",)
    assert told(state, "narrate(keel)") == "Tell the scene Impress the Keeper of Forbidden Lore"
    check(state)
    do(state, "narrate(keel)")
    assert asked(state) == "Scoring"
    number = state.book.obstacle["quintim_the_vile"]
    assert path_of(state, "play_obstacle(thea,quintim_the_vile)", 1) == (f"obstacle:{number}",)
    assert told(state, "play_obstacle(thea,quintim_the_vile)", 1) == "Play Quintim the Vile for 3"
    for seat in (0, 1):
        check(state, seat)
    do(state, "play_obstacle(thea,quintim_the_vile)", "play_asset(thea,radiant_fernbrake)")
    if asked(state) == "Scoring":
        assert card_of(state, f"obstacle:{number}").state == "used"
        check(state)
    while asked(state) == "Scoring":
        do(state, next(str(a) for seat in state.to_act for a in state.legal(seat)))
    assert asked(state) == "Telling"
    assert "What made the keeper listen to you?" in check(state)
    assert path_of(state, 'tell("")') == ("tell",)
    assert path_of(state, "tell(Cake)") == ("tell",)
    assert told(state, "tell(Cake)") == "Say: Cake"
    do(state, 'tell("We sang.")', 'tell("")')
    assert asked(state) == "Dividing"
    assert "psyche die of the scene" in check(state)
    assert path_of(state, "bear(thea)") == ("person:1",)
    dice(monkeypatch, 5, 6)
    do(state, "bear(thea)")
    while asked(state) != "Guarding":
        check(state)
        seat = state.to_act[0]
        state.play(state.legal(seat)[0], seat)
    check(state)
    facts = GAME.scene(state.view(state.to_act[0])).sheet.facts
    assert "the scene's stress" in facts[0].value


def test_cards_before_the_roll_name_the_kind_of_stress():
    state = table("keel", "thea")
    obstacle(state, "orb_of_psychic_torment", "parisas_glen")
    finish(state, "keel", "jugglepuff")
    give(state, "keel", 1, 2)
    do(state, "overcome(keel,orb_of_psychic_torment)", "stay(thea)")
    assert asked(state) == "Bracing"
    asset = state.book.asset["jugglepuff"]
    assert path_of(state, "use(keel,jugglepuff-body)") == (f"asset:{asset}", "against:body")
    assert told(state, "use(keel,jugglepuff-body)") == "Use Jugglepuff against body"
    check(state)


def test_stress_dice_that_are_cancelled_are_pale(monkeypatch):
    state = table("thea", "keel")
    stand(state, "keel", "loomwood")
    obstacle(state, "orb_of_psychic_torment", "parisas_glen")
    give(state, "thea", 4, 5, 6)
    dice(monkeypatch, 4, 5, 5)
    do(state, "overcome(thea,orb_of_psychic_torment)", "guard(thea,[action-4,action-5])")
    assert asked(state) == "Cancelling"
    assert check(state) == "Choose the stress dice to cancel; not all of them can be."
    shown = GAME.scene(state.view(0)).sheet.facts[1]
    assert [die.name for die in shown.dice] == ["psyche 4", "psyche 5", "body 5"]
    assert path_of(state, "cancel(psyche,5)") == ("stress:1",)
    do(state, "cancel(psyche,5)")
    if asked(state) == "Cancelling":
        shown = GAME.scene(state.view(0)).sheet.facts[1]
        assert [die.state for die in shown.dice] == ["hit", "spent", "hit"]
        check(state)


def test_texts_of_locations():
    state = table("keel", "thea")
    settle(state, "the_obfuscated_bribe", 3, 3)
    stand(state, "keel", "the_obfuscated_bribe")
    give(state, "keel", 2)
    state.people[0].body = 2
    check(state)
    assert path_of(state, "visit_free(keel)") == ("act:0:visit_free",)
    settle(state, "guild_of_scribes", 3, 4)
    stand(state, "keel", "guild_of_scribes")
    check(state)
    assert path_of(state, "visit(keel,action-2)") == ("act:0:visit", "die:0:0")
    assert told(state, "visit(keel,action-2)") == "Use the location for a 2"


def test_ways_are_told_apart_where_there_are_several():
    state = table("keel", "thea")
    settle(state, "arankh", 3, 4)
    stand(state, "keel", "undaris_tower")
    arankh, loomwood = state.book.location["arankh"], state.book.location["loomwood"]
    assert path_of(state, "move(keel,arankh)") == (f"location:{arankh}", "by:walk")
    assert path_of(state, "gate(keel,arankh,body)") == (f"location:{arankh}", "by:body")
    assert path_of(state, "move(keel,loomwood)") == (f"location:{loomwood}",)
    assert told(state, "gate(keel,arankh,body)") == "Go through the gate to Arankh for 1 body stress"
    check(state)
    settle(state, "prominence", 0, 4)
    settle(state, "sunbridle_bay", 0, 0)
    stand(state, "keel", "prominence")
    check(state)
    assert path_of(state, "sail(keel,sunbridle_bay)")[1:] == ("by:sail",)
    state.lasting.append("roads")
    lay(state, "prominence", "technology-3")
    check(state)


# ---- touching


def test_who_leads_two_touches_the_character_first():
    solo, pair = table("keel", "thea", seats=1), table("keel", "thea")
    place = solo.book.location["loomwood"]
    for state in (solo, pair):
        for character in ("keel", "thea"):
            stand(state, character, "undaris_tower")
        check(state)
    assert path_of(solo, "move(thea,loomwood)") == ("person:1", f"location:{place}")
    assert path_of(pair, "move(thea,loomwood)", 1) == (f"location:{place}",)
    assert told(solo, "move(thea,loomwood)") == "Thea: go to Loomwood"
    assert told(pair, "move(thea,loomwood)", 1) == "Go to Loomwood"


def test_dice_are_touched_to_spend_them():
    state = rich()
    place = state.book.location["parisas_glen"]
    fernbrake, workshop = state.book.asset["radiant_fernbrake"], "ability:workshop"
    assert path_of(state, "create(keel,action-3)") == ("act:0:create", "die:0:1")
    assert path_of(state, "create(keel,action-6)") == ("act:0:create", "die:0:3")
    check(state)
    do(state, "create(keel,action-6)")
    six = sorted(state.dice[place]).index(CODES["sorcery-6"])
    path = (f"res:{place}:{six}", f"slot:{fernbrake}:2")
    assert path_of(state, "slot(radiant_fernbrake,2,sorcery-6)") == path
    assert "Touch a die of 6 or less" in check(state)
    state = rich()
    state.people[0].boxes.clear()
    two = state.dice[place].index(CODES["technology-2"])
    assert path_of(state, "stash(keel,workshop,technology-2)") == (workshop, f"res:{place}:{two}")
    check(state)


def test_several_dice_are_touched_from_left_to_right():
    state = rich()
    do(state, "reroll(keel,actions)")
    view = state.view(0)
    assert GAME.clicks(view, Dice(("action-3", "action-6"))) == ("die:0:1", "die:0:3", "confirm")
    assert GAME.clicks(view, Dice(("action-3", "action-3"))) == ("die:0:1", "die:0:2", "confirm")
    assert button_of(state, "confirm").label == "Roll these again"
    check(state)
    state = rich()
    do(state, "overcome(keel,remote_influence)", "stay(thea)")
    rush(state, "Guarding")
    view = state.view(0)
    assert GAME.clicks(view, Guard("keel", ())) == ("confirm",)
    assert GAME.clicks(view, Guard("keel", ("action-1", "action-3"))) == ("die:0:0", "die:0:1", "confirm")
    check(state)


def test_carried_dice_are_loaded_and_unloaded():
    state = rich()
    carts = [card for card in state.book.assets if card.power is not None and card.power.verb == "carry"]
    assert carts
    cart = carts[0]
    finish(state, "keel", cart.id)
    stash(state, "keel", cart.id, "military-2")
    check(state)
    asset = state.book.asset[cart.id]
    assert path_of(state, f"unload(keel,{cart.id},military-2)") == (f"asset:{asset}", f"box:{cart.id}:0")


def test_trades_are_buttons_that_follow_the_button():
    state = rich()
    assert path_of(state, "trade(keel,technology,espionage)") == ("act:0:trade", "trade:technology:espionage")
    assert button_of(state, "trade:technology:espionage").group == "trades"
    assert told(state, "trade(keel,technology,espionage)") == "Trade 2 technology for 1 espionage"
    wheel = {f"trade:sorcery:{kind}" for kind in RESOURCES[:5]}
    assert wheel <= set(GAME.scene(state.view(0)).ids())


@pytest.mark.parametrize(
    ("touched", "action", "rule"),
    [
        (("location:0",), "move(keel,whitehold)", "S41"),
        (("act:0:muster",), "muster(keel)", "S41"),
        (("act:0:create", "die:0:0"), "create(keel,action-1)", "S41"),
        (("act:0:visit",), "visit(keel,action-1)", "S41"),
        (("scene",), "narrate(keel)", "S41"),
        (("ability:youthful_artificer",), "use(keel,youthful_artificer)", None),
    ],
)
def test_touches_that_are_refused(touched, action, rule):
    state = rich()
    state.people[0].moves = 0
    meant = GAME.attempt(state.view(0), touched)
    assert str(meant) == action
    if rule is not None:
        refusal = state.why_not(meant, 0)
        assert refusal is not None
        assert refusal.reason


def test_obstacles_elsewhere_are_refused():
    state = rich()
    number = state.book.obstacle["animaelic_echoes"]
    meant = GAME.attempt(state.view(0), (f"obstacle:{number}",))
    assert str(meant) == "overcome(keel,animaelic_echoes)"
    assert state.why_not(meant, 0) is not None


def test_touches_that_mean_nothing():
    state = rich()
    view = state.view(0)
    for touched in ((), ("calendar",), ("pool",), ("mat:0",), ("deck:assets",), ("die:0:0",), ("supply",)):
        assert GAME.attempt(view, touched) is None
    assert GAME.attempt(state.view(None), ("end",)) is None
    end(state)


# ---- what lies on the table


def test_a_location_shows_what_it_is_and_what_lies_there():
    state = rich()
    glen, hold = state.book.location["parisas_glen"], state.book.location["whitehold"]
    node = node_of(state, f"location:{glen}")
    assert "produces stability, improved level" in node.title
    assert "The scene is to be told here." in node.title
    assert "dice: stability 5; technology 2 and 2; sorcery 3 and 6" in node.title
    assert "told" in node.classes
    assert node_of(state, f"location:{hold}").svg.count("cube thr") == 3  # and a number
    assert "4 threat tokens" in node_of(state, f"location:{hold}").title
    faces = [node_of(state, f"res:{glen}:{place}").title for place in range(5)]
    assert faces[0].startswith("Stability 5")
    produce(state, "parisas_glen", 0)
    assert "produces" not in node_of(state, f"location:{glen}").title


def test_an_obstacle_shows_its_tokens():
    state = rich()
    number = state.book.obstacle["remote_influence"]
    node = node_of(state, f"obstacle:{number}")
    assert "Now 3 progress and 2 hindrance of 6." in node.title
    assert (node.svg.count("cube pro"), node.svg.count("cube hin")) == (1, 2)  # three are one with a number
    assert "2 body dice" in node.title
    copy = state.book.obstacle["animaelic_echoes_2"]
    assert node_of(state, f"obstacle:{copy}").title.startswith("Animaelic Echoes (2)")


def test_a_mat_shows_tracks_skills_and_troubles():
    state = rich()
    state.people[0].curses.append(SKILLS.index("survival"))
    assert figure_of(state, "track:0:psyche").title == "Keel's psyche: 3 of 6"
    assert "(written 3, cursed)" in figure_of(state, "skill:0:survival").title
    assert figure_of(state, "skill:0:survival").state == "low"
    assert "Distracted (lore)" in tray_of(state, "mat:1").note
    assert figure_of(state, "skill:1:lore").title == "Thea's lore: 2 (written 3)"
    assert GAME.standing(state.view(0), 0) == "psyche 3, body 3"
    assert GAME.seat_name(state.view(0), 1) == "Thea"
    do(state, "end", seat=0)
    assert GAME.standing(state.view(0), 0).endswith("done")
    assert "Still locked" in card_of(state, "ability:careful_planning").detail
    assert card_of(state, "ability:careful_planning").state == "down"


def test_the_own_mat_comes_first_and_others_are_short_at_a_full_table():
    state = table("keel", "thea", "menas", "fuscus")
    scene = GAME.scene(state.view(2))
    ids = set(scene.ids())
    assert "act:2:create" in ids
    assert "act:0:create" not in ids
    assert {f"skill:{n}:lore" for n in range(4)} <= ids
    assert [tray.id for tray in scene.trays if tray.role == "mat"] == ["mat:2", "mat:0", "mat:1", "mat:3"]
    locked = [card for tray in scene.trays for card in tray.cards if card.state == "down"]
    assert {card.seat for card in locked} == {2}
    for seat in range(4):
        check(state, seat)


def test_a_turned_card_is_pale():
    state = rich()
    do(state, "use(keel,youthful_artificer)")
    check(state)
    rush(state)
    assert card_of(state, "ability:youthful_artificer").state == "used"


def test_the_scenario_and_the_scene_are_told():
    state = rich()
    assert "5/6: all stability dice are lost" in card_of(state, "story").text
    assert card_of(state, "calendar").title == "Turn 1 of spring"
    assert card_of(state, "pool").figures[0].value.startswith("1 of ")
    scene = card_of(state, "scene")
    assert next(figure.value for figure in scene.figures if figure.name == "points").startswith("12 of 20")
    assert "Arankh is added to the map" in scene.detail
    assert "A keeper of forbidden books has come to the Glen" in scene.text
    assert "What made the keeper listen to you?" in scene.text
    over = msgspec.structs.replace(state.view(0), scene=3)
    titles = [card.title for tray in GAME.scene(over).trays for card in tray.cards if card.id == "scene"]
    assert titles == ["All scenes are told."]


def test_an_obstacle_whose_name_has_no_room_begins_with_it():
    state = table("keel", "thea")
    obstacle(state, "miasma_of_malevolence", "parisas_glen", progress=3, hindrance=2)
    number = state.book.obstacle["miasma_of_malevolence"]
    nodes = GAME.scene(state.view(0)).boards[0].nodes
    drawn = next(node.svg for node in nodes if node.id == f"obstacle:{number}")
    assert ">Miasma of" in drawn
    assert "…</text>" in drawn


def test_each_ability_of_a_character_has_a_line():
    state = GAME.new(seed=1)
    lines = card_of(state, "character:thea").detail.split("\n")
    assert [line[:3] for line in lines] == ["1. ", "2. ", "3. "]


def test_piles_name_what_everybody_knows():
    state = rich()
    discarded(state, "repeating_histories")
    state.face_up.append(state.book.obstacle["orb_of_psychic_torment"])
    assert "Repeating Histories" in card_of(state, "discard").text
    assert "Face up on top: Orb of Psychic Torment." in card_of(state, "deck:obstacles").text
    view = state.view(0)
    assert view.asset_deck == tuple(sorted(state.asset_deck))  # which cards, not in which order
    assert view.obstacle_deck == tuple(sorted(state.obstacle_deck))


def test_characters_stand_on_the_board_with_the_faces_of_their_cards():
    state = rich()
    nodes = {node.id: node for board in GAME.scene(state.view(0)).boards for node in board.nodes}
    faces = {art.portrait(person.id, person.character) for person in state.view(0).people}
    assert len(faces) == len(state.people)  # nobody looks like another
    for number, person in enumerate(state.view(0).people):
        assert art.portrait(person.id, person.character) in nodes[f"person:{number}"].svg


def test_a_slot_says_once_which_die_it_takes():
    state = rich()
    slots = [
        slot for number in range(len(state.book.assets)) for slot in trays.asset(state.view(0), number).marks
    ]
    assert {slot.value for slot in slots if not slot.icon} == {""}
    assert any(slot.name.startswith("any ") and not slot.icon for slot in slots)


def test_who_leads_several_characters_is_told_how_many():
    state = begin(seats=1)
    assert check(state) == "Choose a character to play (1 of 2)."
    do(state, "choose(keel)", seat=0)
    assert check(state) == "Choose a character to play (2 of 2)."


def test_characters_are_chosen_by_their_faces():
    state = begin(seats=2)
    assert check(state) == "Choose a character to play."
    assert GAME.prompt(state.view(1)) == "Player 1 chooses a character to play."
    assert path_of(state, "choose(keel)") == ("character:keel",)
    assert "Youthful Artificer" in card_of(state, "character:keel").detail
    do(state, "choose(keel)", seat=0)
    check(state)


def test_a_campaign_begins_with_its_scenarios():
    state = GAME.new(seats=2, seed=1, options={"mode": "campaign"})
    assert check(state) == "Choose the scenario of the year, and how hard it is."
    path = path_of(state, "scenario(order_of_the_blue_robe,difficult)")
    assert path == ("scenario:order_of_the_blue_robe:difficult",)
    assert "Scenes: " in card_of(state, "scenario:order_of_the_blue_robe").detail
    assert card_of(state, "scenario:order_of_the_blue_robe").text.startswith("A sour fog")
    ids = set(GAME.scene(state.view(0)).ids())
    assert "calendar" not in ids  # it belongs to the scenario
    assert GAME.describe(state.view(0), state.legal(0)[0]).startswith("Play ")


def test_a_free_cell_is_shown_only_while_it_is_asked_for():
    state = rich()
    assert not any(id.startswith("cell:") for id in GAME.scene(state.view(0)).ids())
    happen(state, effects.Settling((0,), state.book.location["arankh"]))
    cells = {id for id in GAME.scene(state.view(0)).ids() if id.startswith("cell:")}
    assert {path[0] for action in state.legal(0) if (path := GAME.clicks(state.view(0), action))} <= cells


def test_what_never_moves_is_small_and_always_the_same():
    one, other = table("keel", "thea"), rich()
    boards = {GAME.scene(state.view(None)).boards[0].ground for state in (one, other)}
    assert len(boards) == 1
    assert len(boards.pop()) < MOST_BOARD


def test_kinds_are_told_apart_by_shape():
    assert {*RESOURCES, *SKILLS, *TRACKS, *REGIONS} <= set(art.SIGNS)
    assert len(set(art.SIGNS.values())) == len(art.SIGNS)
    book = table("keel", "thea").book
    assert {card.id for card in book.characters} == set(art.HEADS)
    assert {tag for place in book.locations for tag in place.tags} <= set(art.LANDS)


# ---- words


def test_every_kind_of_action_has_words():
    state = rich()
    view = state.view(0)
    samples = {
        "scenario(served_cold,normal)", "winter(thea,rest)", "winter_action(thea,encouraging_words)",
        "no_action(thea)", "choose(thea)", "learn(thea,lore)", "clear(thea,angry)", "grant(thea,jugglepuff)",
        "equip(thea,jugglepuff)", "ready(thea)", "settle(arankh,0,0)", "place(thea,arankh)",
        "move(keel,loomwood)", "pay(keel,loomwood,technology-2)", "sail(keel,loomwood)",
        "gate(keel,arankh,body)", "muster(keel)", "reroll(keel,actions)", "take(keel,jugglepuff)",
        "create(keel,action-3)", "overcome(keel,remote_influence)", "narrate(keel)",
        "trade(keel,technology,espionage)", "visit(keel,action-1)", "visit_free(keel)",
        "stash(keel,workshop,technology-2)", "use(keel,youthful_artificer)", "load(keel,cart,technology-2)",
        "unload(keel,cart,technology-2)", "end", "dice([action-3])", "value(3)", "type(sorcery)",
        "at(loomwood)", "pick(remote_influence)", "slot(radiant_fernbrake,2,sorcery-6)", "suffer(keel,body)",
        "join(thea)", "stay(thea)", "guard(keel,[])", "cancel(body,3)", "bear(keel)", "hinder", "leave",
        "play_asset(keel,arens_platemail)", "play_obstacle(thea,quintim_the_vile)", 'tell("")', "option(1)",
        "stage(jugglepuff)", "on(keel)", "yes", "no", "done", "activate(remote_influence)",
        "lose(remote_influence,1,0)", "curse(keel,lore)", "improve(keel,lore)", "burn_asset(jugglepuff)",
        "burn_obstacle(remote_influence)",
    }  # fmt: skip
    actions = [GAME.parse(text) for text in samples]
    assert {type(action) for action in actions} == set(ACTIONS)
    texts = {str(action): GAME.describe(view, action) for action in actions}
    for text, said in texts.items():
        assert said, text
        assert said[0].isupper() or said[0].isdigit(), said
        assert "_" not in said, said
    assert texts["winter(thea,rest)"] == "Thea spends the winter at rest"
    assert texts["lose(remote_influence,1,0)"] == "It loses 1 progress"


def test_rewards_are_told():
    state = rich()
    every = state.book.scenarios
    found = [effect for card in every for scene in card.scenes for effect in scene.completion]
    found += [threat.effect for card in every for threat in card.threats]
    found += [effect for card in every for effect in (*card.setup, *card.hard_setup, *card.win, *card.loss)]
    for effect in found:
        said = effect_words(state.book, effect)
        assert said
        assert "_" not in said, said
    choices = [
        (card.id, number, part)
        for card in every
        for number, scene in enumerate(card.scenes)
        for part, effect in enumerate(scene.completion)
        if effect.verb == "one_of"
    ]
    for scenario, number, part in choices:
        asking = table("keel", "thea", scenario=scenario)
        asking.push(effects.OneOf((0,), "completion", number, part))
        check(asking)
        assert not told(asking, "option(1)").startswith("Option")


def test_who_waits_is_told_who_may_act():
    state = rich()
    assert GAME.prompt(state.view(None)) == "Spring, turn 1. Keel or Thea may act."
    do(state, "end", seat=0)
    assert GAME.prompt(state.view(0)) == "Spring, turn 1. Thea may act."
    next_turn(state)


# ---- the terminal


def test_a_table_for_two_fits_a_terminal():
    state = rich()
    lines = GAME.sketch(state.view(0)).plain().splitlines()
    assert len(lines) <= 40
    assert any("Remote" in line and "3+2/6" in line for line in lines)
    assert any("[Keel]" in line for line in lines)
