"""``sandtable serve`` from outside."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from sandtable.cli.keeping.serve import NoPlace, address_of, listening


def test_serve_prints_its_address_and_its_database(tmp_path: Path) -> None:
    command = [*_SERVE, "--port", "0", "--database", f"sqlite:///{tmp_path}/matches.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.match(r"Sandtable is at (http://127\.0\.0\.1:[1-9]\d*) \(matches in (\S+)\)\n", line)
        assert found
        # Whoever comes before the server is ready waits for it.
        with urllib.request.urlopen(f"{found[1]}/healthz") as response:
            health = json.load(response)
        process.kill()
    assert found[2] == f"sqlite:///{tmp_path}/matches.db"
    assert (health["status"], health["process"]) == ("ok", process.pid)


def test_a_port_that_is_taken_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        command = [*_SERVE, "--port", str(port), "--database", f"sqlite:///{tmp_path}/matches.db"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        f"sandtable: port {port} of 127.0.0.1 is taken, perhaps by another Sandtable; '--port "
    )
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("host", "sentence"),
    [
        ("nowhere.invalid", "'nowhere.invalid' is no address of this machine; 127.0.0.1 and 0.0.0.0 are"),
        ("192.0.2.1", "nobody can listen on port 0 of '192.0.2.1': Cannot assign requested address"),
    ],
)
def test_a_place_where_nobody_can_listen_is_a_sentence(host: str, sentence: str) -> None:
    with pytest.raises(NoPlace) as refused:
        listening(host, 0)
    assert str(refused.value) == sentence


def test_an_address_is_written_as_browsers_want_it() -> None:
    with listening("127.0.0.1", 0) as place:
        port = place.getsockname()[1]
        assert address_of(place, "localhost") == f"http://localhost:{port}"
        assert address_of(place, "::1") == f"http://[::1]:{port}"


def test_a_database_that_everybody_may_read_is_mentioned(tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    file.touch()
    file.chmod(0o644)
    assert f"'chmod 600 {file}' would do\n" in _complaints(["--database", f"sqlite:///{file}"], {})


def test_a_database_that_cannot_be_used_is_one_sentence_and_exit_code_2() -> None:
    done = subprocess.run(
        [*_SERVE, "--port", "0", "--database", "nonsense"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == (
        "sandtable: 'nonsense' is no database; 'sqlite:///matches.db' and 'postgresql://user@host/name' are\n"
    )


def test_mail_that_will_not_be_sent_is_said_at_the_start(tmp_path: Path) -> None:
    arguments = ["--database", f"sqlite:///{tmp_path}/matches.db"]
    complaints = _complaints(arguments, {"SANDTABLE_SMTP": "mail.example:587"})
    assert "no mail is sent as long as SANDTABLE_PUBLIC_URL is not" in complaints


_SERVE = (sys.executable, "-c", "from sandtable.cli import main; main()", "serve")


def _complaints(arguments: list[str], settings: dict[str, str]) -> str:
    """What a server says on stderr until it says where it is."""
    with subprocess.Popen(
        [*_SERVE, "--port", "0", *arguments],
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.kill()
        return process.stderr.read()
