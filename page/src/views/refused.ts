// The line that the referee refused, as a ghost on the table: what was written there, but did not come about.
import { type TemplateResult, html, nothing } from "lit";
import type { Report, Texts } from "../data";
import { word } from "../words";
import { known, nameOf } from "./cards";
import type { Looking, Part } from "./looking";
import { set, written } from "./texts";

/** A card that a line names: by table and number, or as it is written if there is none. */
type Named = [string, number] | string;

/** A line that was refused: whose it is, its verb, and the cards that it names. */
export interface RefusedLine {
  seat: number;
  line: Texts;
  verb: string;
  cards: Named[];
}

/** The line that a record was refused for. */
export function refusedLine(report: Report): RefusedLine | null {
  const finding = report.findings.find((one) => one.verdict === "illegal" && one.submitted.en);
  if (!finding) return null;
  const [, verb = "", ...values] = finding.submitted.en!.split(" ");
  const written = values.map((value) => value.slice(value.indexOf("=") + 1));
  return { seat: finding.seat, line: finding.submitted, verb, cards: finding.things.length ? finding.things : written };
}

/** At the head of the seat whose line it is. */
export function refusedAt(looking: Looking, seat: number): Part {
  const { refused, language } = looking;
  if (!refused || refused.seat !== seat) return nothing;
  return html`<p class="refused"><b><span aria-hidden="true">×</span> ${word("refused", language)}</b>
    ${written(refused.line, language)} ${refused.cards.map((card) => (typeof card === "string" ? nothing : ghost(looking, card)))}</p>`;
}

/** A card that was to go somewhere: dashed, and no card of the table. */
export function ghost(looking: Looking, card: Named): TemplateResult {
  const name = typeof card === "string" ? set(card, "en") : nameOf(known(looking, ...card));
  return html`<span class="ghost">${name}<span class="vh"> ${word("refused", looking.language)}</span></span>`;
}
