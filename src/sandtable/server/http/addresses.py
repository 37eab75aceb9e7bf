"""Addresses inside the page: which of them lead somewhere, so that every other is answered with 404.

The page itself draws what stands there (``web/src/app/route.ts``), the screen that says that there is nothing, too; but
a status is the server's to give: programs that follow links read nothing else.
"""

from __future__ import annotations

import re
from typing import Final

from sandtable import catalog

# The lobby, tables, walls and invitations; what stands behind the last two is asked by the page.
_FIXED: Final = re.compile(r"(?:|(?:match|wall)/[^/]+/?|join/[\w-]+/?|(?:rules|judge|watch)/?)")
_OF_A_RULEBOOK: Final = re.compile(r"(rules|judge)/([^/]+)(/[\w-]+)?/?")


def leads_somewhere(path: str) -> bool:
    """Whether the page has something at *path*, which comes without its first slash."""
    if _FIXED.fullmatch(path):
        return True
    found = _OF_A_RULEBOOK.fullmatch(path)
    if found is None:
        return False
    section, name, log = found.groups()
    book = next((book for book in catalog.rulebooks() if book.name == name), None)
    if section == "rules":
        return book is not None and log is None
    return book is not None and book.adjudicator is not None
