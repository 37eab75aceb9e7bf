"""Where reminders arrive in tests: a webhook and a mail server of our own, on ports that nobody else uses."""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Hook:
    """A webhook: what it was told, and what it answers."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/hook?token=abc"
        self.told: list[Any] = []
        self.paths: list[str] = []
        self.status = 204


@contextmanager
def webhook() -> Iterator[Hook]:
    """A webhook that listens."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            hook.told.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            hook.paths.append(self.path)
            self.send_response(hook.status)
            self.send_header("location", hook.url)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        hook = Hook(server.server_port)
        yield from _serving(server, hook)


class Letters(list[str]):
    """The letters that a mail server has taken, and where it is."""

    address = ""


@contextmanager
def mail_server() -> Iterator[Letters]:
    """A mail server that takes every letter."""
    letters = Letters()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 ready")
            while line := self.rfile.readline().decode().strip():
                verb = line.upper().split(" ")[0]
                if verb == "DATA":
                    self._say("354 go on")
                    text = ""
                    while (row := self.rfile.readline().decode()) != ".\r\n":
                        text += row
                    letters.append(text)
                self._say("221 bye" if verb == "QUIT" else "250 yes")
                if verb == "QUIT":
                    return

        def _say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        letters.address = f"127.0.0.1:{server.server_address[1]}"
        yield from _serving(server, letters)


def _serving(server: socketserver.BaseServer, result: Any) -> Iterator[Any]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield result
    finally:
        server.shutdown()
        thread.join()
