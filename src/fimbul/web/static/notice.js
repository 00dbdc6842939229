/** Notice: small sounds made here, a badge in the title and on the tab's sign, a word from the desktop. */
import { t } from "./i18n.js";
import { settings } from "./settings.js";

// Each sound is a few notes: when it starts, its pitch in hertz, how long it lasts, in seconds.
const SOUNDS = {
  move: [[0, 220, 0.07]],
  blow: [
    [0, 130, 0.12],
    [0.05, 70, 0.2],
  ],
  turn: [
    [0, 392, 0.16],
    [0.14, 587, 0.3],
  ],
  end: [
    [0, 294, 0.25],
    [0.2, 370, 0.25],
    [0.4, 440, 0.6],
  ],
  chat: [[0, 880, 0.08]],
};

let audio;

/** Play a sound, where a browser lets us: not before somebody has touched the page. */
export function sound(name) {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const [start, pitch, length] of SOUNDS[name]) {
    const at = audio.currentTime + start;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.16, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.05);
  }
}

const mark = document.querySelector("link[rel=icon]");
const usual = mark?.getAttribute("href");
let badged;

/** Show in the tab whether it is the viewer's turn. */
export async function badge(title, mine) {
  document.title = mine ? t("Your turn · {title}", { title }) : title;
  if (!mark || mine === Boolean(badged)) return;
  badged = mine;
  if (!mine) return mark.setAttribute("href", usual);
  const drawn = await (await fetch(usual)).text();
  const dot = '<circle cx="18.5" cy="5.5" r="5" fill="#ff9440" stroke="#fff"/></svg>';
  const marked = drawn.replace("</svg>", dot);
  if (badged) mark.setAttribute("href", `data:image/svg+xml,${encodeURIComponent(marked)}`);
}

/** Tell the desktop, if it was asked for and nobody looks. */
export function notify(title, text) {
  if (!settings.notify || !document.hidden || Notification.permission !== "granted") return;
  const note = new Notification(title, { body: text, icon: usual, tag: "turn" });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
