// A number that somebody noted, chosen by touch and checked at once.
import { type TemplateResult, html } from "lit";
import type { Data, Field, Language } from "../data";
import { labelled } from "../labels";
import { rootOf } from "../shape";
import type { Table } from "./desk";
import type { Say } from "./saying";

export interface Checking {
  say: Say;
  language: Language;
  check(claim: string): void;
}

export function claims(data: Data, table: Table, doing: Checking): TemplateResult {
  const { say, language } = doing;
  const root = data.shape[rootOf(data.shape)]!;
  const sides = root.find((field) => field.name === "sides");
  const common = root.filter(isNumber);
  const own = sides ? data.shape[sides.of!]!.filter(isNumber) : [];
  const send = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const [what, value] = ["what", "value"].map((name) => (form.elements.namedItem(name) as HTMLInputElement).value);
    if (value) doing.check(what!.replace("{}", value));
  };
  return html`<details class="panel"><summary>${say("check")}</summary><form class="in check" @submit=${send}>
    <label>${say("what")} <select name="what">
      ${own.flatMap((field) => data.seats.map((name, at) => html`<option value="${field.name}[p${at + 1}] = {}">${labelled(field, { language })} · ${name}</option>`))}
      ${common.map((field) => html`<option value="${field.name} = {}">${labelled(field, { language })}</option>`)}
      ${table.happened.map((one) => html`<option value="${one.claim} {}">${one.word}</option>`)}</select></label>
    <label>${say("value")} <input name="value" type="number" inputmode="numeric" required></label>
    <button class="btn">${say("check_now")}</button></form></details>`;
}

function isNumber(field: Field): boolean {
  return Boolean(field.label) && !field.list && !field.of && !field.table && !field.enum && !field.flag && !field.when;
}
