"""Squares, hexes and the search over them, against pictures, stated facts and slow definitions."""

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fimbul.core.grids import (
    AROUND,
    CLOCK,
    DIAGONAL,
    HEX_DIRECTIONS,
    ORTHOGONAL,
    Cell,
    Hex,
    Layout,
    Lowered,
    Top,
    adjacent,
    chebyshev,
    distances,
    groups,
    hexside,
    manhattan,
    neighbours,
    path,
    ray,
)

small = st.integers(-30, 30)
cells = st.tuples(small, small)
hexes = st.builds(Hex, small, small)
radii = st.integers(0, 8)
lowerings = st.sampled_from(["odd", "even"])
layouts = st.builds(
    Layout,
    top=st.sampled_from(["pointy", "flat"]),
    size=st.floats(5, 50),
    x=st.floats(-500, 500),
    y=st.floats(-500, 500),
)
FLOOR = [(x, y) for x in range(5) for y in range(4)]
boards = st.sets(st.sampled_from(FLOOR), max_size=14).map(lambda walls: set(FLOOR) - walls)

ORIGIN = Hex(0, 0)
STEP4 = partial(neighbours, offsets=ORTHOGONAL)


def picture(drawing: str) -> dict[str, list[Cell]]:
    """The cells of a drawn position by their letter; dots and blanks are empty."""
    found: dict[str, list[Cell]] = {}
    for y, row in enumerate(drawing.strip("\n").split("\n")):
        for x, letter in enumerate(row.split()):
            if letter != ".":
                found.setdefault(letter, []).append((x, y))
    return found


def within(board: Iterable[Cell], step: Callable[[Cell], Iterable[Cell]]) -> Callable[[Cell], list[Cell]]:
    """The neighbours that are on the board."""
    floor = set(board)
    return lambda cell: [near for near in step(cell) if near in floor]


def numbered(number: str) -> Hex:
    """A Fornaldar hex, column and row in two digits each."""
    return Hex.from_offset(int(number[:2]), int(number[2:]), "odd")


def number(place: Hex) -> str:
    """The number of a Fornaldar hex."""
    column, row = place.to_offset("odd")
    return f"{column:02}{row:02}"


class TestSquares:
    def test_orthogonal_steps_are_north_east_south_west(self) -> None:
        assert ORTHOGONAL == ((0, -1), (1, 0), (0, 1), (-1, 0))

    def test_eight_steps_are_the_four_and_the_four(self) -> None:
        assert set(AROUND) == set(ORTHOGONAL) | set(DIAGONAL)
        assert len(AROUND) == 8

    @pytest.mark.parametrize("steps", [ORTHOGONAL, DIAGONAL, AROUND])
    def test_steps_go_clockwise(self, steps: tuple[Cell, ...]) -> None:
        turn = math.tau / len(steps)
        angles = [math.atan2(dy, dx) for dx, dy in steps]
        assert all((b - a) % math.tau == pytest.approx(turn) for a, b in pairwise([*angles, angles[0]]))

    @pytest.mark.parametrize("corner", range(4))
    def test_corner_lies_between_two_edges(self, corner: int) -> None:
        (ax, ay), (bx, by) = ORTHOGONAL[corner - 1], ORTHOGONAL[corner]
        assert DIAGONAL[corner] == (ax + bx, ay + by)

    def test_neighbours_as_drawn(self) -> None:
        drawn = picture("""
            d e d .
            e X e .
            d e d .
        """)
        [here] = drawn["X"]
        assert set(neighbours(here)) == {*drawn["d"], *drawn["e"]}
        assert set(neighbours(here, ORTHOGONAL)) == set(drawn["e"])
        assert set(neighbours(here, DIAGONAL)) == set(drawn["d"])
        assert {cell for cell in neighbours(here) if adjacent(here, cell)} == set(drawn["e"])

    def test_a_cell_is_not_adjacent_to_itself(self) -> None:
        assert not adjacent((2, 3), (2, 3))

    @given(cells, cells)
    def test_neighbours_are_mutual(self, a: Cell, b: Cell) -> None:
        for offsets in (ORTHOGONAL, DIAGONAL, AROUND):
            assert (b in neighbours(a, offsets)) == (a in neighbours(b, offsets))
        for near in neighbours(a):
            assert a in neighbours(near)

    @given(cells, cells, cells)
    def test_distances_are_metrics(self, a: Cell, b: Cell, c: Cell) -> None:
        for measure in (manhattan, chebyshev):
            assert measure(a, b) == measure(b, a) >= 0
            assert (measure(a, b) == 0) == (a == b)
            assert measure(a, c) <= measure(a, b) + measure(b, c)

    def test_distances_count_steps(self) -> None:
        for cell, steps in distances([(0, 0)], STEP4, 5).items():
            assert manhattan((0, 0), cell) == steps
        for cell, steps in distances([(0, 0)], neighbours, 5).items():
            assert chebyshev((0, 0), cell) == steps

    def test_ray_ends_before_what_blocks(self) -> None:
        drawn = picture("""
            . . . . .
            A r r r X
            . . . . .
        """)
        [start], blockers = drawn["A"], drawn["X"]
        assert list(ray(start, (1, 0), blockers.__contains__)) == drawn["r"]

    def test_ray_goes_diagonally_between_blockers(self) -> None:
        drawn = picture("""
            A X . .
            X r X .
            . X r X
            . . X X
        """)
        [start], blockers = drawn["A"], drawn["X"]
        assert list(ray(start, (1, 1), blockers.__contains__)) == drawn["r"]

    def test_ray_blocked_at_once_is_empty(self) -> None:
        assert list(ray((0, 0), (0, 1), lambda _: True)) == []

    def test_ray_never_asks_about_its_start(self) -> None:
        assert list(ray((0, 0), (1, 0), {(0, 0), (2, 0)}.__contains__)) == [(1, 0)]

    def test_ray_on_an_open_grid_goes_on(self) -> None:
        assert list(islice(ray((0, 0), (-1, 0), lambda _: False), 3)) == [(-1, 0), (-2, 0), (-3, 0)]


class TestGroups:
    DRAWING = """
        a . . b b
        . . . b .
        . . . . .
        c . d . .
        . c . d d
    """

    def test_corners_connect_in_eight_directions(self) -> None:
        drawn = picture(self.DRAWING)
        everyone = [cell for letter in "cdab" for cell in drawn[letter]]
        assert [set(group) for group in groups(everyone, neighbours)] == [
            set(drawn["c"] + drawn["d"]),
            set(drawn["b"]),
            set(drawn["a"]),
        ]

    def test_only_edges_connect_in_four_and_the_first_given_leads_among_equals(self) -> None:
        drawn = picture(self.DRAWING)
        everyone = [cell for letter in "dcba" for cell in drawn[letter]]
        found = groups(everyone, STEP4)
        lone, *pair = drawn["d"]
        assert [set(group) for group in found[:2]] == [set(drawn["b"]), set(pair)]
        assert found[2:] == [[cell] for cell in (lone, *drawn["c"], *drawn["a"])]

    def test_no_cells_make_no_groups(self) -> None:
        assert groups([], neighbours) == []

    def test_repeated_cells_count_once(self) -> None:
        assert groups([(0, 0), (5, 5), (0, 0)], neighbours) == [[(0, 0)], [(5, 5)]]

    def test_cells_need_only_a_hash(self) -> None:
        roads = {"Uppsala": ["Birka"], "Birka": ["Uppsala"], "Ribe": [], "Jelling": ["Hedeby"]}
        assert groups(["Ribe", "Birka", "Uppsala"], roads.__getitem__) == [["Birka", "Uppsala"], ["Ribe"]]

    @given(boards.map(sorted).flatmap(st.permutations), st.sampled_from([ORTHOGONAL, DIAGONAL, AROUND]))
    def test_against_merging(self, board: list[Cell], offsets: tuple[Cell, ...]) -> None:
        merged = [{cell} for cell in board]
        for a in board:
            for b in neighbours(a, offsets):
                if b in board:
                    [one] = [group for group in merged if a in group]
                    [other] = [group for group in merged if b in group]
                    if one is not other:
                        one |= other
                        merged.remove(other)
        expected = sorted(merged, key=lambda group: (-len(group), min(map(board.index, group))))
        found = groups(board, partial(neighbours, offsets=offsets))
        assert [set(group) for group in found] == expected
        assert sum(map(len, found)) == len(board)
        for group in found:
            assert group[0] == min(group, key=board.index)


class TestHexes:
    def test_fate_directions_are_clock_hours(self) -> None:
        assert CLOCK[1] == (1, -1)
        assert CLOCK[3] == (1, 0)
        assert CLOCK[5] == (0, 1)
        assert CLOCK[7] == (-1, 1)
        assert CLOCK[9] == (-1, 0)
        assert CLOCK[11] == (0, -1)
        assert tuple(CLOCK[hour] for hour in (1, 3, 5, 7, 9, 11)) == HEX_DIRECTIONS

    @pytest.mark.parametrize("hour", range(1, 13))
    def test_hours_point_where_a_clock_hand_does(self, hour: int) -> None:
        top: Top = "pointy" if hour % 2 else "flat"
        x, y = Layout(top, 1.0).centre(CLOCK[hour])
        hand = math.radians(30 * hour)
        assert (x, y) == pytest.approx((math.sqrt(3) * math.sin(hand), -math.sqrt(3) * math.cos(hand)))

    def test_steps_add_up_like_vectors(self) -> None:
        assert Hex(2, 3) + Hex(1, -1) == Hex(3, 2)
        assert Hex(2, 3) - Hex(1, -1) == Hex(1, 4)
        assert Hex(2, 3) * 3 == 3 * Hex(2, 3) == Hex(6, 9)

    def test_the_outcome_is_always_a_hex(self) -> None:
        pair = (1, 0)
        assert all(type(h) is Hex for h in (ORIGIN + pair, ORIGIN - pair, ORIGIN * 2, 2 * ORIGIN))

    @given(hexes, hexes)
    def test_subtraction_undoes_addition(self, a: Hex, b: Hex) -> None:
        assert a + b - b == a
        assert b + (a - b) == a

    @given(hexes)
    def test_six_neighbours_at_distance_one_each_mutual(self, here: Hex) -> None:
        around = here.neighbours()
        assert len(set(around)) == 6
        for near, direction in zip(around, HEX_DIRECTIONS, strict=True):
            assert near - here == direction
            assert here.distance(near) == 1
            assert here in near.neighbours()

    @given(hexes, hexes, hexes)
    def test_distance_is_a_metric(self, a: Hex, b: Hex, c: Hex) -> None:
        assert a.distance(b) == b.distance(a) >= 0
        assert (a.distance(b) == 0) == (a == b)
        assert a.distance(c) <= a.distance(b) + b.distance(c)
        assert a.distance(b) == (a + c).distance(b + c)

    @given(hexes, hexes)
    def test_distance_is_fate_formula(self, a: Hex, b: Hex) -> None:
        dx, dy = b - a
        assert a.distance(b) * 2 == abs(dx) + abs(dy) + abs(dx + dy)

    def test_distance_counts_steps(self) -> None:
        for place, steps in distances([ORIGIN], Hex.neighbours, 6).items():
            assert ORIGIN.distance(place) == steps


class TestRingsAndTurns:
    @given(hexes, st.integers(1, 8))
    def test_ring_is_what_lies_at_that_distance(self, centre: Hex, radius: int) -> None:
        ring = centre.ring(radius)
        assert len(set(ring)) == len(ring) == 6 * radius
        assert all(centre.distance(place) == radius for place in ring)

    @given(hexes, st.integers(1, 8))
    def test_ring_goes_clockwise_without_gaps(self, centre: Hex, radius: int) -> None:
        ring = centre.ring(radius)
        assert ring[0] == centre + CLOCK[1] * radius
        assert ring[::radius] == [centre + direction * radius for direction in HEX_DIRECTIONS]
        assert all(a.distance(b) == 1 for a, b in pairwise([*ring, ring[0]]))

    @given(hexes)
    def test_smallest_rings(self, centre: Hex) -> None:
        assert centre.ring(0) == [centre]
        assert centre.ring(1) == centre.neighbours()
        assert centre.ring(-1) == centre.disk(-1) == []

    @given(hexes, radii)
    def test_disk_is_what_lies_within_that_distance(self, centre: Hex, radius: int) -> None:
        disk = centre.disk(radius)
        assert len(set(disk)) == len(disk) == 1 + 3 * radius * (radius + 1)
        assert [centre.distance(place) for place in disk] == sorted(centre.distance(p) for p in disk)
        assert set(disk) == set(distances([centre], Hex.neighbours, radius))

    def test_fate_board_is_a_disk(self) -> None:
        board = {
            (x, y)
            for x in range(30)
            for y in range(30)
            if abs(x - 9) <= 8 and abs(y - 9) <= 8 and abs(x + y - 18) <= 8
        }
        assert set(Hex(9, 9).disk(8)) == board

    def test_a_sixth_turns_each_direction_into_the_next(self) -> None:
        for turn in range(-7, 8):
            turned = [direction.rotate(turn) for direction in HEX_DIRECTIONS]
            assert turned == [HEX_DIRECTIONS[(i + turn) % 6] for i in range(6)]

    @given(hexes, hexes, st.integers(-12, 12), st.integers(-12, 12))
    def test_turning_keeps_distances_and_adds_up(self, a: Hex, b: Hex, turn: int, more: int) -> None:
        assert a.rotate(turn).distance(b.rotate(turn)) == a.distance(b)
        assert a.rotate(turn).rotate(more) == a.rotate(turn + more)
        assert a.rotate(6) == a
        assert a.rotate(3) == a * -1


class TestLines:
    @given(hexes, hexes)
    def test_goes_from_end_to_end_in_single_steps(self, a: Hex, b: Hex) -> None:
        line = a.line(b)
        assert line[0] == a
        assert line[-1] == b
        assert len(line) == a.distance(b) + 1
        assert all(one.distance(other) == 1 for one, other in pairwise(line))

    @given(hexes, hexes)
    def test_way_back_is_the_same_line(self, a: Hex, b: Hex) -> None:
        assert b.line(a) == a.line(b)[::-1]

    @given(hexes, hexes, hexes)
    def test_moves_with_its_ends(self, a: Hex, b: Hex, step: Hex) -> None:
        assert (a + step).line(b + step) == [place + step for place in a.line(b)]

    def test_along_a_hexside_the_smaller_hex_is_on_it(self) -> None:
        assert Hex(0, 0).line(Hex(1, 1)) == [(0, 0), (0, 1), (1, 1)]
        assert Hex(0, 0).line(Hex(2, -1)) == [(0, 0), (1, -1), (2, -1)]
        assert Hex(0, 0).line(Hex(1, -2)) == [(0, 0), (0, -1), (1, -2)]

    @given(hexes, hexes)
    def test_each_hex_is_the_nearest_to_its_point(self, a: Hex, b: Hex) -> None:
        """By definition: the smallest of the hexes with the nearest centre, for evenly spaced points."""
        steps = a.distance(b)
        for step, chosen in enumerate(a.line(b)):
            share = Fraction(step, steps or 1)
            q, r = a.q + (b.q - a.q) * share, a.r + (b.r - a.r) * share

            def off(place: Hex, q: Fraction = q, r: Fraction = r) -> Fraction:
                dq, dr = place.q - q, place.r - r
                return dq * dq + dq * dr + dr * dr

            assert chosen == min(sorted(Hex(math.floor(q), math.floor(r)).disk(2)), key=off)


class TestOffsetColumns:
    def test_kvalholla_3927_borders_4027_and_4028(self) -> None:
        around = {number(near) for near in numbered("3927").neighbours()}
        assert around == {"3926", "3928", "3827", "3828", "4027", "4028"}

    @given(st.integers(1, 60), st.integers(1, 60))
    def test_fornaldar_neighbours_as_stated(self, c: int, r: int) -> None:
        around = {near.to_offset("odd") for near in Hex.from_offset(c, r, "odd").neighbours()}
        side_rows = (r, r + 1) if c % 2 else (r - 1, r)
        assert around == {(c, r - 1), (c, r + 1)} | {(c + d, row) for d in (-1, 1) for row in side_rows}

    @given(st.integers(-60, 60), st.integers(-60, 60))
    def test_even_columns_lowered_is_the_mirror(self, c: int, r: int) -> None:
        around = {near.to_offset("even") for near in Hex.from_offset(c, r, "even").neighbours()}
        side_rows = (r - 1, r) if c % 2 else (r, r + 1)
        assert around == {(c, r - 1), (c, r + 1)} | {(c + d, row) for d in (-1, 1) for row in side_rows}

    @given(hexes, cells, lowerings)
    def test_round_trip(self, place: Hex, numbers: Cell, lowered: Lowered) -> None:
        assert Hex.from_offset(*place.to_offset(lowered), lowered) == place
        assert Hex.from_offset(*numbers, lowered).to_offset(lowered) == numbers

    @given(cells, lowerings)
    def test_lowered_columns_are_drawn_half_a_hex_lower(self, numbers: Cell, lowered: Lowered) -> None:
        column, row = numbers
        height = math.sqrt(3)
        x, y = Layout("flat", 1.0).centre(Hex.from_offset(column, row, lowered))
        origin_y = Layout("flat", 1.0).centre(Hex.from_offset(0, 0, lowered))[1]
        shift = 0.0 if column % 2 == 0 else (0.5 if lowered == "odd" else -0.5)
        assert (x, y - origin_y) == pytest.approx((1.5 * column, height * (row + shift)), abs=1e-9)


class TestHexsides:
    @given(hexes, st.sampled_from(HEX_DIRECTIONS))
    def test_named_from_either_side_it_is_the_same(self, here: Hex, direction: Hex) -> None:
        side = hexside(here, here + direction)
        assert side == hexside(here + direction, here)
        assert set(side) == {here, here + direction}
        assert side[0] < side[1]

    def test_order_is_that_of_the_numbers_on_the_map(self) -> None:
        for near in numbered("3927").neighbours():
            side = hexside(numbered("3927"), near)
            assert [number(place) for place in side] == sorted(["3927", number(near)])

    def test_a_board_has_each_side_once(self) -> None:
        board = ORIGIN.disk(2)
        sides = {hexside(a, b) for a in board for b in a.neighbours()}
        inner = {side for side in sides if set(side) <= set(board)}
        assert len(inner) == 42
        assert len(sides) == 42 + 30

    @pytest.mark.parametrize("other", [Hex(0, 0), Hex(1, 1), Hex(2, 0)])
    def test_hexes_that_do_not_touch_share_none(self, other: Hex) -> None:
        with pytest.raises(ValueError, match="share no hexside"):
            hexside(ORIGIN, other)


class TestDrawing:
    def test_fate_screen_position(self) -> None:
        layout = Layout("pointy", 1 / math.sqrt(3))
        for x, y in Hex(9, 9).disk(8):
            assert layout.centre((x, y)) == pytest.approx((x + y / 2, math.sqrt(3) / 2 * y))

    def test_first_corner(self) -> None:
        assert Layout("pointy", 10, x=100, y=50).corners(ORIGIN)[0] == pytest.approx((100, 40))
        assert Layout("flat", 10, x=100, y=50).corners(ORIGIN)[1] == pytest.approx((110, 50))

    @given(layouts, hexes)
    def test_neighbours_share_the_two_corners_of_their_side(self, layout: Layout, here: Hex) -> None:
        mine = layout.corners(here)
        for i, near in enumerate(here.neighbours()):
            theirs = layout.corners(near)
            assert mine[i] == pytest.approx(theirs[(i + 4) % 6])
            assert mine[(i + 1) % 6] == pytest.approx(theirs[(i + 3) % 6])

    @given(layouts, hexes)
    def test_corners_lie_at_the_size_from_the_centre(self, layout: Layout, here: Hex) -> None:
        radii = [math.dist(layout.centre(here), corner) for corner in layout.corners(here)]
        assert radii == pytest.approx([layout.size] * 6)

    @given(layouts, hexes, st.floats(0, 0.99), st.integers(0, 5), st.floats(0, 1))
    def test_a_point_inside_a_hex_finds_it(
        self, layout: Layout, here: Hex, out: float, side: int, along: float
    ) -> None:
        (x, y), corners = layout.centre(here), layout.corners(here)
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
        edge_x, edge_y = ax + (bx - ax) * along, ay + (by - ay) * along
        assert layout.hex_at((x + (edge_x - x) * out, y + (edge_y - y) * out)) == here

    @given(layouts, st.floats(-2000, 2000), st.floats(-2000, 2000))
    def test_a_point_finds_the_nearest_centre(self, layout: Layout, x: float, y: float) -> None:
        found = layout.hex_at((x, y))
        off = math.dist(layout.centre(found), (x, y))
        assert off <= min(math.dist(layout.centre(near), (x, y)) for near in found.neighbours()) + 1e-6


class TestDistances:
    def test_around_obstacles(self) -> None:
        drawn = picture("""
            0 1 2 3
            1 X X 4
            2 X . X
            3 4 X .
        """)
        everything = [cell for row in drawn.values() for cell in row]
        floor = set(everything) - set(drawn["X"])
        expected = {cell: int(steps) for steps in "01234" for cell in drawn[steps]}
        assert distances(drawn["0"], within(floor, STEP4)) == expected

    def test_hexes_around_a_lake(self) -> None:
        lake = {CLOCK[1], CLOCK[3], CLOCK[5]}
        board = set(ORIGIN.disk(3)) - lake
        found = distances([ORIGIN], lambda here: [near for near in here.neighbours() if near in board])
        assert ORIGIN.distance(CLOCK[3] * 2) == 2
        assert found[CLOCK[3] * 2] == 5

    def test_the_nearest_of_many_starts_counts(self) -> None:
        found = distances([(0, 0), (5, 0)], within([(x, 0) for x in range(6)], STEP4))
        assert found == {(0, 0): 0, (5, 0): 0, (1, 0): 1, (4, 0): 1, (2, 0): 2, (3, 0): 2}

    def test_limit_counts_steps(self) -> None:
        assert set(distances([(0, 0)], neighbours, 0)) == {(0, 0)}
        assert set(distances([(0, 0)], neighbours, 1)) == {(0, 0), *neighbours((0, 0))}
        assert len(distances([(0, 0)], neighbours, 3)) == 49

    def test_from_nowhere_nothing_is_reached(self) -> None:
        assert distances([], neighbours) == {}

    @given(boards, st.data())
    def test_against_relaxing_until_nothing_changes(self, board: set[Cell], data: st.DataObject) -> None:
        starts = data.draw(st.lists(st.sampled_from(sorted(board)), min_size=1, max_size=3))
        limit = data.draw(st.none() | st.integers(0, 8))
        expected = {cell: 0 if cell in starts else math.inf for cell in board}
        for _ in board:
            for a in board:
                for b in board:
                    if adjacent(a, b):
                        expected[b] = min(expected[b], expected[a] + 1)
        reach = math.inf if limit is None else limit
        found = distances(starts, within(board, STEP4), limit)
        assert found == {cell: far for cell, far in expected.items() if far <= reach and far < math.inf}
        assert list(found.values()) == sorted(found.values())


class TestPath:
    def test_goes_round_a_wall(self) -> None:
        drawn = picture("""
            A X 8 9 B
            1 X 7 X X
            2 X 6 . .
            3 4 5 . .
        """)
        [start], [goal] = drawn["A"], drawn["B"]
        floor = {cell for letter, places in drawn.items() if letter != "X" for cell in places}
        between = [drawn[step][0] for step in "123456789"]
        assert path(start, goal, within(floor, STEP4)) == [start, *between, goal]

    def test_pays_for_the_marsh_only_when_the_road_is_longer(self) -> None:
        drawn = picture("""
            A m B
            r . r
            r r r
        """)
        [start], [marsh], [goal] = drawn["A"], drawn["m"], drawn["B"]
        floor = {cell for places in drawn.values() for cell in places}

        def route(price: float) -> list[Cell] | None:
            return path(
                start, goal, within(floor, STEP4), cost=lambda _, there: price if there == marsh else 1
            )

        assert route(4) == [start, marsh, goal]
        assert route(6) == [start, (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), goal]

    def test_of_equally_cheap_ways_the_one_with_fewest_steps(self) -> None:
        prices = {("A", "x"): 1, ("x", "y"): 1, ("y", "B"): 2, ("A", "z"): 3, ("z", "B"): 1}
        roads = {"A": ["x", "z"], "x": ["y"], "y": ["B"], "z": ["B"], "B": []}
        assert path("A", "B", roads.__getitem__, lambda a, b: prices[a, b]) == ["A", "z", "B"]

    def test_of_equal_ways_the_first_in_the_order_of_neighbours(self) -> None:
        roads = {"A": ["y", "x"], "x": ["B"], "y": ["B"], "B": []}
        assert path("A", "B", roads.__getitem__) == ["A", "y", "B"]
        roads["A"].reverse()
        assert path("A", "B", roads.__getitem__) == ["A", "x", "B"]

    def test_to_itself_is_no_step(self) -> None:
        assert path((1, 1), (1, 1), neighbours) == [(1, 1)]

    def test_out_of_reach_is_none(self) -> None:
        assert path((0, 0), (2, 0), within([(0, 0), (2, 0)], STEP4)) is None
        assert path((0, 0), (2, 0), within([(0, 0), (1, 0), (2, 0)], STEP4), lambda *_: math.inf) is None

    def test_cells_need_no_order(self) -> None:
        roads = {1j: [2j, 3j], 2j: [4j], 3j: [4j], 4j: []}
        assert path(1j, 4j, roads.__getitem__) == [1j, 2j, 4j]

    @pytest.mark.parametrize("price", [-1, math.nan])
    def test_a_price_below_nothing_is_refused(self, price: float) -> None:
        with pytest.raises(ValueError, match="less than nothing"):
            path((0, 0), (3, 0), neighbours, lambda *_: price)

    @given(hexes, hexes.map(lambda step: Hex(step.q % 5, step.r % 5)))
    def test_on_an_open_board_it_is_as_long_as_the_distance(self, start: Hex, step: Hex) -> None:
        way = path(start, start + step, Hex.neighbours)
        assert way is not None
        assert len(way) == start.distance(start + step) + 1

    @given(boards, st.data())
    def test_against_relaxing_until_nothing_changes(self, board: set[Cell], data: st.DataObject) -> None:
        start, goal = (data.draw(st.sampled_from(sorted(board))) for _ in range(2))
        steps = [(a, b) for a in sorted(board) for b in sorted(board) if adjacent(a, b)]
        prices = {step: data.draw(st.sampled_from([0, 1, 2, math.inf])) for step in steps}
        nowhere = (math.inf, 0)
        best = {cell: (0.0, 0) if cell == start else nowhere for cell in board}
        for _ in board:
            for (a, b), price in prices.items():
                if price < math.inf and best[a] != nowhere:
                    best[b] = min(best[b], (best[a][0] + price, best[a][1] + 1))
        way = path(start, goal, within(board, STEP4), lambda a, b: prices[a, b])
        if best[goal] == nowhere:
            assert way is None
        else:
            assert way is not None
            assert (way[0], way[-1]) == (start, goal)
            assert (sum(prices[step] for step in pairwise(way)), len(way) - 1) == best[goal]
