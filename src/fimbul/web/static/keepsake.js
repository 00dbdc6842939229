/** What one takes home from a game: a picture, a film, the story as text.  All of it is made here. */
import { h } from "./dom.js";
import { said, t } from "./i18n.js";
import { plain } from "./words.js";

const SHARP = 2; // pixels of a picture for each of its units
const WIDEST = 960; // pixels of a film
const BEAT = 350; // milliseconds that a position stays in a film
const LAST = 1500; // and the last one
const LONGEST = 200; // positions of a film; of a longer game every so many are shown
const KINDS = ["video/webm;codecs=vp9", "video/webm", "video/mp4"];

/** Give somebody a file. */
export function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A position as an image. */
async function image(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(said((await answer.json()).detail));
  const url = URL.createObjectURL(new Blob([await answer.text()], { type: "image/svg+xml" }));
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  URL.revokeObjectURL(url);
  return picture;
}

const paper = () => getComputedStyle(document.documentElement).getPropertyValue("--paper");

/** Draw an image on a canvas as large as fits, on the page's own ground. */
function paint(canvas, picture) {
  const pen = canvas.getContext("2d");
  const scale = Math.min(canvas.width / picture.width, canvas.height / picture.height);
  const [wide, high] = [picture.width * scale, picture.height * scale];
  pen.fillStyle = paper();
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, (canvas.width - wide) / 2, (canvas.height - high) / 2, wide, high);
}

/** A position as a PNG. */
export async function portrait(address) {
  const picture = await image(address);
  const canvas = h("canvas", { width: picture.width * SHARP, height: picture.height * SHARP });
  paint(canvas, picture);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** The game as a film: [blob, ending of its name].  `tell(share)` hears how much is done. */
export async function film(addresses, tell, signal) {
  const kind = KINDS.find((one) => globalThis.MediaRecorder?.isTypeSupported(one));
  if (!kind) throw new Error(t("This browser cannot make films."));
  const every = Math.ceil(addresses.length / LONGEST);
  const shown = addresses.filter((_, place) => place % every === 0 || place === addresses.length - 1);
  const first = await image(shown[0]);
  const scale = Math.min(1, WIDEST / first.width);
  const even = (length) => 2 * Math.round((length * scale) / 2);
  const canvas = h("canvas", { width: even(first.width), height: even(first.height) });
  const stream = canvas.captureStream();
  paint(canvas, first);
  const parts = [];
  const recorder = new MediaRecorder(stream, { mimeType: kind, videoBitsPerSecond: 2_000_000 });
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  for (const [place, address] of shown.entries()) {
    if (signal.aborted) break;
    paint(canvas, await image(address));
    tell((place + 1) / shown.length);
    await pause(place === shown.length - 1 ? LAST : BEAT);
  }
  recorder.stop();
  await stopped;
  signal.throwIfAborted();
  return [new Blob(parts, { type: kind.split(";")[0] }), kind.includes("webm") ? "webm" : "mp4"];
}

/** What happened, as a text to read. */
export function story({ title, seats, outcome }, log) {
  const who = seats.map(({ plays, name }) => `${plays} (${name})`).join(", ");
  const lines = [title, who, ""];
  let last;
  for (const { ply, text } of log) {
    lines.push(`${String(ply === last ? "" : ply).padStart(5)}  ${plain(text).replaceAll("\n", " ")}`);
    last = ply;
  }
  if (outcome) lines.push("", `${plain(outcome.reason)} (${outcome.rule})`);
  return new Blob([`${lines.join("\n")}\n`], { type: "text/plain" });
}
