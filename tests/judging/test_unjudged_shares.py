"""The unjudged share of the top of a run, counted by hand, and where it is said."""

from __future__ import annotations

import pytest

import dltrack_db as dl
from tests.commands import dltrack

COLLECTION = "sample-passages"


@pytest.fixture(scope="module")
def db(sample_database):
    with dl.open(sample_database) as opened:
        yield opened


def shares_by_hand(db, depth):
    """{run: share of items among the first `depth` that the official labels do not hold, over judged topics}."""
    judged = set(
        db.sql(
            f"select query_id, doc_id from main.qrels where collection = '{COLLECTION}' and variant = 'nist'"
        ).fetchall()
    )
    topics = {topic for topic, _ in judged}
    counts = {}
    for run, topic, item in db.sql(
        f"select run_id, query_id, doc_id from main.rankings where collection = '{COLLECTION}' and rank <= {depth}"
    ).fetchall():
        if topic in topics:
            unjudged, number = counts.get(run, (0, 0))
            counts[run] = (unjudged + ((topic, item) not in judged), number + 1)
    return {run: unjudged / number for run, (unjudged, number) in counts.items()}


@pytest.mark.parametrize("depth", [10, 100])
def test_shares_are_those_counted_by_hand(db, depth):
    rows = db.sql(
        f"select run_id, unjudged_{depth} from judging.unjudged_shares where collection = '{COLLECTION}'"
    ).fetchall()
    assert dict(rows) == pytest.approx(shares_by_hand(db, depth))
    assert any(share > 0 for _, share in rows)


def test_a_large_share_has_a_sentence_and_a_small_one_none(db):
    rows = db.sql("select run_id, unjudged_10, unjudged_100, sentence from judging.unjudged_shares").fetchall()
    assert all((sentence is not None) == (ten > 0.1 or hundred > 0.4) for _, ten, hundred, sentence in rows)
    assert {sentence is None for *_, sentence in rows} == {True, False}
    for run, _, hundred, sentence in rows:
        assert sentence is None or (
            sentence.startswith(f"{run}: ") and f"{hundred:.2f} of the first 100 are unjudged" in sentence
        )


@pytest.mark.more
def test_eval_says_a_large_share_only(db, sample_database, tmp_path):
    for run in ("ibex_p_broken", "alder_p1"):
        lines = db.sql(
            "select query_id, doc_id, rank, score from main.rankings "
            f"where collection = '{COLLECTION}' and run_id = '{run}' order by query_id, rank"
        ).fetchall()
        text = "".join(f"{topic} Q0 {item} {rank} {1000 - rank} mine\n" for topic, item, rank, _ in lines)
        (tmp_path / run).write_text(text)
        done = dltrack("eval", str(tmp_path / run), "-c", COLLECTION, "-m", "map", "--db", str(sample_database))
        assert done.returncode == 0, done.stderr
        assert ("of the first 100 are unjudged" in done.stderr) == (run == "ibex_p_broken"), done.stderr
