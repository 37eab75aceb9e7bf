"""What takes long to make and does not change is made once in a run, also where several workers run the tests."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def folder(factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this run share."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def made(target: Path, make: Callable[[Path], None]) -> Path:
    """*target*, which *make* makes for whoever comes first; others wait for it."""
    with target.with_name(f"{target.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            # Under another name until it is complete.
            unfinished = target.with_name(f"{target.name}.{os.getpid()}")
            make(unfinished)
            unfinished.rename(target)
    return target
