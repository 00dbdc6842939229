"""A slow, simple reference implementation ("oracle") of Fimbulvetr: Winter of Winters.

Written only from the numbered rules F1..F57 of docs/rules/fimbulvetr.md and meant for comparing legal lists
and results with the real engine. Everything is brute force: the table is a dict from cell to warrior, corner
contact is found by comparing grid vertices, a move is a search over (x, y, rotation, vaults used) one point
at a time, and repetition is counted on full position tuples. Nothing is cached between calls.
"""

from __future__ import annotations

from typing import NamedTuple

Cell = tuple[int, int]
Clan = list[tuple[str, list[str]]]
Position = tuple[int, tuple[str | None, str | None], tuple[tuple[int, str, int, int, int], ...]]

TOKENS = ("melee", "ranged", "defense", "move")  # F15
TYPE_LETTER = {"melee": "M", "ranged": "R", "defense": "D", "move": "V"}  # clans.toml, codes
QUALITY = {"1": 1, "2": 2, "S": 1, "A": 1}  # F7: specials are also Single sigils
CODES = ("M1", "M2", "MS", "R1", "R2", "RA", "D1", "D2", "DS", "V1", "V2", "VA")
CORNERS = (0, 1, 2, 3)  # F4: NW, NE, SE, SW
EDGE_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # F3
EIGHT = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0))  # F3

REPETITIONS = 3  # F50a
QUIET_TURNS = 60  # F50b
MAX_TURNS = 400  # F50c


class Warrior(NamedTuple):
    """A warrior on the table: its seat, its id and its rotation (F4)."""

    seat: int
    name: str
    rotation: int


def vertex(cell: Cell, corner: int) -> Cell:
    """F2, F4: the grid vertex at a corner of a cell; vertex (x, y) is the north-west one of cell (x, y)."""
    x, y = cell
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)][corner]


def touching(corner: int) -> list[tuple[int, int, int]]:
    """F5: the (dx, dy, corner there) of the three corners of other cells at the same vertex."""
    return [
        (dx, dy, other)
        for dx, dy in EIGHT
        for other in CORNERS
        if vertex((dx, dy), other) == vertex((0, 0), corner)
    ]


def quality(code: str, kind: str) -> int:
    """F7, F9: own(T), the quality of a sigil if it has type T, else 0."""
    return QUALITY[code[1]] if code[0] == TYPE_LETTER[kind] else 0


class Oracle:
    """One game of Fimbulvetr, from the first placement to the result, by the letter of the rules.

    `to_move` is the seat to act (None when the game is over); `result` is None while running, then (winner
    seat or None, rule); `severed` is the set S of F39 for the player to move, as (seat, warrior id).
    """

    def __init__(
        self,
        clans: tuple[Clan, Clan],
        first: int = 0,
        *,
        support_from_none: bool = True,
        vault_adjacent: bool = False,
        relic_fixed: bool = False,
    ) -> None:
        """F20: each seat has its clan, `first` is the First Player; the options belong to F11, F35, F23."""
        if first not in (0, 1):
            raise ValueError(f"no such seat: {first}")
        if len(clans[0]) != len(clans[1]) or not clans[0]:
            raise ValueError("two clans of equal size are needed (F1)")
        # printed[seat][warrior id] = the four codes NW, NE, SE, SW
        self.printed: list[dict[str, tuple[str, ...]]] = []
        for clan in clans:
            cards = {name: tuple(codes) for name, codes in clan}
            if len(cards) != len(clan):
                raise ValueError("a warrior id occurs twice in one clan")
            for name, codes in cards.items():
                if len(codes) != 4 or any(code not in CODES for code in codes):
                    raise ValueError(f"bad corners of {name}: {codes}")
            self.printed.append(cards)
        self.first = first
        self.support_from_none = support_from_none
        self.vault_adjacent = vault_adjacent
        self.relic_fixed = relic_fixed
        self.phase = "place"  # place, relic, play (F53)
        self.board: dict[Cell, Warrior] = {}
        self.relics: list[str | None] = [None, None]
        self.bearers: list[str | None] = [None, None]
        self.to_move: int | None = first
        self.result: tuple[int | None, str] | None = None
        self.severed: set[tuple[int, str]] = set()
        self.turns = 0  # turns played, F50c
        self.quiet = 0  # consecutive turns without a slain warrior, F50b
        self.seen: dict[Position, int] = {}  # how often each position occurred, F50a

    @classmethod
    def from_position(
        cls,
        clans: tuple[Clan, Clan],
        warriors: list[tuple[int, str, int, int, int]],
        relics: tuple[str, str],
        bearers: tuple[str, str],
        to_move: int,
        *,
        first: int = 0,
        support_from_none: bool = True,
        vault_adjacent: bool = False,
        relic_fixed: bool = False,
    ) -> Oracle:
        """Start in the play phase from a given table; a warrior that is not listed is slain.

        Counters are fresh and this position has occurred once (F57b).
        """
        game = cls(
            clans,
            first,
            support_from_none=support_from_none,
            vault_adjacent=vault_adjacent,
            relic_fixed=relic_fixed,
        )
        for seat, name, x, y, rotation in warriors:
            if seat not in (0, 1) or name not in game.printed[seat]:
                raise ValueError(f"no such warrior: {seat} {name}")
            if rotation not in CORNERS:
                raise ValueError(f"no such rotation: {rotation}")
            if (x, y) in game.board:
                raise ValueError(f"two warriors on {(x, y)}")
            if any((w.seat, w.name) == (seat, name) for w in game.board.values()):
                raise ValueError(f"warrior listed twice: {seat} {name}")
            game.board[(x, y)] = Warrior(seat, name, rotation)
        for seat in (0, 1):
            if relics[seat] not in TOKENS:
                raise ValueError(f"no such relic token: {relics[seat]}")
            if not any((w.seat, w.name) == (seat, bearers[seat]) for w in game.board.values()):
                raise ValueError(f"the bearer of seat {seat} is not on the table (F52)")
        if to_move not in (0, 1):
            raise ValueError(f"no such seat: {to_move}")
        game.phase = "play"
        game.relics = [relics[0], relics[1]]
        game.bearers = [bearers[0], bearers[1]]
        game.to_move = to_move
        game._count_position()
        game.severed = game._cut_off(to_move)
        return game

    def copy(self) -> Oracle:
        """Return an independent copy; the printed cards never change and are shared."""
        other = object.__new__(type(self))
        other.printed = self.printed
        other.first = self.first
        other.support_from_none = self.support_from_none
        other.vault_adjacent = self.vault_adjacent
        other.relic_fixed = self.relic_fixed
        other.phase = self.phase
        other.board = dict(self.board)
        other.relics = list(self.relics)
        other.bearers = list(self.bearers)
        other.to_move = self.to_move
        other.result = self.result
        other.severed = set(self.severed)
        other.turns = self.turns
        other.quiet = self.quiet
        other.seen = dict(self.seen)
        return other

    # ---- looking at the table -------------------------------------------------------------------------

    def _find(self, seat: int, name: str) -> Cell:
        """Return the cell of a living warrior."""
        for cell, warrior in self.board.items():
            if warrior.seat == seat and warrior.name == name:
                return cell
        raise ValueError(f"not on the table: {seat} {name}")

    def _cells_of(self, seat: int) -> list[Cell]:
        """Return the cells of the living warriors of a seat."""
        return [cell for cell, warrior in self.board.items() if warrior.seat == seat]

    def _shown(self, cell: Cell, corner: int) -> str:
        """F4: the code shown at a corner position of the warrior on a cell."""
        warrior = self.board[cell]
        for printed_corner in CORNERS:
            if (printed_corner + warrior.rotation) % 4 == corner:
                return self.printed[warrior.seat][warrior.name][printed_corner]
        raise AssertionError("every position shows one printed corner")

    def _relic_bonus(self, cell: Cell, kind: str) -> int:
        """F9, F15, F16: rel(T), 1 if the warrior on the cell bears a relic of that type."""
        warrior = self.board[cell]
        bears = self.bearers[warrior.seat] == warrior.name
        return 1 if bears and self.relics[warrior.seat] == kind else 0

    def _supports(self, cell: Cell, corner: int, code: str) -> int:
        """F9, F10, F12, F14, F17: touching corners of other warriors of the same clan that show `code`."""
        count = 0
        for dx, dy, other_corner in touching(corner):
            other = (cell[0] + dx, cell[1] + dy)
            if other not in self.board or self.board[other].seat != self.board[cell].seat:
                continue
            if self._shown(other, other_corner) == code:
                count += 1
        return count

    def melee(self, cell: Cell, corner: int) -> int:
        """F9, F11, F57f: melee quality of a corner."""
        base = quality(self._shown(cell, corner), "melee") + self._relic_bonus(cell, "melee")
        if base == 0 and not self.support_from_none:
            return 0
        return base + self._supports(cell, corner, "MS")

    def ranged(self, cell: Cell, corner: int) -> int:
        """F9, F13: ranged quality of a corner over an empty cell."""
        return quality(self._shown(cell, corner), "ranged") + self._relic_bonus(cell, "ranged")

    def vault(self, cell: Cell, corner: int) -> int:
        """F9, F18: quality of a vaulted shot from a corner; the relic does not count."""
        return quality("RA", "ranged") if self._shown(cell, corner) == "RA" else 0

    def defense(self, cell: Cell, corner: int) -> int:
        """F9, F13: defense quality of a corner, against melee and ranged attacks alike."""
        base = quality(self._shown(cell, corner), "defense") + self._relic_bonus(cell, "defense")
        return base + self._supports(cell, corner, "DS")

    # ---- legal actions --------------------------------------------------------------------------------

    def legal(self) -> set[str]:
        """F54: every legal action in notation; empty when the game is over."""
        if self.to_move is None:
            return set()
        if self.phase == "place":
            return self._placements(self.to_move)
        if self.phase == "relic":
            return self._relic_choices(self.to_move)
        actions = (
            self._moves(self.to_move)
            | self._melee_attacks(self.to_move)
            | self._ranged_attacks(self.to_move)
            | self._handoffs(self.to_move)
        )
        return actions or {"pass"}  # F25

    def _placements(self, seat: int) -> set[str]:
        """F21, F22: any unplaced warrior, on (0,0) if first, else on an empty neighbour of any warrior."""
        placed = {warrior.name for warrior in self.board.values() if warrior.seat == seat}
        cells: set[Cell] = set()
        if not self.board:
            cells.add((0, 0))
        for x, y in self.board:
            for dx, dy in EIGHT:
                if (x + dx, y + dy) not in self.board:
                    cells.add((x + dx, y + dy))
        actions = set()
        for name in self.printed[seat]:
            if name not in placed:
                for x, y in cells:
                    for rotation in CORNERS:
                        actions.add(f"place({name},{x},{y},{rotation})")
        return actions

    def _relic_choices(self, seat: int) -> set[str]:
        """F19, F23: any token (Defense only, if fixed) on any own warrior."""
        tokens = ("defense",) if self.relic_fixed else TOKENS
        return {f"relic({token},{name})" for token in tokens for name in self.printed[seat]}

    def _movement(self, cell: Cell) -> tuple[int, int]:
        """F18, F26, F28: movement points and number of Vaulted Move sigils of the warrior on a cell."""
        warrior = self.board[cell]
        codes = self.printed[warrior.seat][warrior.name]
        points = sum(quality(code, "move") for code in codes) + 4 * self._relic_bonus(cell, "move")
        return points, sum(1 for code in codes if code == "VA")

    def _moves(self, seat: int) -> set[str]:
        """F26-F31: spend the points one by one on steps and quarter turns, keep the permitted ends."""
        actions = set()
        for start in self._cells_of(seat):
            warrior = self.board[start]
            points, vaults = self._movement(start)
            others = {cell for cell in self.board if cell != start}  # F28: the start counts as empty
            # states (x, y, rotation, vaults used) that are reachable with exactly the points used so far
            reached = {(start[0], start[1], warrior.rotation, 0)}
            everything = set(reached)
            for _ in range(points):
                after = set()
                for x, y, rotation, used in reached:
                    after.add((x, y, (rotation + 1) % 4, used))
                    after.add((x, y, (rotation - 1) % 4, used))
                    for dx, dy in EDGE_STEPS:
                        cost = 1 if (x + dx, y + dy) in others else 0
                        if used + cost <= vaults:
                            after.add((x + dx, y + dy, rotation, used + cost))
                reached = after
                everything |= after
            for x, y, rotation, _used in everything:
                if (x, y) in others:
                    continue  # F28: the final cell must be empty
                if not any((x + dx, y + dy) in others for dx, dy in EIGHT):
                    continue  # F29: the end must be a neighbour of another warrior
                if (x, y) == start and rotation == warrior.rotation:
                    continue  # F30: a move must change something
                actions.add(f"move({warrior.name},{x},{y},{rotation})")
        return actions

    def _melee_attacks(self, seat: int) -> set[str]:
        """F32, F37: every own corner against every touching enemy corner."""
        actions = set()
        for cell in self._cells_of(seat):
            for corner in CORNERS:
                for dx, dy, target_corner in touching(corner):
                    target = (cell[0] + dx, cell[1] + dy)
                    if target not in self.board or self.board[target].seat == seat:
                        continue
                    if self.melee(cell, corner) > self.defense(target, target_corner):
                        actions.add(f"melee({self.board[cell].name},{self.board[target].name})")
        return actions

    def _ranged_attacks(self, seat: int) -> set[str]:
        """F33-F37, F57g: the lines of F5 stretched to two cells, the cell in between empty or vaulted."""
        actions = set()
        for cell in self._cells_of(seat):
            for corner in CORNERS:
                for dx, dy, target_corner in touching(corner):
                    between = (cell[0] + dx, cell[1] + dy)
                    far = (cell[0] + 2 * dx, cell[1] + 2 * dy)
                    shots: list[tuple[Cell, int]] = []
                    if between in self.board:
                        shots.append((far, self.vault(cell, corner)))  # F35
                        if self.vault_adjacent:
                            shots.append((between, self.vault(cell, corner)))  # F35 option, F57g
                    else:
                        shots.append((far, self.ranged(cell, corner)))  # F34
                    for target, strength in shots:
                        if target not in self.board or self.board[target].seat == seat:
                            continue
                        if strength > self.defense(target, target_corner):
                            actions.add(f"ranged({self.board[cell].name},{self.board[target].name})")
        return actions

    def _handoffs(self, seat: int) -> set[str]:
        """F38: the relic may pass to any own neighbour of the bearer."""
        bearer = self.bearers[seat]
        assert bearer is not None
        x, y = self._find(seat, bearer)
        actions = set()
        for dx, dy in EIGHT:
            other = self.board.get((x + dx, y + dy))
            if other is not None and other.seat == seat:
                actions.add(f"handoff({other.name})")
        return actions

    # ---- playing --------------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        """Perform one legal action and everything that follows from it."""
        if text not in self.legal():
            raise ValueError(f"illegal action: {text}")
        assert self.to_move is not None
        seat = self.to_move
        verb, _, rest = text.rstrip(")").partition("(")
        arguments = rest.split(",")
        if verb == "place":
            self._play_place(seat, arguments)
        elif verb == "relic":
            self._play_relic(seat, arguments)
        else:
            self._play_turn(seat, verb, arguments)

    def _play_place(self, seat: int, arguments: list[str]) -> None:
        """F21, F23: put the warrior down; after the last one the First Player chooses a relic."""
        name, x, y, rotation = arguments
        self.board[(int(x), int(y))] = Warrior(seat, name, int(rotation))
        if len(self.board) == len(self.printed[0]) + len(self.printed[1]):
            self.phase = "relic"
            self.to_move = self.first
        else:
            self.to_move = 1 - seat

    def _play_relic(self, seat: int, arguments: list[str]) -> None:
        """F23, F24, F57b: take the token; after the second choice the First Player takes the first turn."""
        self.relics[seat], self.bearers[seat] = arguments
        self.to_move = 1 - seat
        if seat != self.first:
            self.phase = "play"
            self._count_position()
            self.severed = self._cut_off(self.first)

    def _play_turn(self, seat: int, verb: str, arguments: list[str]) -> None:
        """F24, F57c: one action, severance, end-of-game tests, and the next player's severance check."""
        enemy = 1 - seat
        self.turns += 1
        slain = 0
        if verb == "move":
            name, x, y, rotation = arguments
            del self.board[self._find(seat, name)]
            self.board[(int(x), int(y))] = Warrior(seat, name, int(rotation))
        elif verb in ("melee", "ranged"):
            del self.board[self._find(enemy, arguments[1])]
            slain += 1
            if arguments[1] == self.bearers[enemy]:
                self._finish(seat, "F46")
                return
        elif verb == "handoff":
            self.bearers[seat] = arguments[0]
        else:
            assert verb == "pass"  # F57d: a pass is a turn
        # F41-F43: of S, those still cut off are slain, all at once
        for _, name in self.severed & self._cut_off(seat):
            del self.board[self._find(seat, name)]
            slain += 1
        if not any((w.seat, w.name) == (seat, self.bearers[seat]) for w in self.board.values()):
            self._finish(enemy, "F47")  # F44
            return
        if slain > 0:  # F49, F57e
            for claimant in (seat, enemy):
                if self._claim(claimant):
                    self._finish(claimant, "F48")
                    return
        self.quiet = 0 if slain > 0 else self.quiet + 1
        self.to_move = enemy
        occurrences = self._count_position()
        if occurrences >= REPETITIONS:
            self._finish(None, "F50a")
        elif self.quiet >= QUIET_TURNS:
            self._finish(None, "F50b")
        elif self.turns >= MAX_TURNS:
            self._finish(None, "F50c")
        else:
            self.severed = self._cut_off(enemy)

    def _finish(self, winner: int | None, rule: str) -> None:
        """End the game."""
        self.result = (winner, rule)
        self.to_move = None
        self.severed = set()

    def _groups(self) -> list[set[Cell]]:
        """F39: join the groups of every two neighbouring warriors, of both clans, until nothing changes."""
        groups: list[set[Cell]] = [{cell} for cell in self.board]
        for x, y in self.board:
            for dx, dy in EIGHT:
                if (x + dx, y + dy) in self.board:
                    one = next(group for group in groups if (x, y) in group)
                    two = next(group for group in groups if (x + dx, y + dy) in group)
                    if one is not two:
                        groups = [group for group in groups if group is not one and group is not two]
                        groups.append(one | two)
        return groups

    def _cut_off(self, seat: int) -> set[tuple[int, str]]:
        """F39, F40: warriors of a seat in groups smaller than the largest."""
        groups = self._groups()
        largest = max(len(group) for group in groups)
        found = set()
        for group in groups:
            if len(group) < largest:
                for cell in group:
                    if self.board[cell].seat == seat:
                        found.add((seat, self.board[cell].name))
        return found

    def _claim(self, claimant: int) -> bool:
        """F48: no attack the opponent can still produce beats the weakest corner of the claimant's bearer."""
        opponent = 1 - claimant
        bearer = self.bearers[claimant]
        assert bearer is not None
        d_min = min(quality(code, "defense") for code in self.printed[claimant][bearer])
        if self.relics[claimant] == "defense":
            d_min += 1
        living = [warrior.name for warrior in self.board.values() if warrior.seat == opponent]
        a_max = 0
        for name in living:
            melee = max(quality(code, "melee") for code in self.printed[opponent][name])
            if self.relics[opponent] == "melee":
                melee += 1
            helpers = [other for other in living if other != name and "MS" in self.printed[opponent][other]]
            melee += min(2, len(helpers))
            ranged = max(quality(code, "ranged") for code in self.printed[opponent][name])
            if self.relics[opponent] == "ranged":
                ranged += 1
            a_max = max(a_max, melee, ranged)
        return a_max <= d_min

    def _count_position(self) -> int:
        """F50a, F57b: count the position before a turn (shifted to the origin); return its occurrences."""
        assert self.to_move is not None
        left = min(x for x, _ in self.board)
        top = min(y for _, y in self.board)
        layout = sorted((w.seat, w.name, x - left, y - top, w.rotation) for (x, y), w in self.board.items())
        position = (self.to_move, (self.bearers[0], self.bearers[1]), tuple(layout))
        self.seen[position] = self.seen.get(position, 0) + 1
        return self.seen[position]


def perft(o: Oracle, depth: int) -> int:
    """Count the action sequences of that length; a game that is over has none of length above 0."""
    if depth == 0:
        return 1
    total = 0
    for action in o.legal():
        after = o.copy()
        after.play(action)
        total += perft(after, depth - 1)
    return total
