"""A run whose team nobody knows is a team of its own in every view (systems.team_of)."""

from __future__ import annotations

from collections import Counter

import mini_track
import pytest

from dltrack_db import sqlfiles

SHOWN = ("team", "is_same_team")
"""Columns that tell what is known of a run: null where its team is unknown."""


def views_of_runs():
    """Every view that reads the runs, through whatever: no other can know a team."""
    reading, views = {"main.runs"}, []
    for each in sqlfiles.all_objects():  # in build order
        if each.references & reading:
            reading.add(each.full_name)
            # what is published is the exhibits, held against print
            if each.kind == "view" and not each.full_name.startswith(("catalog.", "main.", "store.", "published.")):
                views.append(each.full_name)
    return views


MACROS = ["judging.unique_items(10)", "judging.pool(10)", "judging.leave_one_team_out_scores(3)"]


def answers(con, team, names):
    """{view: its rows without what is only shown} with another team of two runs, one of them submitted."""
    con.execute(f"update main.runs set team = {team} where run_id in ('alpha1', 'theirs')")
    found = {}
    for name in names:
        rows = con.execute(f"from {name}")
        shown = [place for place, column in enumerate(rows.description) if column[0] not in SHOWN]
        found[name] = Counter(tuple(_text(row[place]) for place in shown) for row in rows.fetchall())
    return found


def _text(value):
    return f"{value:.9f}" if isinstance(value, float) else str(value)


@pytest.mark.more
def test_a_run_without_a_team_counts_as_a_team_that_has_no_other(empty_db):
    mini_track.build(empty_db)
    # the years that views of the overviews take
    empty_db.execute("update main.collections set year = if(task = 'docs', 2019, 2021)")
    counting = ("judging.unique_relevant", "systems.run_counts", "systems.run_shares", "labels.judge_bias")
    every = [*views_of_runs(), *MACROS]
    assert set(counting) < set(every)
    known = answers(empty_db, "team", counting)
    unknown, named = answers(empty_db, "null", every), answers(empty_db, "'run ' || run_id", every)
    assert [name for name in unknown if unknown[name] != named[name]] == []
    assert [name for name in counting if unknown[name] == known[name]] == []
