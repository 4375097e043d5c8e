# `make play` and `make test` set up all that they need in .venv; the rest is for work on the program.
# Other interpreter: make play PYTHON=python3.12. Other scenario or save: make play SCENARIO=campaign SAVE=saves/two.toml
# The other game: make play GAME=malta
PYTHON   ?= python3
GAME     ?= tarawa
ifeq ($(GAME),tarawa)
SCENARIO ?= red-beach-3
else
SCENARIO ?= hal-far
endif
SAVE     ?= saves/$(SCENARIO).toml

VENV := .venv
BIN  := $(VENV)/bin
PIP  := $(BIN)/python -m pip --quiet --disable-pip-version-check

# Folders are listed too: their times change when a file is removed.
SOURCES := $(shell find tarawa_cli scenarios \( -name __pycache__ -prune \) -o \( -type d -o -name '*.py' -o -name '*.toml' -o -path '*/assets/*.[chj]*s*' -o -path '*/assets/film.html' \) -print)

# One install at a time.
.NOTPARALLEL:
.PHONY: play test test-long style types pytest shells browser-test fuzz attack bench docs pictures phrasebook release-check clean FORCE

# On a terminal one screen: map, goal, next steps, and how to type commands. Two rows are kept for the last line and the
# prompt. In a pipe the same in full.
play: $(VENV)/.installed
	@if test -t 1; then LINES=$$(($$(tput lines 2>/dev/null || echo 24) - 1)); export LINES; \
	  else map="$(BIN)/$(GAME) map"; fi; \
	if test -e "$(SAVE)"; then \
	  $(BIN)/$(GAME) use "$(SAVE)" > /dev/null && { test -z "$$map" || { $$map --save "$(SAVE)" && echo; }; } && \
	  $(BIN)/$(GAME) status --save "$(SAVE)"; \
	else \
	  $(BIN)/$(GAME) new "$(SCENARIO)" --save "$(SAVE)" && $(BIN)/$(GAME) use "$(SAVE)" > /dev/null && \
	  { test -z "$$map" || { echo && $$map --save "$(SAVE)"; }; }; \
	fi
	@echo "commands: $(BIN)/$(GAME) help; to type only $(GAME): . $(BIN)/activate"

test: style types pytest

style: $(VENV)/.tools
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/.tools
	$(BIN)/mypy

pytest: $(VENV)/.tools $(VENV)/.installed
	$(BIN)/python -m pytest -n auto

# The cases that `make test` leaves out: it runs a sample of old saves, recorded games, secrets, attacks, games at random.
test-long: $(VENV)/.tools $(VENV)/.installed
	$(BIN)/python -m pytest -n auto -m long

# The shells in which the TAB key is tested. Root on Debian gets those that are missing; elsewhere their tests are
# skipped, and with CI set they fail.
shells:
	@{ command -v zsh && command -v fish; } >/dev/null || test "$$(id -u)" != 0 || \
	  ! command -v apt-get >/dev/null || { apt-get -qq update && apt-get -qq install -y zsh fish >/dev/null; } || true

# The film in a real browser, and axe-core, which npm fetches. Where they are missing, root on Debian gets them; elsewhere
# the tests are skipped, and with CI set they fail.
browser-test: $(VENV)/.tools $(VENV)/.installed
	@missing=""; command -v chromium chromium-browser google-chrome >/dev/null || missing="chromium"; \
	  command -v npm >/dev/null || missing="$$missing npm"; \
	  test -z "$$missing" || test "$$(id -u)" != 0 || ! command -v apt-get >/dev/null || \
	  { apt-get -qq update && apt-get -qq install -y $$missing >/dev/null; } || true
	$(BIN)/python -m pytest tests/browser

# Games at random, everything checked after every order: make fuzz GAMES=50 SEED=7 JOBS=2. A fault leaves a file.
# Only campaigns, by one player, and other options: make fuzz FUZZ="--player random --look-every 0"
# The other game: make fuzz GAME=malta. Then two players also mail each other the save, in LETTERS games: LETTERS=20.
GAMES ?= 1000
LETTERS ?= 100
SEED  ?= 1
JOBS  ?= $(shell nproc 2>/dev/null || echo 1)
FUZZ  ?= --scenario all
fuzz: $(VENV)/.installed
	$(BIN)/python tools/fuzz.py --game $(GAME) --games $(GAMES) --seed $(SEED) --jobs $(JOBS) $(FUZZ)
ifeq ($(GAME),malta)
	$(BIN)/python tools/fuzz.py --game malta --mail --games $(LETTERS) --seed $(SEED) --orders 200
endif

# Kills, failing disks, damaged and hostile files, many writers: make attack ROUNDS=100 SEED=7. A fault leaves a folder.
# Only some: make attack ATTACK="--only damage,text"
ROUNDS ?= 20
ATTACK ?=
attack: $(VENV)/.installed
	$(BIN)/python tests/attack.py --rounds $(ROUNDS) --seed $(SEED) $(ATTACK)

# Start-up times, and play and replay compared with python-chess: ratios, nothing is asserted.
bench: $(VENV)/.installed $(VENV)/.bench
	$(BIN)/python tests/benchmarks/startup.py --venv $(VENV)
	@echo
	$(BIN)/python tests/benchmarks/play.py

# The command references and the manual pages, from what every command says with --help; the books of rules.
docs: $(VENV)/.installed
	for game in tarawa malta; do \
	  $(BIN)/python tools/command_reference.py $$game > docs/$$game/.commands.new && \
	  mv docs/$$game/.commands.new docs/$$game/commands.md && \
	  $(BIN)/python tools/rule_book.py $$game > docs/$$game/.rules.new && \
	  mv docs/$$game/.rules.new docs/$$game/rules.md || exit 1; done
	$(BIN)/python tools/man_pages.py docs/man
	for game in tarawa malta; do for shell in bash zsh fish; do \
	  $(BIN)/$$game completion $$shell > docs/completion/$$game.$$shell || exit 1; done; done

# The pictures of README and docs; look at each of them. They need pillow, the font DejaVu Sans Mono and Chromium.
pictures: $(VENV)/.tools $(VENV)/.installed
	$(BIN)/python tools/pictures.py

# Every sentence that a player can read, with its source, to read through in one sitting.
phrasebook: $(VENV)/.installed
	$(BIN)/python tools/phrasebook.py phrasebook.md
	@wc -w phrasebook.md

# What must hold before a release; with every figure in full: make release-check CHECK="--figures --jobs 2"
CHECK ?=
release-check: $(VENV)/.tools $(VENV)/.installed
	$(BIN)/python tools/release_check.py $(CHECK)

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
	find tarawa_cli tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

# ── One virtual environment, in steps. A stamp is written only when its step is done, so a step that
# ── was interrupted is done again.

# A virtual environment contains its own path: in a folder that was moved or copied it is made again.
ifneq ($(shell cat $(VENV)/.made 2>/dev/null),$(CURDIR))
$(VENV)/.made: FORCE
endif
$(VENV)/.made:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Python 3.11 or newer is needed, but $(PYTHON) is: $$("$(PYTHON)" -V 2>&1 || true)" >&2; \
	  echo "Name another one with: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "setting up $(VENV) …"
	@"$(PYTHON)" -m venv --clear $(VENV)
	@$(PIP) install --upgrade 'pip>=25.1' || true  # the scripts of older ones import `re`, an eighth of a command's time
	@$(PIP) install $$($(BIN)/python -c 'import tomllib; \
	  print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	@echo "$(CURDIR)" > $@

# An ordinary install, as users get it, compiled now: the environment may forbid it later. The build tool is
# there already, so that a changed source needs no network.
$(VENV)/.installed: $(VENV)/.made pyproject.toml hatch_build.py tools/parsed_data.py $(SOURCES)
	@$(PIP) install --no-build-isolation .
	@$(BIN)/python -m compileall -q $(VENV)/lib
	@touch $@

$(VENV)/.tools: $(VENV)/.made pyproject.toml
	@$(PIP) install --no-build-isolation '.[dev]'
	@touch $@

# python-chess comes as a source, which may need other build tools than ours.
$(VENV)/.bench: $(VENV)/.made pyproject.toml
	@$(PIP) install '.[bench]'
	@touch $@
