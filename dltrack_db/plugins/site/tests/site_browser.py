"""A page in the installed Chromium, driven in real time: a virtual time budget ends before a worker answers."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from dltrack_db.plugins.site import parts

COLLECTION = "sample-docs"
"""What the page of these tests is about."""
EVIL = "<img src=x onerror=alert(1)>"
"""The name of a run that looks like markup."""
LONG = "a-model-with-a-very-long-name-v2.5-instruct-4096-dims-quantised-x"
"""The name of a run as models have them."""
AXE = Path(__file__).resolve().parents[4] / "web" / "node_modules" / "axe-core" / "axe.min.js"

needs_browser = pytest.mark.skipif(
    importlib.util.find_spec("playwright") is None
    or shutil.which("chromium") is None
    or not (parts.FOLDER / "parts.json").exists()
    or not AXE.exists(),
    reason="needs Playwright, Chromium and the parts of the page; get them with: make browser, make parts",
)


UNFILLED = re.compile(r"\b(?:null|None|nan|NaN|undefined|After drawn)\b|\$\{")
"""What no text that people see may hold: values that were not there, and placeholders."""


def read_by_people(view: Any) -> str:
    """All texts of a page but programs and SQL."""
    text: str = view.evaluate(
        "(() => { const all = document.body.cloneNode(true); "
        "all.querySelectorAll('script, style, code, pre, .cm-editor').forEach((each) => each.remove()); "
        "return all.textContent })()"
    )
    return text


@dataclass
class Seen:
    """The page, what it asked of which hosts, and what it wrote to the console."""

    page: Any
    requests: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def browse(path: Path, *, serve: bool = False) -> Iterator[Seen]:
    """Open a page from its file with the network off, or from a server of this machine."""
    from playwright.sync_api import sync_playwright

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=path.parent)) if serve else None
    if server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/" if server else path.as_uri()
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        try:
            context = browser.new_context(offline=not serve, accept_downloads=True)
            context.set_default_timeout(90_000)
            seen = Seen(context.new_page())
            seen.page.on("console", lambda message: seen.console.append(message.text))
            seen.page.on("pageerror", lambda error: seen.console.append(str(error)))

            def note(request: Any) -> None:
                if request.url.startswith("http"):
                    (seen.requests if request.url.startswith(address) or not serve else seen.others).append(request.url)

            seen.page.on("request", note)
            seen.page.goto(address)
            yield seen
        finally:
            browser.close()
            if server:
                server.shutdown()
                server.server_close()


def unfilled(view: Any) -> str:
    """The surroundings of the first value of a page that was not filled in; '' if there is none."""
    text = read_by_people(view)
    found = UNFILLED.search(text)
    return text[max(0, found.start() - 200) : found.end() + 100] if found else ""
