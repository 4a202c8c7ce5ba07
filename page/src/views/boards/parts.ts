// The parts that boards are made of: card, pile, zone, counter, track, and what is left over.
import { type TemplateResult, html, nothing } from "lit";
import type { Card, Field, Json, JsonObject } from "../../data";
import { labelled, signWord } from "../../labels";
import { heldIn, isShown, namesCard } from "../../shape";
import { type Word, word } from "../../words";
import { costOf, figure, hiddenCards, inZone, isFresh, known, nameOf, oneHidden } from "../cards";
import { type Looking, type Part, headed, phrase, said, seatName, signed } from "../looking";
import { decision, open } from "../moment";
import { barred, comingTo, ghost, isBarred, refusedAt } from "../refused";
import { set } from "../texts";
import { type Sign, hasSign, sign } from "./signs";
import type { Taking } from "./taking";

export type Drawn = (looking: Looking, table: string, number: number, first: boolean) => TemplateResult;
/** Rows of cards that are longer than this are opened by a touch. */
const MOST_OPEN = 12;
/** So many cards that have just come to a pile are shown beside it. */
const MOST_NEW = 3;

/** A button that opens a card, with what a game writes on it. */
export function face(looking: Looking, table: string, number: number, kind: string, first: boolean, inner: unknown, attribute = ""): TemplateResult {
  return html`<button type="button" class="${kind} ${isFresh(looking, table, number) ? "new" : ""} ${isBarred(looking, table, number) ? "barred" : ""}" data-card="${table}:${number}"
    data-a=${attribute || String(known(looking, table, number)?.row["attribute"] ?? "plain")} tabindex=${first ? 0 : -1}
    @click=${() => looking.open(table, number)}>${inner}${barred(looking, table, number)}</button>`;
}

/** A card as a row: its figure, its name, its sign. */
export function mini(looking: Looking, table: string, number: number, first: boolean): TemplateResult {
  const found = known(looking, table, number);
  const attribute = String(found?.row["attribute"] ?? "");
  return face(looking, table, number, "card mini", first, html`
    ${costOf(found, looking.language)}
    ${nameOf(found)}${hasSign(attribute) ? attributed(looking, found, attribute) : html`<span></span>`}`);
}

/** The sign of an attribute, with its word where the name of the card does not say it. */
export function attributed(looking: Looking, found: Card | undefined, attribute: Sign): TemplateResult {
  return html`<span class="attribute">${sign(attribute)}${found?.name.includes(":") ? nothing : html`<span class="vh">${signWord(looking.data, "attribute", attribute, looking.language)}</span>`}</span>`;
}

/** A card that is named beside another thing. */
export function ref(looking: Looking, table: string, number: number): TemplateResult {
  return face(looking, table, number, "ref", true, nameOf(known(looking, table, number)));
}

/** A place with its name and how many are there. */
export function zone(at: Taking, name: string, inner: unknown, count = -1, kind = "", whose: Part = nothing): TemplateResult {
  const label = labelled(at.field(name), at.looking);
  const down = kind.split(" ").includes("down") ? html` <span class="lies on">${word("hidden", at.looking.language)}</span>` : nothing;
  return html`<div class="place ${kind}" role="group" aria-label=${label} data-zone @keydown=${inZone}>
    <div class="zh">${headed(at.looking, at.field(name))}${whose}${count >= 0 ? html` <b>${count}</b>${chip(at.growth(name))}` : nothing}${down}</div>${inner}${ghosts(at, name)}</div>`;
}

/** What a line that was refused would have brought to a place. */
function ghosts(at: Taking, name: string): Part {
  const coming = comingTo(at.looking, at.seat, name);
  return coming.length ? html`<div class="coming">${coming.map((card) => ghost(at.looking, card))}</div>` : nothing;
}

/** Whether something lies at a place, or was to come there. */
export function used(at: Taking, name: string): boolean {
  return at.has(name) || comingTo(at.looking, at.seat, name).length > 0;
}

/** Cards of a field, side by side; those unseen as backs. */
export function cards(at: Taking, name: string, kind = "", drawn: Drawn = mini): TemplateResult {
  const numbers = at.numbers(name);
  return zone(at, name, row(at, name, numbers, drawn), numbers.length, kind);
}

/** The same, where there is something. */
export function cardsIfAny(at: Taking, name: string, kind = "", drawn: Drawn = mini): Part {
  return used(at, name) ? cards(at, name, kind, drawn) : nothing;
}

function row(at: Taking, name: string, numbers: number[], drawn: Drawn): TemplateResult {
  const { language } = at.looking;
  if (!numbers.length) return html`<span class="muted">${word("empty", language)}</span>`;
  const inner = spread(at.at(name), at.field(name).table!, numbers, drawn);
  return numbers.length > MOST_OPEN
    ? html`<details><summary>${numbers.length} ${word("cards", language)}</summary>${inner}</details>`
    : inner;
}

export function spread(looking: Looking, table: string, numbers: number[], drawn: Drawn = mini): TemplateResult {
  const shown = numbers.filter(Boolean);
  return html`<div class="row">${shown.map((number, at) => drawn(looking, table, number, at === 0))}
    ${hiddenCards(looking, table, numbers.length - shown.length)}</div>`;
}

/** Which end of a pile is its top: the last card of one that lies open, the first of one to be drawn from. What comes to
 * a pile of the third kind goes under it. */
export type Top = "last" | "first" | "under";

/** A pile: how many there are, what has just come to it, the top one if that lies open, and all of it at a touch. */
export function pile(at: Taking, name: string, drawn: Drawn = mini, top?: Top): TemplateResult {
  const { language } = at.looking, looking = at.at(name), table = at.field(name).table!;
  const numbers = at.numbers(name), fresh = numbers.filter((number) => number && isFresh(looking, table, number));
  const uppermost = (top === "first" ? numbers[0] : top === "last" && numbers.at(-1)) || 0;
  // The top one is named first.
  const named = [...new Set([...(top === "last" || fresh.includes(uppermost) ? [uppermost] : []), ...(top === "first" ? fresh : fresh.reverse())])].filter(Boolean);
  const came = named.slice(0, MOST_NEW), more = named.length - came.length;
  const others = numbers.filter((number) => !came.includes(number));
  const open = numbers.some(Boolean);
  const where = came.length > 1 && came[0] === uppermost ? "top" : came.length && top === "under" ? top : null;
  return zone(at, name, html`<div class="pile"><span class="stack ${numbers.length ? (open ? "face" : "") : "none"}" aria-hidden="true"></span>
    <div class="piled">${where ? html`<span class="sl">${word(where, language)}</span>` : nothing}${came.length ? spread(looking, table, came, drawn) : nothing}
    ${more ? html`<span class="muted small">${`+${more} ${word("more", language)}`}</span>` : nothing}
    ${others.length ? html`<details><summary>${open ? word("look", language) : word("hidden", language)}</summary>${spread(looking, table, others, drawn)}</details>` : numbers.length ? nothing : html`<span class="muted">${word("empty", language)}</span>`}</div></div>`,
  numbers.length, "piles");
}

/** A number with its name, and by how much it has just changed. */
export function counter(at: Taking, name: string, kind = "", of = 0): TemplateResult {
  return stat(headed(at.looking, at.field(name)), at.number(name), at.change(name), kind, of);
}

export function stat(label: unknown, value: unknown, change = 0, kind = "", of = 0): TemplateResult {
  return html`<div class="stat ${kind}"><span class="sl">${label}</span> <b>${value}</b>${of ? html`<small>/${of}</small>` : nothing}${chip(change)}</div>`;
}

/** A value that is a word, with its name; nothing at the default. */
export function told(at: Taking, name: string): Part {
  const text = said(at.looking, at.field(name), at.take(name));
  return text ? stat(headed(at.looking, at.field(name)), set(text, at.looking.language)) : nothing;
}

/** A figure of a card beside its sign; with the printed one in brackets, where another is in force. */
export function figured(kind: Sign, name: string, value: unknown, print: Part = nothing): Part {
  const { text, open } = figure(value);
  return text ? html`<span class="fig ${open ? "inf" : ""}"><span class="vh">${name} </span>${sign(kind)}${text}${print}</span>` : nothing;
}

/** What is printed, behind a figure in force that is another. */
export function printed(looking: Looking, now: unknown, print: unknown): Part {
  const { text } = figure(print);
  return text && text !== String(now) ? html` <small class="print">(<span class="vh">${word("printed", looking.language)} </span>${text})</small>` : nothing;
}

/** By how much something changed in the last step. */
export function chip(change: number): Part {
  return change ? html`<span class="chip ${change > 0 ? "" : "less"}">${signed(change)}</span>` : nothing;
}

/** A scale with an end: as many marks as it has, filled up to the value. */
export function meter(value: number, most: number): TemplateResult {
  return html`<span class="meter" aria-hidden="true">${Array.from({ length: most }, (_, at) => html`<i class=${at < value ? "on" : ""}></i>`)}</span>`;
}

/** An empty place for a card. */
export function empty(looking: Looking): TemplateResult {
  return html`<span class="slot">${word("free", looking.language)}</span>`;
}

/** Whose place it is, whether it is their turn, or theirs to decide, and what they are asked. */
export function seatHead(at: Taking, active: boolean, figures: unknown, now: Word = "toPlay"): TemplateResult {
  const { language, step } = at.looking;
  const going = ((step.state["pending"] ?? []) as JsonObject[]).length > 0;
  return html`<div class="seat"><h3><bdi>${seatName(at.looking, at.seat)}</bdi></h3>
    ${active && going ? html`<span class="now">${word(now, language)}</span>` : nothing}
    ${asked(at.looking, at.seat).map((text) => html`<span class="asked">${set(text, language)}</span>`)}
    ${decided(at) ? html`<span class="lies">${word("decided", language)}</span>` : nothing}
    <div class="figures">${figures}</div></div>${refusedAt(at.looking, at.seat)}`;
}

/** What a seat has to decide now. */
export function asked(looking: Looking, seat: number): string[] {
  return open(looking).filter((one) => one["seat"] === seat).map((one) => decision(looking, one));
}

/** Whether a seat has made its decision while others still have theirs before them. */
function decided({ looking, seat }: Taking): boolean {
  return ((looking.step.state["pending"] ?? []) as JsonObject[]).some((one) => one["seat"] === seat && one["answer"]);
}

/** The seats in their order, that of the viewer first. */
export function ownFirst(sides: Taking[], viewer: string): Taking[] {
  const own = sides.filter((side) => `p${side.seat}` === viewer);
  return [...own, ...sides.filter((side) => !own.includes(side))];
}

/** A section of the board that belongs to a seat. */
export function seatOf(at: Taking, kind: string, inner: unknown): TemplateResult {
  return html`<section class="own ${kind}" aria-label=${seatName(at.looking, at.seat)}>${inner}</section>`;
}

/** What is being done at this moment, in the words of the schema. */
export function going(at: Taking, ...names: string[]): Part {
  const fields = names.map((name) => at.field(name)).filter((field) => at.has(field.name));
  at.leave(...names);
  return fields.length ? html`<div class="going">${fields.map((field) => leftOf(at, field))}</div>` : nothing;
}

/** All that the board has not taken: numbers and zones of a seat or the table; what is said of a smaller thing. */
export function rest(at: Taking): Part {
  const left = at.left();
  if (!left.length) return nothing;
  if (at.inner) return html`${left.map((field) => html`${small(at.at(field.name), field, at.value[field.name])} `)}`;
  return html`<div class="going">${left.map((field) => leftOf(at, field))}</div>`;
}

function leftOf(at: Taking, field: Field): Part {
  const looking = at.at(field.name), value = at.value[field.name];
  if (!field.of && !namesCard(field)) {
    const text = said(looking, field, value);
    return text ? html`<div class="left"><span class="sl">${headed(looking, field)}</span> <b>${set(text, looking.language)}</b></div>` : nothing;
  }
  return html`<div class="left" role="group" aria-label=${labelled(field, looking)} data-zone @keydown=${inZone}>
    <span class="sl">${headed(looking, field)}</span> ${small(looking, field, value)}</div>`;
}

/** The value of a field inside a sentence: cards by their names. */
function small(looking: Looking, field: Field, value: Json | undefined): Part {
  if (!isShown(field)) return nothing;
  const items = heldIn(field, value);
  const [before, after] = around(looking, field).map((part) => set(part, looking.language));
  if (field.of) return html`${items.map((item) => html`<span class="bit">${before}${looking.data.shape[field.of!]!.map((own) => small(looking, own, (item as JsonObject)[own.name]))}${after}</span>`)}`;
  if (namesCard(field)) {
    if (!items.length) return nothing;
    return html`<span>${before}${items.map((item) => (item ? ref(looking, field.table!, item as number) : oneHidden(looking, field.table!)))}${after}</span>`;
  }
  const text = said(looking, field, value);
  return text ? html`<span>${set(phrase(looking, field, text), looking.language)}</span>` : nothing;
}

/** What the words of a field say before and after a card. */
function around(looking: Looking, field: Field): [string, string] {
  const label = labelled(field, looking);
  const at = label.indexOf("{}");
  return at < 0 ? ["", ""] : [label.slice(0, at), label.slice(at + 2)];
}

