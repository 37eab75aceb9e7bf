"""Connection handoff: a match is at home in one process of several, and whoever comes to another is handed over to it.

What an answer leads to is so worked out once, where all sockets of its match are. A connection that has sent no more than
the beginning of a request is passed on whole, by its file descriptor and what was read of it, and served by its new
process as if it had come there. The lines for that belong to the supervisor: what lies in the line of a process that dies
is taken up by the one that replaces it.

It saves work and nothing else. Every process may serve every match, and does so where the home is away or its line is full.
"""

from __future__ import annotations

import asyncio
import mmap
import re
import socket
import sys
import tempfile
from collections.abc import Callable, Sequence
from typing import IO, Final
from zlib import crc32

# A request that is about one match; the rest of its head may still be on the way.
_OF_MATCH: Final = re.compile(rb"(?:GET|POST) /api/matches/([^/? ]+)/")
# A head of our page has about a thousand bytes, and its body less; what is longer is served where it has come to.
_MOST: Final = 32 * 1024
# Lines keep messages apart. Where the system has none that are as long as their memory, ten wait in each.
_KIND: Final = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM
_AWAY, _THERE = 0, 1


# How a connection is served of which so much has been read.
Serving = Callable[[bytes], asyncio.Protocol]


class Lines:
    """The lines to all processes of a server, and the table that says which of them are there; the supervisor's."""

    def __init__(self, count: int) -> None:
        self._pairs: Final = [socket.socketpair(socket.AF_UNIX, _KIND) for _ in range(count)]
        self._file: Final[IO[bytes]] = tempfile.TemporaryFile()  # noqa: SIM115  closed with the lines
        self._file.write(bytes(count))
        self._file.flush()
        self._table: Final = mmap.mmap(self._file.fileno(), count)

    def arguments(self, place: int) -> list[int]:
        """What the process at that *place* is started with: its place, the table, and both ends of every line it needs."""
        ends = [inbox if at == place else outbox for at, (inbox, outbox) in enumerate(self._pairs)]
        return [place, self._file.fileno(), *(end.fileno() for end in ends)]

    def gone(self, place: int) -> None:
        """The process at that *place* has ended: nobody is handed over to it until another is there."""
        self._table[place] = _AWAY

    def close(self) -> None:
        """Give everything back."""
        for pair in self._pairs:
            for end in pair:
                end.close()
        self._table.close()
        self._file.close()


class Handoff:
    """The lines as one process has them: to its own place connections come, to the others they are passed on."""

    def __init__(self, place: int, table: int, ends: Sequence[int]) -> None:
        """*table* and *ends* are file descriptors, as ``Lines.arguments`` has them."""
        self._place: Final = place
        self._table: Final = mmap.mmap(table, len(ends))
        self._ends: Final = [socket.socket(fileno=end) for end in ends]
        for end in self._ends:
            end.setblocking(False)
        self._is_closed = False
        # Those who are being taken in.
        self._coming: Final[set[asyncio.Task[object]]] = set()

    def home_of(self, match: str | bytes) -> int:
        """The place of the process in which *match* is at home: always the same, but for those that are away."""
        name = match if isinstance(match, bytes) else match.encode()
        count = len(self._ends)
        first = crc32(name) % count
        others = ((first + step) % count for step in range(count))
        return next((at for at in others if at == self._place or self._table[at] == _THERE), self._place)

    def passes_on(self, transport: asyncio.Transport, data: bytes) -> bool:
        """Whether the connection, of whose next request *data* is the beginning, now belongs to another process."""
        found = _OF_MATCH.match(data)
        if found is None or len(data) > _MOST or self._is_closed:
            return False
        home = self.home_of(found[1])
        if home == self._place:
            return False
        try:
            # What has come meanwhile stays in the connection.
            transport.pause_reading()
            number = transport.get_extra_info("socket").fileno()
            socket.send_fds(self._ends[home], [data], [number], socket.MSG_DONTWAIT)
        except OSError:
            transport.resume_reading()
            return False
        transport.abort()
        return True

    def open(self, serving: Serving) -> None:
        """Take in whoever is handed over from now on, each to be served by what *serving* makes."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._ends[self._place].fileno(), self._take_in, loop, serving)
        self._table[self._place] = _THERE

    def close(self) -> None:
        """Take nobody in any more, and hand nobody over; what still comes waits in the line for a successor."""
        self._is_closed = True
        self._table[self._place] = _AWAY
        asyncio.get_running_loop().remove_reader(self._ends[self._place].fileno())
        self._table.close()
        for end in self._ends:
            end.close()

    def _take_in(self, loop: asyncio.AbstractEventLoop, serving: Serving) -> None:
        while True:
            try:
                data, numbers, _, _ = socket.recv_fds(self._ends[self._place], _MOST, 1, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return
            for number in numbers:
                connection = socket.socket(fileno=number)
                connection.setblocking(False)
                coming = loop.create_task(_served(loop, serving(data), connection))
                self._coming.add(coming)
                coming.add_done_callback(self._coming.discard)


async def _served(
    loop: asyncio.AbstractEventLoop, protocol: asyncio.Protocol, connection: socket.socket
) -> None:
    try:
        await loop.connect_accepted_socket(lambda: protocol, connection)
    except OSError:
        # It was hung up on the way.
        connection.close()
