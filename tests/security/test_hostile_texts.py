"""Hostile texts in every text field of every kind of load, or from old files, in every form of output.

A text is either rejected at load or printed as plain text: it must not run code in a page, control a terminal or break
a picture.
"""

from __future__ import annotations

import csv
import io
import json
import re
from contextlib import redirect_stdout
from html.parser import HTMLParser
from xml.etree import ElementTree

import duckdb
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import dltrack_db as dl
from dltrack_db.base import names, sql_text
from dltrack_db.errors import FormatError
from dltrack_db.load import run_descriptions, run_notes
from dltrack_db.plugins.mcp.answers import Answers
from dltrack_db.plugins.report import vega
from dltrack_db.show import Format, print_notes, print_rows
from dltrack_db.show.html import table
from tests.commands import dltrack
from tests.copies import copied, noted
from tests.loading.mini_edition import Mini

MARKUP = r"""</script><script>alert(1)</script><!-- =cmd() \input{x} "q" 'q' | & % $ # _ ~ ^ {"""
STEERING = ["\x1b[31m", "\x07", "\x7f", "\x9b2J", "\u202egnp", "\u2066x", "\u200f", "\u2028"]
TEXT = MARKUP + "".join(STEERING)
"""hostile texts for free text (topics, sentences, nuggets, reasons); without NUL, because such files are rejected"""
FREE = re.compile(r"[\n\t\x20-\x7e\u00a1-\u061b\u061d-\u200d\u2010-\u2027\u202f-\u2065\u206a-\U0010ffff]*")
"""texts without control characters for terminals"""


@pytest.mark.parametrize("odd", [*STEERING, "\0"], ids=ascii)
def test_control_characters_in_descriptions_of_runs_and_labels_are_rejected(tmp_path, odd):
    """Metadata, notes and the origin of labels are rejected at load, with line and column."""
    (tmp_path / "m.csv").write_text(f"run_id,team,category\na,x{odd}y,b\n")
    with pytest.raises(FormatError, match=r"m\.csv:2: .*(team \w+ the invisible character|NUL)"):
        run_descriptions.write(tmp_path / "m.csv", "c", tmp_path / "out.csv")
    (tmp_path / "n.csv").write_text(f"collection,run_id,about\nc,a,x{odd}y\n")
    (tmp_path / "into").mkdir()
    with pytest.raises(FormatError, match=r"n\.csv:2: .*(about \w+ the invisible character|NUL)"):
        run_notes.split(tmp_path / "n.csv", tmp_path / "into", "n", ["c"], str(tmp_path / "n.csv"))
    if odd != "\0":  # which no argument holds
        done = dltrack("ingest", "qrels", "x", "-c", "c", "--kind", "llm", "--model", f"gpt{odd}")
        assert done.returncode == 2 and "--model contains" in done.stderr
    assert names.problem(f"a{odd}b") and names.problem(MARKUP)


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    """A database with hostile texts from every kind of load that accepts them."""
    folder = tmp_path_factory.mktemp("hostile")
    db = Mini(folder / "files").put_loaded(folder / "x.duckdb")
    reply = {"metadata": {"run_id": "a", "topic_id": "1"}, "responses": [{"text": TEXT, "citations": ["D1"]}]}
    nuggets = {"qid": "1", "run_id": "a", "nuggets": [{"text": TEXT, "importance": "vital", "assignment": "support"}]}
    quoted = '"' + MARKUP.replace('"', '""') + '"'
    files = {
        "answers": ["a.jsonl", json.dumps(reply | {"references": ["D1"]}) + "\n"],
        "nuggets": ["n.jsonl", json.dumps(nuggets) + "\n"],
        "preferences": ["p.txt", "1 D1 D2\n"],
        "run-notes": ["r.csv", f"collection,run_id,about\nmini-docs,a,{quoted}\n"],
    }
    for form, (name, content) in files.items():
        (folder / name).write_text(content)
        where = [] if form == "run-notes" else ["-c", "mini-docs"]
        done = dltrack("ingest", form, folder / name, *where, "--db", db)
        assert done.returncode == 0, done.stderr
    (folder / "qrels").write_text("1 0 D1 1\n2 0 D2 2\n")
    (folder / "topics.tsv").write_text(f"1\t{TEXT.replace(chr(7), '')}\n2\t=cmd()\n")
    (folder / "m.csv").write_text(f"run_id,team,category\na,{quoted},{quoted}\nb,=cmd(),@x\n")
    given = ["--qrels", folder / "qrels", "--topics", folder / "topics.tsv", "--metadata", folder / "m.csv"]
    runs = folder / "files" / "mini-docs"
    done = dltrack("ingest", "collection", "--name", "evil", *given, "--runs", runs, "--db", db)
    assert done.returncode == 0, done.stderr
    origin = [word for option in ("model", "prompt", "author", "licence") for word in (f"--{option}", MARKUP)]
    labels = ["ingest", "qrels", folder / "qrels", "-c", "evil", "--labels", "judged", "--kind", "llm"]
    done = dltrack(*labels, *origin, "--db", db)
    assert done.returncode == 0, done.stderr
    return db, "evil"


@pytest.fixture(scope="module")
def old(small_database, tmp_path_factory):
    """A database with hostile texts in every column that is not a key, as an older dltrack may have loaded them."""
    path = copied(small_database, tmp_path_factory.mktemp("old") / "x.duckdb")
    with duckdb.connect(str(path)) as con:
        columns = con.execute(
            "select table_name, column_name from duckdb_columns() "
            "join (select object[6:] as table_name, grain from catalog.objects where schema = 'main') as objects "
            "using (table_name) "
            "where schema_name = 'main' and data_type = 'VARCHAR' "
            "and (table_name <> 'collections' or column_name = 'title') "  # its others name labels, topics, rules
            "and not list_contains(string_split(grain, ', '), column_name) and table_name not in "
            "('database_info', 'changes', 'table_checksums', 'loads', 'judged_rankings') order by all"
        ).fetchall()
        changed = 0
        for name, column in columns:
            try:
                con.execute(
                    f'update main.{name} set "{column}" = {sql_text.literal(TEXT)} where "{column}" is not null'
                )
                changed += 1
            except duckdb.Error:  # a view, or a column of few values
                continue
    assert changed > 20
    return noted(path), "sample-docs"


@pytest.fixture(scope="module", params=["loaded", "old"])
def hostile(request):
    return request.getfixturevalue(request.param)


def commands(collection):
    yield ["status"]
    yield ["validations"]
    yield ["leaderboard", collection]
    yield ["describe", collection]
    yield ["cite", collection]
    for name in ("queries", "runs", "qrels_variants", "run_metadata", "answer_sentences", "nuggets", "collections"):
        yield ["sql", f"from main.{name} limit 20"]


@pytest.mark.campaign
def test_terminal_output_has_no_control_characters(hostile):
    db, collection = hostile
    with dl.open(db) as opened:
        a, b = (row[0] for row in opened.sql(f"select run_id from main.runs where collection = '{collection}' "
                                             "order by run_id limit 2").fetchall())  # fmt: skip
    for words in [*commands(collection), ["compare", a, b, "-c", collection]]:
        done = dltrack(*words, "--db", db)
        # changed labels cannot be cited
        assert done.returncode == (words[0] == "cite" and collection != "evil"), (words, done.stderr)
        assert FREE.fullmatch(done.stdout + done.stderr), words


QUERY = "select team, category from main.runs where team is not null limit 3"


@pytest.mark.more
def test_csv_json_and_other_row_formats_escape_hostile_texts(hostile):
    db, _ = hostile
    with dl.open(db) as opened:
        wanted = [list(row) for row in opened.sql(QUERY).fetchall()]
    told = {form: dltrack("sql", QUERY, "--db", db, "-f", form).stdout for form in ("csv", "json", "latex", "markdown")}
    assert [*csv.reader(io.StringIO(told["csv"]))][1:] == wanted
    assert [[*row.values()] for row in json.loads(told["json"])] == wanted and FREE.fullmatch(told["json"])
    assert "\\input{" not in told["latex"] and FREE.fullmatch(told["latex"])
    rows = [line for line in told["markdown"].splitlines() if line.startswith("|")]
    assert len(rows) == 2 + len(wanted) and FREE.fullmatch(told["markdown"])
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in rows} == {3} and not re.search(
        r"(?<!\\)<", told["markdown"]
    )


@given(st.text("[]()!`*_~<>&;:|\\$#ab1 \"'=/", max_size=40))
@example("[x](javascript:alert(1)) ![i](http://h/p.png) <img src=x onerror=alert(1)> &lt; `rm` $x$")
def test_markdown_cells_are_plain_text(text):
    """A CommonMark renderer with tables and strikethrough must read every part of the cell as text."""
    out = io.StringIO()
    print_rows(["text"], [[text]], Format.markdown, file=out)
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(out.getvalue())
    cell = [token for token in tokens if token.type == "inline"][-1]
    assert "".join(part.content for part in cell.children) == text.strip()
    assert {part.type for part in cell.children} <= {"text", "text_special"}


@given(st.text("[]()!`*_~<>&;:|\\$#ab1 \"'=/+-.", max_size=40))
@example("[x](javascript:alert(1)) ![i](http://h/p.png) <img src=x onerror=alert(1)> &lt; `rm` $x$")
@example("1. a")
@example("- a")
def test_a_note_under_a_markdown_table_is_one_paragraph_of_plain_text(text):
    """The note must not become a row of the table, and nothing in it may act as markup."""
    out = io.StringIO()
    with redirect_stdout(out):
        print_rows(["text"], [["a"]], Format.markdown)
        print_notes([text], Format.markdown)
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(out.getvalue())
    assert [token.type for token in tokens].count("tr_open") == 2
    after = tokens[[token.type for token in tokens].index("table_close") + 1 :]
    assert [token.type for token in after] == (["paragraph_open", "inline", "paragraph_close"] if text.strip() else [])
    for part in [part for token in after for part in token.children or ()]:
        assert part.type in ("text", "text_special")
    assert "".join(part.content for token in after for part in token.children or ()) == text.strip()


@pytest.mark.campaign
def test_exports_escape_hostile_texts(hostile, tmp_path):
    db, collection = hostile
    for options in (["csv", "--spreadsheet"], ["parquet", "--croissant"], ["trec"]):
        done = dltrack("export", collection, "--to", tmp_path / options[0], "--format", *options, "--db", db)
        # values that would break the lines of TREC files are rejected
        assert done.returncode == (2 if options == ["trec"] and collection != "evil" else 0), done.stderr
    cells = [
        cell for path in (tmp_path / "csv").rglob("*.csv") for row in csv.reader(path.open(newline="")) for cell in row
    ]
    assert len(cells) > 50
    assert [cell for cell in cells if cell[:1] in ("=", "@") or (cell[:1] in ("+", "-") and not _is_number(cell))] == []
    json.loads((tmp_path / "parquet" / "croissant.json").read_text())
    cited = dltrack("cite", collection, "--db", db).stdout  # nothing, of labels that somebody changed
    assert "\\input{" not in cited and cited.count("{") == cited.count("}")


def _is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


class Scripts(HTMLParser):
    """Return the scripts of a page that are programs, and the texts of its other elements."""

    def __init__(self):
        super().__init__()
        self.programs, self.inside = [], None

    def handle_starttag(self, tag, attributes):
        self.inside = dict(attributes).get("type", "program") if tag == "script" else None
        assert not [name for name, _ in attributes if name.startswith("on")]

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside == "program":
            self.programs.append(data)


def check_page(page, programs):
    parser = Scripts()
    parser.feed(page)
    assert len(parser.programs) == programs
    assert [each for each in parser.programs if each.strip() == "alert(1)"] == []
    assert "<script>alert(1)" not in page


@pytest.mark.more
def test_pages_and_pictures_escape_hostile_texts(hostile, tmp_path):
    db, collection = hostile
    with dl.open(db) as opened:
        check_page(opened.report(collection, tmp_path / "report.html").read_text(encoding="utf-8"), 2)
        check_page(table(["team"], opened.sql(QUERY).fetchall()), 0)
        drawn = opened.figure("grade-counts" if collection == "evil" else "ndcg-by-type", collection)
    check_page(vega.save(drawn, tmp_path / "f.html").read_text(encoding="utf-8"), 2)
    svg = vega.save(drawn, tmp_path / "f.svg")
    assert [each.tag for each in ElementTree.parse(svg).iter() if each.tag.endswith("script")] == []
    assert FREE.fullmatch(svg.read_text(encoding="utf-8"))
    assert vega.save(drawn, tmp_path / "f.pdf").read_bytes().startswith(b"%PDF")
    assert vega.save(drawn, tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.campaign
def test_answers_to_assistants_escape_hostile_texts(hostile):
    db, collection = hostile
    answers = Answers(db)
    answered = [
        answers.query("from main.runs limit 9"),
        answers.question("topics", {"collection": collection}),
        answers.catalogue(),
    ]
    answered.append(answers.describe(collection))
    for answer in answered:
        assert "rows" in answer and not re.search("[\x00-\x1f]", json.dumps(answer))
    (cell,) = answers.query("select any_value(team) as t from main.runs where starts_with(team, '</script>')")["rows"][
        0
    ]
    assert cell in (TEXT, MARKUP)
