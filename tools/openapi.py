"""The interface of the server as an OpenAPI document in a file; the page's TypeScript types are made from it.

python -m tools.openapi build/openapi.json
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from sandtable.server import Settings, create_app


def description() -> str:
    """The document as text."""
    with tempfile.TemporaryDirectory(prefix="sandtable-openapi-") as folder:
        app = create_app(Settings(database=f"sqlite:///{folder}/none.db"))
        return json.dumps(app.openapi(), indent=1) + "\n"


def main(arguments: list[str]) -> int:
    """Write it to the file that is named."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    target = Path(arguments[0])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(description(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
