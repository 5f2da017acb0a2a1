"""Items that do not count leave no trace: every number is that of files without them, and main.rankings keeps them."""

from __future__ import annotations

import json
import math
import random
from contextlib import closing

import pytest

import dltrack_db as dl
from dltrack_db.errors import FormatError, SourceError, UsageError
from dltrack_db.score import catalogue, scratch
from dltrack_db.store import database
from tests.commands import dltrack
from tests.copies import copied
from tests.once import once

RULES = ("double", "float", "submitted", "ascending")
Run = dict[str, dict[str, tuple[int, float]]]
Labels = dict[str, dict[str, int]]


class Drawn:
    """A random collection: topics are items too, scores tie, some items do not count."""

    def __init__(self, seed: int) -> None:
        draw = random.Random(seed)
        self.topics = [f"t{number}" for number in range(6)]
        items = [*self.topics, *(f"d{number}" for number in range(24))]
        self.labels: Labels = {
            topic: {item: draw.choice([-1, 0, 0, 1, 2, 3]) for item in draw.sample(items, 16)} for topic in self.topics
        }
        self.runs: dict[str, Run] = {}
        for run in ("one", "two", "three"):
            self.runs[run] = {
                topic: {
                    item: (rank, draw.choice([1.0, 1.00000001, 2.0, 3.5, 7.0, 7.5]))
                    for rank, item in enumerate(draw.sample(items, draw.randint(4, 22)))
                }
                for topic in self.topics
                if topic != "t5" or run != "two"
            }
        self.listed = {topic: set(draw.sample(items, 5)) for topic in self.topics[:4]}
        self.excludes_self = draw.random() < 0.5
        # a topic of which one run has nothing left, and one whose labels are all of items that do not count
        self.listed["t0"] |= {*self.runs["one"]["t0"]}
        self.listed["t4"] = {*self.labels["t4"]}

    def counts(self, topic: str, item: str) -> bool:
        """Return whether an item counts."""
        return item not in self.listed.get(topic, ()) and not (self.excludes_self and item == topic)

    def stripped(self) -> Drawn:
        """Return the same without what does not count; a run answers the topics that it answered."""
        other = object.__new__(Drawn)
        other.topics, other.listed, other.excludes_self = self.topics, {}, False
        other.labels = {
            topic: found
            for topic, grades in self.labels.items()
            if (found := {item: grade for item, grade in grades.items() if self.counts(topic, item)})
        }
        other.runs = {
            run: {
                topic: {item: value for item, value in found.items() if self.counts(topic, item)}
                for topic, found in answers.items()
            }
            for run, answers in self.runs.items()
        }
        return other

    def write(self, folder):
        """Write labels, runs, topics and the list of exclusions."""
        (folder / "runs").mkdir(parents=True)
        (folder / "topics.tsv").write_text("".join(f"{topic}\tthing {topic}\n" for topic in self.topics))
        lines = [f"{topic} 0 {item} {grade}\n" for topic, found in self.labels.items() for item, grade in found.items()]
        (folder / "qrels.txt").write_text("".join(lines))
        for run, answers in self.runs.items():
            rows = [
                f"{topic} Q0 {item} {rank} {score!r} {run}\n"
                for topic, found in answers.items()
                for item, (rank, score) in found.items()
            ]
            (folder / "runs" / f"{run}.txt").write_text("".join(rows))
        pairs = [f"{topic} {item}\n" for topic, items in self.listed.items() for item in sorted(items)]
        (folder / "excluded.txt").write_text("".join(pairs))
        return folder


def ordered(answer: dict[str, tuple[int, float]], rule: str) -> list[str]:
    """The items of a topic as a tie rule has them, from its definition."""
    import struct

    def as_float(score: float) -> float:
        return struct.unpack("f", struct.pack("f", score))[0]

    falling = sorted(answer, reverse=True)
    keys = {
        "double": (falling, lambda item: -answer[item][1]),
        "float": (falling, lambda item: -as_float(answer[item][1])),
        "submitted": (falling, lambda item: (answer[item][0], -answer[item][1])),
        "ascending": (sorted(answer), lambda item: -answer[item][1]),
    }
    items, key = keys[rule]
    return sorted(items, key=key)


def by_hand(items: list[str], grades: dict[str, int], level: int) -> dict[str, float]:
    """Measures of a topic, written down from their definitions."""
    relevant = [grades.get(item, 0) >= level for item in items]
    num_rel = sum(grade >= level for grade in grades.values())
    gains = [max(grades.get(item, 0), 0) for item in items]
    ideal = sorted((max(grade, 0) for grade in grades.values()), reverse=True)

    def dcg(values: list[int]) -> float:
        return sum(value / math.log2(place + 2) for place, value in enumerate(values))

    def share(number: float, whole: float) -> float:
        return number / whole if whole else 0.0

    found = {"num_ret": len(items), "num_rel": num_rel, "num_rel_ret": sum(relevant)}
    for cut in (3, 5, 10):
        found[f"P_{cut}"] = sum(relevant[:cut]) / cut
        found[f"recall_{cut}"] = share(sum(relevant[:cut]), num_rel)
        found[f"success_{cut}"] = float(any(relevant[:cut]))
        found[f"ndcg_cut_{cut}"] = share(dcg(gains[:cut]), dcg(ideal[:cut]))
    found["ndcg"] = share(dcg(gains), dcg(ideal))
    found["map"] = share(sum(sum(relevant[: k + 1]) / (k + 1) for k, hit in enumerate(relevant) if hit), num_rel)
    found["recip_rank"] = next((1 / (place + 1) for place, hit in enumerate(relevant) if hit), 0.0)
    found["Rprec"] = share(sum(relevant[:num_rel]), num_rel)
    return found


MEASURES = ["num_ret", "num_rel", "num_rel_ret", "P.3,5,10", "recall.3,5,10", "success.3,5,10", "ndcg_cut.3,5,10",
            "ndcg", "map", "recip_rank", "Rprec"]  # fmt: skip


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.more) for seed in range(1, 4))])
def test_measures_are_those_of_plain_python(seed, rule, tmp_path):
    drawn = Drawn(seed)
    rest, folder = drawn.stripped(), drawn.write(tmp_path / "all")
    given = folder / "excluded.txt"
    if drawn.excludes_self:  # both at once, as pairs
        given = {topic: {*drawn.listed.get(topic, ()), topic} for topic in drawn.topics}
    for run in drawn.runs:
        frame = dl.evaluate(
            folder / "runs" / f"{run}.txt", folder / "qrels.txt", MEASURES, min_relevance=2, tie_rule=rule,
            per_query=True, exclude=given,
        )  # fmt: skip
        found = {(row["query_id"], row["measure"]): row["value"] for row in frame.to_dicts()}
        wanted = {
            (topic, name): value
            for topic, grades in rest.labels.items()
            for name, value in by_hand(ordered(rest.runs[run].get(topic, {}), rule), grades, 2).items()
        }
        assert found.keys() == wanted.keys() and "t4" not in rest.labels
        assert found == pytest.approx(wanted, abs=1e-9)


def all_measures() -> list[str]:
    """Every measure that needs no other labels than grades, with its usual parameters."""
    with closing(scratch.connect(["metrics.measures", *scratch.SCORING])) as con:
        known = catalogue.measures(con)
        return [name for name, one in known.items() if one.macro and one.labels is None and name != "relstring"]


@pytest.mark.parametrize("rule", ["double", "float"])
def test_every_measure_is_that_of_files_without_the_items(tmp_path, rule):
    drawn = Drawn(5)
    rest = drawn.stripped()
    pairs = {topic: [item for item in {*labels, topic} if not drawn.counts(topic, item)]
             for topic, labels in drawn.labels.items()}  # fmt: skip
    for topic, items in drawn.listed.items():
        pairs[topic] += items
    drawn.write(tmp_path / "all"), rest.write(tmp_path / "rest")
    measures = all_measures()
    assert len(measures) > 50
    values = {}
    for name, options in (("all", {"exclude": pairs}), ("rest", {})):
        folder = tmp_path / name
        frame = dl.evaluate(
            folder / "runs" / "three.txt", folder / "qrels.txt", measures, tie_rule=rule, per_query=True, **options
        )
        values[name] = {(row["query_id"], row["measure"]): row["value"] for row in frame.to_dicts()}
    assert values["all"].keys() == values["rest"].keys()
    assert values["all"] == pytest.approx(values["rest"], abs=1e-9, nan_ok=True)


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """Two databases: a collection with items that do not count, and one of files without them."""
    folder = tmp_path_factory.mktemp("both")
    drawn = Drawn(11)
    drawn.excludes_self = True
    # a run that has nothing left for a topic cannot be written without its items
    drawn.listed["t0"] -= {next(item for item in drawn.runs["one"]["t0"] if item != "t0")}
    paths = []
    for name, one in (("all", drawn), ("rest", drawn.stripped())):
        files, db = one.write(folder / name), folder / f"{name}.duckdb"
        words = [
            "--name",
            "c",
            "--topics",
            files / "topics.tsv",
            "--qrels",
            files / "qrels.txt",
            "--runs",
            files / "runs",
        ]
        more = ["--exclude", "self"] if name == "all" else []
        done = dltrack("ingest", "collection", *words, "--min-relevance", 2, "--db", db, *more)
        assert done.returncode == 0, done.stderr
        if name == "all":  # after the runs, so that these are put in order again
            listed = ["ingest", "exclusions", files / "excluded.txt", "-c", "c", "--db", db]
            assert (done := dltrack(*listed)).returncode == 0, done.stderr
        paths.append(db)
    return (drawn, *paths)


QUERIES = {
    "ranked": "from metrics.ranked",
    "orders": "select collection, run_id, query_id, doc_id, columns('rank_.*') from metrics.orders()",
    "judged": "select * exclude (answer_id) from main.judged_rankings",
    "scores": "from main.query_scores",
    "means": "from metrics.run_scores",
    "labels": "from labels.counted",
    "ideal": "from metrics.ideal_order()",
    "answers": "select * exclude (answer_id) from metrics.answers()",
    "unjudged": "from metrics.unjudged_at([5, 10])",
    "ties": "from metrics.tie_sensitivity",
    "topics": "from judging.topic_statistics",
    "pool": "from judging.pool(5)",
    "pool sizes": "from judging.pool_sizes",
    "completeness": "from judging.completeness_by_rank",
    "left out": "from judging.leave_one_team_out_scores(10)",
    "unique": "from judging.unique_items(5)",
    "fused": "from systems.fused('c', ['one', 'two', 'three'])",
    "borda": "from systems.fused('c', ['one', 'two'], method := 'borda')",
    "combsum": "from systems.fused('c', ['one', 'two'], method := 'combsum')",
    "moved": "from systems.moved('one', 'two', 't1')",
    "returned": "from systems.returned_items",
    "unseen": "from systems.unseen_tops",
    "board": "from systems.leaderboard",
    "by labels": "from labels.query_scores",
    "compatibility": "from labels.compatibility()",
    "similarity": "from systems.run_similarity",
    "overlap": "from systems.run_overlap(10)",
    "search lengths": "from search_length.query_lengths()",
    "first items": "from search_length.first_items(2)",
}


@pytest.mark.parametrize(
    "name", ["scores", *(pytest.param(name, marks=pytest.mark.more) for name in QUERIES if name != "scores")]
)
def test_a_view_has_the_rows_of_files_without_the_items(both, name):
    _, *paths = both
    rows = []
    for path in paths:
        with closing(database.open_readonly(path)) as con:
            answer = con.execute(f"select * from ({QUERIES[name]}) order by all").fetchall()
            rows.append([tuple(round(v, 9) if isinstance(v, float) else v for v in row) for row in answer])
    assert rows[0] == rows[1] and rows[0]


def test_rankings_keep_what_was_submitted_and_notes_say_what_is_left_out(both, tmp_path):
    drawn, path, _ = both
    submitted = {
        (run, topic, item): drawn.counts(topic, item)
        for run, answers in drawn.runs.items()
        for topic, found in answers.items()
        for item in found
    }
    with closing(database.open_readonly(path)) as con:
        rows = con.execute("select run_id, query_id, doc_id, rank is not null from main.rankings").fetchall()
        assert {(run, topic, item): counts for run, topic, item, counts in rows} == submitted
        told = dict(con.execute("select run_id, sentence from systems.excluded_items").fetchall())
    out = {(run, topic, item) for (run, topic, item), counts in submitted.items() if not counts}
    for run in drawn.runs:
        items, topics = [t for r, t, _ in out if r == run], {t for r, t, _ in out if r == run}
        assert told[run] == f"{len(items)} items removed from the rankings of {len(topics)} topics"
    pairs = {(topic, item) for _, topic, item in out}
    board = dltrack("leaderboard", "c", "--db", path)
    counts = f"{len(pairs)} items removed from the rankings of {len({t for t, _ in pairs})} topics"
    assert f"{counts}, because they are excluded" in board.stdout
    assert dltrack("verify", "--db", path).returncode == 0
    folder = tmp_path / "exported"
    assert dltrack("export", "c", "--to", folder, "-f", "trec", "--db", path).returncode == 0
    lines = (folder / "runs" / "c" / "input.one").read_text().splitlines()
    assert len(lines) == sum(run == "one" for run, _, _ in submitted)


@pytest.mark.more
def test_verify_sees_a_rank_that_an_item_must_not_have(both, tmp_path):
    import shutil

    import duckdb

    path = shutil.copy(both[1], tmp_path / "x.duckdb")
    for change in ("rank = 1 where rank is null", "rank = null where rank = 2"):
        with duckdb.connect(str(path)) as con:
            con.execute(f"update store.rankings set {change}")
        done = dltrack("verify", "--db", path)
        assert done.returncode == 3 and "an item has a rank unless it is excluded from the topic" in done.stdout
        shutil.copy(both[1], path)


@pytest.mark.more
def test_a_list_that_is_loaded_before_the_runs_gives_the_same(both, tmp_path):
    drawn, path, _ = both
    files, db = drawn.write(tmp_path / "files"), tmp_path / "x.duckdb"
    steps = (
        ["collection", "--name", "c", "--topics", files / "topics.tsv", "--qrels", files / "qrels.txt",
         "--min-relevance", 2, "--exclude", files / "excluded.txt"],
        ["runs", files / "runs", "-c", "c"],
        ["collection", "--name", "c", "--topics", files / "topics.tsv", "--qrels", files / "qrels.txt",
         "--min-relevance", 2, "--exclude", "self"],
    )  # fmt: skip
    for words in steps:
        assert (done := dltrack("ingest", *words, "--db", db)).returncode == 0, done.stderr
    asked = "select run_id, query_id, measure, value from main.query_scores order by all"
    ranks = "select run_id, query_id, doc_id, rank from main.rankings order by all"
    found = []
    for one in (path, db):
        with closing(database.open_readonly(one)) as con:
            found.append((con.execute(asked).fetchall(), con.execute(ranks).fetchall()))
    assert found[0] == found[1]
    (tmp_path / "excluded.txt").write_text("t1 d99\n")  # another list in the place of the first
    replaced = ["ingest", "exclusions", tmp_path / "excluded.txt", "-c", "c", "--replace", "--db", db]
    assert dltrack(*replaced).returncode == 0
    with closing(database.open_readonly(db)) as con:
        left = con.execute("select distinct query_id, doc_id from main.rankings where rank is null").fetchall()
        assert left and all(query == doc for query, doc in left)
        (gap,) = con.execute(
            "select count(*) from (select max(rank) - count(rank) as gap from main.rankings group by run_id, query_id) "
            "where gap <> 0"
        ).fetchone()
        assert gap == 0
    assert dltrack("verify", "--db", db).returncode == 0


FIRST = "a Q0 a 1 9 x\na Q0 d1 2 8 x\nb Q0 b 1 9 x\nb Q0 d2 2 8 x\n"


@pytest.fixture
def files(tmp_path):
    """Two topics whose own items rank first, before the only relevant ones."""
    (tmp_path / "topics").write_text("a\tfirst\nb\tsecond\n")
    (tmp_path / "qrels").write_text("a 0 d1 1\nb 0 d2 1\n")
    (tmp_path / "x.run").write_text(FIRST)
    return tmp_path


@pytest.fixture
def loaded(files, shared_folder):
    """Return a function that loads the two topics with a run and further options.

    Without an own run or list of files, that is a copy of what was loaded before: a load takes half a second.
    """
    db = files / "c.duckdb"
    words = ["--name", "c", "--topics", files / "topics", "--qrels", files / "qrels", "--runs", files / "x.run"]

    def load(*more, path=db):
        assert (done := dltrack("ingest", "collection", *words, *more, "--db", path)).returncode == 0, done.stderr
        return path

    def loaded(*more):
        if more not in ((), ("--exclude", "self")) or (files / "x.run").read_text() != FIRST:
            return load(*more)
        kept = once(shared_folder / f"exclusions{len(more)}.duckdb", lambda path: load(*more, path=path))
        return copied(kept, db)

    return loaded


FORMS = {
    "bright.txt": "a a\nb b\n",
    "tabs.tsv": "query_id\tdoc_id\na\ta\nb\tb\n",
    "items.jsonl": '{"query_id": "a", "doc_id": "a"}\n{"query_id": "b", "doc_id": "b"}\n',
    "lists.jsonl": '{"id": "a", "excluded_ids": ["a"]}\n{"id": "b", "excluded_ids": ["b", "N/A"]}\n',
}


@pytest.mark.parametrize("name", ["self", *(pytest.param(name, marks=pytest.mark.more) for name in FORMS)])
def test_eval_and_trec_eval_leave_items_out_by_every_form(files, loaded, name):
    (files / name).write_text(FORMS.get(name, ""))
    given = name if name == "self" else files / name
    db = loaded()
    done = dltrack("eval", files / "x.run", "-c", "c", "-m", "nDCG@10", "--exclude", given, "-f", "json", "--db", db)
    assert json.loads(done.stdout)[0]["value"] == 1 and json.loads(done.stdout)[0]["place"] is None
    assert "x: 2 items removed from the rankings of 2 topics, because they are excluded" in done.stderr
    plain = dltrack("eval", files / "x.run", "-c", "c", "-m", "nDCG@10", "-f", "json", "--db", db)
    assert json.loads(plain.stdout)[0]["value"] == pytest.approx(1 / math.log2(3)) and "left out" not in plain.stderr
    asked = ["-m", "ndcg_cut.10", "-m", "P.1", "-m", "num_ret"]
    told = dltrack("trec-eval", "--exclude", given, *asked, files / "qrels", files / "x.run").stdout.split()
    assert told == ["num_ret", "all", "2", "P_1", "all", "1.0000", "ndcg_cut_10", "all", "1.0000"]
    cut = dltrack("trec-eval", "--exclude", given, "-M", 1, "-m", "map", files / "qrels", files / "x.run").stdout
    assert cut.split() == ["map", "all", "1.0000"], "left out before the run is cut"
    loaded_list = dltrack("ingest", "exclusions", given, "-c", "c", "--db", db) if name != "self" else None
    if loaded_list is not None:
        assert loaded_list.returncode == 0, loaded_list.stderr
        with closing(database.open_readonly(db)) as con:
            assert con.execute("select count(*) from metrics.exclusions").fetchone() == (2,)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a a\na b c\n", ":2: 3 columns instead of 2 (topic, item); correct the line"),
        ("a a\nb b\na a\n", ":3: item a of topic a again, first on line 1; correct the line"),
        ('{"doc_id": "a"}\n', ":1: the record has no query_id; correct the line"),
        ('{"query_id": "a"}\n', ":1: the record has neither doc_id nor a list excluded_ids; correct the line"),
        ("", " is empty; download it again, or remove it"),
        ("# nothing\n", " names no item; name an item to exclude"),
        ("z a\n", " names no item of a judged topic; use the query ids of the labels"),
    ],
)
def test_a_wrong_list_is_refused_in_one_sentence(files, text, told):
    path = files / "odd.txt"
    path.write_text(text)
    with pytest.raises((FormatError, SourceError, UsageError)) as refused:
        dl.evaluate(files / "x.run", files / "qrels", ["map"], exclude=path)
    assert str(refused.value) == f"{path}{told}"
    done = dltrack("trec-eval", "--exclude", path, files / "qrels", files / "x.run")
    assert done.returncode == 2 and done.stderr == f"trec_eval: --exclude: {path}{told}\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a a\nb b\na a\n", "list.txt:3: document a of topic a occurs again, first on line 1"),
        ("a a\nz b\n", "list.txt:2: topic z is not in query set c"),
        ("a a\nb b c\n", "list.txt:2: 3 columns instead of 2 (topic, item)"),
    ],
)
def test_a_wrong_list_is_not_loaded(files, loaded, text, told):
    db = loaded()
    (files / "list.txt").write_text(text)
    done = dltrack("ingest", "exclusions", files / "list.txt", "-c", "c", "--db", db)
    assert done.returncode == 1 and told in done.stderr
    with closing(database.open_readonly(db)) as con:
        assert con.execute("select count(*) from main.exclusions").fetchone() == (0,)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"a": "a"}, "the exclusions are a dict whose values are not all lists"),
        ([1, 2], "the exclusions is a list"),
        ({"a": [None]}, "the argument exclude has rows without a query_id or doc_id"),
    ],
)
def test_objects_that_are_no_exclusions_are_refused(files, given, told):
    with pytest.raises(UsageError, match=told):
        dl.evaluate(files / "x.run", files / "qrels", ["map"], exclude=given)


def test_tables_are_taken(files, loaded):
    import polars as pl

    table = pl.DataFrame({"qid": ["a", "b"], "docno": ["a", "b"]})
    frame = dl.evaluate(files / "x.run", files / "qrels", ["map"], exclude=table)
    assert frame["value"][0] == 1
    with dl.open(loaded()) as db:
        with pytest.warns(UserWarning, match="2 items removed from the rankings of 2 topics"):
            assert db.evaluate(files / "x.run", "c", ["map"], exclude=table)["value"][0] == 1
        assert db.evaluate(files / "x.run", "c", ["map"])["value"][0] == 0.5


@pytest.mark.more
def test_check_warns_of_a_topic_among_its_own_first_ten_unless_it_is_left_out(files, loaded):
    told = "leave them out with --exclude self) in 2 topics: a, b"
    assert told in dltrack("check", files / "x.run", "-c", "c", "--db", loaded()).stdout
    (files / "c.duckdb").unlink()
    assert "0 warnings" in dltrack("check", files / "x.run", "-c", "c", "--db", loaded("--exclude", "self")).stdout
    # from the tenth place on it does no harm
    deep = "".join(f"a Q0 x{n} {n} {50 - n} y\n" for n in range(1, 11)) + "a Q0 a 11 1 y\nb Q0 d2 1 2 y\n"
    (files / "y.run").write_text(deep)
    (files / "c.duckdb").unlink()
    assert "the topic's id" not in dltrack("check", files / "y.run", "-c", "c", "--db", loaded()).stdout


@pytest.mark.more
def test_explain_tries_with_and_without(files, loaded):
    asked = ["-c", "c", "-m", "nDCG@10", "-f", "json", "--db"]
    db = loaded("--exclude", "self")
    first = json.loads(dltrack("explain", "x", "0.6309", *asked, db).stdout)[0]
    assert (first["is_hit"], first["exclusions"], first["departures"]) == (True, "none", 1)
    first = json.loads(dltrack("explain", "x", "1.0000", *asked, db).stdout)[0]
    assert (first["is_hit"], first["exclusions"], first["departures"]) == (True, "as loaded", 0)
    db.unlink()
    lines = [f"{topic} Q0 {item} 1 {9 - place} x\n" for topic, last in (("a", "d1"), ("b", "d2"))
             for place, item in enumerate((topic, "z", last))]  # fmt: skip
    (files / "x.run").write_text("".join(lines))
    db = loaded()
    for run in ("x", files / "x.run"):
        rows = json.loads(dltrack("explain", run, "0.500", "-c", "c", "-m", "RR", "-f", "json", "--db", db).stdout)
        assert (rows[0]["is_hit"], rows[0]["exclusions"], rows[0]["departures"]) == (True, "self", 1)


def test_the_fingerprint_changes_only_where_something_is_excluded(files, loaded):
    prints = []
    for more in ((), ("--exclude", "self"), ("--exclude", files / "list.txt")):
        (files / "list.txt").write_text("a a\n")
        db = loaded(*more)
        with closing(database.open_readonly(db)) as con:
            prints.append(con.execute("select fingerprint, num_loads from catalog.fingerprints").fetchall()[0])
        db.unlink()
    assert prints[0] == ("f62940b9c454c1f8", 3), "that of dltrack 0.4"
    assert len({fingerprint for fingerprint, _ in prints}) == 3 and prints[2][1] == 4


def two_collections(excludes_query_id):
    """Two collections with equal ids, of which only the first has exclusions; no run is loaded."""
    con = scratch.connect(["labels.counted", "metrics.exclusions"])
    for name, excludes in (("first", excludes_query_id), ("second", False)):
        con.execute(
            "insert into main.collections (collection, edition, task, query_set, excludes_query_id) "
            "values ($1, 't', '', '', $2)",
            [name, excludes],
        )
        con.execute(
            "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
            "select $1, 'nist', 't1', unnest(['t1', 'd1', 'd2']), 1, '0'",
            [name],
        )
    return con


def labels_that_count(con):
    rows = con.execute("select collection, doc_id from labels.counted order by all").fetchall()
    return {name: [doc for home, doc in rows if home == name] for name in ("first", "second")}


def test_an_exclusion_is_one_of_its_collection_alone():
    con = two_collections(excludes_query_id=False)
    con.execute("insert into main.exclusions (collection, query_id, doc_id, source) values ('first', 't1', 'd1', 'f')")
    assert labels_that_count(con) == {"first": ["d2", "t1"], "second": ["d1", "d2", "t1"]}


def test_the_topic_itself_does_not_count_in_labels_before_any_run_is_loaded():
    con = two_collections(excludes_query_id=True)
    assert con.execute("from metrics.exclusions").fetchall() == [("first", "t1", "t1")]
    assert labels_that_count(con) == {"first": ["d1", "d2"], "second": ["d1", "d2", "t1"]}
