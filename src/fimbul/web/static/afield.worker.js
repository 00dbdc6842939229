/** The worker that plays without a server: Python for browsers, with our own modules (`table/afield.py`).
 *
 *  A message is {id, name, text}; the answer {id, said} or {id, problem}.  All it needs lies beside it.
 */
const here = new URL("./", import.meta.url).href;
const PACKED = ["msgspec.whl", "fimbul.zip"];
const reader = new TextDecoder();
let python;
let table;

async function load() {
  const { loadPyodide } = await import(`${here}pyodide.mjs`);
  const [loaded, ...archives] = await Promise.all([
    loadPyodide({ indexURL: here }),
    ...PACKED.map((name) => fetch(here + name).then((found) => found.arrayBuffer())),
  ]);
  for (const archive of archives) loaded.unpackArchive(archive, "zip");
  return loaded;
}

/** What Python answered, as JavaScript. */
function heard(bytes) {
  const text = reader.decode(bytes.toJs());
  bytes.destroy();
  return JSON.parse(text);
}

async function answer({ name, text }) {
  python ??= await load();
  if (name === "begin") {
    table?.destroy();
    table = python.pyimport("fimbul.table.afield").Afield(text);
  }
  return heard(text === undefined || name === "begin" ? table[name]() : table[name](text));
}

let turn = Promise.resolve(); // one thing after the other
onmessage = ({ data }) => {
  turn = turn.then(async () => {
    try {
      postMessage({ id: data.id, said: await answer(data) });
    } catch (problem) {
      const line = String(problem.message).trim().split("\n").at(-1);
      postMessage({ id: data.id, problem: line.replace(/^[\w.]+: /, "") });
    }
  });
};
