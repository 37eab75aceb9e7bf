"""Play a little on the version of Sandtable that is imported, and keep its database as a text file.

    PYTHONPATH=CHECKOUT/src python tests/server/files/write.py tests/server/files/NAME

writes NAME.sql (the database), NAME.json (the secrets of its players and how the matches stood) and a record of Army
Group North. Run it with a checkout of the last version before its tables or the behaviour of a rulebook change.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.testclient import TestClient

from sandtable.server import Settings, create_app
from sandtable.server.people.seating import COOKIE

Json = dict[str, Any]


class Player:
    """A browser with its cookie."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.cookie = ""
        self.answers = 0

    def send(self, method: str, path: str, document: Json | None = None) -> Any:
        self.client.cookies.clear()
        headers = {"x-sandtable": "1"} | ({"cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {})
        reply = self.client.request(method, path, json=document, headers=headers)
        assert reply.status_code == 200, f"{path}: {reply.text}"
        self.cookie = reply.cookies.get(COOKIE) or self.cookie
        return reply.json()

    def get(self, path: str) -> Any:
        return self.send("GET", path)

    def join(self, link: str) -> None:
        self.send("POST", "/api/invitation/take", {"token": link.removeprefix("/join/")})

    def act(self, match: str, deed: str, **document: Any) -> Any:
        return self.send("POST", f"/api/matches/{match}/{deed}", document)

    def begin(self, scenario: str, **document: Any) -> Json:
        begun: Json = self.send("POST", "/api/matches", {"scenario": scenario, "listed": False, **document})
        return begun

    def head(self, match: str) -> Json:
        found: Json = self.get(f"/api/matches/{match}")
        return found

    def asked(self, match: str) -> list[str]:
        return [seat for seat, it in self.head(match)["seats"].items() if it["waiting_since"] is not None]

    def choose(self, match: str, seat: str, *beginnings: str) -> None:
        """Take the first option whose id has one of *beginnings*; else the first of all."""
        offered = [o["id"] for o in self.get(f"/api/matches/{match}/view?seat={seat}")["view"]["options"]]
        liked = [option for beginning in beginnings for option in offered if option.startswith(beginning)]
        self.answers += 1
        version = self.head(match)["version"]
        self.act(
            match,
            "answer",
            seat=seat,
            option=[*liked, offered[0]][0],
            version=version,
            key=f"k{self.answers}",
        )


def write(to: Path) -> None:
    """Let a few people play, and keep what the server stored."""
    with TemporaryDirectory() as folder:
        settings = {"rate": 0, "login_rate": 0, "private_webhooks": True}
        known = {name: value for name, value in settings.items() if hasattr(Settings(), name)}
        app = create_app(Settings(database=f"sqlite:///{folder}/matches.db", **known))  # type: ignore[arg-type]
        with TestClient(app) as client:
            people = {name: Player(client) for name in ("red", "blue", "host", "umpire")}
            matches, invitation = _ford(people), _open_seat(people["red"])
            matches |= {"open": invitation[0], **_army_group_north(people)}
            if hasattr(Settings(), "login_rate"):
                matches |= _people(people)
            stood = {name: _stands(people["host"].head(match)) for name, match in matches.items()}
            record = people["host"].get(f"/api/matches/{matches['agn-over']}/record")
        with sqlite3.connect(f"{folder}/matches.db") as db:
            to.with_suffix(".sql").write_text("\n".join(db.iterdump()) + "\n", encoding="utf-8")
        db.close()
    cookies = {name: player.cookie for name, player in people.items()}
    notes = {"written": time.time(), "cookies": cookies, "invitation": invitation[1], "matches": stood}
    to.with_suffix(".json").write_text(json.dumps(notes, indent=1) + "\n", encoding="utf-8")
    to.with_suffix(".record.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def _ford(people: dict[str, Player]) -> dict[str, str]:
    """The Ford: against a person, in sealed plans; against a bot; at one screen, to the end and with a fork; resigned."""
    red, blue, host = people["red"], people["blue"], people["host"]
    begun = red.begin("ford-counterstroke", seats={"red": "person", "blue": "open"})
    sealed: str = begun["match"]
    blue.join(begun["links"]["blue"])
    for beginning in ("move:2:20", "done", "attack:9", "hold"):
        red.choose(sealed, "red", beginning)
    bot: str = red.begin("ford", seats={"red": "person", "blue": "random"})["match"]
    red.choose(bot, "red")
    red.choose(bot, "red", "done")
    _until(lambda: red.asked(bot) == ["red"])
    finished: str = host.begin("ford-counterstroke", mode="hotseat", options={"turns": 4})["match"]
    while not host.head(finished)["over"]:
        # Red attacks at once, so that dice are rolled.
        host.choose(finished, host.asked(finished)[0], "move:2:20", "attack", "done")
    hotseat: str = host.begin("ford-counterstroke", mode="hotseat")["match"]
    for _ in range(4):
        host.choose(hotseat, host.asked(hotseat)[0], "move:2")
    host.act(hotseat, "undo", seat=host.asked(hotseat)[0], version=host.head(hotseat)["version"])
    fork: str = host.act(hotseat, "fork", to=2)["match"]
    resigned: str = red.begin("ford", seats={"red": "person", "blue": "random"})["match"]
    red.act(resigned, "resign", seat="red")
    named = {"sealed": sealed, "bot": bot, "finished": finished, "hotseat": hotseat}
    return {**named, "fork": fork, "resigned": resigned}


def _open_seat(red: Player) -> tuple[str, str]:
    """A match in the lobby that waits for its second player, and the link by which one may come."""
    begun = red.begin("ford", seats={"red": "person", "blue": "open"}, listed=True)
    return begun["match"], begun["links"]["blue"]


def _army_group_north(people: dict[str, Player]) -> dict[str, str]:
    """Army Group North: against a person, against a bot, and resigned."""
    seats = {"german": people["red"], "soviet": people["blue"]}
    begun = people["red"].begin("agn", seats={"german": "person", "soviet": "open"})
    person: str = begun["match"]
    people["blue"].join(begun["links"]["soviet"])
    for _ in range(12):
        seat = people["red"].asked(person)[0]
        seats[seat].choose(person, seat)
    bot: str = people["red"].begin("agn", seats={"german": "person", "soviet": "random"})["match"]
    over: str = people["host"].begin("agn", mode="hotseat")["match"]
    for _ in range(3):
        _until(lambda: people["red"].asked(bot) == ["german"])
        people["red"].choose(bot, "german")
        people["host"].choose(over, people["host"].asked(over)[0])
    _until(lambda: people["red"].asked(bot) == ["german"])
    people["host"].act(over, "resign", seat="german")
    return {"agn": person, "agn-bot": bot, "agn-over": over}


def _people(people: dict[str, Player]) -> dict[str, str]:
    """Clock, Control, standing orders, a proposal, a reminder that waits, a bot as substitute, and an account."""
    red, blue, umpire = people["red"], people["blue"], people["umpire"]
    terms = {"clock": {"base": 30 * 86400, "increment": 60}, "control": "open"}
    begun = red.begin("ford", seats={"red": "person", "blue": "open"}, **terms)
    timed: str = begun["match"]
    blue.join(begun["links"]["blue"])
    umpire.join(begun["links"]["control"])
    blue.act(timed, "reminders", seat="blue", webhook="http://127.0.0.1:9/hook", email=None)
    while red.asked(timed) == ["red"]:
        red.choose(timed, "red", "done")
    umpire.act(timed, "control/announce", text="Dinner is at eight", to=None)
    umpire.act(timed, "control/pause", reason="dinner")
    begun = red.begin("agn", seats={"german": "person", "soviet": "open"})
    ordered: str = begun["match"]
    blue.join(begun["links"]["soviet"])
    (question, *_) = red.get(f"/api/matches/{ordered}/orders?seat=german")["questions"]
    order = {"question": question["name"], "answer": question["answers"][-1]}
    red.act(ordered, "orders", seat="german", orders=[order])
    red.act(ordered, "result", seat="german", version=red.head(ordered)["version"], winner="draw")
    stood_in: str = red.begin("ford", seats={"red": "person", "blue": "random"}, options={"turns": 4})[
        "match"
    ]
    red.act(stood_in, "substitute", **{"seat": "red", "for": "red", "bot": "random"})
    _until(lambda: bool(red.head(stood_in)["over"]))
    red.send("POST", "/api/account/register", {"name": "Rosa", "password": "correct horse battery"})
    return {"timed": timed, "ordered": ordered, "stood-in": stood_in}


def _stands(head: Json) -> Json:
    """How a match stands, as everybody may know it."""
    waiting = sorted(seat for seat, it in head["seats"].items() if it["waiting_since"] is not None)
    return {**{name: head[name] for name in ("match", "version", "answers", "over")}, "waiting": waiting}


def _until(what: Callable[[], bool]) -> None:
    """Wait for a bot."""
    end = time.monotonic() + 60
    while not what():
        assert time.monotonic() < end, "the bot does not answer"
        time.sleep(0.05)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
