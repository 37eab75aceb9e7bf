"""Dice that Control lets fall, one roll after another, or types in from the table."""

from __future__ import annotations

from sandtable.kernel.game.records import read_record, verify_dice
from sandtable.server.http.responses import match as documents
from sandtable.server.ops.audit import audit
from sandtable.testing.ford import RULEBOOK as FORD

from ..playing import Player, Server, attack


def fighting(server: Server, **document: str) -> tuple[Player, str]:
    """Somebody who holds all seats and is Control, and a combat of which the roll is due."""
    player, match = server.hotseat(
        scenario="ford-counterstroke", control="person", dice="control", **document
    )
    attack(player, match)
    player.choose(match, "red", "assault")
    player.choose(match, "blue", "stand")
    return player, match


def test_a_roll_waits_until_control_lets_the_dice_fall(everywhere: Server) -> None:
    player, match = fighting(everywhere)
    seen = player.view(match, "control")["view"]
    documents.View.model_validate(seen)
    assert (seen["asked"], [option["id"] for option in seen["options"]]) == (["control"], ["roll"])
    assert seen["roll"]["sides"] == [6]
    other = player.view(match, "red")["view"]
    assert (other["asked"], other["options"]) == (["control"], [])
    assert "roll" not in other
    after = player.choose(match, "control", "roll")
    assert after["view"]["asked"] != ["control"]
    record = player.get(f"/api/matches/{match}/record").document
    assert verify_dice(FORD, read_record(FORD, record)) == "the secret has not been revealed yet"


def test_what_fell_on_the_table_is_typed_in_and_told(server: Server) -> None:
    player, match = fighting(server)
    assert player.answer(match, "control", "roll:7").status == 409
    assert player.answer(match, "control", "nonsense").status == 409
    after = player.choose(match, "control", "roll:5")
    assert [line["faces"] for line in after["log"] if line.get("role") == "roll"] == [[5]]
    assert "Control types in what has fallen on the table." in [line["text"] for line in after["log"]]
    record = player.get(f"/api/matches/{match}/record").document
    assert [row[1:] for row in record["answers"] if row[0] == "dice"] == [
        ["roll:5", record["answers"][5][2], {"typed": True}]
    ]
    assert audit(server.service.store).broken == {}
    server.restart()
    assert player.view(match, "control") == after
    player.act(match, "resign", seat="red")
    revealed = player.get(f"/api/matches/{match}/record").document
    assert verify_dice(FORD, read_record(FORD, revealed)) is None


def test_nobody_lets_the_dice_fall_where_there_is_no_control(server: Server) -> None:
    reply = server.player().post("/api/matches", {"scenario": "ford", "dice": "control"})
    assert reply.status == 400
