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

/** Says of a thing on the table that the refused line names it. */
export function barred(looking: Looking, table: string, number: number): Part {
  return isBarred(looking, table, number) ? html`<span class="vh"> ${word("refused", looking.language)}</span>` : nothing;
}

/** At the head of the seat whose line it is. */
export function refusedAt(looking: Looking, seat: number): Part {
  const { refused, language } = looking;
  if (!refused || refused.seat !== seat) return nothing;
  return html`<p class="refused"><b><span aria-hidden="true">×</span> ${word("refused", language)}</b>
    ${written(refused.line, language)} ${refused.cards.map((card) => (typeof card === "string" || isPlace(looking, card) ? nothing : ghost(looking, card)))}</p>`;
}

/** Where the cards of a verb go, by game: the field of the seat, or of the table. What a verb only points at is marked
 * where it lies. */
const GOES: Record<string, Record<string, string>> = {
  wars3x3: { lay: "territory", start_territory: "territory", keep_magic: "magics" },
  anoare: { set: "skill", pay: "skill", keep: "fragment", cool: "hand", cool_extra: "hand" },
  hackclad: { place: "turn_cards", extend: "extended", keep: "missions", put_back: "deck" },
  drive: { play: "played", pick: "party", discard: "discard", keep: "hand", put_back: "deck", swap: "discard" },
  swordrion: { lay: "line", relics: "relics", pick: "hand", drop: "graveyard" },
};

/** Cards that the refused line would have brought to a field. */
export function comingTo(looking: Looking, seat: number, name: string): Named[] {
  const { refused } = looking;
  if (!refused || (seat && seat !== refused.seat)) return [];
  return GOES[looking.data.game.name]?.[refused.verb] === name ? refused.cards.filter((card) => !isPlace(looking, card)) : [];
}

/** Whether a thing is a square or the like, and no card. */
function isPlace(looking: Looking, card: Named): boolean {
  return typeof card !== "string" && card[0] in looking.data.names;
}

/** Whether the refused line names a thing. */
export function isBarred(looking: Looking, table: string, number: number): boolean {
  return Boolean(number && looking.refused?.cards.some((card) => typeof card !== "string" && card[0] === table && card[1] === number));
}

/** A card that was to go somewhere: dashed, and no card of the table. */
export function ghost(looking: Looking, card: Named): TemplateResult {
  const name = typeof card === "string" ? set(card, "en") : nameOf(known(looking, ...card));
  return html`<span class="ghost">${name}<span class="vh"> ${word("refused", looking.language)}</span></span>`;
}
