"""The same seed gives the same bytes, everywhere; the recipe states what those bytes are."""

from __future__ import annotations

import gzip
import hashlib
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_files import Sample

import dltrack_db
from dltrack_db.base import recipes, resources
from dltrack_db.load.sample import write_sample
from dltrack_db.load.sample.archive import gzip_bytes
from dltrack_db.load.sample.facts import refresh
from dltrack_db.load.sample.random_numbers import Chance


def digests(folder: Path) -> dict[str, str]:
    """Checksum of each file, by path inside the folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.campaign
def test_same_bytes_in_a_process_with_another_hash_seed(sample: Sample, tmp_path: Path) -> None:
    other = "1" if os.environ.get("PYTHONHASHSEED") == "0" else "0"
    subprocess.run(
        [sys.executable, "-m", "dltrack_db.load.sample", str(tmp_path)],
        check=True,
        env={**os.environ, "PYTHONHASHSEED": other, "PYTHONPATH": str(Path(dltrack_db.__file__).parents[1])},
    )
    assert digests(tmp_path) == digests(sample.folder)


@pytest.mark.campaign
def test_another_seed_gives_another_sample_of_the_same_files(sample: Sample, tmp_path: Path) -> None:
    state = random.getstate()
    started = time.process_time()
    write_sample(tmp_path, seed=1)
    assert time.process_time() - started < 10
    assert random.getstate() == state, "the program's own random numbers are left alone"
    other, usual = digests(tmp_path), digests(sample.folder)
    assert other.keys() == usual.keys()
    assert [name for name in usual if usual[name] == other[name]] == []


def test_recipe_states_the_facts_of_the_files(sample: Sample) -> None:
    recipe = (resources.RECIPES / "sample.toml").read_text(encoding="utf-8")
    renew = "python -m dltrack_db.load.sample FOLDER --facts ingest/recipes/sample.toml"
    assert refresh(recipe, sample.folder) == recipe, f"the generator changed; run: {renew}"


def test_recipe_counts_agree_with_independent_ones(sample: Sample) -> None:
    recipe = recipes.load("sample")
    facts = {(spec.part, spec.collection, spec.name): spec for spec in recipe.files}
    for task in ("docs", "passages"):
        for variant, labels in (("nist", sample.qrels(task)), ("msmarco", sample.sparse(task))):
            spec = facts["qrels", f"sample-{task}", variant]
            grades = [grade for items in labels.values() for grade in items.values()]
            assert (spec.rows, spec.queries) == (len(grades), len(labels))
            assert spec.grades == {str(grade): grades.count(grade) for grade in sorted(set(grades))}
        submitted = list((sample.folder / "runs" / f"sample-{task}").iterdir())
        assert [c.expected_runs for c in recipe.collections if c.task == task] == [len(submitted)]
    assert facts["queries", None, "sample"].rows == len(sample.queries)
    assert facts["corpus", "sample-docs", "sample-document"].rows == len(sample.documents)
    assert facts["corpus", "sample-passages", "sample-passage"].rows == len(sample.passages)
    assert facts["corpus", None, "sample-v1-document"].rows == len(sample.version1)


def test_refresh_renews_a_stale_fact(sample: Sample) -> None:
    recipe = (resources.RECIPES / "sample.toml").read_text(encoding="utf-8")
    stale = recipe.replace("rows = 60\n", "rows = 61\n")
    assert stale != recipe
    assert refresh(stale, sample.folder) == recipe


@given(st.one_of(st.binary(max_size=2000), st.integers(65534, 131072).map(lambda size: b"x" * size)))
def test_stored_gzip_is_what_gzip_reads(content: bytes) -> None:
    packed = gzip_bytes(content)
    assert gzip.decompress(packed) == content
    assert packed[4:8] == b"\0\0\0\0"  # no modification time


def test_chance_is_pinned() -> None:
    """Known answers: they fail on any Python whose generator or seeding differs."""
    chance = Chance(2021, "pinned")
    assert [chance.between(1, 100) for _ in range(6)] == [29, 82, 11, 25, 80, 9]
    assert chance.shuffled("abcdef") == ["c", "e", "a", "b", "f", "d"]


@given(st.integers(0, 2**32), st.lists(st.integers(), max_size=30))
def test_shuffled_keeps_all_items(seed: int, items: list[int]) -> None:
    assert sorted(Chance(seed, "shuffle").shuffled(items)) == sorted(items)


def test_noise_has_mean_0_and_variance_1() -> None:
    chance = Chance(1, "noise")
    values = [chance.noise() for _ in range(20000)]
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / len(values)
    assert abs(mean) < 0.03
    assert abs(variance - 1) < 0.03
    assert max(abs(value) for value in values) <= 2 * 3**0.5
