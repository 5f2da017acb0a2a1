"""The fingerprint of a collection: the same for the same rows, another for anything that changes a score."""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path

import duckdb
import pytest

import dltrack_db as dl
from dltrack_db import __version__
from dltrack_db.base import resources
from dltrack_db.errors import DatabaseError
from dltrack_db.export import cite
from tests.commands import dltrack

QRELS = "q1 0 a 1\nq1 0 b 0\nq2 0 c 2\n"
RUNS = {"one": "q1 Q0 a 1 2 x\nq2 Q0 c 1 1 x\n", "two": "q1 Q0 b 1 9 x\nq1 Q0 a 2 8 x\n"}
CITED = re.compile(r"^own ([0-9a-f]{16}), dltrack " + re.escape(__version__))


def loaded(folder, qrels=QRELS, *options):
    """A database of these files in a folder of their own."""
    folder.mkdir()
    (folder / "labels.txt").write_text(qrels)
    for name, lines in RUNS.items():
        (folder / f"{name}.txt").write_text(lines)
    db = folder / "x.duckdb"
    runs = [part for name in RUNS for part in ("--runs", folder / f"{name}.txt")]
    done = dltrack(
        "ingest", "collection", "--name", "own", "--qrels", folder / "labels.txt", *runs, *options, "--db", db
    )
    assert done.returncode == 0, done.stderr
    return db


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    return loaded(tmp_path_factory.mktemp("cite") / "first")


def fingerprint(db):
    with dl.open(db) as opened:
        return CITED.match(opened.cite("own"))[1]


def test_the_same_rows_have_one_fingerprint_and_others_another(own, tmp_path):
    assert fingerprint(loaded(tmp_path / "again", "".join(reversed(QRELS.splitlines(keepends=True))))) == fingerprint(
        own
    )
    others = [
        loaded(tmp_path / "grade", QRELS.replace("a 1", "a 2")),
        loaded(tmp_path / "level", QRELS, "--min-relevance", "2"),
    ]
    assert len({fingerprint(own), *map(fingerprint, others)}) == 3


@pytest.mark.campaign
def test_the_command_and_tables_for_papers_carry_it(own):
    said = dltrack("cite", "own", "--db", own).stdout
    assert CITED.match(said) and "@software{dltrack," in said and "@inproceedings" not in said
    address = f"  url = {{{cite.URL}}},\n" if cite.URL else ""
    assert f"  year = {{{cite.YEAR}}},\n{address}}}" in said and "OWNER" not in said
    line = said.splitlines()[0]
    assert f"% {line}\n" in dltrack("leaderboard", "own", "-f", "latex", "--db", own).stdout
    assert f"<!-- {line} -->" in dltrack("leaderboard", "own", "-f", "markdown", "--db", own).stdout
    assert line not in dltrack("leaderboard", "own", "-f", "csv", "--db", own).stdout


@pytest.mark.more
def test_an_exhibit_is_cited_with_the_paper_that_prints_it(own):
    titles = {
        "D-T3": "Overview of the TREC 2021 Deep Learning Track", "exhibits.a_t3": "Overview of the TREC 2019",
        "F": "SynDL: A Large-Scale", "l_t1": "TREC-COVID: Constructing", "H-S1": "Synthetic queries and labels",
    }  # fmt: skip
    for name, title in titles.items():
        said = dltrack("cite", name, "--db", own).stdout
        assert f"title = {{{{{title}" in said and said.count("@") == 2 and "@software{dltrack," in said
    said = dltrack("cite", "d_t3", "--db", own).stdout
    assert said.startswith(f"D-T3 (Table 3: Passage runs of 2021): no data, dltrack {__version__}\ndltrack cite D-T3\n")
    assert "@inproceedings{trec2021-overview,\n" in said
    wrong = dltrack("cite", "D-T99", "--db", own)
    assert wrong.returncode == 2 and "does not contain 'D-T99'; loaded collections: own" in wrong.stderr


@pytest.mark.more
def test_an_edition_is_cited_with_all_its_collections(sample_database):
    said = dltrack("cite", "sample", "--db", sample_database).stdout
    assert re.match(r"sample-docs [0-9a-f]{16}, sample-passages [0-9a-f]{16}, dltrack .*\ndltrack cite sample\n", said)


@pytest.mark.more
def test_what_was_changed_since_is_not_cited(own, tmp_path):
    changed = tmp_path / "changed.duckdb"
    shutil.copy(own, changed)
    with duckdb.connect(changed) as con:
        con.execute("update main.qrels set relevance = 3 where doc_id = 'a'")
    with (
        dl.open(changed) as opened,
        pytest.raises(DatabaseError, match="qrels own of own have changed since they were loaded"),
    ):
        opened.cite("own")


def test_papers_of_the_tracks_are_those_of_the_citation_file():
    with (resources.PAPERS / "overviews.csv").open(newline="") as file:
        papers = {row["edition"]: row for row in csv.DictReader(file)}
    stated = (resources.PAPERS.parent / "CITATION.cff").read_text()
    assert f"\ntitle: {cite.TITLE}\n" in stated and f"- name: {cite.AUTHORS}\n" in stated
    for edition in ("trec2019", "trec2021"):
        paper = papers[edition]
        entry = stated.split(f"title: {paper['overview_title']}\n")[1].split("- type:")[0]
        names = re.findall(r"family-names: ([^,]+), given-names: ([^}]+)}", entry)
        assert " and ".join(f"{given} {family}" for family, given in names) == paper["authors"]
        assert f"year: {paper['overview_year']}" in entry


def test_a_run_of_ones_own_changes_no_fingerprint_and_is_named(empty_db):
    """Of a collection with submitted runs; of one without any, all runs are what the collection is."""
    empty_db.execute(
        "insert into main.collections (collection, edition, task, query_set, qrels_variant, min_relevance, ncg_depth, "
        "tie_rule) select c, c, 'docs', c, 'nist', 1, 100, 'double' from unnest(['field', 'none']) as _ (c)"
    )

    def load(number, collection, run, *, is_submission, verified="none"):
        empty_db.execute(
            "insert into main.runs (collection, run_id, is_submission) values ($1, $2, $3)",
            [collection, run, is_submission],
        )
        empty_db.execute(
            "insert into main.loads by name (select $1 as load_id, 'b' as batch_id, 'e' as edition, $2 as collection, "
            "'runs' as part, $3 as name, 's' as source, 1 as bytes, $4 as verified, 1 as measured_rows, "
            "$3 as checksum, "
            "now() as started_at, now() as published_at, '1' as dltrack_version, '1' as duckdb_version, "
            "'1' as gx_version)",
            [number, collection, run, verified],
        )

    load(1, "field", "theirs", is_submission=True)
    load(2, "none", "one", is_submission=False)
    before = {name: cite.line(empty_db, name) for name in ("field", "none")}
    for number, name in enumerate("dcba", 3):
        load(number, "field", name, is_submission=False)
    load(7, "none", "two", is_submission=False)
    line = before["field"].partition(",")
    assert cite.line(empty_db, "field") == f"{line[0]} (not included: own runs a, b, c and 1 more),{line[2]}"
    assert cite.line(empty_db, "none") != before["none"] and "own" not in cite.line(empty_db, "none")
    load(8, "field", "public", is_submission=False, verified="md5")
    assert not cite.line(empty_db, "field").startswith(line[0])


@pytest.mark.more
def test_the_fingerprint_that_the_docs_print_is_that_of_a_load(real_data, tmp_path):
    """Topics, labels and published scores of TREC 2021, as the sentence there says."""
    db = tmp_path / "x.duckdb"
    done = dltrack("ingest", "trec2021", "--from", real_data, "--parts", "queries,qrels,scores", "--db", db)
    assert done.returncode == 0, done.stderr
    docs = (Path(__file__).resolve().parents[2] / "docs" / "cite.md").read_text()
    (printed,) = set(re.findall(r"\b[0-9a-f]{16}\b", docs))
    assert dltrack("cite", "trec2021-passages", "--db", db).stdout.startswith(f"trec2021-passages {printed},")
