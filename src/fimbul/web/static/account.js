/** The page /account: sign up, log in, and everything that belongs to an account. */
import { get, post, put, remove } from "./api.js";
import { go, me, renew } from "./app.js";
import { ask, attempt, copy, h, toast } from "./dom.js";
import { t } from "./i18n.js";
import { forgetTables } from "./keeping.js";
import { unreturned } from "./luggage.js";
import { moment } from "./lists.js";
import { added, entered, possible } from "./passkey.js";

const DAY = 86_400;

/** A labelled field of a form. */
function entry(label, more = {}) {
  const input = h("input", { required: true, maxlength: "200", ...more });
  return { input, node: h("label.entry", {}, h("span", {}, label), input) };
}
const password = (label, kind) =>
  entry(label, { type: "password", autocomplete: kind, minlength: kind === "new-password" ? "10" : null });
const login = () => entry(t("Login"), { autocomplete: "username", autocapitalize: "none", maxlength: "30" });

/** A form whose answer is told where it is refused. */
function form(fields, label, act) {
  const button = h("button.primary", {}, label);
  button.type = "submit";
  const submit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    await attempt(act);
    button.disabled = false;
  };
  return h(
    "form.stack",
    { onsubmit: submit },
    fields.map(({ node }) => node),
    h("div.row", {}, button),
  );
}
const card = (title, ...parts) => h("section.box", {}, h("h2", {}, title), parts);

/** Codes that are shown once. */
const showCodes = (codes) =>
  ask(
    t("Your recovery codes"),
    [
      h("p", {}, t("Keep them somewhere safe: each opens your account once if the password is lost.")),
      h("pre.codes", { tabindex: "0" }, codes.join("\n")),
      h("button", { onclick: () => copy(codes.join("\n"), t("The codes are copied.")) }, t("Copy them")),
    ],
    [[t("I have them"), "", ".primary"]],
  );

// ---- for guests
function guest(again) {
  const inside = async () => {
    await renew();
    again();
  };
  const signUp = () => {
    const [name, secret] = [login(), password(t("Password"), "new-password")];
    return form([name, secret], t("Sign up"), async () => {
      const made = { login: name.input.value, password: secret.input.value };
      const { recovery_codes: codes } = await post("/accounts", made);
      await showCodes(codes);
      await inside();
    });
  };
  const logIn = () => {
    const [name, secret] = [login(), password(t("Password"), "current-password")];
    return form([name, secret], t("Log in"), async () => {
      await post("/login", { login: name.input.value, password: secret.input.value });
      await inside();
    });
  };
  const recover = () => {
    const [name, code] = [login(), entry(t("Recovery code"), { autocomplete: "off" })];
    const secret = password(t("New password"), "new-password");
    return form([name, code, secret], t("Set the new password"), async () => {
      const { value } = code.input;
      await post("/recover", { login: name.input.value, code: value, password: secret.input.value });
      await inside();
    });
  };
  const passkey = h(
    "button",
    { onclick: () => attempt(() => entered().then(inside)) },
    t("Log in with a passkey"),
  );
  return [
    h(
      "p.dim",
      {},
      t("You play as a guest, and nothing is missing."),
      " ",
      t("An account keeps your games on every device, and gives you a rating and friends."),
    ),
    h(
      "div.cards-row",
      {},
      card(t("Sign up"), h("p.note", {}, t("The games that you have begun stay yours.")), signUp()),
      card(
        t("Log in"),
        logIn(),
        possible() && h("p.row", {}, passkey),
        h("details", {}, h("summary", {}, t("The password is lost")), recover()),
      ),
    ),
  ];
}

// ---- for those who have an account
const rows = (items, none, row) =>
  items.length ? h("ul.tables", {}, items.map(row)) : h("p.note", {}, none);

async function sessions(again) {
  const all = await get("/me/sessions");
  const end = (id) => () => attempt(() => remove(`/me/sessions/${id}`).then(again));
  const row = ({ id, name, kind, seen, current }) =>
    h(
      "li",
      {},
      h("span", {}, name || t("A browser"), current && h("b", {}, ` ${t("(this one)")}`)),
      h("span.dim", {}, kind === "token" && t("token"), t("last seen"), moment(seen)),
      !current && h("button", { onclick: end(id) }, t("End")),
    );
  const name = entry(t("What is the token for?"), { maxlength: "60" });
  const make = form([name], t("Make a token"), async () => {
    const { secret } = await post("/me/tokens", { name: name.input.value });
    const words = t("A program sends it as “Authorization: Bearer …”. It is shown only now.");
    await ask(
      t("Your token"),
      [h("p", {}, words), h("pre.codes", { tabindex: "0" }, secret)],
      [[t("I have it"), "", ".primary"]],
    );
    again();
  });
  return card(
    t("Sessions and tokens"),
    rows(all, t("None."), row),
    h("details", {}, h("summary", {}, t("A token for a program")), make),
  );
}

async function keys(again) {
  const known = await get("/me/passkeys");
  const drop = (id) => () => attempt(() => remove(`/me/passkeys/${id}`).then(again));
  const row = ({ id, name, created }) =>
    h(
      "li",
      {},
      h("span", {}, name),
      h("span.dim", {}, moment(created)),
      h("button", { onclick: drop(id) }, t("Remove")),
    );
  const name = entry(t("Name of this device"), { maxlength: "60" });
  const add = form([name], t("Add a passkey"), () => added(name.input.value).then(again));
  const old = password(t("Password now"), "current-password");
  const fresh = password(t("New password"), "new-password");
  const change = form([old, fresh], t("Change the password"), async () => {
    await put("/me/password", { old: old.input.value, new: fresh.input.value });
    toast(t("The password is changed; all other sessions have ended."));
    again();
  });
  const codes = async () => showCodes((await post("/me/recovery-codes")).recovery_codes);
  return card(
    t("How you get in"),
    h("h3", {}, t("Passkeys")),
    rows(known, t("None: the password opens your account."), row),
    possible() && h("details", {}, h("summary", {}, t("A passkey for this device")), add),
    h("h3", {}, t("Password")),
    h("details", {}, h("summary", {}, t("Change the password")), change),
    h("p.row", {}, h("button", { onclick: () => attempt(codes) }, t("New recovery codes"))),
  );
}

async function friends(again) {
  const all = await get("/me/ties");
  const untie = (who) => () => attempt(() => remove(`/me/ties/${who}`).then(again));
  const words = ({ kind, mutual }) =>
    kind === "blocked" ? t("blocked") : mutual ? t("friend") : t("has not said so too yet");
  const row = (tie) =>
    h(
      "li",
      {},
      h("a", { href: `/people/${tie.login}` }, tie.name),
      h("span.dim", {}, words(tie)),
      h("button", { onclick: untie(tie.login) }, t("Remove")),
    );
  const who = login();
  const add = form([who], t("Make a friend"), async () => {
    await put(`/me/ties/${encodeURIComponent(who.input.value)}`, { kind: "friend" });
    again();
  });
  return card(t("Friends and blocked people"), rows(all, t("Nobody yet."), row), add);
}

async function notices(again) {
  const { vacation_until: until } = await get("/me/settings");
  const away = until * 1000 > Date.now();
  const days = entry(t("Days"), { type: "number", min: "1", max: "60", value: "7" });
  const holiday = (seconds) => async () => {
    await put("/me/settings", { vacation_until: seconds() });
    again();
  };
  const leave = form(
    [days],
    t("Begin a holiday"),
    holiday(() => Math.floor(Date.now() / 1000) + Number(days.input.value) * DAY),
  );
  const back = h("button", { onclick: () => attempt(holiday(() => 0)) }, t("I am back"));
  const all = await get("/me/contacts");
  const drop = (id) => () => attempt(() => remove(`/me/contacts/${id}`).then(again));
  const kinds = { push: t("This browser, by push"), email: t("E-mail"), webhook: t("Webhook") };
  const unproved = (id) => {
    const code = entry(t("The code of the letter"), { autocomplete: "one-time-code", maxlength: "20" });
    const prove = () => post(`/me/contacts/${id}/confirm`, { code: code.input.value }).then(again);
    return form([code], t("It is my address"), prove);
  };
  const row = ({ id, kind, address, confirmed }) =>
    h(
      "li",
      {},
      h("span", {}, kinds[kind], " ", address.to ?? address.url ?? ""),
      !confirmed && unproved(id),
      h("button", { onclick: drop(id) }, t("Remove")),
    );
  const add = (kind, address) => post("/me/contacts", { kind, address }).then(again);
  const mail = entry(t("E-mail"), { type: "email", autocomplete: "email" });
  const hook = entry(t("Address of the webhook"), { type: "url" });
  const push = async () => {
    const { key } = await get("/push-key");
    const worker = await navigator.serviceWorker.ready;
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys: own } = made.toJSON();
    await add("push", { endpoint, keys: own });
  };
  return card(
    t("Away from the table"),
    h("h3", {}, t("Be told that it is your turn")),
    rows(all, t("Nowhere yet."), row),
    "PushManager" in window &&
      h("p.row", {}, h("button", { onclick: () => attempt(push) }, t("Tell this browser"))),
    h(
      "details",
      {},
      h("summary", {}, t("By e-mail or webhook")),
      form([mail], t("Tell me by e-mail"), () => add("email", { to: mail.input.value })),
      form([hook], t("Call a webhook"), () => add("webhook", { url: hook.input.value })),
    ),
    h("h3", {}, t("Holiday")),
    h("p.note", {}, t("Games with days for a move wait while you are away, 60 days at most.")),
    away ? h("p.row", {}, t("You are away; you are back"), moment(until), back) : leave,
  );
}

function data() {
  const download = async () => {
    const all = JSON.stringify(await get("/me/export"), null, 2);
    const link = h("a", { href: URL.createObjectURL(new Blob([all])), download: "fimbul.json" });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const forget = async () => {
    const secret = password(t("Password"), "current-password");
    const words = t("Account, talk, pieces and ratings are deleted for good. Games stay, without your name.");
    const buttons = [
      [t("Keep it"), ""],
      [t("Delete my account"), "yes", ".danger"],
    ];
    const body = [h("p", {}, words), me().login && secret.node];
    secret.input.required = false;
    if (!(await ask(t("Delete everything about you?"), h("div", {}, body), buttons))) return;
    if (!(await nothingLeft())) return;
    await post("/me/forget", me().login ? { password: secret.input.value } : {});
    await forgetTables();
    await renew();
    toast(t("You are forgotten."));
    go("/");
  };
  return card(
    t("Your data"),
    h("p.note", {}, t("Everything that is stored about you, as one file; or forget it.")),
    h(
      "div.row",
      {},
      h("button", { onclick: () => attempt(download) }, t("Download my data")),
      h("button.danger", { onclick: () => attempt(forget) }, t("Delete me…")),
    ),
  );
}

/** Before somebody else may sit here: what was played without a connection is brought back, or given up. */
async function nothingLeft() {
  if (!(await unreturned()).length) return true;
  const { bringAll } = await import("./afield.js");
  await bringAll();
  if (!(await unreturned()).length) return true;
  const words = t("What you played without a connection is not brought back yet, and is lost if you go now.");
  const buttons = [
    [t("Keep it"), ""],
    [t("Go all the same"), "yes", ".danger"],
  ];
  return Boolean(await ask(t("Leave it behind?"), h("p", {}, words), buttons));
}

export default async function page(root) {
  document.title = t("Account");
  const box = h("div.page.narrow");
  root.append(box);
  const again = () => attempt(show);
  const out = () =>
    attempt(async () => {
      if (!(await nothingLeft())) return;
      await post("/logout");
      await forgetTables();
      await renew();
      again();
    });
  const rename = entry(t("What should others call you?"), { maxlength: "40", value: me().name });
  const named = form([rename], t("Save"), async () => {
    await put("/me", { name: rename.input.value });
    await renew();
    toast(t("That is your name now."));
  });

  async function show() {
    const { login: who } = me();
    rename.input.value = me().name;
    const parts = who
      ? [
          h(
            "div.row",
            {},
            h("a.quiet", { href: `/people/${who}` }, t("Your profile")),
            h("button", { onclick: out }, t("Log out")),
          ),
          card(t("Your name"), named),
          ...(await Promise.all([friends(again), notices(again), keys(again), sessions(again)])),
        ]
      : [card(t("Your name"), named), ...guest(again)];
    box.replaceChildren(h("h1", {}, who ? `@${who}` : t("Account")), ...parts, data());
  }
  await show();
}
