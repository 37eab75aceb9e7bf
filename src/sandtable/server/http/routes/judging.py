"""Routes to judge single combats, and to the logs that a Control team shares; nobody needs an account for them."""

from __future__ import annotations

import time
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from fastapi import APIRouter, BackgroundTasks, Request
from starlette.responses import Response

from sandtable.judging.export import as_csv
from sandtable.judging.log import COMBAT, CORRECTION, WITHDRAWAL, Judgements
from sandtable.kernel.book.adjudicator import Adjudicator
from sandtable.kernel.book.book import Book
from sandtable.kernel.book.forms import forms_of

from ...catalogue.printed import known_rulebook
from ...errors import NotFound
from ...judging import logs
from ...service import Served
from ...wire import compressed, to_json
from ..middleware import network_of
from ..requests import Corrected, Described, Judged, NewLog, Withdrawn
from ..responses import Responses, sends
from ..responses import judging as documents
from .catalogue import UNCHANGED, has, packed, unchanged

router = APIRouter(prefix="/api", tags=["judging"])
_CSV: Final[Responses] = {
    200: {"description": "A spreadsheet", "content": {"text/csv": {"schema": {"type": "string"}}}}
}
LOG = "/judgements/{log}"


@router.get("/rulebooks/{name}/judging", responses={**sends(documents.JudgingForms), **UNCHANGED})
def forms(request: Request, service: Served, after: BackgroundTasks, name: str) -> Response:
    """What the rulebook judges, as forms; whoever looks at them will soon have something weighed."""
    found, tag = _forms(name)
    after.add_task(service.judge.prepare)
    return unchanged(tag) if has(request, tag) else packed(request, found, tag, "application/json")


@router.post("/rulebooks/{name}/weigh", responses=sends(documents.Weighed))
def weigh(request: Request, service: Served, name: str, given: Described) -> dict[str, Any]:
    """The reckoning and the exact odds of what is described so far."""
    book, _ = _judging(name)
    service.rate_limits.let_judge(network_of(request.scope))
    found = service.judge.weigh(book.name, given.told)
    return {
        "missing": found.get("missing", ""),
        "wrong": found.get("wrong", ""),
        "reckoning": found.get("reckoning", []),
        "chances": found.get("chances", []),
    }


@router.post("/judgements", responses=sends(documents.LogBegun))
def begin(service: Served, wanted: NewLog) -> dict[str, str]:
    """Begin a log; whoever has its link may read it and write into it."""
    book, _ = _judging(wanted.rulebook)
    return {"log": service.store.write(lambda db: logs.begin(db, book.name))}


@router.get(LOG, responses={**sends(documents.JudgementLog), **UNCHANGED})
def read(request: Request, service: Served, after: BackgroundTasks, log: str) -> Response:
    """The log; browsers that have it already are told whether it has grown."""
    with service.store.reading() as db:
        found = logs.find(db, log)
        if logs.is_unused(db, found, time.time()):
            # Whoever only reads waits for no writer.
            after.add_task(service.store.write, lambda db: logs.note_use(db, found, time.time()))
        tag = sha256(f"{found.id} {logs.length(db, found)}".encode()).hexdigest()[:32]
        if has(request, tag):
            return unchanged(tag)
        kept = logs.read(db, found)
    # The length was read before the entries: a tag may be too old, and never too new.
    return packed(request, compressed(to_json(_shown(kept))), tag, "application/json")


@router.get(LOG + "/csv", response_class=Response, responses=_CSV)
def spreadsheet(service: Served, log: str) -> Response:
    """The log as a spreadsheet, corrections and withdrawals included."""
    with service.store.reading() as db:
        kept = logs.read(db, logs.find(db, log))
    headers = {"content-disposition": f'attachment; filename="{kept.rulebook}-judgements.csv"'}
    return Response(as_csv(kept), media_type="text/csv", headers=headers)


@router.post(LOG + "/entries", responses=sends(documents.Entered))
def enter(request: Request, service: Served, log: str, given: Judged) -> dict[str, int]:
    """Judge a combat and enter it."""
    found, before = _of(service, log, given.key)
    if before is not None:
        return {"number": before}
    service.rate_limits.let_judge(network_of(request.scope))
    content = service.judge.judge(found.rulebook, given.told, given.dice)
    return _entered(service, log, given.key, COMBAT, {**content, **_said(given)})


@router.post(LOG + "/corrections", responses=sends(documents.Entered))
def correct(request: Request, service: Served, log: str, given: Corrected) -> dict[str, int]:
    """Judge an entry anew, with a reason; the old one stays in the log."""
    found, before = _of(service, log, given.key)
    if before is not None:
        return {"number": before}
    with service.store.reading() as db:
        old = logs.read(db, found).that_stands(given.of)
    service.rate_limits.let_judge(network_of(request.scope))
    if given.dice.strip():
        content = service.judge.judge(found.rulebook, given.told, given.dice)
    else:
        content = service.judge.judge_again(found.rulebook, given.told, old.dice, old.number)
    more = {**_said(given), "of": given.of, "reason": given.reason}
    return _entered(service, log, given.key, CORRECTION, {**content, **more})


@router.post(LOG + "/withdrawals", responses=sends(documents.Entered))
def withdraw(service: Served, log: str, given: Withdrawn) -> dict[str, int]:
    """Withdraw an entry, with a reason; what a withdrawn correction had corrected stands again."""
    found, before = _of(service, log, given.key)
    if before is not None:
        return {"number": before}
    with service.store.reading() as db:
        old = logs.read(db, found).that_stands(given.of)
    more = {"of": given.of, "reason": given.reason, "note": old.note, "sides": old.sides}
    return _entered(service, log, given.key, WITHDRAWAL, more)


def _of(service: Served, secret: str, key: str) -> tuple[logs.Log, int | None]:
    """The log, and the entry that was sent under this key before."""
    with service.store.reading() as db:
        found = logs.find(db, secret)
        return found, logs.known(db, found, key)


def _entered(service: Served, secret: str, key: str, kind: str, content: dict[str, Any]) -> dict[str, int]:
    return {"number": service.store.write(lambda db: logs.add(db, secret, key, kind, content))}


def _said(given: Judged) -> dict[str, Any]:
    return {"note": given.note.strip(), "sides": [side.strip() for side in given.sides if side.strip()]}


@lru_cache(maxsize=32)
def _forms(name: str) -> tuple[bytes, str]:
    book, adjudicator = _judging(name)
    said = [form.as_json() for form in forms_of(adjudicator)]
    document = to_json({"rulebook": book.name, "title": book.title, "forms": said})
    return compressed(document), sha256(document).hexdigest()[:32]


def _judging(name: str) -> tuple[Book, Adjudicator]:
    book = known_rulebook(name)
    if book.adjudicator is None:
        raise NotFound(f"{book.title} judges no single combats")
    return book, book.adjudicator


def _shown(log: Judgements) -> dict[str, Any]:
    standing = {entry.number for entry in log.standing()}
    return {
        "rulebook": log.rulebook,
        "title": known_rulebook(log.rulebook).title,
        "entries": [
            {
                "number": entry.number,
                "kind": entry.kind,
                "time": entry.time,
                "of": entry.of,
                "reason": entry.reason,
                "note": entry.note,
                "sides": entry.sides,
                "given": entry.given,
                "dice": entry.dice,
                "rolled": len(entry.rolled),
                "told": entry.told,
                "cells": entry.cells,
                "reckoning": entry.outcome.get("reckoning", []),
                "status": log.status(entry),
                "stands": entry.number in standing,
            }
            for entry in log.entries
        ],
    }
