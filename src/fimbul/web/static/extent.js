/** Where nodes of a board lie. */

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
