"""How Fate is drawn and told: pictures, prompts, words, and what a person touches."""

import random
from typing import Any, get_args
from xml.etree import ElementTree

import pytest
from tests.games.fate.positions import FATE, asked, brawl, dice, do, equip, give, put, quest, stand, table

from fimbul.core import Decision, Span
from fimbul.games.fate import art, state, words
from fimbul.games.fate.actions import ACTIONS, Go
from fimbul.games.fate.sketch import WIDE, flow
from fimbul.games.fate.touch import PLAIN

PHASES = {kind.__name__ for kind in get_args(state.Agenda) if issubclass(kind, Decision)}
MOST_BOARD = 120_000  # letters of the map's picture
MOST_NODE = 1_500


def check(state: Any, seat: int | None = None) -> str:
    """A position is drawn and told whole; its prompt."""
    viewer = state.to_act[0] if seat is None and state.to_act else seat
    view = state.view(viewer)
    scene = FATE.scene(view)
    ids = [node.id for node in scene.nodes]
    assert len(ids) == len(set(ids))
    ElementTree.fromstring(scene.to_svg())
    spans = [span for line in FATE.sketch(view).lines for span in line]
    assert {span.node for span in spans if span.node} <= set(ids)
    prompt = FATE.prompt(view)
    assert prompt.endswith(".")
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


def test_every_decision_has_a_prompt():
    assert {*words.ASKED, "Acting", "Moving"} == PHASES
    assert set(words.CHOSEN) | set(words.YES) | set(words.NO) | set(words.DONE) <= PHASES


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_position_can_be_drawn_and_told(seats):
    chance = random.Random(seats)
    for seed in range(3):
        state = FATE.new(seats=seats, seed=seed, options={"monster_die": seed == 1})
        seen: set[str] = set()
        while not state.over:
            phase = state.view(None).phase
            if phase not in seen or chance.random() < 0.1:
                check(state)
                seen.add(phase)
            seat = chance.choice(state.to_act)
            actions = [action for action in state.legal(seat) if str(action) != "end"]
            state.play(
                chance.choice(actions if actions and chance.random() < 0.8 else state.legal(seat)), seat
            )
        check(state)
        assert FATE.prompt(state.view(0)) == state.outcome.reason


def test_only_the_town_changes_in_what_never_moves():
    one, other = FATE.new(seed=1), FATE.new(seats=4, seed=2)
    boards = {FATE.scene(state.view(None)).board for state in (one, other)}
    assert len(boards) == 1
    assert len(boards.pop()) < MOST_BOARD
    long = FATE.new(seed=1, options={"track": "long"})
    assert FATE.scene(long.view(None)).board != FATE.scene(one.view(None)).board


def test_nodes_are_lean():
    state = FATE.new(seats=4, seed=5)
    nodes = FATE.scene(state.view(0)).nodes
    hexes = [node for node in nodes if node.id.startswith("hex:")]
    assert len(hexes) == 217 - 7
    assert max(len(node.svg) for node in hexes) < 80
    assert max(len(node.svg) for node in nodes if node.id.startswith("monster:")) < MOST_NODE


def test_terrain_and_kinds_are_told_apart_by_shape():
    shapes = [shape for shapes in art.GROUND.values() for shape in shapes]
    assert len(set(shapes)) == len(shapes)
    kinds = words.book(FATE.new().view(None)).library.monsters
    assert {kind.id for kind in kinds} == set(art.SIGNS)
    assert len(set(art.SIGNS.values())) == len(art.SIGNS)


# ---- what is on the table


def node_of(state: Any, name: str) -> Any:
    return next(node for node in FATE.scene(state.view(0)).nodes if node.id == name)


def test_a_monster_shows_its_way_on_request_only():
    state = table("bjorn")
    brute = put(state, "brute", 12, 2)
    node = node_of(state, f"monster:{brute}")
    assert 'class="way"' in node.svg
    assert ".way{display:none" in art.STYLE
    assert node.title.endswith("Next: goes to 12,3.")
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
    assert check(state).startswith("1 damage on the dice. You: ")
    svg = node_of(state, "dice").svg
    assert (svg.count("die hit"), svg.count("die no")) == (1, 1)
    do(state, "play(master_shot)", "done")
    node = node_of(state, "dice")
    assert node.svg.count("die hit") == 1
    assert "3 damage" in node.title


def test_the_dice_of_monsters_are_seen(monkeypatch):
    state = table("bjorn")
    stand(state, 12, 5)
    put(state, "brute", 12, 4)
    dice(monkeypatch, "", then="hit")
    do(state, "end", "no")
    assert "The Brute against Bjorn: a hit, a hit, a hit; 3 damage." in node_of(state, "dice").title


def test_boards_tell_what_was_taken_and_used():
    state = table("embla", "alva")
    do(state, "practice")
    view = state.view(0)
    assert "taken" in node_of(state, "act:practice").classes
    assert "actions taken: practice" in node_of(state, "seat:0").title
    assert FATE.standing(view, 0) == "9/9 health, 3 gold"
    assert FATE.seat_name(view, 1) == "Alva"


def test_letters_are_smaller_where_there_are_more_cards():
    state = table("bjorn")
    before = node_of(state, "card:0:bjorn").svg
    names = [ability.id for ability in state.book.library.heroes[0].ability if not ability.starting]
    equip(state, *names)
    equipment = [item.id for item in state.book.library.heroes[0].equipment if not item.starting]
    equip(state, *equipment)
    after = node_of(state, "card:0:bjorn").svg
    assert 'font-size="18"' in before
    assert 'font-size="18"' not in after


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
        == "Burst into the area of the Brute at Temple Ruins 12,4"
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


def test_gold_is_shared_beside_the_other_hero():
    state = table("bjorn", "alva")
    path = FATE.clicks(state.view(0), FATE.parse("give(1,2)"))
    assert path == ("hero:1", "give", "coins:2")
    check(state)
    do(state, "ask(1,1)")
    assert check(state) == "You: Bjorn asks you for 1 gold."
    assert check(state, 0) == "Alva: Bjorn asks you for 1 gold."


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
    assert check(state) == "You: choose how much of the 4 damage goes to the other one, the Troll."

    state = table("alva")
    equip(state, "hail_of_arrows", level=2)
    state.heroes[0].mana["hail_of_arrows"] = 4
    stand(state, 12, 5)
    put(state, "troll", 12, 4)
    put(state, "brute", 13, 4)
    do(state, "use(hail_of_arrows)")
    assert check(state) == "You: Hail of Arrows: choose how much mana to spend."

    state = table("embla")
    equip(state, "helmet", "warrior_shield")
    hero = state.heroes[0]
    hero.damage, hero.wear = 4, {"helmet": 2, "warrior_shield": 1}
    do(state, "mend")
    assert check(state) == "You: choose a card to remove 1 damage from; 5 left."

    state = table("embla", "bjorn")
    equip(state, "healing_potion")
    for hero in state.heroes:
        hero.damage = 2
    do(state, "use(healing_potion)")
    assert check(state) == "You: choose a hero to heal."


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
    (slaying, "You: choose an adjacent monster that In Charge kills, or none."),
    (treading, "You: choose where Treetreader leads."),
    (draining, "You: choose a card to take 1 mana from; 2 left."),
    (releasing, "You: Smiterbiter: choose how much of what is stored to add."),
    (nailing, "You: pass 1 damage on to a monster behind the victim, or not."),
    (sweeping, "You: pass 2 damage on to the Troll at 12,10, the next one clockwise, or not."),
    (splashing, "You: choose a monster next to the target that the runes hurt for 2 damage."),
    (biting, "You: choose an adjacent monster for 1 damage."),
    (repairing, "You: choose an equipment card to repair."),
    (mining, "You: aim at the mountain for its ore, or at the monster on it."),
    (facing, "Any of you: choose the hero that Surt attacks."),
    (choosing, "Any of you: choose the monster that attacks next."),
    (claiming, "You: the kill completes your quest: take Helmet, or leave it."),
]


@pytest.mark.parametrize(("build", "prompt"), SELDOM, ids=[build.__name__ for build, _ in SELDOM])
def test_questions_that_few_games_ask(build, prompt, monkeypatch):
    state = build(monkeypatch)
    assert asked(state) == build.__name__.capitalize()
    for seat in state.to_act:
        assert check(state, seat) == prompt
    watcher = FATE.prompt(state.view(None))
    assert not watcher.startswith(("You", "Any of you"))
    answers = {node.id: node.svg for node in FATE.scene(state.view(state.to_act[0])).nodes}
    for name, texts in (("yes", words.YES), ("no", words.NO), ("done", words.DONE)):
        if name in answers:  # a button says what it does
            assert texts[asked(state)] in answers[name]


def test_the_dice_tell_whom_they_hit_though_it_is_dead(monkeypatch):
    assert "→ the victim" in node_of(sweeping(monkeypatch), "dice").svg
    state = table("boldur")
    equip(state, "orebiter", "smiterbiter")
    state.heroes[0].counters["smiterbiter"] = 2
    stand(state, 15, 5)
    do(state, "attack(14,5)")
    assert asked(state) == "Reacting"
    assert "→ the mountain" in node_of(state, "dice").svg


def test_armor_is_on_the_tile_and_in_the_log(monkeypatch):
    state = table("bjorn")
    stand(state, 12, 5)
    draugr = put(state, "draugr", 12, 3)
    assert "#shield" in node_of(state, f"monster:{draugr}").svg
    dice(monkeypatch, "hit hit miss")
    told = [event.sentence() for event in do(state, "attack(12,3)", "done")]
    assert "The Draugr takes 1 damage (1 less for its armor) and has 4 health left." in told


def test_boards_leave_room_for_the_buttons_of_the_table():
    for heroes in (("bjorn",), ("bjorn", "alva")):
        state = table(*heroes)
        scene = FATE.scene(state.view(0))
        lowest = max(
            node.y for node in scene.nodes if node.id.startswith(("card:", "pile:", "seat:")) and node.x > 900
        )
        assert lowest < scene.box[3] - 200


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
    for touched in ((), ("time",), ("names",), ("dice",), ("seat:0",), ("deck:red",), ("monster:77",)):
        assert FATE.attempt(view, touched) is None


# ---- words


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("move(12,5)", "Move without a step"),
        ("move(13,5)", "Move to 13,5"),
        ("attack(12,4)", "Attack the Troll at Temple Ruins 12,4"),
        ("prepare", "Prepare: draw 1 card"),
        ("focus(sure_shot)", "Focus: 1 mana on Sure Shot"),
        ("mend", "Mend: remove 2 damage"),
        ("practice", "Practice: gain 1 experience"),
        ("use(sure_shot)", "Use Sure Shot"),
        ("play(rest)", "Play Rest"),
        ("give(1,2)", "Give 2 gold to Alva"),
        ("ask(1,1)", "Ask Alva for 1 gold"),
        ("end", "End the turn"),
        ("tend(1,alva)", "Remove damage from Alva"),
        ("assault(12,4)", "The Troll at Temple Ruins 12,4 attacks next"),
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
    assert set(PLAIN) < set(ACTIONS)
    with pytest.raises(TypeError):
        words.describe(view, object())


def test_a_movement_is_counted_down():
    state = table("bjorn")
    stand(state, 12, 6)
    do(state, "move(12,7)")
    assert check(state) == "You: 2 steps left. Go on, or stop."
    assert FATE.attempt(state.view(0), ("hex:13,7",)) == Go(13, 7)


# ---- the terminal


def test_the_sketch_is_no_wider_than_the_map():
    for seats in (1, 4):
        chance, state = random.Random(2), FATE.new(seats=seats, seed=4)
        for _ in range(60):
            if state.over:
                break
            for line in FATE.sketch(state.view(None)).plain().splitlines():
                assert len(line) <= WIDE
            seat = state.to_act[0]
            state.play(chance.choice(state.legal(seat)), seat)


def test_long_lines_flow():
    spans = [Span("one "), Span("word " * 30, "dim", "x"), Span("end")]
    lines = flow(spans)
    assert len(lines) == 3
    assert all(sum(len(span.text) for span in line) <= WIDE for line in lines)
    assert (
        " ".join("".join(span.text for span in line).strip() for line in lines)
        == "one " + "word " * 30 + "end"
    )
