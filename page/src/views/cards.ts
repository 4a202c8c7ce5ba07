// Cards as every view draws them: by name and number, face down, and the keys that move among them.
import { type TemplateResult, html, nothing } from "lit";
import type { Card, Language } from "../data";
import { word } from "../words";
import type { Looking, Part } from "./looking";

export function known(looking: Looking, table: string, number: number): Card | undefined {
  return looking.data.cards[table]?.[String(number)];
}

export function isFresh(looking: Looking, table: string, number: number): boolean {
  return looking.fresh.has(`${looking.place} ${table}:${number}`);
}

/** A figure of a card, and whether the pack leaves it open between two. */
export function figure(value: unknown): { text: string; open: boolean } {
  if (Array.isArray(value)) return { text: [...new Set(value as number[])].join("–"), open: true };
  return { text: typeof value === "number" || typeof value === "string" ? String(value) : "", open: false };
}

/** What a card is called: its printed name, then what the pack puts after it. */
export function nameOf(card: Card | undefined): TemplateResult {
  const [name, ...more] = (card?.name ?? "?").split(":");
  return html`<span class="name" lang="ja">${name}${more.length ? html`<span class="vh">:${more.join(":")}</span>` : nothing}</span>`;
}

/** What a card costs, in a disc; open where the pack leaves it between two. */
export function costOf(card: Card | undefined, language: Language, none = ""): Part {
  const { text, open } = figure(card?.row["cost"]);
  return text || none ? html`<span class="cost ${open ? "inf" : ""}"><span class="vh">${word("cost", language)} </span>${text || none}</span>` : html`<span></span>`;
}

/** A card as a line: cost, name, number. */
export function card(looking: Looking, table: string, number: number, first = true): TemplateResult {
  const found = known(looking, table, number);
  return html`<button type="button" class="card ${isFresh(looking, table, number) ? "new" : ""}" data-card="${table}:${number}" data-a=${String(found?.row["attribute"] ?? "plain")}
    tabindex=${first ? 0 : -1} @click=${() => looking.open(table, number)}>
    ${costOf(found, looking.language)}
    <span class="name" lang="ja">${found?.name ?? "?"}</span>
    <span class="id">${found?.id ?? number}</span>
  </button>`;
}

/** Cards that the viewer does not see, side by side. */
export function hiddenCards(looking: Looking, table: string, count: number): Part {
  if (!count) return nothing;
  return html`<div class="backs" role="img" aria-label="${word("hidden", looking.language)} ${count}">${Array.from({ length: count }, () => html`<span class="card back" data-card="${table}:0"></span>`)}</div>`;
}

export function oneHidden(looking: Looking, table: string): TemplateResult {
  return html`<span class="card back" role="img" aria-label=${word("hidden", looking.language)} data-card="${table}:0"></span>`;
}

/** A card that is there by the rules though the viewer's table does not have it. */
export function unseen(language: Language): TemplateResult {
  return html`<span class="card back" role="img" aria-label=${word("hidden", language)}></span>`;
}

/** The numbers in force of a card, where the printed ones are not. */
export function inForce(looking: Looking, table: string, number: number): Record<string, number> {
  return looking.step.figures?.[`${table}:${number}`] ?? {};
}

/** Arrows move inside a zone. */
export function inZone(event: KeyboardEvent): void {
  const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("button[data-card]")].filter((one) => one.checkVisibility());
  const at = all.indexOf(event.target as HTMLElement);
  if (!way || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  all[Math.min(Math.max(at + way, 0), all.length - 1)]!.focus();
}
