"""How Fate is drawn and told: pictures, prompts, words, and what a person touches."""

import random
from typing import Any, get_args
from xml.etree import ElementTree

import pytest
from tests.games.fate.positions import FATE, asked, brawl, dice, do, equip, give, put, quest, stand, table

from fimbul.core import Card, Decision, Dice, Die, Line, Tray, choice, offered
from fimbul.games.fate import state
from fimbul.games.fate.actions import ACTIONS, Go
from fimbul.games.fate.table import art
from fimbul.games.fate.table.words import book

DECISIONS = [kind for kind in get_args(state.Agenda) if issubclass(kind, Decision)]
MOST_GROUND = 120_000  # letters of the map's picture
MOST_NODE = 1_500


def check(state: Any, seat: int | None = None) -> str:
    """A position is drawn and told whole; its prompt."""
    viewer = state.to_act[0] if seat is None and state.to_act else seat
    view = state.view(viewer)
    scene = FATE.scene(view)
    if viewer in state.to_act:
        scene = offered(scene, [choice(FATE.table, view, action) for action in state.legal(viewer)])
    ids = list(scene.ids())
    assert len(ids) == len(set(ids))
    for board in scene.boards:
        ElementTree.fromstring(board.to_svg())
    spans = [span for line in FATE.sketch(view).lines for span in line]
    assert {span.node for span in spans if span.node} <= set(ids)
    prompt = FATE.prompt(view)
    assert prompt.endswith(".")
    if view.question is not None:
        assert set(view.question.about) <= set(ids), view.question
        assert "None" not in prompt
    if viewer in state.to_act:
        check_touches(state, view, set(ids))
    return prompt


def check_touches(state: Any, view: Any, ids: set[str]) -> None:
    """Every legal action has touches of its own, which lead back to it."""
    paths: dict[tuple[str, ...], Any] = {}
    told: set[str] = set()
    for action in state.legal(view.seat):
        path = FATE.clicks(view, action)
        assert path
        assert set(path) <= ids, (str(action), path)
        assert path not in paths, (str(action), str(paths[path]))
        meant = FATE.attempt(view, path)
        assert meant is None or meant == action, (path, str(action), str(meant))
        paths[path] = action
        words = FATE.describe(view, action)
        assert words
        assert words not in told, words
        told.add(words)
    for path in paths:
        assert not any(path[:end] in paths for end in range(1, len(path))), path


def tray_of(state: Any, name: str, seat: int = 0) -> Tray:
    return next(tray for tray in FATE.scene(state.view(seat)).trays if tray.id == name)


def card_of(state: Any, name: str, seat: int = 0) -> Card:
    trays = FATE.scene(state.view(seat)).trays
    return next(card for tray in trays for card in tray.cards if card.id == name)


def numbers(figures: Any) -> dict[str, str]:
    return {figure.name: figure.value for figure in figures}


def dice_shown(state: Any, seat: int = 0) -> list[Dice]:
    return [fact for fact in FATE.scene(state.view(seat)).sheet.facts if isinstance(fact, Dice)]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_position_can_be_drawn_and_told(seats):
    chance = random.Random(seats)
    for seed in range(3):
        state = FATE.new(seats=seats, seed=seed, options={"monster_die": seed == 1})
        seen: set[str] = set()
        while not state.over:
            if asked(state) not in seen or chance.random() < 0.1:
                check(state)
                seen.add(asked(state))
            seat = chance.choice(state.to_act)
            actions = [action for action in state.legal(seat) if str(action) != "end"]
            state.play(
                chance.choice(actions if actions and chance.random() < 0.8 else state.legal(seat)), seat
            )
        check(state)
        assert FATE.prompt(state.view(0)) == state.outcome.reason


def test_the_ground_is_the_same_for_all_games():
    one, other = FATE.new(seed=1), FATE.new(seats=4, seed=2, options={"track": "long"})
    grounds = {FATE.scene(state.view(None)).boards[0].ground for state in (one, other)}
    assert len(grounds) == 1
    assert len(grounds.pop()) < MOST_GROUND


def test_nodes_are_lean():
    state = FATE.new(seats=4, seed=5)
    nodes = FATE.scene(state.view(0)).boards[0].nodes
    hexes = [node for node in nodes if node.id.startswith("hex:")]
    assert len(hexes) == 217 - 7
    assert max(len(node.svg) for node in hexes) < 80
    assert max(len(node.svg) for node in nodes if node.id.startswith("monster:")) < MOST_NODE


def test_terrain_and_kinds_are_told_apart_by_shape():
    shapes = [shape for shapes in art.GROUND.values() for shape in shapes]
    assert len(set(shapes)) == len(shapes)
    kinds = book(FATE.new().view(None)).library.monsters
    assert {kind.id for kind in kinds} == set(art.SIGNS)
    assert len(set(art.SIGNS.values())) == len(art.SIGNS)


# ---- what is on the table


def node_of(state: Any, name: str) -> Any:
    return next(node for node in FATE.scene(state.view(0)).boards[0].nodes if node.id == name)


def test_a_monster_shows_its_way_on_request_only():
    state = table("bjorn")
    brute = put(state, "brute", 12, 2)
    node = node_of(state, f"monster:{brute}")
    assert 'class="way"' in node.svg
    assert ".way{display:none" in art.STYLE
    assert node.title.endswith("Next: goes to the plains north-west of the Temple Ruins.")
    state.held.append(brute)
    node = node_of(state, f"monster:{brute}")
    assert 'class="way"' not in node.svg
    assert "held" in node.title
    assert node.title.endswith("Next: stays where it is.")


def test_a_monster_at_the_wall_is_said_to_walk_in():
    state = table("bjorn")
    brute = put(state, "brute", 9, 7)
    assert node_of(state, f"monster:{brute}").title.endswith("Next: walks into Grimheim.")


def test_the_figures_of_a_monster_are_on_its_tile():
    state = table("bjorn")
    troll = put(state, "troll", 12, 2, hurt=2)
    put(state, "goblin", 12, 3)
    title = node_of(state, f"monster:{troll}").title
    assert "rank 3" in title
    assert "7 dice, 5 of 7 health left" in title  # one die more for the goblin beside it
    legend = put(state, "grendel_1", 3, 9)
    assert "legend, level 1" in node_of(state, f"monster:{legend}").title


def test_lost_houses_are_ruins():
    state = table("bjorn")
    assert node_of(state, "town").svg.count("#house") == 3
    state.pieces = 2
    svg = node_of(state, "town").svg
    assert (svg.count("#house"), svg.count("#ruin"), svg.count("#well")) == (1, 2, 1)


def test_dice_lie_on_the_table_while_they_can_be_changed_and_after(monkeypatch):
    state = table("bjorn")
    stand(state, 12, 5)
    put(state, "troll", 12, 3)
    give(state, "master_shot")
    dice(monkeypatch, "hit miss rune")
    do(state, "attack(12,3)")
    assert check(state).startswith("1 damage on the dice against the Troll. ")
    (shown,) = dice_shown(state)
    assert shown.name == "Your roll against the Troll"
    assert shown.dice[0] == Die("hit", "hit", icon="hit", state="hit")
    assert [(die.icon, die.state) for die in shown.dice[1:]] == [("miss", "miss"), ("rune", "miss")]
    lines = [fact for fact in FATE.scene(state.view(0)).sheet.facts if isinstance(fact, Line)]
    assert [(line.name, line.value) for line in lines] == [("Damage", "1"), ("Health left", "7")]
    do(state, "play(master_shot)", "done")
    (shown,) = dice_shown(state)
    assert shown.name == "Bjorn against the Troll: 3 damage"
    assert len(shown.dice) == 3


def test_the_dice_of_monsters_are_seen(monkeypatch):
    state = table("bjorn")
    stand(state, 12, 5)
    put(state, "brute", 12, 4)
    dice(monkeypatch, "", then="hit")
    do(state, "end", "no")
    (shown,) = dice_shown(state)
    assert shown.name == "The Brute against Bjorn: 3 damage"
    assert [die.name for die in shown.dice] == ["hit"] * 3


def test_who_would_be_knocked_out_is_warned(monkeypatch):
    state = table("bjorn")
    equip(state, "helmet")
    stand(state, 12, 5)
    put(state, "brute", 12, 4)
    state.heroes[0].damage = 7
    dice(monkeypatch, "", then="hit")
    brawl(state)
    do(state, *(["assault(12,4)"] if asked(state) == "Choosing" else []))
    assert asked(state) == "Preventing"
    assert check(state) == "3 damage from the Brute. Prevent some of it with a card, or take it."
    lines = {fact.name: fact for fact in FATE.scene(state.view(0)).sheet.facts if isinstance(fact, Line)}
    assert lines["Your health left"].value == "2"
    assert lines["This would knock you out."].state == "bad"


# ---- trays


def test_trays_come_in_order_with_the_viewer_s_own_first():
    state = table("embla", "alva")
    for seat, other in ((0, 1), (1, 0)):
        trays = FATE.scene(state.view(seat)).trays
        names = [tray.id for tray in trays]
        assert names == [f"hand:{seat}", f"mat:{seat}", f"mat:{other}", f"hand:{other}", "track", "horde"]
        assert [tray.role for tray in trays] == ["hand", "mat", "mat", "roster", "track", "reference"]


def test_boards_tell_what_was_taken_and_used():
    state = table("embla", "alva")
    do(state, "practice")
    view = state.view(0)
    mat = tray_of(state, "mat:0")
    assert mat.note == "Actions taken: practice."
    assert numbers(mat.figures) == {
        "health left": "9 of 9",
        "strength": "4",
        "range": "1",
        "move": "4",
        "gold": "3",
        "next upgrade": "5 gold",
    }
    practice = next(button for button in FATE.scene(view).sheet.buttons if button.id == "act:practice")
    assert practice.title == "Gain 1 gold, which is experience too (taken this turn)"
    assert FATE.standing(view, 0) == "9/9 health, 3 gold"
    assert FATE.seat_name(view, 1) == "Alva"


def test_a_card_has_its_figures_marks_and_whole_text():
    state = table("bjorn")
    equip(state, "quiver")
    hero = state.heroes[0]
    hero.wear["quiver"] = 2
    hero.damage = 4
    quiver = card_of(state, "card:0:quiver")
    assert (quiver.title, quiver.kind, quiver.text) == (
        "Quiver",
        "equipment",
        "Wear 1: add 1 damage to your attack action.",
    )
    assert numbers(quiver.figures) == {"strength": "+1", "durability": "3"}
    assert numbers(quiver.marks) == {"damage": "2 of 3"}
    assert numbers(card_of(state, "card:0:sure_shot").marks) == {"mana": "1"}
    assert card_of(state, "card:0:sure_shot").title == "Sure Shot I"
    assert numbers(card_of(state, "card:0:bjorn").marks) == {"damage": "4"}
    hero.used = ("quiver",)
    assert card_of(state, "card:0:quiver").state == "used"


def test_the_tops_of_the_piles_say_what_they_would_bring():
    state = table("embla")
    quest(state, "ravens_claw")
    state.heroes[0].progress = 3
    card = card_of(state, "pile:0:equipment")
    assert (card.title, card.kind, card.text) == (
        "Raven's Claw",
        "quest",
        "Quest: Enter 10 forest areas; the same area may count again.",
    )
    assert numbers(card.marks) == {"progress": "3 of 10"}
    assert card.detail.startswith("It gives: Your attack actions deal 2 more damage.")
    ability = card_of(state, "pile:0:abilities")
    assert ability.kind == "next ability"
    assert "an upgrade for 5 gold" in ability.detail


def test_a_hand_tells_copies_limits_and_moments():
    state = table("bjorn")
    give(state, "master_shot", "master_shot", "rest")
    hand = tray_of(state, "hand:0")
    assert {card.title: numbers(card.figures) for card in hand.cards} == {
        "Master Shot": {"copies": "×2"},
        "Rest": {},
    }
    assert numbers(hand.figures)["cards in hand"] == "3 of 4"
    shot = card_of(state, "hand:0:master_shot")
    assert (shot.text, shot.detail) == (
        "Add 2 damage to your attack action.",
        "Play it after the roll of your attack action.",
    )
    state.heroes[0].discard = [state.event(0, "prey")]
    assert card_of(state, "discard:0:prey").title == "Prey"


def test_the_track_and_the_horde_are_laid_out():
    state = table("bjorn")
    track = tray_of(state, "track")
    assert [card.id for card in track.cards] == [f"time:{step}" for step in range(1, 13)]
    assert [card.state for card in track.cards[:3]] == ["active", "", ""]
    assert track.note == "More monsters in 3 turns."
    assert track.cards[3].text == "Everybody draws: yellow monster cards."
    assert track.cards[-1].text == "All monsters charge. The game ends with this monster turn."
    troll = card_of(state, "kind:troll")
    assert numbers(troll.figures)["health"] == "7"
    assert numbers(troll.marks) == {"in the supply": "10"}
    put(state, "troll", 12, 3)
    assert numbers(card_of(state, "kind:troll").marks) == {"in the supply": "9"}
    put(state, "grendel_1", 3, 9)
    assert card_of(state, "kind:grendel_1").kind == "legend, level 1"


def test_icons_are_named_once_and_every_figure_s_icon_is_there():
    names = [icon.id for icon in FATE.table.icons]
    assert len(names) == len(set(names))
    state = FATE.new(seats=2, seed=3, options={"monster_die": True})
    used = {
        figure.icon
        for tray in FATE.scene(state.view(0)).trays
        for figure in (*tray.figures, *(f for card in tray.cards for f in (*card.figures, *card.marks)))
    }
    assert used - {""} <= set(names)
    assert {"miss", "rune", "cover", "hit"} <= set(names)


# ---- touching


def test_one_touch_moves_and_one_touch_attacks():
    state = table("bjorn")
    stand(state, 12, 5)
    troll = put(state, "troll", 12, 3)
    view = state.view(0)
    assert FATE.clicks(view, FATE.parse("move(13,5)")) == ("hex:13,5",)
    assert FATE.clicks(view, FATE.parse("attack(12,3)")) == (f"monster:{troll}",)
    assert FATE.clicks(view, FATE.parse("move(12,5)")) == ("act:move", "hero:0")


def test_who_wrecks_says_so_before_touching_a_monster():
    state = table("boldur")
    equip(state, "wrecking_ball")
    stand(state, 12, 5)
    brute = put(state, "brute", 12, 4)
    put(state, "brute", 12, 3)
    view = state.view(0)
    assert FATE.clicks(view, FATE.parse("move(12,4)")) == ("act:move", f"monster:{brute}")
    assert FATE.clicks(view, FATE.parse("attack(12,4)")) == (f"monster:{brute}",)
    assert (
        FATE.describe(view, FATE.parse("move(12,4)"))
        == "Burst into the area of the Brute in the Temple Ruins"
    )
    check(state)
    do(state, "move(12,4)")
    check(state)


def test_mines_are_touched_after_the_attack_button():
    state = table("boldur")
    equip(state, "orebiter")
    stand(state, 6, 7)
    view = state.view(0)
    assert FATE.clicks(view, FATE.parse("attack(6,6)")) == ("act:attack", "hex:6,6")
    assert FATE.clicks(view, FATE.parse("move(6,6)")) == ("hex:6,6",)
    assert FATE.clicks(view, FATE.parse("attack(6,7)")) == ("act:attack", "hero:0")
    check(state)


def test_a_card_of_several_uses_asks_which():
    state = table("alva")
    equip(state, "flexibility", level=2)
    state.heroes[0].mana["flexibility"] = 4
    check(state)
    path = FATE.clicks(state.view(0), FATE.parse("use(flexibility-range)"))
    assert path == ("card:0:flexibility", "use:flexibility-range")


def test_gold_is_shared_by_buttons():
    state = table("bjorn", "alva")
    path = FATE.clicks(state.view(0), FATE.parse("give(1,2)"))
    assert path == ("give:1", "give:1:2")
    check(state)
    do(state, "ask(1,1)")
    assert check(state) == "Bjorn asks you for 1 gold."
    assert check(state, 0) == "Bjorn asks Alva for 1 gold."


def test_questions_that_are_seldom_asked(monkeypatch):
    """Splitting damage, paying mana, tending cards, crystals: each has its touches."""
    state = table("embla")
    equip(state, "reaper_swing")
    stand(state, 12, 5)
    put(state, "troll", 12, 4)
    put(state, "troll", 13, 4)
    dice(monkeypatch, "", then="hit")
    do(state, "attack(12,4)")
    assert "share the" in check(state)
    do(state, "at(13,4)")
    assert check(state) == (
        "Choose how much of the 4 damage goes to the Troll in the mountains east of the Temple Ruins."
    )

    state = table("alva")
    equip(state, "hail_of_arrows", level=2)
    state.heroes[0].mana["hail_of_arrows"] = 4
    stand(state, 12, 5)
    put(state, "troll", 12, 4)
    put(state, "brute", 13, 4)
    do(state, "use(hail_of_arrows)")
    assert check(state) == "Choose how much mana to spend on Hail of Arrows."

    state = table("embla")
    equip(state, "helmet", "warrior_shield")
    hero = state.heroes[0]
    hero.damage, hero.wear = 4, {"helmet": 2, "warrior_shield": 1}
    do(state, "mend")
    assert check(state) == "Choose a card to remove 1 damage from; 5 can be removed."

    state = table("embla", "bjorn")
    equip(state, "healing_potion")
    for hero in state.heroes:
        hero.damage = 2
    do(state, "use(healing_potion)")
    assert check(state) == "Choose a hero to heal 1 damage from."


PATCH = pytest.MonkeyPatch


def slaying(patch: PATCH) -> Any:
    state = table("embla")
    equip(state, "in_charge")
    stand(state, 10, 7)
    put(state, "goblin", 14, 8)
    put(state, "imp", 12, 9)
    put(state, "brute", 14, 7)
    do(state, "move(13,8)")
    return state


def treading(patch: PATCH) -> Any:
    state = table("alva")
    equip(state, "treetreader")
    stand(state, 11, 9)
    do(state, "use(treetreader-into)")
    return state


def draining(patch: PATCH) -> Any:
    state = table("alva")
    equip(state, "flexibility", "alvas_bracers")
    state.heroes[0].mana.update(hail_of_arrows=1, flexibility=1, alvas_bracers=3)
    give(state, "inspire_defense")
    do(state, "play(inspire_defense)")
    return state


def releasing(patch: PATCH) -> Any:
    state = table("boldur")
    equip(state, "smiterbiter")
    stand(state, 13, 9)
    put(state, "troll", 14, 8)
    state.heroes[0].counters["smiterbiter"] = 3
    dice(patch, "")
    do(state, "attack(14,8)", "use(smiterbiter)")
    return state


def nailing(patch: PATCH) -> Any:
    state = table("bjorn")
    equip(state, "nailed_together")
    stand(state, 13, 9)
    put(state, "goblin", 15, 9)
    put(state, "goblin", 16, 9)
    put(state, "troll", 16, 8)
    dice(patch, "", then="hit")
    do(state, "attack(15,9)", "done")
    return state


def sweeping(patch: PATCH) -> Any:
    state = table("boldur")
    equip(state, "sweeping_strike")
    stand(state, 13, 9)
    put(state, "goblin", 14, 9)
    put(state, "troll", 14, 8)
    put(state, "troll", 12, 10)
    dice(patch, "hit hit hit miss")
    do(state, "attack(14,9)")
    return state


def splashing(patch: PATCH) -> Any:
    state = table("bjorn")
    equip(state, "bone_bane_bow")
    stand(state, 13, 9)
    put(state, "troll", 15, 9)
    put(state, "troll", 16, 9)
    put(state, "imp", 15, 10)
    dice(patch, "rune rune hit miss miss")
    do(state, "attack(15,9)", "done")
    return state


def biting(patch: PATCH) -> Any:
    state = table("embla")
    equip(state, "wildfire_blade")
    stand(state, 13, 9)
    put(state, "troll", 14, 9)
    put(state, "imp", 14, 8)
    dice(patch, "")
    do(state, "attack(14,9)")
    return state


def repairing(patch: PATCH) -> Any:
    state = table("embla")
    equip(state, "helmet", "warrior_shield")
    state.heroes[0].wear.update(helmet=2, warrior_shield=1)
    give(state, "durability")
    do(state, "play(durability)")
    return state


def mining(patch: PATCH) -> Any:
    state = table("boldur")
    equip(state, "orebiter")
    stand(state, 15, 5)
    put(state, "goblin", 14, 5)
    do(state, "attack(14,5)")
    return state


def facing(patch: PATCH) -> Any:
    state = table("bjorn", "alva")
    stand(state, 13, 9)
    stand(state, 14, 9, seat=1)
    put(state, "surt_1", 14, 8)
    brawl(state)
    return state


def choosing(patch: PATCH) -> Any:
    state = table("bjorn", "alva", "embla")
    stand(state, 13, 9)
    stand(state, 14, 9, seat=1)
    put(state, "skeleton", 14, 8)
    put(state, "surt_1", 12, 10)
    brawl(state)
    return state


def claiming(patch: PATCH) -> Any:
    state = table("bjorn")
    quest(state, "helmet")
    stand(state, 13, 9)
    put(state, "brute", 14, 9, hurt=2)
    dice(patch, "", then="hit")
    do(state, "attack(14,9)", "done")
    return state


SELDOM = [
    (slaying, "Choose an adjacent monster that In Charge kills, or none."),
    (treading, "Choose where Treetreader leads."),
    (draining, "Choose a card to take 1 mana from; 2 in all."),
    (releasing, "Choose how much of the damage stored on Smiterbiter to add."),
    (nailing, "Pass 1 damage on to a monster behind the victim, or not."),
    (
        sweeping,
        "Pass 2 damage on to the Troll in the plains north-east of the Witch Cabin, "
        "the next one clockwise, or not.",
    ),
    (splashing, "Choose a monster next to the target that the runes hurt for 2 damage."),
    (biting, "After your attack, choose an adjacent monster for 1 damage."),
    (repairing, "Choose one of your equipment cards to repair."),
    (
        mining,
        "Aim at the mountain for ore, "
        "or at the Goblin in the mountains 2 east and 1 south-east of the Temple Ruins.",
    ),
    (
        facing,
        "Any of you may choose a hero for the attack of Surt in the plains 3 north-east of the Witch Cabin.",
    ),
    (choosing, "Any of you may choose the monster that attacks next."),
    (
        claiming,
        "The kill of the Brute completes your quest: take Helmet instead of 2 experience, or leave it.",
    ),
]
ANSWERS = {
    "claiming": {"Take Helmet", "Leave the quest"},
    "mining": {"Aim at the mountain", "Aim at the Goblin"},
    "sweeping": {"Pass the damage on", "Pass nothing on"},
    "nailing": {"Pass nothing on"},
    "slaying": {"Kill none"},
}


@pytest.mark.parametrize(("build", "prompt"), SELDOM, ids=[build.__name__ for build, _ in SELDOM])
def test_questions_that_few_games_ask(build, prompt, monkeypatch):
    state = build(monkeypatch)
    assert asked(state) == build.__name__.capitalize()
    for seat in state.to_act:
        assert check(state, seat) == prompt
    watcher = FATE.prompt(state.view(None))
    assert watcher != prompt
    assert not watcher.startswith(("You", "Any of you", "Choose"))
    view = state.view(state.to_act[0])
    choices = [choice(FATE.table, view, action) for action in state.legal(view.seat)]
    labels = {button.label for button in offered(FATE.scene(view), choices).sheet.buttons}
    assert labels >= ANSWERS.get(build.__name__, set())  # a button says what it does


def test_every_decision_puts_its_own_question():
    assert all(kind.question is not Decision.question for kind in DECISIONS)


def test_armor_is_on_the_tile_and_in_the_log(monkeypatch):
    state = table("bjorn")
    stand(state, 12, 5)
    draugr = put(state, "draugr", 12, 3)
    assert "#shield" in node_of(state, f"monster:{draugr}").svg
    dice(monkeypatch, "hit hit miss")
    told = [event.sentence() for event in do(state, "attack(12,3)", "done")]
    assert "The Draugr takes 1 damage (1 less for its armor) and has 4 health left." in told


def test_a_quest_is_done_by_its_button():
    state = table("bjorn")
    quest(state, "home_sewn_tunic")
    assert FATE.clicks(state.view(0), FATE.parse("quest")) == ("act:quest",)
    assert "home sewn tunic" in FATE.describe(state.view(0), FATE.parse("quest")).lower()
    check(state)


@pytest.mark.parametrize(
    ("touched", "action", "rule"),
    [
        (("hex:1,17",), "move(1,17)", "G2"),
        (("hex:9,1",), "move(9,1)", "G21"),
        (("monster:{}",), "attack(12,2)", "G50"),
        (("act:attack",), "attack(12,2)", "G50"),
        (("act:mend",), "mend", "G25"),
        (("act:quest",), "quest", None),
        (("pile:0:equipment",), "quest", None),
        (("card:0:sure_shot",), "use(sure_shot)", "G31"),
        (("act:focus", "card:0:bjorns_first_bow"), "focus(bjorns_first_bow)", "G24"),
        (("hand:0:rest",), "play(rest)", None),
        (("stop",), "stop", None),
    ],
)
def test_a_touch_that_is_not_allowed_is_explained(touched, action, rule):
    state = table("bjorn")
    stand(state, 12, 6)
    monster = put(state, "troll", 12, 2)
    quest(state, "helmet")
    state.heroes[0].mana.clear()
    meant = FATE.attempt(state.view(0), tuple(node.format(monster) for node in touched))
    assert str(meant) == action
    refusal = state.why_not(meant, 0)
    assert refusal is not None
    assert rule is None or refusal.rule == rule


def test_touches_that_mean_nothing():
    state = table("bjorn")
    view = state.view(0)
    for touched in ((), ("time:1",), ("names",), ("kind:troll",), ("discard:0:rest",), ("monster:77",)):
        assert FATE.attempt(view, touched) is None


def test_what_happens_is_shown_on_things_that_are_there():
    chance, state = random.Random(6), FATE.new(seats=2, seed=6, options={"monster_die": True})
    before = set(FATE.scene(state.view(None)).ids())
    for _ in range(80):
        if state.over:
            break
        seat = state.to_act[0]
        events = state.play(chance.choice(state.legal(seat)), seat)
        after = set(FATE.scene(state.view(None)).ids())
        came = {f"monster:{monster}" for monster in range(len(state.kind))}  # some come and go in one turn
        for event in events:
            assert set(event.touches()) <= before | after | came, event
        before = after


# ---- words


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("move(12,5)", "Move without a step"),
        ("move(13,5)", "Move to the plains 4 north-east of the Well"),
        ("attack(12,4)", "Attack the Troll in the Temple Ruins"),
        ("prepare", "Prepare: draw 1 card"),
        ("focus(sure_shot)", "Focus: 1 mana on Sure Shot"),
        ("mend", "Mend: remove 2 damage"),
        ("practice", "Practice: gain 1 gold"),
        ("use(sure_shot)", "Use Sure Shot"),
        ("play(rest)", "Play Rest"),
        ("give(1,2)", "Give 2 gold to Alva"),
        ("ask(1,1)", "Ask Alva for 1 gold"),
        ("end", "End the turn"),
        ("tend(1,alva)", "Remove damage from Alva"),
        ("assault(12,4)", "The Troll in the Temple Ruins attacks next"),
        ("discard(rest)", "Discard Rest"),
        ("keep", "Keep the hand"),
        ("upgrade(sure_shot)", "Turn over: Sure Shot"),
        ("go(9,9)", "Go on to Grimheim"),
    ],
)
def test_actions_in_words(text, told):
    state = table("bjorn", "alva")
    stand(state, 12, 5)
    put(state, "troll", 12, 4)
    give(state, "rest")
    assert FATE.describe(state.view(0), FATE.parse(text)) == told


def test_every_kind_of_action_has_words():
    view = table("bjorn", "alva").view(0)
    samples = {
        "move(9,9)", "attack(12,4)", "prepare", "focus(x)", "mend", "practice", "quest", "use(x)", "play(x)",
        "give(1,1)", "ask(1,1)", "end", "go(12,4)", "stop", "at(12,4)", "on(x)", "tend(1,x)", "face(1)",
        "amount(2)", "discard(x)", "keep", "upgrade(x)", "cycle(abilities)", "yes", "no", "done",
        "assault(12,4)",
    }  # fmt: skip
    actions = [FATE.parse(text) for text in samples]
    assert {type(action) for action in actions} == set(ACTIONS)
    for action in actions:
        assert FATE.describe(view, action)
        assert FATE.clicks(view, action)


def test_a_movement_is_counted_down():
    state = table("bjorn")
    stand(state, 12, 6)
    do(state, "move(12,7)")
    assert check(state) == "You have 2 steps left. Go on, or stop."
    assert FATE.attempt(state.view(0), ("hex:13,7",)) == Go(13, 7)


# ---- the terminal


def test_the_sketch_is_the_map():
    state = FATE.new(seats=4, seed=4)
    lines = FATE.sketch(state.view(None)).plain().splitlines()
    assert len(lines) == 1 + 17
    assert lines[0].startswith("Time[y]")
    assert max(map(len, lines)) <= 72
