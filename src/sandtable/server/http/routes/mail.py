"""Routes to what goes by letter: confirmed addresses, forgotten passwords, reminders."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection

from ...errors import BadRequest, NotFound
from ...mail import templates, webhooks
from ...mail.delivery import carry
from ...mail.webhooks import Undelivered
from ...people import accounts, addresses, devices, passwords, reminders, seating, tokens
from ...people.accounts import Account
from ...service import Guest, Json, Served, Service
from ..requests import Empty, Forgotten, Reminders, Reset, Token, Trial
from ..responses import people as documents
from ..responses import sends
from .account import let_send, let_try, welcome
from .play import SeatName

router = APIRouter(tags=["letters"])
_ACCOUNT: Final = "/api/account"
_MATCH: Final = "/api/matches/{match}"
# The same for every name: nobody learns which names and addresses there are.
PROMISED: Final = (
    "If there is such an account and its e-mail address is confirmed, a letter with a link is on its way."
)


@router.post(f"{_ACCOUNT}/confirm/again", responses=sends(documents.Account))
def send_again(service: Served, guest: Guest, request: Request, body: Empty) -> Json:
    """Another letter by which your account's address is confirmed."""
    with service.store.reading() as db:
        account = accounts.require(db, guest)
    addresses.require_mail(service.settings)
    if account.email is None:
        raise BadRequest("your account has no e-mail address")
    key = seating.account_key(account.id)
    let_send(service, request, key)
    service.store.write(lambda db: addresses.ask_to_confirm(db, key, account.email, service.settings))
    with service.store.reading() as db:
        return accounts.described(db, account, service.settings)


@router.post(f"{_ACCOUNT}/token", responses=sends(documents.TokenState))
def look_at_token(service: Served, request: Request, body: Token) -> Json:
    """What the link in a letter is good for; nothing is done yet, for mail programs look at links too."""
    let_try(service, request)
    with service.store.reading() as db:
        found = tokens.find(db, body.token)
        account = accounts.by_key(db, found.guest)
    name = account.name if account else None
    return {"kind": found.kind, "name": name, "email": found.email, "until": found.until}


@router.post(f"{_ACCOUNT}/confirm", responses=sends(documents.Confirmed))
def confirm(service: Served, request: Request, body: Token) -> Json:
    """The address to which the letter went is yours."""
    let_try(service, request)

    def write(db: Connection) -> str | None:
        found = tokens.spend(db, body.token, tokens.CONFIRM)
        if found.email:
            addresses.confirm(db, found.guest, found.email)
        return found.email

    return {"email": service.store.write(write)}


@router.post(f"{_ACCOUNT}/forgotten", responses=sends(documents.Promise))
def forget(service: Served, request: Request, body: Forgotten) -> Json:
    """Ask for a letter by which a new password is chosen; who is meant is found out later, and nobody is told."""
    addresses.require_mail(service.settings)
    who = " ".join(body.who.split())
    let_send(service, request, f"forgotten {accounts.folded(who)}")
    service.store.write(lambda db: addresses.queue(db, addresses.FORGOTTEN, "", who))
    return {"said": PROMISED}


@router.post(f"{_ACCOUNT}/reset", responses=sends(documents.Account))
def reset(service: Served, guest: Guest, request: Request, body: Reset) -> Response:
    """A new password, by the link in a letter: this browser is logged in, every other one is logged out."""
    let_try(service, request)
    kept = passwords.hashed(passwords.checked(body.password))

    def write(db: Connection) -> tuple[Account, str]:
        account = accounts.by_key(db, tokens.spend(db, body.token, tokens.RESET).guest)
        if account is None:
            raise NotFound(tokens.GONE)
        accounts.set_password(db, account, kept)
        key = seating.account_key(account.id)
        addresses.tell(db, addresses.NEW_PASSWORD, key, account.email, service.settings)
        device = devices.described(request.headers.get("user-agent", ""))
        return account, accounts.enter(db, account, guest, device)

    return welcome(service, request, *service.store.write(write))


@router.get(f"{_MATCH}/reminders", responses=sends(documents.ReminderState))
def read_reminders(service: Served, guest: Guest, match: str, seat: SeatName) -> Json:
    """Where you are reminded of your seat."""
    service.require_seat(match, guest, seat)
    return _reminders(service, guest, match, seat)


@router.post(f"{_MATCH}/reminders", responses=sends(documents.ReminderState))
def set_reminders(service: Served, guest: Guest, request: Request, match: str, body: Reminders) -> Json:
    """Be reminded of your seat by a webhook, by e-mail, both, or not at all."""
    service.require_seat(match, guest, body.seat)
    email = addresses.checked(body.email)
    webhooks.require_possible(service.settings, body.webhook)
    if email:
        addresses.require_mail(service.settings)
        with service.store.reading() as db:
            key, before = seating.key_of(db, guest or ""), reminders.read(db, match, body.seat, guest or "")
            new = before["email"] != email and not addresses.is_confirmed(db, key, email)
        if new:
            let_send(service, request, key)

    def write(db: Connection) -> None:
        seating.require(seating.held(db, seating.claimed(db, match).id, guest), body.seat)
        reminders.keep(db, match, body.seat, guest or "", body.webhook or None, email, service.settings)
        if email and new:
            addresses.ask_to_confirm(db, key, email, service.settings)

    service.store.write(write)
    return _reminders(service, guest, match, body.seat)


@router.post(f"{_MATCH}/reminders/test", responses=sends(documents.TrialOutcome))
def try_reminder(service: Served, guest: Guest, request: Request, match: str, body: Trial) -> Json:
    """Send a test where you are reminded of your seat, now, and hear what came of it."""
    service.require_seat(match, guest, body.seat)
    with service.store.reading() as db:
        key, kept = seating.key_of(db, guest or ""), reminders.read(db, match, body.seat, guest or "")
    target = kept[body.channel]
    if target is None:
        raise BadRequest("nothing is kept there yet; save it first")
    if body.channel == addresses.EMAIL:
        addresses.require_mail(service.settings)
    let_send(service, request, key)
    if body.channel == addresses.EMAIL and not kept["confirmed"]:
        service.store.write(lambda db: addresses.ask_to_confirm(db, key, target, service.settings))
        return {
            "delivered": False,
            "said": "the address is not confirmed yet; another letter with a link is on its way there",
        }
    why: str | None = None
    try:
        head = service.authority.head(match)
        carry(body.channel, target, templates.trial(head, service.settings.public_url), service.settings)
    except Undelivered as undelivered:
        why = undelivered.told
    service.store.write(lambda db: reminders.note(db, match, body.seat, key, body.channel, why))
    return {"delivered": why is None, "said": why or _ARRIVED[body.channel]}


_ARRIVED: Final = {
    reminders.WEBHOOK: "the webhook has taken it",
    addresses.EMAIL: "the mail server has taken it; if it does not come, look among your unwanted mail",
}


def _reminders(service: Service, guest: str | None, match: str, seat: str) -> Json:
    with service.store.reading() as db:
        wanted = reminders.read(db, match, seat, guest or "")
    return {**wanted, "offers": {"webhook": True, "email": addresses.mail_is_sent(service.settings)}}
