"""How far a stack could go, anybody's, as far as the viewer knows.

It is worked out from the view alone: what is known of the stack (all of it, or its top piece), the weather of
now, and who is seen to stand where.  It tells of a whole move, with all points, at the pieces' own turn.
"""

from collections.abc import Iterable
from typing import NamedTuple

from fimbul.core import Reach
from fimbul.core.wording import capital, listed
from fimbul.games.fornaldar.library.index import Book
from fimbul.games.fornaldar.library.rows import POINT, RANKS
from fimbul.games.fornaldar.model import MUNDANE
from fimbul.games.fornaldar.rules.magic import items
from fimbul.games.fornaldar.rules.movement import reaching, ways
from fimbul.games.fornaldar.rules.movement.forces import FLIGHT, halve
from fimbul.games.fornaldar.rules.weather import Sky, even
from fimbul.games.fornaldar.table import deeds, words
from fimbul.games.fornaldar.table.counters import Desk
from fimbul.games.fornaldar.table.drafting import outline, path, place_of
from fimbul.games.fornaldar.table.view import FornaldarView, StackSeen

KING, MARSHAL, CAPTAIN = RANKS.index("king"), RANKS.index("marshal"), RANKS.index("captain")
SEA_HORSE = 24 * POINT  # R21.60
SNOW = "snow"


class Rider(NamedTuple):
    """A character on the way: of who is only seen on top nothing is known but what is printed."""

    number: int
    rank: int
    escort: bool = False
    aboard: bool = False
    afloat: bool = False
    items: tuple[str, ...] = ()


class Party(NamedTuple):
    """Who would go together."""

    riders: list[Rider]
    banners: list[int]
    ships: list[int]


def reach(view: FornaldarView, name: str) -> Reach | None:
    """How far the stack of a node could go; None where there is no such stack."""
    stack = next((each for each in view.stacks if deeds.stack_id(each) == name), None)
    return None if stack is None else Roaming(view, stack).told()


class Roaming:
    """One stack, and the world as the viewer sees it."""

    def __init__(self, view: FornaldarView, stack: StackSeen) -> None:
        self.view, self.stack = view, stack
        self.desk = Desk(view)
        self.book: Book = self.desk.book
        self.hex = self.book.hex_named(stack.hex)
        self.river = self.book.river_named.get(stack.river, -1)
        self.wet = stack.kind == "sea"
        self.sky = sky(view, self.book)
        self.specials = self.book.scenario.specials
        self.flown = {spell.leader for spell in view.spells if spell.enchantment == "fly"}
        self.party = self.known() if stack.known else self.seen()

    def told(self) -> Reach:
        """The answer: where to, in a picture and in words."""
        found = self.places()
        hexes = {place_of(self.book.names[place]) for place in found if place < self.book.size}
        side = f"roam s{self.stack.seat}"
        return Reach(
            places=tuple(self.book.place_names[place] for place in sorted(found)),
            svg=path(side, outline(hexes)),
            text=self.words(found),
        )

    # ---- who goes

    def seen(self) -> Party:
        """The top piece, of which nothing is known but what is printed."""
        stack, book = self.stack, self.book
        if self.carried:
            return Party([], [], [])
        if stack.top == "leader":
            number = book.leader[stack.id]
            return Party([Rider(number, book.leader_rank[number], afloat=self.wet)], [], [])
        if stack.top == "ship":
            return Party([], [], self.sailing([book.ship[stack.id]]))
        return Party([], self.following([book.banner[stack.id]], []), [])

    @property
    def carried(self) -> bool:
        """Whether what is seen lies on ships that are not (R12.2)."""
        stack, book = self.stack, self.book
        if stack.known or not self.wet or stack.top == "ship":
            return False
        if stack.top == "leader":
            return not book.cast[book.leader[stack.id]].swims
        return not self.swims(book.banner[stack.id])

    def known(self) -> Party:
        """All that can go together (R11.5, R11.6)."""
        book, heap = self.book, self.desk.heaps[self.stack.seat, self.stack.hex, self.stack.kind, True]
        riders = [
            Rider(book.leader[each.id], each.rank, each.escort, each.aboard, each.afloat, each.items)
            for each in heap.leaders
        ]
        ships = self.sailing(book.ship[each.id] for each in heap.ships if not each.refit)
        carried = [book.banner[each.banner] for each in heap.armies if each.aboard]
        others = [book.banner[each.banner] for each in heap.armies if not each.aboard]
        banners = sorted({*carried, *self.following(others, riders)})
        if self.wet and not ships:
            riders = [each for each in riders if each.afloat]
            banners = [each for each in banners if self.swims(each)]
        if self.river >= 0:  # swimmers are in the hex, not on the river (R14.7.3)
            riders = [each for each in riders if not each.afloat]
            banners = [each for each in banners if not self.swims(each)]
        return Party(riders, banners, ships)

    def sailing(self, ships: Iterable[int]) -> list[int]:
        """The ships, unless a maelstrom holds them (R20.26)."""
        radius = {each.id: each.radius for each in self.book.library.enchantments}
        for spell in self.view.whirlpools:
            centre = self.book.hex_named(spell.hex)
            if centre >= 0 and self.book.distance(centre, self.hex) <= radius.get(spell.enchantment, 0):
                return []
        return list(ships)

    def following(self, banners: Iterable[int], riders: list[Rider]) -> list[int]:
        """The CSP that these characters command, or Arn's voice (R11.6, R23.8)."""
        return [each for each in banners if self.led(each, riders) or self.called(each)]

    def led(self, banner: int, riders: list[Rider]) -> bool:
        """Whether any of these characters commands a banner (R15.4)."""
        return any(self.leads(each.number, each.rank, banner) for each in riders)

    def leads(self, number: int, rank: int, banner: int) -> bool:
        """Whether a character of a rank commands a banner."""
        book = self.book
        if rank == MARSHAL:
            return book.leader_race[number] == book.banner_race[banner]
        return rank == KING or (rank == CAPTAIN and book.leader_banner[number] == banner)

    def called(self, banner: int) -> bool:
        """Whether a voice that is known to be near commands a banner from afar (R23.8)."""
        book = self.book
        for number in book.voices:
            card, group = book.cast[number], book.leader_group[number]
            known = self.desk.leaders.get(card.id)
            where = known.hex if known else next((s.hex for s in self.view.stacks if s.id == card.id), "")
            if not where or self.view.sides[group] != self.stack.seat or not self.view.active[group]:
                continue
            near = book.distance(book.hex_named(where), self.hex) <= card.magic
            if near and self.leads(number, known.rank if known else book.leader_rank[number], banner):
                return True
        return False

    def swims(self, banner: int) -> bool:
        """Whether an army swims."""
        return self.book.banners[banner].race == "merman"

    # ---- how it goes, and how far

    def flies(self, rider: Rider) -> bool:
        """Whether a character flies, by himself or by an enchantment, which an escort forbids (R20.20)."""
        card = self.book.cast[rider.number]
        return card.flies or (card.id in self.flown and not rider.escort)

    @property
    def airborne(self) -> bool:
        """Whether it consists of flyers alone (R23.19)."""
        riders, banners, _ = self.party
        alone = bool(riders) and not banners and not any(each.escort for each in riders)
        return not self.wet and alone and all(self.flies(each) for each in riders)

    def points(self) -> int:
        """The half points of a whole move: those of the slowest (R11.5)."""
        book, (riders, banners, ships) = self.book, self.party
        found = [book.fleet[each].allowance for each in ships]
        for rider in riders:
            if rider.aboard:
                continue
            card = book.cast[rider.number]
            own = max(card.allowance, FLIGHT if not card.flies and self.flies(rider) else 0)
            own = max(own, SEA_HORSE if rider.afloat and self.has(rider, "sea_horse") else 0)
            if rider.escort:
                own = min(own, book.banners[book.leader_banner[rider.number]].allowance)  # R11.1
            found.append(own)
        slow = list[int]()
        for banner in banners:
            if not self.wet or self.swims(banner):
                (found if self.led(banner, riders) else slow).append(book.banners[banner].allowance)
        if self.view.game_turn == 1 and "slow_start" in self.specials:  # R24.1.2.1
            found, slow = [*map(halve, found)], [*map(halve, slow)]
        return min([*found, *map(halve, slow)], default=0)

    def has(self, rider: Rider, power: str) -> bool:
        """Whether a character is known to have an item with a power when he moves."""
        carried = sorted(self.book.relic[item] for item in rider.items)
        return any(
            power in self.book.relics[item].powers
            for item in items.used(self.book, rider.number, tuple(carried), "movement")
        )

    def table(self) -> ways.Table:
        """What its steps cost."""
        book, (riders, banners, ships) = self.book, self.party
        if self.airborne:
            return ways.in_air(book)
        if self.wet:
            like_ships = any(each.afloat and book.cast[each.number].race != "merman" for each in riders)
            sailing = ways.Sailing(
                ships=bool(ships) or like_ships,
                swimmers=self.swimming,
                enemy_gate=bool(ships) and any(self.fort_seat(fort) == self.foe for fort in book.gate_forts),
            )
            return ways.sea_table(book, self.sky, sailing, words.month(self.view).day == "nattleysi")
        races = {book.leader_race[each.number] for each in riders}
        races |= {book.banner_race[book.leader_banner[each.number]] for each in riders if each.escort}
        races |= {book.banner_race[banner] for banner in banners}
        alone = len(riders) == 1 and not banners and not riders[0].escort
        traveller = ways.Traveller(
            frozenset(races),
            discount=any(self.has(each, "terrain_discount") for each in riders),
            light=alone and self.has(riders[0], "shoes"),
            no_woods=any(book.cast[each.number].skill == "no_woods" for each in riders),
        )
        return ways.land_table(book, self.sky, traveller)

    @property
    def swimming(self) -> bool:
        """Whether any of it swims."""
        return any(each.afloat for each in self.party.riders) or any(map(self.swims, self.party.banners))

    def places(self) -> set[int]:
        """Where it could go."""
        book, (riders, banners, ships) = self.book, self.party
        if not (riders or banners or ships) or self.held():
            return set()
        start = book.size + self.river if self.river >= 0 else self.hex
        points, shut, ends = self.points(), self.closed(), ways.OPEN
        if self.wet:
            if ships:
                if self.ice_bound():
                    return set()
                ends = reaching.frozen_coasts(book, self.sky)
        else:
            shut |= self.closed_ground()
            ends = ways.OPEN if self.airborne else self.enemies()
        found = ways.reach(self.table(), start, points, ends, shut)
        places: Iterable[int] = found.places
        if self.wet and self.swimming:
            places = [p for p in places if p < book.size or found.prices[p] <= points - POINT]  # R14.7.3
        elif self.airborne and any(not book.cast[each.number].flies for each in riders):
            places = [p for p in places if book.land[p]]  # R20.20
        return set(places)

    # ---- what is in its way

    @property
    def foe(self) -> int:
        """The other side."""
        return 1 - self.stack.seat

    def held(self) -> bool:
        """Whether an enemy's Freeze lies on the stack (R20.25)."""
        return any(
            (spell.enchantment, spell.hex, spell.word) == ("freeze", self.stack.hex, self.stack.kind)
            and self.view.sides[self.book.leader_group[self.book.leader[spell.caster]]] != self.stack.seat
            for spell in self.view.spells
            if spell.caster
        )

    def ice_bound(self) -> bool:
        """Whether snow or a river holds ships where they are (R6.4.4, R14.7)."""
        book, air = self.book, self.sky.at
        if self.river < 0:
            return book.land[self.hex] and air[self.hex] == SNOW
        return ways.is_fast(book, air, self.river)

    def fort_seat(self, hex_: int) -> int:
        """Whose intact fortress is seen in a hex, or -1 (R3.6, R18.4)."""
        book = self.book
        ruined = book.hex_name(hex_) in self.view.ruins
        if (book.walls[hex_] if ruined else book.fortress[hex_]) is None:
            return -1
        group = book.fort_group[hex_]
        return self.view.sides[group] if group >= 0 else MUNDANE

    def enemies(self) -> frozenset[int]:
        """The hexes where something of another side is seen on the ground: a move ends there (R11.7)."""
        seat, named = self.stack.seat, self.book.hex_named
        found = {named(each.hex) for each in self.view.stacks if each.seat != seat and each.kind == "land"}
        found |= {named(hex_) for whose, hex_, kind, _ in self.desk.heaps if whose != seat and kind == "land"}
        return frozenset(found | {hex_ for hex_ in self.book.forts if self.fort_seat(hex_) == self.foe})

    def closed_ground(self) -> frozenset[int]:
        """Friendly kingdoms that are inactive, to armies and escorts (R10.4)."""
        if not (self.party.banners or any(each.escort for each in self.party.riders)):
            return frozenset()
        here, view = self.book.kingdom[self.hex], self.view
        asleep = [g for g in self.book.present if not view.active[g] and view.sides[g] == self.stack.seat]
        return frozenset[int]().union(*(self.book.realm[group] for group in asleep if group != here))

    def closed(self) -> frozenset[int]:
        """What a special rule of the scenario closes (R24.1.2.2, R24.2.2.3, R24.2.4)."""
        book, view, (riders, _, ships) = self.book, self.view, self.party
        found = set[int]()
        if "place_closed" in self.specials:
            keys = {book.cast[each.number].skill_at for each in riders}
            found |= {hex_ for hex_ in book.doors if book.names[hex_] not in keys}
        if "succession" in self.specials and self.stack.seat == MUNDANE:
            found |= {hex_ for group in book.claimed if not view.active[group] for hex_ in book.realm[group]}
        groups = {book.leader_group[each.number] for each in riders} | {book.ship_group[s] for s in ships}
        landing = next((place.turn for place in book.setup if place.optional), 0)
        if view.month == landing and any(book.groups[group].id == "albion" for group in groups):
            found |= self.enemies()
            found |= {book.hex_named(each.hex) for each in view.stacks if each.seat == self.foe}
            found |= {book.hex_named(hex_) for seat, hex_, _, _ in self.desk.heaps if seat == self.foe}
        return frozenset(found)

    # ---- in words

    def words(self, found: set[int]) -> str:
        """What was reckoned with, in a sentence or two."""
        view, stack = self.view, self.stack
        name = words.top_name(view, stack)
        if self.carried:
            return (
                f"{name[:1].upper()}{name[1:]} lies on ships that are not seen: how far they go is not known."
            )
        if stack.top == "army" and not self.party.banners:
            return "No character leads these troops: they stay until one comes."
        if not found:
            return f"{name[:1].upper()}{name[1:]} cannot leave this place as things stand."
        way = "flies" if self.airborne else "goes by water" if self.wet else "marches"
        text = (
            f"In a whole move, with {words.points(self.points())}, this is how far it {way} as things stand."
        )
        if not stack.known:
            return f"{text} Only {name} is seen: what lies below may slow it down."
        left = self.left_behind()
        return f"{text} {capital(listed(left))} would stay behind." if left else text

    def left_behind(self) -> list[str]:
        """The troops that nobody here leads."""
        heap = self.desk.heaps[self.stack.seat, self.stack.hex, self.stack.kind, True]
        going = {self.book.banners[each].id for each in self.party.banners}
        names = dict.fromkeys(each.banner for each in heap.armies if each.banner not in going)
        return [f"the {words.banner_name(self.view, each)} troops" for each in names]


def sky(view: FornaldarView, book: Book) -> Sky:
    """The weather of every hex."""
    if not view.skies:
        return even(book, view.sky)
    local = {book.hex_named(name): air for name, air in view.skies}
    return book.once(
        ("sky", view.sky, view.skies),
        lambda: Sky(book, view.sky, local),
    )
