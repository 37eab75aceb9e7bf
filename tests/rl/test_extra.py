"""Whoever has not installed the extra is told its name; the rest of the package does not need it."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from sandtable.rl import MissingExtra

NEEDS = {
    "observation": "numpy",
    "pettingzoo_games": "pettingzoo",
    "gymnasium_games": "gymnasium",
    "openspiel_games": "pyspiel",
    "datasets": "pyarrow",
}


@pytest.mark.parametrize(("module", "library"), NEEDS.items())
def test_a_library_that_is_missing_is_named_with_the_extra_that_brings_it(
    module: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"sandtable.rl.{module}", raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(
        MissingExtra, match=rf"{library}.* is not installed; pip install 'sandtable\[research\]'"
    ):
        importlib.import_module(f"sandtable.rl.{module}")


def test_an_episode_needs_no_library_at_all() -> None:
    code = (
        "import sys\n"
        "for name in ('numpy', 'gymnasium', 'pettingzoo', 'pyspiel', 'pyarrow'): sys.modules[name] = None\n"
        "from sandtable.rl.episode import Episode\n"
        "print(Episode('ford').asked)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "(0,)\n"
