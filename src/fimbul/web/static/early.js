/** What cannot wait for the page's script: the theme, before anything is drawn, and the line to a table,
 *  which is opened while the page is still being fetched.  What the table says meanwhile is kept. */
document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "night";
{
  let ahead;

  const lineTo = (id, query = "") =>
    new WebSocket(
      `${location.origin.replace(/^http/, "ws")}/api/v1/tables/${id}/live?presence=1&patches=1${query}`,
    );

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
  globalThis.early = { lineTo, callAhead, takeAhead };
}
