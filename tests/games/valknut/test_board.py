"""A. Board, cards, terms (V1 to V7), and the data files."""

from pathlib import Path

import pytest
from tests.games.valknut.positions import game, position, row

from fimbul.core import BadData, BadOption, Rng
from fimbul.games.valknut.library import gods, terrain, warbands
from fimbul.games.valknut.model import GRASS, cell_at, place_of
from fimbul.games.valknut.rules.board import ground_of

FILE = Path(terrain.__file__).parents[1] / "data" / "terrain.toml"


@pytest.mark.rule("V1")
def test_zones_exist_only_where_cards_lie_and_may_have_negative_places():
    state = game.new(options={"warbands": ("vikings", "draugar")})
    assert set(map(place_of, state.ground.zones)) == {(x, y) for x in (0, 1) for y in range(4)}
    deck = state.deck
    laid = (*state.laid, (0, cell_at(-2, -1), 0))
    assert (-2, -1) in set(map(place_of, ground_of(deck, laid).zones))
    for x, y in ((0, 0), (-1, -1), (255, -7), (-256, 1000)):
        assert place_of(cell_at(x, y)) == (x, y)


@pytest.mark.rule("V2")
def test_a_card_is_two_by_four():
    deck = terrain.deck_of(None)
    for number, forms in enumerate(deck.forms):
        assert [form.shape for form in forms] == [(2, 4), (4, 2), (2, 4), (4, 2)], deck.ids[number]


@pytest.mark.rule("V2")
def test_turning_is_clockwise():
    assert terrain.turned(("m.", "..", "..", ".r")) == ("...m", "r...")
    rows = ("mf", "..", "..", "r.")
    for _ in range(4):
        rows = terrain.turned(rows)
    assert rows == ("mf", "..", "..", "r.")


@pytest.mark.rule("V3")
def test_a_card_has_one_valknut_at_most_and_it_is_grassland():
    deck = terrain.deck_of(None)
    for forms in deck.forms:
        for form in forms:
            assert "".join(form.rows).count("v") <= 1
            assert form.valknut is None or dict(form.zones)[form.valknut] == GRASS
    assert {kind for _, kind in deck.plain.zones} == {kind for _, kind in deck.bridge.zones} == {GRASS}


@pytest.mark.rule("V4")
def test_numbers_run_from_one_to_four():
    assert set(terrain.deck_of(None).moves) == {1, 2, 3, 4}


def test_a_card_is_called_by_its_name_or_by_what_is_on_it():
    text = FILE.read_text().replace('name = "Fir Barrow"\n', "", 1)
    deck = terrain.Deck(terrain.parse_terrain(text, "mine.toml"))
    titles = dict(zip(deck.ids, deck.titles, strict=True))
    assert (titles["T03"], titles["T04"]) == ("Long Water", "Valknut, mountain, forest")
    assert titles["A_DWARVES"] == "Forge Peaks"
    text = FILE.read_text().replace('name = "Forge Peaks"\n', "", 1)
    assert "Ambush of the Dwarves" in terrain.Deck(terrain.parse_terrain(text, "mine.toml")).titles
    ours = terrain.deck_of(None).titles
    assert len(set(ours)) == len(ours)


@pytest.mark.rule("V5")
def test_the_nine_warbands():
    assert [(band.id, band.units) for band in warbands.KINDS] == [
        ("giantess", 1),
        ("valkyries", 2),
        ("elves", 3),
        ("vikings", 4),
        ("vanir", 5),
        ("dragons", 6),
        ("dwarves", 7),
        ("draugar", 8),
        ("goblins", 9),
    ]
    assert sorted(terrain.deck_of(None).ambush) == list(range(9))


@pytest.mark.rule("V6")
def test_a_zone_holds_one_unit_and_the_giantess_fills_two():
    table = position(row("G . V V"), "giantess vikings", to_move="V")
    assert table.refuses("move(2,0,e,1)") == "V31"
    table = position(
        """
        G . . .
        g . . .
        . . . .
        V . . .
        """,
        "giantess vikings",
        to_move="V",
    )
    assert table.allows("move(0,3,n,1)")
    assert table.refuses("move(0,3,n,2)") == "V31"


@pytest.mark.rule("V7")
def test_the_pile_and_the_parley_faces_are_hidden():
    state = game.new(options={"warbands": ("vikings", "draugar")}, seed=4)
    hidden = {state.deck.ids[card] for card in (*state.pile, *state.parley)}
    for seat in (0, 1, None):
        view = state.view(seat)
        assert view.pile == 8
        assert view.sight == ()
        assert not hidden & {card.id for card in (*view.pool, *view.cards)}
    piles, faces = set(), set()
    for seed in range(60):
        world = state.imagine(0, Rng(seed))
        assert sorted([*world.pile, *world.parley]) == sorted([*state.pile, *state.parley])
        assert (world.pool, world.laid, world.ambushes) == (state.pool, state.laid, state.ambushes)
        piles.add(tuple(world.pile))
        faces.add(world.parley[0])
    assert len(piles) > 50
    assert len(faces) == 9


@pytest.mark.rule("V7")
@pytest.mark.parametrize(("seats", "options"), [(3, {}), (4, {}), (2, {"mode": "ragnarok"})])
def test_an_imagined_parley_card_comes_from_its_own_deck(seats, options):
    state = game.new(seats=seats, options=options, seed=4)
    for seed in range(20):
        world = state.imagine(None, Rng(seed))
        for face, name in zip(world.parley, world.parley_decks, strict=True):
            assert face in state.deck.decks[name]


# ---- the files


def test_every_datum_says_where_it_comes_from():
    assert terrain.our_terrain().source == "reconstructed"
    assert {band.vp_source for band in warbands.KINDS} == {"reconstructed"}
    assert 'vp_source = "reconstructed"' in (FILE.parent / "gods.toml").read_text()
    assert game.new().view(None).source == "reconstructed"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('rows = ["m.", "..", "..", ".r"]', 'rows = ["m.", "..", ".r"]', "card 'T01': rows must be 4 rows"),
        ('rows = ["m.", "..", "..", ".r"]', 'rows = ["m.", "..", "..", "r"]', "card 'T01': rows must be 4"),
        ('rows = ["m.", "..", "..", ".r"]', 'rows = ["m.", "..", "..", ".x"]', "card 'T01': rows has 'x'"),
        ('rows = ["m.", "..", "..", ".r"]', 'rows = ["m.", "v.", "..", ".v"]', "rows has 2 Valknuts"),
        ('id = "T01"', 'id = "T02"', "the id 'T02' stands on 2 cards"),
        ('id = "T01"', 'id = "T 1"', "card 'T 1': id must be"),
        ('name = "Stone Ford"', f'name = "{"x" * 25}"', "card 'T01': name must have at most 24 letters"),
        ("move = 4", "move = 5", "card 'T01': move must be 1 to 4, not 5"),
        ("move = 4", 'move = "4"', "card 1 (T01), move: expected `int`, got `str`"),
        ('deck = "2p"', 'deck = "5p"', "card 1 (T01), deck: '5p' is unknown"),
        ('"2p" = 12', '"2p" = 11', "deck_sizes says 11 cards for '2p', and there are 12"),
        ('"4p" = 6', "", "deck_sizes must name 2p, 3p, 4p"),
        ("card_rows = 4", "card_rows = 5", "card_rows must be 4 or 8"),
        ("card_columns = 2", "card_columns = 9", "card_columns must be 1 to 4"),
        ('f = "forest"', 'f = "fields"', "legend must be"),
        ('warband = "giantess"', 'warband = "trolls"', "ambush has a card for 'trolls'"),
        ('warband = "giantess"', 'warband = "elves"', "ambush must have one card for 'giantess', and has 0"),
        ("[bifrost]", "[bridge]", "bridge"),
        ("format = 1", "format = 2", "format"),
        ('source = "reconstructed"', 'source = ""', "source must say"),
        ("gjallarhorn = false", "", "card 1 (T01): there must be a field `gjallarhorn`"),
        ("[legend]", "[legend", "this is not TOML"),
        ("[[card]]", "[[cards]]", "there is no [[card]]"),
    ],
)
def test_a_broken_terrain_file_is_refused_by_file_row_and_field(old, new, fault):
    source = FILE.read_text()
    assert old in source
    count = -1 if old in ("[[card]]",) else 1
    with pytest.raises(BadData) as raised:
        terrain.parse_terrain(source.replace(old, new, count), "mine.toml")
    assert str(raised.value).startswith("mine.toml")
    assert fault in str(raised.value)


def test_too_many_cards_are_refused():
    more = "".join(
        f'[[card]]\nid = "Z{n}"\ndeck = "2p"\nmove = 1\ngjallarhorn = false\n'
        'rows = ["..", "..", "..", ".."]\n'
        for n in range(60)
    )
    source = FILE.read_text().replace('"2p" = 12', '"2p" = 72') + more
    with pytest.raises(BadData, match="more than the table holds"):
        terrain.parse_terrain(source, "mine.toml")


def test_a_users_own_terrain_file_is_played_and_recorded(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(FILE.read_text().replace('source = "reconstructed"', 'source = "printed"'))
    mine = game.file_option("terrain", path)
    state = game.new(options={"terrain": mine}, seed=3)
    assert state.view(None).source == "printed"
    assert state.legal(0) == game.new(seed=3).legal(0)
    with pytest.raises(BadData, match="cannot be read"):
        game.file_option("terrain", tmp_path / "none.toml")
    with pytest.raises(BadOption, match="takes no file"):
        game.file_option("warbands", path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadData, match="UTF-8"):
        game.file_option("terrain", path)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('letter = "E"', 'letter = "G"', "warband 3: letter must be one letter"),
        ("units = 2", "units = 1", "warband 2: units must be"),
        ('id = "elves"', 'id = "vikings"', "the id 'vikings' is taken"),
        ('["archery"]', '["sorcery"]', "abilities has 'sorcery'"),
        ('["archery"]', '["shove"]', "each of the 11 must belong to one warband"),
        ("size = [1, 2]", "size = [2, 2]", "size must be"),
        ('["forest"]', '["sea"]', "warband 3"),
        ("[[warband]]", "[[band]]", "there is no [[warband]]"),
    ],
)
def test_a_broken_warband_file_is_refused(old, new, fault):
    source = (FILE.parent / "warbands.toml").read_text()
    assert old in source
    with pytest.raises(BadData) as raised:
        warbands.parse_warbands(source.replace(old, new, -1 if old == "[[warband]]" else 1), "mine.toml")
    assert fault in str(raised.value)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("vp = -2", "vp = 2", "god 5: vp 2 does not fit a monster"),
        ("steal_ambush_card", "steal_thunder", "effect 'steal_thunder' does not exist"),
        ("steal_ambush_card", "steal_supply_unit", "each of the 9 must stand on one card"),
        ("pool_size = 3", "pool_size = 10", "pool_size must be"),
    ],
)
def test_a_broken_god_file_is_refused(old, new, fault):
    source = (FILE.parent / "gods.toml").read_text()
    assert old in source
    with pytest.raises(BadData) as raised:
        gods.parse_gods(source.replace(old, new, 1), "mine.toml")
    assert fault in str(raised.value)
