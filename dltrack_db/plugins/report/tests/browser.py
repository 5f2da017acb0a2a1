"""Looking at a page in headless Chromium, without a driver: a script in the page acts and writes what it saw."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 120

_WATCH = """
<script>
(async () => {
  const root = document.documentElement;
  while (root.dataset.drawn === undefined) await new Promise((done) => setTimeout(done, 50));
  const click = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  let seen;
  try { seen = (() => { %s })(); } catch (error) { seen = { error: String(error) }; }
  const out = document.createElement("pre");
  out.id = "seen-by-the-test";
  out.textContent = JSON.stringify(seen);
  document.body.append(out);
})();
</script>
"""


@dataclass
class Seen:
    """What the script returned, and what the page wrote to the console."""

    value: Any
    console: list[str]


def program() -> str | None:
    """The browser at hand, if any."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


def look(page: Path, script: str, folder: Path, *flags: str) -> Seen:
    """Open a page, wait until its charts are drawn, run the body of a function in it, return its value."""
    watched = folder / "watched.html"
    before, end, after = page.read_text(encoding="utf-8").rpartition("</body>")
    watched.write_text(before + _WATCH % script + end + after, encoding="utf-8")
    command = [
        program() or "chromium",
        "--headless=new",
        "--disable-gpu",
        "--no-first-run",
        f"--user-data-dir={folder / 'profile'}",
        "--enable-logging=stderr",
        "--virtual-time-budget=60000",
        "--window-size=1200,2000",
        *(["--no-sandbox"] if os.geteuid() == 0 else []),  # Chromium refuses to run as root with its sandbox
        *flags,
        "--dump-dom",
        watched.as_uri(),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    match = re.search(r'<pre id="seen-by-the-test">(.*?)</pre>', done.stdout, re.DOTALL)
    assert match, f"the page never finished drawing; console: {console}"
    value = json.loads(unescape(match[1]))
    assert not (isinstance(value, dict) and "error" in value), value
    return Seen(value, console)
