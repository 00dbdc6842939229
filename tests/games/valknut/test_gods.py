"""J. Gods & Monsters (V100 to V113)."""

from itertools import permutations

import pytest
from tests.games.valknut.positions import Table, game, position, row

from fimbul.core import Rng
from fimbul.games.valknut.rules import ending, foresight

FOUR = "vikings draugar elves goblins"  # seats: elves, vikings, draugar, goblins
HORN = {"P1": ("....", 1, True), "P2": ("....", 1)}


def four(zones, gods, *, to_move="E", **details):
    """Four players; the one to move is about to lay a card with a Gjallarhorn."""
    picture = zones if "\n" in zones else row(zones)
    return position(
        picture, FOUR, to_move=to_move, step="lay", pool=HORN, gods=True, god_pool=gods, **details
    )


def laid(zones, gods, **details):
    table = four(zones, gods, **details)
    width = len(zones.split("\n")[0].split())
    return table.play(f"lay(P1,{width},0,0)")


ALL = "E . . V . . U . . B"


@pytest.mark.rule("V100")
def test_three_of_nine_lie_open():
    for seats, options in ((4, {}), (2, {"mode": "ragnarok"})):
        state = game.new(seats=seats, options={"gods": True, **options}, seed=2)
        assert len(state.god_pool) == 3
        assert sorted([*state.god_pool, *state.god_pile]) == list(range(9))
    assert game.new(seats=4, seed=2).god_pool == []


@pytest.mark.rule("V101")
def test_one_may_be_taken_from_the_pool_or_from_another_player():
    table = laid(ALL, "odin thor idun", held={1: ("loki",), 0: ("hel",)})
    assert table.legal() == {"take(odin)", "take(thor)", "take(idun)", "take_from(loki,1)", "decline"}
    assert table.refuses("take(loki)") == "V101"
    assert table.refuses("take_from(hel,0)") == "V101"
    assert table.refuses("end") == "V101"
    table.play("take_from(loki,1)")
    assert table.state.view(None).worshipped == (("hel", "loki"), (), (), ())
    assert len(table.state.god_pool) == 3


@pytest.mark.rule("V101")
def test_a_taken_card_of_the_pool_is_replaced():
    table = laid(ALL, "odin thor idun")
    reveals = table.state.reveals
    table.play("take(idun)")
    assert len(table.state.god_pool) == 3
    assert table.state.reveals == reveals + 1
    assert table.phase == "Marching"


@pytest.mark.rule("V101")
def test_without_the_module_or_the_icon_nothing_is_taken():
    assert four(ALL, "odin thor idun").play("lay(P2,10,0,0)").phase == "Marching"
    table = position(row(ALL), FOUR, to_move="E", step="lay", pool=HORN).play("lay(P1,10,0,0)")
    assert table.phase == "Marching"


@pytest.mark.rule("V101")
@pytest.mark.rule("V123")
def test_an_impossible_effect_is_skipped_and_a_gjallarhorn_for_nothing_too():
    table = laid(ALL, "thor").play("take(thor)")  # nobody stands on a Valknut
    assert table.phase == "Marching"
    table = four(ALL, "", held={0: ("thor",)})
    table.state.god_pool = []
    assert table.play("lay(P1,10,0,0)").phase == "Marching"


@pytest.mark.rule("V101")
@pytest.mark.rule("V123")
def test_a_possible_effect_must_be_performed():
    table = laid("E . . V* . . U . . B", "thor").play("take(thor)")
    assert table.legal() == {"thor(3,0)"}
    assert table.refuses("end") == "V101"
    assert table.refuses("decline") == "V101"


@pytest.mark.rule("V102")
def test_cards_count_at_the_end():
    table = position(row(ALL), FOUR, gods=True, held={0: ("odin", "hel"), 1: ("thor",), 2: ("loki",)})
    assert [ending.score(table.state, seat) for seat in range(4)] == [5, 4, 1, 1]


@pytest.mark.rule("V103")
@pytest.mark.rule("V123")
def test_with_four_players_an_effect_brings_about_the_own_ability():
    zones = "E . . V* V . U . . B"
    table = laid(zones, "thor", to_move="U").play("take(thor)", "thor(3,0)")
    assert table.standing["3,0"] == "U"  # Undead Outbreak
    table = position(
        row("V . . B* . B . E . U"), FOUR, to_move="V", step="lay", pool=HORN, gods=True, god_pool="thor"
    ).play("lay(P1,10,0,0)", "take(thor)", "thor(3,0)")
    assert table.phase == "Raging"


@pytest.mark.rule("V103")
def test_in_ragnarok_an_effect_brings_about_no_ability():
    table = position(
        row("V . . B* . B . E . U"),
        "vikings draugar goblins elves",
        mode="ragnarok",
        to_move="V",
        step="lay",
        pool=HORN,
        gods=True,
        god_pool="thor",
    ).play("lay(P1,10,0,0)", "take(thor)", "thor(3,0)")
    assert (table.count("B"), table.phase) == (1, "Marching")


# ---- the nine


@pytest.mark.rule("V104")
@pytest.mark.rule("V7")
def test_odin():
    pile = dict.fromkeys(("Q1", "Q2", "Q3", "Q4", "Q5"), ("....", 1))
    table = laid(ALL, "odin thor idun", pile=pile)
    reveals = table.state.reveals
    table.play("take(odin)")
    assert len(table.legal("order")) == 6
    assert table.state.reveals == reveals + 1 + 1  # what Odin shows, and the next Gjallarhorn card
    assert [names for _, names in table.state.view(0).sight] == [("Q1",), ("Q2",), ("Q3",)]
    assert table.state.view(1).sight == ()
    assert table.state.view(None).sight == ()
    table.play("order([Q3,Q1,Q2])")
    ids = table.state.deck.ids
    assert [ids[card] for card in reversed(table.state.pile)] == ["Q3", "Q1", "Q2", "Q4", "Q5"]
    assert "Q3" in table.log(0)
    assert "Q1" not in table.log(1)
    for seed in range(8):
        world = table.state.imagine(0, Rng(seed))
        assert [ids[card] for card in reversed(world.pile)][:3] == ["Q3", "Q1", "Q2"]
    tops = {table.state.imagine(1, Rng(seed)).pile[-1] for seed in range(30)}
    assert len(tops) > 3
    table.play("end")  # two cards are drawn
    assert [names for _, names in table.state.view(0).sight] == [("Q2",)]


@pytest.mark.rule("V104")
def test_what_odin_shows_is_what_can_be_put_in_order():
    # Found on a seed that nobody chose: of two positions that looked the same, the lists differed.
    pile = dict.fromkeys(("Q1", "Q2", "Q3", "Q4", "Q5"), ("....", 1))
    table = laid(ALL, "odin thor idun", pile=pile).play("take(odin)")
    table.state.pile[0], table.state.pile[-2] = table.state.pile[-2], table.state.pile[0]
    assert [card.id for card in table.state.view(0).peek] == ["Q1", "Q5", "Q3"]
    orders = permutations(("Q1", "Q5", "Q3"))
    assert table.legal("order") == {f"order([{','.join(order)}])" for order in orders}


def test_odin_shows_what_each_card_can_do():
    pile = {"Q1": ("....", 1), "Q2": (".v..", 3), "Q3": ("....", 2, True)}
    table = laid(ALL, "odin thor idun", pile=pile).play("take(odin)")
    view = table.state.view(0)
    (shown,) = [tray for tray in game.scene(view).trays if tray.role == "choice"]
    assert [card.title for card in shown.cards] == ["Q1", "Q2", "Q3"]
    texts = {card.id: card.text for card in shown.cards}
    assert texts["peek:Q1"] == "1 movement point."
    assert texts["peek:Q2"].startswith("3 movement points. With its Valknut")
    assert "Gjallarhorn" in texts["peek:Q3"]
    words = game.describe(view, game.parse("order([Q2,Q1,Q3])"))
    assert words == "Put Q2 on top, then Q1, then Q3"
    for other in (1, None):
        scene = game.scene(table.state.view(other))
        told = repr((scene.trays, scene.sheet))
        assert "Q1" not in told
        assert "decide what Odin does" in told
    for other in (1, 2, 3, None):
        assert table.state.view(other).peek == ()
    assert table.play("order([Q3,Q1,Q2])").state.view(0).peek == ()


def test_a_god_says_what_it_does():
    view = laid(ALL, "odin thor idun").state.view(0)
    (market,) = [tray for tray in game.scene(view).trays if tray.id == "gods"]
    thor = next(card for card in market.cards if card.id == "god:thor")
    assert (thor.title, thor.text) == ("Thor", "An enemy who stands on a Valknut dies (V107).")
    assert [figure.value for figure in thor.figures] == ["+1"]
    assert game.describe(view, game.parse("take(thor)")) == "Take Thor: an enemy who stands on a Valknut dies"


@pytest.mark.rule("V104")
def test_what_one_player_saw_is_blurred_when_another_rearranges():
    pile = dict.fromkeys(("Q1", "Q2", "Q3", "Q4", "Q5"), ("....", 1))
    table = laid(ALL, "odin", pile=pile).play("take(odin)", "order([Q3,Q1,Q2])")
    state = table.state
    top = [state.pile[-2], state.pile[-1]]
    state.pile[-2:] = top[::-1]
    foresight.arrange(state, 1, top)
    assert state.view(0).sight == ((2, ("Q1", "Q3")), (1, ("Q2",)))
    assert [size for size, _ in state.view(1).sight] == [1, 1]
    foresight.drawn(state, state.pile.pop())
    assert [size for size, _ in state.view(0).sight] == [1, 1]


@pytest.mark.rule("V104")
def test_odin_with_few_cards():
    table = laid(ALL, "odin", pile={"Q1": ("....", 1)}).play("take(odin)")
    assert table.legal() == {"order([Q1])"}
    table = laid(ALL, "odin", pile={}).play("take(odin)")
    assert table.phase == "Marching"


@pytest.mark.rule("V105")
def test_idun():
    table = position(row("E, E . V . U U U U U . B"), FOUR, gods=True, held={0: ("idun",)})
    assert ending.score(table.state, 0) == 5 + 1
    table = position(row("E, E . V . U U U U U . B"), FOUR, gods=True, held={2: ("idun",)})
    assert ending.score(table.state, 2) == 10 + 3
    assert ending.score(table.state, 0) == 5


@pytest.mark.rule("V106")
def test_freya_passes_everything_but_void():
    table = laid("E m V r U . # . B .", "freya").play("take(freya)")
    assert {text for text in table.legal() if ",e," in text} == {"freya(0,0,e,5)"}
    assert table.refuses("freya(0,0,e,1)") == "V106"
    assert table.refuses("freya(0,0,e,7)") == "V106"
    points = table.points
    table.play("freya(0,0,e,5)")
    assert table.standing["5,0"] == "E"
    assert table.points == points


@pytest.mark.rule("V106")
@pytest.mark.rule("V123")
def test_freya_passes_own_units_and_stomps_nobody():
    table = laid("E E . V . U . B . .", "freya").play("take(freya)")
    assert table.allows("freya(0,0,e,2)")
    table = position(
        "G U * * * B\ng . . . . .\n. . . . . .\n. . . . . .",
        "giantess draugar goblins elves",
        mode="ragnarok",
        to_move="G",
        step="lay",
        pool=HORN,
        gods=True,
        god_pool="freya",
    ).play("lay(P1,6,0,0)", "take(freya)")
    assert table.refuses("freya(0,0,e,1)") == "V106"
    assert table.allows("freya(0,0,e,2)")


@pytest.mark.rule("V107")
def test_thor():
    table = laid("E* . . V* . U . B* . .", "thor").play("take(thor)")
    assert table.legal() == {"thor(3,0)", "thor(7,0)"}
    table.play("thor(7,0)")
    assert table.count("B") == 0
    assert table.state.view(None).alive[3] is False


@pytest.mark.rule("V107")
@pytest.mark.rule("V61")
def test_thor_does_not_kill_the_giantess():
    table = position(
        "E . G* . U\n. . g . .\n. . . . .\n. . . . .",
        "giantess vikings draugar elves",
        mode="ragnarok",
        to_move="V",
        owners={(0, 0): 1},
        step="lay",
        pool=HORN,
        gods=True,
        god_pool="thor",
    ).play("lay(P1,5,0,0)", "take(thor)")
    assert table.phase == "Marching"


@pytest.mark.rule("V108")
def test_hel_brings_a_unit_of_any_supply_as_an_own_one():
    table = laid("E . * V . U . B . *", "hel").play("take(hel)")
    kinds = {text.split(",")[1] for text in table.legal()}
    assert kinds == {"elves", "vikings", "draugar", "goblins"}
    assert len(table.legal()) == 8
    table.play("hel(1,vikings,2,0)")
    assert table.count("V", 0) == 1
    assert table.supply(1, "V") == 2
    assert ending.score(table.state, 0) == 5 + 3 - 2


@pytest.mark.rule("V108")
def test_foreign_abilities_do_not_work():
    """A Dragon among the Elves is not summoned; an Elf among the Dragons does not shoot."""
    bands = "dragons draugar elves goblins"
    table = position(row("D . * E . U . B"), bands, to_move="E", owners={(0, 0): 0})
    assert table.legal("summon") == set()
    assert table.refuses("summon(0,0,2,0)") == "V70"
    assert table.allows("move(0,0,e,1)")
    table = position(row("E . U m . U D B E"), bands, to_move="D", owners={(0, 0): 1}, step="start")
    assert table.count("U") == 2
    table = position(row("E U m . . U D B E"), bands, to_move="D", owners={(0, 0): 1}, step="start")
    assert table.count("U") == 1


@pytest.mark.rule("V108")
@pytest.mark.rule("V112")
@pytest.mark.rule("V123o")
def test_the_giantess_cannot_be_taken_by_hel_but_by_jormungandr_and_never_comes_back():
    details = {
        "mode": "ragnarok",
        "to_move": "V",
        "step": "lay",
        "pool": HORN | {"P3": ("*...", 1)},
        "gods": True,
        "god_pool": "hel jormungandr",
    }
    bands = "giantess vikings elves draugar"
    picture = row("U . * V E . U . . .")
    table = position(picture, bands, **details).play("lay(P1,10,0,0)", "take(hel)")
    assert {text.split(",")[1] for text in table.legal()} == {"vikings", "elves", "draugar"}
    table = position(picture, bands, **details).play("lay(P1,10,0,0)", "take(jormungandr)")
    assert table.legal() == {"jormungandr(0,giantess)", "jormungandr(0,draugar)"}
    table = position(picture, bands, stolen={"G": 1}, **details).play("lay(P3,10,0,0)")
    assert table.refuses("spawn(giantess,10,0)") == "V123"


@pytest.mark.rule("V109")
def test_loki():
    table = laid(ALL, "loki thor idun", pile={"Q1": ("....", 3), "Q2": ("....", 1)})
    reveals = table.state.reveals
    table.play("take(loki)")
    assert table.phase == "Marching"
    assert table.state.reveals == reveals + 2
    assert [card.id for card in table.state.view(2).ambushes[0]] == ["Q1"]
    table = laid(ALL, "loki", pile={}).play("take(loki)")
    assert table.state.ambushes[0] == ()


@pytest.mark.rule("V110")
def test_fenrir():
    table = laid(ALL, "fenrir", ambushes={0: ("elves",), 1: ("vikings",), 3: ("goblins",)}).play(
        "take(fenrir)"
    )
    assert table.legal() == {"fenrir(1,A_vikings)", "fenrir(3,A_goblins)"}
    table.play("fenrir(3,A_goblins)")
    assert [card.id for card in table.state.view(2).ambushes[0]] == ["A_elves", "A_goblins"]
    assert table.state.ambushes[3] == ()


@pytest.mark.rule("V111")
def test_surtr():
    table = laid(", m V . U . . B E .", "surtr").play("take(surtr)")
    assert table.legal() == {f"surtr({x},0)" for x in (1, 3, 5, 6, 9, 10)}
    assert table.refuses("surtr(0,0)") == "V111"  # a Parley card
    assert table.refuses("surtr(2,0)") == "V111"  # a Viking stands there
    table.play("surtr(3,0)")
    assert table.state.ground.zones.get(3) is None
    assert 4 in table.state.ground.zones  # it may fall apart
    table.play("end")
    assert table.allows("lay(P2,3,0,0)")


@pytest.mark.rule("V112")
def test_jormungandr():
    table = laid(ALL, "jormungandr").play("take(jormungandr)")
    assert table.legal() == {"jormungandr(1,vikings)", "jormungandr(2,draugar)", "jormungandr(3,goblins)"}
    table.play("jormungandr(3,goblins)")
    assert (table.supply(0, "B"), table.supply(3, "B")) == (1, 7)
    view = table.state.view(None)  # everything lies open, down to which of the nine it is (V7)
    assert [sum(table.state.kind[unit] == 8 for unit in waiting) for waiting in view.waiting] == [1, 0, 0, 7]


@pytest.mark.rule("V112")
@pytest.mark.rule("V123")
def test_a_stolen_unit_may_be_spawned_later_also_instead_of_massive_numbers():
    table = position(
        row(ALL), FOUR, to_move="E", step="lay", pool={"P1": ("*...", 1)}, gods=True, stolen={"B": 0}
    ).play("lay(P1,10,0,0)")
    assert table.legal() == {"spawn(elves,10,0)", "spawn(goblins,10,0)", "decline"}
    table = position(
        row("E . . V . . U * . B"),
        FOUR,
        to_move="B",
        step="lay",
        pool={"P1": ("*...", 1)},
        gods=True,
        stolen={"E": 3},
    ).play("lay(P1,10,0,0)")
    assert table.legal() == {"spawn(elves,10,0)", "spawn(goblins,7,0)", "spawn(goblins,10,0)", "decline"}
    table.play("spawn(elves,10,0)")
    assert table.phase == "Marching"


@pytest.mark.rule("V113")
def test_a_foreign_unit_dies_into_the_supply_of_its_last_owner():
    table = position(row("U . V m . E . V B U"), FOUR, to_move="U", owners={(2, 0): 0}, gods=True)
    table.play("move(0,0,e,1)")
    assert table.supply(0, "V") == 1
    assert table.supply(1, "V") == 2


@pytest.mark.rule("V123")
def test_a_gjallarhorn_waits_for_a_rage_and_is_lost_with_it():
    pool = {"P1": ("m...", 1, True), "P2": ("....", 2)}
    picture = row("B . . E . U . . V B")

    def raging():
        return position(
            picture, FOUR, to_move="V", step="lay", pool=pool, gods=True, god_pool="thor idun odin"
        ).play("lay(P1,10,0,0)")

    table = raging()
    assert table.phase == "Raging"
    table.play("lay(P2,11,0,0)")
    assert (table.phase, table.points) == ("Worship", 2)
    table = raging().play("decline")
    assert (table.to_move, table.phase) == (2, "Laying")


@pytest.mark.rule("V123n")
def test_a_gjallarhorn_is_lost_with_a_rage_at_the_start_of_a_turn_too():
    """The rage that opens the turn lays a card with a Gjallarhorn, which kills again."""
    picture = row("E . V U m . U . B V B")

    def raging(**cards):
        details = {"to_move": "V", "step": "start", "gods": True, "god_pool": "thor idun odin"}
        table = position(picture, FOUR, **details, **cards)
        assert table.phase == "Raging"
        return table.play("lay(P1,11,0,0)")

    horn = {"P1": ("m...", 1, True)}
    table = raging(pool=horn | {"P2": ("....", 2)})
    assert (table.count("B"), table.phase) == (1, "Raging")
    other = Table(table.state.copy())
    table.play("decline")
    assert (table.to_move, table.phase) == (1, "Laying")
    assert table.play("lay(P2,12,0,0)").phase == "Marching"  # the horn of P1 never sounds
    assert other.play("lay(P2,12,0,0)").phase == "Worship"  # with a card for the rage it does
    table = raging(pool=horn, pile={})
    assert (table.phase, table.points, table.state.god_pool) == ("Marching", 0, other.state.god_pool)


@pytest.mark.rule("V123")
def test_hel_brings_back_a_lost_warband():
    table = position(
        row("V . * . U B ."),
        "vikings draugar goblins elves",
        mode="ragnarok",
        step="lay",
        pool=HORN,
        gods=True,
        god_pool="hel",
    ).play("lay(P1,7,0,0)", "take(hel)", "hel(0,elves,2,0)")
    assert table.count("E") == 1


def test_a_table_can_be_copied_in_the_middle_of_a_miracle():
    table = laid("E . * V . U . B . *", "hel").play("take(hel)")
    other = Table(game.restore(table.state.snapshot()))
    assert other.legal() == table.legal()
    assert other.state == table.state.copy()
