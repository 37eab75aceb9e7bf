"""What other sites, and scripts that slipped in, cannot do in a real browser."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page

from .table import TableServer

# A page that tries everything with the cookies of whoever comes by; it says how it went.
TRAP = """<!doctype html><title>trap</title><iframe src="TABLE/"></iframe><script>
const said = window.said = {};
const post = { method: 'POST', credentials: 'include', body: '{"scenario":"ford"}' };
fetch('TABLE/api/matches', { ...post, mode: 'no-cors' }).then(() => { said.plain = 'sent'; }, () => { said.plain = 'refused'; });
fetch('TABLE/api/matches', { ...post, headers: { 'x-sandtable': '1', 'content-type': 'application/json' } })
  .then(() => { said.header = 'sent'; }, () => { said.header = 'refused'; });
fetch('TABLE/api/matches', { credentials: 'include' }).then(() => { said.read = 'read'; }, () => { said.read = 'refused'; });
const socket = new WebSocket('TABLE/api/matches/MATCH/live?seat=red'.replace('http', 'ws'));
socket.onmessage = () => { said.socket = 'heard'; };
socket.onclose = () => { said.socket ??= 'closed'; };
</script>"""


@pytest.fixture
def other_site() -> Iterator[Callable[[str], str]]:
    """A site of somebody else's; put a page there and get its address."""
    pages: dict[str, str] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path, "").encode()
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def put(text: str) -> str:
            pages["/trap"] = text
            # By another name, so that it is another site altogether.
            return f"http://localhost:{server.server_port}/trap"

        yield put
        server.shutdown()


def test_a_script_that_slipped_into_the_page_does_not_run(
    club: TableServer, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    page.goto(club.address)
    page.evaluate(
        """() => {
            const script = document.createElement('script');
            script.textContent = 'window.slipped = "in"';
            document.body.append(script);
            document.body.insertAdjacentHTML('beforeend', '<img src="x:" onerror="window.slipped = 1">');
            document.body.insertAdjacentHTML('beforeend', '<a id="trap" href="javascript:window.slipped=2">x</a>');
            document.getElementById('trap').click();
        }"""
    )
    # A script of the page's own site still runs, and comes after the others would have.
    page.wait_for_function("() => document.querySelector('img[onerror]').complete")
    assert page.evaluate("window.slipped ?? null") is None
    assert (
        page.evaluate("fetch('https://elsewhere.example/').then(() => 'sent', () => 'refused')") == "refused"
    )


def test_another_site_can_neither_frame_the_table_nor_act_or_listen_for_its_player(
    club: TableServer, visitor: Callable[..., Page], other_site: Callable[[str], str]
) -> None:
    page = visitor()
    page.goto(club.address)
    begun = page.evaluate(
        """() => fetch('/api/matches', { method: 'POST', body: '{"scenario":"ford","mode":"hotseat"}',
            headers: { 'x-sandtable': '1', 'content-type': 'application/json' } }).then((r) => r.json())"""
    )
    count = "() => fetch('/api/matches').then((r) => r.json()).then((all) => all.length)"
    before = page.evaluate(count)
    trap = page.context.new_page()
    trap.goto(other_site(TRAP.replace("TABLE", club.address).replace("MATCH", begun["match"])))
    trap.wait_for_function("() => Object.keys(window.said).length === 4")
    assert trap.evaluate("window.said") == {
        "plain": "refused",
        "header": "refused",
        "read": "refused",
        "socket": "closed",
    }
    # No browser holds the plain request back before it is sent; but nothing came of it.
    assert page.evaluate(count) == before
    framed = next(frame for frame in trap.frames if frame != trap.main_frame)
    assert framed.query_selector("body *:is(main, nav, header)") is None
