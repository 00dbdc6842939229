# Every target that needs Python sets up .venv first: once, and again when pyproject.toml or
# requirements.lock change or the folder has moved. Nothing is installed outside .venv. Playing needs
# little; testing needs every extra, and installs them when it is first asked for.

PYTHON ?= python3
WORKERS ?= 2
PYTEST_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.set-up
WORKSHOP := $(VENV)/.set-up-to-test
CLIENT := src/fimbul/web/static

PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
UNFINISHED = echo "Set-up did not finish: pip's message above says why; fix it, then run make again." >&2; exit 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play terminal offline test matrix lint format bench balance ladders pictures photographs docs clean FORCE

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-18s%s\n", $$1, $$2 }'

play: $(STAMP) ## Open the table in the browser
	@$(BIN)/fimbul serve

terminal: $(STAMP) ## Play Fimbulvetr in the terminal
	@$(BIN)/fimbul play fimbulvetr

offline: $(STAMP) ## Let people play on in their browsers when the connection is lost (fetches 7 MB by npm and pip)
	@$(BIN)/fimbul offline install

test: lint ## Check style, types and imports, then run all tests (PYTEST_ARGS="-k severance" for some)
	$(BIN)/python -m fimbul.bots
	$(BIN)/python -m fimbul.envs
	$(BIN)/pytest -n $(WORKERS) --dist worksteal $(PYTEST_ARGS)

# Of each Python that is there: whatever `python3.12` means, or the newest that pyenv keeps.
matrix: ## Play the recorded games and test the contract on every Python that is installed
	@for version in 3.11 3.12 3.13; do \
		python=$$(command -v python$$version); \
		"$$python" -c '' 2>/dev/null || python=$$(ls -d $$HOME/.pyenv/versions/$$version.*/bin/python 2>/dev/null | tail -n 1); \
		"$$python" -c '' 2>/dev/null || { echo "Python $$version is not installed: not tested" >&2; continue; }; \
		echo "Python $$version" >&2; \
		[ -x $(VENV)-$$version/bin/pytest ] || { "$$python" -m venv $(VENV)-$$version && $(VENV)-$$version/bin/python -m pip install \
			--quiet --disable-pip-version-check -c requirements.lock -e . numpy pytest pytest-asyncio pytest-xdist hypothesis httpx; } || exit 1; \
		$(VENV)-$$version/bin/python -m pytest -q -n $(WORKERS) -p no:cacheprovider tests/core tests/test_golden.py tests/test_rooms.py || exit 1; \
	done

lint: $(WORKSHOP) ## Check style, types and the direction of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/oxlint --deny-warnings $(CLIENT)
	$(BIN)/oxfmt --check $(CLIENT)
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(WORKSHOP) ## Rewrite the code in the project's format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/oxfmt $(CLIENT)

bench: $(WORKSHOP) ## Measure the speed of the engine
	@$(BIN)/fimbul bench

# Each takes some minutes of one core; a run that was stopped goes on.
balance: $(WORKSHOP) ## Make the balance pages again, from experiments/ (WORKERS=16 on sixteen processors)
	@for game in fimbulvetr valknut fate six_winters fornaldar; do \
		$(BIN)/fimbul lab run experiments/$$game.toml --workers $(WORKERS) && \
		$(BIN)/fimbul lab report runs/$$game --markdown docs/balance/$$game.md || exit 1; \
	done

# A master thinks ten times as long as an expert and more; of Six Winters the master is the first who looks ahead.
LADDER = $(BIN)/fimbul lab ladder --workers $(WORKERS) --seed 9
SHORT = --players newcomer,casual,club,expert
ladders: $(WORKSHOP) ## Measure the levels of the bots again, for docs/strength (WORKERS=16)
	$(LADDER) fimbulvetr $(SHORT) --games 20 -o setup=quick --markdown docs/strength/fimbulvetr.md
	$(LADDER) valknut $(SHORT) --games 16 --markdown docs/strength/valknut.md
	$(LADDER) fate $(SHORT) --games 6 --markdown docs/strength/fate.md
	$(LADDER) six_winters --games 6 --markdown docs/strength/six_winters.md
	$(LADDER) fornaldar $(SHORT) --games 8 -o scenario=jotuns -o turns=2 --markdown docs/strength/fornaldar.md

pictures: $(WORKSHOP) ## Draw the pictures of the documentation and the home page again
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/envs/curves.py
	$(BIN)/python -m fimbul.server.pictures

photographs: $(WORKSHOP) ## Photograph a table of each game for the documentation (needs Chromium)
	$(BIN)/python docs/tables.py

docs: $(WORKSHOP) ## Build the documents as a site, in build/site
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet
	@echo "The site is in build/site/index.html"

clean: ## Remove .venv, caches and built packages
	rm -rf $(VENV) $(VENV)-3.* build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests docs -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The stamp holds the folder it was made for: scripts in a virtual environment stop working when it moves.
ifneq "$(shell cat $(STAMP) 2>/dev/null)" "$(CURDIR)"
$(STAMP): FORCE
endif

$(STAMP): pyproject.toml requirements.lock
	@command -v "$(PYTHON)" >/dev/null || { \
		echo "fimbul needs Python 3.11 or newer, and '$(PYTHON)' was not found: install it, or name yours with PYTHON=/path/to/python3." >&2; \
		exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "fimbul needs Python 3.11 or newer, and '$(PYTHON)' is $$("$(PYTHON)" --version 2>&1): install a newer one, or name yours with PYTHON=python3.12." >&2; \
		exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "Python's venv module is missing: install it (on Debian and Ubuntu: apt install python3-venv), then run make again." >&2; \
		exit 1; }
	@if { [ -f $@ ] && [ "$$(cat $@)" != "$(CURDIR)" ]; } \
		|| ! $(BIN)/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
		then rm -rf $(VENV); fi
	@rm -f $@
	@echo "Setting up $(VENV) (a minute or so, once)" >&2
	@[ -x $(BIN)/python ] || "$(PYTHON)" -m venv $(VENV)
	@$(PIP) -c requirements.lock -e . || { $(UNFINISHED); }
	@printf '%s\n' "$(CURDIR)" > $@

$(WORKSHOP): $(STAMP)
	@echo "Adding what the tests need to $(VENV) (a few minutes, once)" >&2
	@$(PIP) -r requirements.lock || { $(UNFINISHED); }
	@touch $@
