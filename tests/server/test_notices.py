"""Those who are away are told: by a webhook, by letter and by web push, to servers that really listen."""

import asyncio
import base64
import email
import json
import os
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from email.header import decode_header, make_header

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import select
from tests.server.conftest import serving
from tests.server.test_people import account

from fimbul.server import limits, notices, strangers
from fimbul.server.notices import call_webhook, push
from fimbul.server.store.schema import notices as waiting

FAR = 1 << 40  # a moment that does not come


def plain(text):
    """What is written in URL-safe base 64."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def safe(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@asynccontextmanager
async def listening(status=201, more="Server: ear"):
    """A web server that keeps what it is sent: (path, headers, body)."""
    heard = []

    async def answer(reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head)}
        heard.append((head[0].split()[1], headers, await reader.readexactly(int(headers["content-length"]))))
        writer.write(f"HTTP/1.1 {status} x\r\n{more}\r\nContent-Length: 0\r\n\r\n".encode())
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as web:
        yield f"http://127.0.0.1:{web.sockets[0].getsockname()[1]}", heard


@asynccontextmanager
async def post_office():
    """A mail server that keeps what it is sent, line by line."""
    heard = []

    async def answer(reader, writer):
        writer.write(b"220 hail\r\n")
        body = False
        async for line in reader:
            heard.append(line)
            word = line[:4].upper()
            if body and line != b".\r\n":
                continue
            body = word == b"DATA"
            if word == b"QUIT":
                writer.write(b"221 farewell\r\n")
                break
            writer.write(b"354 go on\r\n" if body else b"250 ok\r\n")
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as office:
        yield f"smtp://127.0.0.1:{office.sockets[0].getsockname()[1]}?from=club@example.org", heard


class Browser:
    """What a browser has that subscribes to pushes."""

    def __init__(self, endpoint):
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": safe(public), "auth": safe(self.auth)}
        self.subscription = {"endpoint": endpoint, "keys": keys}

    def read(self, body):
        """A push, decrypted."""
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth))


def signed_by(key, authorization):
    """The claims of a push's sender, whose signature is checked with the club's public key."""
    parts = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    assert plain(parts["k"]) == plain(key)
    head, claims, signature = parts["t"].split(".")
    found = plain(signature)
    whole = encode_dss_signature(int.from_bytes(found[:32], "big"), int.from_bytes(found[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(key))
    public.verify(whole, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return json.loads(plain(claims))


async def confirmed(guest, contact, letters, asked_for="Your code for"):
    """Whoever reads the letters shows that the address is theirs."""
    subject = email.message_from_bytes(b"".join(letters)[b"".join(letters).index(b"Subject:") :])["Subject"]
    words, code = re.search(r"^(.*) \S+: (\w{8})$", str(make_header(decode_header(subject)))).groups()
    assert words == asked_for
    letters.clear()
    await guest.post(f"/me/contacts/{contact}/confirm", {"code": "nonsense"}, 400)
    made = await guest.post(f"/me/contacts/{contact}/confirm", {"code": f" {code.upper()} "})
    assert made["confirmed"]


async def test_a_letter_goes_to_nobody_who_has_not_asked_for_it(tmp_path, monkeypatch):
    monkeypatch.setattr(notices, "DELAY", 0)
    monkeypatch.setattr(limits, "end_of", lambda window: FAR + window)  # the minute does not end meanwhile
    async with post_office() as (smtp, letters), serving(tmp_path, workers=0, smtp=smtp) as server:
        ada, _ = await account(server, "ada")
        eve, _ = await account(server, "eve")
        email = {"kind": "email", "address": {"to": "victim@example.org"}}
        made = await eve.post("/me/contacts", email)
        await ada.post(f"/me/contacts/{made['id']}/confirm", {"code": "00000000"}, 404)
        letters.clear()
        table = (await ada.table("me", "open", options={"first": 0}))["id"]
        await eve.post(f"/tables/{table}/join", {})
        frame = (await ada.get(f"/tables/{table}"))["frame"]
        await ada.post(f"/tables/{table}/actions", {"ply": 0, "action": frame["actions"][0]["text"]})
        while not await server.services.notices.send_due():
            await asyncio.sleep(0.01)
        assert letters == []
        answers = [(await eve.http.post("/api/v1/me/contacts", json=email)).status_code for _ in range(5)]
        assert answers == [201, 201, 201, 201, 429]  # nor are codes sent without end


LANGUAGES = {"en": ("Your code for", "It is your turn at"), "de": ("Dein Code für", "Du bist dran:")}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_those_who_are_away_are_told_once_in_every_way(tmp_path, monkeypatch, language):
    """People in the language in which they have asked for it, programs in English."""
    asked_for, turn = LANGUAGES[language]
    monkeypatch.setattr(notices, "DELAY", 0)
    async with (
        listening() as (web, heard),
        post_office() as (smtp, letters),
        serving(tmp_path, workers=0, smtp=smtp, inward=True, address="https://club.example") as server,
    ):
        ada, _ = await account(server, "ada")
        ben, _ = await account(server, "ben")
        ben.http.headers["Accept-Language"] = language
        browser = Browser(f"{web}/push")
        browser.subscription["language"] = ["whatever a browser says"]
        for kind, address in (
            ("webhook", {"url": f"{web}/hook"}),
            ("email", {"to": "ben@example.org"}),
            ("push", browser.subscription),
        ):
            made = await ben.post("/me/contacts", {"kind": kind, "address": address})
            assert made["confirmed"] == (kind != "email")
            if kind == "email":
                await confirmed(ben, made["id"], letters, asked_for)
        table = (await ada.table("me", "open", options={"first": 0}))["id"]
        await ben.post(f"/tables/{table}/join", {})
        frame = (await ada.get(f"/tables/{table}"))["frame"]
        await ada.post(f"/tables/{table}/actions", {"ply": 0, "action": frame["actions"][0]["text"]})
        while not await server.services.notices.send_due():
            await asyncio.sleep(0.01)
        assert await server.services.notices.send_due() == 0
        key = (await ben.get("/push-key"))["key"]
    link = f"https://club.example/t/{table}"
    told = {"text": "It is your turn at Fimbulvetr.", "link": link}
    bodies = {path: (headers, body) for path, headers, body in heard}
    assert len(heard) == 2
    assert json.loads(bodies["/hook"][1]) == told
    headers, body = bodies["/push"]
    assert browser.read(body)["text"].startswith(f"{turn} Fimbulvetr")
    assert browser.read(body)["link"] == link
    assert b"turn" not in body
    assert signed_by(key, headers["authorization"])["aud"] == web
    letter = b"".join(letters)
    assert b"rcpt to:<ben@example.org>" in letter.lower()
    assert f"https://club.example/t/{table}".encode() in letter


async def test_a_browser_that_is_gone_is_forgotten_and_what_fails_is_tried_again(tmp_path):
    async with listening(410) as (web, _), serving(tmp_path, workers=0, inward=True) as server:
        ben, _ = await account(server, "ben")
        teller, person = server.services.notices, (await ben.get("/me"))["id"]
        note = {"person": person, "table_id": "x", "text": "It is your turn.", "at": 0, "tries": 0}
        await ben.post("/me/contacts", {"kind": "push", "address": Browser(f"{web}/push").subscription})
        await teller.send(note)
        assert await ben.get("/me/contacts") == []
        await ben.post("/me/contacts", {"kind": "webhook", "address": {"url": f"{web}/hook"}})
        for tries in range(notices.TRIES):
            await teller.send({**note, "tries": tries})
        async with teller.database.reading() as connection:
            again = (await connection.execute(select(waiting.c.tries).order_by(waiting.c.tries))).all()
        assert [row[0] for row in again] == [1, 2, 3]  # and then no more


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("webhook", {"url": "ftp://x"}),
        ("webhook", {"url": "http://x/ HTTP/1.1"}),
        ("email", {"to": "x"}),
        ("push", {"endpoint": "http://x/", "keys": {"p256dh": "", "auth": ""}}),
        ("pigeon", {}),
    ],
)
async def test_what_cannot_be_reached_is_no_contact(server, kind, address):
    ben, _ = await account(server, "ben")
    await ben.post("/me/contacts", {"kind": kind, "address": address}, 400)


async def test_without_a_mail_server_there_are_no_letters(server):
    ben, _ = await account(server, "ben")
    await ben.post("/me/contacts", {"kind": "email", "address": {"to": "ben@example.org"}}, 501)


HOOK = b"{}"


INSIDE = (
    "127.0.0.1:1",
    "localhost:1",
    "10.0.0.1",
    "224.0.0.1",
    "[::1]",
    "[fe80::1]",
    "[::ffff:10.0.0.1]",
    "[2002:7f00:1::]",
    "[64:ff9b::7f00:1]",
)


async def test_nothing_is_sent_into_the_servers_own_network():
    browser, keys = Browser("https://127.0.0.1/"), notices.new_keys()
    with ThreadPoolExecutor(1) as finders:
        for host in INSIDE:
            with pytest.raises(ValueError, match="own network"):
                await call_webhook(f"http://{host}/", HOOK, False, finders)
        with pytest.raises(ValueError, match="own network"):
            await push(browser.subscription, HOOK, keys, False, finders)


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_a_name_that_leads_elsewhere_the_next_time_is_asked_once(monkeypatch, scheme):
    """A webhook's owner may change where its name leads between the check and the call."""
    asked, called = [], []

    def lookup(host, port, **_):
        asked.append(host)
        place = "93.184.216.34" if len(asked) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (place, port))]

    async def connect(place, port, *, ssl, server_hostname):
        called.append((place, port, ssl is not None, server_hostname))
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with ThreadPoolExecutor(1) as finders, pytest.raises(ConnectionRefusedError):
        await call_webhook(f"{scheme}://club.example:8443/hook", HOOK, False, finders)
    secure = scheme == "https"
    assert called == [("93.184.216.34", 8443, secure, "club.example" if secure else None)]
    assert asked == ["club.example"]


async def test_a_name_with_one_place_inside_is_refused(monkeypatch):
    def lookup(host, port, **_):
        return [(None, None, 6, "", (place, port)) for place in ("93.184.216.34", "192.168.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with ThreadPoolExecutor(1) as finders, pytest.raises(ValueError, match="own network"):
        await call_webhook("http://club.example/", HOOK, False, finders)


async def test_an_answer_that_points_elsewhere_is_not_followed():
    async with listening() as (inside, heard), listening(302, f"Location: {inside}/") as (web, first):
        with ThreadPoolExecutor(1) as finders, pytest.raises(ValueError, match="302"):
            await call_webhook(f"{web}/hook", HOOK, True, finders)
    assert (len(first), heard) == (1, [])


async def test_somebody_who_never_answers_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(strangers, "PATIENCE", 0.05)
    let_go = asyncio.Event()

    async def drip(reader, writer):
        writer.write(b"HTTP/1.1 ")  # and nothing more
        await reader.read()
        let_go.set()
        writer.close()

    async with await asyncio.start_server(drip, "127.0.0.1", 0) as web:
        address = f"http://127.0.0.1:{web.sockets[0].getsockname()[1]}/"
        with ThreadPoolExecutor(1) as finders, pytest.raises(TimeoutError):
            await call_webhook(address, HOOK, True, finders)
        await let_go.wait()
