"""Telling people who are away that it is their turn: by web push, e-mail or webhook."""

import asyncio
import base64
import json
import logging
import secrets
import smtplib
import ssl
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from email.message import EmailMessage
from typing import Any, Literal
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

import msgspec
from sqlalchemy import delete, insert, select, update

from fimbul.core import FimbulError
from fimbul.server.guests import hashed
from fimbul.server.problems import Problem, not_found, stale
from fimbul.server.store import Database, TableRow, now
from fimbul.server.store.schema import contacts, meta, notices, tables
from fimbul.server.store.tables import rows
from fimbul.server.strangers import PATIENCE, post, web_address
from fimbul.server.tongues import ENGLISH, asked, spoken

DELAY = 60  # seconds in which somebody may come by themselves
TRIES, AGAIN = 4, 300
MOST_CONTACTS = 10
MOST_AT_ONCE = 20
LANGUAGE = "language"  # of an address: in which its owner reads
KEYS = 7_110_619  # the lock under which the keys of pushes are made
MAIL = ("smtps", "smtp+starttls", "smtp")
MESSENGERS = 4  # threads that wait for mail servers, and for those who know where a name leads

log = logging.getLogger("fimbul.server")


class Contact(msgspec.Struct, frozen=True):
    """Where somebody wants to be told; an e-mail address when they have shown that it is theirs."""

    id: str
    kind: Literal["push", "email", "webhook"]
    address: dict[str, Any]
    confirmed: bool = True


class Gone(Exception):
    """A browser that takes no more pushes."""


class Notices:
    """What waits to be told, and how it is."""

    def __init__(self, database: Database, *, smtp: str | None, address: str, inward: bool = False) -> None:
        self.database = database
        self.smtp = smtp
        self.address = address
        self.messengers = ThreadPoolExecutor(MESSENGERS, thread_name_prefix="telling")
        self.inward = inward  # whether webhooks may lead into the server's own network

    # ---- where people want to be told

    async def contacts_of(self, person: str) -> list[Contact]:
        """A person's contacts."""
        async with self.database.reading() as connection:
            all_of = select(contacts.c.id, contacts.c.kind, contacts.c.address, contacts.c.code.is_(None))
            found = await connection.execute(all_of.where(contacts.c.person == person))
            return [Contact(*row) for row in found]

    async def add_contact(self, person: str, kind: str, address: dict[str, Any]) -> Contact:
        """Keep a contact that can be used."""
        if len(await self.contacts_of(person)) >= MOST_CONTACTS:
            raise stale(f"You have {MOST_CONTACTS} contacts: remove one of them first.")
        check_contact(kind, address, self.inward)
        if kind == "email" and self.smtp is None:
            raise Problem(501, "This server sends no e-mail.")
        code = secrets.token_hex(4) if kind == "email" else None
        if code is not None:
            await self.send_code(address["to"], code)
        if kind != "webhook":
            address = address | {LANGUAGE: asked.get()}  # a person reads there, and no program
        contact = Contact(secrets.token_hex(6), kind, address, code is None)  # type: ignore[arg-type]
        values = {"id": contact.id, "kind": kind, "address": address, "person": person, "created": now()}
        async with self.database.writing() as connection:
            await connection.execute(insert(contacts).values(**values, code=code and hashed(code)))
        return contact

    async def send_code(self, to: str, code: str) -> None:
        """Ask whoever reads an address whether it is theirs: nobody sends letters to a stranger by us."""
        say = sayer(asked.get())
        text = say(f"Your code for {self.address}: {code}")
        letter = (str(self.smtp), to, text, say("Who did not ask for this need do nothing."))
        try:
            await asyncio.get_running_loop().run_in_executor(self.messengers, send_mail, *letter)
        except Exception as problem:
            log.warning("A letter could not be sent: %s", type(problem).__name__)
            raise Problem(400, "No letter could be sent to that address.") from None

    async def confirm(self, person: str, contact: str, code: str) -> Contact:
        """An address is shown to be its owner's."""
        here = (contacts.c.id == contact) & (contacts.c.person == person)
        async with self.database.writing() as connection:
            right = here & (contacts.c.code == hashed(code.strip().lower()))
            await connection.execute(update(contacts).where(right).values(code=None))
        found = next((each for each in await self.contacts_of(person) if each.id == contact), None)
        if found is None:
            raise not_found("You have no such contact.")
        if not found.confirmed:
            raise Problem(400, "That is not the code of the letter.")
        return found

    async def remove_contact(self, person: str, contact: str) -> None:
        """Forget a contact."""
        async with self.database.writing() as connection:
            here = (contacts.c.id == contact) & (contacts.c.person == person)
            if not (await connection.execute(delete(contacts).where(here))).rowcount:
                raise not_found("You have no such contact.")

    async def public_key(self) -> str:
        """The key that a browser's push subscription is made for."""
        return (await self.vapid())["public"]

    async def vapid(self) -> dict[str, str]:
        """The keys of this club's pushes, made once."""
        async with self.database.writing() as connection:
            if self.database.shared:  # two servers must not make two
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({KEYS})")
            known = await connection.scalar(select(meta.c.value).where(meta.c.name == "vapid"))
            if known is None:
                known = json.dumps(new_keys())
                await connection.execute(insert(meta).values(name="vapid", value=known))
            keys: dict[str, str] = json.loads(known)
            return keys

    # ---- telling

    async def turn(self, row: TableRow, title: str, seats: Iterable[int]) -> None:
        """It has become somebody's turn: they are told in a while, unless they have come by then."""
        people = {row.seats[seat].person for seat in seats} - {None}
        if not people:
            return
        async with self.database.writing() as connection:
            told = select(notices.c.person).where(notices.c.table_id == row.id, notices.c.tries == 0)
            asked = select(contacts.c.person).where(contacts.c.person.in_(people)).distinct()
            asked = asked.where(contacts.c.person.not_in(told))
            for person in (await connection.scalars(asked)).all():
                text = f"It is your turn at {title}."
                values = {
                    "person": person,
                    "table_id": row.id,
                    "text": text,
                    "at": now(),
                    "due": now() + DELAY,
                }
                await connection.execute(insert(notices).values({**values, "tries": 0}))

    async def send_due(self) -> int:
        """Send what is due; how many.  A notice is taken by one process only."""
        async with self.database.writing() as connection:
            due = (
                select(notices.c.id).where(notices.c.due <= now()).order_by(notices.c.due).limit(MOST_AT_ONCE)
            )
            if self.database.shared:
                due = due.with_for_update(skip_locked=True)
            found = (await connection.scalars(due)).all()
            taken = (
                (await connection.execute(delete(notices).where(notices.c.id.in_(found)).returning(notices)))
                .mappings()
                .all()
            )
        true = [each for each in taken if await self.still_true(each["person"], each["table_id"])]
        await asyncio.gather(*(self.send(dict(notice)) for notice in true))
        return len(taken)

    async def still_true(self, person: str, table: str) -> bool:
        """Whether it is still that person's turn."""
        async with self.database.reading() as connection:
            found = await rows(connection, select(tables).where(tables.c.id == table))
        return bool(found) and any(found[0].seats[seat].person == person for seat in found[0].to_act)

    async def send(self, notice: dict[str, Any]) -> None:
        """Tell somebody wherever they want to be told; if nothing reached them, try again later."""
        link = f"{self.address}/t/{notice['table_id']}"
        told = failed = False
        for contact in await self.contacts_of(notice["person"]):
            if not contact.confirmed:
                continue
            try:
                await self.deliver(contact, notice["text"], link)
                told = True
            except Gone:
                await self.remove_contact(notice["person"], contact.id)
            except Exception as problem:
                failed = True
                log.warning("A notice by %s could not be sent: %s", contact.kind, type(problem).__name__)
        if failed and not told and notice["tries"] + 1 < TRIES:
            values = {key: notice[key] for key in ("person", "table_id", "text", "at")}
            values |= {"tries": notice["tries"] + 1, "due": now() + AGAIN * 2 ** notice["tries"]}
            async with self.database.writing() as connection:
                await connection.execute(insert(notices).values(values))

    async def deliver(self, contact: Contact, text: str, link: str) -> None:
        """Send one notice one way."""
        text = sayer(contact.address.get(LANGUAGE, ENGLISH))(text)
        body = json.dumps({"text": text, "link": link}).encode()
        match contact.kind:
            case "email":
                letter = (str(self.smtp), contact.address["to"], text, link)
                await asyncio.get_running_loop().run_in_executor(self.messengers, send_mail, *letter)
            case "webhook":
                await call_webhook(contact.address["url"], body, self.inward, self.messengers)
            case "push":
                await push(contact.address, body, await self.vapid(), self.inward, self.messengers)


def sayer(language: str) -> Callable[[str], str]:
    """How a notice is said in a language."""
    return spoken((None, ()), language) or str


def check_contact(kind: str, address: dict[str, Any], inward: bool = False) -> None:
    """Refuse what cannot be reached."""
    match kind:
        case "email":
            to = address.get("to")
            sound = isinstance(to, str) and to.count("@") == 1 and to.isprintable() and " " not in to
            if not sound or len(str(to)) > 200 or set(address) != {"to"}:
                raise Problem(400, 'An e-mail contact is {"to": "somebody@example.org"}.')
        case "webhook":
            url = address.get("url")
            if not isinstance(url, str) or set(address) != {"url"} or len(url) > 500 or not web_address(url):
                raise Problem(400, 'A webhook is {"url": "https://..."}.')
        case "push":
            url, keys = address.get("endpoint"), address.get("keys")
            safe = ("https://", "http://") if inward else ("https://",)
            sound = isinstance(url, str) and url.startswith(safe) and len(url) < 1000 and web_address(url)
            if not sound or not isinstance(keys, dict) or not {"p256dh", "auth"} <= set(keys):
                raise Problem(400, "A push contact is the subscription that a browser gives.")
        case _:
            raise Problem(400, f"A contact is push, email or webhook, not '{kind[:40]}'.")


def mail_server(smtp: str) -> SplitResult:
    """Who sends letters, by `smtps://user:password@host:465?from=fimbul@example.org`."""
    try:
        parts = urlsplit(smtp)
        sound = parts.scheme in MAIL and parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        sound = False
    if not sound:
        raise FimbulError(
            "--smtp (or FIMBUL_SMTP) is smtps://user:password@host?from=club@example.org; "
            "smtp+starttls:// and smtp:// will do too."
        )
    return parts


def send_mail(smtp: str, to: str, text: str, link: str) -> None:
    """Send a short letter."""
    parts = mail_server(smtp)
    letter = EmailMessage()
    letter["Subject"] = text
    letter["To"] = to
    letter["From"] = parse_qs(parts.query).get("from", [f"fimbul@{parts.hostname}"])[0]
    letter.set_content(f"{text}\n\n{link}\n")
    host = str(parts.hostname)
    if parts.scheme == "smtps":
        line: smtplib.SMTP = smtplib.SMTP_SSL(host, parts.port or 465, timeout=PATIENCE)
    else:
        line = smtplib.SMTP(host, parts.port or 587, timeout=PATIENCE)
    with line:
        if parts.scheme == "smtp+starttls":
            line.starttls(context=ssl.create_default_context())
        if parts.username:
            line.login(unquote(parts.username), unquote(parts.password or ""))
        line.send_message(letter)


async def call_webhook(url: str, body: bytes, inward: bool, finders: Executor) -> None:
    """Call a webhook, unless it leads into the server's own network."""
    status = await post(url, body, {"Content-Type": "application/json"}, inward, finders)
    if not 200 <= status < 300:
        raise ValueError(f"the answer {status}")


async def push(
    subscription: dict[str, Any], body: bytes, keys: dict[str, str], inward: bool, finders: Executor
) -> None:
    """Send a web push, encrypted for the browser alone, unless it leads into the server's own network."""
    from py_vapid import Vapid
    from pywebpush import WebPusher

    parts = urlsplit(subscription["endpoint"])
    origin = f"{parts.scheme}://{parts.netloc}"
    claims = {"sub": "mailto:fimbul@localhost", "aud": origin, "exp": now() + 12 * 3600}
    headers = {
        **Vapid.from_string(keys["private"]).sign(claims),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(24 * 3600),
    }
    sealed = WebPusher(subscription).encode(body)["body"]
    status = await post(subscription["endpoint"], sealed, headers, inward, finders)
    if status in (404, 410):
        raise Gone
    if not 200 <= status < 300:
        raise ValueError(f"the answer {status}")


def new_keys() -> dict[str, str]:
    """A pair of keys for web push."""
    try:
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        key = ec.generate_private_key(ec.SECP256R1())  # imports the rest
    except ImportError:
        raise Problem(501, "Web push needs the extra 'server': pip install 'fimbul[server]'.") from None
    private = key.private_numbers().private_value.to_bytes(32, "big")
    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    told = [base64.urlsafe_b64encode(each).rstrip(b"=").decode() for each in (private, public)]
    return {"private": told[0], "public": told[1]}
