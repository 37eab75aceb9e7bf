"""Security middleware: headers, limits on bodies, requests and sockets, and protection from forged requests (CSRF)."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from ipaddress import ip_network
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import (
    BadRequest,
    Forbidden,
    HeadTooLarge,
    NoSuchMethod,
    ServerError,
    TooLarge,
    TooMuch,
    TooSlow,
)
from ..people.rate_limits import Buckets
from ..people.seating import COOKIE
from ..settings import Settings
from ..wire import refuse_half_characters
from . import short_way

# Other sites cannot add a header of their own to a request without asking us first, and we would say no.
CSRF_HEADER: Final = b"x-sandtable"
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
METHODS: Final = (*SAFE_METHODS, "POST")
BEGIN_PATH: Final = "/api/matches"
IMPORT_PATH: Final = "/api/matches/import"
LOG_PATH: Final = "/api/judgements"
# A new match counts as so many requests.
BEGINNING: Final = 25
# A question about a match for which much of it is read or played again, or reckoned, counts as so many requests.
DEAR: Final = 3
_DEAR: Final = re.compile(
    r"/api/matches/[^/]+/"
    r"(?:log|reports|luck|marks|layers|reach|preview|odds|why|record|moments/[^/]+|sheets/lines|sheets/odds)"
)
# So many write at once: whoever waits for the database keeps nobody who only looks from finding a thread.
WRITERS: Final = 16
# Where no process studies, so many do at once in threads; and so many studies of one client wait, of which one is worked out.
STUDIES: Final = 2
MOST_STUDIES: Final = 12
# All studies together take so many seconds of a processor at once, whatever their share for long is; unless they are of
# one client, and nobody else has studied for so long.
STUDY_SECONDS: Final = 1.0
ALONE_SECONDS: Final = 10.0
# How long a request waits for a place.
ROOM_SECONDS: Final = 8.0
# Who has not sent a whole body by then keeps us waiting on purpose.
BODY_SECONDS: Final = 60.0
# An address and headers: those of our page are a tenth of it. Whatever reads them may take long over many bytes.
LARGEST_HEAD: Final = 16 * 1024
MOST_HEADERS: Final = 100
# Our cookie is a word like this; of all others nobody here reads anything.
_OURS: Final = re.compile(rb"(?:^|;)[ \t]*" + COOKIE.encode() + rb"=([A-Za-z0-9_-]{1,200})[ \t]*(?:;|$)")
# Where a request finds the room that it is in.
_VISIT: Final = "sandtable.visit"
# No name and no text of ours holds this character, and databases differ in what they make of it.
_NUL_IN_QUERY: Final = b"%00"
_NUL_IN_JSON: Final = b"\\u0000"

SECURITY_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # The address of a match or a link must not travel to other sites.
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

Headers = list[tuple[bytes, bytes]]

# What every response carries unless it says otherwise.
_ALWAYS: Final = [
    (name.encode(), value.encode())
    for name, value in {**SECURITY_HEADERS, "cache-control": "no-store"}.items()
]
_NAMES: Final = frozenset(name for name, _ in _ALWAYS)


class SecurityMiddleware:
    """ASGI middleware around the whole application: the guard at its door."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        require_place_for_import: Callable[[str], None] = lambda _client: None,
    ) -> None:
        self._app: Final = app
        self._settings: Final = settings
        self._require_place_for_import: Final = require_place_for_import
        self._buckets: Final = Buckets(settings.rate, settings.burst)
        # How many sockets every client has open.
        self._sockets: Final[Counter[str]] = Counter()
        # How many requests were answered with which status, and how long they took in all.
        self.answered: Final[Counter[int]] = Counter()
        self.seconds = 0.0
        self._writing: Final = Room(WRITERS)
        share = settings.study_share if settings.rate > 0 else 0.0
        workers = settings.study_workers
        self._studying: Final = StudyRoom(workers or STUDIES, MOST_STUDIES, share, elsewhere=workers > 0)

    @property
    def open_sockets(self) -> int:
        """How many sockets are open."""
        return self._sockets.total()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, or answer it with a refusal."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        why = self._refusal(scope)
        if why is None:
            # The library that reads cookies takes time with the square of their length for some that are oddly quoted
            # (CVE-2024-7592), and the framework has it read them for every request: it sees ours alone.
            scope = {**scope, "headers": _with_our_cookie_alone(scope["headers"])}
        if scope["type"] == "websocket":
            if why is not None:
                await send({"type": "websocket.close", "code": 4403, "reason": str(why)[:120]})
            else:
                await self._with_a_socket(scope, receive, send)
            return
        begun = time.monotonic()
        with_headers = _adding_headers(send, self.answered)
        if why is not None:
            await _say_no(with_headers, why)
            return
        limit = self._settings.largest_import if scope["path"] == IMPORT_PATH else self._settings.largest_body
        try:
            if scope["path"] == IMPORT_PATH:
                # Whoever would be sent away with his record is, before megabytes of it are read.
                self._require_place_for_import(network_of(scope))
            async with asyncio.timeout(BODY_SECONDS):
                body = await _whole_body(receive, limit)
            # A record is looked through where it is read: beside the server, for that takes a while.
            if scope["path"] != IMPORT_PATH:
                refuse_half_characters(body)
        except TimeoutError:
            await _say_no(with_headers, TooSlow("the body of this request did not come"))
            return
        except ServerError as wrong:
            await _say_no(with_headers, wrong)
            return
        room = self._room_for(scope)
        try:
            async with room.entered(network_of(scope)) if room else nullcontext() as visit:
                scope[_VISIT] = visit
                await self._app(scope, replaying(body, receive), with_headers)
        except Full as full:
            await _say_no(with_headers, full)
        self.seconds += time.monotonic() - begun

    def _room_for(self, scope: Scope) -> Room | None:
        """Where the request waits for its turn; None where it need not."""
        if _is_dear(scope):
            return self._studying
        if scope["method"] == "POST":
            # What waits by itself, without a thread, takes nobody's place.
            waits_by_itself = (
                short_way.wanted(scope) is not None
                or scope["path"] == IMPORT_PATH
                or scope["path"].endswith("/fork")
            )
            return None if waits_by_itself else self._writing
        return None

    async def _with_a_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = network_of(scope)
        self._sockets[client] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets[client] -= 1
            if not self._sockets[client]:
                del self._sockets[client]

    def _refusal(self, scope: Scope) -> ServerError | None:
        client = network_of(scope)
        if not self._buckets.take(client, time.monotonic(), _cost(scope)):
            return TooMuch("too many requests; wait a few seconds")
        head = len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"])
        for name, value in scope["headers"]:
            head += len(name) + len(value)
        if head > LARGEST_HEAD or len(scope["headers"]) > MOST_HEADERS:
            return HeadTooLarge(
                f"address and headers are larger than {LARGEST_HEAD} bytes, or more than {MOST_HEADERS} headers"
            )
        most = self._settings.sockets
        if scope["type"] == "websocket" and 0 < most <= self._sockets[client]:
            return TooMuch("too many open sockets; close some")
        if "\0" in scope["path"] or _NUL_IN_QUERY in scope["query_string"]:
            return BadRequest("there is nothing at an address with the character NUL in it")
        if scope["type"] == "http" and scope["method"] not in METHODS:
            return NoSuchMethod(f"{scope['method']} is used nowhere here; GET, HEAD and POST are")
        headers = dict(scope["headers"])
        safe = scope["type"] == "http" and scope["method"] in SAFE_METHODS
        origin = headers.get(b"origin")
        if not safe and origin is not None and origin.partition(b"://")[2] != headers.get(b"host"):
            return Forbidden("this request comes from another site")
        if scope["type"] == "http" and not safe and headers.get(CSRF_HEADER) != b"1":
            return Forbidden("this request lacks the header 'X-Sandtable: 1'")
        return None


class Full(ServerError):
    """Too many are doing the same."""

    status = 503


class Visit:
    """One request in a room, and what it costs there, where that is counted: the kernel takes a while to tell."""

    def __init__(self, *, counted: bool) -> None:
        self._begun: Final = (time.monotonic(), time.process_time()) if counted else None
        # Seconds of the processor of another process, where one has worked for it.
        self.elsewhere: float | None = None

    def spent(self) -> float:
        """How many seconds of a processor it has taken."""
        if self.elsewhere is not None or self._begun is None:
            return self.elsewhere or 0.0
        # What the process has spent meanwhile is more than this took, and less than an hour on a busy machine.
        return min(time.monotonic() - self._begun[0], time.process_time() - self._begun[1])


def charge_study(scope: Scope, seconds: float) -> None:
    """So much was spent for the request by a process beside the server."""
    visit = scope.get(_VISIT)
    if visit is not None:
        visit.elsewhere = seconds


class Room:
    """Where requests of one kind work: so many at once, and so many of one client, whether they work or wait.

    Whoever writes waits for whoever holds the database, in a thread; were there no limit, nobody who only looks would
    find a thread. Whoever studies takes the processor from all who play.
    """

    def __init__(self, places: int, for_one: int = 0) -> None:
        self._places: Final = asyncio.Semaphore(places)
        self._for_one: Final = for_one
        # Whether what each request costs has to be found out here.
        self._counts = False
        self._clients: Final[Counter[str]] = Counter()

    @asynccontextmanager
    async def entered(self, client: str) -> AsyncIterator[Visit]:
        """Inside, when a place is free; Full if that takes too long, or *client* has brought too many."""
        if 0 < self._for_one <= self._clients[client]:
            raise Full("you ask for much at once; wait for what you have asked before")
        self._clients[client] += 1
        try:
            if self._is_open_to(client):
                await self._come_in(client)
            else:
                try:
                    async with asyncio.timeout(ROOM_SECONDS):
                        await self._come_in(client)
                except TimeoutError:
                    raise Full("the server is busy; try again, the same answer counts once") from None
            visit = Visit(counted=self._counts)
            try:
                yield visit
            finally:
                self._go_out(client, visit)
        finally:
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]

    def _is_open_to(self, client: str) -> bool:
        """Whether *client* comes in without waiting."""
        return not self._places.locked()

    async def _come_in(self, client: str) -> None:
        await self._places.acquire()

    def _go_out(self, client: str, visit: Visit) -> None:
        self._places.release()


class StudyRoom(Room):
    """Where requests study: they share an allowance of processor time, and clients take turns.

    What a few look up now and then is within the allowance, and nobody waits; strangers who study without end wait for it
    to be made up, each in his turn, and none has more than one study worked out at a time. Whoever studies alone is not
    held to the allowance: the rate of his requests is limit enough.
    """

    def __init__(self, places: int, for_one: int, share: float, *, elsewhere: bool = False) -> None:
        """*elsewhere*: other processes work, and say what it has cost."""
        super().__init__(places, for_one)
        self._counts = share > 0 and not elsewhere
        self._share: Final = share
        self._free = places
        # Whose studies are worked out.
        self._inside: Final[set[str]] = set()
        self._left, self._at = STUDY_SECONDS, time.monotonic()
        self._waiting: Final[OrderedDict[str, deque[asyncio.Future[None]]]] = OrderedDict()
        # When every client has studied last; the latest is the last.
        self._studied: Final[OrderedDict[str, float]] = OrderedDict()

    def _is_open_to(self, client: str) -> bool:
        return self._free > 0 and client not in self._inside

    async def _come_in(self, client: str) -> None:
        if self._is_open_to(client):
            self._free -= 1
            self._inside.add(client)
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._inside.discard(client)
                self._free += 1
                self._next()
            raise

    def _go_out(self, client: str, visit: Visit) -> None:
        now, spent = time.monotonic(), visit.spent()
        self._studied.pop(client, None)
        while self._studied and now - next(iter(self._studied.values())) > ALONE_SECONDS:
            self._studied.popitem(last=False)
        alone = not self._studied
        self._studied[client] = now
        self._left = min(STUDY_SECONDS, self._left + (now - self._at) * self._share) - spent
        self._at = now
        if alone:
            # Others do not have to make up for what he took.
            self._left = max(self._left, 0.0)
        self._inside.discard(client)
        if self._left >= 0 or self._share <= 0:
            self._leave()
        else:
            asyncio.get_running_loop().call_later(-self._left / self._share, self._leave)

    def _leave(self) -> None:
        self._free += 1
        self._next()

    def _next(self) -> None:
        """Free places are given to clients who have waited longest for one, and who are then the last to get another."""
        for client in [client for client in self._waiting if client not in self._inside]:
            turns = self._waiting[client]
            while turns and turns[0].done():
                turns.popleft()
            if turns and self._free:
                turns.popleft().set_result(None)
                self._free -= 1
                self._inside.add(client)
                self._waiting.move_to_end(client)
            if not turns:
                del self._waiting[client]


def _is_dear(scope: Scope) -> bool:
    """Whether the request makes somebody read or play again much of a match, or reckon."""
    return _DEAR.fullmatch(scope["path"]) is not None


def _cost(scope: Scope) -> int:
    """As how many requests this one counts: whatever begins a match is kept for ever, and may play a long game again."""
    path = scope["path"]
    begins = path in (BEGIN_PATH, IMPORT_PATH, LOG_PATH) or path.endswith("/fork")
    if begins and scope.get("method") == "POST":
        return BEGINNING
    return DEAR if _is_dear(scope) else 1


def _with_our_cookie_alone(headers: Headers) -> Headers:
    """The headers with nothing among the cookies but ours, if there is one and it is a word as we give them."""
    others: Headers = []
    ours: Headers = []
    for header in headers:
        if header[0] != b"cookie":
            others.append(header)
        elif not ours and (found := _OURS.search(header[1])) is not None:
            ours.append((b"cookie", COOKIE.encode() + b"=" + found[1]))
    return others + ours


def network_of(scope: Scope) -> str:
    """Whom requests are counted for: an address, or with IPv6 the network, of which everybody has a whole one."""
    client = scope["client"][0] if scope.get("client") else "nobody"
    if ":" in client:
        with suppress(ValueError):
            return str(ip_network(f"{client.partition('%')[0]}/64", strict=False))
    return client


def _adding_headers(send: Send, answered: Counter[int]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            answered[message["status"]] += 1
            given = message.get("headers", ())
            names = {name.lower() for name, _ in given}
            # Most responses say nothing of what all carry.
            others = _ALWAYS if names.isdisjoint(_NAMES) else [h for h in _ALWAYS if h[0] not in names]
            message = {**message, "headers": [*given, *others]}
        await send(message)

    return sending


async def _whole_body(receive: Receive, limit: int) -> bytes:
    """The body, read before anybody works on it; TooLarge as soon as it is, BadRequest if it can be stored nowhere."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            break
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > limit:
            raise TooLarge(f"the body is larger than {limit} bytes")
        if not message.get("more_body", False):
            break
    body = b"".join(parts)
    # As JSON writes it, or as it is; which also finds every text that is not in UTF-8.
    if _NUL_IN_JSON in body or b"\0" in body:
        raise BadRequest("the body holds the character NUL, which no text here may")
    return body


def replaying(body: bytes, receive: Receive) -> Receive:
    """*receive* as if *body* had not been read yet."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _say_no(send: Send, why: ServerError) -> None:
    body = json.dumps({"error": str(why), "rule": ""}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if isinstance(why, NoSuchMethod):
        headers.append((b"allow", b"GET, HEAD, POST"))
    elif isinstance(why, TooMuch | Full):
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": why.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
