/** Passkeys: the server's JSON, and what the browser wants instead. */
import { post } from "./api.js";
import { t } from "./i18n.js";

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

/** What the browser's own dialogue came to; a sentence where it was closed or there is nothing to choose. */
const answered = (asked) =>
  asked.catch(({ name }) => {
    const known = name === "InvalidStateError";
    throw new Error(known ? t("This device has a passkey already.") : t("No passkey was used."));
  });

/** Make a passkey for this account. */
export async function added(name) {
  const { challenge, user, excludeCredentials, ...more } = await post("/me/passkeys/options");
  const publicKey = {
    ...more,
    challenge: bytes(challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: listed(excludeCredentials),
  };
  const made = await answered(navigator.credentials.create({ publicKey }));
  return post("/me/passkeys", { name, credential: plain(made) });
}

/** Log in with one. */
export async function entered() {
  const { challenge, allowCredentials, ...more } = await post("/login/passkey/options");
  const publicKey = { ...more, challenge: bytes(challenge), allowCredentials: listed(allowCredentials) };
  const found = await answered(navigator.credentials.get({ publicKey }));
  return post("/login/passkey", { credential: plain(found) });
}
