/** What cannot wait for the page's script: the theme, before anything is drawn, the language, and the line to
 *  a table, which is opened while the page is still being fetched.  What the table says meanwhile is kept. */
document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "night";
{
  const LANGUAGES = { en: "English", de: "Deutsch" };
  const wished = [localStorage.getItem("language"), ...navigator.languages];
  const language = wished.map((tag) => String(tag).split("-")[0]).find((tag) => tag in LANGUAGES) ?? "en";

  let ahead;

  const wishes = `presence=1&patches=1&language=${language}`;
  const lineTo = (id, query = "") =>
    new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/v1/tables/${id}/live?${wishes}${query}`);

  /** The line that was opened ahead, if it is to this table and still open. */
  const takeAhead = (id) => {
    const found = ahead;
    ahead = undefined;
    if (found?.id === id && found.socket.readyState <= WebSocket.OPEN) return found;
    found?.socket.close();
    return undefined;
  };

  /** Open the line to the table at this address, if there is none yet. */
  const callAhead = () => {
    const id = location.search ? undefined : /^\/t\/([\w-]+)$/.exec(location.pathname)?.[1];
    if (ahead?.id === id) return;
    ahead?.socket.close();
    ahead = id && { id, socket: lineTo(id), said: [] };
    if (id)
      ahead.socket.onmessage = (
        (said) => (message) =>
          said.push(message)
      )(ahead.said);
  };

  callAhead();
  globalThis.early = { LANGUAGES, language, lineTo, callAhead, takeAhead };
}
