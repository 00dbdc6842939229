/** Passkeys: the server's JSON, and what the browser wants instead. */
import { post } from "./api.js";

/** Whether this browser can, at this address. */
export const possible = () => "PublicKeyCredential" in window && window.isSecureContext;

const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
const listed = (credentials = []) => credentials.map((one) => ({ ...one, id: bytes(one.id) }));

/** What was made, as JSON. */
function plain({ id, rawId, type, response }) {
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const known = parts.filter((name) => response[name]).map((name) => [name, text(response[name])]);
  return { id, rawId: text(rawId), type, response: Object.fromEntries(known) };
}

/** Make a passkey for this account. */
export async function added(name) {
  const { challenge, user, excludeCredentials, ...more } = await post("/me/passkeys/options");
  const publicKey = {
    ...more,
    challenge: bytes(challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: listed(excludeCredentials),
  };
  const made = await navigator.credentials.create({ publicKey });
  return post("/me/passkeys", { name, credential: plain(made) });
}

/** Log in with one. */
export async function entered() {
  const { challenge, allowCredentials, ...more } = await post("/login/passkey/options");
  const publicKey = { ...more, challenge: bytes(challenge), allowCredentials: listed(allowCredentials) };
  const found = await navigator.credentials.get({ publicKey });
  return post("/login/passkey", { credential: plain(found) });
}
