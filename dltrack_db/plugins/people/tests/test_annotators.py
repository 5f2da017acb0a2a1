"""The alternative annotator test and the difference of two kappas, compared with numpy, scipy and values by hand."""

from __future__ import annotations

import gzip
import itertools

import duckdb
import numpy
import pytest
from corpora_tables import insert
from scipy import stats

from tests.asking import asked
from tests.commands import dltrack

COLLECTION = "c"
TOPICS = [f"t{number}" for number in range(8)]


def people_labels(rng):
    """Return labels of four people with gaps, of models and the official ones: {set: {(topic, item): grade}}."""
    items = [(topic, f"d{number}") for topic in TOPICS for number in range(7)]
    truth = {item: int(rng.integers(0, 4)) for item in items}
    sets = {"nist": truth}
    for name, noise, share in (
        ("p1", 0.3, 0.9),
        ("p2", 0.9, 0.8),
        ("p3", 1.4, 1),
        ("p4", 0.6, 0.4),
        ("gpt", 0.5, 0.95),
    ):
        sets[name] = {
            item: int(numpy.clip(round(grade + rng.normal(0, noise)), 0, 3))
            for item, grade in truth.items()
            if rng.random() < share
        }
    sets["always-1"] = dict.fromkeys(items, 1)
    sets["same"] = dict(sets["p1"])  # ties with p1 on every item
    sets["elsewhere"] = {("other", "d0"): 1, ("other", "d1"): 2}
    sets["binary"] = {item: int(grade > 1) for item, grade in truth.items()}
    return sets


@pytest.fixture(scope="module")
def sets():
    return people_labels(numpy.random.default_rng(11))


@pytest.fixture(scope="module")
def con(new_db, sets):
    con = new_db()
    about = {"edition": "e", "task": "docs", "query_set": "q", "min_relevance": 2}
    insert(con, "main.collections", [{"collection": name, **about} for name in (COLLECTION, "empty")])
    levels = {"binary": 1}
    insert(
        con,
        "main.qrels_variants",
        [{"collection": COLLECTION, "variant": name, "min_relevance": levels.get(name, 2)} for name in sets],
    )
    rows = [(name, *item, grade) for name, labels in sets.items() for item, grade in labels.items()]
    columns = ("variant", "query_id", "doc_id", "relevance")
    insert(con, "main.qrels", [{"collection": COLLECTION, **dict(zip(columns, row, strict=True))} for row in rows])
    yield con
    con.close()


def rows(con, query):
    found = con.execute(query)
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def closeness(grade, others, score):
    if score == "rmse":
        return round(-float(numpy.sqrt(numpy.mean([(grade - other) ** 2 for other in others]))), 12)
    return round(float(numpy.mean([grade == other for other in others])), 12)


def adjusted(p_values):
    """Benjamini and Yekutieli 2001, as statsmodels computes it."""
    order, size = numpy.argsort(p_values), len(p_values)
    factor = size * sum(1 / rank for rank in range(1, size + 1))
    scaled = [min(1, p_values[at] * factor / rank) for rank, at in enumerate(order, start=1)]
    smallest = numpy.minimum.accumulate(scaled[::-1])[::-1]
    return dict(zip(order, smallest, strict=True))


def annotator_test(model, people, epsilon, score):
    """Calderon et al. 2025: {person: (items, advantage, p)}, with people of fewer than 30 items left out."""
    found = {}
    for name, own in people.items():
        wins, differences = [], []
        for item, grade in own.items():
            others = [labels[item] for other, labels in people.items() if other != name and item in labels]
            if item not in model or len(others) < 2:
                continue
            by_model, by_person = closeness(model[item], others, score), closeness(grade, others, score)
            wins.append(by_model >= by_person)
            differences.append(int(by_person >= by_model) - int(by_model >= by_person))
        if len(wins) >= 30:
            if len(set(differences)) == 1:
                p_value = 0.0 if differences[0] < epsilon else 1.0
            else:
                p_value = stats.ttest_1samp(differences, epsilon, alternative="less").pvalue
            found[name] = (len(wins), numpy.mean(wins), p_value)
    return found


def winning_rate(tested):
    corrected = adjusted([p for _, _, p in tested.values()])
    return numpy.mean([p <= 0.05 for p in corrected.values()])


@pytest.mark.parametrize(
    ("model", "epsilon", "score"),
    [
        ("gpt", 0.1, "rmse"),
        ("gpt", 0.2, "accuracy"),
        ("nist", 0.2, "rmse"),
        ("always-1", 0.1, "accuracy"),
        ("same", 0, "rmse"),
    ],
)
def test_the_alternative_annotator_test_is_that_of_the_paper(con, sets, model, epsilon, score):
    people = {name: sets[name] for name in ("p1", "p2", "p3", "p4")}
    want = annotator_test(sets[model], people, epsilon, score)
    corrected = dict(zip(want, [p for _, p in sorted(adjusted([p for *_, p in want.values()]).items())], strict=True))
    constants = {
        grade: winning_rate(annotator_test(dict.fromkeys(sets[model], grade), people, epsilon, score))
        for grade in range(4)
    }
    answer = rows(con, f"from labels.alt_test({list(people)}, '{model}', epsilon := {epsilon}, score := '{score}')")
    got = {row["person"]: row for row in answer}
    assert set(got) == set(people) and {row["collection"] for row in answer} == {COLLECTION}
    for person, (items, advantage, p_value) in want.items():
        row = got[person]
        assert row["num_items"] == items and row["num_topics"] == len(TOPICS) and row["note"] is None
        assert row["advantage"] == pytest.approx(advantage, abs=1e-12)
        assert row["p_value"] == pytest.approx(p_value, rel=1e-9, abs=1e-15)
        assert row["p_adjusted"] == pytest.approx(corrected[person], rel=1e-9, abs=1e-15)
        assert row["advantage_probability"] == pytest.approx(numpy.mean([share for _, share, _ in want.values()]))
        assert row["winning_rate"] == pytest.approx(winning_rate(want))
        assert row["constant_winning_rate"] == pytest.approx(max(constants.values()))
        assert row["constant_grade"] == max(grade for grade in constants if constants[grade] == max(constants.values()))


def test_a_person_with_few_items_is_listed_and_not_tested(con):
    (row,) = rows(con, "from labels.alt_test(['p1', 'p2', 'p3', 'p4'], 'gpt') where person = 'p4'")
    assert row["num_items"] < 30 and row["note"] == "not tested: fewer than 30 items"
    assert row["p_value"] is None and row["p_adjusted"] is None and row["winning_rate"] is not None


def test_equal_differences_are_decided_by_epsilon(new_db):
    """Three people who agree everywhere, and a model that always is as close, or always farther."""
    con = new_db()
    about = {"collection": COLLECTION, "edition": "e", "task": "docs", "query_set": "q", "min_relevance": 2}
    insert(con, "main.collections", [about])
    grades = {"a": 1, "b": 1, "c": 1, "as-close": 1, "farther": 3}
    insert(
        con,
        "main.qrels_variants",
        [{"collection": COLLECTION, "variant": name, "min_relevance": 2} for name in grades],
    )
    insert(
        con,
        "main.qrels",
        [
            {"collection": COLLECTION, "variant": name, "query_id": "1", "doc_id": f"d{item}", "relevance": grade}
            for name, grade in (grades | {"as-close": 1}).items()
            for item in range(30)
        ]
        + [{"collection": COLLECTION, "variant": "as-close", "query_id": "2", "doc_id": "d", "relevance": 3}],
    )
    query = (
        "select distinct p_value, winning_rate, advantage_probability, note from labels.alt_test(['a', 'b', 'c'], '{}')"
    )
    note = "the items belong to only 1 topics; the p-values describe only these topics"
    assert con.execute(query.format("as-close")).fetchall() == [(0.0, 1.0, 1.0, note)]
    assert con.execute(query.format("farther")).fetchall() == [(1.0, 0.0, 0.0, note)]
    con.close()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("['p1', 'p2'], 'gpt'", "at least 3 people, and 2 are named"),
        ("['p1', 'p2', 'p1'], 'gpt'", "at least 3 people, and 2 are named"),
        ("['p1', 'p2', 'p3'], 'elsewhere'", "only 0 of 3 people have so many; number of such items: p1 0, p2 0, p3 0"),
        ("['p1', 'p2', 'p4'], 'gpt'", r"only 0 of 3 people have so many; number of such items: p1 \d+"),
        ("['p1', 'p2', 'gpt'], 'gpt'", "'gpt' is also one of the people"),
        (
            "['p1', 'p2', 'p3'], 'binary'",
            "'p1' and 'binary' have different scales: grades 0 to 3, relevant from 2 on, and",
        ),
        ("['p1', 'p2', 'p3'], 'elsewere'", "there is no set of labels 'elsewere'; did you mean elsewhere"),
        ("['p1', 'p2', 'p3'], 'gpt', score := 'mse'", "score must be 'rmse' or 'accuracy', not 'mse'"),
        ("['p1', 'p2', 'p3'], 'gpt', epsilon := 1.5", "epsilon must be from 0 to 1, not 1.5"),
    ],
)
def test_what_cannot_be_tested_is_an_error(con, call, message):
    with pytest.raises(duckdb.InvalidInputException, match=message):
        con.execute(f"select count(*) from labels.alt_test({call})")


def kappa(cells):
    total = cells.sum()
    expected = (cells.sum(0) * cells.sum(1)).sum() / total**2
    return (numpy.trace(cells) / total - expected) / (1 - expected)


def topic_cells(sets, judge, items):
    cells = numpy.zeros((len(TOPICS), 4, 4))
    for item in items:
        cells[TOPICS.index(item[0]), sets["nist"][item], sets[judge][item]] += 1
    return cells


def test_two_judges_are_compared_by_kappa_over_whole_topics(con, sets):
    items = [item for item in sets["nist"] if item in sets["gpt"] and item in sets["p2"]]
    a, b = topic_cells(sets, "gpt", items), topic_cells(sets, "p2", items)
    difference = kappa(a.sum(0)) - kappa(b.sum(0))
    exchanged = [  # all ways to exchange both judges in topics
        kappa(sum(y if swap else x for x, y, swap in zip(a, b, swaps, strict=True)))
        - kappa(sum(x if swap else y for x, y, swap in zip(a, b, swaps, strict=True)))
        for swaps in itertools.product([False, True], repeat=len(TOPICS))
    ]
    exact = numpy.mean([abs(value) >= abs(difference) - 1e-12 for value in exchanged])
    (row,) = rows(con, f"from labels.judge_difference('{COLLECTION}', 'gpt', 'p2')")
    assert row["difference"] == pytest.approx(difference, abs=1e-12)
    assert row["p_value"] == pytest.approx(exact, abs=0.03)
    assert (row["num_pairs"], row["num_topics"]) == (len(items), len(TOPICS))
    rng = numpy.random.default_rng(0)
    drawn = [kappa(a[at].sum(0)) - kappa(b[at].sum(0)) for at in rng.integers(0, len(TOPICS), size=(4000, len(TOPICS)))]
    assert row["low"] == pytest.approx(numpy.quantile(drawn, 0.025), abs=0.02)
    assert row["high"] == pytest.approx(numpy.quantile(drawn, 0.975), abs=0.02)
    again = rows(con, f"from labels.judge_difference('{COLLECTION}', 'p2', 'gpt')")[0]
    assert again["difference"] == -row["difference"] and again["p_value"] == row["p_value"]
    assert rows(con, f"from labels.judge_difference('{COLLECTION}', 'gpt', 'p2')")[0] == row
    other = rows(con, f"from labels.judge_difference('{COLLECTION}', 'gpt', 'p2', truth := 'p3', resamples := 50)")[0]
    assert other["num_pairs"] == len(items) and other["difference"] != row["difference"]


def test_equal_judges_do_not_differ(con):
    (row,) = rows(con, f"from labels.judge_difference('{COLLECTION}', 'p1', 'same', resamples := 50)")
    assert (row["difference"], row["low"], row["high"], row["p_value"]) == (0, 0, 0, 1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("'c', 'gpt', 'gpt'", "'gpt' is compared with itself"),
        ("'c', 'gpt', 'nist'", "'nist' would be compared with itself"),
        ("'c', 'gpt', 'p1', truth := 'p1'", "'p1' would be compared with itself"),
        (
            "'c', 'gpt', 'elsewhere'",
            "'gpt', 'elsewhere' and 'nist' have no item of c in common: they grade .*, 2 and 56",
        ),
        ("'c', 'gpt', 'always-1'", "'always-1' assigns the same grade to all .* common items"),
        ("'c', 'gpt', 'binary'", "'gpt' and 'binary' have different scales"),
        ("'c', 'gpt', 'p9'", "there is no set of labels 'p9'"),
        ("'d', 'gpt', 'p1'", "there is no collection 'd'"),
        ("'empty', 'gpt', 'p1'", "there is no set of labels 'gpt'"),
    ],
)
def test_judges_that_cannot_be_compared_are_an_error(con, call, message):
    with pytest.raises(duckdb.InvalidInputException, match=message):
        con.execute(f"select count(*) from labels.judge_difference({call}, resamples := 20)")


def test_values_of_eight_people_are_as_checked_by_others(real_data, tmp_path):
    """GPT-4o wins against 1 and 4 of 8 people, NIST against 0 and 2, and a judge who always says 1 against 1 and 7."""
    db = tmp_path / "x.duckdb"
    for edition, folder in (("trec2019", ""), ("dl19-people", "people")):
        assert dltrack("ingest", edition, "--parts", "qrels", "--from", real_data / folder, "--db", db).returncode == 0
    labels = real_data / "llm-methods" / "gpt-4o" / "dl19" / "umbrela_zeroshot_dl19.clean.json.gz"
    with gzip.open(labels, "rt") as lines:
        (tmp_path / "gpt-4o-umbrela-zeroshot").write_text("".join(lines))
    done = dltrack(
        "ingest", "qrels", tmp_path / "gpt-4o-umbrela-zeroshot", "-c", "trec2019-passages", "--kind", "llm", "--db", db
    )
    assert done.returncode == 0, done.stderr
    people = [f"dl19-people-{person}-again" for person in range(1, 9)]
    query = (
        "select any_value(winning_rate) * 8, any_value(constant_winning_rate) * 8, any_value(constant_grade), "
        "round(any_value(advantage_probability), 6), min(num_items), max(num_topics) "
        "from labels.alt_test({}, '{}', epsilon := {})"
    )
    wins = {
        (model, epsilon): asked(db, query.format(people, model, epsilon))[0]
        for model in ("gpt-4o-umbrela-zeroshot", "nist")
        for epsilon in (0.1, 0.2)
    }
    assert wins == {
        ("gpt-4o-umbrela-zeroshot", 0.1): (1, 1, 1, 0.700133, 188, 3),
        ("gpt-4o-umbrela-zeroshot", 0.2): (4, 7, 1, 0.700133, 188, 3),
        ("nist", 0.1): (0, 1, 1, 0.625665, 188, 3),
        ("nist", 0.2): (2, 7, 1, 0.625665, 188, 3),
    }
    main = [f"dl19-people-{person}" for person in range(1, 9)]
    with pytest.raises(
        duckdb.InvalidInputException, match="only 0 of 8 people have so many; number of such items: dl19-people-1 0, "
    ):
        asked(db, f"from labels.alt_test({main}, 'gpt-4o-umbrela-zeroshot')")
