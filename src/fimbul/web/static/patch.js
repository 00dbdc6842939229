/** Frames come as what is new in them.  A list of a patch holds new things, and `[first, count]` for things
 *  of the old list that stand there again; what is not named is as it was.
 */

const joined = (old, parts) =>
  parts.flatMap((part) => (Array.isArray(part) ? old.slice(part[0], part[0] + part[1]) : [part]));

/** Boards or trays, of which those that changed hold parts of their nodes or cards. */
function joinedInside(old, parts, inner) {
  const told = parts.map((part) => {
    if (Array.isArray(part)) return part;
    const before = old.find(({ id }) => id === part.id);
    return { ...part, [inner]: joined(before?.[inner] ?? [], part[inner]) };
  });
  return joined(old, told);
}

/** The new frame, made of the old one and a patch. */
export function patched(frame, { scene: news = {}, actions, ...rest }) {
  const scene = { ...frame.scene, ...news };
  if (news.boards) scene.boards = joinedInside(frame.scene.boards, news.boards, "nodes");
  if (news.trays) scene.trays = joinedInside(frame.scene.trays, news.trays, "cards");
  return { ...frame, ...rest, scene, actions: actions ? joined(frame.actions, actions) : frame.actions };
}
