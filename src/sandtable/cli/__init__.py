"""The command line: ``sandtable COMMAND``. Every command is a thin coat over the Python interface."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from sandtable.kernel.refusals import SandtableError

from .judging.adjudicate import adjudicate
from .judging.odds import odds
from .judging.resolve import resolve
from .keeping.account import account
from .keeping.backup import backup, restore, verify
from .keeping.match import match
from .keeping.serve import serve
from .laboratory.arena import arena
from .laboratory.bench import bench
from .laboratory.fuzz import fuzz
from .laboratory.simulate import simulate
from .laboratory.study import study
from .printed.board import board
from .printed.replay import replay
from .printed.rules import rules
from .printed.scenarios import scenarios
from .printed.sheets import sheets
from .printed.table import table
from .terminal.play import play


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="sandtable", prog_name="sandtable")
def app() -> None:
    """Operational wargames: rules, boards and a laboratory."""


for command in (
    account,
    adjudicate,
    arena,
    backup,
    bench,
    board,
    fuzz,
    match,
    odds,
    play,
    replay,
    resolve,
    restore,
    rules,
    scenarios,
    serve,
    sheets,
    simulate,
    study,
    table,
    verify,
):
    app.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; bad input is one sentence on stderr and exit code 2, never a traceback."""
    try:
        code = app.main(args=arguments, prog_name="sandtable", standalone_mode=False)
    except click.UsageError as wrong:
        _fail(_usage_sentence(wrong))
    except click.ClickException as wrong:
        _fail(wrong.format_message())
    except SandtableError as wrong:
        _fail(str(wrong))
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has had enough (a pager was closed); leave quietly.
        sys.stderr.close()
        sys.exit(0)
    else:
        sys.exit(code if isinstance(code, int) else 0)


def _usage_sentence(wrong: click.UsageError) -> str:
    sentence = wrong.format_message().rstrip(".")
    where = wrong.ctx.command_path if wrong.ctx else "sandtable"
    return f"{sentence}; '{where} --help' tells what would do"


def _fail(sentence: str) -> None:
    click.echo(f"sandtable: {sentence}", err=True)
    sys.exit(2)
