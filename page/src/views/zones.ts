// The table of zones that the schema gives for any game: what is common, then what each seat has. Every card of the state
// stands in it exactly once.
import { type TemplateResult, html, nothing } from "lit";
import type { Data, Field, Json, JsonObject, Language, Step } from "../data";
import { labelled } from "../labels";
import { listed, namesCard, rootOf } from "../shape";
import { word } from "../words";

export interface Looking {
  data: Data;
  language: Language;
  step: Step;
  /** Cards that were not where they are one step before. */
  fresh: Set<string>;
  open(table: string, number: number): void;
}

type Part = TemplateResult | typeof nothing;

/** What the page tells elsewhere: who decides, and where one is. */
const ELSEWHERE = new Set(["turn", "step", "pending"]);
const CARD_WIDTH = 9.9;
const MOST_ABREAST = 4;

export function board(looking: Looking): TemplateResult {
  const { data, step } = looking;
  const fields = data.shape[rootOf(data.shape)]!;
  const sides = fields.find((field) => field.name === "sides");
  const common = fields.filter((field) => field !== sides && !ELSEWHERE.has(field.name));
  return html`
    <h2 class="vh">${word("table", looking.language)}</h2>
    ${struct(looking, common, step.state)}
    ${sides ? listed(sides, step.state["sides"]).map((side, at) => seat(looking, data.shape[sides.of!]!, side as JsonObject, at)) : nothing}
  `;
}

function seat(looking: Looking, fields: Field[], side: JsonObject, at: number): TemplateResult {
  const active = looking.step.state["active"] === at + 1;
  return html`
    <section aria-label=${looking.data.seats[at] ?? `p${at + 1}`}>
      <div class="who">
        <h3><bdi>${looking.data.seats[at] ?? `p${at + 1}`}</bdi></h3>
        ${active ? html`<span class="now">${word("turn", looking.language)}</span>` : nothing}
      </div>
      ${struct(looking, fields, side)}
    </section>
  `;
}

/** A struct as its counters in a row, and its zones. */
function struct(looking: Looking, fields: Field[], value: JsonObject): TemplateResult {
  const counters = fields.filter((field) => !isZone(field) && said(looking, field, value[field.name]));
  const zones = fields.filter((field) => isZone(field) && (listed(field, value[field.name]).length || (namesCard(field) && field.list)));
  return html`
    ${counters.length
      ? html`<dl class="counts">${counters.map((field) => html`<div><dt>${labelled(field, looking.language)}</dt><dd>${said(looking, field, value[field.name])}</dd></div>`)}</dl>`
      : nothing}
    <div class="zones">${zones.map((field) => zone(looking, field, value[field.name]))}</div>
  `;
}

function isZone(field: Field): boolean {
  return namesCard(field) || Boolean(field.of);
}

function zone(looking: Looking, field: Field, value: Json | undefined): TemplateResult {
  const items = listed(field, value);
  const name = labelled(field, looking.language);
  const inner = field.of
    ? html`<div class="items">${items.map((item) => one(looking, field.of!, item as JsonObject))}</div>`
    : cards(looking, field, items as number[]);
  return html`
    <div class="zone" style="flex-basis:${Math.min(Math.max(items.length, 1), field.pile ? 1 : MOST_ABREAST) * CARD_WIDTH}rem" role="group" aria-label=${name} data-zone @keydown=${inZone}>
      <div class="zh">${name}${field.list ? html` <b>${items.length}</b>` : nothing}</div>
      ${items.length ? inner : html`<span class="muted">${word("empty", looking.language)}</span>`}
    </div>
  `;
}

/** Cards side by side; of a pile the top one, and the rest when it is opened. */
function cards(looking: Looking, field: Field, numbers: number[]): TemplateResult {
  const shown = numbers.filter(Boolean);
  const backs = numbers.length - shown.length;
  const all = html`<div class="cards">
    ${shown.map((number, at) => card(looking, field.table!, number, at === 0))}
    ${backs ? html`<div class="backs" role="img" aria-label="${word("hidden", looking.language)} ${backs}">${Array.from({ length: backs }, () => html`<span class="card back" data-card="${field.table}:0"></span>`)}</div>` : nothing}
  </div>`;
  const many = field.pile || numbers.length > 12;
  return many && numbers.length
    ? html`<details><summary>${numbers.length} ${word("cards", looking.language)}</summary>${all}</details>`
    : all;
}

export function card(looking: Pick<Looking, "data" | "language" | "open" | "fresh">, table: string, number: number, first = true): TemplateResult {
  const known = looking.data.cards[table]?.[String(number)];
  const row = known?.row ?? {};
  const cost = row["cost"];
  const bounded = Array.isArray(cost);
  const told = bounded ? [...new Set(cost as number[])].join("–") : typeof cost === "number" ? String(cost) : "";
  const fresh = looking.fresh.has(`${table}:${number}`);
  return html`<button type="button" class="card ${fresh ? "new" : ""}" data-card="${table}:${number}" data-a=${String(row["attribute"] ?? "plain")}
    tabindex=${first ? 0 : -1} @click=${() => looking.open(table, number)}>
    ${told ? html`<span class="cost ${bounded ? "inf" : ""}">${told}</span>` : html`<span></span>`}
    <span class="name" lang="ja">${known?.name ?? "?"}</span>
    <span class="id">${known?.id ?? number}</span>
  </button>`;
}

/** One thing in a zone: its cards, then what is said of them. */
function one(looking: Looking, kind: string, value: JsonObject): TemplateResult {
  const fields = looking.data.shape[kind]!;
  return html`<div class="item">${fields.map((field) => inItem(looking, field, value[field.name]))}</div>`;
}

function inItem(looking: Looking, field: Field, value: Json | undefined): Part {
  const items = field.required && !field.list && value === undefined ? [0] : listed(field, value);
  if (field.of) return items.length ? html`${items.map((item) => one(looking, field.of!, item as JsonObject))}` : nothing;
  if (namesCard(field)) {
    return html`${items.map((item) => item ? card(looking, field.table!, item as number) : html`<span class="card back" role="img" aria-label=${word("hidden", looking.language)} data-card="${field.table}:0"></span>`)}`;
  }
  const text = said(looking, field, value);
  return text ? html`<span>${phrase(looking, field, text)}</span>` : nothing;
}

/** A value of a small thing in its words: `{}` is its place. */
function phrase(looking: Looking, field: Field, text: string): string {
  const label = labelled(field, looking.language);
  if (field.flag) return label;
  return label.includes("{") ? label.replace("{}", text).replace("{+}", Number(text) > 0 ? `+${text}` : text) : `${label} ${text}`;
}

/** A value in a word; empty where nothing is to be said. */
function said(looking: Looking, field: Field, value: Json | undefined): string {
  if (!field.label && !field.none) return "";
  if (value === undefined || value === null || (Array.isArray(value) && !value.length)) return field.none ?? "";
  if (field.when && Number(value) < (looking.step.turn ?? 0)) return "";
  return listed(field, value).map((item) => saidOne(looking, field, item)).join(" ");
}

function saidOne(looking: Looking, field: Field, item: Json): string {
  if (field.table === "seat") return looking.data.seats[(item as number) - 1] ?? "–";
  if (field.enum) return enumWord(String(item));
  if (typeof item === "boolean") return item ? "✓" : "";
  if (typeof item === "object") return "";
  return field.first ? String(Number(item) + field.first) : String(item);
}

/** FACE_DOWN of the enum Face is “down”. */
function enumWord(name: string): string {
  return name.split("_").slice(1).join(" ").toLowerCase() || name;
}

/** Arrows move inside a zone. */
function inZone(event: KeyboardEvent): void {
  const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("button.card")];
  const at = all.indexOf(event.target as HTMLElement);
  if (!way || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  all[Math.min(Math.max(at + way, 0), all.length - 1)]!.focus();
}
