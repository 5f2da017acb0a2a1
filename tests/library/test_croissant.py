"""The metadata of an exported folder: true of its files, whole, and valid where the checker of Croissant is there."""

from __future__ import annotations

import csv
import hashlib
import json

import mlcroissant
import polars as pl
import pytest
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from dltrack_db.export import croissant
from dltrack_db.store import database

WORDS = {"String": "sc:Text", "Boolean": "sc:Boolean", "Float64": "sc:Float", "Date": "sc:Date"}


def export(folder, form, db):
    words = ["export", "sample-passages", "--to", str(folder), "--format", form, "--croissant", "--db", str(db)]
    return CliRunner().invoke(app, words, catch_exceptions=False)


@pytest.fixture(scope="module", params=["parquet", "csv"])
def folder(request, sample_database, tmp_path_factory):
    place = tmp_path_factory.mktemp("croissant") / request.param
    export(place, request.param, sample_database)
    return place


@pytest.fixture(scope="module")
def told(folder):
    return json.loads((folder / croissant.NAME).read_text(encoding="utf-8"))


@pytest.mark.more
def test_every_file_is_there_with_its_size_and_checksum(folder, told):
    assert {path.name for path in folder.iterdir()} == {one["contentUrl"] for one in told["distribution"]} | {
        croissant.NAME
    }
    for one in told["distribution"]:
        content = (folder / one["contentUrl"]).read_bytes()
        assert one["contentSize"] == f"{len(content)} B"
        assert one["sha256"] == hashlib.sha256(content).hexdigest()
        assert one["encodingFormat"] == ("text/csv" if folder.name == "csv" else "application/x-parquet")


def test_every_column_is_described_as_it_is(folder, told):
    assert {one["@id"] for one in told["recordSet"]} == {path.stem for path in folder.iterdir()} - {"croissant"}
    for table in told["recordSet"]:
        path = folder / f"{table['@id']}.{folder.name}"
        if folder.name == "csv":
            with path.open(newline="", encoding="utf-8") as lines:
                names = next(csv.reader(lines))
        else:
            schema = pl.read_parquet_schema(path)
            names = list(schema)
            for field in table["field"]:
                kind = str(schema[field["name"]])
                assert field["dataType"] == WORDS.get(kind, "sc:Integer" if "Int" in kind else kind)
        assert [field["name"] for field in table["field"]] == names
        assert [field["source"]["extract"]["column"] for field in table["field"]] == names
        assert all(
            field["description"] and field["source"]["fileObject"]["@id"] == path.name for field in table["field"]
        )
        assert table["description"]
        assert {key["@id"] for key in table["key"]} <= {field["@id"] for field in table["field"]} and table["key"]


def test_keys_are_unique(folder, told):
    for table in told["recordSet"]:
        path = folder / f"{table['@id']}.{folder.name}"
        rows = pl.read_parquet(path) if folder.name == "parquet" else pl.read_csv(path, infer_schema=False)
        assert not rows.select([key["@id"].partition("/")[2] for key in table["key"]]).is_duplicated().any()


@pytest.mark.more
def test_the_checker_finds_no_fault(folder):
    assert mlcroissant.Dataset(folder / croissant.NAME).metadata.issues.errors == set()


def test_what_has_no_columns_is_not_described(sample_database, tmp_path):
    with pytest.raises(UsageError, match="use --format parquet or --format csv"):
        export(tmp_path, "trec", sample_database)
    assert list(tmp_path.iterdir()) == []


def test_a_type_without_a_word_is_refused():
    with pytest.raises(UsageError, match=r"no type for main\.x\.y \(INTERVAL\)"):
        croissant._type("main.x.y", "INTERVAL")
    assert croissant._type("", "VARCHAR[]") == {"dataType": "sc:Text", "repeated": True}
    assert croissant._type("", "UBIGINT") == croissant._type("", "HUGEINT") == {"dataType": "sc:Integer"}


def test_an_edition_names_its_collections(sample_database, tmp_path):
    con = database.open_readonly(sample_database, into=tmp_path)
    try:
        place = croissant.write(con, "sample", tmp_path, [])
    finally:
        con.close()
    told = json.loads(place.read_text(encoding="utf-8"))
    assert (
        told["name"] == "sample" and "sample-docs" in told["description"] and "sample-passages" in told["description"]
    )
