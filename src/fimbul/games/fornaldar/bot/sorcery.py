"""Enchanters: what their magic could do to whom, and the Places of Power from which it does most."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from fimbul.games.fornaldar import actions as act
from fimbul.games.fornaldar.bot.battles import ROLLS, WOUND
from fimbul.games.fornaldar.bot.planning import DIE, Chart, enemies_near
from fimbul.games.fornaldar.bot.seasons import toll
from fimbul.games.fornaldar.rules import attrition, pieces, ratings, secrecy
from fimbul.games.fornaldar.rules.magic import plotting, spells

if TYPE_CHECKING:
    from fimbul.games.fornaldar.state import FornaldarState

WORTH_IT = 0.8  # victory points that a casting must promise
TIRED = 1.5  # more where the caster's army cannot go without him
SUMMONS = 1.0  # what Farcalling is worth for a group of many CSP
MANY = 20


class Sorcery:
    """The magic of one seat."""

    def __init__(self, state: FornaldarState, seat: int, chart: Chart) -> None:
        self.state = state
        self.seat = seat
        self.chart = chart
        self.bests: dict[tuple[int, int], float] = {}  # by hex and magic
        self.vortices: dict[int, float] = {}  # by hex

    # ---- what a casting promises

    def vortex(self, hex_: int) -> float:
        """What a vortex in a hex takes from the enemy, less what it takes from friends."""
        known = self.vortices.get(hex_)
        if known is None:
            known = self.vortices[hex_] = self.find_vortex(hex_)
        return known

    def find_vortex(self, hex_: int) -> float:
        """The same, worked out."""
        foe, own = self.chart.foes.get(hex_), self.chart.own.get(hex_)
        worth = 0.0
        for stack, sign in ((foe, 1), (own, -1)):
            if stack is None or not (stack.csp or stack.leaders) or (sign > 0 and not stack.awake):
                continue  # who sleeps is not to be roused
            added = attrition.VORTEX - ratings.best_command(self.state, stack.leaders)
            added -= max((ratings.magic(self.state, each) for each in stack.leaders), default=0)
            worth += sign * toll(self.state.book.library, added, stack.csp, stack.boxes)
        return worth

    def mind(self, power: int, target: int) -> float:
        """What a mental attack of so much magic promises against a character."""
        state = self.state
        group = state.book.leader_group[target]
        if not state.active[group] or state.leaders[target].hex < 0:
            return 0.0
        boxes = ratings.face(state, target)
        return wrestling(power - ratings.current_magic(state, target), boxes, state.book.spoils["character"])

    def best(self, hex_: int, power: int) -> float:
        """What an enchanter of so much magic could do at best from a hex."""
        known = self.bests.get((hex_, power))
        if known is None:
            known = self.bests[hex_, power] = self.find_best(hex_, power)
        return known

    def find_best(self, hex_: int, power: int) -> float:
        """The same, worked out."""
        success = chance(power)
        near = enemies_near(self.state.book, self.chart.guess, hex_, power)
        found = max((self.vortex(foe.hex) for foe in near), default=0.0)
        minds = (self.mind(power, each) for foe in near for each in foe.leaders if each in self.known)
        return success * max(found, max(minds, default=0.0))

    @functools.cached_property
    def known(self) -> set[int]:
        """The enemy's characters whose places are known."""
        return secrecy.placed_leaders(self.state, self.seat)

    # ---- orders

    def cast(self, action: act.Cast) -> float:
        """What a casting promises more than it must."""
        state, book = self.state, self.state.book
        leader = book.leader[action.leader]
        here, power = state.leaders[leader].hex, ratings.current_magic(state, leader)
        bar = WORTH_IT
        stack = self.chart.own.get(here)
        if stack is not None and stack.csp >= 4 and len(stack.leaders) == 1 and not stack.fort:
            bar += TIRED
        if action.enchantment == "vortex_creation":
            hexes = (hex_ for hex_ in self.chart.foes if book.distance(here, hex_) <= power)
            found = max((self.vortex(hex_) for hex_ in hexes if hex_ not in self.plotted()), default=0.0)
        elif action.enchantment == "mental_attack":
            known = self.known - self.minds_plotted()
            near = [each for each in known if book.distance(here, state.leaders[each].hex) <= power]
            found = max((self.mind(power, each) for each in near), default=0.0)
        elif action.enchantment == "farcalling":
            groups = list(plotting.callable_groups(state, self.seat))
            found = SUMMONS * max((self.muster(group) for group in groups), default=0.0) + (
                0.5 if groups else 0.0
            )
        else:
            return -1.0
        return chance(power) * found - bar

    def muster(self, group: str) -> float:
        """How much a group would help, of what one of many CSP would."""
        number = self.state.book.group[group]
        if any(spell.group == number for _, spell in self.state.plots):
            return 0.0
        return sum(army.csp for army in self.state.armies if army.group == number) / MANY

    def plotted(self) -> set[int]:
        """Where a vortex is to be already."""
        return {spell.hex for seat, spell in self.state.plots if seat == self.seat and spell.hex >= 0}

    def minds_plotted(self) -> set[int]:
        """Who is to be attacked already."""
        return {spell.leader for seat, spell in self.state.plots if seat == self.seat and spell.leader >= 0}

    def aim(self, action: act.Aim) -> float:
        """Where a casting does most."""
        state, book = self.state, self.state.book
        spell = plotting.unfinished(state, self.seat)
        hex_ = book.hex_named(action.what)
        if hex_ >= 0:
            return self.vortex(hex_) if hex_ not in self.plotted() else 0.0
        if action.what in book.group:
            return self.muster(action.what)
        if action.what in book.leader:
            leader = book.leader[action.what]
            if pieces.seat_of(state, leader) == self.seat:
                return float(ratings.combat(state, leader))
            if spell is None or leader not in self.known or leader in self.minds_plotted():
                return 0.0
            return self.mind(ratings.current_magic(state, spell.caster), leader)
        return 0.0

    # ---- where to cast

    def enchanters(self, leaders: list[int]) -> list[int]:
        """Those of some characters who could cast."""
        return [each for each in leaders if ratings.is_enchanter(self.state, each)]

    def post(self, leaders: list[int], hex_: int) -> float:
        """What these characters could do each turn with their magic, if they were in a hex."""
        if self.state.book.power_place[hex_] is None:
            return 0.0
        return sum(
            max(0.0, self.best(hex_, ratings.current_magic(self.state, each)) - WORTH_IT / 2)
            for each in self.enchanters(leaders)
            if not spells.roams(self.state, each)
        )

    def posts(self) -> tuple[int, ...]:
        """The Places of Power."""
        return tuple(self.state.book.power_places)


@functools.cache
def chance(power: int) -> float:
    """How often an enchanter of so much magic succeeds (R20.5)."""
    return sum(ways for roll, ways in ROLLS if roll <= power) / 36


@functools.lru_cache(maxsize=1024)
def wrestling(ahead: int, boxes: int, spoils: int) -> float:
    """What one mind takes from another that is so much weaker and has so many boxes (R20.17)."""
    total = 0.0
    for mine in range(1, DIE + 1):
        for theirs in range(1, DIE + 1):
            more = ahead + mine - theirs
            wounds = max(1, more // 3) if more > 0 else 0
            total += spoils if wounds >= boxes else WOUND * wounds
    return total / DIE**2
