"""Judging over the wire: forms, odds as one types, and a log that a Control team shares by its link."""

from __future__ import annotations

import csv
import io
import json
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable import catalog
from sandtable.server.http.responses import judging as documents
from sandtable.server.judging import judge, logs

from .. import databases
from ..playing import Json, Player, Reply, Server

COMBAT: Json = {"procedure": "combat", "attacker": [25], "defender": [5]}
DAY = 24 * 3600.0
# For what asks the database nothing: one kind every day, every kind at length.
ON_ONE_DATABASE = pytest.mark.parametrize("each_database", databases.kinds_at_length(), indirect=True)
JUDGING = [book.name for book in catalog.rulebooks() if book.adjudicator is not None]


@pytest.fixture
def player(server: Server) -> Player:
    return server.player()


@pytest.fixture
def log(player: Player) -> str:
    found: str = player.post("/api/judgements", {"rulebook": "besieged"}).document["log"]
    return found


def _enter(player: Player, log: str, key: str = "k1", told: Json = COMBAT, **more: Any) -> Reply:
    return player.post(f"/api/judgements/{log}/entries", {"told": told, "key": key, "dice": "6", **more})


def _entries(player: Player, log: str) -> list[Json]:
    reply = player.get(f"/api/judgements/{log}")
    documents.JudgementLog.model_validate_json(reply.text, strict=True)
    found: list[Json] = reply.document["entries"]
    return found


# ---- forms and odds


@ON_ONE_DATABASE
@pytest.mark.parametrize("name", JUDGING)
def test_a_rulebook_says_what_it_judges_as_forms_that_browsers_keep(player: Player, name: str) -> None:
    first = player.get(f"/api/rulebooks/{name}/judging")
    documents.JudgingForms.model_validate_json(first.text, strict=True)
    assert player.get(f"/api/rulebooks/{name}/judging", if_none_match=first.headers["etag"]).status == 304


@ON_ONE_DATABASE
def test_a_rulebook_that_judges_nothing_has_no_forms(player: Player) -> None:
    reply = player.get("/api/rulebooks/ford/judging")
    assert (reply.status, reply.error) == (404, "The Ford judges no single combats")
    assert player.post("/api/judgements", {"rulebook": "ford"}).status == 404


@ON_ONE_DATABASE
def test_what_is_described_so_far_is_reckoned_and_weighed_in_one_answer(player: Player) -> None:
    reply = player.post("/api/rulebooks/besieged/weigh", {"told": {**COMBAT, "river": True}})
    documents.Weighed.model_validate_json(reply.text, strict=True)
    weighed = reply.document
    assert (weighed["missing"], weighed["wrong"]) == ("", "")
    assert {"what": "25 against 5 is 5-1", "value": 5, "rule": "CRT", "of": "odds to one"} in weighed[
        "reckoning"
    ]
    assert any(line["rule"] == "River" for line in weighed["reckoning"])
    assert weighed["chances"][0]["title"] == "results"


@ON_ONE_DATABASE
def test_what_is_missing_is_no_mistake_and_a_mistake_is_one_sentence(player: Player) -> None:
    path = "/api/rulebooks/besieged/weigh"
    lacking = player.post(path, {"told": {"attacker": [25]}}).document
    assert (lacking["missing"], lacking["wrong"]) == ("--defender is missing: Defending strength.", "")
    wrong = player.post(path, {"told": {**COMBAT, "blitzkrieg": True, "attacker": [5]}}).document
    assert wrong["wrong"].startswith("[Blitzkrieg]") or "3-1" in wrong["wrong"]


# ---- the log


def test_a_judgement_is_told_in_sentences_and_shared_by_the_link(server: Server, log: str) -> None:
    one, other = server.player(), server.player()
    assert _enter(one, log, note="Kiev", sides=["German", "Soviet"]).document == {"number": 1}
    (entry,) = _entries(other, log)
    assert (entry["note"], entry["sides"], entry["dice"], entry["rolled"]) == (
        *("Kiev", ["German", "Soviet"]),
        *([[6]], 0),
    )
    assert (entry["stands"], entry["kind"]) == (True, "combat")
    assert "DE" in " ".join(entry["told"])
    # The chart shows where that stands.
    assert {"table": "crt", "row": "6", "column": "5-1"} in entry["cells"]


@ON_ONE_DATABASE
def test_dice_that_are_not_typed_are_rolled(player: Player, log: str) -> None:
    _enter(player, log, dice="")
    (entry,) = _entries(player, log)
    assert (len(entry["dice"]), entry["rolled"]) == (1, 1)


def test_what_is_sent_twice_is_entered_once(player: Player, log: str) -> None:
    assert [_enter(player, log, key="same").document["number"] for _ in range(2)] == [1, 1]
    assert len(_entries(player, log)) == 1


def test_a_correction_keeps_the_dice_and_says_why(player: Player, log: str) -> None:
    _enter(player, log, note="Kiev")
    told = {**COMBAT, "attacker": [15]}
    given = {"told": told, "of": 1, "reason": "miscounted", "key": "c", "note": "Kiev"}
    assert player.post(f"/api/judgements/{log}/corrections", given).document == {"number": 2}
    old, new = _entries(player, log)
    assert (old["stands"], old["status"]) == (False, "corrected by 2: miscounted")
    assert (new["stands"], new["dice"], new["status"]) == (True, [[6]], "corrects 1: miscounted")


def test_a_withdrawal_of_a_correction_lets_the_first_stand_again(player: Player, log: str) -> None:
    _enter(player, log)
    path = f"/api/judgements/{log}"
    player.post(f"{path}/corrections", {"told": COMBAT, "of": 1, "reason": "a", "key": "c", "dice": "1"})
    player.post(f"{path}/withdrawals", {"of": 2, "reason": "it was right", "key": "w"})
    assert [entry["stands"] for entry in _entries(player, log)] == [True, False, False]


def test_an_entry_that_another_tablet_has_corrected_is_not_corrected_twice(player: Player, log: str) -> None:
    _enter(player, log)
    given = {"told": COMBAT, "of": 1, "reason": "a", "key": "c1", "dice": "1"}
    player.post(f"/api/judgements/{log}/corrections", given)
    again = player.post(f"/api/judgements/{log}/corrections", {**given, "key": "c2"})
    assert (again.status, again.error) == (400, "entry 1 is no combat that stands; corrected by 2: a")


def test_a_browser_that_has_the_whole_log_is_not_sent_it_again(player: Player, log: str) -> None:
    _enter(player, log)
    first = player.get(f"/api/judgements/{log}")
    tag = first.headers["etag"]
    assert player.get(f"/api/judgements/{log}", if_none_match=tag).status == 304
    _enter(player, log, key="k2")
    assert player.get(f"/api/judgements/{log}", if_none_match=tag).status == 200


@ON_ONE_DATABASE
def test_the_log_is_exported_as_a_spreadsheet_in_which_no_word_is_a_formula(player: Player, log: str) -> None:
    _enter(player, log, note="=1+1", sides=["@home"])
    reply = player.get(f"/api/judgements/{log}/csv")
    assert reply.headers["content-type"].startswith("text/csv")
    assert reply.headers["content-disposition"] == 'attachment; filename="besieged-judgements.csv"'
    (row,) = csv.DictReader(io.StringIO(reply.text))
    assert (row["note"], row["sides"], row["dice"]) == ("'=1+1", "'@home", "6")


def test_a_log_outlives_the_server(server: Server, log: str) -> None:
    _enter(server.player(), log)
    server.restart()
    assert len(_entries(server.player(), log)) == 1


# ---- strangers


def test_who_has_not_the_link_finds_no_log_and_the_database_does_not_hold_it(
    server: Server, player: Player, log: str
) -> None:
    for path in (f"/api/judgements/{log[:-1]}", f"/api/judgements/{log[:-1]}/csv"):
        assert player.get(path).status == 404
    assert _enter(player, "x" * 24).status == 404
    with server.service.store.reading() as db:
        kept = db.exec_driver_sql("SELECT id FROM judging_logs").scalars().all()
    assert log not in kept


def test_a_log_has_an_end(player: Player, log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MOST", 1)
    _enter(player, log)
    full = _enter(player, log, key="k2")
    assert (full.status, full.error) == (409, "this log has 1 entries; begin another")


@ON_ONE_DATABASE
def test_who_asks_for_too_much_at_once_is_told_to_wait(database: str) -> None:
    with Server(database, judge_rate=0.001, judge_burst=1) as server:
        player = server.player()
        path = "/api/rulebooks/besieged/weigh"
        assert player.post(path, {"told": COMBAT}).status == 200
        reply = player.post(path, {"told": COMBAT})
        assert (reply.status, reply.error) == (429, "so many combats at once; wait a few seconds")


@ON_ONE_DATABASE
def test_what_takes_too_long_is_broken_off_and_the_next_is_judged(server: Server, player: Player) -> None:
    served: judge.Judge = server.service.judge
    assert player.post("/api/rulebooks/besieged/weigh", {"told": COMBAT}).document["wrong"] == ""
    # A process that stands still never answers, however little time it is given; it is ended.
    worker = served._process._process
    assert worker is not None
    worker.send_signal(signal.SIGSTOP)
    served._seconds = 0.0  # type: ignore[misc]
    slow = player.post("/api/rulebooks/besieged/weigh", {"told": COMBAT}).document
    assert slow["wrong"].startswith("this takes longer")
    served._seconds = 600.0  # type: ignore[misc]
    assert player.post("/api/rulebooks/besieged/weigh", {"told": COMBAT}).document["wrong"] == ""


@ON_ONE_DATABASE
@pytest.mark.parametrize(
    "body",
    [
        {},
        {"told": []},
        {"told": {"x" * 81: 1}},
        {"told": COMBAT, "more": 1},
        {"told": COMBAT, "key": ""},
        {"told": COMBAT, "key": "k", "note": "x" * 201},
        {"told": COMBAT, "key": "k", "sides": ["x"] * 9},
        {"told": COMBAT, "key": "k", "dice": "6" * 2001},
    ],
)
def test_a_damaged_entry_is_refused(player: Player, log: str, body: Json) -> None:
    assert player.post(f"/api/judgements/{log}/entries", body).status == 422


@ON_ONE_DATABASE
def test_things_within_things_without_end_are_refused(player: Player) -> None:
    told: Any = []
    for _ in range(500):
        told = [told]
    reply = player.post("/api/rulebooks/besieged/weigh", {"told": {**COMBAT, "attacker": told}})
    assert reply.document["wrong"] == "the description has too many things within things"


ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.text(max_size=20)
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def judging_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('judging')}/m.db", judge_rate=0) as server:
        yield server


@pytest.mark.parametrize("name", JUDGING)
@settings(
    max_examples=60,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_whatever_is_told_is_answered_in_a_sentence_or_in_numbers(
    judging_server: Server, name: str, data: st.DataObject
) -> None:
    player = judging_server.player()
    forms = player.get(f"/api/rulebooks/{name}/judging").document["forms"]
    form = data.draw(st.sampled_from(forms))
    fields = data.draw(st.lists(st.sampled_from(form["fields"]), unique_by=lambda f: f["name"]))
    told = {**form["fixed"], **{field["name"]: data.draw(ANY) for field in fields}}
    body = {"told": json.loads(json.dumps(told))}
    reply = player.post(f"/api/rulebooks/{name}/weigh", body)
    assert reply.status in (200, 400), reply.text
    if reply.status == 200:
        weighed = documents.Weighed.model_validate_json(reply.text, strict=True)
        assert weighed.missing or weighed.wrong or weighed.chances or weighed.reckoning


# ---- logs that nobody uses any more


def test_a_log_that_nobody_uses_is_deleted_after_a_year_and_one_that_is_read_stays(
    server: Server, player: Player, later: Callable[[float], None]
) -> None:
    first, second = (player.post("/api/judgements", {"rulebook": "besieged"}).document["log"] for _ in "ab")
    _enter(player, first)
    later(200 * DAY)
    server.service.forgotten.look_round()
    assert len(_entries(player, first)) == 1
    later(200 * DAY)
    server.service.forgotten.look_round()
    assert len(_entries(player, first)) == 1
    assert player.get(f"/api/judgements/{second}").status == 404


def test_where_nothing_is_forgotten_logs_stay(database: str, later: Callable[[float], None]) -> None:
    with Server(database, judgement_days=0) as server:
        player = server.player()
        log = player.post("/api/judgements", {"rulebook": "besieged"}).document["log"]
        later(4000 * DAY)
        server.service.forgotten.look_round()
        assert _entries(player, log) == []
