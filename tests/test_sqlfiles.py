"""The SQL files obey the rules of the house, and headers equal the live objects."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path

import duckdb
import pytest

from dltrack_db import sqlfiles
from dltrack_db.base import sql_text
from dltrack_db.errors import SqlFileError
from dltrack_db.sqlfiles import headers, places
from dltrack_db.store import query_sources, template

OBJECTS = sqlfiles.all_objects()
KINDS = {obj.full_name: obj.kind for obj in OBJECTS}
GLOSSARIES = [headers.read_glossary(path) for path in places.glossaries()]
GLOSSARY = GLOSSARIES[0]._replace(
    columns={name: text for each in GLOSSARIES for name, text in each.columns.items()},
    params={name: text for each in GLOSSARIES for name, text in each.params.items()},
)


def test_headers_are_complete():
    lacking = {}
    for obj in OBJECTS:
        wanted = ("source", "returns") if obj.kind == "macro" else ("source", "grain", "columns")
        lacking[obj.full_name] = [each for each in wanted if not getattr(obj.header, each)]
    assert {name: words for name, words in lacking.items() if words} == {}


def test_header_columns_are_the_live_columns(built_db):
    live = dict(
        built_db.execute(
            "select schema_name || '.' || table_name, list(column_name order by column_index) "
            "from duckdb_columns() where not internal group by all"
        ).fetchall()
    )
    written = {obj.full_name: list(obj.header.columns) for obj in OBJECTS if obj.kind in ("table", "view")}
    assert {name: (columns, live.get(name)) for name, columns in written.items() if columns != live.get(name)} == {}


def test_header_params_are_the_live_params(built_db):
    live = dict(
        built_db.execute(
            "select schema_name || '.' || function_name, parameters from duckdb_functions() where not internal"
        ).fetchall()
    )
    written = {obj.full_name: list(obj.header.params) for obj in OBJECTS if "macro" in obj.kind}
    assert {name: (params, live.get(name)) for name, params in written.items() if params != live.get(name)} == {}


def test_comments_arrive_in_the_database(built_db):
    comment = built_db.execute("select comment from duckdb_tables() where table_name = 'qrels'").fetchone()[0]
    assert comment.startswith("Relevance judgments, raw grades")
    column = built_db.execute(
        "select comment from duckdb_columns() where table_name = 'qrels' and column_name = 'relevance'"
    ).fetchone()[0]
    assert column == "raw grade as judged; negative grades are kept"


def test_headers_leave_to_the_glossary_what_it_says():
    repeated, used, told = {}, Counter(), defaultdict(Counter)
    for obj in OBJECTS:
        header, _ = headers.parse_header(obj.path.read_text(), obj.path)
        for own, known, whole in (
            (header.columns, GLOSSARY.columns, obj.header.columns),
            (header.params, GLOSSARY.params, obj.header.params),
        ):
            if names := [name for name, text in own.items() if text and text == known.get(name)]:
                repeated[obj.full_name] = names
            used.update((name, text) for name, text in whole.items() if not own.get(name))
        for kind, own in {"column": header.columns, "parameter": header.params}.items():
            for name, text in own.items():
                told[kind, name][text] += 1
    assert repeated == {}
    alike = {name for name, texts in told.items() if len(texts) == 1 and texts[""] == 0 and texts.total() > 2}
    assert alike == set(), "a name with one meaning in three headers or more belongs in the glossary"
    entries = [*GLOSSARY.columns.items(), *GLOSSARY.params.items()]
    assert [entry for entry in entries if used[entry] < 3] == []
    assert used["collection", "judged task, e.g. 'trec2021-passages'"] > 200


def test_what_neither_the_header_nor_the_glossary_describes_is_refused(tmp_path):
    text = "-- What.\n-- grain: collection, rank\n-- columns:\n{}create or replace macro a.one({}) as table select 1;"
    for columns, params, match in (
        ("", "", r"one\.sql: neither .* describes rank$"),
        ("--   rank: place\n--   task, height\n", "", "describes height$"),
        ("--   rank: place\n", "variant, width", "describes width$"),
        ("--   rank: place\n-- params:\n--   width: in mm\n", "variant", "describes width, but the macro has no such"),
    ):
        write(tmp_path, "a/one.sql", text.format(columns, params))
        with pytest.raises(SqlFileError, match=match):
            sqlfiles.load_folder(tmp_path)
    columns = "--   team: whose\n--     it is\n--   rank: place\n--   task, year\n-- params:\n--   b: second\n"
    write(tmp_path, "a/one.sql", text.format(columns, "k := 1, b := 2"))
    (obj,) = sqlfiles.load_folder(tmp_path)
    assert obj.header.columns == {
        "collection": "judged task, e.g. 'trec2021-passages'",
        "team": "whose it is",
        "rank": "place",
        "task": "'docs' or 'passages'",
        "year": "year of the track",
    }
    assert list(obj.header.columns) == ["collection", "team", "rank", "task", "year"]
    assert obj.header.params == {"k": "cut-off or list of cut-offs", "b": "second"}


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_what_other_releases_of_duckdb_read_otherwise_is_not_written():
    # of lag(a, 1, 0) 2.0.0 reads in a file that 1.5 wrote lag(a), and 1.5 nothing in one that 2.0.0 wrote
    further = re.compile(r"\b(?:lag|lead)\([^()]*,")
    assert [one.full_name for one in OBJECTS if further.search(one.statement)] == []
    # what is no text or number is printed otherwise by each, and tables cannot be built anew
    assert [one.full_name for one in OBJECTS if one.kind == "table" and "default false" in one.statement.lower()] == []


def test_constants_are_the_tables_of_the_folder_of_views():
    assert {one.full_name for one in OBJECTS if one.is_constant} == sqlfiles.CONSTANTS


def test_build_order_follows_references(tmp_path):
    write(tmp_path, "a/first.sql", "-- Uses b.\ncreate or replace view a.first as select x from b.second;")
    write(tmp_path, "b/second.sql", "-- Base.\ncreate or replace view b.second as select 1 as x;")
    order = [o.full_name for o in sqlfiles.build_order(sqlfiles.load_folder(tmp_path))]
    assert order == ["b.second", "a.first"]


def test_circles_are_refused_and_named(tmp_path):
    write(tmp_path, "a/one.sql", "-- One.\ncreate or replace view a.one as select x from a.two;")
    write(tmp_path, "a/two.sql", "-- Two.\ncreate or replace view a.two as select x from a.one;")
    with pytest.raises(SqlFileError, match=r"one\.sql.*two\.sql|two\.sql.*one\.sql"):
        sqlfiles.build_order(sqlfiles.load_folder(tmp_path))


def test_path_and_name_must_agree(tmp_path):
    write(tmp_path, "a/one.sql", "-- One.\ncreate or replace view a.other as select 1 as x;")
    with pytest.raises(SqlFileError, match=r"defines a\.other, but its path a\.one"):
        sqlfiles.load_folder(tmp_path)


def test_a_file_without_a_header_is_refused(tmp_path):
    write(tmp_path, "a/one.sql", "create or replace view a.one as select 1 as x;")
    with pytest.raises(SqlFileError, match="must begin with a comment"):
        sqlfiles.load_folder(tmp_path)


def test_references_are_those_that_duckdbs_parser_finds():
    con, names, wrong = duckdb.connect(), {obj.full_name for obj in OBJECTS}, {}
    for obj in OBJECTS:
        defaults = [f"select {default}" for default in obj.parameters.values() if default]
        queries = [obj.body, *defaults] if obj.body else defaults
        found = set().union(*(query_sources.named_objects(con, query) for query in queries)) - {obj.full_name}
        if found & names != obj.references & names:
            wrong[obj.full_name] = (found & names) ^ (obj.references & names)
    assert wrong == {}
    assert sum(len(obj.references & names) for obj in OBJECTS) > 1000


def test_comments_and_texts_refer_to_nothing(tmp_path):
    write(
        tmp_path,
        "a/one.sql",
        "-- As b.two.\ncreate or replace macro a.one(\n    -- one, (two\n    k := b.three()) as table\n"
        "-- unlike c.four\nselect 'see d.five, it''s e.six' as x, -- not f.seven\nfrom g.\"eight\";",
    )
    (obj,) = sqlfiles.load_folder(tmp_path)
    assert obj.references == {"b.three", "g.eight"}
    assert obj.parameters == {"k": "b.three()"} and obj.kind == "table macro" and obj.body.startswith("select 'see")


def test_what_an_object_needs_comes_before_it():
    objects = {obj.full_name: obj for obj in OBJECTS}
    for name in objects:
        order = [each for each, _ in sqlfiles.required_objects([name])]
        place = {each: number for number, each in enumerate(order)}
        assert order[-1] == name
        for each in order:
            references = objects[each].references & objects.keys()
            assert all(place[reference] < place[each] for reference in references), (name, each)


def test_objects_that_are_there_are_left_out_with_their_needs():
    names = [name for name, _ in sqlfiles.required_objects(["metrics.ranked"], there={"main.rankings"})]
    assert "main.rankings" not in names and "store.rankings" not in sqlfiles.required_objects(["metrics.query_scores"])
    assert names[-1] == "metrics.ranked" and "metrics.orders" in names
    assert sqlfiles.required_objects(["metrics.no_such_thing"]) == []


def test_scripts_written_out_are_queries_that_run_anywhere():
    script = "-- What it is.\n-- Variables: `name`, `few`.\nselect getvariable('name') as n\nlimit getvariable('few')\n"
    query = sql_text.written_out(script, {"name": "o'brien", "few": None})
    assert query == "select 'o''brien' as n\nlimit null"
    assert duckdb.connect().execute(query).fetchall() == [("o'brien",)]
    with pytest.raises(KeyError):
        sql_text.written_out(script, {"name": "x"})


def test_a_list_of_measures_and_one_measure_are_named_so():
    """`measures` is a list, `measure` one: a column of that name, which the parameter would hide, has its table."""
    wrong = {}
    for obj in OBJECTS:
        named = set(obj.parameters)
        found = {name for name in named if name.startswith("measure_name")}
        if "measure" in named:
            found |= set(re.findall(r"list_contains\(measure,", obj.body))
            found |= set(re.findall(r"\bwhere measure\b|\band measure\b|\bby measure\b|^ +measure,", obj.body, re.M))
        if "measures" in named:
            found |= set(re.findall(r"= measures\b|\[measures\]", obj.body))
        wrong[obj.full_name] = found
    assert {name: words for name, words in wrong.items() if words} == {}
    assert sum("measures" in obj.parameters for obj in OBJECTS) >= 17


def test_a_measure_given_by_name_is_that_measure(mini_db):
    by_name = {
        measure: mini_db.execute(f"from systems.run_similarity_by('{measure}') order by all").fetchall()
        for measure in ("map", "P_10", "xinfAP")
    }
    assert by_name["map"] and by_name["P_10"] and by_name["map"] != by_name["P_10"] and not by_name["xinfAP"]
    duel = "select outcome, value_a from systems.category_duel('nnlm', 'trad', '{}') order by all"
    assert mini_db.execute(duel.format("xinfAP")).fetchall() == []
    mean = "select distinct measure from statistics.paired_values(['map', 'P_10']) order by all"
    assert mini_db.execute(mean).fetchall() == [("P_10",), ("map",)]


@pytest.mark.more
def test_what_needs_use_in_another_shell_says_so(tmp_path):
    """The comment of every view and macro, against what a bare DuckDB does with a file attached under another name."""
    template.copy_to(tmp_path / "file.duckdb")
    con = duckdb.connect()
    con.execute(f"attach '{tmp_path / 'file.duckdb'}' as other (read_only)")
    comments = dict(
        con.execute(
            "with a as (select schema_name, function_name as name, comment, database_name from duckdb_functions()), "
            "b as (select schema_name, view_name as name, comment, database_name from duckdb_views()) "
            "select schema_name || '.' || name, comment from (from a union all from b) where database_name = 'other'"
        ).fetchall()
    )
    marked = {name for name, text in comments.items() if "\nattached: in another shell, run `use NAME` first" in text}
    lost = set()
    for obj in OBJECTS:
        if obj.kind == "table":
            continue
        given = ", ".join("null" for default in obj.parameters.values() if default is None)
        call = f"({given})" if "macro" in obj.kind else ""
        try:
            con.execute(f"explain {'select' if obj.kind == 'macro' else 'from'} other.{obj.full_name}{call}")
        except duckdb.CatalogException:
            lost.add(obj.full_name)
        except duckdb.Error:  # of arguments that are null: its names were found
            continue
    assert lost == {name for name in marked if "macro" in KINDS[name]}
    views = marked - lost
    assert {"catalog.objects", "main.start_here"} <= views and "metrics.run_scores" not in views
    assert con.execute("select count(*) from other.catalog.objects").fetchone() == (0,)  # those of memory
    con.execute("use other")
    assert con.execute("select count(*) from catalog.objects").fetchone() == (len(OBJECTS),)
    con.execute("explain from search_length.run_lengths()")
