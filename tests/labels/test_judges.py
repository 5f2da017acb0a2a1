"""Judges held against the official labels: agreement, rankings, shifts, bias, panels; against libraries and by hand."""

from __future__ import annotations

import random
from itertools import combinations
from statistics import mean

import duckdb
import mini_track
import pytest
from corpora_tables import insert
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from dltrack_db.ask.leaderboard import Board, Question
from dltrack_db.store import derive

COLLECTION = "mini-passages"


@pytest.fixture(scope="module")
def con(new_db):
    """The random track with a lenient model, one of half the topics, one of other topics, and scores of absent runs."""
    con = new_db()
    mini_track.build(con)
    rng = random.Random(7)
    official = con.execute(
        "select query_id, doc_id, relevance from main.qrels where collection = $1 and variant = 'nist' order by all",
        [COLLECTION],
    ).fetchall()
    lenient = {(q, d): min(3, max(0, grade) + rng.choice([0, 0, 1])) for q, d, grade in official}
    half = {(q, d): rng.choice([grade, grade, 5]) for q, d, grade in official if q in ("q1", "q2", "q3")}
    others = {("q9", f"p{i:02d}"): i % 4 for i in range(20)}
    for variant, labels in {"lenient": lenient, "half": half, "others": others}.items():
        mini_track.add_qrels(con, COLLECTION, variant, labels)
    judges = {
        "nist": ("human", None, 2), "lenient": ("llm", "m1", 2), "half": ("llm", "m2", 2), "others": ("llm", "m3", 2),
    }  # fmt: skip
    insert(
        con,
        "main.qrels_variants",
        [
            {"collection": COLLECTION, "variant": v, "kind": k, "model": m, "min_relevance": level}
            for v, (k, m, level) in judges.items()
        ],
    )
    scores = []
    for run, variant, measure, level in (
        ("absent1", "nist", "ndcg_cut_10", None),
        ("absent1", "lenient", "ndcg_cut_10", None),
        ("absent1", "nist", "map", 1),  # not the level of the collection, which is 2
        ("absent1", "lenient", "map", 1),
        ("absent1", "nist", "recip_rank", 2),
        ("alpha0", "nist", "ndcg_cut_10", None),  # its ranking is loaded
        ("absent2", "nist", "ndcg_cut_10", None),  # about which the sources do not agree
        ("absent3", "nist", "ndcg_cut_10", None),  # without one of the judged topics
    ):
        # q0 is not judged
        for query in [*mini_track.QUERIES][1:] if run == "absent3" else [*mini_track.QUERIES, "q0"]:
            row = {"collection": COLLECTION, "variant": variant, "run_id": run, "query_id": query, "measure": measure}
            scores.append(row | {"min_relevance": level, "value": 0.25, "source": f"a/{run}"})
            other = 0.2502 if run == "absent2" else 0.25
            scores.append(row | {"min_relevance": level, "value": other, "source": f"b/{run}"})
    insert(con, "main.submitted_scores", scores)
    mini_track.derive(con)
    yield con
    con.close()


def labels(con, variant):
    rows = con.execute(
        "select query_id, doc_id, relevance from main.qrels where collection = $1 and variant = $2",
        [COLLECTION, variant],
    ).fetchall()
    return {(q, d): grade for q, d, grade in rows}


def study(con, variant, measure="ndcg_cut_10"):
    result = con.execute(
        "from labels.judge_study where collection = $1 and variant = $2 and measure = $3",
        [COLLECTION, variant, measure],
    )
    names = [column[0] for column in result.description]
    (row,) = result.fetchall()
    return dict(zip(names, row, strict=True))


def table(con, variant, measure="ndcg_cut_10"):
    """Scores by run and topic under one set of labels, by the catalogue's own measures."""
    rows = con.execute(
        f"select run_id, query_id, value from metrics.score_queries(variant := '{variant}') "
        "where collection = $1 and measure = $2",
        [COLLECTION, measure],
    ).fetchall()
    return {(run, query): value for run, query, value in rows}


@pytest.mark.more
@pytest.mark.parametrize("variant", ["nist", "lenient", "half", "msmarco"])
def test_scores_are_those_of_the_measures_under_these_labels(con, variant):
    found = con.execute(
        "select run_id, query_id, measure, value from labels.query_scores "
        "where collection = $1 and variant = $2 and provenance = 'rankings'",
        [COLLECTION, variant],
    ).fetchall()
    expected = con.execute(
        f"select run_id, query_id, measure, value from metrics.score_queries(variant := '{variant}') "
        "where collection = $1 and measure in ('ndcg_cut_10', 'map', 'recip_rank')",
        [COLLECTION],
    ).fetchall()
    assert {row[:3]: pytest.approx(row[3], abs=1e-12) for row in expected} == {row[:3]: row[3] for row in found}


def test_submitted_scores_stand_in_only_where_the_conventions_are_the_collections(con):
    rows = con.execute(
        "select run_id, variant, measure, count(*) from labels.query_scores "
        "where collection = $1 and provenance = 'submitted scores' group by all order by all",
        [COLLECTION],
    ).fetchall()
    assert rows == [
        ("absent1", "lenient", "ndcg_cut_10", 6),
        ("absent1", "nist", "ndcg_cut_10", 5),
        ("absent1", "nist", "recip_rank", 5),
    ]


@pytest.mark.parametrize(
    ("convention", "measures"),
    [
        ("min_relevance = 1", {"map", "ndcg_cut_10"}),
        ("tie_rule = 'submitted'", set()),  # no order that trec_eval has
        ("qrels_variant = 'lenient'", {"ndcg_cut_10"}),
    ],
)
def test_conventions_that_change_take_other_scores_in(con, convention, measures):
    con.execute("begin")
    con.execute(f"update main.collections set {convention} where collection = $1", [COLLECTION])
    derive.fill_levels(con)
    derive.update_stand_ins(con)
    query = "select distinct measure from metrics.query_scores where collection = $1 and run_id = 'absent1'"
    found = {name for (name,) in con.execute(query, [COLLECTION]).fetchall()}
    con.execute("rollback")
    assert found == measures


def test_the_depth_of_an_overview_keeps_submitted_scores_of_full_depth_out(con):
    query = "select rr, ndcg_cut_10 from systems.leaderboard where collection = $1 and run_id = 'absent1'"
    con.execute("begin")
    con.execute("update main.collections set overview_depth = 3 where collection = $1", [COLLECTION])
    found = con.execute(query, [COLLECTION]).fetchall()
    con.execute("rollback")
    assert found == [(None, 0.25)]
    assert con.execute(query, [COLLECTION]).fetchall() == [(0.25, 0.25)]


@pytest.mark.parametrize("variant", ["lenient", "half"])
def test_agreement(con, variant):
    official, judge = labels(con, "nist"), labels(con, variant)
    pairs = [(official[key], judge[key]) for key in judge]
    row = study(con, variant)
    assert row["num_pairs"] == len(pairs)
    assert row["kappa"] == pytest.approx(cohen_kappa_score(*zip(*pairs, strict=True)), abs=1e-12)
    binary = [(a >= 2, b >= 2) for a, b in pairs]
    assert row["kappa_binary"] == pytest.approx(cohen_kappa_score(*zip(*binary, strict=True)), abs=1e-12)
    assert row["bias"] == pytest.approx(mean(b - a for a, b in pairs), abs=1e-12)
    assert row["alpha"] == pytest.approx(ordinal_alpha(pairs), abs=1e-12)
    assert sum(cell["num_pairs"] for cell in row["confusion"]) == len(pairs)


def ordinal_alpha(pairs):
    """Krippendorff's alpha of two judges, written out: coincidences against what the totals let expect."""
    totals = {g: sum((a == g) + (b == g) for a, b in pairs) for pair in pairs for g in pair}
    grades = sorted(totals)

    def distance(c, k):
        low, high = sorted((c, k))
        between = sum(totals[g] for g in grades if low <= g <= high)
        return (between - (totals[low] + totals[high]) / 2) ** 2

    n = 2 * len(pairs)
    observed = sum(2 * distance(a, b) for a, b in pairs) / n
    expected = sum(totals[c] * totals[k] * distance(c, k) for c in grades for k in grades) / (n * (n - 1))
    return 1 - observed / expected


def submitted(con):
    """The runs that were submitted: next to them, others are neither ranked nor compared."""
    query = "select run_id from main.runs where collection = 'mini-passages' and is_submission"
    return {run for (run,) in con.execute(query).fetchall()}


@pytest.mark.parametrize("variant", ["lenient", "half"])
@pytest.mark.parametrize("measure", ["map", "ndcg_cut_10"])
def test_rankings_over_the_topics_that_both_judge(con, variant, measure):
    official, other = table(con, "nist", measure), table(con, variant, measure)
    runs = sorted({run for run, _ in other} & submitted(con))
    topics = sorted({query for _, query in other})
    means = [(mean(official[r, q] for q in topics), mean(other[r, q] for q in topics)) for r in runs]
    if variant == "lenient" and measure == "ndcg_cut_10":
        means.append((0.25, 0.25))  # the run that has submitted scores
    xs, ys = zip(*((round(a, 12), round(b, 12)) for a, b in means), strict=True)
    con.execute("begin")
    insert(con, "main.runs", [{"collection": COLLECTION, "run_id": "absent1", "is_submission": True}])
    row = study(con, variant, measure)
    con.execute("rollback")
    assert (row["num_runs"], row["num_topics"], row["topics"]) == (len(means), len(topics), "common")
    assert row["tau"] == pytest.approx(stats.kendalltau(xs, ys)[0], abs=1e-12)
    assert row["rho"] == pytest.approx(stats.spearmanr(xs, ys)[0], abs=1e-12)
    assert row["provenance"] == ("both" if len(means) > len(runs) else "rankings")


@pytest.mark.campaign
def test_significant_pairs_that_flip(con):
    tested = 0
    for measure in ("ndcg_cut_10", "map", "recip_rank"):
        official, other = table(con, "nist", measure), table(con, "half", measure)
        runs, topics = sorted({run for run, _ in other} & submitted(con)), sorted({query for _, query in other})
        flips = []
        for a, b in combinations(runs, 2):
            differences = [official[a, q] - official[b, q] for q in topics]
            if len(set(differences)) > 1 and stats.ttest_1samp(differences, 0).pvalue < 0.05:
                flips.append(mean(differences) * mean(other[a, q] - other[b, q] for q in topics) < 0)
        row = study(con, "half", measure)
        assert (row["num_significant"] or 0) == len(flips)
        assert row["flipped"] == (pytest.approx(mean(flips), abs=1e-12) if flips else None)
        tested += len(flips)
    assert tested > 0


def test_sets_that_share_no_topic_are_compared_over_their_own(con):
    row = study(con, "others")
    official, other = table(con, "nist"), table(con, "others")
    runs = sorted({run for run, _ in other} & submitted(con))
    xs = [round(mean(value for (r, _), value in official.items() if r == run), 12) for run in runs]
    ys = [round(other[run, "q9"], 12) for run in runs]
    assert (row["topics"], row["num_topics"], row["num_pairs"], row["kappa"]) == ("own", 1, 0, None)
    assert row["flipped"] is None
    expected = stats.kendalltau(xs, ys)[0]
    assert row["tau"] is None if expected != expected else row["tau"] == pytest.approx(expected, abs=1e-12)


def test_without_runs_the_row_stays(con):
    con.execute("begin")
    con.execute("delete from main.run_topics; delete from main.judged_rankings; delete from main.submitted_scores")
    row = study(con, "lenient")
    con.execute("rollback")
    assert row["kappa"] is not None
    assert [row[name] for name in ("num_runs", "tau", "flipped", "provenance")] == [None] * 4


@pytest.mark.more
def test_the_interval_holds_tau_and_follows_the_seed(con):
    query = "select variant, measure, num_topics, tau, tau_low, tau_high from labels.judge_study_interval({}) "
    query += "where collection = 'mini-passages' order by all"
    one = con.execute(query.format("resamples := 40, seed := 1")).fetchall()
    assert one == con.execute(query.format("resamples := 40, seed := 1")).fetchall()
    assert one != con.execute(query.format("resamples := 40, seed := 2")).fetchall()
    taus = {(variant, measure): tau for variant, measure, _, tau, *_ in one}
    assert taus["lenient", "map"] == pytest.approx(study(con, "lenient", "map")["tau"], abs=1e-12)
    assert all(low <= high for *_, low, high in one if low is not None)


@pytest.mark.parametrize("measure", ["ndcg_cut_10", "map"])
def test_a_run_of_ones_own_is_in_no_study_next_to_submitted_ones(con, measure):
    """A perfect run that nobody submitted changes no number of a study, and its interval neither."""
    interval = "select tau, tau_low, tau_high from labels.judge_study_interval(resamples := 20) "
    interval += "where variant = 'lenient' and measure = $1"

    def numbers():
        return study(con, "lenient", measure), con.execute(interval, [measure]).fetchall()

    before = numbers()
    assert before[0]["num_runs"] == len(submitted(con))
    con.execute("begin")
    con.execute("update main.runs set is_submission = false where run_id = 'alpha0'")
    assert numbers()[0]["num_runs"] == before[0]["num_runs"] - 1
    con.execute("update main.runs set is_submission = false")
    # without submitted runs all are ranked, those of which only scores are loaded too
    scored = {run for run, _ in table(con, "lenient", measure)} | ({"absent1"} if measure == "ndcg_cut_10" else set())
    assert numbers()[0]["num_runs"] == len(scored)
    con.execute("rollback")
    assert numbers() == before


def test_shift_is_places_won_and_topics_are_those_that_moved_most(con):
    rows = con.execute(
        "select run_id, official, value, official_rank, rank, shift, topics_up, unranked from labels.rank_shift "
        "where collection = $1 and variant = 'half' and measure = 'map'",
        [COLLECTION],
    ).fetchall()
    runs = submitted(con)
    ranked = [row for row in rows if row[0] in runs]
    assert len(ranked) < len(rows)
    for run, official, value, official_rank, rank, shift, topics_up, unranked in rows:
        assert official_rank == 1 + sum(other[1] > official for other in ranked)
        assert rank == 1 + sum(other[2] > value for other in ranked)
        assert shift == official_rank - rank
        assert set(topics_up) == {"q1", "q2", "q3"}
        assert unranked == (None if run in runs else "not submitted")
    official, other = table(con, "nist", "map"), table(con, "half", "map")
    run = rows[0][0]
    raised = {
        q: other[run, q] - official[run, q] - mean(other[r, q] - official[r, q] for r in runs)
        for q in ("q1", "q2", "q3")
    }
    assert rows[0][6][0] == max(raised, key=raised.get)


def test_bias_by_grade_and_category(con):
    official, judge = labels(con, "nist"), labels(con, "lenient")
    rows = con.execute(
        "select aspect, group_name, num_pairs, bias, relative_bias from labels.judge_bias "
        "where collection = $1 and variant = 'lenient'",
        [COLLECTION],
    ).fetchall()
    overall = mean(judge[key] - official[key] for key in judge)
    found = {(aspect, name): (number, bias, relative) for aspect, name, number, bias, relative in rows}
    for grade in (-1, 0, 1, 2, 3):
        moves = [judge[key] - official[key] for key in judge if official[key] == grade]
        assert found["grade", str(grade)] == pytest.approx((len(moves), mean(moves), mean(moves) - overall), abs=1e-12)
    top = con.execute(
        "select distinct query_id, doc_id from metrics.hits() as hits join main.runs using (collection, run_id) "
        "where hits.collection = $1 and hits.rank <= 10 and runs.category = 'nnlm'",
        [COLLECTION],
    ).fetchall()
    moves = [judge[key] - official[key] for key in top]
    assert found["category", "nnlm"][:2] == pytest.approx((len(moves), mean(moves)), abs=1e-12)


@pytest.mark.parametrize(
    ("grades", "rule", "expected"),
    [
        ([0, 2, 2, 3], "majority", 2),
        ([0, 0, 3, 3], "majority", 0),
        ([3, 1, 3, 1, 2], "majority", 1),
        ([0, 1], "mean", 1),
        ([0, 0, 1], "mean", 0),
        ([2, 1, 3], "strictest", 1),
    ],
)
def test_the_grade_of_a_panel(con, grades, rule, expected):
    assert con.execute("select labels.panel_grade($1, $2)", [grades, rule]).fetchone() == (expected,)


def test_an_unknown_rule_is_refused(con):
    with pytest.raises(duckdb.Error, match="majority, mean or strictest"):
        con.execute("select labels.panel_grade([1], 'median')").fetchall()


@pytest.mark.more
def test_panels(con):
    rows = con.execute(
        "select rule, size, chosen, num_panels, num_pairs, kappa, kappa_low, kappa_high, best_single "
        "from labels.judge_panel(sizes := [1, 2], panels := 5) where collection = $1",
        [COLLECTION],
    ).fetchall()
    found = {row[:3]: row[3:] for row in rows}
    single = {v: study(con, v)["kappa"] for v in ("lenient", "half")}
    best = max(single.values())
    for rule in ("majority", "mean", "strictest"):
        assert found[rule, 1, "best"] == pytest.approx(
            (1, found[rule, 1, "best"][1], best, best, best, best), abs=1e-12
        )
        assert found[rule, 1, "by lot"][0] == 5
        low, high = found[rule, 1, "by lot"][3:5]
        assert min(single.values()) - 1e-12 <= low <= high <= best + 1e-12
    official, a, b = labels(con, "nist"), labels(con, "lenient"), labels(con, "half")
    pairs = [(official[key], min(a[key], b[key])) for key in b]
    row = found["strictest", 2, "best"]
    assert row[1] == len(pairs)
    assert row[2] == pytest.approx(cohen_kappa_score(*zip(*pairs, strict=True)), abs=1e-12)


@pytest.mark.more
def test_a_panel_grows_by_the_judge_that_helps_most(con):
    rows = con.execute(
        "select size, added, members, num_pairs, kappa from labels.grown_panels(5, $1) "
        "where rule = 'strictest' order by size",
        [COLLECTION],
    ).fetchall()
    official, judges = labels(con, "nist"), {name: labels(con, name) for name in ("lenient", "half")}
    kappa = {name: study(con, name)["kappa"] for name in judges}
    first = max(kappa, key=kappa.get)
    (second,) = set(judges) - {first}
    both = judges[first].keys() & judges[second].keys() & official.keys()
    together = cohen_kappa_score(
        [official[key] for key in both], [min(judges[first][key], judges[second][key]) for key in both]
    )
    assert [row[:4] for row in rows] == [
        (1, first, [first], len(judges[first])),
        (2, second, [first, second], len(both)),
    ]
    assert [row[4] for row in rows] == pytest.approx([kappa[first], together], abs=1e-12)
    panels = con.execute(
        "select kappa, num_panels from labels.judge_panel([2], panels := 1, collection_name := $1) "
        "where chosen = 'grown' and rule = 'strictest'",
        [COLLECTION],
    ).fetchall()
    assert panels == [(pytest.approx(together, abs=1e-12), 1)]


def test_all_models_as_one_judge(con):
    a, b = labels(con, "lenient"), labels(con, "half")
    rows = con.execute(
        "select query_id, doc_id, relevance, num_judges from labels.panel_labels "
        "where collection = $1 and variant = 'panel-strictest'",
        [COLLECTION],
    ).fetchall()
    assert {(q, d): (grade, n) for q, d, grade, n in rows} == {key: (min(a[key], b[key]), 2) for key in b}


def test_the_leaderboard_by_other_labels(con):
    rows = con.execute(
        "select run_id, max(value) filter (where measure = 'ndcg_cut_10'), max(value) filter (where measure = 'map'), "
        "any_value(rank) filter (where measure = 'ndcg_cut_10') as rank, "
        "any_value(official_rank) filter (where measure = 'ndcg_cut_10'), any_value(provenance) "
        "from labels.standings('mini-passages', 'lenient') group by run_id order by rank, run_id"
    ).fetchall()
    other = table(con, "lenient")
    by_run = {run: mean(other[run, q] for q in mini_track.QUERIES) for run in {run for run, _ in other}} | {
        "absent1": 0.25
    }
    assert {row[0]: row[1] for row in rows} == pytest.approx(by_run, abs=1e-11)
    ranked = submitted(con)
    assert [row[3] for row in rows] == [1 + sum(one[1] > row[1] for one in rows if one[0] in ranked) for row in rows]
    found = {row[0]: row for row in rows}
    assert found["absent1"][2] is None and found["absent1"][5] == "submitted scores"
    official = con.execute(
        "select run_id, official_rank, rank from labels.standings('mini-passages') where measure = 'ndcg_cut_10'"
    ).fetchall()
    assert all(a == b for _, a, b in official)
    assert {run: place for run, place, _ in official} == {run: row[4] for run, row in found.items()}


def test_a_run_without_ranking_stands_in_the_official_leaderboard_by_its_scores(con):
    rows = con.execute(
        "select run_id, ndcg_cut_10, rr, ap, is_submission, provenance from systems.leaderboard where collection = $1",
        [COLLECTION],
    ).fetchall()
    found = {row[0]: row[1:] for row in rows}
    assert found["absent1"] == (0.25, 0.25, None, False, "submitted scores")
    assert {row[-1] for run, row in found.items() if run != "absent1"} == {"rankings"}
    own = table(con, "nist")
    assert found["alpha0"][0] == pytest.approx(mean(own["alpha0", q] for q in mini_track.QUERIES), abs=1e-12)


def test_a_run_stays_in_the_leaderboard_whatever_measure_is_known_of_it(con):
    query = "select ndcg_cut_10, rr, ap, provenance from systems.leaderboard where run_id = 'absent1'"
    con.execute("begin")
    con.execute("update main.submitted_scores set measure = 'P_10' where measure <> 'map'")
    derive.update_stand_ins(con)
    found = con.execute(query).fetchall()
    con.execute("rollback")
    assert found == [(None, None, None, "submitted scores")]


@pytest.mark.parametrize(
    ("ncg_depth", "overview_depth"), [(100, None), (1000, None), (100, 10), (1000, 10), (100, 100), (10, 1000)]
)
def test_the_leaderboard_shows_the_means_that_its_collection_asks_for(con, ncg_depth, overview_depth):
    con.execute("begin")
    con.execute("update main.collections set ncg_depth = $1, overview_depth = $2", [ncg_depth, overview_depth])
    shown = con.execute("select * from systems.leaderboard").pl().rows(named=True)
    means = con.execute("select collection, run_id, measure, value from metrics.run_scores").fetchall()
    con.execute("rollback")
    value = {(collection, run, measure): mean for collection, run, measure, mean in means}
    cut = f"_cut_{overview_depth}" if overview_depth else ""
    asked = {"rr_ms": "rr_ms", "ndcg_cut_10": "ndcg_cut_10", "rr": f"recip_rank{cut}", "ap": f"map{cut}"}
    assert {(row["collection"], row["run_id"]) for row in shown} == {key[:2] for key in value}
    for row in shown:
        run = row["collection"], row["run_id"]
        for column, measure in asked.items():
            assert row[column] == pytest.approx(value.get((*run, measure)), abs=1e-12), column
        for depth in (100, 1000):
            ncg = value.get((*run, f"ncg_cut_{depth}")) if depth == ncg_depth else None
            assert row[f"ncg_cut_{depth}"] == pytest.approx(ncg, abs=1e-12)


@pytest.mark.more
def test_measures_that_are_asked_for_say_where_they_come_from(con):
    question = Question(measures=["ndcg_cut_10"], where="run_id <> 'absent2'")
    found = Board(con, COLLECTION, question).read()
    assert found.columns == ["run_id", "team", "category", "ndcg_cut_10", "provenance"]
    assert {run: told for run, *_, told in found.rows if told != "rankings"} == {"absent1": "submitted scores"}
    silent = Board(con, "mini-docs", Question(measures=["ndcg_cut_10"])).read()
    assert silent.columns == ["run_id", "team", "category", "ndcg_cut_10"]  # all of rankings: nothing to tell


def test_significance_wins_and_tau_take_it_too(con):
    own = table(con, "nist")
    wins = con.execute(
        "select count(*) filter (where difference > 0), count(*) from statistics.paired_values(['ndcg_cut_10']) "
        "where collection = $1 and run_a = 'alpha0' and run_b = 'absent1'",
        [COLLECTION],
    ).fetchone()
    assert wins == (sum(own["alpha0", q] > 0.25 for q in mini_track.QUERIES), len(mini_track.QUERIES))
    tested = con.execute(
        "select run_id from systems.board($1, significance := true) where verdict is not null", [COLLECTION]
    ).fetchall()
    assert ("absent1",) in tested
    maps = con.execute(
        "select run_id from systems.board($1, sort := 'map', significance := true) where verdict is not null",
        [COLLECTION],
    ).fetchall()
    assert ("absent1",) not in maps  # counted grades from 1, the collection from 2


def test_circularity_sets_runs_of_the_judges_family_apart(con):
    insert(
        con,
        "main.run_metadata",
        [
            {"collection": COLLECTION, "run_id": run, "source": "n", "key": "k", "value": value}
            for run, value in (("alpha0", "we use M-large"), ("alpha1", "BM25 by others"), ("absent1", "Mamba"))
        ],
    )
    rows = con.execute(
        "select is_same_family, family, num_runs, change, relative_change from labels.judge_circularity "
        "where collection = $1 and variant = 'lenient' and measure = 'map' order by 1",
        [COLLECTION],
    ).fetchall()
    con.execute("delete from main.run_metadata")
    official, other = table(con, "nist", "map"), table(con, "lenient", "map")
    runs = sorted({run for run, _ in other} & submitted(con))
    change = {run: mean(other[run, q] - official[run, q] for q in mini_track.QUERIES) for run in runs}
    overall = mean(change.values())
    rest = [change[run] for run in runs if run != "alpha0"]
    assert [row[:3] for row in rows] == [(False, "m", len(rest)), (True, "m", 1)]
    assert rows[0][3:] == pytest.approx((mean(rest), mean(rest) - overall), abs=1e-10)
    assert rows[1][3:] == pytest.approx((change["alpha0"], change["alpha0"] - overall), abs=1e-10)


def test_bias_on_near_duplicates(con):
    official, judge = labels(con, "nist"), labels(con, "lenient")
    doc = next(doc for _, doc in sorted(judge))
    con.execute("begin")
    con.execute("update main.collections set corpus = 'c' where collection = $1", [COLLECTION])
    con.execute(
        "create or replace view main.near_duplicate_passages as select 'c' as corpus, "
        f"'{doc}' as passage_id, 'x' as class_id"
    )
    rows = con.execute(
        "select group_name, num_pairs, bias from labels.judge_bias where collection = $1 and variant = 'lenient' "
        "and aspect = 'near-duplicates' order by 1",
        [COLLECTION],
    ).fetchall()
    con.execute("rollback")
    moves = {inside: [judge[k] - official[k] for k in judge if (k[1] == doc) == inside] for inside in (False, True)}
    assert rows == [
        ("none known", len(moves[False]), pytest.approx(mean(moves[False]), abs=1e-12)),
        ("some", len(moves[True]), pytest.approx(mean(moves[True]), abs=1e-12)),
    ]
