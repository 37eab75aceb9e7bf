"""``sandtable serve`` from outside."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .databases import free_port


def test_serve_prints_its_address_and_its_database(tmp_path: Path) -> None:
    port = free_port()
    command = [*_SERVE, "--port", str(port), "--database", f"sqlite:///{tmp_path}/matches.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.kill()
    assert line == f"Sandtable is at http://127.0.0.1:{port} (matches in sqlite:///{tmp_path}/matches.db)\n"


def test_a_database_that_cannot_be_used_is_one_sentence_and_exit_code_2() -> None:
    done = subprocess.run([*_SERVE, "--database", "nonsense"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "sandtable: 'nonsense' is no database; 'sqlite:///matches.db' and 'postgresql://user@host/name' are\n"
    )


def test_mail_that_will_not_be_sent_is_said_at_the_start(tmp_path: Path) -> None:
    command = [*_SERVE, "--port", str(free_port()), "--database", f"sqlite:///{tmp_path}/matches.db"]
    environment = {**os.environ, "SANDTABLE_SMTP": "mail.example:587"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.kill()
        complaints = process.stderr.read()
    assert "no mail is sent as long as SANDTABLE_PUBLIC_URL is not" in complaints


_SERVE = (sys.executable, "-c", "from sandtable.cli import main; main()", "serve")
