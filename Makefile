# Two commands are enough on a fresh machine: make demo, make test.
PYTHON ?= python3
# Each test process would compile all that it imports anew: six seconds of a processor.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/bin
PROGRAM := $(VENV)/.program
STAMP := $(VENV)/.installed
PARTS := dltrack_db/plugins/site/parts/parts.json
# The exact versions all of this is tested with; pyproject.toml has the ranges that work.
PIP := $(BIN)/python -m pip install --quiet --constraint constraints.txt
# The newest pip chooses versions in half the time of the one that comes with Python 3.11; into an environment that is
# nobody else's it need not look for conflicts. Every package builds in isolation: a source package without a wheel
# names what it builds with, and a machine that has nothing has no setuptools of its own.
INSTALL = $(PIP) --no-compile --upgrade pip && $(PIP) --no-compile --no-warn-conflicts --editable
# What is installed is compiled once, on all cores: pip does it one file after the other, and where PYTHONDONTWRITEBYTECODE is
# set every process would do it again. Left out is what comes with packages and is never imported here, or nearly never;
# for the demo also what draws, colours SQL and makes frames.
SELDOM := tests?|ray|moto|botocore|debugpy|playwright|pip|setuptools|mypyc?
NOT_IN_DEMO := scipy|polars|altair|narwhals|pygments
COMPILE = $(BIN)/python -m compileall -q -j 0 -x '/($(1))/' dltrack_db \
	"$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" || true

# Installs a package of Debian as root; elsewhere says what to install by hand.
debian = (command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq $(1)) || \
	{ echo "install $(2), and have it on the PATH" >&2; exit 1; }

.PHONY: help install try-parts parts build demo test test-more test-larger test-services test-all test-quick lint lint-python lint-sql lint-views lint-scripts lint-types docs browser bench torture mutants matrix postgresql test-shared licences release-check clean

help:
	@echo "make demo         install the command, load the sample collection into dltrack.duckdb, look at it"
	@echo "make install      install everything that the tests need, into the same .venv"
	@echo "make test         install, test all that is promised: on the smallest data, without servers (CORE=1, PLUGIN=NAME: a part)"
	@echo "make test-more    test it in combination, larger, on second ways, with servers and a browser (make postgresql browser)"
	@echo "make test-all     both, and campaigns: at random, at length, all there is"
	@echo "make test-quick   the tests before a commit: no server, browser, cluster or real data, nothing that takes long"
	@echo "make parts        build the page's program with Node.js, for dltrack site (make install does it where Node.js is)"
	@echo "make build        write build/sql/build.sql, with which the DuckDB shell builds all without Python"
	@echo "make lint         ruff, SQL lint, type check"
	@echo "make docs         build the documentation into site/, with the page of the sample (needs Node.js)"
	@echo "make browser      install Chromium, with which the tests look at the report (Debian, as root; elsewhere by hand)"
	@echo "make bench        time what people wait for beside the last release and trec_eval in C"
	@echo "make matrix       open what is written here in other releases of DuckDB"
	@echo "make postgresql   install PostgreSQL (Debian, as root; elsewhere by hand) and DuckDB's extensions for the database of a group"
	@echo "make test-shared  the same, and test it"
	@echo "make licences     list the licences of all that dltrack needs, pip's and npm's"
	@echo "make release-check  tell what a release still lacks (RELEASING.md); ALL=1 tries the wheel, all tests and DuckDB's releases too"
	@echo "make mutants      change the program in a hundred places drawn by lot, and see that tests of the gate fall"
	@echo "make torture      kill, starve and interrupt loads, feed them spoiled files; print the figures"

$(PROGRAM): pyproject.toml constraints.txt
	@echo 'Install dltrack and what it needs into $(VENV):'
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) ".[report]"
	@$(call COMPILE,$(SELDOM)|$(NOT_IN_DEMO))
	@touch $(PROGRAM)

# with -j2 the page's program is built beside the environment
install: $(STAMP) try-parts

try-parts:
	@if ! command -v npm >/dev/null; then echo "No Node.js here: all works but dltrack site, which needs make parts."; \
	else $(MAKE) --no-print-directory parts || echo "The page's parts could not be built; all else works."; fi

parts: $(PARTS)

# ci: exactly the packages of the lock file, held against its checksums
$(PARTS): web/package-lock.json web/build.mjs web/tsconfig.json $(wildcard web/src/*.ts) dltrack_db/ask/scripts/leaderboard.sql
	cd web && npm ci --silent && npm run --silent check && npm run --silent build

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) ".[test,dev]"
	$(call COMPILE,$(SELDOM))
	touch $(PROGRAM) $(STAMP)

# What a load prints is for who knows the data: a stranger sees one line for each step, and what came of it.
demo: $(PROGRAM)
	@echo 'Load the sample into dltrack.duckdb: dltrack ingest sample'
	@$(BIN)/dltrack --quiet ingest sample >/dev/null
	@echo 'See what is loaded: dltrack status'
	@$(BIN)/dltrack status
	@echo 'Look at the best runs: dltrack leaderboard sample-passages -n 10 --columns run_id,team,category,rr,ndcg_cut_10,ap'
	@$(BIN)/dltrack leaderboard sample-passages -n 10 --columns run_id,team,category,rr,ndcg_cut_10,ap
	@echo 'Score a run of yours: $(BIN)/dltrack ingest trec2021, then $(BIN)/dltrack eval FILE -c trec2021-passages'
	@echo 'What to try next, as it stands here:'
	@echo '  $(BIN)/dltrack'
	@echo '  $(BIN)/dltrack sql "from labels.kappa"'
	@echo '  $(BIN)/dltrack ingest trec2021 --dry-run'
	@echo '  $(BIN)/dltrack report sample -o report.html'
	@echo 'After "source $(BIN)/activate" plain "dltrack" does.'

build: install
	$(BIN)/python -m dltrack_db.sqlfiles

PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
# A file's tests with a server share what they wrote there. No other folders have such tests (conftest.py).
WITH_SERVICES := $(PYTEST) --dist loadfile tests/cluster tests/shared dltrack_db/plugins/site/tests

# CORE=1 leaves out the tests of plug-ins, PLUGIN=NAME runs those of one alone.
TESTS := $(if $(PLUGIN),dltrack_db/plugins/$(PLUGIN)/tests,$(if $(CORE),tests))

test: install
	$(PYTEST) --durations 30 -m "not more and not campaign and not service" $(TESTS)

# The gate leaves out those on the real TREC files (BUT="and not real"), which take as long again.
test-more: test-larger test-services

test-larger: install
	$(PYTEST) --durations 30 -m "more and not campaign and not service $(BUT)"

test-services: install
	$(WITH_SERVICES) --durations 30 -m "service and not campaign"

test-all: install
	$(PYTEST) -m "not service"
	$(WITH_SERVICES) -m service

# Chosen by what they find for what they cost.
QUICK := tests/test_rooms.py tests/test_names.py tests/test_sqlfiles.py tests/statistics \
	$(patsubst %,tests/metrics/test_%.py,against_trec_eval bounds cwl golden one_order requests score_queries tie_rules) \
	tests/judging/test_judging.py dltrack_db/plugins/search_length/tests dltrack_db/plugins/validity/tests tests/validity tests/sample tests/labels/test_agreement.py \
	tests/labels/test_inference.py tests/systems/test_run_tables.py tests/loading/test_reading.py \
	tests/loading/test_expectations.py tests/cli/test_cli.py tests/cli/test_trec_eval_program.py tests/library/test_api.py

test-quick: install
	$(PYTEST) -q -m "not more and not campaign and not service" $(QUICK)

# Longest first, for two cores: each is one process.
lint: install
	@$(MAKE) --no-print-directory -j3 lint-sql lint-types lint-python

lint-python:
	$(BIN)/python tests/budget.py
	$(BIN)/python tests/idioms.py
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint-sql: lint-views lint-scripts

# Python looks for garbage among the trees of all files again and again: a fifth of the time, if nobody tells it not to.
SQLFLUFF = $(BIN)/python -c 'import gc; gc.set_threshold(200_000, 50, 1000); from sqlfluff.cli.commands import cli; cli()'

lint-views:
	$(SQLFLUFF) lint --disable-progress-bar sql

lint-scripts:
	$(SQLFLUFF) lint --disable-progress-bar schema ingest dltrack_db bench

lint-types:
	$(BIN)/mypy

docs: install parts
	$(PIP) --editable ".[docs]"
	$(BIN)/python -m docs.generate
	$(BIN)/zensical build --clean --strict
	rm -rf build/live && mkdir -p build/live
	$(BIN)/dltrack ingest sample --db build/live/sample.duckdb
	$(BIN)/dltrack site --db build/live/sample.duckdb --single-file site/live.html
	@echo "site/index.html"

browser:
	@command -v chromium || command -v google-chrome || $(call debian,chromium,Chrome or Chromium (macOS: brew install --cask chromium))

bench: install
	$(BIN)/python -m bench

matrix: install
	$(BIN)/python tests/matrix all

postgresql: install
	@command -v pg_ctl || ls /usr/lib/postgresql/*/bin/pg_ctl 2>/dev/null || $(call debian,postgresql,PostgreSQL (macOS: brew install postgresql))
	$(PIP) --editable ".[shared]"

test-shared: postgresql
	DLTRACK_SHARED_ALL=1 $(BIN)/python -m pytest tests/shared

mutants: install
	$(BIN)/python tests/torture/mutants.py

torture: install
	$(BIN)/python tests/torture
	$(BIN)/python -m pytest -q -n auto -m hypothesis --hypothesis-profile torture

licences: install
	$(BIN)/python .ci/licences

release-check:
	$(PYTHON) .ci/release $(if $(ALL),--all)

clean:
	rm -rf $(VENV) build dist site \
		docs/reference docs/cookbook.md docs/dltrack.1 docs/errors.md docs/exhibits.md docs/gallery.md web/node_modules dltrack_db/plugins/site/parts .pytest_cache .mypy_cache .ruff_cache
