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

/** The place nearest to one that lies whole in sight, when an eye looks at a view. */
export function within(place, [left, top, wide, high], { clientWidth, clientHeight }) {
  const scale = Math.min(clientWidth / wide, clientHeight / high);
  const middle = [left + wide / 2, top + high / 2];
  const room = [clientWidth, clientHeight].map((size) => size / scale / 2 - ROUND);
  return place.map((at, axis) =>
    Math.max(middle[axis] - room[axis], Math.min(middle[axis] + room[axis], at)),
  );
}
