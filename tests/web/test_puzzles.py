"""The page of puzzles: solved on the board, with the proof after it."""

from playwright.sync_api import expect

from fimbul.bots.puzzles import collection, opened

NUMBER = next(number for number, each in enumerate(collection(), 1) if each.goal == "win")


def touches(game, state, view, action):
    """What a hand touches for an action: a last step without a choice is not asked for."""
    clicks = game.clicks(view, action)
    others = [game.clicks(view, each) for each in state.legal(state.to_act[0])]
    alone = sum(each[: len(clicks) - 1] == clicks[:-1] for each in others) == 1
    return clicks[:-1] if alone and len(clicks) > 2 else clicks


def test_a_puzzle_is_tried_and_solved_at_the_table(window):
    game, state = opened(NUMBER).game, opened(NUMBER).state
    view = state.view(state.to_act[0])
    solution = game.parse(collection()[NUMBER - 1].solution)
    wrong = next(
        each for each in state.legal(state.to_act[0]) if type(each) is type(solution) and each != solution
    )
    ada = window(width=390, height=844, has_touch=True, is_mobile=True)
    ada.go(f"/puzzles#{NUMBER}")
    sheet = ada.page.locator("fimbul-sheet")
    expect(sheet).to_contain_text("Win the game with your second action")
    for action, told in ((wrong, "Not that"), (solution, "Solved")):
        ada.touch(*touches(game, state, view, action))
        expect(sheet).to_contain_text(told)
        expect(sheet.locator(".proof li").first).to_be_visible()
        ada.picture(f"puzzle-{told.split()[0].lower()}")
        if action is wrong:
            ada.page.get_by_role("button", name="Try again").click()
    assert ada.ask("document.documentElement.scrollWidth") <= 390
    ada.page.get_by_role("button", name="Next puzzle").click()
    expect(ada.page.locator("h1")).to_contain_text(f"Puzzle {NUMBER % len(collection()) + 1}")
    assert ada.wrong == []
