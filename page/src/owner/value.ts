// A form for a value of a card: what may stand there is chosen where there is a choice, and written where there is none.
import { type TemplateResult, html, nothing } from "lit";
import type { Json, JsonObject, Language } from "../data";
import { set } from "../views/texts";
import { type Word, word } from "../words";
import { type Asked, type Forms, type Way, withField } from "./desk";

export interface Filling {
  forms: Forms;
  language: Language;
}
const WAYS: Record<Way["is"], Word> = { number: "way_number", list: "way_list", word: "way_word", text: "way_text", flag: "way_flag", part: "way_part", op: "way_op" };
type Value = Json | undefined;
type Change = (value: Value) => void;

/** A value, with the way in which it is told where there are several. */
export function valueForm(ways: Way[], value: Value, label: string, doing: Filling, change: Change, may = true): TemplateResult {
  const now = ways.find((way) => fits(way, value)) ?? ways[0]!;
  const shown = value === undefined ? undefined : fits(now, value) ? value : undefined;
  if (ways.length === 1) return wayForm(now, shown, label, doing, change, may);
  return html`<div class="ways"><label>${set(label, doing.language)} <select @change=${(event: Event) => change(begun(ways[Number((event.target as HTMLSelectElement).value)]!))}>
    ${ways.map((way, at) => html`<option value=${at} .selected=${way === now}>${word(WAYS[way.is], doing.language)}</option>`)}</select></label>
    ${wayForm(now, shown, label, doing, change, may)}</div>`;
}

function wayForm(way: Way, value: Value, label: string, doing: Filling, change: Change, may: boolean): TemplateResult {
  switch (way.is) {
    case "number": return numberForm(way, value, label, doing, change);
    case "text": return html`<label>${set(label, doing.language)} <input type="text" autocomplete="off" autocapitalize="off" spellcheck="false" lang="ja" .value=${String(value ?? "")}
      @input=${(event: Event) => change((event.target as HTMLInputElement).value || undefined)}></label>`;
    case "flag": case "word": return wordForm(way, value, label, doing, change, may);
    case "list": return listForm(way, value, label, doing, change);
    case "part": return partForm(way.part, value, label, doing, change);
    case "op": return opForm(way.ops, value, label, doing, change);
  }
}

/** With what a value of a way begins. */
function begun(way: Way): Value {
  if (way.is === "list") return Array.from({ length: way.least === way.most ? way.least : 0 }, () => 0);
  if (way.is === "word") return way.words[0]![0];
  if (way.is === "flag") return true;
  if (way.is === "part") return {};
  if (way.is === "op") return { op: way.ops[0]! };
  return way.is === "number" ? (way.least ?? 0) : "";
}

function fits(way: Way, value: Value): boolean {
  switch (way.is) {
    case "number": return typeof value === "number";
    case "text": return typeof value === "string";
    case "flag": return typeof value === "boolean";
    case "word": return typeof value === "string" && way.words.some(([one]) => one === value);
    case "list": return Array.isArray(value);
    case "part": return isTable(value) && value["op"] === undefined;
    case "op": return isTable(value) && way.ops.includes(String(value["op"]));
  }
}

function isTable(value: Value): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function numberForm(way: Way & { is: "number" }, value: Value, label: string, doing: Filling, change: Change): TemplateResult {
  return html`<label>${set(label, doing.language)} <input type="number" inputmode="numeric" min=${way.least ?? nothing} max=${way.most ?? nothing} step="1" .value=${String(value ?? "")}
    @input=${(event: Event) => { const said = (event.target as HTMLInputElement).value; change(/^-?\d{1,15}$/.test(said) ? Number(said) : undefined); }}></label>`;
}

function said([one, meaning]: [string, string]): string {
  return meaning || one;
}

function wordForm(way: Way & { is: "flag" | "word" }, value: Value, label: string, doing: Filling, change: Change, may: boolean): TemplateResult {
  const take = (said: string) => change(said === "" ? undefined : way.is === "flag" ? said === "true" : said);
  return html`<label>${set(label, doing.language)} <select @change=${(event: Event) => take((event.target as HTMLSelectElement).value)}>
    ${may || value === undefined ? html`<option value="" .selected=${value === undefined}>${word("unsaid", doing.language)}</option>` : nothing}
    ${way.words.map((one) => html`<option value=${one[0]} .selected=${String(value) === one[0]}>${said(one)}</option>`)}</select></label>`;
}

function listForm(way: Way & { is: "list" }, value: Value, label: string, doing: Filling, change: Change): TemplateResult {
  const { language } = doing, all = Array.isArray(value) ? value : [];
  const only = way.item.length === 1 ? way.item[0]! : null;
  if (only?.is === "word" && way.most === null) return manyWords(only.words, value === undefined ? null : all as string[], label, doing, change);
  const put = (at: number, item: Value) => change(all.map((one, place) => (place === at ? (item ?? begun(way.item[0]!)!) : one)));
  const fixed = way.least === way.most;
  return html`<fieldset><legend>${set(label, doing.language)}</legend>
    ${all.map((one, at) => html`<div class="item">${valueForm(way.item, one, `${label} ${at + 1}`, doing, (item) => put(at, item), false)}
      ${fixed ? nothing : html`<button type="button" class="btn" aria-label="${word("takeOut", language)}: ${label} ${at + 1}" @click=${() => change(all.filter((_, place) => place !== at))}>${word("takeOut", language)}</button>`}</div>`)}
    ${fixed || (way.most !== null && all.length >= way.most) ? nothing : html`<button type="button" class="btn" @click=${() => change([...all, begun(way.item[0]!)!])}>${word("oneMore", language)}: ${label}</button>`}
    ${value === undefined ? html`<button type="button" class="btn" @click=${() => change(fixed ? begun(way)! : [])}>${fixed ? word("oneMore", language) : word("saysNone", language)}</button>` : nothing}
    ${value !== undefined && !all.length ? html`<p class="muted">${word("saysNone", language)}</p>` : nothing}</fieldset>`;
}

/** Several words of a list: each is there or not; or none is, which is something else than that nothing is said. */
function manyWords(words: [string, string][], all: string[] | null, label: string, doing: Filling, change: Change): TemplateResult {
  const { language } = doing;
  const turn = (one: string, there: boolean) => change(words.map(([name]) => name).filter((name) => (name === one ? there : all?.includes(name))));
  return html`<fieldset><legend>${set(label, doing.language)}</legend><div class="checks">${words.map((one) => html`<label><input type="checkbox" .checked=${Boolean(all?.includes(one[0]))}
      @change=${(event: Event) => turn(one[0], (event.target as HTMLInputElement).checked)}> <span>${set(said(one), language)}</span></label>`)}
    <label><input type="checkbox" .checked=${all?.length === 0} @change=${(event: Event) => change((event.target as HTMLInputElement).checked ? [] : undefined)}> <span>${word("saysNone", language)}</span></label></div></fieldset>`;
}

function partForm(part: string, value: Value, label: string, doing: Filling, change: Change): TemplateResult {
  const table = isTable(value) ? value : {};
  return html`<fieldset><legend>${set(label, doing.language)}</legend>${fields(doing.forms.parts[part]!.fields, table, doing, change)}</fieldset>`;
}

function opForm(ops: string[], value: Value, label: string, doing: Filling, change: Change): TemplateResult {
  const { language } = doing, table = isTable(value) ? value : { op: ops[0]! };
  const op = String(table["op"]), known = doing.forms.ops[op];
  return html`<fieldset><legend>${set(label, doing.language)}</legend><label>${word("whatHappens", language)} <select @change=${(event: Event) => change({ op: (event.target as HTMLSelectElement).value })}>
    ${[...ops].sort().map((one) => html`<option value=${one} .selected=${one === op}>${one} — ${plain(doing.forms.ops[one]!)}</option>`)}</select></label>
    ${known ? html`<p class="quote">${set(plain(known), language)}</p>${fields(known.fields, table, doing, change)}` : nothing}</fieldset>`;
}

/** The sentence of an operation, with what its fields are called in their places. */
function plain({ text, fields }: Forms["ops"][string]): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => `‹${fields.find((one) => one.name === name)?.label || name}›`);
}

function fields(all: Asked[], table: JsonObject, doing: Filling, change: Change): TemplateResult[] {
  return all.map((field) => {
    const label = `${field.label || field.name}${field.must ? ` (${word("must", doing.language)})` : ""}`;
    return valueForm(field.ways, table[field.name], label, doing, (part) => change(withField(table, field.name, part)), !field.must);
  });
}
