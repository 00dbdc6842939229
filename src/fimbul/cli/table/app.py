"""What people do at the table: touch, choose from the list, and press keys."""

import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import ClassVar

import msgspec
from textual import on, work
from textual.binding import Binding, BindingType
from textual.widgets import TabbedContent

from fimbul.cli.files import at_home, write_text
from fimbul.cli.table.board import Board
from fimbul.cli.table.choices import Choices
from fimbul.cli.table.dialogs import Help, Question, SaveAs, Words
from fimbul.cli.table.panel import Actions, Filter, Log, RulesPage, take_up
from fimbul.cli.table.sitting import PACES, Sitting
from fimbul.cli.tongue import Tongue
from fimbul.core import Action, BadNotation, FimbulError, Game, Match


class Table(Sitting):
    """The table with all its keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("h", "hint", "Hint"),
        Binding("s", "save", "Save"),
        Binding("slash", "filter", "Filter", key_display="/"),
        Binding("a", "panel('tab-actions')", "Actions"),
        Binding("l", "panel('tab-log')", "Log"),
        Binding("r", "rule", "Rules"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Leave"),
        Binding("ctrl+c,ctrl+q", "leave", "Leave", show=False, priority=True),
        Binding("x", "resign", "Resign", show=False),
        Binding("c", "notation", "Notation", show=False),
        Binding("t", "pace", "Pace", show=False),
        Binding("g", "new_game", "New game", show=False),
        Binding("escape", "step_back", "Back", show=False),
        *(Binding(str(n), f"choice({n - 1})", show=False) for n in range(1, 10)),
    ]

    # ---- touching

    @on(Board.Touched)
    @on(Choices.Taken)
    def touched(self, event: Board.Touched | Choices.Taken) -> None:
        """Something was touched: it selects, completes, or cannot be."""
        touch = self.touch
        if touch is None:
            self.refuse(self.waiting())
            return
        self.preview = None
        answer = touch.touch(event.node)
        if isinstance(answer, Action):
            self.take(answer, touch.seat)
            return
        self.paint_board()
        self.paint_choice()
        if answer is None:
            self.say("")
            self.call_after_refresh(self.board.reveal)
        else:
            self.refuse(answer)

    def waiting(self) -> str:
        """Why nothing can be touched at all."""
        if self.match.state.outcome is not None or self.resigned is not None:
            return "The game is over: g starts a new one, u takes back."
        return "It is not your turn yet." if self.thinking else "Nothing can be done now."

    @on(Board.Pointed)
    def pointed_at(self, event: Board.Pointed) -> None:
        """Tell about what is pointed at."""
        self.pointed = event.node
        self.paint_notice()

    @on(Actions.Considered)
    def considered(self, event: Actions.Considered) -> None:
        """Preview an action from the list."""
        self.consider(event.action)

    @on(Choices.Considered)
    def considered_choice(self, event: Choices.Considered) -> None:
        """Preview a choice from the bar, if it settles the action."""
        touch = self.touch
        self.consider(touch.meant(event.node) if touch is not None and event.node else None)

    def consider(self, action: Action | None) -> None:
        """Show the board as it would be; of an action of an older list there is nothing to show."""
        if self.touch is None or action not in self.touch.legal:
            action = None
        if action == self.preview:
            return
        self.preview = action
        self.paint_board()
        if self.preview is not None and self.touch is not None:
            words, foreseen = self.described(self.preview), self.touch.foreseen(self.preview)
            grave = self.touch.grave(self.preview)
            risk = f"{self.told('This could cost you the game.')} " if grave else ""
            after = f"{foreseen and f'{foreseen}. '}{risk}{self.told('Enter plays it.')}"
            self.say(f"{self.told('Preview')}: {words}. {after}", "bad" if grave else "dim")
            self.previewing = True
        elif self.previewing:
            self.say("")

    @on(Actions.Chosen)
    def chosen(self, event: Actions.Chosen) -> None:
        """Play an action from the list."""
        if self.touch is None:
            self.refuse(self.waiting())
            return
        if event.action not in self.touch.legal:
            return  # the list has changed under the hand: it is asked anew
        if isinstance(self.focused, Filter):
            take_up(self.board)
        self.preview = None
        self.take(event.action, self.touch.seat)

    def take(self, action: Action, seat: int) -> None:
        """Play an action; where it holds words that the player makes up, ask for them first."""
        if action.free:
            self.speak(action, seat)
        else:
            self.play(action, seat)

    @work(group="dialog")
    async def speak(self, action: Action, seat: int) -> None:
        """Ask for the words of an action, and play it with them."""
        asked = self.game.prompt(self.match.state.view(seat))
        words = await self.push_screen_wait(Words(asked, self.told))
        if words is not None:
            self.play(msgspec.structs.replace(action, **dict.fromkeys(action.free, words)), seat)

    @on(Actions.Typed)
    def typed(self, event: Actions.Typed) -> None:
        """Say why what was typed cannot be played."""
        try:
            action = self.game.parse(event.words)
        except BadNotation:
            self.refuse(f"No action has '{event.words}'.")
            return
        why = self.match.state.why_not(action, self.viewer)
        self.refuse(
            why if why is not None else "That does not fit what you have touched; press Escape first."
        )

    @on(Log.Recalled)
    def recalled(self, event: Log.Recalled) -> None:
        """Show on the board what a line of the log is about."""
        self.board.mark(event.nodes)
        self.board.follow(event.nodes)

    # ---- keys

    def action_notation(self) -> None:
        """Show the notation of actions, or hide it."""
        self.actions.notation = not self.actions.notation
        self.actions.fill()

    def action_pace(self) -> None:
        """Tell what happens faster or slower."""
        self.pace = PACES[(PACES.index(self.pace) + 1) % len(PACES)]
        self.say(f"What happens is told at this pace: {self.pace}.")

    def action_choice(self, place: int) -> None:
        """Take a choice from the bar by its number."""
        self.choices.take(place)

    def action_step_back(self) -> None:
        """Step back: from a preview, from a touch, or to the board."""
        panel = self.query_one(TabbedContent)
        if self.touch is not None and self.touch.back():
            self.preview = None
            self.say("")
            self.paint_board()
            self.paint_choice()
        elif panel.active == "tab-rules":
            self.action_panel("tab-actions")
            take_up(self.board)
        else:
            take_up(self.board)
            self.say("")

    def action_filter(self) -> None:
        """Type to filter: rules while they are open, else actions."""
        panel = self.query_one(TabbedContent)
        if panel.active == "tab-rules":
            take_up(self.query_one("#rule-filter"))
            return
        panel.active = "tab-actions"
        take_up(self.query_one("#filter"))

    def action_panel(self, tab: str) -> None:
        """Open a tab of the panel and take it in hand."""
        self.query_one(TabbedContent).active = tab
        first = {"tab-actions": "#action-list", "tab-log": "#log-list", "tab-rules": "#rule-list"}[tab]
        take_up(self.query_one(first))

    @on(TabbedContent.TabActivated)
    def tab_opened(self, event: TabbedContent.TabActivated) -> None:
        """Rules want room to read."""
        self.set_class(event.pane.id == "tab-rules", "reading")

    async def action_rule(self) -> None:
        """Open the rules, at the one that refused last."""
        self.action_panel("tab-rules")
        if self.rule is not None and self.rule in self.game.rules:
            await self.query_one(RulesPage).read(self.rule)

    @work(group="dialog")
    async def action_undo(self) -> None:
        """Take back the last own action, and what was answered to it."""
        if self.resigned is not None:
            self.resigned = None
            self.say("You play on.")
            self.turn_to()
            return
        last = next((move.seat for move in reversed(self.match.moves) if move.seat in self.humans), None)
        point = self.match.undo_point(last) if last is not None else None
        if point is None:
            self.say("There is nothing of yours to take back.", "bad")
            return
        ply, free = point
        question = "Something was revealed or drawn since then. Take it back all the same?"
        if not free and await self.ask(question, yes="Yes, take it back", no="No") != "yes":
            return
        self.thinker.stop()
        self.match.rewind(ply)
        self.kept = min(self.kept, ply)
        self.board.mark(())
        self.say(f"Back at ply {ply}.")
        self.turn_to()

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Ask a bot for its three best ideas."""
        touch, question = self.touch, self.question
        if touch is None:
            self.refuse(self.waiting())
            return
        self.say(f"Asking {self.hints} ...", "dim")
        try:
            ideas = await self.thinker.ideas(self.hints, self.match.state, touch.seat)
        except FimbulError as problem:
            if self.still_asks(question):
                self.say(str(problem), "bad")
            return
        if not self.still_asks(question):
            return
        lines = [
            f"{place}. {self.described(self.game.parse(text))} ({percent(value)})"
            for place, (text, value) in enumerate(ideas, 1)
        ]
        self.say("   ".join(lines), "good")

    @work(group="dialog")
    async def action_save(self) -> None:
        """Save the game as a record."""
        await self.save()

    async def save(self) -> bool:
        """Ask for a name until the game is saved, or nobody wants to any more."""
        suggestion = str(self.path or Path.cwd() / self.file_name())
        trouble = ""
        while name := await self.push_screen_wait(SaveAs(suggestion, trouble, self.told)):
            try:
                path = at_home(Path(name))
                path = path if path.suffix else path.with_suffix(".saga")
            except (FimbulError, ValueError):
                trouble = f"'{name}' is no name for a file."
                continue
            suggestion = str(path)
            if path.is_file() and path != self.path:
                taken = f"{path.name} exists already."
                if await self.ask(taken, yes="Overwrite it", no="Choose another name") != "yes":
                    continue
            try:
                self.path = write_text(path, self.match.record().to_text())
            except FimbulError as problem:
                trouble = str(problem)
                continue
            self.kept = len(self.match.moves)
            self.say(f"Saved to {self.path}", "good")
            return True
        return False

    def file_name(self) -> str:
        """A name for a record."""
        return f"{self.game.slug}-{datetime.now():%Y%m%d-%H%M}.saga"

    @work(group="dialog")
    async def action_resign(self) -> None:
        """Give the game up."""
        seat = self.viewer
        if seat is None or self.resigned is not None or self.match.state.outcome is not None:
            self.refuse(self.waiting())
            return
        if await self.ask("Give this game up?", yes="Resign", no="Play on") == "yes":
            self.thinker.stop()
            self.resigned = seat
            self.turn_to()
            self.say("g: new game, s: save, u: play on after all, q: leave.")

    @work(group="dialog")
    async def action_new_game(self) -> None:
        """Begin again, with the same options and other chance."""
        if self.unsaved and await self.ask("Begin a new game?", yes="New game", no="Stay") != "yes":
            return
        self.thinker.stop()
        match = self.match
        seed = int.from_bytes(os.urandom(4), "little")
        self.match = Match(
            self.game, seats=match.seats, options=match.options, seed=seed, names=list(match.names)
        )
        self.resigned, self.path, self.kept, self.touch = None, None, 0, None
        self.board.mark(())
        self.say("A new game.")
        self.turn_to()

    @property
    def unsaved(self) -> bool:
        """Whether leaving would lose something."""
        return len(self.match.moves) > 0 and self.kept != len(self.match.moves)

    @work(exclusive=True, group="leave")
    async def action_leave(self) -> None:
        """Leave the table."""
        if isinstance(self.screen, Question):
            self.exit()
        if self.unsaved:
            answers = {"save": "Save and leave", "leave": "Leave", "stay": "Back to the table"}
            answer = await self.choose("This game is not saved.", answers)
            if answer == "stay" or (answer == "save" and not await self.save()):
                return
        self.exit()

    async def ask(self, question: str, *, yes: str, no: str) -> str:
        """A question with two answers."""
        return await self.choose(question, {"yes": yes, "no": no})

    async def choose(self, question: str, answers: dict[str, str]) -> str:
        """A question with its answers."""
        labels = {name: self.told(label) for name, label in answers.items()}
        return await self.push_screen_wait(Question(self.told(question), labels))

    def action_help(self) -> None:
        """Show the keys."""
        self.push_screen(Help(self.game.blurb, self.told))


def table_in(language: str, game: Game) -> type[Table]:
    """The table, with its keys called as a language calls them."""
    told = Tongue(language, game)

    class Told(Table):
        BINDINGS: ClassVar[list[BindingType]] = [
            replace(key, description=told(key.description))
            for key in Table.BINDINGS
            if isinstance(key, Binding)
        ]

    return Told


def percent(value: float) -> str:
    """An estimate from -1 to 1 as a chance to win."""
    return f"{(value + 1) / 2:.0%}"
