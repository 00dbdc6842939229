"""`fimbul say`: how a sentence of a game is said in another language."""

from pathlib import Path

from fimbul.cli.files import WrongUse
from fimbul.core import Game
from fimbul.core.reading import read_own
from fimbul.speech import Speech, languages, speech


def say(game: str, /, *texts: str, language: str, file: Path | None = None) -> int:
    """Say what a game says in another language, sentence by sentence.

    A sentence that nobody has translated is told as missing, and the status is 1.

    Example: fimbul say fimbulvetr --language de "Choose a warrior."

    Parameters
    ----------
    game
        The game's name, as 'fimbul games' lists it.
    texts
        English sentences, as the game says them.
    language
        The language, as in 'de'.
    file
        A file with more of them, one on each line.
    """
    from fimbul.games import game as find

    own = speaker(find(game), language)
    more = read_own(file, "text").splitlines() if file is not None else []
    missing = 0
    for text in [*texts, *more]:
        said = own.find(text)
        missing += said is None
        print(f"{text}\n  {'-- nobody has translated it' if said is None else said}")
    return 1 if missing else 0


def speaker(game: Game, language: str) -> Speech:
    """How a language says what a game says, or a sentence."""
    found = speech(language, game)
    if found is None:
        raise WrongUse(f"There is no language '{language}'; there is {', '.join(languages())}.")
    return found
