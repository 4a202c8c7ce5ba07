// The line that the referee refused, as a ghost on the table: what was written there, but did not come about.
import { type TemplateResult, html, nothing } from "lit";
import { word } from "../words";
import { known, nameOf } from "./cards";
import type { Looking, Part } from "./looking";
import { set } from "./texts";

/** A line that was refused: whose it is, its verb, and the cards that it names. */
export interface RefusedLine {
  seat: number;
  line: string;
  verb: string;
  things: [string, number][];
}

/** At the head of the seat whose line it is. */
export function refusedAt(looking: Looking, seat: number): Part {
  const { refused, language } = looking;
  if (!refused || refused.seat !== seat) return nothing;
  return html`<p class="refused"><b><span aria-hidden="true">×</span> ${word("refused", language)}</b>
    <code>${set(refused.line, "en")}</code> ${refused.things.map((thing) => ghost(looking, thing))}</p>`;
}

/** A card that was to go somewhere: dashed, and no card of the table. */
export function ghost(looking: Looking, [table, number]: [string, number]): TemplateResult {
  return html`<span class="ghost">${nameOf(known(looking, table, number))}<span class="vh"> ${word("refused", looking.language)}</span></span>`;
}
