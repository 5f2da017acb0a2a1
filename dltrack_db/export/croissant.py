"""Metadata of an exported folder in Croissant 1.0 (MLCommons), a JSON-LD format for data set catalogues.

Fields, meanings and keys come from `catalog.columns` and `catalog.objects`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db import __version__
from dltrack_db.base import sql_text
from dltrack_db.base.files import whole
from dltrack_db.errors import UsageError

NAME = "croissant.json"
FORMATS = {"parquet": "application/x-parquet", "csv": "text/csv"}
LEFT_OUT = "license, url, creator, datePublished and citeAs"
"""Fields that the person who publishes the folder must add."""
_TYPES = {
    "VARCHAR": "sc:Text",
    "BOOLEAN": "sc:Boolean",
    "DOUBLE": "sc:Float",
    "FLOAT": "sc:Float",
    "DATE": "sc:Date",
    "TIMESTAMP": "sc:DateTime",
    "TIMESTAMP WITH TIME ZONE": "sc:DateTime",
}
_INTEGER = re.compile(r"U?(HUGE|BIG|SMALL|TINY)?INT(EGER)?")
# from the specification of Croissant 1.0
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "sc": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
} | {
    name: f"cr:{name}"
    for name in (
        *("citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty", "fileSet"),
        *("format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet"),
        *("references", "regex", "repeated", "replace", "samplingRate", "separator", "source", "subField", "transform"),
    )
}


def write(con: duckdb.DuckDBPyConnection, name: str, folder: Path, files: Sequence[Path]) -> Path:
    """Write the metadata of exported `files` of the edition or collection `name` into `folder`; return the path."""
    titles = con.execute(
        "select collection, title from main.collections "
        f"where {sql_text.literal(name)} in (collection, edition) order by collection"
    ).fetchall()
    description = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": name,
        "description": "Topics, labels, runs and scores of "
        + "; ".join(f"{collection} ({title})" if title else str(collection) for collection, title in titles)
        + f". Exported by dltrack {__version__}.",
        "version": f"{__version__}",
        "distribution": [_file(path) for path in files],
        "recordSet": [_record_set(con, path) for path in files],
    }
    path = folder / NAME
    try:
        whole.write(path, (json.dumps(description, indent=2, ensure_ascii=False) + "\n").encode())
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
    return path


def _file(path: Path) -> dict[str, Any]:
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return {
        "@type": "cr:FileObject",
        "@id": path.name,
        "name": path.name,
        "contentUrl": path.name,
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": FORMATS[path.suffix[1:]],
        "sha256": digest,
    }


def _record_set(con: duckdb.DuckDBPyConnection, path: Path) -> dict[str, Any]:
    table = path.stem
    is_table = f"object = {sql_text.literal(f'main.{table}')}"
    columns = con.execute(
        f"select name, type, meaning from catalog.columns where {is_table} and role = 'column' order by position"
    ).fetchall()
    query = f"select meaning, string_split(grain, ', ') from catalog.objects where {is_table}"
    meaning, grain = con.execute(query).fetchall()[0]
    return {
        "@type": "cr:RecordSet",
        "@id": table,
        "name": table,
        "description": meaning,
        "key": [{"@id": f"{table}/{column}"} for column in grain or ()],
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{table}/{column}",
                "name": column,
                "description": text,
                **_type(f"main.{table}.{column}", kind),
                "source": {"fileObject": {"@id": path.name}, "extract": {"column": column}},
            }
            for column, kind, text in columns
        ],
    }


def _type(column: str, kind: str) -> dict[str, Any]:
    """Return Croissant's description of a DuckDB type."""
    one = kind.removesuffix("[]")
    word = "sc:Integer" if _INTEGER.fullmatch(one) else _TYPES.get(one)
    if word is None:
        raise UsageError(f"Croissant has no type for {column} ({kind}); export without --croissant")
    return {"dataType": word, "repeated": True} if one != kind else {"dataType": word}
