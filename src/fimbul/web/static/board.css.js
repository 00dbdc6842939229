/** How a board looks around what its game draws: glow, motion, tips.  It lives inside the board's own tree. */
export const sheet = new CSSStyleSheet();

sheet.replaceSync(`
:host { display: block; position: relative; overflow: hidden; background: var(--field); }
svg { display: block; width: 100%; height: 100%; touch-action: none; user-select: none; outline: none; }
.node { transition: transform .36s cubic-bezier(.3, .8, .3, 1); outline: none; }
.node[data-can] { cursor: pointer; }
.node[data-away] { display: none; }
.halo { fill: none; stroke: none; pointer-events: none; transition: stroke-opacity .15s, fill-opacity .15s; }
[data-recent] > .halo { stroke: var(--ice); stroke-width: 3; stroke-opacity: .85; stroke-dasharray: 1 8; stroke-linecap: round; }
[data-can] > .halo { fill: var(--glow); fill-opacity: .13; stroke: var(--glow); stroke-width: 3; stroke-opacity: .85;
  stroke-dasharray: none; }
[data-can]:hover > .halo, [data-shown] > .halo { fill: var(--glow); fill-opacity: .34; stroke-width: 5; stroke-opacity: 1; }
[data-shown] > .halo { stroke: var(--glow); stroke-dasharray: none; }
[data-picked] > .halo { stroke: var(--glow); stroke-width: 6; stroke-opacity: 1; fill: var(--glow); fill-opacity: .16;
  stroke-dasharray: none; }
.node:focus-visible > .halo { stroke: var(--ice); stroke-width: 7; stroke-opacity: 1; fill-opacity: .34; }
.trails path { fill: none; stroke: var(--ice); stroke-width: 7; stroke-opacity: .5; stroke-linecap: round; stroke-dasharray: 1 15;
  pointer-events: none; }
.tip { position: absolute; z-index: 3; max-width: min(20rem, 86%); padding: .4rem .65rem; border-radius: .4rem; pointer-events: none;
  font-size: .85rem; line-height: 1.35; background: var(--ink); color: var(--paper); box-shadow: 0 3px 14px #0007; }
.tip[hidden] { display: none; }
.zoom { position: absolute; right: .7rem; bottom: .7rem; display: flex; flex-direction: column; border-radius: .5rem; overflow: hidden;
  border: 1px solid var(--line); box-shadow: 0 2px 8px #0004; }
.zoom button { width: 2.3rem; height: 2.1rem; border: 0; border-top: 1px solid var(--line); font: inherit; font-size: 1.05rem;
  background: var(--panel); color: var(--ink); cursor: pointer; }
.zoom button:first-child { border-top: 0; }
.zoom button:hover { background: var(--raised); }
.zoom button:focus-visible { outline: 2px solid var(--ice); outline-offset: -3px; }
@media (prefers-reduced-motion: reduce) { .node, .halo { transition: none; } }
`);
