"""Every reader takes every id that its corpus may have, and refuses what the key cannot hold; drawn by chance.

The lines are made here, in the forms of the official files; the limits are those of the ids, not of a sample. Real
lines are read by `test_real_lines`.
"""

from __future__ import annotations

import json
import struct

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from dltrack_db.base import resources, sql_text

LIMIT = 10**10
"""`corpus.numbers_per_bundle`, once more."""

numbers = st.lists(
    st.one_of(
        st.integers(0, 2 * LIMIT),
        st.integers(0, LIMIT - 1),
        st.sampled_from([0, 2**32 - 1, 2**32, 4_847_600_000, LIMIT - 1, LIMIT, 10 * LIMIT, 2**64]),
    ),
    min_size=1,
    max_size=20,
)


def v1_passages(bundle, values):
    return [str(n) for n in values], "".join(f"{n}\ttext\n" for n in values)


def v1_documents_tsv(bundle, values):
    return [f"D{n}" for n in values], "".join(f"D{n}\tu\tt\tb\n" for n in values)


def v1_documents_trec(bundle, values):
    form = "<DOC>\n<DOCNO>D{}</DOCNO>\n<TEXT>\nu\nt\nb\n</TEXT>\n</DOC>\n"
    return [f"D{n}" for n in values], "".join(map(form.format, values))


def v2_documents(bundle, values):
    ids = [f"msmarco_doc_{bundle:02d}_{n}" for n in values]
    rest = {"url": "u", "title": "", "headings": "\n", "body": "b"}
    return ids, "".join(json.dumps({"docid": one, **rest}) + "\n" for one in ids)


def v2_passages(bundle, values):
    ids = [f"msmarco_passage_{bundle:02d}_{n}" for n in values]
    rest = {"passage": "p", "spans": "(0,1)", "docid": "msmarco_doc_17_4847600000"}
    return ids, "".join(json.dumps({"pid": one, **rest}) + "\n" for one in ids)


def v2_documents_of_passages(bundle, values):
    ids = [f"msmarco_doc_{bundle:02d}_{n}" for n in values]
    rest = {"pid": "msmarco_passage_00_0", "passage": "p", "spans": "(0,1)"}
    return ids, "".join(json.dumps({**rest, "docid": one}) + "\n" for one in ids)


def near_duplicates(bundle, values):
    ids = [f"msmarco_passage_{bundle:02d}_{n}" for n in values]
    return ids, "".join(f"msmarco_passage_00_1 {one} text\n" for one in ids)


def classes(bundle, values):
    ids = [f"msmarco_passage_{bundle:02d}_{n}" for n in values]
    return ids, "".join(f"{one} msmarco_passage_00_1 text\n" for one in ids)


READERS = {
    v1_passages: ("v1_passages", "", "stem", "key"),
    v1_documents_tsv: ("v1_documents_tsv", "", "stem", "key"),
    v1_documents_trec: ("v1_documents_trec", "", "stem", "key"),
    v2_documents: ("v2_documents", "msmarco_doc_{:02d}_", "stem", "key"),
    v2_passages: ("v2_passages", "msmarco_passage_{:02d}_", "stem", "key"),
    v2_documents_of_passages: ("v2_passages", "msmarco_passage_00_", "document_stem", "document_key"),
    near_duplicates: ("near_duplicates", "", "stem", "key"),
    classes: ("near_duplicates", "", "class_stem", "class_key"),
}


def read(con, path, form, *, stem="", columns="stem, key"):
    """What a format file makes of a chunk: ids as they come out of the store again."""
    sql_text.set_variables(con, files=[str(path)], stem=stem, has_text=True)
    con.execute("set variable key_base = corpus.key(getvariable('stem') || '0')")
    query = resources.script(f"ingest/corpus/read/{form}")
    return [row[0] for row in con.execute(f"select corpus.official_id({columns}) from ({query})").fetchall()]


@pytest.mark.campaign
@pytest.mark.parametrize("lines", READERS, ids=lambda each: each.__name__)
@given(bundle=st.integers(0, 99), values=numbers)
@example(bundle=17, values=[4_847_600_000, LIMIT])
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_ids_arrive_or_are_refused(empty_db, tmp_path, lines, bundle, values):
    form, prefix, stem, key = READERS[lines]
    ids, content = lines(bundle, values)
    path = tmp_path / "chunk"
    path.write_text(content)
    kept = f"{stem}, case when key is not null then {key} end"
    found = read(empty_db, path, form, stem=prefix.format(bundle), columns=kept)
    assert sorted(one for one in found if one) == sorted(
        one for one, value in zip(ids, values, strict=True) if value < LIMIT
    )


@given(bundle=st.integers(0, 99), values=st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=20))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_positions_arrive(empty_db, tmp_path, bundle, values):
    """Their form has four bytes; the largest offset of the passages is 956,432,134."""
    path = tmp_path / "chunk"
    path.write_bytes(struct.pack(f"<{len(values)}I", *values))
    stem = f"msmarco_passage_{bundle:02d}_"
    assert read(empty_db, path, "positions", stem=stem) == [f"{stem}{value}" for value in values]


@pytest.mark.campaign
@given(
    texts=st.dictionaries(
        st.one_of(
            st.from_regex(r"[a-z0_#-]{0,6}\d{0,30}", fullmatch=True),
            st.text(st.characters(exclude_categories=("C", "Z")), max_size=12),
        ).filter(bool),
        st.text(st.characters(exclude_characters="\t\n\r\0", exclude_categories=("Cs",))),
        min_size=1,
    )
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_ids_of_users_come_back_as_they_were(empty_db, tmp_path, texts):
    """Any text without blanks is an id, whatever digits it ends in."""
    forms = {
        "own_tsv": "".join(f"{one}\t{text}\n" for one, text in texts.items()),
        "own_json": "".join(json.dumps({"id": one, "text": text}) + "\n" for one, text in texts.items()),
    }
    path = tmp_path / "chunk"
    empty_db.execute(resources.script("ingest/read/macros"))
    empty_db.execute("create or replace temp table mapping (passage_id varchar, document_id varchar)")
    empty_db.executemany("insert into temp.mapping values (?, ?)", [[one, one] for one in texts])
    for form, content in forms.items():
        path.write_text(content, newline="")
        sql_text.set_variables(
            empty_db,
            files=[str(path)],
            has_text=True,
            **{"num_columns": 2, "id_column": 1, "title_column": 0, "text_column": 2},
            **{"id_field": "id", "text_field": "text"},
        )
        empty_db.execute(f"create or replace temp view own_records as {resources.script(f'ingest/corpus/read/{form}')}")
        passages = resources.script("ingest/corpus/read/own_passages")
        found = empty_db.execute(
            "select corpus.official_id(stem, key), corpus.official_id(document_stem, document_key), text "
            f"from ({passages}) where key is not null"
        ).fetchall()
        assert sorted(found) == sorted((one, one, text) for one, text in texts.items())
