"""Slices of topics: the values of text, and thirds of numbers with equal numbers in one group."""

from __future__ import annotations

import math
from collections import Counter
from contextlib import closing

import pytest

from dltrack_db.base.sql_text import literal
from tests import mini_track

COLLECTION = "mini-passages"


@pytest.fixture(scope="module")
def con(new_db):
    with closing(new_db()) as con:
        mini_track.build(con)
        yield con


def note(con, name, values):
    """Note values on the judged topics, in their order; an empty one is left out."""
    query = f"select query_id from metrics.topics() where collection = '{COLLECTION}' order by query_id"
    topics = [topic for (topic,) in con.execute(query).fetchall()]
    (query_set,) = con.execute(f"select query_set from main.collections where collection = '{COLLECTION}'").fetchone()
    for topic, value in zip(topics, values(len(topics)), strict=True):
        if value != "":
            con.execute(f"insert into main.query_attributes values {literal_row(query_set, topic, name, value)}")
    return topics


def literal_row(query_set, topic, name, value):
    return f"({literal(query_set)}, {literal(topic)}, 'own', {literal(name)}, {literal(str(value))})"


def slices(con, facet):
    query = f"select query_id, slice, place from judging.topic_slices('{COLLECTION}', '{facet}') order by query_id"
    return con.execute(query).fetchall()


def thirds(numbers):
    """Return the group of each number by another way: the lowest bound that it does not exceed."""
    ordered = sorted(numbers)
    bounds = [ordered[math.ceil(len(ordered) * part / 3) - 1] for part in (1, 2)]
    groups = [sum(number > bound for bound in bounds) for number in numbers]
    ranges = {each: [n for n, g in zip(numbers, groups, strict=True) if g == each] for each in groups}
    return [
        f"{min(ranges[g]):g} to {max(ranges[g]):g}" if len({*ranges[g]}) > 1 else f"{ranges[g][0]:g}" for g in groups
    ]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("distinct", lambda n: [*range(n)]),
        ("tied", lambda n: [k // 4 for k in range(n)]),
        ("two", lambda n: [int(k % 5 == 0) for k in range(n)]),
        ("equal", lambda n: [7] * n),
        ("negative", lambda n: [f"{-k * 1.5:g}" for k in range(n)]),
        ("falling", lambda n: [10 ** (k % 3) for k in range(n)]),
    ],
)
def test_numbers_are_cut_into_thirds(con, name, values):
    topics = note(con, name, values)
    expected = thirds([float(value) for value in values(len(topics))])
    assert [slice for _, slice, _ in slices(con, name)] == expected
    places = {place: slice for _, slice, place in slices(con, f"own/{name}")}
    assert [float(places[place].split(" to ")[0]) for place in sorted(places)] == sorted(
        {float(each.split(" to ")[0]) for each in expected}
    )


def test_text_is_taken_as_it_is_and_topics_without_a_note_are_left_out(con):
    topics = note(con, "kind", lambda n: ["12", "nan", "", *["b c"] * (n - 3)])
    found = slices(con, "kind")
    assert Counter(slice for _, slice, _ in found) == {"12": 1, "nan": 1, "b c": len(topics) - 3}
    assert {slice: place for _, slice, place in found} == {"12": 1, "b c": 2, "nan": 3}


def test_length_is_a_facet(con):
    query = f"select query_id, length from systems.query_lengths where collection = '{COLLECTION}' order by query_id"
    assert [row[:2] for row in slices(con, "length")] == con.execute(query).fetchall()
