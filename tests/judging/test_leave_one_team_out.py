"""Leave one team out against labels reduced in Python and scored by pytrec_eval."""

from __future__ import annotations

from collections import defaultdict

import mini_track
import pytest
import pytrec_eval
from scipy.stats import kendalltau

MEASURES = {"map": "map", "P_10": "P_10", "ndcg_cut_10": "ndcg_cut_10"}
DEPTH = 3


TEAMLESS = {
    "none": "select 1",
    # what a team is called is no name of a run: this one is not the other's
    "one": "update main.runs set team = nullif(if(team = 'beta', 'alpha0', team), 'alpha') where run_id <> 'alpha1' "
    "and run_id <> 'alpha2'",
    "all": "update main.runs set team = null",
}


@pytest.fixture(scope="module", params=TEAMLESS)
def mini_db(request, new_db):
    """The mini track with the team of no run, of one run or of all runs unknown."""
    con = new_db()
    mini_track.build(con)
    # a team may have a run that it did not submit
    con.execute("update main.runs set team = 'gamma' where run_id = 'theirs'")
    con.execute(TEAMLESS[request.param])
    yield con
    con.close()


@pytest.fixture(scope="module")
def track(mini_db):
    """Runs, teams and labels of the mini track's passages, in Python."""
    runs = defaultdict(lambda: defaultdict(dict))
    for run, query, item, score in mini_db.execute(
        "select run_id, query_id, doc_id, score from main.rankings where collection = 'mini-passages'"
    ).fetchall():
        runs[run][query][item] = score
    teams = dict(
        mini_db.execute(
            "select run_id, if(team is null, 'run ' || run_id, team) from main.runs "
            "where collection = 'mini-passages' and is_submission"
        ).fetchall()
    )
    qrels = defaultdict(dict)
    for query, item, grade in mini_db.execute(
        "select query_id, doc_id, relevance from main.qrels where collection = 'mini-passages' and variant = 'nist'"
    ).fetchall():
        qrels[query][item] = grade
    return runs, teams, qrels


def pooled_items(mini_db, track, depth):
    """{(query, item): teams} for the judged items within the depth."""
    _, teams, qrels = track
    having = defaultdict(set)
    for run, query, item in mini_db.execute(
        "select run_id, query_id, doc_id from metrics.ranked where collection = 'mini-passages' and rank <= ?", [depth]
    ).fetchall():
        if run in teams and item in qrels[query]:
            having[query, item].add(teams[run])
    return having


def unique_items(mini_db, track, depth):
    """{(query, item): team} for those that one team alone has there."""
    return {key: next(iter(names)) for key, names in pooled_items(mini_db, track, depth).items() if len(names) == 1}


def means(track, qrels):
    """{measure: {run: mean over the topics of the full labels}}, binary measures at grade 2."""
    runs, teams, full = track
    # positional arguments of the scorer: labels, measures, relevance level
    binary = pytrec_eval.RelevanceEvaluator(qrels, {"map", "P.10"}, 2)
    graded = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.10"})
    result = {measure: {} for measure in MEASURES}
    for run in teams:
        scores = binary.evaluate(runs[run]), graded.evaluate(runs[run])
        for measure in MEASURES:
            values = [topic[measure] for part in scores for topic in part.values() if measure in topic]
            result[measure][run] = sum(values) / len(full)
    return result


@pytest.mark.parametrize("depth", [1, DEPTH, 10])
def test_unique_items(mini_db, track, depth):
    rows = mini_db.execute(
        f"select query_id, doc_id, team, relevance, is_relevant from judging.unique_items({depth}) "
        "where collection = 'mini-passages'"
    ).fetchall()
    assert {(q, d): team for q, d, team, _, _ in rows} == unique_items(mini_db, track, depth)
    assert all(grade == track[2][q][d] and relevant == (grade >= 2) for q, d, _, grade, relevant in rows)


def test_scores_ranks_and_drops(mini_db, track):
    _, teams, qrels = track
    unique = unique_items(mini_db, track, DEPTH)
    assert len(set(unique.values())) > 1
    official = means(track, qrels)
    rows = mini_db.execute(
        "select omitted_team, measure, run_id, value, official_value, rank, official_rank, drop "
        f"from judging.leave_one_team_out_scores({DEPTH}) where collection = 'mini-passages'"
    ).fetchall()
    assert len(rows) == len(set(teams.values())) * len(MEASURES) * len(teams)
    reduced = {
        team: means(
            track, {q: {d: g for d, g in items.items() if unique.get((q, d)) != team} for q, items in qrels.items()}
        )
        for team in set(teams.values())
    }
    changed = 0
    for team, measure, run, value, official_value, rank, official_rank, drop in rows:
        new, old = reduced[team][measure], official[measure]
        assert value == pytest.approx(new[run], abs=1e-9)
        assert official_value == pytest.approx(old[run], abs=1e-9)
        assert rank == 1 + sum(round(other, 4) > round(new[run], 4) for other in new.values())
        assert official_rank == 1 + sum(round(other, 4) > round(old[run], 4) for other in old.values())
        assert drop == rank - official_rank
        changed += value != official_value
    assert changed


def test_summary(mini_db, track):
    """The view is the macro at depth 10, summed up."""
    scores = defaultdict(list)
    for team, measure, run, value, official_value, drop in mini_db.execute(
        "select omitted_team, measure, run_id, value, official_value, drop from judging.leave_one_team_out_scores(10) "
        "where collection = 'mini-passages'"
    ).fetchall():
        scores[team, measure].append((run, round(value, 4), round(official_value, 4), drop))
    unique = unique_items(mini_db, track, 10)
    _, teams, qrels = track
    rows = mini_db.execute(
        "select omitted_team, measure, num_unique_judged, num_unique_rel, num_runs, tau_b, max_drop, max_drop_run_id, "
        "max_drop_omitted from judging.leave_one_team_out where collection = 'mini-passages'"
    ).fetchall()
    assert {row[:2] for row in rows} == scores.keys()
    for team, measure, num_judged, num_rel, num_runs, tau, max_drop, run_id, max_drop_omitted in rows:
        group = scores[team, measure]
        mine = [key for key, owner in unique.items() if owner == team]
        assert num_judged == len(mine)
        assert num_rel == sum(qrels[q][d] >= 2 for q, d in mine)
        assert num_runs == len(group)
        assert tau == pytest.approx(kendalltau([r[1] for r in group], [r[2] for r in group]).statistic, abs=1e-9)
        assert max_drop == max(r[3] for r in group)
        assert run_id == min(r[0] for r in group if r[3] == max_drop)
        assert max_drop_omitted == max(r[3] for r in group if teams[r[0]] == team)


def test_unique_relevant_counts(mini_db, track):
    unique, pooled = unique_items(mini_db, track, 10), pooled_items(mini_db, track, 10)
    _, teams, qrels = track
    rows = mini_db.execute(
        "select team, num_runs, num_judged, num_rel, num_unique_judged, num_unique_rel from judging.unique_relevant "
        "where collection = 'mini-passages'"
    ).fetchall()
    assert {row[0] for row in rows} == set(teams.values())
    for team, num_runs, num_judged, num_rel, num_unique_judged, num_unique_rel in rows:
        mine = [key for key, owner in unique.items() if owner == team]
        assert num_runs == sum(owner == team for owner in teams.values())
        assert num_unique_judged == len(mine)
        assert num_unique_rel == sum(qrels[q][d] >= 2 for q, d in mine)
        # what only a run that was not submitted has there counts for nobody
        brought = [key for key, names in pooled.items() if team in names]
        assert num_judged == len(brought)
        assert num_rel == sum(qrels[q][d] >= 2 for q, d in brought)


@pytest.mark.real
def test_official_values_are_the_stored_ones(real_db):
    gap = real_db.execute(
        "select max(abs(omitted.official_value - run_scores.value)), count(*) "
        "from judging.leave_one_team_out_scores(10) as omitted "
        "join metrics.run_scores using (collection, run_id, measure)"
    ).fetchone()
    assert gap[0] < 1e-9
    assert gap[1] == 16 * 63 * 3


@pytest.mark.real
def test_a_team_gains_nothing_from_being_left_out(real_db):
    rows = real_db.execute(
        "select measure, min(tau_b), max(max_drop), min(max_drop_omitted) from judging.leave_one_team_out "
        "where collection = 'trec2021-passages' group by measure"
    ).fetchall()
    assert len(rows) == 3
    for _, tau, drop, omitted in rows:
        assert 0.9 < tau < 1
        assert drop >= 5
        assert omitted >= 0


@pytest.mark.more
def test_rank_counts_and_the_worst_case(mini_db, track):
    _, teams, _ = track
    rows = mini_db.execute(
        "select measure, run_id, official_rank, sum(num_teams), list(rank) from judging.leave_one_team_out_ranks "
        "where collection = 'mini-passages' group by all"
    ).fetchall()
    assert len(rows) == len(MEASURES) * len(teams)
    assert all(total == len(set(teams.values())) for _, _, _, total, _ in rows)
    assert any(ranks != [official] for _, _, official, _, ranks in rows)
    by_team = defaultdict(list)
    for measure, team, tau, drop in mini_db.execute(
        "select measure, omitted_team, tau_b, max_drop from judging.leave_one_team_out "
        "where collection = 'mini-passages'"
    ).fetchall():
        by_team[measure].append((team, round(tau, 12), drop))
    for measure, num_teams, tau, tau_team, drop, drop_team in mini_db.execute(
        "select measure, num_teams, min_tau_b, min_tau_team, max_drop, max_drop_team from judging.reusability "
        "where collection = 'mini-passages'"
    ).fetchall():
        entries = by_team[measure]
        assert num_teams == len(entries)
        worst = min(entries, key=lambda entry: (entry[1], entry[0]))
        assert (tau_team, tau) == (worst[0], pytest.approx(worst[1], abs=1e-9))
        largest = min(entries, key=lambda entry: (-entry[2], entry[0]))
        assert (drop_team, drop) == (largest[0], largest[2])
