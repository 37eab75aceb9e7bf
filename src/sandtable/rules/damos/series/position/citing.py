"""Which book an event is told under: both games have the same events, and each has paragraphs of its own for them."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel import Event, Revealed, Rolled

from .campaign import SOUTHERN

# (kind of event, paragraph) -> the same kind under that paragraph
_southern: Final[dict[tuple[str, str], type[Event]]] = {}


def in_the_south(event: Event) -> Event:
    """*event* with the paragraph that Army Group South's own book has for it."""
    rule = SOUTHERN.get(event.paragraph_cited)
    if rule is None:
        return event
    if isinstance(event, Rolled | Revealed):
        event.paragraph = rule
    else:
        event.__class__ = _citing(type(event), rule)
    return event


def _citing(kind: type[Event], rule: str) -> type[Event]:
    """A kind of event below *kind* that differs in the paragraph alone."""
    name = kind.__name__
    if (name, rule) not in _southern:
        twin: type[Any] = type(name, (kind,), {"__slots__": (), "__module__": kind.__module__, "rule": rule})
        _southern[name, rule] = twin
    return _southern[name, rule]
