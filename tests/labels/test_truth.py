"""Labels compared with chosen sets (`--truth`) and on shared pairs (`--common`), against scikit-learn and scipy."""

from __future__ import annotations

import gzip
import random
from itertools import combinations
from pathlib import Path
from statistics import mean

import mini_track
import numpy as np
import pytest
from corpora_tables import insert
from scipy import stats
from sklearn.metrics import cohen_kappa_score

import dltrack_db
from dltrack_db.ask.judges import compare_labels
from dltrack_db.base import sql_text
from dltrack_db.errors import UsageError

COLLECTION = "mini-passages"
TOPICS = [*mini_track.QUERIES, "q6", "q7", "q8"]
PEOPLE = ["person-1", "person-2", "person-3"]
KINDS = {
    "nist": "human",
    **dict.fromkeys([*PEOPLE, "person-4"], "human"),
    "model": "llm",
    "other": "llm",
    "shares": "llm",
}


@pytest.fixture(scope="module")
def con(new_db):
    """The random track with three people on seven topics, one on two, two models, fractions, and an unrelated set."""
    con = new_db()
    mini_track.build(con)
    rng = random.Random(81)
    official = labels_of(con, "nist") | {
        (q, f"p{i:02d}"): rng.choice([0, 0, 1, 2, 3]) for q in TOPICS[5:] for i in range(22)
    }
    mini_track.add_qrels(
        con, COLLECTION, "nist", {key: grade for key, grade in official.items() if key[0] in TOPICS[5:]}
    )

    def noisy(keys):
        return {key: rng.choice([max(0, official[key]), max(0, official[key]), rng.randrange(4)]) for key in keys}

    seven = [key for key in sorted(official) if key[0] != "q8"]
    sets = {name: noisy(key for key in seven if rng.random() < 0.9) for name in PEOPLE}
    sets["person-4"] = noisy(key for key in seven if key[0] in ("q1", "q2"))
    sets["model"] = noisy(key for key in sorted(official) if rng.random() < 0.95)
    sets["other"] = noisy(sorted(official))
    sets["elsewhere"] = {("q9", f"p{i:02d}"): i % 3 for i in range(9)}
    for name, labels in sets.items():
        mini_track.add_qrels(con, COLLECTION, name, labels)
    rows = [{"variant": "shares", "query_id": q, "doc_id": d, "relevance": 0, "gain": 0.5} for q, d in seven]
    insert(con, "main.qrels", [{"collection": COLLECTION, "iteration": "0"} | row for row in rows])
    insert(
        con,
        "main.qrels_variants",
        [
            {"collection": COLLECTION, "variant": name, "kind": KINDS.get(name), "min_relevance": 2}
            for name in [*KINDS, "elsewhere"]
        ],
    )
    mini_track.derive(con)
    yield con
    con.close()


def labels_of(con, variant):
    query = "select query_id, doc_id, relevance from main.qrels where collection = $1 and variant = $2"
    return {(q, d): grade for q, d, grade in con.execute(query, [COLLECTION, variant]).fetchall()}


def ask(con, **options):
    return compare_labels(con, Path("x"), COLLECTION, **({"part": "study", "measure": "ndcg_cut_10"} | options))


def rows_of(answer):
    return {row["variant"]: row for row in answer.records()}


def kappa(a, b, keys, weights=None):
    """Cohen's kappa by scikit-learn; `weights` by topic."""
    keys = sorted(keys)
    by = None if weights is None else [weights[key[0]] for key in keys]
    return cohen_kappa_score([a[key] for key in keys], [b[key] for key in keys], sample_weight=by)


def shared_keys(*sets):
    return set.intersection(*(set(labels) for labels in sets))


def drawn_topics(con, topics):
    """The weights of each topic in each resampling that SQL uses."""
    query = "select weights from statistics.topic_weights([$1]) where trial >= 0 order by trial"
    return [dict(zip(topics, row, strict=True)) for (row,) in con.execute(query, [len(topics)]).fetchall()]


def test_several_sets_are_a_row_and_others_are_means_on_the_same_pairs(con):
    answer = ask(con, truth=PEOPLE, labels="model,nist")
    people, model = [labels_of(con, name) for name in PEOPLE], labels_of(con, "model")
    shared = shared_keys(*people)
    among = [kappa(a, b, shared) for a, b in combinations(people, 2)]
    row = rows_of(answer)["people"]
    assert [row[name] for name in ("kappa", "kappa_min", "kappa_max")] == pytest.approx(
        [mean(among), min(among), max(among)]
    )
    assert (row["kind"], row["num_pairs"], row["num_topics"], row["bias"], row["tau"]) == (
        "human",
        len(shared),
        7,
        None,
        None,
    )
    keys = shared_keys(*people, model)
    assert len(keys) < len(shared)
    with_people = [kappa(model, one, keys) for one in people]
    row = rows_of(answer)["model"]
    assert [row[name] for name in ("kappa", "kappa_min", "kappa_max")] == pytest.approx(
        [mean(with_people), min(with_people), max(with_people)]
    )
    binary = [
        cohen_kappa_score([model[key] >= 2 for key in sorted(keys)], [one[key] >= 2 for key in sorted(keys)])
        for one in people
    ]
    assert row["kappa_binary"] == pytest.approx(mean(binary))
    assert row["bias"] == pytest.approx(mean(model[key] - one[key] for one in people for key in keys))
    assert row["num_pairs"] == len(keys)
    assert [*rows_of(answer)] == sorted(rows_of(answer), key=lambda name: -rows_of(answer)[name]["kappa"])
    assert answer.notes[0].startswith(
        "do not compare agreement between these rows, which are about different pairs of topic and item "
        f"({len(keys)} to {len(shared)})"
    )
    assert answer.notes[1] == (
        f"3 people graded the same {len(shared)} pairs of 7 topics; the mean kappa of two people is "
        f"{mean(among):.3f}, from {min(among):.3f} to {max(among):.3f}"
    )
    assert answer.title == "mini-passages: agreement with person-1 and 2 others"


def test_intervals_redraw_whole_topics(con):
    rows = rows_of(ask(con, truth=",".join(PEOPLE), labels="model", common=True))
    people, model = [labels_of(con, name) for name in PEOPLE], labels_of(con, "model")
    keys = shared_keys(*people, model)
    draws = drawn_topics(con, sorted({key[0] for key in keys}))[:150]
    items = [{"query_id": query, "doc_id": item} for query, item in keys]
    sql_text.set_variables(con, label_truth=PEOPLE, label_items=items)
    resampled = con.execute("from labels.kappa_interval($1, resamples := 150)", [COLLECTION]).fetchall()
    con.execute("reset variable label_truth; reset variable label_items")
    intervals = {judge: (low, high) for judge, _, _, low, high in resampled}
    for name, pairs in {"people": [*combinations(people, 2)], "model": [(model, one) for one in people]}.items():
        means = [mean(kappa(a, b, keys, weights) for a, b in pairs) for weights in draws]
        assert intervals[name] == pytest.approx(tuple(np.quantile(means, [0.025, 0.975])))
        assert rows[name]["kappa_low"] < rows[name]["kappa"] < rows[name]["kappa_high"]


def test_one_set_takes_the_place_of_the_official_one(con):
    turned, usual = rows_of(ask(con, truth="model"))["nist"], rows_of(ask(con))["model"]
    for name in ("kappa", "kappa_binary", "alpha", "kappa_low", "kappa_high", "num_pairs", "num_topics"):
        assert turned[name] == pytest.approx(usual[name], abs=1e-12)
    assert turned["bias"] == pytest.approx(-usual["bias"])
    assert usual["tau_low"] is None  # resampled rankings are only for chosen sets
    query = (
        "select run_id, avg(value) from labels.query_scores where measure = $3 and collection = $1 and variant = $2 "
    )
    query += "and run_id in (select run_id from main.runs where is_submission) group by run_id order by run_id"
    for measure in ("ndcg_cut_10", "map"):
        row = rows_of(ask(con, truth="other", labels="model", measure=measure))["model"]
        means = [
            [round(value, 12) for _, value in con.execute(query, [COLLECTION, variant, measure]).fetchall()]
            for variant in ("other", "model")
        ]
        assert row["num_runs"] == len(means[0])
        assert row["tau"] == pytest.approx(stats.kendalltau(*means)[0])
        assert row["tau_low"] < row["tau"] < row["tau_high"]
    assert rows_of(ask(con, truth="other", labels="model", measure="P_5"))["model"]["tau"] is not None


def test_other_parts_take_one_set(con):
    shift = ask(con, part="shift", truth="other", labels="nist").records()
    turned = {row["run_id"]: row["shift"] for row in ask(con, part="shift", labels="other").records()}
    assert {row["run_id"]: -row["shift"] for row in shift} == turned
    other, model = labels_of(con, "other"), labels_of(con, "model")
    (row,) = [r for r in ask(con, part="bias", truth="other", labels="model").records() if r["group_name"] == "3"]
    keys = [key for key in shared_keys(other, model) if other[key] == 3]
    assert row["bias"] == pytest.approx(mean(model[key] - 3 for key in keys))
    assert "needs 3 models" in ask(con, part="panel", truth="other").notes[0]


def test_common_pairs(con):
    names = ["nist", "model", "person-1", "person-2"]
    answer = ask(con, labels=names[1:], common=True)
    sets = {name: labels_of(con, name) for name in names}
    keys = shared_keys(*sets.values())
    found = rows_of(answer)
    assert {row["num_pairs"] for row in found.values()} == {len(keys)}
    assert {name: row["kappa"] for name, row in found.items()} == pytest.approx(
        {name: kappa(sets["nist"], sets[name], keys) for name in names[1:]}
    )
    assert answer.notes[:-1] == [
        f"agreement is computed on the {len(keys)} pairs of 7 topics that all 4 sets of labels grade; tau is computed "
        "by all labels of each set"
    ]
    assert any("different pairs of topic and item" in note for note in ask(con, labels=names[1:]).notes)
    assert not any("different pairs of topic and item" in note for note in ask(con, labels="other").notes)


def test_as_many_pairs_may_be_different_pairs(con):
    con.execute("begin")
    keys = sorted(labels_of(con, "nist"))
    for name, part in (("first", keys[:60]), ("last", keys[-60:])):
        mini_track.add_qrels(con, COLLECTION, name, {key: number % 4 for number, key in enumerate(part)})
        insert(con, "main.qrels_variants", [{"collection": COLLECTION, "variant": name}])
    notes = ask(con, labels="first,last").notes
    con.execute("rollback")
    assert notes[0].startswith(
        "do not compare agreement between these rows, which are about different pairs of topic and item (60 to 60); "
    )


def test_few_topics_have_no_interval(con):
    answer = ask(con, truth="person-4", labels="model")
    row = rows_of(answer)["model"]
    assert (row["num_topics"], row["kappa_low"], row["kappa_high"]) == (2, None, None) and row["kappa"] is not None
    assert "kappa has no interval over 2 topics; an interval needs at least 6" in answer.notes


def test_sets_with_nothing_in_common_are_counted(con):
    answer = ask(con, truth=["person-1", "person-2"])
    assert "elsewhere" not in rows_of(answer)
    assert "no pairs in common with person-1 and person-2: elsewhere (9 labels)" in answer.notes
    assert rows_of(ask(con))["elsewhere"]["num_pairs"] == 0  # without a chosen set, its row stays
    fractions = ask(con, truth="shares", labels="model")
    assert rows_of(fractions)["model"]["kappa"] is None
    assert any(note.startswith("no kappa, alpha and bias for shares: ") for note in fractions.notes)


def test_models_are_not_called_people(con):
    answer = ask(con, truth="model,other", measure="P_5")
    assert "truth" in rows_of(answer) and "people" not in rows_of(answer)
    assert any(note.startswith("2 sets of labels graded the same ") for note in answer.notes)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"truth": "person"},
            "'person' may mean 4 sets of labels of mini-passages; name one or more: person-1, person-2",
        ),
        ({"truth": "modle"}, "mini-passages has no labels 'modle'; did you mean model?"),
        ({"labels": "nist"}, "'nist' cannot be compared with itself"),
        ({"truth": "model,other", "labels": "model"}, "'model' cannot be compared with itself"),
        ({"truth": "model,other", "part": "bias"}, "the part 'bias' needs one reference, but --truth names 2 sets"),
        ({"labels": "model,other", "part": "shift"}, "the part 'shift' needs one set of labels"),
        (
            {"labels": "model", "part": "shift", "common": True},
            "--common selects items, but the part 'shift' compares ranks; leave out --common",
        ),
        ({"labels": "model,other", "cuts": "1"}, "cut points need one set of labels"),
        (
            {"truth": "person-1,elsewhere"},
            r"graded by all of person-1 \(\d+ labels\), elsewhere \(9 labels\); the view labels.overlap contains",
        ),
        ({"truth": PEOPLE, "labels": "elsewhere"}, r"by all of person-1 .*, elsewhere \(9 labels\)"),
        ({"common": True}, r"no pair of topic and item is graded by all of elsewhere \(9 labels\), model"),
        ({"truth": ["nist", "msmarco", *KINDS, "elsewhere"]}, "--truth names all sets of labels of mini-passages"),
    ],
)
def test_what_cannot_be_compared_is_refused(con, options, message):
    with pytest.raises(UsageError, match=message):
        ask(con, **options)
    assert con.execute("select getvariable('label_truth'), getvariable('label_items')").fetchall() == [(None, None)]


def test_the_query_gives_the_same_rows_in_any_shell(con):
    answer = ask(con, truth=PEOPLE, labels="model")
    assert con.execute(answer.query).fetchall() == answer.rows
    con.execute("reset variable label_truth; reset variable label_items; reset variable label_cuts")


def test_a_set_named_people_is_not_mixed_up_with_its_row(con):
    con.execute("begin")
    insert(con, "main.qrels_variants", [{"collection": COLLECTION, "variant": "people"}])
    with pytest.raises(UsageError, match="need a row 'people', but labels with this name exist; rename the labels"):
        ask(con, truth=PEOPLE)
    con.execute("rollback")


@pytest.mark.more
def test_python_takes_lists(judged_database):
    with dltrack_db.open(judged_database) as db:
        names = [
            name for (name,) in db.sql("select variant from labels.known_variants where not is_official").fetchall()
        ]
        frame = db.judges("sample-passages", truth=names[:2], common=True)
        assert "truth" in frame["variant"].to_list() or "people" in frame["variant"].to_list()
        assert frame.equals(db.judges("sample-passages", truth=",".join(names[:2]), common=True))


def read(path):
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        return {(line.split()[0], line.split()[2]): int(float(line.split()[3])) for line in lines if line.strip()}


@pytest.mark.real
def test_eight_people_of_2019_and_a_model_of_2021(real_data, new_db):
    folder = real_data / "people"
    if not folder.exists():
        pytest.skip("needs shared/data/people")
    con = new_db()
    mini_track.add_collections(con)
    people = [f"p-{i}" for i in range(1, 9)]
    for number, name in enumerate(people, 1):
        mini_track.add_qrels(con, COLLECTION, name, read(folder / f"agreement-{number}.qrels"))
    models = real_data / "llm-methods" / "gpt-4o"
    mini_track.add_qrels(con, COLLECTION, "gpt-4o", read(models / "dl19" / "umbrela_zeroshot_dl19.clean.json.gz"))
    mini_track.add_qrels(con, COLLECTION, "nist", read(real_data / "deep" / "2019qrels-pass.txt"))
    mini_track.add_qrels(con, "mini-docs", "nist", read(real_data / "deep" / "2021.qrels.pass.final.txt"))
    mini_track.add_qrels(con, "mini-docs", "gpt-4o", read(models / "dl21" / "umbrela_zeroshot_dl21.clean.json.gz"))
    kinds = {**dict.fromkeys([*people, "nist"], "human"), "gpt-4o": "llm"}
    rows = [{"collection": c, "variant": v, "kind": k} for c in (COLLECTION, "mini-docs") for v, k in kinds.items()]
    insert(con, "main.qrels_variants", rows)
    answer = ask(con, truth=people)
    found = {
        name: (round(row["kappa"], 4), row["num_pairs"], row["num_topics"]) for name, row in rows_of(answer).items()
    }
    assert found == {"people": (0.2419, 188, 3), "gpt-4o": (0.2188, 188, 3), "nist": (0.1648, 188, 3)}
    people_row = rows_of(answer)["people"]
    assert (round(people_row["kappa_min"], 4), round(people_row["kappa_max"], 4)) == (0.0896, 0.5352)
    assert round(rows_of(ask(con, labels=[*people, "gpt-4o"], common=True))["gpt-4o"]["kappa"], 4) == 0.0688
    row = con.execute(
        "select num_topics, round(kappa, 4), kappa_low, kappa_high from labels.kappa_interval('mini-docs') "
        "where judge = 'gpt-4o'"
    ).fetchone()
    assert row == (53, 0.3712, pytest.approx(0.315, abs=0.005), pytest.approx(0.423, abs=0.005))
    con.close()
