"""Replies from a separate process, which is killed if DuckDB exceeds a limit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from dltrack_db import errors
from dltrack_db.base.files import tempfolder
from dltrack_db.errors import DltrackError, UsageError
from dltrack_db.plugins.mcp import budget
from dltrack_db.plugins.mcp.answers import MEMORY, ROWS, SECONDS, Answers, Reply, takes_too_long, takes_too_much
from dltrack_db.store import states

GRACE = 1.0
"""Additional seconds before a late process is killed: DuckDB may stop by itself, with a better message."""
OVERHEAD = 1 << 30
"""Bytes for Python, libraries and thread stacks, in addition to DuckDB's memory."""
_UNITS = {"b": 0, "k": 1, "m": 2, "g": 3, "t": 4}
_BEGUN = "begun"


class Bounded:
    """Replies to untrusted questions about a database, with strict limits.

    One process answers all questions. It is started by the first question, killed if a question takes longer than
    `seconds`, and started again by the next question. The operating system limits its memory to `memory` plus an
    overhead; on Windows, only DuckDB's own limit applies.
    """

    def __init__(
        self,
        path: Path,
        *,
        rows: int = ROWS,
        seconds: float = SECONDS,
        memory: str = MEMORY,
        max_bytes: int = budget.BYTES,
    ) -> None:
        """Check that the database can be read; for the arguments see `Answers`."""
        Answers(path, rows=rows, seconds=seconds, memory=memory, max_bytes=max_bytes)
        self.path, self.rows, self.seconds, self.memory, self.max_bytes = path, rows, seconds, memory, max_bytes
        self._turn = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Bounded:
        """Return this object; the process ends with the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process, if it was started."""
        self._end()

    def ask(self, what: str, *arguments: Any) -> Reply:
        """Call the method `what` of `Answers` and return its reply."""
        with self._turn:
            process = self._running()
            assert process.stdin is not None and process.stdout is not None
            with suppress(BrokenPipeError):
                _say(process.stdin, [what, arguments])
            line = process.stdout.readline()
            late = threading.Event()
            if line.strip() == json.dumps(_BEGUN):  # the time limit starts when the file is open
                clock = threading.Timer(self.seconds + GRACE, self._end_late, [process, late])
                clock.start()
                line = process.stdout.readline()
                clock.cancel()
            if not line.endswith("\n"):
                self._end()
                raise UsageError(takes_too_long(self.seconds) if late.is_set() else takes_too_much(self.memory))
        answer: Reply
        answer, kind, message = json.loads(line)
        if kind:
            raise getattr(errors, kind, DltrackError)(message)
        return answer

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            bounds = [str(self.path), str(self.rows), str(self.seconds), self.memory, str(self.max_bytes)]
            bounds.append(states.wanted_snapshot() or "")
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, *bounds],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
            )
        return self._process

    @staticmethod
    def _end_late(process: subprocess.Popen[str], late: threading.Event) -> None:
        late.set()
        process.kill()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def _say(stream: IO[str], what: Any) -> None:
    stream.write(json.dumps(what) + "\n")
    stream.flush()


def _bytes(size: str) -> int:
    number = size.strip().rstrip("bBiIkKmMgGtT ")
    unit = size.strip()[len(number) :].strip().lower()
    return int(float(number) * 1024 ** _UNITS[unit[:1]])


def _limit_memory(memory: str) -> None:
    """Limit the memory of this process to `memory` plus an overhead."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        most = _bytes(memory) + OVERHEAD
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _serve(path: str, rows: str, seconds: str, memory: str, max_bytes: str, at: str) -> None:
    """Answer questions from standard input, one per line."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # libraries must not print into the replies
    _limit_memory(memory)
    with tempfolder.folder() as spill, states.reading_at(at or None):
        answers: Answers | None = None
        for line in sys.stdin:
            what, arguments = json.loads(line)
            reply: tuple[Reply | None, str, str]
            try:
                answers = answers or Answers(
                    Path(path),
                    rows=int(rows),
                    seconds=float(seconds),
                    memory=memory,
                    max_bytes=int(max_bytes),
                    spill=spill,
                )
                answers.begun = lambda: _say(out, _BEGUN)
                reply = getattr(answers, what)(*arguments), "", ""
            except DltrackError as error:
                reply = None, type(error).__name__, str(error)
            _say(out, reply)


if __name__ == "__main__":
    _serve(*sys.argv[1:])
