"""Passkeys (WebAuthn): logging in with a device instead of a password."""

import hmac
import json
import secrets
import time
from base64 import urlsafe_b64decode
from hashlib import sha256
from typing import Any

from fimbul.server.guests import Caller
from fimbul.server.limits import Limits
from fimbul.server.problems import Problem, stale
from fimbul.server.store import Conflict, People, now
from fimbul.server.store.people import Passkey, Person

VALID = 300  # seconds for a challenge
WRONG = "This passkey was not accepted."


def webauthn() -> Any:
    """The library, or a sentence."""
    try:
        import webauthn as found
    except ImportError:
        raise Problem(501, "Passkeys need the extra 'server': pip install 'fimbul[server]'.") from None
    return found


class Passkeys:
    """Registering passkeys and logging in with them.  A challenge is signed, so every process knows it."""

    def __init__(self, people: People, limits: Limits, secret: bytes) -> None:
        self.people = people
        self.limits = limits
        self.secret = secret

    def challenge(self) -> bytes:
        """A challenge that this club has made, with its time."""
        body = secrets.token_bytes(16) + int(time.time()).to_bytes(8, "big")
        return body + hmac.new(self.secret, b"passkey" + body, sha256).digest()[:16]

    async def check(self, challenge: bytes) -> None:
        """Refuse a challenge of somebody else, of long ago, or that was used before."""
        body, mark = challenge[:24], challenge[24:]
        good = hmac.compare_digest(mark, hmac.new(self.secret, b"passkey" + body, sha256).digest()[:16])
        made = int.from_bytes(body[16:24], "big")
        if not good or not 0 <= time.time() - made <= VALID:
            raise Problem(401, WRONG)
        if await self.limits.add(f"challenge {body.hex()}", made + VALID + 1) > 1:
            raise Problem(401, WRONG)

    async def registration(self, account: Person, site: str) -> dict[str, Any]:
        """What a browser needs to make a passkey: one that names its account, since nobody types a login."""
        library = webauthn()
        kinds = library.helpers.structs
        known = await self.people.passkeys_of(account.id)
        options = library.generate_registration_options(
            rp_id=site,
            rp_name="fimbul",
            user_id=account.id.encode(),
            user_name=account.login or account.name,
            user_display_name=account.name,
            challenge=self.challenge(),
            authenticator_selection=kinds.AuthenticatorSelectionCriteria(
                resident_key=kinds.ResidentKeyRequirement.REQUIRED
            ),
            exclude_credentials=[
                kinds.PublicKeyCredentialDescriptor(id=library.helpers.base64url_to_bytes(each.id))
                for each in known
            ],
        )
        told: dict[str, Any] = json.loads(library.options_to_json(options))
        return told

    async def register(
        self, account: Person, site: str, origin: str, credential: dict[str, Any], name: str
    ) -> Passkey:
        """Keep a passkey that a browser has made."""
        library = webauthn()
        challenge = challenge_of(credential)
        await self.check(challenge)
        try:
            found = library.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site,
                expected_origin=origin,
            )
        except Exception as problem:  # the library has many ways to say no
            raise Problem(400, WRONG) from problem
        passkey = Passkey(
            library.helpers.bytes_to_base64url(found.credential_id),
            account.id,
            name,
            found.credential_public_key,
            found.sign_count,
            now(),
        )
        try:
            await self.people.add_passkey(passkey)
        except Conflict:
            raise stale("This passkey is known already.") from None
        return passkey

    def authentication(self, site: str) -> dict[str, Any]:
        """What a browser needs to log in with a passkey."""
        library = webauthn()
        options = library.generate_authentication_options(rp_id=site, challenge=self.challenge())
        told: dict[str, Any] = json.loads(library.options_to_json(options))
        return told

    async def login(self, caller: Caller, site: str, origin: str, credential: dict[str, Any]) -> Person:
        """The account whose passkey this is."""
        library = webauthn()
        challenge = challenge_of(credential)
        await self.check(challenge)
        known = await self.people.passkey(str(credential.get("id", "")))
        if known is None:
            raise Problem(401, WRONG)
        try:
            found = library.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site,
                expected_origin=origin,
                credential_public_key=known.key,
                credential_current_sign_count=known.uses,
            )
        except Exception as problem:
            raise Problem(401, WRONG) from problem
        await self.people.used_passkey(known.id, found.new_sign_count)
        account = await self.people.get(known.person)
        if account is None:
            raise Problem(401, WRONG)
        return account


def challenge_of(credential: dict[str, Any]) -> bytes:
    """The challenge that a browser's answer claims to answer."""
    try:
        client = json.loads(padded(credential["response"]["clientDataJSON"]))
        challenge: bytes = padded(client["challenge"])
        return challenge
    except (KeyError, TypeError, ValueError):
        raise Problem(400, "This is not a passkey's answer.") from None


def padded(text: str) -> bytes:
    """Base64 without its padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
