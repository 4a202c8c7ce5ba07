// One field of a card, to be filled in: what it says now, what may stand there, and where that is from.
import { type TemplateResult, html, nothing } from "lit";
import type { Json, Language } from "../data";
import { set } from "../views/texts";
import { word } from "../words";
import type { CardRow, Cell, Forms } from "./desk";
import { type From, KINDS, SOURCES, labelOf } from "./table";
import { valueForm } from "./value";

/** What is being filled in. */
export interface Editing { row: CardRow; cell: Cell; value: Json | undefined; from: From; place: string }

export interface Editor {
  language: Language;
  forms: Forms;
  change(editing: Editing): void;
  /** `onwards`: the next field that is open or wrong comes then. */
  take(value: Json | undefined, source: string, onwards: boolean): void;
  close(): void;
}

export function begun(row: CardRow, cell: Cell, language: Language): Editing {
  // What is still open is filled in from the card; where it was bounded, one number takes the place of two.
  const said = cell.own && !cell.open ? /^(\w+): (.*)$/s.exec(cell.source ?? "") : null;
  const from = KINDS.find((one) => one === said?.[1]) ?? "print";
  return { row, cell, value: (cell.open && isRange(cell.value) ? undefined : cell.value) ?? undefined, from, place: said?.[2] ?? word("theCard", language) };
}

function isRange(value: Json): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");
}

export function field(editing: Editing, doing: Editor): TemplateResult {
  const { language, forms } = doing, { row, cell } = editing;
  const label = labelOf(forms, row.kind, cell.field), asked = forms.kinds.find((one) => one.name === row.kind)?.fields.find((one) => one.name === cell.field);
  const take = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget as HTMLFormElement).reportValidity()) return;
    const place = editing.place.trim();
    doing.take(editing.value, place ? `${editing.from}: ${place}` : "", event.submitter?.getAttribute("name") === "onwards");
  };
  return html`<form class="in field" novalidate @submit=${take}>
    <h2 tabindex="-1"><span class="number">${row.called}</span> <bdi lang="ja">${row.name}</bdi>: ${set(label, language)}</h2>
    ${cell.text ? html`<p class="quote"><bdi>${set(cell.text, language)}</bdi></p>` : nothing}
    ${cell.from ? html`<p class="muted"><bdi>${set(cell.from, language)}</bdi></p>` : nothing}
    ${(cell.wrong ?? []).map((one) => html`<p class="slip"><bdi>${set(one, language)}</bdi></p>`)}
    ${asked ? html`${valueForm(asked.ways, editing.value, label, { forms, language }, (value) => doing.change({ ...editing, value }))}
      <details><summary>${word("mayStand", language)}</summary><p>${set(asked.allowed, language)}</p></details>
      ${from(editing, doing)}` : html`<p>${word("noSuchField", language)}</p>`}
    <p class="bar">${asked ? html`<button class="btn main">${word("takeValue", language)}</button>
      <button class="btn" name="onwards">${word("takeAndGoOn", language)}</button>` : nothing}
      <button type="button" class="btn" ?disabled=${!cell.own} @click=${() => doing.take(undefined, "", false)}>${word("leaveOpen", language)}</button>
      <button type="button" class="btn" @click=${() => doing.close()}>${word("close", language)}</button></p></form>`;
}

function from(editing: Editing, doing: Editor): TemplateResult {
  const { language } = doing;
  return html`<fieldset><legend>${word("whereFrom", language)}</legend><div class="from">
    <label>${word("sourceKind", language)} <select @change=${(event: Event) => doing.change({ ...editing, from: (event.target as HTMLSelectElement).value as From })}>
      ${KINDS.map((one) => html`<option value=${one} .selected=${one === editing.from}>${word(SOURCES[one], language)}</option>`)}</select></label>
    <label>${word("sourcePlace", language)} <input type="text" autocomplete="off" .value=${editing.place} @input=${(event: Event) => doing.change({ ...editing, place: (event.target as HTMLInputElement).value })}></label></div></fieldset>`;
}
