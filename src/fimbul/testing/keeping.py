"""What is kept and shown: records that prove themselves, and pictures and words for every position."""

from collections import Counter
from xml.etree import ElementTree

from fimbul.core import Action, FimbulError, Match, Record, Rng, Scene, State, View, verify
from fimbul.testing.trial import Trial, sample, whose

UNFINISHED = 6  # records cut short and verified, per game
REWOUND = 4
CUTS = 10
DRAWN = 12  # positions drawn per game
MOST_ROAMING = 3  # pieces of a picture of which it is asked how far they could go
ACTIONS = 60  # described and clicked per position and seat
ATTEMPTS = 20  # strayed clicks per position and seat
PRINTABLE = [chr(code) for code in range(33, 127)]


def records(trial: Trial) -> None:
    """The record of a game, finished or not, replays to the same states; a changed one is refused."""
    game, kind = trial.game, trial.game.State
    if (game.slug, game.rules_version) != (kind.slug, kind.rules_version):
        trial.fail(
            "records", f"{game.slug} {game.rules_version} has states of {kind.slug} {kind.rules_version}."
        )
    match = Match(game, seats=trial.seats, options=trial.options, seed=trial.seed)
    kept = trial.spread(len(trial.moves), UNFINISHED)
    for ply, (seat, action) in enumerate(trial.moves):
        trial.ply = ply
        check_place(trial, match, ply)
        if ply in kept:
            check_proves(trial, match)
            trial.tally.count("records: unfinished")
        match.play(action, seat)
    trial.ply = len(trial.moves)
    check_place(trial, match, trial.ply)
    text = check_proves(trial, match)
    trial.tally.count("records")
    check_damage(trial, text)
    check_forgeries(trial, match.record())
    check_rewind(trial, match)


def check_place(trial: Trial, match: Match, ply: int) -> None:
    """The recorded match is the game that was played."""
    if match.state.fingerprint() != trial.prints[ply]:
        trial.fail(
            "records", "Played as a match, with options as a record keeps them, the state is another one."
        )


def check_proves(trial: Trial, match: Match) -> str:
    """The record as it stands reads back and verifies; its text."""
    record = match.record()
    text = record.to_text()
    try:
        again = Record.parse(text)
        proved = verify(again, trial.game)
    except FimbulError as problem:
        trial.fail("records", f"The record does not verify: {problem}")
    if again != record or again.to_text() != text:
        trial.fail("records", "The record reads back as another one.")
    if proved.state != match.state or proved.log != match.log:
        trial.fail("records", "The record replays to another state or other events.")
    return text


def check_damage(trial: Trial, text: str) -> None:
    """One changed character anywhere, or a missing end, and the record is refused."""
    places, start = [], 0
    for line in text.splitlines(keepends=True):
        places += [start + trial.rng.below(len(line)), start + len(line) - 1]
        start += len(line)
    for place in places:
        changed = text[:place] + other_character(trial.rng, text[place]) + text[place + 1 :]
        check_refused(trial, changed, f"character {place} changed from {text[place]!r} to {changed[place]!r}")
    for cut in [0, len(text) - 1, *sample(trial.rng, range(len(text)), CUTS)]:
        check_refused(trial, text[:cut], f"all but {cut} characters cut off")


def check_forgeries(trial: Trial, record: Record) -> None:
    """A record that was changed and sealed again gives itself away by its hashes or its result."""
    record.result, true = None, record.result
    check_refused(trial, record.to_text(), "its result taken away")
    record.result = true
    record.seed ^= 1
    check_refused(trial, record.to_text(), "another seed")


def check_refused(trial: Trial, text: str, what: str) -> None:
    """A damaged record is refused as fimbul refuses things."""
    try:
        verify(Record.parse(text), trial.game)
    except FimbulError:
        trial.tally.count("records: damaged")
    else:
        trial.fail("records", f"The record still verifies with {what}.")


def other_character(rng: Rng, character: str) -> str:
    """Another printable character."""
    return rng.choice([other for other in PRINTABLE if other != character])


def check_rewind(trial: Trial, match: Match) -> None:
    """Stepping back leads to the state that stood there, and the game can be played from it again."""
    for ply in sorted({match.plies[at] for at in trial.spread(len(match.plies), REWOUND)}, reverse=True):
        match.rewind(ply)
        trial.ply = ply
        if match.state.fingerprint() != trial.prints[ply] or match.state.revelations != match.counts[-1]:
            trial.fail("records", f"Rewound to ply {ply}, the match stands somewhere else.")
        trial.tally.count("records: rewound")
    for seat, action in trial.moves[len(match.moves) :]:
        match.play(action, seat)
    if match.state.fingerprint() != trial.prints[-1]:
        trial.fail("records", "Played again after stepping back, the game ends in another state.")


def drawing(trial: Trial) -> None:
    """Everything can be shown: a picture, a sketch and a prompt, and for each action words and clicks."""
    for state in trial.positions("drawing", DRAWN):
        for viewer in trial.viewers:
            view = state.view(viewer)
            scene = check_picture(trial, view, viewer)
            if not trial.game.prompt(view).strip():
                trial.fail("drawing", f"There is no prompt for {whose(viewer)}.")
            if trial.game.chronicled and not trial.game.chronicle(view).strip():
                trial.fail("drawing", f"The chronicle for {whose(viewer)} is empty.")
            if viewer in state.to_act:
                check_actions(trial, state, view, scene)
            trial.tally.count("drawing")
    for ply, events in enumerate(trial.events, 1):
        trial.ply = ply
        for event in events:
            if not event.sentence().strip():
                trial.fail("drawing", f"{event!r} has an empty sentence.")
            if not all(isinstance(node, str) for node in event.touches()):
                trial.fail("drawing", f"{event!r} touches something that is not a node's id.")
            trial.tally.count("drawing: events")


def check_picture(trial: Trial, view: View, viewer: int | None) -> Scene:
    """The boards are well-formed, and everything that can be touched is told apart; the scene."""
    scene = trial.game.scene(view)
    for board in scene.boards:
        ids: Counter[str | None] = Counter()
        for svg in (board.to_svg(), *(node.to_svg() for node in board.nodes if node.floating)):
            try:
                picture = ElementTree.fromstring(svg)
            except ElementTree.ParseError as problem:
                trial.fail("drawing", f"The picture for {whose(viewer)} is not well-formed XML: {problem}.")
            ids.update(element.get("id") for element in picture.iter())
        for node in board.nodes:
            if not node.id or ids[node.id] != 1:
                trial.fail("drawing", f"The id {node.id!r} is not unique in the picture for {whose(viewer)}.")
    for name, count in Counter(scene.ids()).items():
        if not name or count != 1:
            trial.fail("drawing", f"The id {name!r} is not unique in the scene for {whose(viewer)}.")
    check_words(trial, scene, viewer)
    check_reach(trial, view, scene, viewer)
    sketch, known = trial.game.sketch(view), set(scene.ids())
    if not sketch.plain().strip():
        trial.fail("drawing", f"The sketch for {whose(viewer)} is empty.")
    for span in (span for line in sketch.lines for span in line):
        if span.node and span.node not in known:
            trial.fail(
                "drawing", f"The sketch for {whose(viewer)} has the node {span.node!r}, the scene has not."
            )
    for seat in range(trial.seats):
        if not trial.game.seat_name(view, seat).strip():
            trial.fail("drawing", f"Seat {seat} has no name.")
    return scene


def check_reach(trial: Trial, view: View, scene: Scene, viewer: int | None) -> None:
    """Of pieces that roam it can be told how far they could go."""
    roaming = [node.id for board in scene.boards for node in board.nodes if "roams" in node.classes.split()]
    for name in roaming[:MOST_ROAMING]:
        reach = trial.game.table.reach(view, name)
        if reach is None or not reach.text.strip():
            trial.fail("drawing", f"{name!r} roams, but {whose(viewer)} is not told how far.")
        try:
            ElementTree.fromstring(f"<svg>{reach.svg}</svg>")
        except ElementTree.ParseError as problem:
            trial.fail("drawing", f"The reach of {name!r} is not well-formed XML: {problem}.")


def check_words(trial: Trial, scene: Scene, viewer: int | None) -> None:
    """Whatever is read aloud has a name."""
    for tray in scene.trays:
        if not tray.title.strip():
            trial.fail("drawing", f"The tray {tray.id!r} for {whose(viewer)} has no title.")
        for card in tray.cards:
            if not card.title.strip():
                trial.fail("drawing", f"The card {card.id!r} for {whose(viewer)} has no title.")
    for button in scene.sheet.buttons:
        if not button.label.strip():
            trial.fail("drawing", f"The button {button.id!r} for {whose(viewer)} has no label.")


def check_actions(trial: Trial, state: State, view: View, scene: Scene) -> None:
    """Every action has words, and clicks that lead to it alone; what is not in the scene is one button."""
    game = trial.game
    assert view.seat is not None
    legal: list[Action] = state.legal(view.seat)
    for action in sample(trial.rng, legal, ACTIONS):
        if not game.describe(view, action).strip():
            trial.fail("drawing", f"{action} has no description.")
        trial.tally.count("drawing: actions")
    known = set(scene.ids())
    paths: dict[tuple[str, ...], Action] = {}
    for action in legal:
        path = game.clicks(view, action)
        if not path or not all(path):
            trial.fail("drawing", f"{action} has the clicks {path!r}.")
        for node in path:
            if node not in known and len(path) > 1:
                trial.fail("drawing", f"{action} has a click on {node!r}, which is not in the scene.")
        if path in paths:
            trial.fail("drawing", f"{action} and {paths[path]} have the same clicks: {' '.join(path)}.")
        paths[path] = action
    check_attempts(trial, view, sorted(known), list(paths))
    for path, action in paths.items():
        for end in range(1, len(path)):
            if path[:end] in paths:
                first = paths[path[:end]]
                trial.fail("drawing", f"The clicks of {first} are only the beginning of those of {action}.")


def check_attempts(trial: Trial, view: View, nodes: list[str], paths: list[tuple[str, ...]]) -> None:
    """Whatever a person touches means an action of this game, allowed or not, or nothing."""
    rng = trial.rng
    for path in sample(rng, paths, ATTEMPTS):
        strayed = (*path[: rng.below(len(path))], rng.choice(nodes))
        for touched in ((), path[:1], strayed, (*strayed, rng.choice(nodes))):
            meant = trial.game.attempt(view, touched)
            if meant is not None and type(meant) not in trial.game.actions:
                trial.fail("drawing", f"Touching {' '.join(touched)} means {meant!r}, which is no action.")
