"""Agreement of label sets against scikit-learn, the printed tables, and its own invariants."""

from __future__ import annotations

import corpora_tables
import mini_track
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, confusion_matrix

# TREC 2021 overview, tables 5 (rows: actual, columns: inferred grade), 6 and 7
TABLE_5 = [[1096, 186, 49, 12], [194, 561, 277, 58], [100, 298, 531, 157], [49, 99, 190, 425]]
TABLE_6 = [[81.6, 13.8, 3.6, 0.9], [17.8, 51.5, 25.4, 5.3], [9.2, 27.4, 48.9, 14.5], [6.4, 13.0, 24.9, 55.7]]
TABLE_7 = [[76.2, 16.3, 4.7, 1.8], [13.5, 49.0, 26.5, 8.9], [6.9, 26.0, 50.7, 24.1], [3.4, 8.7, 18.1, 65.2]]
# TREC 2021 overview, table 4: counts by NIST grade and their percentages
TABLE_4 = {"2020 docs": ([11, 12, 7, 16], [24, 26, 15, 35]), "2021 docs": ([4, 11, 11, 35], [7, 18, 18, 57])}
WEIGHTS = (("kappa", None), ("kappa_linear", "linear"), ("kappa_quadratic", "quadratic"))


@pytest.fixture
def paired(empty_db):
    """Documents with one passage each, graded as in table 5."""
    con = empty_db
    mini_track.add_collections(con)
    con.execute("create temp table cells (actual smallint, inferred smallint, n integer)")
    con.executemany("insert into cells values (?, ?, ?)", [(a, i, TABLE_5[a][i]) for a in range(4) for i in range(4)])
    con.execute(
        "create temp table items as select actual, inferred, 'q1' as q, row_number() over () as n "
        "from cells, range(n) as copies"
    )
    labels = "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
    con.execute(labels + "select 'mini-docs', 'nist', q, 'd' || n, actual, '0' from items")
    con.execute(labels + "select 'mini-passages', 'nist', q, 'p' || n, inferred, '0' from items")
    corpora_tables.fill(
        con,
        "passage_documents",
        [
            {"corpus": "mini-passage", "passage_id": f"p{n}", "doc_id": f"d{n}", "spans": None}
            for (n,) in con.execute("select n from items").fetchall()
        ],
    )
    return con


def test_tables_5_to_7_of_2021(paired):
    rows = paired.execute(
        "select actual, inferred, num_docs, percent_of_actual, percent_of_inferred "
        "from labels.inferred_vs_actual where rule = 'max'"
    ).fetchall()
    assert len(rows) == 16
    for actual, inferred, num_docs, percent_of_actual, percent_of_inferred in rows:
        assert num_docs == TABLE_5[actual][inferred]
        assert round(percent_of_actual, 1) == TABLE_6[actual][inferred]
        assert round(percent_of_inferred, 1) == TABLE_7[actual][inferred]


def test_kappa_of_2021_is_not_the_printed_468(paired):
    row = paired.execute(
        "select num_items, agreement, kappa, kappa_linear, kappa_quadratic from labels.kappa "
        "where variant_a = 'nist' and variant_b = 'passages-max'"
    ).fetchone()
    assert row[0] == 4282
    assert row[1] == pytest.approx((1096 + 561 + 531 + 425) / 4282)
    assert [round(value, 4) for value in row[2:]] == [
        0.4715,
        pytest.approx(0.592, abs=5e-4),
        pytest.approx(0.694, abs=5e-4),
    ]


@pytest.mark.parametrize("row", TABLE_4)
def test_table_4_of_2021(empty_db, row):
    counts, percentages = TABLE_4[row]
    grades = [grade for grade, count in enumerate(counts) for _ in range(count)]
    mini_track.add_collections(empty_db)
    items = {("q1", f"d{i}"): grade for i, grade in enumerate(grades)}
    mini_track.add_qrels(empty_db, "mini-docs", "nist", items | {("q2", "d1"): 2})
    mini_track.add_qrels(empty_db, "mini-docs", "msmarco", dict.fromkeys(items, 1) | {("q1", "unjudged"): 1})
    mini_track.add_qrels(empty_db, "mini-docs", "another", dict.fromkeys(items, 1))
    rows = empty_db.execute("select relevance, num_pairs, percent from labels.sparse_vs_nist order by 1").fetchall()
    assert [r[1] for r in rows] == counts
    assert [round(r[2]) for r in rows] == percentages


grades = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=40)


@pytest.mark.more
@given(grades)
def test_kappa_equals_scikit_learn(mini_db, pairs):
    cells = [{"a": a, "b": b, "n": pairs.count((a, b))} for a, b in sorted(set(pairs))]
    for exponent, (_, weights) in enumerate(WEIGHTS):
        ours = mini_db.execute("select labels.cohen_kappa($1, $2)", [cells, exponent]).fetchone()[0]
        if any(len(set(side)) == 1 for side in zip(*pairs, strict=True)):
            assert ours is None
        else:
            xs, ys = zip(*pairs, strict=True)
            theirs = cohen_kappa_score(xs, ys, labels=range(4), weights=weights)
            assert ours == pytest.approx(theirs, abs=1e-9)


def labels_of(con, collection, variant):
    rows = con.execute(
        "select query_id, doc_id, relevance from labels.variants where collection = ? and variant = ?",
        [collection, variant],
    ).fetchall()
    return {(query, item): grade for query, item, grade in rows}


@pytest.mark.more
@pytest.mark.parametrize("other", ["passages-max", "passages-any", "passages-mean", "passages-count"])
def test_confusion_and_kappa_of_the_mini_track(mini_db, other):
    ours, theirs = labels_of(mini_db, "mini-docs", "nist"), labels_of(mini_db, "mini-docs", other)
    shared = sorted(ours.keys() & theirs.keys())
    assert shared
    xs, ys = [ours[key] for key in shared], [theirs[key] for key in shared]
    grades = list(range(-1, 4))
    expected = confusion_matrix(xs, ys, labels=grades)
    rows = mini_db.execute(
        f"select relevance_a, relevance_b, num_items from labels.agreement('nist', '{other}') "
        "where collection = 'mini-docs'"
    ).fetchall()
    found = {(a, b): n for a, b, n in rows}
    for i, a in enumerate(grades):
        for j, b in enumerate(grades):
            assert found.get((a, b), 0) == expected[i][j]
    for column, weights in WEIGHTS:
        value = mini_db.execute(
            f"select {column} from labels.kappa where variant_a = 'nist' and variant_b = '{other}' "
            "and collection = 'mini-docs'"
        ).fetchone()[0]
        assert value == pytest.approx(cohen_kappa_score(xs, ys, labels=grades, weights=weights), abs=1e-9)


def test_kappa_of_two_grades(mini_db):
    ours, theirs = labels_of(mini_db, "mini-passages", "nist"), labels_of(mini_db, "mini-passages", "msmarco")
    assert set(theirs.values()) == {1}
    con = mini_db.cursor()
    con.execute("begin")
    try:
        con.execute("update main.qrels set variant = 'other' where variant = 'nist' and query_id = 'q1'")
        mini_track.add_qrels(
            con, "mini-passages", "other", {key: (grade + 2) % 4 for key, grade in ours.items() if key[0] != "q1"}
        )
        other = labels_of(con, "mini-passages", "other")
        ours = labels_of(con, "mini-passages", "nist")
        shared = sorted(ours.keys() & other.keys())
        xs, ys = ([labels[key] >= 2 for key in shared] for labels in (ours, other))
        row = con.execute(
            "select kappa_binary, reason from labels.kappa "
            "where collection = 'mini-passages' and variant_a = 'nist' and variant_b = 'other'"
        ).fetchone()
        assert row == (pytest.approx(cohen_kappa_score(xs, ys), abs=1e-9), None)
    finally:
        con.execute("rollback")


def test_no_kappa_where_a_set_has_one_grade(empty_db):
    mini_track.add_collections(empty_db)
    graded = {("q1", f"p{i}"): i % 4 for i in range(12)}
    mini_track.add_qrels(empty_db, "mini-passages", "nist", graded)
    mini_track.add_qrels(empty_db, "mini-passages", "msmarco", dict.fromkeys(list(graded)[:6], 1))
    mini_track.add_qrels(empty_db, "mini-passages", "modest", {key: grade % 2 for key, grade in graded.items()})
    rows = empty_db.execute(
        "select variant_a, variant_b, kappa, kappa_linear, kappa_quadratic, kappa_binary, reason from labels.kappa"
    ).fetchall()
    found = {row[:2]: row[2:] for row in rows}
    nothing = (None, None, None, None)
    one = "msmarco gave all of these items one grade"
    assert found["nist", "msmarco"] == found["msmarco", "nist"] == (*nothing, one)
    *graded_kappas, binary, reason = found["nist", "modest"]
    assert None not in graded_kappas
    assert binary is None
    assert reason == "by relevance from grade 2 on, modest gave all of these items one grade"
    assert empty_db.execute(
        "select distinct variant, kappa, reason from report.label_confusion order by all"
    ).fetchall() == [("modest", graded_kappas[0], None), ("msmarco", None, one)]
    mini_track.insert(
        empty_db,
        "main.qrels_variants",
        [{"collection": "mini-passages", "variant": name, "kind": "human"} for name in ("modest", "msmarco")],
    )
    study = "select variant, kappa, kappa_binary from labels.judge_study where measure = 'map' order by all"
    assert empty_db.execute(study).fetchall() == [("modest", graded_kappas[0], None), ("msmarco", None, None)]
    both = "select labels.one_grade([{'a': 1, 'b': 2, 'n': 3}, {'a': 2, 'b': 2, 'n': 0}], 'x', 'y')"
    assert empty_db.execute(both).fetchone() == ("x and y gave all of these items one grade",)


def test_agreement_is_symmetric(mini_db):
    asymmetric = mini_db.execute(
        "select count(*) from labels.confusion as ab left join labels.confusion as ba on ab.collection = ba.collection "
        "and ab.variant_a = ba.variant_b and ab.variant_b = ba.variant_a and ab.relevance_a = ba.relevance_b "
        "and ab.relevance_b = ba.relevance_a where ab.num_items is distinct from ba.num_items"
    ).fetchone()[0]
    assert asymmetric == 0


def test_percentages_add_up(mini_db):
    rows = mini_db.execute(
        "select sum(percent_of_a), sum(num_items) from labels.confusion "
        "group by collection, variant_a, variant_b, relevance_a"
    ).fetchall()
    assert rows
    assert all(total == pytest.approx(100) for total, items in rows if items)
    assert all(total is None for total, items in rows if not items)
    shares = mini_db.execute("select sum(percent) from labels.grade_counts group by collection, variant").fetchall()
    assert [share for (share,) in shares] == pytest.approx([100.0] * len(shares))


def test_overlap_counts_both_sides(mini_db):
    ours, theirs = labels_of(mini_db, "mini-docs", "nist"), labels_of(mini_db, "mini-docs", "passages-max")
    row = mini_db.execute(
        "select num_a, num_b, num_both, num_equal, num_only_a, num_only_b from labels.overlap "
        "where collection = 'mini-docs' and variant_a = 'nist' and variant_b = 'passages-max'"
    ).fetchone()
    equal = sum(ours[key] == theirs[key] for key in ours.keys() & theirs.keys())
    assert row == (
        len(ours),
        len(theirs),
        len(ours.keys() & theirs.keys()),
        equal,
        len(ours.keys() - theirs.keys()),
        len(theirs.keys() - ours.keys()),
    )


@pytest.mark.real
def test_grades_of_2021_passages(real_db):
    rows = real_db.execute(
        "select relevance, num_items from labels.grade_counts where collection = 'trec2021-passages' order by 1"
    ).fetchall()
    assert rows == [(0, 4338), (1, 3063), (2, 2341), (3, 1086)]
