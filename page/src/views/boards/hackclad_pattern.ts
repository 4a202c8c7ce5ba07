// What the icons of a clad card mark around the clad, which looks up in the middle.
import { type TemplateResult, html, svg } from "lit";
import { shapeOf } from "./signs";

type Row = Record<string, unknown>;
const REACH = 2;
const SIZE = 8;

export function pattern(row: Row): TemplateResult {
  const icons = (row["icons"] ?? []) as Row[];
  const marked = icons.flatMap((icon) => ((icon["cells"] ?? []) as [number, number][]).map((cell) => [String(icon["icon"]), cell] as const));
  const most = Math.max(REACH, ...marked.flatMap(([, [x, y]]) => [Math.abs(x), Math.abs(y)]));
  const wide = (2 * most + 1) * SIZE;
  const at = ([x, y]: readonly [number, number]) => [(x + most) * SIZE, (most - y) * SIZE] as const;
  return html`<svg class="pattern" viewBox="0 0 ${wide} ${wide}" aria-hidden="true">
    <rect class="ground" width=${wide} height=${wide}></rect>
    ${marked.map(([kind, cell]) => mark(kind, ...at(cell)))}
    <g class="me" transform="translate(${most * SIZE} ${most * SIZE}) scale(${SIZE / 24})">${shapeOf("arrow")}</g></svg>`;
}

function mark(kind: string, x: number, y: number) {
  if (kind === "attack") return svg`<rect class="attack" x=${x + 0.5} y=${y + 0.5} width=${SIZE - 1} height=${SIZE - 1}></rect>`;
  const shape = kind === "head" ? "head" : kind === "tail" ? "tail" : "stone";
  return svg`<g class=${kind} transform="translate(${x} ${y}) scale(${SIZE / 24})">${shapeOf(shape)}</g>`;
}
