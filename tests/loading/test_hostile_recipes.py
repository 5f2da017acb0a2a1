"""Recipes that were made to break the load: each is rejected with one clear error and a line, before a file is read."""

from __future__ import annotations

import dataclasses
import re
import time

import pytest

from dltrack_db.base import recipes
from dltrack_db.base.recipes import entries, own, schema
from dltrack_db.errors import RecipeError

PLAIN = """id = "mine"
title = "t"
[[collections]]
collection = "mine-docs"
task = "docs"
query_set = "mine"
[[files]]
part = "queries"
name = "mine"
file = "topics.tsv"
[[files]]
part = "qrels"
name = "people"
collection = "mine-docs"
file = "labels.qrels"
"""
TOP, COLLECTION, FILE = 2, 6, 15
"""The last line of each table."""
WHOLE, TEXT = "is not a whole number from", "is not text; put it between quotes"
NESTED = "is not valid TOML: its values are nested too deeply"

HOSTILE = [
    (TOP, "title = 1", "is not valid TOML"),  # the key is there already
    (TOP, "terms = 1", TEXT),
    (TOP, "terms = nan", TEXT),
    (TOP, "terms = 2024-01-01", TEXT),
    (TOP, 'terms = "a\\u001b[2J"', "contains a character that cannot be printed"),
    (TOP, 'runs_how = ["a"]', TEXT),
    (TOP, 'runs_pattern = ""\nruns_pattern = ""', "is not valid TOML"),
    (TOP, "runs_pattern = 7", TEXT),
    (TOP, f'runs_pattern = "{"*" * 300}"', "has 300 characters, more than 200"),
    (TOP, 'termz = "a"', "unknown key 'termz'; did you mean terms?"),
    (TOP, '"\\u0000" = 1', "unknown key '\\x00'"),
    (TOP, 'uses = "trec2021-docs"', "is not a list"),
    (TOP, "uses = [1]", "contains 1, which is not text"),
    (TOP, 'uses = ["nowhere"]', "'nowhere' in uses is not a collection of any recipe"),
    (TOP, f"x = {'[' * 900}{']' * 900}", NESTED),
    (TOP, "x = [\n" + "[\n" * 2000 + "]\n" * 2000 + "]", NESTED),
    (TOP, f"{'.'.join('a' * 900)} = 1", "unknown key 'a'"),
    (TOP, f"{'k' * 200_000} = 1", "line 3: the line has 200,004 characters, more than 2,000"),
    (TOP, f"x = {'9' * 5000}", "line 3: the line has 5,004 characters, more than 2,000"),
    (TOP, "#\n" * 200_000, "has more than 256,000 bytes"),
    (COLLECTION, "year = 99999999999999999999", WHOLE),
    (COLLECTION, 'year = "2021"', WHOLE),
    (COLLECTION, "year = nan", WHOLE),
    (COLLECTION, "year = true", WHOLE),
    (COLLECTION, "min_relevance = 40000", WHOLE),
    (COLLECTION, "min_relevance = 1.5", WHOLE),
    (COLLECTION, 'min_relevance = "high"', WHOLE),
    (COLLECTION, "run_depth = 0", WHOLE),
    (COLLECTION, "run_depth = -1", WHOLE),
    (COLLECTION, "run_depth = 3000000000", WHOLE),
    (COLLECTION, "ncg_depth = inf", WHOLE),
    (COLLECTION, "overview_depth = []", WHOLE),
    (COLLECTION, "expected_runs = -1", WHOLE),
    (COLLECTION, "expected_runs = 0x7fffffffffffffff", WHOLE),
    (COLLECTION, 'tie_rule = "luck"', "must be one of float, double, submitted"),
    (COLLECTION, "tie_rule = 1", "must be one of"),
    (COLLECTION, 'qrels_variant = "../x"', "cannot be a name"),
    (COLLECTION, 'citation = "Jane Doe: my track"', "is not BibTeX, like @misc{mytrack"),
    (COLLECTION, 'corpus = ""', "cannot be a name: it is empty"),
    (COLLECTION, 'doc_id_pattern = "("', "is not a valid RE2 regular expression"),
    (COLLECTION, "doc_id_pattern = '(?=a)b'", "is not a valid RE2 regular expression"),
    (COLLECTION, "doc_id_pattern = '((a{900}){900}){900}'", "is not a valid RE2 regular expression"),
    (COLLECTION, "doc_id_pattern = 7", TEXT),
    (COLLECTION, 'title = """a\\u0000b"""', "contains a character"),
    (FILE, "bytes = -1", WHOLE),
    (FILE, "bytes = 1e3", WHOLE),
    (FILE, "bytes = 99999999999999999999", WHOLE),
    (FILE, "rows = 2.5", WHOLE),
    (FILE, "rows = nan", WHOLE),
    (FILE, 'rows = "3"', WHOLE),
    (FILE, "queries = 2.0", WHOLE),
    (FILE, "repeats = -3", WHOLE),
    (FILE, 'md5 = "d41d8cd98f00b204e9800998ecf8427e"', "is not a list"),
    (FILE, 'md5 = ["d41d"]', "contains 'd41d', which is not 32 of the digits"),
    (FILE, 'md5 = ["D41D8CD98F00B204E9800998ECF8427E"]', "is not 32 of the digits 0-9 and a-f"),
    (FILE, "grades = { a = 1 }", "has the key 'a', which is not a grade"),
    (FILE, "grades = { 99999 = 1, 0 = 2.5 }", "has 0 = 2.5, which is not a whole number"),
    (FILE, "grades = 3", "is not a table"),
    (FILE, 'judge = { kind = "oracle" }', "must be one of human, llm"),
    (FILE, 'judge = { sort = "llm" }', "has the key 'sort', which must be one of kind, model"),
    (FILE, "judge.model.name = 1", "has model = "),
    (FILE, 'short_ids = "yes"', "must be true or false"),
    (FILE, 'headers = { "X\\r\\nY" = "1" }', "which contains a character"),
    (FILE, 'headers = { X = "1\\r\\nHost: y" }', "which contains a character"),
    (FILE, 'generators = { x = "GPT" }', "which is not the number of a topic"),
    (FILE, "measures = [[]]", "contains [], which is not text"),
    (FILE, 'url = "https://example.org/\\u0000"', "contains a character"),
    (FILE, '[[files]]\npart = "qrels"', "this [[files]] has no name; add it"),
    (FILE, '[[files]]\npart = "spell"\nname = "a"\nfile = "b"', "has the unknown part 'spell'"),
    (
        FILE,
        '[[files]]\npart = "qrels"\nname = "a"\nfile = "f"\n' * 600,
        "there are 602 [[files]] entries, more than 500",
    ),
    (FILE, '[[files]]\npart = "qrels"\nname = "a"\nfile = "f"', "part 'qrels' has no collection"),
    (FILE, '[[files]]\npart = "query-variants"\nname = "a"\nfile = "f"', "must have the form query_set/variant"),
    (FILE, '[[collections]]\ncollection = "mine-docs"\ntask = "docs"\nquery_set = "y"', "two [[collections]] named"),
    (FILE, 'url = "https://[::1"', "must be an https address without a user name"),
    (FILE, 'url = "https://a:99999999/x"', "must be an https address without a user name"),
    (FILE, '[collections.x]\ny = "z"', "unknown key 'x'"),
]


@pytest.mark.parametrize(("after", "more", "told"), HOSTILE, ids=[f"{more[:30]!a}" for _, more, _ in HOSTILE])
def test_a_hostile_recipe_is_refused_with_its_line(tmp_path, after, more, told):
    lines = PLAIN.splitlines()
    path = tmp_path / "mine.toml"
    path.write_text("\n".join([*lines[:after], more, *lines[after:]]) + "\n")
    begun = time.monotonic()
    with pytest.raises(RecipeError) as caught:
        own.read(path)
    assert told in str(caught.value) and str(caught.value).startswith(str(path)) and "\n" not in str(caught.value)
    assert len(str(caught.value)) < len(str(path)) + 400
    assert time.monotonic() - begun < 5
    if f"{(key := more.split(' ')[0])} = " in str(caught.value) and key.isidentifier():
        assert f"line {after + 1}: " in str(caught.value)


@pytest.mark.parametrize(
    ("content", "told"), [(b"\xff\xfe", "not UTF-8 text"), (b"files = 3", "has no id"), (b"\0", "is not valid TOML")]
)
def test_a_file_that_is_not_a_recipe_is_reported(tmp_path, content, told):
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(RecipeError, match=re.escape(told)):
        own.read(path)


def test_the_plain_recipe_is_accepted_and_every_key_is_tested(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(PLAIN)
    assert len(own.read(path).files) == 2
    made_of_others = {"collections", "files", "owners", "home"}
    for kind, known in (
        (recipes.Recipe, schema.RECIPE),
        (recipes.CollectionSpec, schema.COLLECTION),
    ):
        named = {field.name for field in dataclasses.fields(kind)}
        assert set(known) == (named - made_of_others if kind is recipes.Recipe else named)
    keys = {field.name for kind in entries.all_classes() for field in dataclasses.fields(kind)}
    assert keys == set(schema.FILE)


def test_a_key_for_another_kind_of_file_is_rejected(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(PLAIN.replace('part = "queries"', 'part = "queries"\nshort_ids = true'))
    with pytest.raises(
        RecipeError, match=r"line \d+: files with part 'queries' cannot have the key short_ids; valid keys"
    ):
        own.read(path)


TABLE = """part,name,collection,file,rows,md5,short_ids,judge.kind,grades.0
queries,mine,,topics.tsv,3,,,,

qrels,people,mine-docs,labels.qrels,,,true,human,5
"""


def _beside(folder, table):
    path, begin = folder / "mine.toml", PLAIN.index("[[files]]")
    path.write_text('files = "mine.csv"\n' + PLAIN[:begin])
    (folder / "mine.csv").write_text(table)
    return path


def test_files_listed_in_a_table_next_to_the_recipe_are_part_of_the_recipe(tmp_path):
    read = own.read(_beside(tmp_path, TABLE.replace("topics.tsv,3,", f"topics.tsv,3,{'0' * 32} {'1' * 32}")))
    (tmp_path / "mine.csv").unlink()
    (tmp_path / "mine.toml").write_text(
        PLAIN.replace('"topics.tsv"', f'"topics.tsv"\nrows = 3\nmd5 = ["{"0" * 32}", "{"1" * 32}"]')
        + 'short_ids = true\njudge = { kind = "human" }\ngrades = { 0 = 5 }\n'
    )
    assert read == own.read(tmp_path / "mine.toml") and read.files[1].grades == {"0": 5}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("rows", "rowz", "mine.csv, line 1: unknown column 'rowz'; did you mean rows?"),
        ("judge.kind", "judge", "mine.csv, line 1: unknown column 'judge'; did you mean judge.KEY?"),
        ("rows", "rows.x", "mine.csv, line 1: unknown column 'rows.x'; did you mean rows"),
        ("rows", "name", "mine.csv, line 1: there are two columns 'name'; rename or remove one"),
        (",file,", ",url,", "mine.csv, line 1: the column file is missing; add it"),
        ("qrels,people", "qrels,", "mine.csv, line 4: this [[files]] has no name; add it"),
        (",3,", ",3.5,", "mine.csv, line 2: rows = '3.5' is not a whole number from 0"),
        (",true,", ",yes,", "mine.csv, line 4: short_ids = 'yes' must be true or false"),
        ("human", "oracle", "mine.csv, line 4: judge = {'kind': 'oracle'} has kind = 'oracle', which must be one of"),
        ("grades.0", "grades.a", "mine.csv, line 4: grades = {'a': 5} has the key 'a', which is not a grade"),
        (
            "mine-docs",
            "mine-dogs",
            "mine.csv, line 4: file 'labels.qrels' has collection 'mine-dogs', which is not in the recipe",
        ),
        ("queries,mine", "spell,mine", "mine.csv, line 2: file 'topics.tsv' has the unknown part 'spell'"),
        (",5\n", ",5,6\n", "mine.csv, line 4: 10 columns, but 9 in line 1; check separators"),
        ("people", '"people', "mine.csv, line 4: the line is not valid CSV (unexpected end of data); check the quotes"),
        ("people", "\udcff", "mine.csv: byte "),
    ],
)
def test_errors_in_a_table_of_files_are_reported_with_their_line(tmp_path, old, new, told):
    path = _beside(tmp_path, "")
    (tmp_path / "mine.csv").write_bytes(TABLE.replace(old, new, 1).encode(errors="surrogateescape"))
    with pytest.raises(RecipeError) as caught:
        own.read(path)
    assert told in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["../mine.csv", "none.csv", "/etc/passwd", "sub", "link.csv"])
def test_the_table_of_files_must_be_next_to_its_recipe(tmp_path, name):
    (tmp_path / "mine.csv").write_text(TABLE)
    (folder := tmp_path / "sub").mkdir()
    (folder / "link.csv").symlink_to(tmp_path / "mine.csv")
    path = _beside(folder, TABLE)
    path.write_text(path.read_text().replace("mine.csv", name))
    with pytest.raises(
        RecipeError, match=r"mine.toml, line 1: files = .* is not a CSV file in the recipe's folder; corr"
    ):
        own.read(path)
