"""Passkeys, with an authenticator made of a few lines: registering, logging in, and what is not accepted."""

import base64
import json
import secrets
import time
from hashlib import sha256

import cbor2
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PASSWORD = "a long and winding fjord"


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Device:
    """An authenticator with one key."""

    def __init__(self, site, origin):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.site, self.origin, self.uses = site, origin, 0

    def client_data(self, kind, challenge):
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def state(self, flags):
        self.uses += 1
        return sha256(self.site.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def create(self, options):
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        data = self.state(0x45) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {
            "clientDataJSON": text(self.client_data("webauthn.create", options["challenge"])),
            "attestationObject": text(attestation),
        }
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}

    def get(self, options):
        client = self.client_data("webauthn.get", options["challenge"])
        data = self.state(0x05)
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": text(client),
            "authenticatorData": text(data),
            "signature": text(signature),
            "userHandle": None,
        }
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}


@pytest.fixture
async def ada(server):
    guest = server.guest()
    await guest.post("/accounts", {"login": "ada", "password": PASSWORD})
    return guest


async def registered(ada, server):
    device = Device("127.0.0.1", server.address)
    options = await ada.post("/me/passkeys/options")
    await ada.post("/me/passkeys", {"name": "phone", "credential": device.create(options)})
    return device


async def test_a_device_opens_the_account(server, ada):
    device = await registered(ada, server)
    assert [each["name"] for each in await ada.get("/me/passkeys")] == ["phone"]
    other = server.guest()
    options = await other.post("/login/passkey/options")
    assert (await other.post("/login/passkey", {"credential": device.get(options)}))["login"] == "ada"


async def test_an_answer_is_good_once_for_its_site_and_its_key(server, ada):
    device = await registered(ada, server)
    eve = server.guest()
    options = await eve.post("/login/passkey/options")
    answer = device.get(options)
    await server.guest().post("/login/passkey", {"credential": answer})
    await eve.post("/login/passkey", {"credential": answer}, 401)  # used before
    challenges = [until for name, until in server.services.limits.counted if name.startswith("challenge")]
    assert min(challenges) > time.time() + 200  # and that is remembered for as long as it would be good
    stranger = Device("127.0.0.1", server.address)
    stranger.id = device.id
    options = await eve.post("/login/passkey/options")
    await eve.post("/login/passkey", {"credential": stranger.get(options)}, 401)  # another key
    device.origin = "https://evil.example"
    options = await eve.post("/login/passkey/options")
    await eve.post("/login/passkey", {"credential": device.get(options)}, 401)  # another site
    made_up = {"challenge": text(secrets.token_bytes(40))}
    device.origin = server.address
    await eve.post("/login/passkey", {"credential": device.get(made_up)}, 401)  # nobody's challenge
    for nonsense in ({}, {"response": 3}, {"response": {"clientDataJSON": "!"}}):
        await eve.post("/login/passkey", {"credential": nonsense}, 400)
    await eve.post("/me/passkeys/options", None, 401)
    name = (await ada.get("/me/passkeys"))[0]["id"]
    assert (await ada.http.delete(f"/api/v1/me/passkeys/{name}")).status_code == 204
    options = await eve.post("/login/passkey/options")
    await eve.post("/login/passkey", {"credential": device.get(options)}, 401)
