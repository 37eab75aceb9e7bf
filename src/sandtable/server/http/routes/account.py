"""Routes to accounts: register, log in and out, change, delete, and what is kept about one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection
from starlette.responses import JSONResponse

from ...errors import Conflict, Forbidden
from ...people import accounts, addresses, devices, passwords, seating
from ...people.accounts import Account
from ...service import Guest, Json, Served, Service, forget_guest, keep_guest
from ..middleware import network_of
from ..requests import Device, LogIn, LogOut, NewEmail, NewPassword, Password, Registration
from ..responses import people as documents
from ..responses import sends

router = APIRouter(prefix="/api/account", tags=["accounts"])
# The same whether there is no such name or another password: nobody learns which names there are.
WRONG: Final = "this name and this password do not belong together"


@router.get("", responses=sends(documents.Account))
def look(service: Served, guest: Guest) -> Json:
    """Who is logged in here."""
    with service.store.reading() as db:
        return accounts.described(db, accounts.logged_in(db, guest), service.settings)


@router.post("/register", responses=sends(documents.Account))
def register(service: Served, guest: Guest, request: Request, body: Registration) -> Response:
    """A new account, which takes the seats of this browser along; its address gets a letter that asks for a confirmation."""
    let_try(service, request)
    name, email = accounts.checked_name(body.name), addresses.checked(body.email)
    kept = passwords.hashed(passwords.checked(body.password))
    if email and addresses.mail_is_sent(service.settings):
        let_send(service, request)

    def write(db: Connection) -> tuple[Account, str]:
        if (already := accounts.logged_in(db, guest)) is not None:
            raise Conflict(f"you are logged in as {already.name!r}; log out first")
        account = accounts.add(db, name, kept, email)
        fresh = accounts.enter(db, account, guest, _device(request))
        addresses.ask_to_confirm(db, seating.account_key(account.id), email, service.settings)
        return account, fresh

    return welcome(service, request, *service.store.write(write))


@router.post("/login", responses=sends(documents.Account))
def log_in(service: Served, guest: Guest, request: Request, body: LogIn) -> Response:
    """Log in; the seats that this browser holds as a guest come along."""
    let_try(service, request, f"name {accounts.folded(body.name)}")
    with service.store.reading() as db:
        account = accounts.called(db, " ".join(body.name.split()))
    if not passwords.fits(account.password if account else None, body.password) or account is None:
        raise Forbidden(WRONG)
    found = account
    better = passwords.hashed(passwords.checked(body.password)) if passwords.outdated(found.password) else ""

    def write(db: Connection) -> str:
        if better:
            accounts.refresh_password(db, found, better)
        return accounts.enter(db, found, guest, _device(request))

    return welcome(service, request, found, service.store.write(write))


@router.post("/logout", responses=sends(documents.Account))
def log_out(service: Served, guest: Guest, body: LogOut) -> Response:
    """Log out, everywhere if that is said: this browser holds no seats any more."""

    def write(db: Connection) -> list[str]:
        account = accounts.logged_in(db, guest)
        watched = list(seating.matches_of(db, guest))
        if body.everywhere and account is not None:
            devices.leave_all(db, account)
        elif guest is not None:
            accounts.leave(db, guest)
        return watched

    _look_again(service, service.store.write(write))
    return _farewell(service)


@router.post("/password", responses=sends(documents.Account))
def change_password(service: Served, guest: Guest, request: Request, body: NewPassword) -> Response:
    """Another password; every other browser is logged out."""
    account = _proven(service, guest, request, body.old)
    kept = passwords.hashed(passwords.checked(body.new))

    def write(db: Connection) -> tuple[str, list[str]]:
        watched = list(seating.matches_of(db, guest))
        accounts.set_password(db, account, kept)
        key = seating.account_key(account.id)
        addresses.tell(db, addresses.NEW_PASSWORD, key, account.email, service.settings)
        return accounts.enter(db, account, None, _device(request)), watched

    fresh, watched = service.store.write(write)
    _look_again(service, watched)
    return welcome(service, request, account, fresh)


@router.post("/email", responses=sends(documents.Account))
def change_email(service: Served, guest: Guest, request: Request, body: NewEmail) -> Json:
    """Another e-mail address, or none; another one gets a letter that asks for a confirmation."""
    account = _proven(service, guest, request, body.password)
    email, key = addresses.checked(body.email), seating.account_key(account.id)
    if email != account.email and email and addresses.mail_is_sent(service.settings):
        let_send(service, request, key)

    def write(db: Connection) -> None:
        told = email != account.email and addresses.is_confirmed(db, key, account.email)
        accounts.set_email(db, account, email)
        if told and addresses.mail_is_sent(service.settings):
            # Whoever has got into somebody else's account cannot do it behind his back.
            addresses.queue(db, addresses.NEW_ADDRESS, key, account.email)
        addresses.ask_to_confirm(db, key, email, service.settings)

    service.store.write(write)
    with service.store.reading() as db:
        return accounts.described(db, accounts.require(db, guest), service.settings)


@router.post("/delete", responses=sends(documents.Account))
def delete_account(service: Served, guest: Guest, request: Request, body: Password) -> Response:
    """Forget the account; its seats are open to others from now on, and those who play there are told."""
    account = _proven(service, guest, request, body.password)
    for match in service.store.write(lambda db: accounts.remove(db, account, service.settings)):
        service.authority.somebody_sat_down(match)
    return _farewell(service)


@router.get("/devices", responses=sends(documents.Devices))
def list_devices(service: Served, guest: Guest) -> Json:
    """The browsers that are logged in to your account."""
    with service.store.reading() as db:
        return {"devices": devices.of(db, accounts.require(db, guest), guest)}


@router.post("/devices/leave", responses=sends(documents.Devices))
def leave_device(service: Served, guest: Guest, body: Device) -> Json:
    """Log one of your other browsers out."""
    with service.store.reading() as db:
        account = accounts.require(db, guest)

    def write(db: Connection) -> list[str]:
        devices.leave(db, account, body.id)
        return list(seating.matches_of(db, guest))

    _look_again(service, service.store.write(write))
    with service.store.reading() as db:
        return {"devices": devices.of(db, account, guest)}


@router.get("/data", responses=sends(documents.AccountData))
def export(service: Served, guest: Guest) -> Json:
    """Everything that is kept about your account."""
    with service.store.reading() as db:
        account = accounts.require(db, guest)
        return {
            **accounts.belongings(db, account),
            "account": accounts.described(db, account, service.settings)["account"],
            "devices": devices.of(db, account, guest),
        }


def let_try(service: Service, request: Request, *names: str) -> None:
    """TooMuch if somebody has tried too often from there, or for these names."""
    service.rate_limits.let_try(f"address {network_of(request.scope)}", *names)


def let_send(service: Service, request: Request, *whom: str) -> None:
    """TooMuch if letters enough have been caused from there, or for them."""
    service.rate_limits.let_send(f"address {network_of(request.scope)}", *whom)


def welcome(service: Service, request: Request, account: Account, guest: str) -> Response:
    """The account, and the cookie by which its browser is known from now on."""
    with service.store.reading() as db:
        response = JSONResponse(accounts.described(db, account, service.settings))
    keep_guest(response, request, guest)
    return response


def _look_again(service: Service, matches: Iterable[str]) -> None:
    """Let the sockets at these matches see whether they may still watch: nobody hears a word more after a log-out."""
    for match in matches:
        service.feed.spoke(match)


def _proven(service: Service, guest: str | None, request: Request, password: str) -> Account:
    """The account that is logged in, if *password* is its password."""
    with service.store.reading() as db:
        account = accounts.require(db, guest)
    let_try(service, request, f"name {account.folded}")
    if not passwords.fits(account.password, password):
        raise Forbidden("this is not your password")
    return account


def _device(request: Request) -> str:
    return devices.described(request.headers.get("user-agent", ""))


def _farewell(service: Service) -> Response:
    response = JSONResponse({"account": None, "mail": addresses.mail_is_sent(service.settings)})
    forget_guest(response)
    return response
