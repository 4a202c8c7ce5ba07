// Small signs beside words: of attributes, pieces and figures. None stands without a word that says the same.
import { type SVGTemplateResult, type TemplateResult, html, svg } from "lit";

const SHAPES = {
  fire: "M12.6 1.6c.8 4.2-1 6-2.9 8-.5-1.2-.6-2.2-.5-3.2C6.3 8.6 4 11.7 4 15.1 4 19.3 7.6 22.4 12 22.4s8-3.1 8-7.3c0-5-4.6-7.6-7.4-13.5zM12 20.3c-2.1 0-3.6-1.4-3.6-3.3 0-2 1.7-3 2.6-5.2 2.2 1.3 4.6 3 4.6 5.2 0 1.9-1.5 3.3-3.6 3.3z",
  water: "M12 1.5c3.6 4.8 7.2 8.7 7.2 13.1A7.2 7.2 0 0 1 12 22a7.2 7.2 0 0 1-7.2-7.4C4.8 10.2 8.4 6.3 12 1.5zM8 14.8c0 2.4 1.5 4 3.7 4.3v-2c-1.1-.2-1.8-1.1-1.8-2.3z",
  grass: "M21.5 2.5C12 2.3 3.6 5.4 3.6 13.3c0 1.7.5 3.2 1.4 4.4L2.4 20.9l1.7 1.5 2.7-3.2c1.2.7 2.6 1 4.1 1C18.9 20.2 22 12 21.5 2.5zM8.3 17.2l7.7-9-1.5-1.3-7.7 9.1c-.6-.8-.9-1.7-.9-2.7 0-5.3 5.2-7.9 13.1-8.3-.3 7.3-3 12.7-8.1 12.7-.9 0-1.8-.2-2.6-.5z",
  sky: "M7.3 12a4.7 4.7 0 1 0 9.4 0a4.7 4.7 0 1 0 -9.4 0z M11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM3.5 4.9l1.4-1.4 2.9 2.8-1.5 1.5zM16.2 17.7l1.5-1.5 2.8 2.9-1.4 1.4zM4.9 20.5l-1.4-1.4 2.8-2.9 1.5 1.5zM17.7 7.8l-1.5-1.5 2.9-2.8 1.4 1.4z",
  none: "M12 2l10 10-10 10L2 12zm0 3.2L5.2 12l6.8 6.8 6.8-6.8z",
  arrow: "M12 2l8.5 19L12 16.5 3.5 21z",
  head: "M12 2c5 0 9 3.7 9 8.5 0 3-1.5 5-3.5 6.3V22h-3v-3h-1.7v3h-1.6v-3H9.5v3h-3v-5.2C4.5 15.5 3 13.5 3 10.5 3 5.7 7 2 12 2zM8.5 9a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  tail: "M3 20c7 1 8-3 8-7s2-9 9-10c-3 2.5-4.5 5-4.5 9.5S13 22.5 3 22z",
  stone: "M7 3h10l5 7-10 12L2 10zm1.3 2.4L5.2 9.7 12 18l6.8-8.3-3.1-4.3z",
  sword: "M20.5 2l1.5 1.5L20 9l-9.3 9.3 1.5 1.5-1.6 1.6-2.7-2.7-3.7 3.7-1.9-1.9 3.7-3.7-2.7-2.7 1.6-1.6 1.5 1.5L15 4z",
  heart: "M12 21.5C5 16 2 12.4 2 8.5A5.3 5.3 0 0 1 12 6a5.3 5.3 0 0 1 10 2.5c0 3.9-3 7.5-10 13z",
} as const;
export type Sign = keyof typeof SHAPES;

export function hasSign(name: string): name is Sign {
  return name in SHAPES;
}

/** The shape alone, for a drawing. */
export function shapeOf(name: Sign): SVGTemplateResult {
  return svg`<path fill-rule="evenodd" d=${SHAPES[name]}></path>`;
}

export function sign(name: Sign): TemplateResult {
  return html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">${shapeOf(name)}</svg>`;
}
