/** fimbul as an app on the device: installing it, and the worker that keeps its files. */
import { h, icon } from "./dom.js";
import { t } from "./i18n.js";

const QUIET = 2000; // milliseconds: first the page, then what is kept for later
let offered;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offered = event;
});

/** Whether it is installed: then people count on it without a connection too. */
export const isInstalled = () => matchMedia("(display-mode: standalone)").matches;

/** A button that installs the app, where the browser offers it. */
export const installButton = () =>
  offered &&
  h("p.switch", {}, h("button", { onclick: () => offered.prompt() }, icon("save"), t("Install as an app")));

/** Let the browser keep the client's files, so that it opens without the net. */
export function keepRunning() {
  if ("serviceWorker" in navigator && window.isSecureContext)
    setTimeout(() => navigator.serviceWorker.register("/sw.js"), QUIET);
}
