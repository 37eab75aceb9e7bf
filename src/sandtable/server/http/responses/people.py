"""What the server answers about accounts, letters, reminders, talk and notes, as described documents."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from . import Answered, Moment


class AccountState(Answered):
    """Your account."""

    name: str
    email: str | None
    confirmed: bool = Field(description="whether the e-mail address is known to be yours")
    created: Moment
    matches: int


class Account(Answered):
    """Who is logged in, if anybody, and whether this server sends mail."""

    account: AccountState | None
    mail: bool


class DeviceState(Answered):
    """A browser that is logged in."""

    id: str
    device: str
    since: Moment
    here: bool


class Devices(Answered):
    """The browsers that are logged in to your account, the latest first."""

    devices: list[DeviceState]


class HeldSeat(Answered):
    """A seat of yours."""

    match: str
    scenario: str
    seat: str
    over: bool


class WantedReminder(Answered):
    """Where you are reminded of a seat."""

    match: str
    seat: str
    webhook: str | None
    email: str | None


class OwnRemark(Answered):
    """What was said from a seat that you hold."""

    match: str
    seat: str
    text: str
    at: Moment


class OwnNotes(Answered):
    """What a seat that you hold has written down for itself."""

    match: str
    seat: str
    text: str


class AccountData(Answered):
    """Everything that is kept about your account, but for the hash of its password."""

    account: AccountState
    confirmed_addresses: list[str]
    devices: list[DeviceState]
    seats: list[HeldSeat]
    reminders: list[WantedReminder]
    remarks: list[OwnRemark]
    notes: list[OwnNotes]


class Promise(Answered):
    """What happens next, in a sentence that is the same for everybody."""

    said: str


class TokenState(Answered):
    """What the link in a letter is good for: the account or the address that it is about."""

    kind: Literal["confirm", "reset"]
    name: str | None
    email: str | None
    until: Moment


class Confirmed(Answered):
    """The address that is confirmed now."""

    email: str


# ---- reminders


class Offers(Answered):
    """By what this server can remind."""

    webhook: bool
    email: bool


class Trouble(Answered):
    """Why the latest reminder did not arrive; null where it did."""

    webhook: str | None
    email: str | None


class ReminderState(Answered):
    """Where you are reminded of a seat; mail goes there only when the address is confirmed."""

    webhook: str | None
    email: str | None
    confirmed: bool
    trouble: Trouble
    offers: Offers


class TrialOutcome(Answered):
    """Whether the test arrived, and what the other side said to it."""

    delivered: bool
    said: str


# ---- talk and notes


class RemarkMade(Answered):
    """Something that was said at the table; one that was withdrawn has no words any more."""

    id: str
    seat: str
    to: str
    text: str
    at: Moment
    withdrawn: bool
    own: bool


class Talk(Answered):
    """What a seat may hear at the table, the latest last; how much of it is new, and whom the seat may address."""

    remarks: list[RemarkMade]
    earlier: bool
    unread: int
    addressees: list[str]


class KeptNotes(Answered):
    """What a seat has written down for itself."""

    text: str
    version: int
    changed: Moment | None
