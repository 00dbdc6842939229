/** One person in several seats: a team with one captain, or a device that is passed on.
 *
 *  Where nothing is hidden between the seats the table turns by itself to whoever must decide.  Where
 *  something is, a veil lies over it until the next player says that they have the device.
 */
import { h } from "./dom.js";
import { t } from "./i18n.js";

const own = ({ seats }) => seats.filter(({ me }) => me).map(({ seat }) => seat);
const named = ({ seats }, seat) => seats[seat].plays || seats[seat].name;

/** The end of an address that asks as the present seat sees it. */
export const asSeat = ({ me }, mark) => (me == null ? "" : `${mark}seat=${me}`);

/** Look through another seat: the server answers with the table as it is from there. */
function turn(table, seat) {
  table.holder = table.turning = seat;
  table.send({ type: "seat", seat });
}

/** Cover the table until somebody says who they are; their seat, or nothing where it need not be known. */
function veil({ table, scene }, seats, title) {
  const button = (seat) =>
    h("button.primary.big", { value: seat }, t("I am {name}", { name: named(table, seat) }));
  const box = h(
    "dialog.veil",
    { "aria-label": title, oncancel: (event) => event.preventDefault() },
    h("h2", {}, title),
    h("p", {}, t("The others look away.")),
    h("div.row", {}, seats.map(button)),
  );
  document.body.append(box);
  box.showModal();
  const lift = () => box.close();
  scene.addEventListener("veil", lift);
  return new Promise((resolve) => {
    box.addEventListener("click", ({ target }) => target.value && box.close(target.value));
    box.addEventListener("close", () => {
      scene.removeEventListener("veil", lift);
      box.remove();
      resolve(box.returnValue ? Number(box.returnValue) : undefined);
    });
  });
}

/** Before a table is shown: whether whoever has the device may see what this seat sees. */
export async function mayLook(table) {
  const sheet = table.table;
  const seats = own(sheet);
  table.turning = undefined;
  if (seats.length < 2 || !sheet.apart || sheet.finished || table.holder === sheet.me) return true;
  unveil(table); // what was asked before the table came anew
  const seat = await veil(table, seats, t("Who has the device?"));
  if (seat === undefined) return false;
  table.holder = seat;
  if (seat !== sheet.me) turn(table, seat);
  return seat === sheet.me;
}

/** After a position is shown: turn to the seat that must decide, or offer to pass the device on. */
export function handOver(table, byHand = false) {
  const { frame, latest, past, table: sheet } = table;
  if (frame !== latest || frame.outcome || past != null || !table.pace.idle) return;
  const next = own(sheet).filter((seat) => seat !== sheet.me && frame.to_act.includes(seat));
  if (!next.length) return;
  if (!sheet.apart && !table.mine && !byHand) return turn(table, next[0]);
  const passing = (seat) => t("Pass the device to {name}", { name: named(sheet, seat) });
  const pass = async (seat) => {
    const taken = await veil(table, [seat], passing(seat));
    if (taken !== undefined) turn(table, taken);
  };
  const button = (seat) =>
    sheet.apart
      ? h("button.primary.pass", { onclick: () => pass(seat) }, passing(seat))
      : h(
          "button.quiet.pass",
          { onclick: () => turn(table, seat) },
          t("Decide for {name}", { name: named(sheet, seat) }),
        );
  const { extra } = table.scene.sheet;
  extra.append(h("div.row", {}, next.map(button)));
  extra.hidden = false;
}

/** Something was refused: where it was the turning, a button offers it again. */
export function turnedDown(table) {
  if (table.turning === undefined) return;
  table.turning = undefined;
  handOver(table, true);
}

/** The table is left: nothing is covered any more. */
export const unveil = (table) => table.scene.dispatchEvent(new CustomEvent("veil"));
