"""Commands typed by a test, and what comes of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandtable.cli import main

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one command."""
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    out = capsys.readouterr()
    return int(left.value.code or 0), out.out, out.err


def answer(capsys: Capture, line: str) -> Any:
    """The JSON document that a command line answers with."""
    code, out, err = run(capsys, *line.split(), "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def complaint(capsys: Capture, *arguments: str) -> str:
    """The one sentence on stderr that a command says to bad input, with exit code 2 and nothing on stdout."""
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    return err
