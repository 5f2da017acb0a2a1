# Two commands are enough on a fresh machine: make demo, make test.
PYTHON ?= python3
# Otherwise each test process compiles all imports again, which takes six processor seconds.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/bin
PROGRAM := $(VENV)/.program
STAMP := $(VENV)/.installed
PARTS := dltrack_db/plugins/site/parts/parts.json
# exact versions for tests; pyproject.toml has the ranges
PIP := $(BIN)/python -m pip install --quiet --constraint constraints.txt
# The newest pip resolves versions in half the time of the one in Python 3.11. In a new environment it need not look for
# conflicts. Source packages are built in isolation, because the machine may not have setuptools.
INSTALL = $(PIP) --no-compile --upgrade pip && $(PIP) --no-compile --no-warn-conflicts --editable
# Compile installed packages once, on all cores: pip uses one, and with PYTHONDONTWRITEBYTECODE every process would compile
# them again. Rarely imported packages are left out; for the demo, also those for figures, SQL highlighting and frames.
SELDOM := tests?|ray|moto|botocore|debugpy|playwright|pip|setuptools|mypyc?
NOT_IN_DEMO := scipy|polars|altair|narwhals|pygments
COMPILE = $(BIN)/python -m compileall -q -j 0 -x '/($(1))/' dltrack_db \
	"$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" || true

# Installs a package on Debian as root; on other systems, prints what to install by hand.
debian = (command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq $(1)) || \
	{ echo "install $(2), and add it to the PATH" >&2; exit 1; }

.PHONY: help install try-parts parts build demo test test-more test-larger test-services test-all test-quick lint lint-python lint-sql lint-views lint-scripts lint-types docs browser bench torture mutants matrix postgresql test-shared licences release-check clean

help:
	@echo "make demo         install the command, load the sample collection into dltrack.duckdb and show it"
	@echo "make install      install everything for the tests into the same .venv"
	@echo "make test         install, then test all promises on the smallest data, without servers (CORE=1 or PLUGIN=NAME for a part)"
	@echo "make test-more    test combinations, larger data, servers and a browser (make postgresql browser)"
	@echo "make test-all     both, and random, long and exhaustive tests"
	@echo "make test-quick   quick tests before a commit: no server, browser, cluster or real data"
	@echo "make parts        build the page's program for dltrack site with Node.js (make install does it if Node.js is installed)"
	@echo "make build        write build/sql/build.sql, which builds all objects in the DuckDB shell without Python"
	@echo "make lint         ruff, SQL lint, type check"
	@echo "make docs         build the documentation and a page of the sample into site/ (needs Node.js)"
	@echo "make browser      install Chromium for tests of the report (Debian, as root; on other systems by hand)"
	@echo "make bench        compare waiting times with the last release and trec_eval in C"
	@echo "make matrix       open databases of this version in other releases of DuckDB"
	@echo "make postgresql   install PostgreSQL (Debian, as root; on other systems by hand) and DuckDB's extensions for shared databases"
	@echo "make test-shared  the same, then test shared databases"
	@echo "make licences     list the licences of all dependencies from pip and npm"
	@echo "make release-check  check what is missing for a release (RELEASING.md); ALL=1 also tests the wheel, all tests and DuckDB's releases"
	@echo "make mutants      make a hundred random changes to the program, and check that tests fail"
	@echo "make torture      kill, starve and interrupt loads, and load malformed files; print the results"

$(PROGRAM): pyproject.toml constraints.txt
	@echo 'Install dltrack and its dependencies into $(VENV):'
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) ".[report]"
	@$(call COMPILE,$(SELDOM)|$(NOT_IN_DEMO))
	@touch $(PROGRAM)

# with -j2 the page's program is built in parallel
install: $(STAMP) try-parts

try-parts:
	@if ! command -v npm >/dev/null; then echo "Node.js is not installed: everything works except dltrack site, which needs make parts."; \
	else $(MAKE) --no-print-directory parts || echo "The page's program could not be built; everything except dltrack site works."; fi

parts: $(PARTS)

# npm ci installs exactly the packages of the lock file, and checks their checksums
$(PARTS): web/package-lock.json web/build.mjs web/tsconfig.json $(wildcard web/src/*.ts) dltrack_db/ask/scripts/leaderboard.sql
	cd web && npm ci --silent && npm run --silent check && npm run --silent build

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) ".[test,dev]"
	$(call COMPILE,$(SELDOM))
	touch $(PROGRAM) $(STAMP)

# Without the output of the load: one line for each step, and its result.
demo: $(PROGRAM)
	@echo 'Load the sample into dltrack.duckdb: dltrack ingest sample'
	@$(BIN)/dltrack --quiet ingest sample >/dev/null
	@echo 'See what is loaded: dltrack status'
	@$(BIN)/dltrack status
	@echo 'Look at the best runs: dltrack leaderboard sample-passages -n 10 --columns run_id,team,category,rr,ndcg_cut_10,ap'
	@$(BIN)/dltrack leaderboard sample-passages -n 10 --columns run_id,team,category,rr,ndcg_cut_10,ap
	@echo 'Score a run of yours: $(BIN)/dltrack ingest trec2021, then $(BIN)/dltrack eval FILE -c trec2021-passages'
	@echo 'What to try next:'
	@echo '  $(BIN)/dltrack'
	@echo '  $(BIN)/dltrack sql "from labels.kappa"'
	@echo '  $(BIN)/dltrack ingest trec2021 --dry-run'
	@echo '  $(BIN)/dltrack report sample -o report.html'
	@echo 'After "source $(BIN)/activate", "dltrack" is enough.'

build: install
	$(BIN)/python -m dltrack_db.sqlfiles

PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
# Tests of a file share what they wrote on a server. Only these folders have such tests (conftest.py).
WITH_SERVICES := $(PYTEST) --dist loadfile tests/cluster tests/shared dltrack_db/plugins/site/tests

# CORE=1 leaves out the tests of plug-ins, PLUGIN=NAME runs those of one plug-in.
TESTS := $(if $(PLUGIN),dltrack_db/plugins/$(PLUGIN)/tests,$(if $(CORE),tests))

test: install
	$(PYTEST) --durations 30 -m "not more and not campaign and not service" $(TESTS)

# The gate leaves out tests on the real TREC files (BUT="and not real"), which double the time.
test-more: test-larger test-services

test-larger: install
	$(PYTEST) --durations 30 -m "more and not campaign and not service $(BUT)"

test-services: install
	$(WITH_SERVICES) --durations 30 -m "service and not campaign"

test-all: install
	$(PYTEST) -m "not service"
	$(WITH_SERVICES) -m service

# Chosen by faults found per second.
QUICK := tests/test_rooms.py tests/test_names.py tests/test_sqlfiles.py tests/statistics \
	$(patsubst %,tests/metrics/test_%.py,against_trec_eval bounds cwl golden one_order requests score_queries tie_rules) \
	tests/judging/test_judging.py dltrack_db/plugins/search_length/tests dltrack_db/plugins/validity/tests tests/validity tests/sample tests/labels/test_agreement.py \
	tests/labels/test_inference.py tests/systems/test_run_tables.py tests/loading/test_reading.py \
	tests/loading/test_expectations.py tests/cli/test_cli.py tests/cli/test_trec_eval_program.py tests/library/test_api.py

test-quick: install
	$(PYTEST) -q -m "not more and not campaign and not service" $(QUICK)

# Longest first; each uses one core.
lint: install
	@$(MAKE) --no-print-directory -j3 lint-sql lint-types lint-python

lint-python:
	$(BIN)/python tests/budget.py
	$(BIN)/python tests/idioms.py
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint-sql: lint-views lint-scripts

# By default, garbage collection takes a fifth of the time.
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
