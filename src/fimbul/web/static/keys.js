/** The keys at a table. */
import { ask, h } from "./dom.js";
import { t } from "./i18n.js";
import { takeBack } from "./keeping.js";

const KEYS = {
  [t("Tab, arrows")]: t("move between what can be touched"),
  Enter: t("touch it"),
  Esc: t("step back"),
  "/": t("filter the actions; ↑ ↓ Enter play one"),
  u: t("undo"),
  h: t("hint"),
  [t("s, Space")]: t("skip to the present"),
  ", .": t("look at the move before, after"),
  "+ − 0": t("zoom in, out, fit"),
  "?": t("these keys"),
};

/** The keys that do something. */
export function showKeys() {
  const rows = Object.entries(KEYS).map(([name, does]) => [
    h("dt", {}, h("kbd", {}, name)),
    h("dd", {}, does),
  ]);
  ask(t("Keys"), h("dl.keys", {}, rows.flat()), [[t("Close"), ""]]);
}

/** One step back: from the past to the present, from the panel to the board, from a touch to the last. */
function escape(table) {
  if (table.past != null) return table.look(table.latest.ply);
  if (document.activeElement.closest("fimbul-panel, .ideas")) table.board.focus();
  table.scene.lens.hide();
  table.back();
}

/** Do what a key is for. */
export function pressed(table, event) {
  const source = event.composedPath()[0];
  const typing = source.matches?.("input,textarea,select") && event.key !== "Escape";
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !table.frame) return;
  if (document.querySelector("dialog[open]")) return;
  const onBody = document.activeElement === document.body;
  const keys = {
    u: () => takeBack(table),
    h: () => table.askHint(),
    s: () => table.pace.skip(),
    ",": () => table.step(-1),
    ".": () => table.step(1),
    "?": showKeys,
    "/": () => table.panel.search(),
    "+": () => table.board.zoom(0.8),
    "-": () => table.board.zoom(1.25),
    0: () => table.board.fit(),
    Escape: () => escape(table),
  };
  let act = keys[event.key];
  if (onBody && event.key.startsWith("Arrow")) act = () => table.board.focus();
  if (event.key === " " && !table.pace.idle) act = () => table.pace.skip();
  if (!act) return;
  event.preventDefault();
  act();
}
