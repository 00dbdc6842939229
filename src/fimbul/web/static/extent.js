/** Where nodes of a board lie. */

const ROUND = 28; // units of a choice around its middle

/** Of some nodes: left, top, right, bottom. */
export function extent(nodes) {
  const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Those of some nodes that stand near others. */
export function around(nodes, others, near) {
  const [left, top, right, bottom] = extent(nodes);
  const close = (low, value, high) => value > low - near && value < high + near;
  return others.filter(({ x, y }) => close(left, x, right) && close(top, y, bottom));
}

/** What is in sight when an eye looks at a view, but for a border: left, top, right, bottom. */
export function sight([left, top, wide, high], { clientWidth, clientHeight }, border) {
  const scale = Math.min(clientWidth / wide, clientHeight / high);
  const [x, y] = [left + wide / 2, top + high / 2];
  const [dx, dy] = [clientWidth, clientHeight].map((size) => size / scale / 2 - border);
  return [x - dx, y - dy, x + dx, y + dy];
}

/** The place nearest to one that lies whole in sight, when an eye looks at a view. */
export function within([x, y], view, svg) {
  const [left, top, right, bottom] = sight(view, svg, ROUND);
  return [Math.max(left, Math.min(right, x)), Math.max(top, Math.min(bottom, y))];
}

/** How far a box of the screen is from a place of it. */
export const distance = ({ left, right, top, bottom }, x, y) =>
  Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0));
