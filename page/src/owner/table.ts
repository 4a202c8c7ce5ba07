// The cards of a pack file, a row a card: its fields in words, what is open, what is wrong and why.
import { type TemplateResult, html, nothing } from "lit";
import type { Language } from "../data";
import { set } from "../views/texts";
import { type Word, word } from "../words";
import type { CardRow, Cell, Forms, Sheet } from "./desk";

export interface Showing {
  language: Language;
  /** The kind of row that is shown alone; all if it is empty. */
  kind: string;
  onlyOpen: boolean;
  /** So many rows are on the page. */
  shown: number;
  forms: Forms;
  open(row: CardRow, cell: Cell): void;
  drop(row: CardRow): void;
  more(): void;
}

/** How a row and a cell are found again after the table was told anew. */
export function idOf(row: CardRow, cell?: Cell): string {
  return [row.kind, row.key ?? `no. ${row.place}`, row.place < 0 ? "" : row.place, cell?.field].filter((one) => one !== "" && one !== undefined).join(" ");
}

export function wantsWork(cell: Cell): boolean {
  return Boolean(cell.open || cell.wrong);
}

export function rowsShown(sheet: Sheet, { kind, onlyOpen }: Pick<Showing, "kind" | "onlyOpen">): CardRow[] {
  return sheet.rows.filter((row) => (!kind || row.kind === kind) && (!onlyOpen || row.wrong.length || row.cells.some(wantsWork)));
}

export function table(sheet: Sheet, doing: Showing): TemplateResult {
  const { language, forms } = doing, rows = rowsShown(sheet, doing);
  const kinds = forms.kinds.filter((kind) => rows.some((row) => row.kind === kind.name));
  const shown = new Set(rows.slice(0, doing.shown));
  return html`<div class="deck" @keydown=${moved} @focusin=${held}>
    ${kinds.map((kind) => html`<table><caption>${set(kind.label, language)} <span class="muted">${rows.filter((row) => row.kind === kind.name).length}</span></caption>
      <colgroup><col class="first"><col></colgroup>
      <thead class="vh"><tr><th scope="col">${word("card", language)}</th><th scope="col">${word("facts", language)}</th></tr></thead>
      <tbody>${rows.filter((row) => row.kind === kind.name && shown.has(row)).map((row) => card(row, doing))}</tbody></table>`)}
    ${rows.length > doing.shown ? html`<p><button class="btn" @click=${() => doing.more()}>${word("moreCards", language)} (${rows.length - doing.shown})</button></p>` : nothing}
    ${rows.length ? nothing : html`<p>${word("noneOpen", language)}</p>`}</div>`;
}

function card(row: CardRow, doing: Showing): TemplateResult {
  const { language } = doing;
  return html`<tr class=${row.place < 0 ? "of-base" : ""}><th scope="row"><span class="number">${row.called}</span> <bdi lang="ja">${row.name}</bdi>
      ${row.wrong.map((one) => html`<p class="slip"><bdi>${set(one, language)}</bdi></p>`)}
      ${row.wrong.length ? html`<button class="btn" aria-label="${word("dropRow", language)}: ${row.called} ${row.name}" @click=${() => doing.drop(row)}>${word("dropRow", language)}</button>` : nothing}</th>
    <td><div class="cells">${row.cells.map((cell) => field(row, cell, doing))}</div></td></tr>`;
}

function field(row: CardRow, cell: Cell, doing: Showing): TemplateResult {
  const { language } = doing, id = idOf(row, cell);
  const text = cell.text ?? (cell.open ? word("isOpen", language) : word("unsaid", language));
  return html`<button class="cell ${cell.open ? "open" : ""} ${cell.wrong ? "bad" : ""} ${cell.text ? "" : "silent"} ${text.length > 36 ? "long" : ""}" tabindex="-1" data-cell=${id}
    @click=${() => doing.open(row, cell)}><small>${set(labelOf(doing.forms, row.kind, cell.field), language)}${cell.open && cell.text ? ` · ${word("isOpen", language)}` : ""}</small>
    <span class="what"><bdi>${set(text, language)}</bdi></span>
    ${cell.text && cell.from ? html`<small class="from">${word(kindOf(cell), language)}</small>` : nothing}
    ${(cell.wrong ?? []).map((one) => html`<span class="slip"><span aria-hidden="true">× </span><bdi>${set(one, language)}</bdi></span>`)}</button>`;
}

/** The kinds of places that a fact may be from, as pack files write them. */
export const SOURCES = { print: "from_print", errata: "from_errata", web: "from_web", inferred: "from_inferred", house: "from_house" } as const satisfies Record<string, Word>;
export type From = keyof typeof SOURCES;
export const KINDS = Object.keys(SOURCES) as From[];

/** From what kind of place a field is. */
function kindOf(cell: Cell): Word {
  return SOURCES[KINDS.find((one) => cell.source?.startsWith(`${one}:`)) ?? "print"];
}

/** What a field of a card is called. */
export function labelOf(forms: Forms, kind: string, field: string): string {
  return forms.kinds.find((one) => one.name === kind)?.fields.find((one) => one.name === field)?.label || field;
}

function cellsIn(table: HTMLElement): HTMLElement[] {
  return [...table.querySelectorAll<HTMLElement>("[data-cell]")];
}

/** One cell of the table is reached by Tab: the one that had the focus last, else the first. */
export function roving(table: HTMLElement | null): void {
  if (!table) return;
  const all = cellsIn(table), last = table.dataset["last"];
  const now = all.find((one) => one.dataset["cell"] === last) ?? all[0];
  for (const one of all) one.tabIndex = one === now ? 0 : -1;
}

function held(event: FocusEvent): void {
  const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]");
  if (!cell) return;
  const table = event.currentTarget as HTMLElement;
  table.dataset["last"] = cell.dataset["cell"];
  roving(table);
}

/** Left and right lead to the next field, up and down to the next card. */
function moved(event: KeyboardEvent): void {
  const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]");
  const table = event.currentTarget as HTMLElement, all = cellsIn(table);
  const at = cell ? all.indexOf(cell) : -1;
  const to = at < 0 ? undefined : { ArrowRight: all[at + 1], ArrowLeft: all[at - 1], ArrowDown: inRow(cell!, 1), ArrowUp: inRow(cell!, -1), Home: all[0], End: all.at(-1) }[event.key];
  if (at < 0 || !/^(Arrow|Home$|End$)/.test(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  to?.focus();
}

function inRow(cell: HTMLElement, way: number): HTMLElement | undefined {
  const rows = [...cell.closest(".deck")!.querySelectorAll("tbody tr")], own = cell.closest("tr")!;
  const place = [...own.querySelectorAll("[data-cell]")].indexOf(cell);
  const others = rows[rows.indexOf(own) + way]?.querySelectorAll<HTMLElement>("[data-cell]");
  return others?.[Math.min(place, others.length - 1)];
}
