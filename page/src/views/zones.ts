// The table of zones that the schema gives for any game: what is common, then what each seat has. Every card of the state
// stands in it exactly once.
import { type TemplateResult, html, nothing } from "lit";
import type { Field, Json, JsonObject } from "../data";
import { labelled } from "../labels";
import { heldIn, isShown, listed, namesCard, placeOf, rootOf } from "../shape";
import { word } from "../words";
import { card, hiddenCards, inZone, oneHidden } from "./cards";
import { type Looking, type Part, headed, phrase, said } from "./looking";
import { refusedAt } from "./refused";
import { set } from "./texts";

/** What the page tells elsewhere: who decides, and where one is. */
const ELSEWHERE = new Set(["turn", "step", "pending"]);
const CARD_WIDTH = 9.9;
const MOST_ABREAST = 4;

export function zones(looking: Looking): TemplateResult {
  const { data, step } = looking;
  const fields = data.shape[rootOf(data.shape)]!;
  const sides = fields.find((field) => field.name === "sides");
  const common = fields.filter((field) => field !== sides && !ELSEWHERE.has(field.name));
  return html`
    ${struct(looking, common, step.state, 0)}
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
      ${refusedAt(looking, at + 1)}
      ${struct(looking, fields, side, at + 1)}
    </section>
  `;
}

/** A struct as its counters in a row, and its zones. */
function struct(looking: Looking, fields: Field[], value: JsonObject, seat: number): TemplateResult {
  const counters = fields.filter((field) => !isZone(field) && said(looking, field, value[field.name]));
  const zones = fields.filter((field) => isZone(field) && (listed(field, value[field.name]).length || (namesCard(field) && field.list)));
  return html`
    ${counters.length
      ? html`<dl class="counts">${counters.map((field) => html`<div><dt>${headed(looking, field)}</dt><dd>${set(said(looking, field, value[field.name]), looking.language)}</dd></div>`)}</dl>`
      : nothing}
    <div class="zones">${zones.map((field) => zone({ ...looking, place: placeOf(field, seat) }, field, value[field.name]))}</div>
  `;
}

function isZone(field: Field): boolean {
  return namesCard(field) || Boolean(field.of);
}

function zone(looking: Looking, field: Field, value: Json | undefined): TemplateResult {
  const items = listed(field, value);
  const name = labelled(field, looking);
  const inner = field.of
    ? html`<div class="items">${items.map((item) => one(looking, field.of!, item as JsonObject))}</div>`
    : cards(looking, field, items as number[]);
  return html`
    <div class="zone" style="flex-basis:${Math.min(Math.max(items.length, 1), field.pile ? 1 : MOST_ABREAST) * CARD_WIDTH}rem" role="group" aria-label=${name} data-zone @keydown=${inZone}>
      <div class="zh">${headed(looking, field)}${field.list ? html` <b>${items.length}</b>` : nothing}</div>
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
    ${hiddenCards(looking, field.table!, backs)}
  </div>`;
  const many = field.pile || numbers.length > 12;
  return many && numbers.length
    ? html`<details><summary>${numbers.length} ${word("cards", looking.language)}</summary>${all}</details>`
    : all;
}

/** One thing in a zone: its cards, then what is said of them. */
function one(looking: Looking, kind: string, value: JsonObject): TemplateResult {
  const fields = looking.data.shape[kind]!;
  return html`<div class="item">${fields.map((field) => inItem(looking, field, value[field.name]))}</div>`;
}

function inItem(looking: Looking, field: Field, value: Json | undefined): Part {
  if (!isShown(field)) return nothing;
  const items = heldIn(field, value);
  if (field.of) return html`${items.map((item) => one(looking, field.of!, item as JsonObject))}`;
  if (namesCard(field)) return html`${items.map((item) => item ? card(looking, field.table!, item as number) : oneHidden(looking, field.table!))}`;
  const text = said(looking, field, value);
  return text ? html`<span>${set(phrase(looking, field, text), looking.language)}</span>` : nothing;
}
