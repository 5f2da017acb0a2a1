"""Preferences: read in every form, refused with their line, turned one way, counted, and their strengths estimated."""

from __future__ import annotations

import itertools
import json
import random
from contextlib import closing

import duckdb
import numpy as np
import pytest
from scipy import optimize
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from dltrack_db.errors import ValidationError
from dltrack_db.store.verify import verify
from tests.asking import asked
from tests.loading.mini_edition import Mini

VOTES = (
    "select query_id, item_a, item_b, judge, dimension, winner, is_ordered, is_aggregate "
    "from main.preferences order by all"
)
CROWD = {
    "query_id": "1", "response_a": "x", "response_b": "y", "worker": ["v", "w"], "submission_id": "s",
    "clarity_vote": ["A", "N"], "clarity_p_a": 0.4, "clarity_gold": "b",
}  # fmt: skip


@pytest.fixture
def db(tmp_path):
    return Mini(tmp_path / "files").put_loaded(tmp_path / "x.duckdb")


def call(db, *arguments):
    return CliRunner().invoke(app, [*map(str, arguments), "--db", str(db)], catch_exceptions=False)


def ingest(db, text, *options, name="mine.txt"):
    (db.parent / name).write_text(text)
    return call(db, "ingest", "preferences", db.parent / name, "-c", "mini-docs", *options)


@pytest.mark.campaign
def test_every_form_is_read_as_it_was_shown(db):
    more = '{"topic": "2", "item_a": "y", "item_b": "x", "inference": "alone", "depth": "tie", "width": null}'
    forms = ("1 D2 D1\n", "1 D1 D3 b\n1 D1 D4 D1\n", "@ 1 D3 D4 !\n@ 1 D4 D2 =\n", f"{json.dumps(CROWD)}\n{more}\n")
    folder = db.parent / "forms"
    folder.mkdir()
    for number, text in enumerate(forms):
        (folder / f"form{number}.txt").write_text(text)
    done = call(db, "ingest", "preferences", folder, "-c", "mini-docs", "--judge", "gpt")
    assert done.exit_code == 0 and "preferences: 9 rows from 4 files" in done.output
    assert asked(db, VOTES) == [
        ("1", "D1", "D3", "gpt", "overall", "b", True, False),
        ("1", "D1", "D4", "gpt", "overall", "a", True, False),
        ("1", "D2", "D1", "gpt", "overall", "a", False, False),
        ("1", "D3", "D4", "gpt", "overall", "a", False, False),
        ("1", "D4", "D2", "gpt", "overall", "tie", False, False),
        ("1", "x", "y", "gold", "clarity", "b", True, True),
        ("1", "x", "y", "v", "clarity", "a", True, False),
        ("1", "x", "y", "w", "clarity", "tie", True, False),
        ("2", "y", "x", "gpt/alone", "depth", "tie", True, False),
    ]
    assert asked(db, "select share_equal, share_opposite from preferences.gold_agreement order by judge") == [
        (0.0, 1.0),
        (0.0, 0.0),
    ]
    assert verify(db) == []


FIRST = {"@": "@ 1 D1 D2 !", "{": '{"query_id": "2", "item_a": "x", "item_b": "y", "q": "a"}', "": "1 D1 D2 a"}
BAD = (
    ("1 D1", "2 fields, where the file has 4 fields (topic, two items, winner)"),
    # a line that lost its winner, a form of another file
    ("1 D1 D2", "3 fields (topic, winner, loser), where the file has 4 fields"),
    ("@ 1 D1 D2 =\n1 D1 D2 D1", "@, topic, better, other and ! or =, where the file has 4 fields"),
    ("1 D1 D2 D3", "winner 'D3' by overall is neither a, b, tie nor one of the two items"),
    ("@ 1 D1 D2 ?", "winner '?' by overall"),
    ("1 D1 D1 a", "item D1 is compared with itself"),
    ('{"query_id": "1", "item_a": "x"', "not a line of JSON"),
    ('{"query_id": "1", "item_a": "x", "q": "a"}', "a pair without item_a and item_b"),
    ('{"item_a": "x", "item_b": "y", "q": "a"}', "a pair without query_id"),
    ('{"query_id": "1", "item_a": "x", "item_b": "y"}', "a pair without a winner"),
    ('{"query_id": "1", "item_a": "x", "item_b": "y", "q": "NaN"}', "winner 'NaN' by q"),
    ('{"query_id": "1", "item_a": "x", "item_b": "y", "q": 1, "p": "a"}', "winner '1' by q"),
    ('{"query_id": "1", "qid": "2", "item_a": "x", "item_b": "y", "q": "a"}', "a pair of several topics: 1, 2"),
    ('{"query_id": "1", "item_a": "x", "item_b": "y", "q": "a", "q": "b"}', "the key q occurs twice"),
    (json.dumps(CROWD | {"worker": ["v"]}), "2 votes on clarity by 1 workers"),
    (json.dumps(CROWD | {"clarity_vote": ["A", None]}), "winner 'null' by clarity"),
)


@pytest.mark.more
@pytest.mark.usefixtures("all_told")
def test_what_is_no_preference_is_refused_with_its_line(unchanged):
    """Each in a file of its own, after a line that is well."""
    folder = unchanged.parent / "preferences"
    folder.mkdir()
    for number, (line, _) in enumerate(BAD):
        first = next(text for mark, text in FIRST.items() if (line.startswith(mark) and "\n" not in line) or not mark)
        (folder / f"bad{number:02}.txt").write_text(f"{first}\n{line}\n")
    (folder / "threes.txt").write_text("1 D1 D2\n1 D1 tie\n")
    with pytest.raises(ValidationError) as refused:
        call(unchanged, "ingest", "preferences", *sorted(folder.iterdir()), "-c", "mini-docs")
    for number, (_, told) in enumerate(BAD):
        assert f"bad{number:02}.txt:2: {told}" in str(refused.value)
    assert "threes.txt:2: a tie with three fields" in str(refused.value)
    assert asked(unchanged, VOTES) == []


@pytest.mark.campaign
def test_a_file_is_replaced_as_a_whole_and_goes_with_its_collection(db):
    ingest(db, "1 D1 D2\n1 D1 D3\n")
    ingest(db, "1 D4 D2\n", name="other.txt")
    assert ingest(db, "2 D1 D2\n", "--replace").exit_code == 0
    assert [row[:3] for row in asked(db, VOTES)] == [("1", "D4", "D2"), ("2", "D1", "D2")]
    assert call(db, "verify").exit_code == 0
    assert call(db, "drop", "mini").exit_code == 0
    assert asked(db, VOTES) == []


@pytest.fixture
def votes(empty_db):
    """Random votes of three judges on seven items, some pairs both ways and some never."""
    made = random.Random(5)
    rows = set()
    for judge, (a, b) in itertools.product("uvw", itertools.permutations("ABCDEFG", 2)):
        if made.random() < 0.5:
            winner = made.choices(["a", "b", "tie"], [3, 2, 1] if a < b else [2, 3, 1])[0]
            rows.add((a, b, judge, winner))
    empty_db.executemany(
        "insert into main.preferences select 'c', 's', 'q', $1, $2, $3, 'd', 1, $4, true, false",
        [list(r) for r in rows],
    )
    return empty_db, sorted(rows)


def test_turning_pair_and_winner_together_changes_nothing(votes):
    con, rows = votes
    told = "from preferences.oriented order by all"
    kept = "select * exclude (is_first) from preferences.oriented order by all"
    before, rates = con.execute(told).fetchall(), con.execute("from preferences.win_rates").fetchall()
    turned = (
        "update main.preferences set item_a = item_b, item_b = item_a, "
        "winner = case winner when 'a' then 'b' when 'b' then 'a' else winner end"
    )
    same = con.execute(kept).fetchall()
    con.execute(turned)
    assert con.execute(kept).fetchall() == same
    assert con.execute("from preferences.win_rates").fetchall() == rates
    con.execute(turned)
    assert con.execute(told).fetchall() == before
    wins = sum(winner != "tie" for *_, winner in rows)
    assert con.execute("select sum(wins), sum(losses), sum(ties) from preferences.win_rates").fetchone() == (
        wins,
        wins,
        2 * (len(rows) - wins),
    )


def test_win_rates_bias_and_majority_are_counted(votes):
    con, rows = votes
    for item, rate in con.execute("select item, win_rate from preferences.win_rates").fetchall():
        gained = [{"tie": 0.5, "a": a == item, "b": b == item}[winner] for a, b, _, winner in rows if item in (a, b)]
        assert rate == pytest.approx(sum(gained) / len(gained), abs=1e-12)
    first = [winner for *_, winner in rows if winner != "tie"]
    by_pair = {(a, b, judge): winner for a, b, judge, winner in rows}
    both = [
        (winner, by_pair[b, a, judge])
        for (a, b, judge), winner in by_pair.items()
        if a < b and (b, a, judge) in by_pair
    ]
    consistent = [{"a": "b", "b": "a", "tie": "tie"}[one] == other for one, other in both]
    assert con.execute(
        "select * exclude (collection, source, dimension) from preferences.position_bias"
    ).fetchall() == [
        (len(rows), len(rows) - len(first), first.count("a") / len(first), len(both), sum(consistent) / len(both))
    ]
    for item, other, said in con.execute("select item, other, preference from preferences.majority").fetchall():
        cast = [
            0 if winner == "tie" else 1 if (winner == "a") == (a == item) else -1
            for a, b, _, winner in rows
            if {a, b} == {item, other}
        ]
        assert said == next((value for value in (1, 0, -1) if 2 * cast.count(value) > len(cast)), None)


def test_cycles_are_those_of_all_triples(votes):
    con, _ = votes
    beats = {
        (item, other) if said > 0 else (other, item)
        for item, other, said in con.execute("select item, other, preference from preferences.majority").fetchall()
        if said
    }
    triples = [
        sum(pair in beats for pair in itertools.permutations(three, 2) if pair in {(x, y), (y, z), (z, x)})
        for three in itertools.combinations("ABCDEFG", 3)
        for x, y, z in [three]
        if all((a, b) in beats or (b, a) in beats for a, b in itertools.combinations(three, 2))
    ]
    cycles = sum(forward in (0, 3) for forward in triples)
    assert con.execute("select num_cycles, num_triples from preferences.cycles").fetchall() == [(cycles, len(triples))]
    assert 0 < cycles < len(triples)


def merits_of_highest_likelihood(votes, prior):
    """Merits and standard errors of rows of item, other and wins of item, by numpy."""
    places = {item: place for place, item in enumerate(sorted({item for vote in votes for item in vote[:2]}))}
    number = len(places)
    won = np.zeros((number, number))
    for item, other, share in votes:
        won[places[item], places[other]] += share
        won[places[other], places[item]] += 1 - share
    counts, wins = won + won.T, won.sum(1)

    def loss(merits):
        given = prior * (merits - 2 * np.logaddexp(0, merits)).sum()
        return (won * np.logaddexp(0, merits - merits[:, None])).sum() - given

    def derived(merits):
        shares = 1 / (1 + np.exp(merits - merits[:, None]))
        against_prior = 1 / (1 + np.exp(-merits))
        slope = wins - (counts * shares).sum(1) + prior - 2 * prior * against_prior
        curvature = -counts * shares * (1 - shares)
        curvature[np.diag_indices(number)] = 2 * prior * against_prior * (1 - against_prior) - curvature.sum(1)
        return slope, curvature

    best = optimize.minimize(loss, np.zeros(number), method="BFGS", options={"gtol": 1e-9}).x
    for _ in range(5):
        slope, curvature = derived(best)
        best = best + np.linalg.pinv(curvature) @ slope
    centred = np.eye(number) - 1 / number
    errors = np.sqrt(np.diag(centred @ np.linalg.pinv(derived(best)[1]) @ centred))
    return best - best.mean(), errors


@pytest.mark.more
@pytest.mark.parametrize("prior", [0, 0.1, 2])
def test_strengths_are_those_of_highest_likelihood(votes, prior):
    con, rows = votes
    won = [(a, b, {"a": 1, "b": 0, "tie": 0.5}[winner]) for a, b, _, winner in rows]
    merits, errors = merits_of_highest_likelihood(won, prior)
    asked = f"from preferences.strengths_by(prior_wins := {prior}) order by item"
    found = con.execute(asked).fetchnumpy()
    assert found["merit"] == pytest.approx(merits, abs=1e-9)
    assert found["standard_error"] == pytest.approx(errors, abs=1e-9)
    assert found["high"] - found["low"] == pytest.approx(2 * 1.959963984540054 * found["standard_error"])
    assert found["num_steps"].max() < 20
    assert con.execute(asked).fetchall() == con.execute(asked).fetchall()  # the same bits


@pytest.mark.campaign
def test_many_topics_are_estimated_side_by_side(empty_db):
    """Made up: 28 topics of six items and one of 18, one item of each never lost, some pairs never met."""
    chance = random.Random(10)
    topics = {
        f"q{topic:02}": [
            (f"i{one:02}", f"i{two:02}", 1 if one == 0 else chance.choice([0, 0, 0.5, 1, 1, 1]))
            for one, two in itertools.combinations(range(18 if topic == 28 else 6), 2)
            for _ in range(chance.randint(0 if one else 1, 5))
        ]
        for topic in range(29)
    }
    said = {1: "a", 0: "b", 0.5: "tie"}
    rows = [(topic, *vote[:2], said[vote[2]]) for topic, votes in topics.items() for vote in votes]
    empty_db.execute(
        "insert into main.preferences select 'c', 's', unnest($1), unnest($2), unnest($3), 'j', 'd', 1, unnest($4), "
        "true, false",
        [list(column) for column in zip(*rows, strict=True)],
    )
    found = empty_db.execute("from preferences.strengths order by query_id, item").fetchnumpy()
    assert found["num_steps"].max() < 40
    for topic, votes in topics.items():
        merits, errors = merits_of_highest_likelihood(votes, 0.1)
        its = found["query_id"] == topic
        assert found["merit"][its] == pytest.approx(merits, abs=1e-8), topic
        assert found["standard_error"][its] == pytest.approx(errors, abs=1e-8), topic


def test_strengths_that_do_not_exist_are_null_with_a_reason_and_leave_others_alone(empty_db):
    """A chain, one with a tie, two groups that never met; a cycle and one closed by a tie have strengths."""
    topics = {
        "chain": "ABa BCa CDa", "tied": "ABtie ACa BCa", "apart": "ABtie CDtie", "cycle": "ABa BCa CAa",
        "closed": "ABa BCa CAtie",
    }  # fmt: skip
    rows = [(topic, vote[0], vote[1], vote[2:]) for topic, votes in topics.items() for vote in votes.split()]
    empty_db.execute(
        "insert into main.preferences select 'c', 's', unnest($1), unnest($2), unnest($3), 'j', 'd', 1, unnest($4), "
        "true, false",
        [list(column) for column in zip(*rows, strict=True)],
    )
    lacks = (
        "select query_id, bool_and(merit is null and standard_error is null and place is null), "
        "bool_and(reason is null), count(*) from preferences.strengths_by(prior_wins := {}) group by query_id "
        "order by query_id"
    )
    assert empty_db.execute(lacks.format(0)).fetchall() == [
        ("apart", True, False, 4), ("chain", True, False, 4), ("closed", False, True, 3), ("cycle", False, True, 3),
        ("tied", True, False, 3),
    ]  # fmt: skip
    assert {row[1:3] for row in empty_db.execute(lacks.format(0.1)).fetchall()} == {(False, True)}
    closed = [(*vote[:2], {"a": 1, "tie": 0.5}[vote[2:]]) for vote in topics["closed"].split()]
    merits, errors = merits_of_highest_likelihood(closed, 0)
    found = empty_db.execute(
        "from preferences.strengths_by(prior_wins := 0) where query_id = 'closed' order by item"
    ).fetchnumpy()
    assert found["merit"] == pytest.approx(merits, abs=1e-8)
    assert found["standard_error"] == pytest.approx(errors, abs=1e-8)


def test_an_item_that_always_won_has_a_finite_strength_by_the_prior(empty_db):
    empty_db.execute("insert into main.preferences select 'c', 's', 'q', 'A', 'B', 'j', 'd', 1, 'a', true, false")
    (best, worst) = empty_db.execute("select merit, num_steps from preferences.strengths order by place").fetchall()
    assert best[0] == pytest.approx(-worst[0]) and best[0] > 1
    assert best[1] < 20


def test_a_judge_who_was_asked_again_is_consistent_by_the_first_answer(empty_db):
    empty_db.execute(
        "insert into main.preferences select 'c', 's', 'q', a, b, 'j', 'd', session, winner, true, false from (values "
        "('A', 'B', 1, 'a'), ('A', 'B', 2, 'b'), ('B', 'A', 1, 'b'), ('C', 'D', 1, 'a'), ('C', 'D', 2, 'b')"
        ") as votes (a, b, session, winner)"
    )
    told = "select num_votes, num_both_ways, share_consistent from preferences.position_bias"
    assert empty_db.execute(told).fetchall() == [(5, 1, 1.0)]


@pytest.mark.real
@pytest.mark.campaign
@pytest.mark.usefixtures("opened_anew")
def test_printed_agreement_of_crowd_workers_and_a_model_comes_out(real_data, tmp_path):
    """Tables 4 to 6 and 9 of Gienapp et al. (2025); of labels whose bytes nobody knows nothing does."""
    if not (real_data / "crowdrag25").is_dir():
        pytest.skip("needs the files of CrowdRAG-25")
    path = tmp_path / "crowd.duckdb"
    assert call(path, "ingest", "crowdrag25", "--from", real_data / "crowdrag25").exit_code == 0
    assert call(path, "reproduce", "J").exit_code == 0
    statuses = "select status, count(*) from published.compared('J') group by status order by all"
    with closing(duckdb.connect(str(path))) as con:
        assert con.execute(statuses).fetchall() == [("known misprint", 4), ("match", 138)]
        turned = con.execute(
            "select round(min(least(combined_people_turned, individual_people_turned)), 3), "
            "round(max(greatest(combined_people_turned, individual_people_turned)), 3) from exhibits.j_t9"
        )
        assert turned.fetchone() == (0.201, 0.388)
        con.execute("begin; update main.loads set verified = 'counts' where name = 'crowdrag25'")
        assert con.execute(statuses).fetchall() == [("needs data", 142)]
        con.execute("rollback; begin; delete from main.preferences where judge = 'gold'")
        assert con.execute(statuses).fetchall() == [("needs data", 142)]
