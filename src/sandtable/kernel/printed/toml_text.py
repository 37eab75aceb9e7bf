"""TOML as people write it, read in one place: every table, paragraph and description file meets the same hazards.

A byte order mark is no mistake. Whatever cannot be read, numbers of thousands of digits and nesting without an end
included, is answered with one sentence.
"""

from __future__ import annotations

import tomllib
from typing import Any

from ..refusals import SandtableError


class BadToml(SandtableError):
    """A text that is not TOML, or that no program could hold."""


def parse_toml(text: str) -> dict[str, Any]:
    """The document in *text*; BadToml says why there is none."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as why:
        raise BadToml(f"not TOML: {' '.join(str(why).split())}") from None
    except RecursionError:
        raise BadToml("not TOML that can be read: it is nested too deep") from None
    except ValueError:
        # Python converts no numbers of thousands of digits, and tomllib leaves it at that.
        raise BadToml("not TOML that can be read: a number in it has too many digits") from None
