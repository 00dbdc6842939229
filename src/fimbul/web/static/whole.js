/** What a scene leaves out because it is as usual: the defaults of core/scene.py. */

const NODE = { angle: 0, layer: 0, classes: "", title: "", floating: false };
const FIGURE = { value: "", icon: "", id: "", state: "", title: "" };
const CARD = { kind: "", picture: "", figures: [], text: "", marks: [], state: "", seat: null, detail: "" };
const TRAY = { seat: null, note: "", figures: [] };
const SHEET = { about: [], facts: [], buttons: [] };
const BUTTON = { title: "", group: "" };
const DIE = { icon: "", state: "", id: "" };
const LINE = { value: "", state: "" };

const all = (usual, parts) => parts.map((part) => ({ ...usual, ...part }));
const figured = (part) => ({ ...part, figures: all(FIGURE, part.figures) });

function fact(one) {
  if (one.type === "dice") return { ...one, dice: all(DIE, one.dice) };
  return one.type === "line" ? { ...LINE, ...one } : one;
}

/** A scene with everything in it. */
export function whole({ boards, trays, sheet }) {
  const { facts, buttons, ...rest } = { ...SHEET, ...sheet };
  const card = (one) => {
    const made = figured({ ...CARD, ...one });
    return { ...made, marks: all(FIGURE, made.marks) };
  };
  return {
    boards: boards.map((board) => ({ ...board, nodes: all(NODE, board.nodes) })),
    trays: trays.map((tray) => ({ ...figured({ ...TRAY, ...tray }), cards: tray.cards.map(card) })),
    sheet: { ...rest, facts: facts.map(fact), buttons: all(BUTTON, buttons) },
  };
}
