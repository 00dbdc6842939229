/** How a board looks around what its game draws: glow, motion, tips.  It lives inside the board's own tree. */
export const sheet = new CSSStyleSheet();

sheet.replaceSync(`
:host { display: block; position: relative; overflow: hidden; background: var(--field); }
:host::after { content: ""; position: absolute; inset: 0; pointer-events: none; box-shadow: inset 0 0 90px var(--shade); }
svg { display: block; width: 100%; height: 100%; touch-action: none; user-select: none; outline: none; }
.node { transition: transform .36s cubic-bezier(.3, .8, .3, 1); outline: none; }
.node.floating { transition: none; }
.node[data-can] { cursor: pointer; }
.node[data-away] { display: none; }
.halo { pointer-events: none; transform: scale(1.035); }
[data-layer="0"] .halo { transform: scale(.95); }
.node > .halo > * { fill: none; stroke: none; }
[data-recent] > .halo > .rim { stroke: var(--ice); stroke-width: 3; stroke-dasharray: 1 8; stroke-linecap: round; }
[data-strikes] > .halo > .rim { stroke: var(--bad); stroke-width: 4; }
:is([data-can], [data-picked], [data-shown]) > .halo > .rim { stroke: var(--glow); stroke-width: 3; stroke-dasharray: none; }
:is([data-can], [data-picked], [data-shown]) > .halo > .shine { fill: var(--glow); fill-opacity: .1; stroke: var(--glow); stroke-width: 11;
  stroke-opacity: .25; }
:is([data-can]:hover, [data-shown]) > .halo > .shine { fill-opacity: .2; stroke-opacity: .6; }
:is([data-picked], [data-shown]) > .halo > .rim { stroke-width: 5; }
.node:focus-visible > .halo > .rim { stroke: var(--ice); stroke-width: 6; }
.trails path { fill: none; stroke: var(--ice); stroke-width: 7; stroke-opacity: .5; stroke-linecap: round; stroke-dasharray: 1 15;
  pointer-events: none; }
.tip { position: absolute; z-index: 3; max-width: min(20rem, 86%); padding: .4rem .65rem; border-radius: .4rem; pointer-events: none;
  font-size: .85rem; line-height: 1.35; background: var(--ink); color: var(--paper); box-shadow: 0 3px 14px #0007; }
.tip[hidden] { display: none; }
.zoom { position: absolute; z-index: 1; right: .7rem; bottom: .7rem; display: flex; flex-direction: column; border-radius: .5rem; overflow: hidden;
  border: 1px solid var(--line); box-shadow: 0 2px 8px #0004; }
.zoom button { width: 2.3rem; height: 2.1rem; border: 0; border-top: 1px solid var(--line); font: inherit; font-size: 1.05rem;
  background: var(--panel); color: var(--ink); cursor: pointer; }
.zoom button:first-child { border-top: 0; }
.zoom button:is(:hover, :focus-visible) { background: var(--raised); outline: 2px solid var(--ice); outline-offset: -3px; }
@media (prefers-reduced-motion: reduce) { .node, .halo { transition: none; } }
`);
