"""Loads that are killed, starved and interrupted: afterwards the database is as before or as after, never between.

Each trial forks a child that has everything imported already, so that moments of
the load itself are hit and not those of Python starting.
"""

from __future__ import annotations

import gc
import json
import lzma
import os
import random
import resource
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import duckdb
from corpus import small

from dltrack_db.base import interrupts, recipes
from dltrack_db.base.files import tempfolder
from dltrack_db.errors import DltrackError, signal_exit_code
from dltrack_db.load import expectations, loader, plan, publish
from dltrack_db.store import compact, database, migrate, removal, verify

SPEC = recipes.CollectionSpec(collection="torture", task="docs", query_set="torture")
# When a row was loaded and under which number differs from load to load; all else is compared.
STATE = """
    select 'queries', count(*), bit_xor(hash(t)) from main.queries as t
    union all select 'qrels', count(*), bit_xor(hash(t)) from main.qrels as t
    union all select 'rankings', count(*), bit_xor(hash(t)) from main.rankings as t
    union all select 'runs', count(*), bit_xor(hash(t)) from main.runs as t
    union all select 'run_topics', count(*), bit_xor(hash(t)) from main.run_topics as t
    union all select 'judged_rankings', count(*), bit_xor(hash(t)) from main.judged_rankings as t
    union all select 'query_scores', count(*), bit_xor(hash(run_id, query_id, measure)) from main.query_scores
    union all select 'scores', round(sum(value), 3), 0 from main.query_scores
    union all select 'loads', count(*), bit_xor(hash(part, name, collection, md5, measured_rows)) from main.loads
    union all select 'outcomes', count(*), bit_xor(hash(suite, expectation, success)) from main.load_expectations
    union all select 'passages', count(*), bit_xor(hash(t)) from main.passages as t
    union all select 'texts', count(corpus), bit_xor(hash(collection, corpus)) from main.collections
    union all select 'schema', 0, hash(value) from main.database_info where key = 'schema_version'
"""
CHANGES = "select 'changes', max(change_no), hash(arg_max(command, change_no)) from main.changes"
LATER = ("preferences", "answers", "run_metadata", "simulation_traces")
"""Tables that not every release had."""
RELEASED = Path(__file__).resolve().parents[1] / "migrations" / "released" / "0.1.0.duckdb.xz"


@dataclass
class Figures:
    """What the harness counted."""

    trials: int = 0
    as_before: int = 0
    as_after: int = 0
    unharmed: int = 0
    wrong: list[str] = field(default_factory=list)
    moments: Counter = field(default_factory=Counter)


def write_collection(folder: Path, seed: int = 0, runs: int = 4, topics: int = 40, depth: int = 60) -> None:
    """A small test collection in TREC's formats."""
    chance = random.Random(seed)
    folder.mkdir(exist_ok=True)
    numbers = [str(1000 + topic) for topic in range(topics)]
    (folder / "topics.tsv").write_text("".join(f"{number}\ttopic {number}\n" for number in numbers))
    (folder / "qrels.txt").write_text(
        "".join(f"{number} 0 d{doc} {chance.randint(0, 3)}\n" for number in numbers for doc in range(0, 200, 3))
    )
    for run in range(runs):
        with (folder / f"input.run{run}").open("w") as file:
            for number in numbers:
                for rank, doc in enumerate(chance.sample(range(200), depth), start=1):
                    file.write(f"{number} Q0 d{doc} {rank} {100 - rank + chance.random():.4f} run{run}\n")


def write_commands(folder: Path) -> dict[str, list[str]]:
    """Command lines that write to a database with the first collection, and the files that they read."""
    pairs, answers, notes = (folder / name for name in ("pairs.txt", "answers.jsonl", "notes.csv"))
    pairs.write_text("".join(f"1000 d{one} d{one + 3} a\n" for one in range(0, 150, 3)))
    answer = {"responses": [{"text": "So it is.", "citations": ["d0"]}], "references": ["d0"]}
    metadata = [{"run_id": "writer", "topic_id": str(1000 + topic)} for topic in range(40)]
    answers.write_text("".join(f"{json.dumps({'metadata': given} | answer)}\n" for given in metadata))
    notes.write_text("collection,run_id,team\ntorture,run1,alpha\ntorture,run2,beta\n")
    of = ["-c", "torture"]
    return {
        "preferences": ["ingest", "preferences", str(pairs), *of],
        "answers": ["ingest", "answers", str(answers), *of],
        "notes": ["ingest", "run-notes", str(notes)],
        "fuse": ["fuse", "run1", "run2", "--to", "both", *of],
        "rename": ["rename", "run3", "fourth", *of],
        "score": ["score", "torture"],
        "simulate": ["simulate", "torture", "--strategy", "move-to-front", "--trials", "3"],
        "drop a run": ["drop", "run3", *of],
    }


def write_own_texts(folder: Path) -> dict[str, list[str]]:
    """Command lines that load texts of users for that collection, as lines with a mapping and as Parquet."""
    texts, mapping, parquet = (folder / name for name in ("texts.tsv", "mapping.tsv", "texts.parquet"))
    texts.write_text("".join(f"d{number}\ttext of {number}, and more of it\n" for number in range(60_000)))
    mapping.write_text("".join(f"d{number}\twhole-{number // 7}\n" for number in range(60_000)))
    rows = "select 'd' || i as id, 'text of ' || i as text, 'on ' || i as title from range(60000) t(i)"
    duckdb.execute(f"copy ({rows}) to '{parquet}' (format parquet, row_group_size 5000)")
    of = ["-c", "torture"]
    return {
        "own texts": ["ingest", "corpus", str(texts), "--name", "own", "--mapping", str(mapping), *of],
        "own Parquet": ["ingest", "corpus", str(parquet), "--name", "own", "--task", "passages", *of],
    }


class World:
    """Folders with a database, the sources of a load, and what the load makes of the database."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "tmp").mkdir()
        tempfile.tempdir = str(root / "tmp")  # so that what others leave in /tmp is not counted
        self.first, self.second = root / "first", root / "second"
        write_collection(self.first, 1)
        write_collection(self.second, 2, runs=6)
        shutil.copy(self.first / "qrels.txt", self.second / "qrels.txt")
        self.base = root / "base.duckdb"
        self.load_first(self.base)
        self.outdated, self.released = root / "outdated.duckdb", root / "released.duckdb"
        shutil.copy(self.base, self.outdated)
        con = duckdb.connect(str(self.outdated))
        con.execute("delete from main.query_scores; drop view catalog.status")
        con.close()
        self.released.write_bytes(lzma.decompress(RELEASED.read_bytes()))
        self.commands = write_commands(root) | write_own_texts(root)
        content = small.passages(rows_per_member=400, members=4)
        self.corpus = small.tar_of_gz(root / "msmarco_v2_passage.tar", content.members)

    def load_first(self, db: Path, say: Callable[[str], None] = lambda _: None) -> None:
        """A new database."""
        runs = [self.first / f"input.run{number}" for number in range(4)]
        chosen = plan.plan_collection(SPEC, self.first / "qrels.txt", self.first / "topics.tsv", runs)
        loader.load(chosen, db, loader.LoadOptions(say=say))

    def load_second(self, db: Path, say: Callable[[str], None] = lambda _: None) -> None:
        """Runs replaced and added."""
        runs = [self.second / f"input.run{number}" for number in range(6)]
        loader.load(plan.plan_part("runs", "torture", SPEC, runs), db, loader.LoadOptions(say=say, replace=True))

    def load_qrels(self, db: Path, say: Callable[[str], None] = lambda _: None) -> None:
        """A second set of labels."""
        chosen = plan.plan_part("qrels", "torture", SPEC, [self.second / "qrels.txt"], labels="second")
        loader.load(chosen, db, loader.LoadOptions(say=say))

    def load_corpus(self, db: Path, say: Callable[[str], None] = lambda _: None) -> None:
        """A corpus of several files, each in several batches."""
        say("reading")
        small.load(db, "msmarco-v2-passage", self.corpus, say=say)

    def build(self, db: Path, say: Callable[[str], None] = lambda _: None) -> None:
        """Views and derived tables made anew."""
        say("publishing")
        publish.rebuild(db)

    def migrate(self, db: Path, say: Callable[[str], None] = lambda _: None) -> None:
        """A database of dltrack 0.1.0 brought forward."""
        say("publishing")
        if migrate.is_needed(db):
            migrate.migrate(db, say=lambda _: None)

    def compact(self, db: Path, say: Callable[[str], None] = lambda _: None) -> None:
        """The file written anew."""
        say("publishing")
        compact.compact(db)

    def command(self, name: str, db: Path, say: Callable[[str], None] = lambda _: None) -> None:
        """A command as it is typed."""
        from dltrack_db.cli.app import app

        say("publishing")
        with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
            app([*self.commands[name], "--db", str(db)], standalone_mode=False)

    def drop(self, db: Path, say: Callable[[str], None] = lambda _: None) -> None:
        """Everything removed."""
        say("publishing")
        removal.drop(db, removal.DropRequest(("torture",)))


def state_of(db: Path) -> object:
    """What a database holds; None when there is no file."""
    if not db.exists():
        return None
    con = database.open_readonly(db, older=print, to_build=True)  # what a build mends may be read before it
    try:
        changes = con.execute(CHANGES).fetchall() if database.has_table(con, "changes") else []
        later = [
            (name, *con.execute(f"select count(*), bit_xor(hash(t)) from main.{name} as t").fetchall()[0])
            for name in LATER
            if database.has_table(con, name)
        ]
        return [*changes, *later, *sorted(con.execute(STATE).fetchall())]
    finally:
        con.close()


@contextmanager
def child(task: Callable[[Callable[[str], None]], None], limit: Callable[[], None] | None = None) -> Iterator[tuple]:
    """Fork a child that does the task; its process id, and a pipe on which it tells its phases."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 0
        try:
            os.close(reader)
            gc.freeze()  # closing a database of the parent here would abort: its threads did not come along
            if limit:
                limit()
            task(lambda text: os.write(writer, (text.split(": ")[-1].split()[0] + "\n").encode()))
            os.write(writer, b"done\n")
        except DltrackError as error:
            code = signal_exit_code(number) if (number := interrupts.pending_signal()) else error.exit_code
            os.write(writer, f"refused {error}\n".encode())
        except BaseException as error:
            # As the command's main() does: libraries make errors of their own of an interrupt.
            code = signal_exit_code(number) if (number := interrupts.pending_signal()) else 70
            said = "interrupted" if number else f"traceback {type(error).__name__} {error}"
            os.write(writer, f"{said}\n".encode())
        finally:
            os._exit(code)
    os.close(writer)
    try:
        yield pid, reader
    finally:
        os.close(reader)


def reap(pid: int, reader: int, seconds: float = 60) -> tuple[int, str]:
    """Wait for the child's end: its exit code (negative: the signal) and what it said meanwhile."""
    said = b""
    until = time.monotonic() + seconds
    os.set_blocking(reader, False)
    while True:
        with suppress(BlockingIOError):
            said += os.read(reader, 65536)
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            while more := os.read(reader, 65536):
                said += more
            return os.waitstatus_to_exitcode(status), said.decode()
        if time.monotonic() > until:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            return -1000, said.decode()
        time.sleep(0.002)


def phases_of(task: Callable, db: Path) -> dict[str, float]:
    """Do the task undisturbed in a child; how long each of its phases takes, in seconds."""
    lengths: dict[str, float] = {}
    with child(lambda say: task(db, say)) as (pid, reader):
        phase, since = "", time.monotonic()
        while more := os.read(reader, 4096).decode():
            for word in more.split():  # several where they were said faster than they are read
                if phase:
                    lengths[phase] = time.monotonic() - since
                phase, since = word, time.monotonic()
        reap(pid, reader)
    return lengths


def kill_once(task: Callable, db: Path, phase: str, delay: float) -> bool:
    """Do the task in a child and kill it some seconds after a phase began; False when it had ended by then."""
    with child(lambda say: task(db, say)) as (pid, reader):
        said = b""
        while f"{phase}\n".encode() not in said and (more := os.read(reader, 4096)):
            said += more
        time.sleep(delay)
        os.kill(pid, signal.SIGKILL)
        return reap(pid, reader)[0] < 0


def kills(world: World, count: int, seed: int = 0) -> Figures:
    """Kill loads and drops `count` times; check the database after each, and that a rerun completes."""
    expectations.preload().join()
    figures = Figures()
    chance = random.Random(seed)
    tasks = {
        "new": (world.load_first, None),
        "replace": (world.load_second, world.base),
        "drop": (world.drop, world.base),
        "qrels": (world.load_qrels, world.base),
        "corpus": (world.load_corpus, world.base),
        "build": (world.build, world.outdated),
        "migrate": (world.migrate, world.released),
        "compact": (world.compact, world.base),
        **{name: (partial(world.command, name), world.base) for name in world.commands},
    }
    ends, lengths = {}, {}

    def undisturbed(name: str) -> None:
        task, start = tasks[name]
        db = world.root / f"after-{name}.duckdb"
        if start:
            shutil.copy(start, db)
        lengths[name] = phases_of(task, db)
        ends[name] = state_of(db)
        figures.wrong.extend(f"{name}: {finding}" for finding in verify.verify(db) if finding.is_fault)

    folder = world.root / "kills"
    folder.mkdir()
    while figures.trials < count:
        name = chance.choice([*tasks])
        if name not in ends:
            undisturbed(name)
        phase = chance.choice([*lengths[name], *({"publishing"} & lengths[name].keys())])
        task, start = tasks[name]
        db = folder / f"{figures.trials}.duckdb"
        if start:
            shutil.copy(start, db)
        before = state_of(db)
        if kill_once(task, db, phase, chance.random() * lengths[name][phase]):
            figures.moments[f"{name}, {phase}"] += 1
            judge(db, before, ends[name], figures, f"{name}, {phase}")
            rerun(task, db, ends[name], figures, f"{name}, {phase}")
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    with tempfolder.folder() as last:
        left = [path for path in last.parent.glob("dltrack-*") if path != last and any(path.iterdir())]
    if left:
        figures.wrong.append(f"left in the folder for temporary files: {left}")
    return figures


def rerun(task: Callable, db: Path, end: object, figures: Figures, what: str) -> None:
    """Do again what was killed, if it has to be done: it ends as if nothing had been, and nothing is left."""
    log = Path(f"{db}.wal")
    if state_of(db) != end or any(path.name.startswith(f".{db.name}.") for path in db.parent.iterdir()):
        task(db)
        if log.exists():
            figures.wrong.append(f"{what}: the rerun left a log beside the database")
        if state_of(db) != end:
            figures.wrong.append(f"{what}: the rerun ends with {state_of(db)}")
    left = [path.name for path in db.parent.iterdir() if path not in (db, log) and ".before-" not in path.name]
    if left:
        figures.wrong.append(f"{what}: {left} left beside the database")


def judge(db: Path, before: object, after: object, figures: Figures, what: str) -> None:
    """Count a trial: is the database as before or as after?"""
    figures.trials += 1
    try:
        now = state_of(db)
    except DltrackError as error:
        figures.wrong.append(f"{what}: {error}")
        return
    if now == before:
        figures.as_before += 1
    elif now == after:
        figures.as_after += 1
    else:
        figures.wrong.append(f"{what}: neither before nor after: {now}")


def starved(world: World, kind: str, count: int, seed: int = 0) -> Figures:
    """Loads that run out of disk or memory, or are interrupted: refused in one sentence, nothing changed."""
    expectations.preload().join()
    figures = Figures()
    chance = random.Random(seed)
    ends = {}
    for task in (world.load_first, world.load_second):
        end = world.root / f"{kind}-{task.__name__}.duckdb"
        if task == world.load_second:
            shutil.copy(world.base, end)
        task(end)
        ends[task.__name__] = state_of(end)
    with tempfile.TemporaryDirectory(dir=world.root) as folder:
        for number in range(count):
            db = Path(folder) / f"{number}.duckdb"
            task = chance.choice([world.load_first, world.load_second])
            if task == world.load_second:
                shutil.copy(world.base, db)
            before = state_of(db)
            with child(lambda say, task=task, db=db: task(db, say), _limit(kind, chance)) as (pid, reader):
                if kind == "interrupt":
                    _interrupt(pid, reader, chance)
                code, said = reap(pid, reader)
            moment = said.splitlines()[-1][:300] if said else f"exit code {code}"
            if "traceback" in said or code not in (0, 1, 130):
                figures.wrong.append(f"{kind}: {moment} (exit code {code})")
            figures.moments[moment.replace(str(db), "DB") if code else "unharmed"] += 1
            if code == 0:
                figures.unharmed += 1
                before = ends[task.__name__]
            # Ended in time to be published, a load may still fail at tidying up: then the log holds what is missing.
            judge(db, before, ends[task.__name__], figures, kind)
            if left := [path.name for path in Path(folder).iterdir() if path not in (db, Path(f"{db}.wal"))]:
                figures.wrong.append(f"{kind}: {left} left beside the database")
            for path in Path(folder).iterdir():
                path.unlink()
    return figures


def _interrupt(pid: int, reader: int, chance: random.Random) -> None:
    """Press Ctrl-C, sometimes twice, at some moment of a load."""
    said = b""
    wanted = chance.choice([b"reading", b"validating", b"publishing", b"publishing"])
    while wanted not in said and (more := os.read(reader, 4096)):
        said += more
    time.sleep(chance.random() * 0.7)
    for _ in range(chance.choice((1, 1, 2))):
        os.kill(pid, signal.SIGINT)


def _limit(kind: str, chance: random.Random) -> Callable[[], None]:
    """What to do in the child before the load: take away disk or memory, or listen to Ctrl-C as the command does."""
    room = chance.randint(50_000, 3_000_000)

    def limit() -> None:
        match kind:
            case "disk":  # a limit on file size fails a write as a full disk does
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            case "memory":
                used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
                resource.setrlimit(resource.RLIMIT_AS, (used + room * 20, used + room * 20))
            case "interrupt":
                interrupts.install()

    return limit


def power_cuts(world: World, count: int, seed: int = 0) -> Figures:
    """Copies of the file and its log, taken at random moments of a load: each opens as before or as after."""
    figures = Figures()
    chance = random.Random(seed)
    expectations.preload().join()
    end = world.root / "after-power.duckdb"
    shutil.copy(world.base, end)
    length = phases_of(world.load_second, end)["publishing"]
    after = state_of(end)
    with tempfile.TemporaryDirectory(dir=world.root) as name:
        folder = Path(name)
        while figures.trials < count:
            db = folder / "running.duckdb"
            shutil.copy(world.base, db)
            before = state_of(db)
            with child(lambda say, db=db: world.load_second(db, say)) as (pid, reader):
                said = b""
                while b"publishing" not in said and (more := os.read(reader, 4096)):
                    said += more
                copies = []
                for _ in range(10):
                    time.sleep(chance.random() * length / 5)
                    os.kill(pid, signal.SIGSTOP)
                    copies.append(folder / f"copy{len(copies)}.duckdb")
                    for suffix in ("", ".wal"):
                        if Path(f"{db}{suffix}").exists():
                            shutil.copy(f"{db}{suffix}", f"{copies[-1]}{suffix}")
                    os.kill(pid, signal.SIGCONT)
                reap(pid, reader)
            for copy in copies:
                judge(copy, before, after, figures, "power cut")
            for path in folder.iterdir():
                path.unlink()
    return figures
