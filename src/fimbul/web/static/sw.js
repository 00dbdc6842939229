/** The worker behind the pages: keeps the client's files for when there is no net, and shows notices.
 *
 *  Files are asked for first and kept as they come, so nobody plays with old ones; without the net what was
 *  kept is shown, and every page is the one file.  Of what the server says games, rules and boards are kept;
 *  tables are not its business (see keeping.js), nor what they are played on with (see afield.js), but it
 *  hands that out.
 */
const STORE = "fimbul";
const FILES = ["early.js", "home.bound.js", "style.css", "table.css", "icons.svg"];
const SHELL = ["/", ...FILES.map((name) => `/static/${name}`)];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(SHELL)));
  skipWaiting();
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

/** What the net says; else what was kept of it. */
async function ask(request, name) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok) store.put(name, answer.clone());
    return answer;
  } catch (problem) {
    const kept = await store.match(name);
    if (kept) return kept;
    throw problem;
  }
}

/** A page: every one of ours is the same file. */
async function visit(request, pathname) {
  if (pathname === "/") return ask(request, "/");
  try {
    return await fetch(request);
  } catch (problem) {
    return (await caches.match("/")) ?? Promise.reject(problem);
  }
}

/** What a table is played on with: it never changes at its address, so what is here is good. */
const stocked = async (request) => (await caches.match(request)) ?? fetch(request);

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(visit(request, pathname));
  else if (pathname.startsWith("/offline/")) event.respondWith(stocked(request));
  else if (/^\/static\/|^\/api\/v1\/(boards\/|games(\/\w+(\/(picture\.svg|rules))?)?$)/.test(pathname))
    event.respondWith(ask(request, request));
});

addEventListener("push", (event) => {
  const { text = "", link = "/" } = event.data?.json() ?? {};
  const notice = { body: text, icon: "/static/icon-192.png", tag: link, data: link };
  event.waitUntil(registration.showNotification("fimbul", notice));
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { pathname } = new URL(event.notification.data, location.origin);
  const show = async () => {
    const open = (await clients.matchAll({ type: "window" })).find(({ url }) => url.endsWith(pathname));
    return open ? open.focus() : clients.openWindow(pathname);
  };
  event.waitUntil(show());
});
