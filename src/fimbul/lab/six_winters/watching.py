"""Watching a session: what every step and every answer changes is written down, and nothing is changed.

The engine keeps what is to happen as a stack of steps.  `drive` takes them off one by one, as the engine
does, and tells a `Watch` of each, before and after.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from fimbul.core import Event, Record
from fimbul.lab.six_winters import odds
from fimbul.lab.six_winters.players import card_of
from fimbul.lab.six_winters.rules import (
    GAME,
    SORCERY,
    Acting,
    Create,
    Do,
    Gate,
    Guard,
    Hinder,
    Leave,
    Load,
    Move,
    Muster,
    Overcome,
    SixWintersState,
    Stash,
    Take,
    Use,
    activation,
    closing,
    kind_of,
    narrating,
    obstacles,
    overcoming,
    pools,
    setting_up,
    stress,
    sums,
    turn,
)
from fimbul.lab.six_winters.seen import BINS, TYPES, Bins, Built, Met, Saga, Session, Turn, Year


def share_of(state: SixWintersState) -> float:
    """How much of all the points that the scenario needs has been told, or could be told now."""
    story = state.book.scenarios[state.book.scenario[state.story]]
    needed = [(s.difficult if state.hard else s.points) * state.players for s in story.scenes]
    done = sum(needed[: state.scene])
    if state.scene < len(needed):
        done += min(needed[state.scene], narrating.reachable(state))
    return done / sum(needed)


def cause_of(reason: str) -> str:
    """Why a session ended, in a word."""
    for words, cause in (("threat pool", "threats"), ("Fall is over", "time"), ("knocked out", "stress")):
        if words in reason:
            return cause
    return "won"


class Watch:
    """Somebody who looks on."""

    def __init__(self, state: SixWintersState) -> None:
        self.seen = Session()
        self.known: dict[int, Met] = {}
        self.origin = ""
        self.surging = False
        self.scars = 0
        self.blocked: set[tuple[int, int]] = set()
        self.predicted: list[tuple[Bins, float]] = []
        self.fired_now = 0
        self.share = 0.0
        self.looks: dict[type, Any] = {
            turn.TurnBegins: self.turn_begins,
            turn.Refresh: self.refresh,
            turn.Produce: self.produce,
            turn.Explode: self.explode,
            activation.Activate: self.activate,
            activation.Fire: self.fire,
            activation.Threaten: self.threaten,
            activation.Surge: self.surge,
            overcoming.StressRoll: self.stress_roll,
            overcoming.Share: self.shared,
            narrating.PutAway: self.put_away,
            narrating.Completed: self.completed,
            Do: self.effect,
        }
        self.look(state)

    # ---- what is asked and answered

    def acted(self, state: SixWintersState, action: Any) -> None:
        """Somebody is about to act."""
        seen = self.seen
        seen.actions[type(action).__name__] += 1
        card = card_of(action)
        if card:
            if not isinstance(action, Stash):
                seen.uses[card] += 1
        elif isinstance(action, Load):
            seen.uses[action.card] += 1
        if isinstance(action, Take):
            seen.assets.setdefault(action.asset, Built()).taken = state.turn
        elif isinstance(action, Overcome):
            met = self.known.get(state.book.obstacle[action.obstacle])
            if met is not None:
                met.tried += 1
        elif isinstance(action, Guard):
            seen.guards[len(action.dice)] += 1
        elif isinstance(action, (Hinder, Leave)):
            seen.hinders[type(action).__name__] += 1
        elif isinstance(action, Muster):
            self.origin = "sorcery"
        elif isinstance(action, Gate):
            self.origin = "gates"
        elif isinstance(action, Use):
            self.origin = "abilities"
        elif isinstance(action, (Move, Create)):
            self.origin = "locations"
        if isinstance(state.decision, Acting):
            self.musters(state)

    def musters(self, state: SixWintersState) -> None:
        """Where somebody could muster if there were a die."""
        for person in state.people:
            kind = state.makes[person.place]
            if (
                person.moves >= state.book.figures.muster_cost
                and state.level[person.place]
                and not state.supply[kind]
                and (state.turn, person.place) not in self.blocked
            ):
                self.blocked.add((state.turn, person.place))
                self.seen.no_muster[kind] += 1

    def answered(self, state: SixWintersState, decision: Any) -> None:
        """A decision has been taken."""
        if isinstance(decision, overcoming.Bearing):
            self.hurt(state, self.attempted(state))
        elif isinstance(decision, stress.Suffering):
            self.hurt(state, self.origin)
        self.look(state)

    # ---- every step

    def before(self, state: SixWintersState, step: Any) -> None:
        """A step is about to happen."""
        looks = self.looks.get(type(step))
        if looks is not None:
            looks(state, step)

    def after(self, state: SixWintersState, step: Any) -> None:
        """A step has happened."""
        seen = self.seen
        if isinstance(step, overcoming.Blow):
            attempt = state.attempt
            if attempt is not None and len(attempt.people) == 1:
                self.hurt(state, self.attempted(state))
        elif isinstance(step, stress.Hurt):
            if step.count and step.track >= 0:
                self.hurt(state, self.origin)
        elif isinstance(step, turn.Refresh):
            for number, person in enumerate(state.people):
                if person.abilities > self.levels[number]:
                    seen.unlocked.append((state.id(number), person.abilities, state.turn))
        elif isinstance(step, turn.Time):
            if state.season > len(seen.pool_by_season) and state.outcome is None:
                seen.pool_by_season.append(state.pool)
        elif isinstance(step, turn.Explode):
            now = sum(kind_of(code) == SORCERY for code in state.dice[step.place])
            if self.lying and not state.supply[SORCERY]:
                faces = pools.explosive(state, step.place)
                exploded = sum(
                    kind_of(code) == SORCERY and code % 6 + 1 in faces for code in state.dice[step.place]
                )
                seen.refused[SORCERY] += max(0, self.lying + exploded - now)
        self.look(state)

    def look(self, state: SixWintersState) -> None:
        """Which obstacles have come and gone, and how many dice are in use."""
        seen = self.seen
        now = {standing.obstacle for standing in state.standing}
        if now != self.known.keys():
            for obstacle in now - self.known.keys():
                self.known[obstacle] = Met(state.turn)
                seen.fates["entered"] += 1
            for obstacle in self.known.keys() - now:
                self.gone(state, obstacle, self.known.pop(obstacle))
        peak = seen.peak
        full = state.options.resource_dice
        for kind in range(TYPES):
            used = full - state.supply[kind]
            if used > peak[kind]:
                peak[kind] = used
        used = state.options.action_dice - state.supply[TYPES]
        if used > peak[TYPES]:
            peak[TYPES] = used

    def gone(self, state: SixWintersState, obstacle: int, met: Met) -> None:
        """An obstacle has left play."""
        fates = self.seen.fates
        if obstacle in state.hindered:
            fate = "hindered"
        elif any(obstacle in person.overcome for person in state.people):
            fate = "overcome"
        else:
            fate = "struck" if met.fired else "removed"
        fates[fate] += 1
        fates["fired before it went"] += bool(met.fired)
        fates["tried before it went"] += bool(met.tried)

    # ---- single steps

    def turn_begins(self, state: SixWintersState, step: Any) -> None:
        """The table at the start of a turn, before the actions."""
        seen = self.seen
        self.close_turn()
        seen.each_turn.append(Turn(len(state.staged), len(state.standing), state.pool))
        seen.by_season[state.season] += 1
        for asset in state.staged:
            seen.assets.setdefault(state.book.assets[asset].id, Built())
        ways = sums.ways(state)
        for standing in state.standing:
            met = self.known.get(standing.obstacle)
            if met is not None:
                met.steps += 1
                met.within_reach += any(
                    ways[person.place].get(standing.place, 99) <= person.moves for person in state.people
                )
        self.share = share_of(state)

    def close_turn(self) -> None:
        """A turn is over."""
        turns = self.seen.each_turn
        if turns:
            turns[-1] = msgspec.structs.replace(turns[-1], fired=self.fired_now)
        self.fired_now = 0

    def refresh(self, state: SixWintersState, step: Any) -> None:
        self.levels = [person.abilities for person in state.people]
        for person in state.people:
            kept = sorted(person.dice)[-state.book.figures.momentum_slots :]
            self.seen.kept.append(len(kept))
            self.seen.momentum.append(sum(kept))
        self.finished(state)

    def produce(self, state: SixWintersState, step: Any) -> None:
        wanted = [0] * TYPES
        for place in state.locations():
            kind = state.makes[place]
            if kind >= 0 and kind != SORCERY:
                lying = sum(kind_of(code) == kind for code in state.dice[place])
                wanted[kind] += max(0, state.level[place] - lying)
        for kind in range(TYPES):
            self.seen.refused[kind] += max(0, wanted[kind] - state.supply[kind])

    def explode(self, state: SixWintersState, step: Any) -> None:
        self.origin = "sorcery"
        lying = sum(kind_of(code) == SORCERY for code in state.dice[step.place])
        self.lying = lying if state.level[step.place] else 0

    def effect(self, state: SixWintersState, step: Any) -> None:
        self.origin = "scenario"

    def activate(self, state: SixWintersState, step: Any) -> None:
        number = obstacles.in_play(state, step.obstacle)
        card = state.book.obstacles[step.obstacle]
        if number is None or card.effect == "entry":
            return
        times = 1 + sum(state.book.assets[asset].skill == card.skill for asset in state.staged)
        self.seen.activations += times
        standing = state.standing[number]
        self.seen.absorbed += min(times, standing.progress + standing.hindrance)

    def fire(self, state: SixWintersState, step: Any) -> None:
        met = self.known.get(step.obstacle)
        if met is None or not step.times or obstacles.in_play(state, step.obstacle) is None:
            return
        self.origin = "obstacles that strike"
        met.fired += 1
        self.fired_now += 1
        card = state.book.obstacles[step.obstacle]
        self.seen.fates[f"effect: {card.effect}"] += 1
        if card.effect == "threat":
            if not met.within_reach:
                how = "never within reach"
            elif met.tried:
                how = "tried in vain"
            elif met.steps <= 1:
                how = "within reach for one turn, not tried"
            else:
                how = "within reach for longer, not tried"
            self.seen.threat_from[how] += card.amount

    def threaten(self, state: SixWintersState, step: Any) -> None:
        seen = self.seen
        seen.tokens.append(state.turn)
        if self.surging and seen.chains:
            seen.chains[-1] += 1
            seen.threat_from["surge"] += 1
        else:
            seen.chains.append(1)
        self.surging = False

    def surge(self, state: SixWintersState, step: Any) -> None:
        self.surging = True

    # ---- stress

    def attempted(self, state: SixWintersState) -> str:
        """What a stress roll is about."""
        return "overcoming" if state.attempt is None or state.attempt.obstacle >= 0 else "scenes"

    def hurt(self, state: SixWintersState, source: str) -> None:
        """Somebody has taken a stress."""
        self.seen.stress[source] += 1
        scars = sum(len(person.conditions) for person in state.people)
        if scars > self.scars:
            self.seen.conditions.append((state.turn, source))
        self.scars = scars

    def stress_roll(self, state: SixWintersState, step: Any) -> None:
        """What the players could have reckoned before the roll."""
        attempt = state.attempt
        assert attempt is not None
        count = sum(attempt.counts)
        self.predicted = []
        if attempt.preview or not count:
            return
        rank = max(stress.rank(state, p, overcoming.skill_of(state, p)) for p in attempt.people)
        none = odds.stress_odds(attempt.guard, rank, count)[0]
        self.predicted.append((self.seen.risk_of_stress, max(0.0, 1 - none)))
        if len(attempt.people) == 1 and count <= 3:
            someone = state.people[attempt.people[0]]
            left = someone.psyche, someone.body
            risk = odds.condition_odds(attempt.guard, rank, attempt.counts, left)
            self.predicted.append((self.seen.risk_of_condition, risk))

    def shared(self, state: SixWintersState, step: Any) -> None:
        """What came of it."""
        left = overcoming.harmful(state)
        attempt = state.attempt
        assert attempt is not None
        for table, chance in self.predicted:
            if table is self.seen.risk_of_stress:
                happened = bool(left)
            else:
                someone = state.people[attempt.people[0]]
                hurts = [sum(track == kind for track, _ in left) for kind in (0, 1)]
                happened = hurts[0] >= someone.psyche or hurts[1] >= someone.body
            row = table[min(BINS - 1, int(chance * BINS))]
            row[0] += 1
            row[1] += chance
            row[2] += happened
        self.predicted = []

    # ---- scenes

    def put_away(self, state: SixWintersState, step: Any) -> None:
        """Where the points of a scene come from."""
        book, points = state.book, Counter(self.seen.points)
        for person, someone in enumerate(state.people):
            for asset in someone.completed:
                if not book.assets[asset].single:
                    self.asset_told(state, person, asset, points, "lasting assets")
        for person, card in state.played:
            if card >= 0:
                self.asset_told(state, person, card, points, "single-use assets")
            else:
                obstacle = book.obstacles[-1 - card]
                points["obstacles"] += obstacle.difficulty
                points["skill bonus"] += narrating.bonus(state, person, obstacle.skill)
        self.seen.points = dict(points)

    def asset_told(
        self, state: SixWintersState, person: int, asset: int, points: Counter[str], source: str
    ) -> None:
        """An asset counts in a scene."""
        card = state.book.assets[asset]
        bonus = narrating.bonus(state, person, card.skill)
        points[source] += card.points
        points["skill bonus"] += bonus
        built = self.seen.assets.setdefault(card.id, Built())
        built.points += card.points + bonus
        if built.taken and not built.completed:
            built.completed = state.turn

    def completed(self, state: SixWintersState, step: Any) -> None:
        self.seen.told_on.append(state.turn)
        self.seen.scenes += 1

    # ---- the end

    def end(self, state: SixWintersState) -> Session:
        """All that was seen."""
        seen, story = self.seen, state.book.scenarios[state.book.scenario[state.story]]
        self.finished(state)
        self.close_turn()
        assert state.outcome is not None
        seen.cause = cause_of(state.outcome.reason)
        seen.won = seen.cause == "won"
        seen.turns = state.turn
        seen.most_turns = sum(season.most for season in story.seasons)
        seen.share = 1.0 if seen.won else share_of(state)
        seen.pool_left = state.pool
        seen.characters = tuple(state.id(number) for number in range(len(state.people)))
        seen.fates["left in play"] += len(state.standing)
        return seen

    def finished(self, state: SixWintersState) -> None:
        """Assets that were completed in this turn."""
        for person in state.people:
            for asset in (*person.completed, *person.played_assets):
                built = self.seen.assets.get(state.book.assets[asset].id)
                if built is not None and built.taken and not built.completed:
                    built.completed = state.turn


Moves = Iterator[tuple[Any, int]]


def drive(state: SixWintersState, moves: Moves, watch: Watch | None) -> None:
    """Play these moves; as the engine would, but watched."""
    for action, seat in moves:
        if watch is None:
            state.apply(action, seat)
            continue
        decision, events = state.decision, list[Event]()
        watch.acted(state, action)
        state.answer(action, seat, events)
        watch.answered(state, decision)
        while state.agenda and state.outcome is None:
            decision = state.decision
            if decision is None:
                step = state.agenda.pop()
                watch.before(state, step)
                step.run(state, events)
                watch.after(state, step)
                continue
            forced = state.forced(decision)
            if forced is None:
                break
            watch.acted(state, forced[0])
            state.answer(*forced, events)
            watch.answered(state, decision)
        state.ply += 1


def watched(text: str) -> Session | Saga | None:
    """What is seen in a record; nothing in one that did not end."""
    record = Record.parse(text)
    options = GAME.read_options(record.options)
    state: Any = GAME.new(seats=record.seats, options=options, seed=record.seed)
    watch = SagaWatch(state) if options.mode == "campaign" else Watch(state)
    drive(state, ((GAME.parse(move.action), move.seat) for move in record.moves), watch)
    if state.outcome is None:
        return None
    if isinstance(watch, SagaWatch):
        return Saga(watch.years, state.outcome.scores[0] == 1.0, (state.outcome.points or (0,))[0])
    return watch.end(state)


class SagaWatch(Watch):
    """Somebody who looks on for six years, and only at the end of each."""

    def __init__(self, state: SixWintersState) -> None:
        self.years: list[Year] = []
        self.began = 0
        self.decks = 0, 0

    def acted(self, state: SixWintersState, action: Any) -> None:
        pass

    def answered(self, state: SixWintersState, decision: Any) -> None:
        pass

    def before(self, state: SixWintersState, step: Any) -> None:
        if isinstance(step, setting_up.Furnish):
            self.decks = len(state.asset_deck), len(state.obstacle_deck)
            self.began = state.turn
        elif isinstance(step, (closing.YearEnds, closing.Finale)):
            story = state.campaign
            assert story is not None
            chapter = story.chronicle[-1]
            self.years.append(
                Year(
                    year=story.year,
                    scenario=state.story,
                    won=chapter.won,
                    scenes=len(chapter.scenes),
                    turns=state.turn - self.began,
                    characters=tuple(state.id(number) for number in range(len(state.people))),
                    ranks=sum(sum(person.skills) for person in state.people) / max(1, len(state.people)),
                    archive=len(story.archive),
                    conditions=sum(len(person.conditions) + len(person.curses) for person in state.people),
                    asset_deck=self.decks[0],
                    obstacle_deck=self.decks[1],
                )
            )

    def after(self, state: SixWintersState, step: Any) -> None:
        pass
