// What is printed on cards of which the card list is silent: a field for each fact that is asked for.
import { type TemplateResult, html } from "lit";
import type { AskedFact, Language } from "../data";
import { word } from "../words";
import { told } from "./texts";

/** `tell` is given a line for each card of which something was filled in. */
export function factsForm(facts: AskedFact[], language: Language, tell: (lines: string[]) => void): TemplateResult {
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const lines = filledIn(facts, new FormData(event.currentTarget as HTMLFormElement));
    if (lines.length) tell(lines);
  };
  return html`<form class="by" @submit=${send}><h3 class="small">${word("askedFacts", language)}</h3>
    ${facts.map(({ card, fields }) => html`<fieldset><legend><code>${card}</code></legend>${fields.map(({ name, label }) => html`<label>${told(label, language)}
      <input name="${card} ${name}" type="text" autocomplete="off" autocapitalize="off" spellcheck="false"></label>`)}</fieldset>`)}
    <p class="muted">${word("factHelp", language)}</p>
    <p><button class="btn main">${word("writeFacts", language)}</button></p></form>`;
}

function filledIn(facts: AskedFact[], form: FormData): string[] {
  return facts.flatMap(({ card, fields }) => {
    const said = fields.map(({ name }) => [name, String(form.get(`${card} ${name}`) ?? "").trim()]).filter(([, value]) => value);
    return said.length ? [`${card} ${said.map(([name, value]) => `${name}=${value}`).join(" ")}`] : [];
  });
}
