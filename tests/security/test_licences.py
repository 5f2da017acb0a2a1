"""Licences of dltrack's dependencies: each is compatible with Apache-2.0, or is listed here."""

from __future__ import annotations

import importlib.util
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

PROGRAM = Path(__file__).resolve().parents[2] / ".ci" / "licences"


@pytest.fixture(scope="module")
def licences():
    spec = importlib.util.spec_from_loader("licences", SourceFileLoader("licences", str(PROGRAM)))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("licence", "fits"),
    [
        ("MIT", True), ("Apache-2.0 OR BSD-3-Clause", True), ("MPL-2.0 AND MIT", True), ("ISC License (ISCL)", True),
        ("GPL-3.0-only", False), ("MIT AND GPL-2.0-or-later", False), ("GPL-2.0 OR MIT", True), ("not named", False),
        ("GNU Lesser General Public License v3 (LGPLv3)", False), ("SSPL-1.0", False), ("UNLICENSED", False),
    ],
)  # fmt: skip
def test_compatible_licences_are_recognized(licences, licence, fits):
    assert licences.fits(licence) is fits


@pytest.mark.more
def test_every_package_has_a_compatible_licence(licences):
    rows = [*licences.of_python(), *licences.of_npm()]
    names = {name for _, name, _, _ in rows}
    assert {"duckdb", "great-expectations", "pandas", "@duckdb/duckdb-wasm"} <= names and len(rows) > 60
    assert [row for row in rows if not licences.fits(row[3])] == []
