"""Runs and scores of any track: pages of the TREC Browser, read, checked, loaded, dropped, held against runs."""

from __future__ import annotations

import csv
import functools
import gzip
import hashlib
import http.server
import os
import threading
from pathlib import Path

import duckdb
import pytest

from dltrack_db.base import parts, recipes
from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.errors import SourceError, UsageError, ValidationError
from dltrack_db.export import subset
from dltrack_db.load import expectations, loader, plan
from dltrack_db.plugins.trec_browser import tracks
from dltrack_db.store import removal, verify
from tests.asking import asked
from tests.commands import dltrack

RUNS = """\
# Runs - Adhoc 1999

#### one
[**`Results`**](./results.md#one) | [**`Input`**](https://trec.nist.gov/results/trec8/input.one.gz)

- :material-rename: **Run ID:** one
- :fontawesome-solid-user-group: **Participant:** Ann's lab
- :material-calendar: **Year:** 1999
- :material-upload: **Submission:** 8/4/1999
- :fontawesome-solid-user-gear: **Type:** auto
- :material-text-search: **Task:** main
- :material-fingerprint: **MD5:** `{md5}`
- :material-text: **Run description:** **Team:** not this one

---
#### two
- :material-rename: **Run ID:** two
- :fontawesome-solid-user-group: **Participant:** Bob
- :material-upload: **Submission:** 8/1999
- :material-text-search: **Task:** main
---
#### two
- :material-rename: **Run ID:** two
- :fontawesome-solid-user-group: **Participant:** Bob
- :material-text-search: **Task:** other
"""
SCORES = """\
---
search:
  exclude: true
---

# Results - Adhoc 1999

#### one
[**`Metadata`**](./runs.md#one)
??? example "summary (trec_eval)"
\t```
\tmap\t\t\t\tall\t0.7500
\tP_5\t\t\tall\t0.4000

\t```
??? example "summary (web)"
\t```
\tP_5\tall\t0.1
\tP_5\tall\t0.2
\tRelative Precision@10\tall\t0.3
\t```
---
#### two
??? example "summary (trec_eval)"
\t```
\ttwo\tbinary.useful\tndcg\tall\t0.5
\tmap all 0.5
\t```
"""
OVERVIEW = """\
# Overview - Adhoc 1999

{==

**Not a field:** of the text, - and no item

==}

:fontawesome-solid-user-group: **Track coordinator(s):**

- E. Voorhees, National Institute (NIST)
- Ann Alone

:material-text-search: **Tasks:**

- `main`: The - main, task

:fontawesome-solid-globe: **Track Web Page:** [`https://trec.nist.gov/x`](https://trec.nist.gov/x)

---

- no coordinator
"""
DATA = """\
# Data - Adhoc 1999

- :octicons-question-16: **Topics**: [`Main task`](https://trec.nist.gov/topics.gz) | [`lost`]()
- :material-label: **Qrels**: [`https://trec.nist.gov/q_(1)`](https://trec.nist.gov/q_(1))

---

**Other:** [`Paper`](https://arxiv.org/abs/1)
"""
PARTICIPANTS = """\
# Participants - Adhoc 1999

#### Ann's lab
 - :fontawesome-solid-user-group: **Name:** Ann
 - :octicons-organization-16: **Organization:** University of X
 - :material-file-search: **Runs:** [one](./runs.md#one)

---
#### Cid
 - :material-file-search: **Runs:** [none](./runs.md#none)
"""
QRELS = "1 0 a 1\n1 0 b 0\n2 0 a 1\n"
RUN_ONE = "1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n2 Q0 b 1 2 t\n2 Q0 a 2 1 t\n"  # map (1 + 1/2) / 2
RUN_TWO = "1 Q0 a 1 2 t\n2 Q0 a 1 2 t\n"  # map 1, not .5 as printed
PAGES = {
    "runs": ("runs.md", 3),
    "scores": ("results.md", 7),
    "overview": ("overview.md", 4),
    "data": ("data.md", 4),
    "participants": ("participants.md", 2),
}
"""The page of each text, and how many entries it has."""


def write_pages(folder: Path, table: Path, pages: dict[str, tuple[str, int]]) -> None:
    """Pages by 'edition/track/page', each with its text and number of entries, and the table that knows them."""
    rows = []
    for name, (text, number) in pages.items():
        edition, track, page = name.split("/", 2)
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        md5 = hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
        rows.append([edition, track, page, number, len(text.encode()), md5])
    with table.open("w", newline="") as file:
        csv.writer(file).writerows([["edition", "track", "page", "num_rows", "bytes", "md5"], *rows])


class Pages:
    """A folder with the pages of trec8/adhoc and trec9/web, and the table that says what they are."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "docs"
        self.table = folder / "tracks.csv"
        md5 = hashlib.md5(RUN_ONE.encode(), usedforsecurity=False).hexdigest()
        self.write(RUNS.format(md5=md5), SCORES)

    def write(self, runs: str, scores: str, counts: dict[str, int] | None = None, **facts: str) -> None:
        texts = {
            "runs": runs,
            "scores": scores,
            "overview": OVERVIEW,
            "data": DATA,
            "participants": PARTICIPANTS,
            **facts,
        }
        pages = {}
        for track in ("trec8/adhoc", "trec9/web"):
            for kind, text in texts.items():
                page, number = PAGES[kind]
                pages[f"{track}/{page}"] = (text, (counts or {}).get(kind, number))
        write_pages(self.folder, self.table, pages)

    def load(self, db: Path, name: str = "trec-browser", **options: object) -> loader.LoadReport:
        said = loader.LoadOptions(say=lambda _: None, **options)
        return loader.load_edition(recipes.load(name), db, said, places=[self.folder])


@pytest.fixture
def pages(tmp_path, monkeypatch):
    made = Pages(tmp_path)
    monkeypatch.setattr(plan.known, "pages_file", lambda _: made.table)
    return made


@pytest.fixture
def db(pages, tmp_path):
    path = tmp_path / "tracks.duckdb"
    pages.load(path)
    return path


def sound(path):
    return [one for one in verify.verify(path) if one.is_fault] == []


@pytest.mark.campaign
def test_pages_are_read_as_they_stand(db):
    listed = asked(
        db, "select * exclude (submitted_md5, summary_url) from main.track_runs where edition = 'trec8' order by all"
    )
    assert [(*row[:6], str(row[6]), row[7]) for row in listed] == [
        (
            "trec8",
            "adhoc",
            "main",
            "one",
            "Ann's lab",
            "auto",
            "1999-08-04",
            "https://trec.nist.gov/results/trec8/input.one.gz",
        ),
        ("trec8", "adhoc", "main", "two", "Bob", None, "None", None),
        ("trec8", "adhoc", "other", "two", "Bob", None, "None", None),
    ]
    printed = asked(
        db,
        "select run_id, summary, labels, block, measure, value from main.track_scores where track = 'adhoc' "
        "order by all",
    )
    assert printed == [
        ("one", "trec_eval", "", 1, "P_5", 0.4),
        ("one", "trec_eval", "", 1, "map", 0.75),
        ("one", "web", "", 1, "P_5", 0.1),
        ("one", "web", "", 1, "Relative Precision@10", 0.3),
        ("one", "web", "", 2, "P_5", 0.2),
        ("two", "trec_eval", "", 1, "map", 0.5),
        ("two", "trec_eval", "binary.useful", 1, "ndcg", 0.5),
    ]


@pytest.mark.campaign
def test_who_ran_a_track_took_part_and_where_its_data_are(db):
    assert asked(
        db,
        "select year, position, kind, name, description, contact, url, num_runs from tracks.facts "
        "where track = 'adhoc' order by page, position",
    ) == [
        (1999, 1, "topics", "Main task", None, None, "https://trec.nist.gov/topics.gz", None),
        (1999, 2, "topics", "lost", None, None, None, None),
        (1999, 3, "qrels", None, None, None, "https://trec.nist.gov/q_(1)", None),
        (1999, 4, "other", "Paper", None, None, "https://arxiv.org/abs/1", None),
        (1999, 1, "coordinator", "E. Voorhees", "National Institute (NIST)", None, None, None),
        (1999, 2, "coordinator", "Ann Alone", None, None, None, None),
        (1999, 3, "task", "main", "The - main, task", None, None, 2),
        (1999, 4, "track page", None, None, None, "https://trec.nist.gov/x", None),
        (1999, 1, "team", "Ann's lab", "University of X", "Ann", None, 1),
        (1999, 2, "team", "Cid", None, None, None, 0),
    ]
    told = dltrack("describe", "trec8/adhoc", "-f", "csv", "--db", db).stdout.splitlines()
    assert told[1] == "coordinator,E. Voorhees,National Institute (NIST),,"
    assert told[-2:] == ["team,Ann's lab,University of X,Ann,1", "team,Cid,,,0"]


@pytest.mark.campaign
def test_each_page_is_in_the_ledger_and_is_loaded_once(pages, db):
    assert asked(db, "select part, name, measured_rows, verified from main.loads order by all") == [
        ("track-facts", "trec8/adhoc/data", 4, "md5"),
        ("track-facts", "trec8/adhoc/overview", 4, "md5"),
        ("track-facts", "trec8/adhoc/participants", 2, "md5"),
        ("track-facts", "trec9/web/data", 4, "md5"),
        ("track-facts", "trec9/web/overview", 4, "md5"),
        ("track-facts", "trec9/web/participants", 2, "md5"),
        ("track-runs", "trec8/adhoc", 3, "md5"),
        ("track-runs", "trec9/web", 3, "md5"),
        ("track-scores", "trec8/adhoc", 7, "md5"),
        ("track-scores", "trec9/web", 7, "md5"),
    ]
    assert asked(db, "select part, unit, expected, loaded from catalog.status") == [
        ("track-facts", "pages", 713, 6),
        ("track-runs", "pages", 245, 2),
        ("track-scores", "pages", 132, 2),
    ]
    assert pages.load(db).already_loaded == 10
    assert sound(db)


@pytest.mark.campaign
@pytest.mark.parametrize(
    "change", ["track_scores set value = 0.9 where measure = 'map'", "track_facts set contact = 'X'"]
)
def test_verify_finds_what_was_changed(db, change):
    with duckdb.connect(str(db)) as con:
        con.execute(f"update main.{change}")
    assert not sound(db)


@pytest.mark.more
def test_one_track_or_edition_is_loaded_by_name(pages, tmp_path):
    path = tmp_path / "one.duckdb"
    pages.load(path, "trec-browser/trec8/adhoc")
    assert asked(path, "select distinct edition from main.track_runs") == [("trec8",)]
    pages.load(path, "trec-browser/trec9")
    assert asked(path, "select count(*) from main.track_runs") == [(6,)]
    with pytest.raises(UsageError, match="no pages of 'trec88'"):
        pages.load(path, "trec-browser/trec88")
    with pytest.raises(UsageError, match="unknown edition 'trec2021/x'"):
        recipes.load("trec2021/x")


@pytest.mark.more
def test_pages_are_fetched_from_an_address(pages, tmp_path):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format, *arguments):
            pass

    handler = functools.partial(Quiet, directory=str(pages.folder))
    path = tmp_path / "fetched.duckdb"
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            loader.load_edition(
                recipes.load("trec-browser"),
                path,
                loader.LoadOptions(say=lambda _: None, keep_downloads=tmp_path / "kept"),
                places=[f"http://127.0.0.1:{server.server_port}/"],
            )
        finally:
            server.shutdown()
            thread.join()
    assert asked(path, "select count(*) from main.track_scores") == [(14,)]


CASES = [
    (
        "track_runs",
        "entries are readable",
        {"runs": RUNS.replace("**Run ID:** one", "**Run:** one")},
        "runs.md:3: .*one Run ID",
    ),
    ("track_runs", "a run is listed once", {"runs": RUNS.replace("other", "main")}, "run two, task main, 2 times"),
    (
        "track_scores",
        "entries are readable",
        {"scores": SCORES.replace("0.7500", "high")},
        "results.md:12: .*no measure",
    ),
    (
        "track_scores",
        "a score is printed once",
        {"scores": SCORES.replace("#### two", "#### one")},
        "map of run one, .* 2 t",
    ),
    ("track_facts", "entries are readable", {"overview": OVERVIEW.replace("`main`", "main")}, "md:16: the task .*code"),
    ("track_facts", "entries are readable", {"data": DATA.replace("[`Paper`]", "Paper")}, "md:8: no link .*'Paper"),
]
"""Suite, expectation, what is changed, what is told of it."""


@pytest.mark.campaign
def test_every_expectation_has_a_case():
    own = [part for part in parts.all_parts() if part.folder.is_relative_to(Path(__file__).parents[1])]
    queries = {path.read_text(encoding="utf-8") for part in own for path in part.folder.glob("expectations/*.sql")}
    declared = [(part.suite, entry) for part in own for entry in expectations.load_suite(part.suite).expectations]
    special = {(s, e.name) for s, e in declared if not e.promise or e.query in queries or e.must_be_null}
    assert len(own) == 3 and special == {case[:2] for case in CASES}


@pytest.mark.usefixtures("great_expectations")
@pytest.mark.parametrize(("suite", "expectation", "change", "told"), CASES)
def test_what_is_no_page_of_the_browser_is_refused(pages, tmp_path, suite, expectation, change, told):
    pages.write(**{"runs": RUNS, "scores": SCORES, **change})
    path = tmp_path / "refused.duckdb"
    with pytest.raises(ValidationError, match=f"(?s){suite}, {expectation}.*{told}"):
        pages.load(path)
    assert not path.exists()


def test_a_page_that_was_changed_is_refused_by_name(pages, tmp_path):
    (pages.folder / "trec9/web/runs.md").write_text(RUNS + "\n")
    with pytest.raises(SourceError, match=r"web/runs.md: the file has md5 .*, but the official trec9/web/runs.md has"):
        pages.load(tmp_path / "refused.duckdb")


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "left"), [("trec8/adhoc", 1), ("trec8", 1), ("trec-browser", 0)])
def test_tracks_are_dropped_by_name(db, name, left):
    assert removal.drop(db, removal.DropRequest((name,))).things == [
        removal.Dropped("tracks", name, None, 20 if left else 40)
    ]
    assert asked(db, "select count(distinct edition) from main.track_runs") == [(left,)]
    assert asked(db, "select count(*) from main.loads") == [(5 * left,)]
    assert sound(db)


@pytest.mark.campaign
def test_views_on_tracks_teams_and_scores(db):
    assert asked(db, "select count(*), sum(num_runs), sum(num_scores) from tracks.participation") == [(247, 6, 14)]
    assert asked(
        db, "select year, num_teams, num_scored from tracks.participation where edition = 'trec8' and track = 'adhoc'"
    ) == [(1999, 2, 2)]
    query = (
        "select year, num_runs, lowest, median, highest, best_run, best_team from tracks.spread where track = 'adhoc' "
    )
    assert asked(db, query + "and measure = 'map'") == [(1999, 2, 0.5, 0.625, 0.75, "one", "Ann's lab")]
    assert asked(
        db, "select year, num_tracks, num_runs, tracks, years_so_far from tracks.teams where team = 'Bob'"
    ) == [
        (1999, 1, 2, "trec8/adhoc", 1),
        (2000, 1, 2, "trec9/web", 2),
    ]


@pytest.mark.more
def test_a_collection_knows_its_runs_by_name_or_md5_and_holds_them_against_the_print(db, tmp_path):
    folder = tmp_path / "runs"
    folder.mkdir()
    (folder / "renamed.txt").write_text(RUN_ONE)
    (folder / "input.two").write_text(RUN_TWO)
    (folder / "mine").write_text(RUN_TWO)
    (tmp_path / "qrels").write_text(QRELS)
    assert tracks.find_year(db, "trec8/adhoc") == 1999
    spec = CollectionSpec(collection="mini", task="docs", query_set="mini")
    planned = plan.plan_collection(spec, tmp_path / "qrels", None, [folder])
    planned = tracks.with_descriptions(planned, tmp_path, db, "trec8/adhoc")
    loader.load(planned, db, loader.LoadOptions(say=lambda _: None))
    assert asked(
        db, "select run_id, team, category, submitted_on::varchar, source_file is not null from main.runs order by all"
    ) == [
        ("mine", None, None, None, True),
        ("one", "Ann's lab", "automatic", "1999-08-04", True),
        ("two", "Bob", None, None, True),
    ]
    told = tracks.outcome(db, "mini", "trec8/adhoc")
    assert told.startswith(
        "mini: 2 of 6 scores equal NIST's for trec8/adhoc, including all scores of 0 of 2 runs (P_5 of one is 0.2, "
        "printed "
    )
    with pytest.raises(UsageError, match="did you mean trec8/adhoc"):
        tracks.find_year(db, "trec8/adhok")
    assert sound(db)


def test_no_page_and_no_frozen_lake_passes_them_on(db):
    con = duckdb.connect(str(db), read_only=True)
    for table in ("main.track_runs", "main.track_scores", "main.track_facts"):
        columns = frozenset(row[0] for row in con.execute(f"describe {table}").fetchall())
        rows = con.execute(f"select count(*) from {table}{subset.condition(table, columns, 'tracks')}").fetchone()
        assert rows == (0,)
    con.close()


@pytest.mark.real
def test_the_whole_browser(real_data, tmp_path):
    """Needs the pages: browser/src/docs of github.com/usnistgov/trec-browser, named by DLTRACK_TREC_BROWSER."""
    docs = Path(os.environ.get("DLTRACK_TREC_BROWSER", real_data / "trec_browser" / "docs"))
    if not docs.is_dir():
        pytest.skip("needs the pages of the TREC Browser: DLTRACK_TREC_BROWSER=…/browser/src/docs")
    path = tmp_path / "browser.duckdb"
    loader.load_edition(recipes.load("trec-browser"), path, loader.LoadOptions(say=lambda _: None), places=[docs])
    counts = "select count(*), sum(num_runs), sum(num_scores), sum(num_scored) from tracks.participation"
    assert asked(path, counts) == [(247, 16_445, 78_423, 9_635)]
    assert asked(path, "select count(*) from main.track_facts") == [(5_956,)]
    with gzip.open(real_data / "trec_browser" / "scores_all.csv.gz", "rt") as file:
        wanted = sorted(
            (
                row["edition"],
                row["track"],
                row["run_id"],
                row["summary"],
                row["qrels"],
                int(row["block"]),
                row["measure"],
                float(row["value"]),
            )
            for row in csv.DictReader(file)
        )
    assert sorted(asked(path, "from main.track_scores")) == wanted
    with gzip.open(real_data / "trec_browser" / "runs_all.csv.gz", "rt") as file:
        wanted = sorted(
            tuple(row[name] for name in ("edition", "track", "task", "run_id", "team", "type", "md5", "input_url"))
            for row in csv.DictReader(file)
        )
    listed = asked(path, "select * exclude (submitted_on, summary_url) from main.track_runs")
    assert sorted(tuple(value or "" for value in row) for row in listed) == wanted
    assert sound(path)


HTML = """
<!doctype html>
<li><span class="twemoji"><svg viewBox="0 0 2 4"/></span> <strong>Run ID:</strong> of the menu</li>
<h1 id="runs">Runs - Retrieval &amp; More 2025</h1>
<h4 id="one">one<a class="headerlink" href="#one" title="Permanent link">&para;</a></h4>
<p><a href="../participants/#ann"><strong><code>Participants</code></strong></a> | \
<a href="https://trec.nist.gov/results/trec34/rag/input.one.gz"><strong><code>Input</code></strong></a> | \
<a href="https://trec.nist.gov/summary.one?a&amp;b"><strong><code>Summary</code></strong></a>  </p>
<ul>
<li><span class="twemoji"><svg viewBox="0 0 2 4"><path d="m1"/></svg></span> <strong>Run ID:</strong> one  </li>
<li><span class="twemoji"><svg/></span> <strong>Participant:</strong> Ann &amp; Bob&#39;s  </li>
<li><span class="twemoji"><svg/></span> <strong>Submission:</strong> 2025-08-16  </li>
<li><span class="twemoji"><svg/></span> <strong>Type:</strong> auto  </li>
<li><span class="twemoji"><svg/></span> <strong>Task:</strong> trec2025-rag  </li>
<li><span class="twemoji"><svg/></span> <strong>MD5:</strong> <code>d1439f4e4e92c4bfb292c7e5d4b3e794</code>  </li>
<li><span class="twemoji"><svg/></span> <strong>Run description:</strong> many words,
<strong>Task:</strong> not this one</li>
</ul>
<hr />
<h4 id="two">two<a class="headerlink" href="#two" title="Permanent link">&para;</a></h4>
<ul>
<li><span class="twemoji"><svg/></span> <strong>Run ID:</strong> two  </li>
<li><span class="twemoji"><svg/></span> <strong>Participant:</strong> Cid  </li>
<li><span class="twemoji"><svg/></span> <strong>Task:</strong> trec2025-rag  </li>
</ul>
"""


HTML_FACTS = {
    "overview": (
        """
<p><span class="twemoji"><svg/></span> <strong>Track coordinator(s):</strong></p>
<h1 id="overview">Overview - Retrieval &amp; More 2025<a class="headerlink" href="#overview">&para;</a></h1>
<p><span class="twemoji"><svg/></span> <strong>Track coordinator(s):</strong></p>
<ul>
<li>Ann Au - Health &amp; Science</li>
</ul>
<hr />
""",
        1,
    ),
    "data": (
        """
<h1 id="data">Data - Retrieval &amp; More 2025</h1>
<li><span class="twemoji"><svg/></span> <strong>Qrels</strong>: <a href="https://a.b/?x&amp;y">nuggets</a> | \
<a href="../nan"><code>nan</code></a></li>
<p><strong>Other:</strong> <a href="https://c.d"><code>https://c.d</code></a></p>
""",
        2,
    ),
}


def write_html(folder: Path, table: Path, text: str = HTML) -> None:
    """The pages of trec34/rag, and the table that knows them."""
    facts = {f"trec34/rag/{page}/index.html": fact for page, fact in HTML_FACTS.items()}
    write_pages(folder, table, {"trec34/rag/runs/index.html": (text, 2), **facts})


@pytest.mark.campaign
def test_pages_in_html_are_read_as_those_in_markdown(tmp_path, monkeypatch):
    write_html(tmp_path / "pages", tmp_path / "tracks.csv")
    monkeypatch.setattr(plan.known, "pages_file", lambda _: tmp_path / "tracks.csv")
    path = tmp_path / "tracks.duckdb"
    options = loader.LoadOptions(say=lambda _: None)
    loader.load_edition(recipes.load("trec-browser"), path, options, places=[tmp_path / "pages"])
    assert asked(
        path,
        "select * exclude (url, summary_url) replace (submitted_on::varchar as submitted_on) from main.track_runs "
        "order by run_id",
    ) == [
        (
            *("trec34", "rag", "trec2025-rag", "one", "Ann & Bob's", "auto", "2025-08-16"),
            "d1439f4e4e92c4bfb292c7e5d4b3e794",
        ),
        ("trec34", "rag", "trec2025-rag", "two", "Cid", None, None, None),
    ]
    assert asked(path, "select url, summary_url from main.track_runs order by run_id") == [
        ("https://trec.nist.gov/results/trec34/rag/input.one.gz", "https://trec.nist.gov/summary.one?a&b"),
        (None, None),
    ]
    assert asked(path, "select kind, name, description, url from tracks.facts") == [
        ("qrels", "nuggets", None, "https://a.b/?x&y"),
        ("other", None, None, "https://c.d"),
        ("coordinator", "Ann Au", "Health & Science", None),
    ]
    assert asked(path, "select expected, loaded from catalog.status where part = 'track-runs'") == [(245, 1)]


def test_a_spoiled_page_in_html_is_told_with_its_line(tmp_path, monkeypatch):
    write_html(tmp_path / "pages", tmp_path / "tracks.csv", HTML.replace("<strong>Run ID:</strong> two", "two"))
    monkeypatch.setattr(plan.known, "pages_file", lambda _: tmp_path / "tracks.csv")
    with pytest.raises(ValidationError, match=r"index.html:18: the entry 'two' does not have exactly one Run ID"):
        loader.load_edition(
            recipes.load("trec-browser"),
            tmp_path / "tracks.duckdb",
            loader.LoadOptions(say=lambda _: None),
            places=[tmp_path / "pages"],
        )
