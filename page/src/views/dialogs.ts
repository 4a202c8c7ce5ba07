// What opens over the page: a card, and the list of keys.
import { type TemplateResult, html, nothing } from "lit";
import type { Data, Field, Language, Told } from "../data";
import { labelled } from "../labels";
import { thingsOf } from "../shape";
import { KEYS, word } from "../words";
import { set } from "./texts";

export function cardDialog(data: Data, told: Told, links: string[], table: string, number: number, language: Language, go: (step: number) => void): TemplateResult {
  const card = data.cards[table]?.[String(number)];
  const said = card?.told[language] ?? card?.told.en;
  return html`<div class="in">
    <h2 tabindex="-1" lang="ja">${card?.name ?? "?"} <small class="muted">${card?.id ?? number}</small></h2>
    ${said ? html`<div><h3 class="small">${word("facts", language)}</h3><dl>${said.lines.map(([label, text]) => html`<dt>${set(label, language)}</dt><dd>${set(text, language)}</dd>`)}</dl></div>
      ${said.source ? html`<p class="muted">${word("source", language)}: ${set(said.source, language)}</p>` : nothing}` : nothing}
    ${told.steps.length ? html`<div><h3 class="small">${word("way", language)}</h3><ul class="legal">${wayOf(data, told, table, number).map((one) => html`<li>
      <a href="#${links[one.step]}" @click=${(event: Event) => { event.preventDefault(); go(one.step); }}>${links[one.step]}</a>
      ${one.seat ? html`<bdi>${data.seats[one.seat - 1]}</bdi> ` : nothing}${one.zone ? set(labelled(one.zone, { language }), language) : word("gone", language)}</li>`)}</ul></div>` : nothing}
    <form method="dialog"><button class="btn">${word("close", language)}</button></form>
  </div>`;
}

/** Where a card was, from each step on at which that changed. */
export function wayOf(data: Data, told: Told, table: string, number: number): { step: number; zone: Field | null; seat: number }[] {
  const found: { step: number; zone: Field | null; seat: number }[] = [];
  let before = "";
  for (const step of told.steps) {
    const here = thingsOf(data, step.state).find((one) => one.table === table && one.number === number);
    const place = here ? `${here.seat} ${here.zone.name}` : "";
    if (place !== before) found.push({ step: step.number, zone: here?.zone ?? null, seat: here?.seat ?? 0 });
    before = place;
  }
  return found;
}

export function keysDialog(language: Language, single: boolean, change: (single: boolean) => void): TemplateResult {
  return html`<div class="in"><h2 tabindex="-1">${word("keys", language)}</h2>
    <dl>${KEYS.map(([key, ja, en]) => html`<dt><code>${key}</code></dt><dd>${language === "ja" ? ja : en}</dd>`)}</dl>
    <label><input type="checkbox" .checked=${single} @change=${(event: Event) => change((event.target as HTMLInputElement).checked)}> ${word("singles", language)}</label>
    <form method="dialog"><button class="btn">${word("close", language)}</button></form></div>`;
}
