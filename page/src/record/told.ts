// The story of what has been written, with a way back to each line.
import { type TemplateResult, html, nothing } from "lit";
import type { Language } from "../data";
import { set } from "../views/texts";
import { word } from "../words";
import type { Told } from "./desk";
import type { Say } from "./saying";

export function story(told: Told[], say: Say, language: Language, readonly: boolean, until: (step: number) => void): TemplateResult {
  const last = told.at(-1)?.step ?? 0;
  return html`<section class="panel story"><h2>${word("story", language)}</h2><ol>${told.map((one) => html`<li class=${one.kind === "events" ? "told" : "turn"}>
    ${one.kind === "events" ? html`<span><bdi>${set(one.text, one.lang)}</bdi></span>` : html`<h3><bdi>${set(one.text, one.lang)}</bdi></h3>`}
    ${one.kind === "events" && one.step && one.step < last && !readonly ? html`<button class="btn until" aria-label="${say("until")}: ${one.text}" @click=${() => until(one.step)}>↶</button>` : nothing}</li>`)}</ol></section>`;
}
