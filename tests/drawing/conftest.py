"""Where the boards that are drawn for these tests are kept as long as they run."""

from __future__ import annotations

import pytest

from .. import once
from . import pictures


@pytest.fixture(scope="session", autouse=True)
def kept(tmp_path_factory: pytest.TempPathFactory) -> None:
    pictures.KEPT[:] = [once.folder(tmp_path_factory)]
