"""How examples are drawn: the same on every run, so that a red check always means a change. And when garbage is looked for.

``pytest --hypothesis-profile fresh`` draws new ones, as often as one likes.
"""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("fresh", deadline=None, print_blob=True)
settings.load_profile("steady")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Ten thousand tests are collected to stay: garbage is looked for neither meanwhile nor, later on, among them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()
