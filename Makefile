# `make play` and `make test` set up all that they need in .venv.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
SAVE   := saves/game.toml

.PHONY: play test lint bench clean

$(VENV)/.play: pyproject.toml $(shell find tarawa_cli scenarios -name '*.py' -o -name '*.toml')
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check .
	@touch $@

$(VENV)/.test: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@rm -f $(VENV)/.play
	@touch $@
