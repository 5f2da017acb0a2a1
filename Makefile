# Two commands are enough on a fresh machine: make demo, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: help install demo test lint types docs browser bench torture clean

help:
	@echo "make demo     install, load the sample collection into dltrack.duckdb, look at it"
	@echo "make test     install, run all tests"
	@echo "make lint     ruff, SQL lint, type check"
	@echo "make docs     build the documentation into site/"
	@echo "make browser  install Chromium, with which the tests look at the report (Debian, as root)"
	@echo "make bench    time loads and evaluation against named peers"
	@echo "make torture  kill, starve and interrupt loads, feed them spoiled files; print the figures"

install: $(STAMP)

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable ".[shell,test,dev]"
	touch $(STAMP)

demo: install
	$(BIN)/dltrack ingest sample
	$(BIN)/dltrack status
	$(BIN)/dltrack leaderboard sample-passages
	@echo 'What to try next:'
	@echo '  $(BIN)/dltrack sql "from labels.kappa"'
	@echo '  $(BIN)/dltrack shell'
	@echo '  $(BIN)/dltrack ingest trec2021 --dry-run'

test: install
	$(BIN)/python -m pytest -n auto --durations 30

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/sqlfluff lint --processes 2 --disable-progress-bar schema sql ingest
	$(BIN)/mypy

docs: install
	$(BIN)/python -m pip install --quiet --editable ".[docs]"
	$(BIN)/python -m dltrack_db.docs
	$(BIN)/zensical build --clean --strict
	@echo "site/index.html"

browser:
	command -v chromium || (apt-get update -qq && apt-get install -y -qq chromium)

bench: install
	$(BIN)/python -m bench

torture: install
	$(BIN)/python tests/torture

clean:
	rm -rf $(VENV) build dist site .pytest_cache .mypy_cache .ruff_cache
