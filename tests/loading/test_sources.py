"""Finding official files by name in folders with any structure."""

from __future__ import annotations

import gzip
import os
import socket
from hashlib import md5
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dltrack_db.base.files.sources import SourceIndex, one_per_run, run_files, run_id
from dltrack_db.errors import SourceError


def put(path: Path, content: bytes = b"1 Q0 d1 1 2.0 tag\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def test_a_file_is_found_in_any_folder_and_the_exact_name_is_preferred(tmp_path):
    deep = put(tmp_path / "a" / "b" / "2021_queries.tsv")
    assert SourceIndex([tmp_path]).find("2021_queries.tsv") == deep
    assert SourceIndex([tmp_path]).find("2022_queries.tsv") is None
    put(tmp_path / "2021_queries.tsv.gz", gzip.compress(b"other"))
    assert SourceIndex([tmp_path]).find("2021_queries.tsv") == deep


def test_packed_and_unpacked_copies_are_accepted(tmp_path):
    zipped = put(tmp_path / "plain.tsv.gz")
    unzipped = put(tmp_path / "packed.tsv")
    index = SourceIndex([tmp_path])
    assert index.find("plain.tsv") == zipped
    assert index.find("packed.tsv.gz") == unzipped


def test_a_root_may_be_a_file(tmp_path):
    file = put(tmp_path / "q.tsv")
    assert SourceIndex([file]).find("q.tsv") == file


def test_equal_copies_are_accepted_and_differing_copies_are_reported(tmp_path):
    first, second = put(tmp_path / "a" / "q.tsv"), put(tmp_path / "b" / "q.tsv")
    assert SourceIndex([tmp_path]).find("q.tsv") == first
    second.write_bytes(b"changed\n")
    with pytest.raises(SourceError) as caught:
        SourceIndex([tmp_path / "a", tmp_path / "b"]).find("q.tsv")
    assert str(first) in str(caught.value)
    assert str(second) in str(caught.value)


def test_the_official_checksum_decides_between_differing_copies(tmp_path):
    put(tmp_path / "a" / "q.tsv", b"wrong\n")
    right = put(tmp_path / "b" / "q.tsv", b"right\n")
    assert SourceIndex([tmp_path]).find("q.tsv", md5=[md5(b"right\n").hexdigest()]) == right


def test_follows_links_but_not_in_circles(tmp_path):
    real = put(tmp_path / "elsewhere" / "q.tsv")
    root = tmp_path / "root"
    root.mkdir()
    (root / "data").symlink_to(real.parent)
    # Two ways round: without a memory of folders the walk would double at every turn.
    (real.parent / "back").symlink_to(root)
    (real.parent / "again").symlink_to(root)
    (root / "self").symlink_to(root / "self")
    (root / "gone.tsv").symlink_to(root / "nowhere")
    index = SourceIndex([root])
    assert index.find("q.tsv") == root / "data" / "q.tsv"
    assert index.find("gone.tsv") is None


def test_paths_that_are_not_files_are_ignored(tmp_path):
    (tmp_path / "a" / "q.tsv").mkdir(parents=True)
    os.mkfifo(tmp_path / "r.tsv")
    index = SourceIndex([tmp_path])
    assert index.find("q.tsv") is None
    assert index.find("r.tsv") is None


def test_a_root_that_is_neither_file_nor_folder_is_rejected(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    server = socket.socket(socket.AF_UNIX)
    server.bind("sock")
    for name in ("pipe", "sock"):
        with pytest.raises(SourceError, match=f"{name} is a pipe, socket or device"):
            SourceIndex([Path(name)])
    server.close()
    with pytest.raises(SourceError, match="nowhere does not exist"):
        SourceIndex([tmp_path / "nowhere"])


def test_says_which_folders_it_could_not_read(tmp_path, monkeypatch):
    file = put(tmp_path / "open" / "q.tsv")
    (tmp_path / "shut").mkdir()
    # The suite may run as root, whom no permission stops.
    listing = Path.iterdir

    def refuse(self):
        if self.name == "shut":
            raise PermissionError(13, "Permission denied")
        return listing(self)

    monkeypatch.setattr(Path, "iterdir", refuse)
    index = SourceIndex([tmp_path])
    assert index.find("q.tsv") == file
    assert "1 unreadable folders" in str(index)
    with pytest.raises(SourceError, match="shut cannot be read"):
        SourceIndex([tmp_path / "shut"])


def test_base_addresses(tmp_path):
    index = SourceIndex([tmp_path, "https://mirror.example/dl"])
    assert index.addresses("q #1.tsv.gz") == [
        "https://mirror.example/dl/q%20%231.tsv.gz",
        "https://mirror.example/dl/q%20%231.tsv",
    ]
    assert index.find("q.tsv") is None
    assert str(index) == f"{tmp_path}, https://mirror.example/dl"
    with pytest.raises(SourceError, match="not an http"):
        SourceIndex(["ftp://mirror.example/dl"])


def test_submitted_runs_are_in_a_folder_named_after_the_collection(tmp_path):
    folder = tmp_path / "runs" / "trec2021-passages"
    wanted = [put(folder / "input.B.gz"), put(folder / "input.a")]
    put(folder / "BM25.txt")
    put(tmp_path / "runs" / "trec2021-docs" / "input.C")
    (folder / "input.folder").mkdir()
    assert SourceIndex([tmp_path]).submitted_runs("trec2021-passages") == wanted
    assert SourceIndex([folder]).submitted_runs("trec2021-passages") == wanted
    assert [p.name for p in SourceIndex([tmp_path]).submitted_runs("trec2021-passages", "*.txt")] == ["BM25.txt"]


def test_a_relative_folder_has_its_real_name(tmp_path, monkeypatch):
    folder = tmp_path / "trec2021-docs"
    put(folder / "input.x")
    monkeypatch.chdir(folder)
    assert SourceIndex([Path()]).submitted_runs("trec2021-docs") == [Path("input.x")]


def test_run_files_takes_files_and_folders(tmp_path):
    one, two = put(tmp_path / "runs" / "b.txt"), put(tmp_path / "runs" / "a.res.gz")
    put(tmp_path / "runs" / ".hidden")
    put(tmp_path / "runs" / "deeper" / "c.txt")
    alone = put(tmp_path / "alone.run")
    assert run_files([alone, tmp_path / "runs", one]) == [two, alone, one]
    (tmp_path / "bare").mkdir()
    with pytest.raises(SourceError, match="bare contains no file"):
        run_files([tmp_path / "bare"])
    with pytest.raises(SourceError, match="does not exist"):
        run_files([tmp_path / "missing.run"])


def test_equal_copies_of_a_run_are_accepted_and_differing_copies_rejected(tmp_path):
    content = b"1 Q0 d1 1 2.0 tag\n"
    plain, packed = put(tmp_path / "input.x", content), put(tmp_path / "input.x.gz", gzip.compress(content))
    assert one_per_run([packed, plain]) == [plain]
    packed.write_bytes(gzip.compress(content * 2))
    with pytest.raises(SourceError, match="differ, but both are run 'x'"):
        one_per_run([packed, plain])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("input.NLE_P_v1.gz", "NLE_P_v1"),
        ("pyterrier-BM25.res.gz", "pyterrier-BM25"),
        ("SPLADE++ED.txt", "SPLADE++ED"),
        ("x.txt.run.trec.res.gz.gz", "x"),
        ("input.input.x", "input.x"),
        ("v1.5.run", "v1.5"),
        ("plain", "plain"),
        ("trec", "trec"),
        ("a.tsv", "a.tsv"),
    ],
)
def test_run_id(name, expected):
    assert run_id(Path("some") / name) == expected


@pytest.mark.parametrize("name", ["input.", "input..gz", ".txt.gz", "a\x1b[31m.txt", "a\nb", "a\udcff"])
def test_run_id_refuses_names_that_give_none(name):
    with pytest.raises(SourceError, match="is not a valid run id") as caught:
        run_id(Path(name))
    assert str(caught.value).isprintable()


@pytest.mark.campaign
@given(
    st.from_regex(r"[A-Za-z0-9_][A-Za-z0-9_+-]{0,19}", fullmatch=True),
    st.lists(st.sampled_from([".txt", ".run", ".res", ".trec", ".gz"]), max_size=4),
)
def test_run_id_removes_exactly_the_known_prefix_and_suffixes(name, suffixes):
    assert run_id(Path(f"input.{name}{''.join(suffixes)}")) == name


@pytest.mark.real
def test_real_data(real_data):
    index = SourceIndex([real_data])
    runs = index.submitted_runs("trec2021-passages")
    assert len(runs) == 63
    assert len({run_id(path) for path in runs}) == 63
    assert len(run_files([real_data / "runs" / "trec2019-passages"])) == 21
    assert index.find("msmarco-test2019-queries.tsv.gz") == real_data / "msmarco" / "msmarco-test2019-queries.tsv"
    assert index.find("2022.qrels.pass.withDupes.txt") is None
