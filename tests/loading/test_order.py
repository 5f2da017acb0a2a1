"""A loaded run is ordered by its collection's tie rule, whatever the order of the file."""

from __future__ import annotations

import random
import struct
from collections import Counter
from dataclasses import replace

import pytest
from mini_edition import RUN_A, Mini

from dltrack_db.base import parts, resources
from dltrack_db.errors import DltrackError
from dltrack_db.load import publish
from dltrack_db.sqlfiles import places
from tests.asking import asked

TOPICS = ("1", "2", "3")


def as_float(score: float) -> float:
    """Return the nearest 4-byte float."""
    return struct.unpack("f", struct.pack("f", score))[0]


def expected(rows, rule):
    """Return positions by (query, document), from stable sorts by the least to the most important key."""
    places = {}
    for topic in TOPICS:
        answer = sorted(
            (row for row in rows if row[0] == topic), key=lambda row: row[1].encode(), reverse=rule != "ascending"
        )
        answer.sort(key=lambda row: as_float(row[3]) if rule == "float" else row[3], reverse=True)
        if rule == "submitted":
            answer.sort(key=lambda row: row[2])
        places |= {(topic, row[1]): place for place, row in enumerate(answer, start=1)}
    return places


def a_run(rng, form):
    """Rows (query, document, rank, score): falling and rising scores, ties, ties only as floats, mixed topics."""
    rows = []
    for topic in TOPICS:
        docs = rng.sample([f"D{number}" for number in range(200)], 60)
        # steps of 1e-9 vanish in a float near 1, steps of .25 do not
        scores = sorted((1 + rng.choice([0, 1e-9, 0.25]) * rng.randrange(6) for _ in docs), reverse=True)
        if form == "rising":
            rng.shuffle(scores)
        ranks = rng.sample(range(60), 60) if form == "odd ranks" else range(60)
        rows += [(topic, doc, rank, score) for doc, rank, score in zip(docs, ranks, scores, strict=True)]
    if form == "in pieces":
        rows = [row for part in range(2) for row in rows if (row[2] % 2 == part)]
    if form == "mixed":  # no score rises, and still no row lies where its topic begins
        rows.sort(key=lambda row: row[3], reverse=True)
    return rows


@pytest.fixture(scope="module", params=["float", "double", "submitted"])
def loaded(request, tmp_path_factory):
    """A database with one run of each kind under a tie rule, and the rows of each run."""
    rng = random.Random(7)
    mini = Mini(tmp_path_factory.mktemp("order") / "files")
    runs = {
        form: a_run(rng, form)
        for form in ("falling", "rising", "in pieces", "mixed", "odd ranks", "careful", "one row")
    }
    runs["one row"] = runs["one row"][:1]
    mini.runs = {
        f"input.{form.replace(' ', '_')}": "".join(
            f"{q}{'  ' if form == 'careful' else ' '}Q0 {d} {rank} {score!r} t\n" for q, d, rank, score in rows
        )
        for form, rows in runs.items()
    }
    db = mini.folder.parent / "x.duckdb"
    mini.load(db, recipe=mini.recipe(tie_rule=request.param, run_depth=None))
    return mini, db, request.param, runs


def test_every_run_is_ordered_by_the_tie_rule(loaded):
    _, db, rule, runs = loaded
    for form, rows in runs.items():
        found = asked(db, f"select query_id, doc_id, rank from main.rankings where run_id = '{form.replace(' ', '_')}'")
        assert {(query, doc): rank for query, doc, rank in found} == expected(rows, rule), (form, rule)


@pytest.mark.campaign
def test_rankings_by_any_other_tie_rule_can_be_queried(loaded):
    _, db, _, runs = loaded
    for rule in ("float", "double", "submitted"):
        found = asked(db, f"select query_id, doc_id, rank from metrics.ranked_by('{rule}') where run_id = 'odd_ranks'")
        assert {(query, doc): rank for query, doc, rank in found} == expected(runs["odd ranks"], rule)
    assert asked(db, "from main.rankings select * exclude (rank), rank order by all") == asked(
        db,
        "from metrics.ranked select collection, run_id, query_id, doc_id, submitted_rank, score, rank order by all",
    )


@pytest.mark.campaign
def test_verification_finds_no_fault_under_any_tie_rule(loaded):
    _, db, _, _ = loaded
    assert asked(db, "from catalog.broken_rules") == []
    assert asked(db, "from catalog.stale_derivations") == []


@pytest.mark.campaign
def test_judged_items_have_their_rank_under_every_tie_rule(loaded):
    _, db, _, runs = loaded
    columns = {
        "float": "rank",
        "double": "rank_double",
        "submitted": "rank_submitted",
        "ascending": "rank_ascending",
    }
    for rule, column in columns.items():
        found = asked(db, f"select query_id, doc_id, {column} from main.judged_rankings where run_id = 'odd_ranks'")
        places = expected(runs["odd ranks"], rule)
        assert found
        assert all(places[query, doc] == rank for query, doc, rank in found)


@pytest.mark.campaign
def test_changing_the_tie_rule_reorders_loaded_runs(tmp_path):
    rng = random.Random(8)
    rows = a_run(rng, "odd ranks")
    mini = Mini(tmp_path / "files")
    mini.runs = {"input.a": "".join(f"{q} Q0 {d} {rank} {score!r} t\n" for q, d, rank, score in rows)}
    recipe = mini.recipe(tie_rule="float", run_depth=None)
    db = tmp_path / "x.duckdb"
    mini.load(db, recipe=recipe)
    mini.runs["input.b"] = RUN_A  # something new, so that the recipe is published again
    for rule in ("double", "ascending", "submitted", "float"):
        changed = replace(recipe, collections=(replace(recipe.collections[0], tie_rule=rule),))
        mini.load(db, recipe=changed)
        found = asked(db, "select query_id, doc_id, rank from main.rankings where run_id = 'a'")
        assert {(query, doc): rank for query, doc, rank in found} == expected(rows, rule)
        assert asked(db, "from catalog.broken_rules") == []
        assert asked(db, "from catalog.stale_derivations") == []
        mini.runs[f"input.{rule}"] = RUN_A


@pytest.mark.campaign
def test_changing_the_relevance_level_rescores_loaded_runs(tmp_path):
    mini = Mini(tmp_path / "files")
    db = tmp_path / "x.duckdb"
    query = "select run_id, value from main.query_scores where measure = 'num_rel' and query_id = '1' order by all"
    for level, num_rel in ((1, 2), (2, 1), (4, 0), (1, 2)):
        recipe = mini.recipe(min_relevance=level)
        mini.load(db, recipe=recipe)
        assert {value for run, value in asked(db, query) if run == "a"} == {num_rel}
        assert asked(db, "from catalog.stale_derivations") == []
        mini.runs[f"input.{level}"] = RUN_A  # something new, so that the recipe is published again


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("script", "loss", "part"),
    [
        ("6_rankings", "delete from store.rankings where submitted_rank = 3", "runs has only 7 of 8 rows"),
        ("4_runs", "delete from main.qrels where query_id = '2'", "qrels has only 3 of 5 rows"),
        ("4_runs", "delete from main.queries where query_id = '2'", "queries has only 2 of 3 rows"),
    ],
)
def test_lost_rows_stop_the_load(tmp_path, monkeypatch, script, loss, part):
    """DuckDB 1.5.5 can lose rows of an insert; the published rows must be the validated rows."""
    mini, db = Mini(tmp_path / "files"), tmp_path / "x.duckdb"

    def losing(con, folder):
        for path in sorted(resources.script_path(folder).glob("*.sql")):
            con.execute(path.read_text(encoding="utf-8"))
            if path.stem == script:
                con.execute(loss)

    monkeypatch.setattr(publish, "run_folder", losing)
    with pytest.raises((DltrackError, Exception), match=f"publishing lost rows: {part}"):
        mini.load(db)
    assert not db.exists()


def test_the_tables_of_parts_are_those_that_loads_fill():
    """A table that belongs to no part would never be published, dropped or checked."""
    filled = [table.name for part in parts.all_parts() for table in part.tables]
    assert set(filled) <= {path.stem for path in places.direct_files(resources.SCHEMA)}
    assert [name for name, times in Counter(filled).items() if times > 1] == ["source_lines"]
