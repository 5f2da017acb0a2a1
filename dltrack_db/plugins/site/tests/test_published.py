"""What a page's database holds: nothing of rankings or the owner's machine, and the same answers as the loaded one.

It is made once for all who look at the page in a browser, which are services: what only asks it goes with them.
"""

from __future__ import annotations

import duckdb
import pytest
from site_browser import COLLECTION

from dltrack_db import sqlfiles
from dltrack_db.errors import DatabaseError, UsageError
from dltrack_db.export import subset
from dltrack_db.plugins.site import parts, published
from dltrack_db.plugins.site.writing import write_site
from dltrack_db.score import scratch
from dltrack_db.store import database, reference
from tests.copies import copied

SAME = (
    "systems.leaderboard",
    "metrics.run_scores",
    "metrics.tie_sensitivity",
    "judging.pool_sizes",
    "judging.completeness_by_rank",
    "judging.topic_statistics",
    "report.rank_trials",
    f"systems.board('{COLLECTION}', significance := true)",
    f"systems.standings('{COLLECTION}', measures := ['P_10', 'map'])",
    f"labels.standings('{COLLECTION}', 'msmarco', measures := ['map', 'P_10'])",
    f"labels.standings('{COLLECTION}', 'nist', 2, 'submitted')",
    "labels.kappa",
    "labels.inferred_vs_actual",
    "labels.judge_study",
    "labels.judge_leaderboards('ndcg_cut_10')",
    "exhibits.c_s2",
    "exhibits.c_t2",
    "published.computed",
    "published.exhibit_status",
)
"""Views and macros that must answer as in the loaded database, be they kept or stored."""
RANKINGS = ("store.rankings", "main.run_topics", "main.judged_rankings")
MOVED = "systems.moved('d_bm25', 'd_bm25rm3', (select min(query_id) from main.qrels))"


def test_what_several_stored_exhibits_read_is_found_in_their_queries():
    """Otherwise the page is the same, and takes seconds longer."""
    bodies = {obj.full_name: obj.body for obj in sqlfiles.all_objects()}
    summary = "search_length.reordering_summary(min_relevance := 1, is_padded := false)"
    assert "published.run_gaps" in published._READ.findall(bodies["exhibits.a_s2"])
    assert all(summary in published._READ.findall(bodies[name]) for name in ("exhibits.c_s2", "exhibits.c_t2"))
    assert ("exhibits", "a_s2") in published._INLINED.findall(bodies["published.computed"])


@pytest.fixture(scope="module")
def both(made):
    """Connections to the loaded database and to that of the page."""
    loaded, page = database.connect(), database.connect()
    database.attach(loaded, made.source, read_only=True)
    database.attach(page, made.page, read_only=True, checks=database.TRUSTED)
    yield loaded, page
    loaded.close()
    page.close()


@pytest.mark.campaign
@pytest.mark.parametrize("view", SAME)
def test_views_answer_as_in_the_loaded_database(both, view):
    columns = [row[0] for row in both[1].execute(f"describe from {view}").fetchall()]
    here = f" where collection = '{COLLECTION}'" if "collection" in columns else ""
    loaded, page = (con.execute(f"from {view}{here} order by all") for con in both)
    assert [column[0] for column in page.description] == [column[0] for column in loaded.description]
    ours, theirs = page.fetchall(), loaded.fetchall()
    assert len(ours) == len(theirs) > 0
    assert [tuple(map(_rounded, row)) for row in ours] == [tuple(map(_rounded, row)) for row in theirs]


def _rounded(value: object) -> object:
    return round(value, 11) if isinstance(value, float) else value


@pytest.mark.campaign
def test_every_object_that_was_kept_binds(both, made):
    _, page = both
    for obj in made.contents.kept:
        if obj.kind == "view":
            page.execute(f"describe from {obj.full_name}")
    assert "judge-leaderboards" in {figure.name for figure in made.contents.figures()}


@pytest.mark.service
def test_no_ranking_no_text_and_nothing_of_the_machine_is_published(both):
    loaded, page = both
    for table in (*RANKINGS, *subset.CORPORA, *subset.PRIVATE):
        assert page.execute(f"select count(*) from {table}").fetchone() == (0,), table
    assert loaded.execute("select count(*) from store.rankings").fetchone() != (0,)
    names = {row[0] for row in page.execute("select distinct object from catalog.objects").fetchall()}
    assert not names & {"systems.moved_topics", "systems.run_rules", "catalog.broken_rules", "judging.pool"}
    assert "judging.pool_sizes" in names, "a stored result has no comment"


@pytest.mark.campaign
def test_what_reads_rankings_gives_no_rows_rather_than_zeros(both):
    loaded, page = both
    for call in ("metrics.ndcg(10)", "metrics.score_runs()", "metrics.average_precision()", "main.rankings", MOVED):
        assert page.execute(f"select count(*) from {call}").fetchone() == (0,), call
        assert loaded.execute(f"select count(*) from {call}").fetchone() > (0,), call
    told = page.execute("select caveats from catalog.objects where object in ('systems.moved', 'metrics.ndcg')")
    assert all("only for a visitor's runs" in caveats for (caveats,) in told.fetchall())


@pytest.mark.service
def test_choices_are_the_measures_under_them(both):
    loaded, page = both
    stored = page.execute(
        "select value from report.stored_choices where collection = 'sample-docs' and variant = 'nist' "
        "and min_relevance = 2 and tie_rule = 'submitted' and measure = 'map' order by run_id"
    ).fetchall()
    scored = loaded.execute(
        "select value from metrics.score_runs(min_relevance := 2, tie_rule := 'submitted') "
        "where collection = 'sample-docs' and measure = 'map' order by run_id"
    ).fetchall()
    assert [row[0] for row in stored] == pytest.approx([row[0] for row in scored], abs=1e-12)
    official = page.execute(
        "select count(*), max(abs(choices.value - scores.value)) from report.stored_choices as choices "
        "inner join report.choices as official using (collection, variant, min_relevance, tie_rule) "
        "inner join metrics.run_scores as scores using (collection, run_id, measure) where official.is_official"
    ).fetchone()
    assert official[0] > 100
    assert official[1] < 1e-12


@pytest.mark.service
def test_one_collection_alone_holds_nothing_of_the_other(both, made):
    _, page = both
    for obj in made.contents.kept:
        is_table = obj.kind == "table" and obj.full_name not in reference.tables()
        columns = page.execute(f"describe {obj.full_name}").fetchall() if is_table else []
        if "collection" in {row[0] for row in columns}:
            held = page.execute(f"select distinct collection from {obj.full_name}").fetchall()
            assert held in ([], [(COLLECTION,)]), obj.full_name


def test_the_reader_of_the_page_refuses_what_the_command_refuses():
    """Twice the same document, and a score beyond a float: the statements of the page, in order."""
    from dltrack_db.base import resources

    con = scratch.connect(["main.qrels"])
    con.execute(resources.script("score/evaluate/tables"))
    con.execute("set variable collection = 'c'")
    con.execute(
        "insert into main.qrels (collection, variant, query_id, doc_id, relevance) values ('c', 'nist', 'q', 'd', 1)"
    )
    faults = resources.script("plugins/site/own_run/faults")

    def refused(*rows: tuple[int, str, str, float]) -> tuple[int | None, str] | None:
        con.execute("delete from evaluate.run_lines")
        for line, query, doc, score in rows:
            con.execute(
                "insert into evaluate.run_lines (run_id, file_id, line, query_id, doc_id, score) "
                "values ('r', 1, $1, $2, $3, $4)",
                [line, query, doc, score],
            )
        return con.execute(faults).fetchone()

    assert refused((1, "q", "d", 1.0)) is None
    assert refused((1, "q", "d", 1.0), (4, "q", "d", 0.5)) == (
        4,
        "document d occurs twice for query q; remove one of the lines",
    )
    assert refused((1, "x", "d", 1.0)) == (None, " has no judged topic of c; check that the collection is right")
    assert refused((2, "q", "d", 1e39))[1].endswith("is not finite as a 4-byte float; correct the line")
    con.execute("delete from main.qrels")
    assert refused((1, "x", "d", 1.0)) is None  # before there are labels
    con.close()


def test_without_the_parts_the_command_says_how_to_get_them(sample_database, tmp_path, monkeypatch):
    monkeypatch.setattr(parts, "FOLDER", tmp_path)
    with pytest.raises(
        UsageError,
        match=r"not built; install Node\.js 20 or .* make parts \(needed once .* half a minute; .* wheel contains",
    ):
        write_site(sample_database, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_parts_that_were_changed_are_refused(tmp_path, monkeypatch):
    listed = (
        '{"duckdb": "1", "parts": {"page.js": {"bytes": 1, "sha256": "0"}, "client.js": {"bytes": 1}, '
        '"editor.js": {"bytes": 1}, "worker.js": {"bytes": 1}, "duckdb.wasm.gz": {"bytes": 1}}}'
    )
    (tmp_path / "parts.json").write_text(listed)
    (tmp_path / "page.js").write_text("x")
    monkeypatch.setattr(parts, "FOLDER", tmp_path)
    with pytest.raises(UsageError, match="was changed after it was built"):
        parts.content(parts.PROGRAM)


@pytest.mark.parametrize(
    ("output", "names", "reason"),
    [("x.html", [], "add --single-file"), ("out", ["sample-nothing"], "does not contain 'sample-nothing'")],
)
def test_wrong_places_and_names_are_explained(sample_database, tmp_path, monkeypatch, output, names, reason):
    monkeypatch.setattr(parts, "sizes", lambda: {})
    with pytest.raises(UsageError, match=reason):
        write_site(sample_database, tmp_path / output, names)


@pytest.mark.more
def test_views_of_another_dltrack_are_refused(sample_database, tmp_path):
    copy = copied(sample_database, tmp_path / "copy.duckdb")
    con = duckdb.connect(str(copy))
    con.execute("update main.database_info set value = 'x' where key = 'views_hash'")
    con.close()
    with pytest.raises(DatabaseError, match="dltrack build"):
        published.write(copy, tmp_path / "page.duckdb", [COLLECTION], with_runs=False)
