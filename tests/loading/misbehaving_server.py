"""A real HTTP server on a local port that misbehaves as a script says, one behaviour per request."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Behaviour = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Answers each request with the next behaviour of the script; the last behaviour is repeated."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        script = self.server.script
        self.server.requests.append((self.path, dict(self.headers.items())))
        behave = script.pop(0) if len(script) > 1 else script[0]
        try:
            behave(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    do_HEAD = do_GET

    def log_message(self, format: str, *args: object) -> None:
        pass

    def reply(self, code: int, headers: dict[str, str], body: bytes = b"") -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


@dataclass
class Server(ThreadingHTTPServer):
    script: list[Behaviour] = field(default_factory=list)
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.daemon_threads = True
        self.stop = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/file.txt"

    def play(self, *script: Behaviour) -> str:
        """Set the behaviours of the next requests; gives the address to ask."""
        self.script, self.requests = list(script), []
        return self.url

    def handle_error(self, request: object, client_address: object) -> None:
        pass


@contextmanager
def running() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.stop.set()
        server.shutdown()
        thread.join()
        server.server_close()


def serve(
    content: bytes, *, etag: str | None = '"v1"', ranges: bool = True, cut_after: int | None = None, length: bool = True
) -> Behaviour:
    """Serve the file correctly, or without range requests, or cut off after some bytes of the body."""

    def behave(handler: Handler) -> None:
        start = 0
        wanted = handler.headers.get("Range", "")
        headers = {"ETag": etag} if etag else {}
        if ranges and wanted.startswith("bytes=") and handler.headers.get("If-Range") in (None, etag):
            start = int(wanted[6:-1])
            if start >= len(content):
                handler.reply(416, {"Content-Range": f"bytes */{len(content)}", "Content-Length": "0"})
                return
            headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        body = content[start:]
        if length:
            headers["Content-Length"] = str(len(body))
        else:
            headers["Connection"] = "close"
        handler.close_connection = cut_after is not None or not length
        handler.reply(206 if start else 200, headers, body[:cut_after])

    return behave


def answer(code: int, **headers: str) -> Behaviour:
    """Send a response without the file."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler: handler.reply(code, {"Content-Length": "0", **named})


def hang(handler: Handler) -> None:
    """Send nothing until the server stops."""
    handler.server.stop.wait(10)
    handler.close_connection = True


def hang_up(handler: Handler) -> None:
    """Close the connection without sending a byte."""
    handler.close_connection = True
    handler.connection.close()


def endless(handler: Handler) -> None:
    """Send a body that never ends."""
    handler.close_connection = True
    handler.reply(200, {"Connection": "close"})
    while not handler.server.stop.is_set():
        handler.wfile.write(bytes(1 << 16))
