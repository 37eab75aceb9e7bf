"""Routes to accounts: register, log in and out, change, delete."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection
from starlette.responses import JSONResponse

from . import accounts, passwords
from .accounts import Account
from .bodies import Empty, LogIn, NewEmail, NewPassword, Password, Registration
from .errors import Conflict, Forbidden
from .guard import network_of
from .service import Guest, Json, Served, Service, forget_guest, keep_guest

router = APIRouter(prefix="/api/account", tags=["accounts"])
# The same whether there is no such name or another password: nobody learns which names there are.
WRONG: Final = "this name and this password do not belong together"


@router.get("")
def look(service: Served, guest: Guest) -> Json:
    """Who is logged in here."""
    with service.store.reading() as db:
        return accounts.described(db, accounts.logged_in(db, guest))


@router.post("/register")
def register(service: Served, guest: Guest, request: Request, body: Registration) -> Response:
    """A new account, which takes the seats of this browser along."""
    _let_try(service, request)
    name, email = accounts.checked_name(body.name), accounts.checked_email(body.email)
    kept = passwords.hashed(passwords.checked(body.password))

    def write(db: Connection) -> tuple[Account, str]:
        if (already := accounts.logged_in(db, guest)) is not None:
            raise Conflict(f"you are logged in as {already.name!r}; log out first")
        account = accounts.add(db, name, kept, email)
        return account, accounts.enter(db, account, guest)

    return _welcome(service, request, *service.store.write(write))


@router.post("/login")
def log_in(service: Served, guest: Guest, request: Request, body: LogIn) -> Response:
    """Log in; the seats that this browser holds as a guest come along."""
    _let_try(service, request, f"name {accounts.folded(body.name)}")
    with service.store.reading() as db:
        account = accounts.called(db, " ".join(body.name.split()))
    if not passwords.fits(account.password if account else None, body.password) or account is None:
        raise Forbidden(WRONG)
    found = account
    better = passwords.hashed(passwords.checked(body.password)) if passwords.outdated(found.password) else ""

    def write(db: Connection) -> str:
        if better:
            accounts.refresh_password(db, found, better)
        return accounts.enter(db, found, guest)

    return _welcome(service, request, found, service.store.write(write))


@router.post("/logout")
def log_out(service: Served, guest: Guest, body: Empty) -> Response:
    """Log out: this browser holds no seats any more."""
    if guest is not None:
        service.store.write(lambda db: accounts.leave(db, guest))
    return _farewell()


@router.post("/password")
def change_password(service: Served, guest: Guest, request: Request, body: NewPassword) -> Response:
    """Another password; every other browser is logged out."""
    account = _proven(service, guest, request, body.old)
    kept = passwords.hashed(passwords.checked(body.new))

    def write(db: Connection) -> str:
        accounts.set_password(db, account, kept)
        return accounts.enter(db, account, None)

    return _welcome(service, request, account, service.store.write(write))


@router.post("/email")
def change_email(service: Served, guest: Guest, request: Request, body: NewEmail) -> Json:
    """Another e-mail address, or none."""
    account = _proven(service, guest, request, body.password)
    email = accounts.checked_email(body.email)
    service.store.write(lambda db: accounts.set_email(db, account, email))
    with service.store.reading() as db:
        return accounts.described(db, accounts.require(db, guest))


@router.post("/delete")
def delete_account(service: Served, guest: Guest, request: Request, body: Password) -> Response:
    """Forget the account; its seats are held by nobody from now on."""
    account = _proven(service, guest, request, body.password)
    service.store.write(lambda db: accounts.remove(db, account))
    return _farewell()


def _proven(service: Service, guest: str | None, request: Request, password: str) -> Account:
    """The account that is logged in, if *password* is its password."""
    with service.store.reading() as db:
        account = accounts.require(db, guest)
    _let_try(service, request, f"name {account.folded}")
    if not passwords.fits(account.password, password):
        raise Forbidden("this is not your password")
    return account


def _let_try(service: Service, request: Request, *names: str) -> None:
    service.doorkeeper.let_try(f"address {network_of(request.scope)}", *names)


def _welcome(service: Service, request: Request, account: Account, guest: str) -> Response:
    with service.store.reading() as db:
        response = JSONResponse(accounts.described(db, account))
    keep_guest(response, request, guest)
    return response


def _farewell() -> Response:
    response = JSONResponse({"account": None})
    forget_guest(response)
    return response
