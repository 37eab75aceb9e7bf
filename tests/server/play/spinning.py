"""A process that takes all the processor time it is given, as a record made for it would."""

from __future__ import annotations

from typing import NoReturn

from sandtable.server.worker_pool import work


def spin(*_: object) -> NoReturn:
    """Work without end."""
    while True:
        pass


if __name__ == "__main__":
    work(spin)
