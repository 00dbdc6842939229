/** What a person has chosen, kept in this browser: pace, sound, notice, what is asked before a move. */
import { ask, h, icon } from "./dom.js";
import { LANGUAGES, language, speak, t } from "./i18n.js";
import { installButton } from "./installed.js";

const USUAL = { pace: "normal", sound: true, notify: false, confirm: false, warn: true, notation: false };
const PACES = { slow: t("Slow"), normal: t("Normal"), fast: t("Fast"), instant: t("At once") };
const SWITCHES = {
  sound: t("Sounds"),
  notify: t("Desktop notice when it is your turn"),
  confirm: t("Ask before a move is made"),
  warn: t("Warn before a move that could lose the game at once"),
  notation: t("Show the notation of actions"),
};

export const settings = { ...USUAL, ...JSON.parse(localStorage.getItem("settings") ?? "{}") };

export function set(name, value) {
  settings[name] = value;
  localStorage.setItem("settings", JSON.stringify(settings));
  dispatchEvent(new CustomEvent("settings", { detail: { name, value } }));
}

async function notice(box) {
  if (box.checked && (await Notification.requestPermission()) !== "granted") box.checked = false;
  set("notify", box.checked);
}

/** The settings, to be changed. */
export function change() {
  const pace = h(
    "select",
    { "aria-label": t("Pace"), onchange: () => set("pace", pace.value) },
    Object.entries(PACES).map(([value, name]) =>
      h("option", { value, selected: settings.pace === value }, name),
    ),
  );
  pace.value = settings.pace;
  const row = ([name, label]) => {
    const toggle = () => (name === "notify" ? notice(box) : set(name, box.checked));
    const box = h("input", { type: "checkbox", checked: settings[name], onchange: toggle });
    return h("label.switch", {}, box, h("span", {}, label));
  };
  const tongue = h(
    "select",
    { onchange: () => speak(tongue.value) },
    Object.entries(LANGUAGES).map(([value, name]) =>
      h("option", { value, lang: value, selected: value === language }, name),
    ),
  );
  const spoken = h("label.switch", {}, h("span", {}, t("Language")), tongue);
  const speed = h("label.switch", {}, h("span", {}, t("What others do is shown")), pace);
  const known = Object.entries(SWITCHES).filter(([name]) => name !== "notify" || "Notification" in window);
  const looks = h(
    "button",
    { onclick: () => document.dispatchEvent(new CustomEvent("theme")) },
    icon("theme"),
    t("Night or birch"),
  );
  const parts = [spoken, h("p.switch", {}, looks), speed, known.map(row), installButton()];
  return ask(t("Settings"), h("div.settings", {}, parts), [[t("Close"), "", ".primary"]]);
}
