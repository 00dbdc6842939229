"""Sitting at the table: the match, whose turn it is, the bots, and what the screen shows of it all."""

import os
import time
from collections import deque
from pathlib import Path

from rich.text import Text
from textual import on, work
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.theme import Theme
from textual.widgets import Footer, Static, TabbedContent, TabPane

from fimbul.bots import slower
from fimbul.cli.console import STYLES
from fimbul.cli.languages import ENGLISH
from fimbul.cli.table.board import Board
from fimbul.cli.table.choices import Choices
from fimbul.cli.table.dialogs import Veil
from fimbul.cli.table.panel import Actions, Log, RulesPage, take_up
from fimbul.cli.table.setting import labels_of, set_out, titles_of
from fimbul.cli.table.thinker import Player, Thinker
from fimbul.cli.table.touch import Touch
from fimbul.cli.tongue import Tongue
from fimbul.core import Action, FimbulError, Illegal, Match, Scene, State, choice, offered
from fimbul.core.wording import some

WINTER = Theme(
    name="winter",
    primary="#7fc8f8",
    secondary="#5b7083",
    accent="#ffb454",
    warning="#ffb454",
    error="#ff6b6b",
    success="#8fd694",
    foreground="#d6dee6",
    background="#12171e",
    surface="#181f28",
    panel="#202a35",
)
TICK = 0.25
WATCH = 2.0  # seconds between two looks whether the terminal is still there
NARROW = 110
LONGEST = 48  # letters of a choice in the bar
SPEED = {"slow": 1.9, "normal": 1.0, "fast": 0.4, "instant": 0.0}  # of telling what happens
PACES = tuple(SPEED)
AFTERWARDS = "g: new game, s: save, u: take back, q: leave."
LINE, LETTER = 0.45, 0.022  # seconds for a line of news, and for each letter of it


class Sitting(App[None]):
    """A match, the people and the bots at it, and the screen before them."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        match: Match,
        players: dict[int, Player],
        *,
        hints: Player,
        path: Path | None = None,
        pace: str = "normal",
        language: str = ENGLISH,
    ) -> None:
        super().__init__()
        self.match = match
        self.game = match.game
        self.told = Tongue(language, match.game, match.options)
        self.players = players
        self.hints = hints
        self.path = path
        self.humans = [seat for seat in range(match.seats) if seat not in players]
        self.thinker = Thinker(match.game, match.seed, self.overhear)
        self.board = Board(id="board")
        self.actions = Actions(self.told)
        self.choices = Choices()
        self.touch: Touch | None = None
        self.holder: int | None = None  # the person at the keyboard
        self.preview: Action | None = None
        self.titles: dict[str, str] = {}
        self.labels: dict[str, str] = {}
        self.message: Text = Text()
        self.previewing = False  # whether that is about what an action would do
        self.news: deque[tuple[str, list[str]]] = deque()  # what is still to be told, with its nodes
        self.pace = pace
        self.pointed = ""
        self.rule: str | None = None  # the rule that refused last
        self.resigned: int | None = None
        self.thinking: tuple[str, float] | None = None  # who, since when
        self.question = 0  # counts the positions at the table: an answer to an older one is dropped
        self.kept = len(match.moves)  # how much of the game is on disk
        self.broken: Exception | None = None

    # ---- the screen

    def compose(self) -> ComposeResult:
        """Board and panel, with the words below."""
        yield Static(id="seats")
        with Horizontal(id="middle"):
            yield self.board
            with TabbedContent(id="panel", initial="tab-actions"):
                with TabPane(self.told("Actions"), id="tab-actions"):
                    yield self.actions
                with TabPane(self.told("Log"), id="tab-log"):
                    yield Log(self.told)
                with TabPane(self.told("Rules"), id="tab-rules"):
                    yield RulesPage(self.told.rules(), self.told)
        yield Static(id="prompt")
        yield self.choices
        yield Static(id="notice")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Sit down."""
        self.register_theme(WINTER)
        self.theme = "winter"
        self.title = f"fimbul: {self.game.title}"
        self.choices.display = False
        self.board.focus()
        self.thinker.start()
        self.set_interval(TICK, self.tick)
        if not self.is_headless:
            self.set_interval(WATCH, leave_a_closed_terminal)
        how = "Touch what is lit (mouse, or arrows and Enter), or press / and type. For help press ?."
        self.say(f"{how} {slower(self.game)}".rstrip())
        self.turn_to()

    def on_unmount(self) -> None:
        """Send the bots home."""
        self.thinker.stop()

    def on_resize(self) -> None:
        """Fit the panel to the room there is."""
        self.set_class(self.size.width < NARROW, "narrow")

    @on(Board.Fitted)
    def fit(self) -> None:
        """Set the table anew in the room that there is now."""
        self.paint_board()
        self.board.reveal()

    # ---- the match

    @property
    def viewer(self) -> int | None:
        """Whose eyes the table is seen with."""
        acting = [seat for seat in self.match.state.to_act if seat in self.humans]
        if self.holder in acting or (not acting and self.holder is not None):
            return self.holder
        return next(iter(acting or self.humans), None)

    def turn_to(self) -> None:
        """Turn to whoever must decide now: a person, a bot, or nobody."""
        self.question += 1
        self.thinking = None
        self.preview = None
        state, seat = self.match.state, self.viewer
        if seat != self.holder:
            self.holder = seat
            if len(self.humans) > 1 and seat is not None and self.game.apart(self.match.options):
                self.push_screen(Veil(self.seat_name(seat), self.told))
        mine = seat in state.to_act and self.resigned is None
        self.touch = Touch(self.game, state, seat, self.told.whole) if mine and seat is not None else None
        if self.touch is None and self.resigned is None and state.to_act:
            self.think(state.to_act[0])
        self.paint()
        self.tell()
        self.call_after_refresh(self.board.reveal)

    def play(self, action: Action, seat: int) -> None:
        """Play an action at the table, or say which rule forbids it."""
        try:
            events = self.match.play(action, seat)
        except Illegal as refusal:
            self.refuse(refusal)
            return
        seen = [event for event in events if event.seen_by(self.viewer)]
        told = [(self.told(event.sentence()), list(event.touches())) for event in seen]
        self.turn_to()
        if (outcome := self.match.state.outcome) is not None:  # said after the last blow, not instead of it
            self.rule = outcome.rule
            last = [node for _, nodes in told for node in nodes]
            told.append((self.told(f"Over by {outcome.rule} (r reads it). {AFTERWARDS}"), last))
        if self.is_headless or not SPEED[self.pace]:
            shown = told if outcome is None else told[-2:]  # what to do then is always seen
            self.report(" ".join(text for text, _ in shown), [node for _, nodes in told for node in nodes])
        else:
            waits = bool(self.news)
            self.news.extend(told)
            if not waits:
                self.tell_news()

    def report(self, sentence: str, nodes: list[str]) -> None:
        """Say what happened, and show where."""
        self.pointed = ""
        self.message = Text(sentence)
        self.paint_notice()
        self.board.mark(nodes)
        self.call_after_refresh(self.board.follow, nodes)

    def tell_news(self) -> None:
        """Tell what happened, one event after the other; whatever else is said cuts it short."""
        if not self.news or not self.board.is_attached:
            return
        sentence, nodes = self.news[0]
        self.report(sentence, nodes)
        self.set_timer(SPEED[self.pace] * (LINE + LETTER * len(sentence)), self.next_news)

    def next_news(self) -> None:
        """On to the next event."""
        if self.news:
            self.news.popleft()
            self.tell_news()

    @work(exclusive=True, group="bot")
    async def think(self, seat: int) -> None:
        """Let a bot decide, in its own process."""
        question, player = self.question, self.players[seat]
        self.thinking = (f"{player} ({self.seat_name(seat)})", time.monotonic())
        try:
            text = await self.thinker.choose(player, self.match.state, seat)
        except FimbulError as problem:
            if self.still_asks(question):
                self.thinking = None
                self.paint()
                ways = self.told("Take back with u, or leave with q.")
                self.say(f"{self.told(str(problem))} {ways}", "bad")
            return
        if self.still_asks(question):
            self.play(self.game.parse(text), seat)

    def overhear(self, text: str) -> None:
        """Tell what a bot has to do before it can think."""
        if self.is_laid():
            self.say(text, "dim")

    def still_asks(self, question: int) -> bool:
        """Whether an answer to this question is still wanted: nothing else was asked, and nobody left."""
        return question == self.question and self.is_laid()

    def is_laid(self) -> bool:
        """Whether the whole table is on the screen: when somebody leaves, it goes part by part."""
        return len(self.query("#board, #seats, #prompt, #notice, #action-list, #log-list")) == 6

    def tick(self) -> None:
        """Show that somebody thinks."""
        if self.thinking is not None and self.is_laid():
            self.paint_prompt()

    # ---- painting

    def paint(self) -> None:
        """Show the position, what can be touched, and the words for it."""
        state = self.match.state
        scene = self.told.whole(self.scene_of(state))
        self.titles, self.labels = titles_of(scene), labels_of(scene)
        self.paint_board()
        self.paint_choice()
        seats = Text(f" {self.game.title}  ", "bold #f2f5f9")
        for number, name in enumerate(self.match.names):
            mark = "▶" if number in state.to_act else " "
            seats.append(f" {mark} {self.seat_name(number)}", f"bold {STYLES[f'seat{number}']}")
            seats.append(f" {name} ", STYLES["dim"])
        seats.append(f"  {self.told(f'ply {state.ply}')}", STYLES["dim"])
        self.query_one("#seats", Static).update(seats)

    def paint_board(self) -> None:
        """Show the board as it is, or as it would be after the action that is being considered."""
        state, seat = self.match.state, self.viewer
        recent: list[str] | None = None
        if self.preview is not None and self.touch is not None:
            later = state.copy()
            events = later.apply(self.preview, self.touch.seat)
            if later.revelations == state.revelations:  # never show what has not been drawn yet
                state = later
                recent = [node for event in events for node in event.touches()]
        sketch = self.told.board(state.view(seat))
        room = self.board.scrollable_content_region.width - 1  # but for the bar that appears beside long ones
        self.board.show(
            set_out(sketch, self.told.whole(self.scene_of(state)), room, self.told), len(sketch.lines)
        )
        if recent is not None:
            self.board.light(lit=(), touched=recent)
        elif self.touch is not None:
            self.board.light(lit=self.touch.next(), touched=self.touch.path)
        else:
            self.board.light(lit=(), touched=())

    def scene_of(self, state: State) -> Scene:
        """The table in a state, with a button for every choice that is nowhere else on it."""
        scene = self.game.scene(state.view(self.viewer))
        touch = self.touch
        if touch is None:
            return scene
        return offered(scene, (choice(self.game.table, touch.view, action) for action in touch.legal))

    def paint_choice(self) -> None:
        """Show the choice that is being made: the bar, the list and the prompt."""
        touch = self.touch
        if touch is None:
            self.choices.offer([])
            self.actions.offer([])
        else:
            away = [node for node in touch.next() if node not in self.board.places]
            named = {**self.titles, **self.labels}
            self.choices.offer([(node, brief(named.get(node, node))) for node in away])
            self.actions.offer([(action, self.described(action)) for action in touch.live()])
            if away and len(away) == len(touch.next()) and self.focused in (self.board, self.choices, None):
                take_up(self.choices)
        if not self.choices.display and self.focused in (self.choices, None):
            take_up(self.board)
        self.paint_prompt()

    def paint_prompt(self) -> None:
        """Say who must decide what."""
        prompt = self.query_one("#prompt", Static)
        touch = self.touch
        if self.thinking is not None:
            who, since = self.thinking
            passed = time.monotonic() - since
            dots = "." * (1 + int(passed / TICK) % 3)
            thinks = self.told(f"{who} is thinking")
            prompt.update(Text(f"{thinks}{dots:<3} {passed:.0f} s", STYLES["dim"]))
        elif self.resigned is not None:
            prompt.update(Text(self.ending(), "bold #ffb454"))
        elif touch is not None and touch.path:
            chosen = ", ".join(self.titles.get(node, node).split(":")[0] for node in touch.path)
            count = len(touch.live())
            lit = "touch what is lit" if self.board.lit & self.board.places.keys() else ""
            bar = "take a number below" if self.choices.items else ""
            ways = self.told(
                f"{' or '.join(filter(None, (lit, bar)))} ({some(count, 'action')}). Escape steps back."
            )
            prompt.update(Text(f"{chosen}: {ways}", "#ffb454"))
        else:
            asked = self.game.prompt(self.match.state.view(self.viewer))
            prompt.update(Text(self.told(asked), "bold #ffb454"))

    def tell(self) -> None:
        """Write up the log."""
        seat = self.viewer
        story = [
            (ply, event)
            for ply, events in enumerate(self.match.log, 1)
            for event in events
            if event.seen_by(seat)
        ]
        self.query_one(Log).tell(story)

    def say(self, text: str, style: str = "") -> None:
        """Leave a message below the board."""
        self.news.clear()
        self.pointed = ""
        self.previewing = False
        self.message = Text(self.told(text), STYLES.get(style, ""))
        self.paint_notice()

    def paint_notice(self) -> None:
        """Show what is pointed at, else the message."""
        if not self.board.is_attached:  # everybody is leaving
            return
        title = self.titles.get(self.pointed, "")
        if (
            title
            and self.touch is not None
            and (foreseen := self.touch.foreseen(self.touch.meant(self.pointed)))
        ):
            title = f"{title} · {foreseen}"
        reach = self.game.table.reach(self.match.state.view(self.viewer), self.pointed) if title else None
        far = frozenset(reach.places) if reach is not None else frozenset[str]()
        if far != self.board.far:
            self.board.roam(far)
        if reach is not None:
            title = f"{title} · {self.told(reach.text)}"
        self.query_one("#notice", Static).update(Text(title, STYLES["dim"]) if title else self.message)

    def refuse(self, why: Illegal | str) -> None:
        """Say why something cannot be done."""
        if isinstance(why, Illegal):
            self.rule = why.rule
            self.say(f"{self.told(str(why))} {self.told('r: read the rule.')}", "bad")
        else:
            self.say(why, "bad")

    def seat_name(self, seat: int) -> str:
        """What a seat plays."""
        return self.told(self.game.seat_name(self.match.state.view(self.viewer), seat))

    def described(self, action: Action) -> str:
        """An action that can be done now, in words."""
        return self.told(self.game.describe(self.touch.view, action)) if self.touch is not None else ""

    def ending(self) -> str:
        """How the game ended."""
        outcome = self.match.state.outcome
        if outcome is not None:
            return self.told(f"{outcome.reason} ({outcome.rule})")
        if self.resigned is not None:
            seat = self.game.seat_name(self.match.state.view(self.viewer), self.resigned)
            return self.told(f"{self.match.names[self.resigned]} resigned as {seat}.")
        return ""

    def _handle_exception(self, error: Exception) -> None:
        # Textual would print a traceback: keep the error instead, for whoever opened the table to tell.
        self.broken = self.broken or error
        super()._handle_exception(error)
        if not os.environ.get("FIMBUL_DEBUG"):
            self._exit_renderables.clear()


def brief(title: str) -> str:
    """What a choice in the bar is called: of a long title, what it is without what is to be said of it."""
    return title if len(title) <= LONGEST else title.split(":")[0]


def leave_a_closed_terminal() -> None:
    """End where the terminal is gone and nobody said so: below `make`, a hang-up does not reach us."""
    if not os.isatty(0):
        os._exit(129)


def names_of(match_seats: int, players: dict[int, Player], name: str) -> list[str]:
    """What the seats are called in the record."""
    people = [seat for seat in range(match_seats) if seat not in players]
    several = len(people) > 1
    return [
        str(players[seat]) if seat in players else f"{name} {people.index(seat) + 1}" if several else name
        for seat in range(match_seats)
    ]
