"""`dltrack audit` and `db.audit` show what the views hold, in 80 columns."""

from __future__ import annotations

import json

import duckdb
import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.ask import audit
from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from dltrack_db.store import database, derive
from tests.commands import dltrack
from tests.copies import copied

COLLECTION = "sample-passages"


def run(sample_database, *arguments):
    return CliRunner().invoke(app, ["audit", *arguments, "--db", str(sample_database)])


@pytest.mark.more
def test_the_tables_fit_a_terminal_and_tell_the_first(sample_database):
    result = run(sample_database, COLLECTION, "--trials", "40")
    assert result.exit_code == 0, result.output
    assert max(len(line) for line in result.stdout.splitlines()) <= 80
    with dl.open(sample_database) as db:
        first = db.audit(COLLECTION, trials=40)["first"].to_dicts()[0]
    assert result.stdout.startswith(f"First of {first['num_runs']} by ndcg_cut_10: {', '.join(first['first_runs'])}\n")
    assert "\n  source of the scores per topic: rankings\n" in result.stdout and "may be better" not in result.stdout
    for kind, told in (("bootstrap", f"bootstraps of the {first['num_topics']} topics"), ("half", "random halves")):
        alone, tied = first[f"share_alone_{kind}"], first[f"share_{kind}"]
        assert f"  alone first in {alone:.0%}, first or tied in {tied:.0%} of {told}\n" in result.stdout
    assert f"uninformative topics: {first['num_dead']}" in result.stdout
    for heading in ("run_id", "query_id", "same best"):
        assert heading in result.stdout


@pytest.mark.more
def test_a_run_that_may_be_better_is_named(sample_database, tmp_path):
    """Of a run without scores per topic nothing can be resampled; NIST's mean says that it may be the first."""
    copy = tmp_path / "dl.duckdb"
    copied(sample_database, copy)
    with duckdb.connect(str(copy)) as con:
        con.execute(
            "insert into main.runs by name (select $1 as collection, 'meant' as run_id, true as is_submission)",
            [COLLECTION],
        )
        con.execute("update main.collections set tie_rule = 'float' where collection = $1", [COLLECTION])
        con.execute(
            "insert into main.official_scores by name "
            "(select $1 as collection, 'meant' as run_id, s as summary, 'ndcg_cut_10' as measure, 0.9999 as value "
            "from unnest(['trec_eval', 'passages-eval']) as t(s))",
            [COLLECTION],
        )
    result = run(copy, COLLECTION, "--trials", "10")
    assert "\n  meant may be better: only its mean by NIST is available (0.9999)\n" in result.stdout


@pytest.mark.campaign
def test_scores_alone_are_audited_and_compared(sample_database, tmp_path):
    """A collection of which somebody's scores are loaded and no labels: its topics are those of the scores."""
    copy = tmp_path / "scores.duckdb"
    copied(sample_database, copy)
    con = database.connect()
    database.attach(con, copy, read_only=False)
    level = "(select min_relevance from main.collections where collection = $1)"
    con.execute(
        f"""insert into main.submitted_scores
        select collection, (select qrels_variant from main.collections where collection = $1), run_id, query_id,
            measure,
            case when measure = 'map' then {level} end, value, 'made up', null,
        from main.query_scores where collection = $1 and measure in ('ndcg_cut_10', 'map')""",
        [COLLECTION],
    )
    for table in ("query_scores", "judged_rankings", "run_topics", "qrels"):
        con.execute(f"delete from main.{table} where collection = $1", [COLLECTION])
    derive.update_stand_ins(con)
    con.close()
    with dl.open(sample_database) as loaded, dl.open(copy) as db:
        values = audit.check_parameters(loaded.duckdb, COLLECTION, "ndcg_cut_10", 20, 1)
        expected, given = (audit.answer_part(each.duckdb, "first", values).records()[0] for each in (loaded, db))
        assert given.pop("provenance") == "submitted scores" != expected.pop("provenance")
        assert given == expected
        runs = "select run_id from main.runs where collection = $1 order by all limit 2"
        run, other = (row[0] for row in loaded.sql(runs, [COLLECTION]).fetchall())
        expected, given = (
            each.compare(run, other, ["ndcg_cut_10"], collection=COLLECTION).to_dicts()[0] for each in (loaded, db)
        )
        assert given["p_t"] == pytest.approx(expected["p_t"]) and given["num_q"] == expected["num_q"]
    lines = tmp_path / "a.run"
    lines.write_text("1 Q0 d 1 1 a\n")
    message = f"no labels of {COLLECTION} are loaded; load labels with: dltrack ingest qrels FILE -c {COLLECTION}"
    done = dltrack("eval", lines, "-c", COLLECTION, "--db", copy)
    assert done.returncode == 2 and message in " ".join(done.stderr.split())


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("part", "query"),
    [
        (
            "runs",
            "from statistics.rank_stability_by(['map'], trials := 30, seed := 9) "
            "where collection = $1 and resampling = 'bootstrap' order by rank, run_id",
        ),
        (
            "topics",
            "from judging.topic_discrimination_by(['map']) where collection = $1 "
            "order by is_dead desc, power - against, query_id",
        ),
        (
            "sizes",
            "from statistics.topic_sample_agreement(['map'], trials := 6, seed := 9) where collection = $1 "
            "order by num_topics",
        ),
    ],
)
def test_a_part_in_json_is_the_view(sample_database, part, query):
    result = run(
        sample_database, COLLECTION, "-m", "map", "--part", part, "--trials", "30", "--seed", "9", "-f", "json"
    )
    assert result.exit_code == 0, result.output
    with dl.open(sample_database) as db:
        expected = db.sql(query, [COLLECTION]).pl().to_dicts()
        frame = db.audit(COLLECTION, measure="map", trials=30, seed=9)[part].to_dicts()
    shown = json.loads(result.stdout)
    assert len(shown) == len(expected) == len(frame) > 0
    for mine, theirs, framed in zip(shown, expected, frame, strict=True):
        assert mine == pytest.approx(theirs, nan_ok=True)
        assert framed == pytest.approx(theirs, nan_ok=True)


@pytest.mark.more
def test_other_formats_show_the_runs(sample_database):
    result = run(sample_database, COLLECTION, "--trials", "20", "-f", "csv")
    assert result.stdout.splitlines()[0].startswith("collection,measure,resampling,run_id,mean,rank,median_rank")


def test_what_is_not_there_is_said(sample_database):
    with dl.open(sample_database) as db:
        with pytest.raises(UsageError, match="there is no measure 'ndgc' of sample-passages; did you mean ndcg"):
            db.audit(COLLECTION, measure="ndgc")
        with pytest.raises(
            UsageError, match="'AP' counts grades from 1 on as relevant, but sample-passages counts grades from 2 on"
        ):
            db.audit(COLLECTION, measure="AP")
        assert audit.check_parameters(db.duckdb, COLLECTION, "nDCG@10", 10, 1)["measure"] == "ndcg_cut_10"
        with pytest.raises(UsageError, match="does not contain 'nowhere'"):
            db.audit("nowhere")


def test_a_slow_query_draws_nothing_into_its_result(sample_database):
    with dl.open(sample_database) as db:
        assert db.sql("select current_setting('enable_progress_bar')").fetchone() == (False,)
