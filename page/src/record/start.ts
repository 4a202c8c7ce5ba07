// Before a record is written: a new one, a draft that is kept here, a file.
import { type TemplateResult, html, nothing } from "lit";
import type { Language } from "../data";
import { set } from "../views/texts";
import { type Kept, heading, isOurs, saveFile } from "./store";
import type { Say } from "./saying";

const MOST_BYTES = 4 << 20;

export interface Starting {
  begin(): void;
  goOn(kept: Kept): void;
  remove(kept: Kept): void;
  open(text: string): void;
  /** The draft that is deleted when its button is pressed once more. */
  asked: string;
}

export function start(say: Say, language: Language, kept: Kept[], doing: Starting): TemplateResult {
  return html`<div class="in">
    <p><button class="btn main" @click=${() => doing.begin()}>${say("new")}</button></p>
    <p><label>${say("continue_file")} <input type="file" accept=".shinpan,.txt,text/plain" @change=${(event: Event) => void taken(event.target as HTMLInputElement, doing)}></label></p>
    ${kept.length ? html`<h3 class="small">${say("drafts")}</h3><ul class="drafts">${kept.map((one) => draft(say, language, one, doing, Object.values(heading(one.text)), saveFile))}</ul>` : nothing}
    <p class="muted">${say("kept_here")}</p></div>`;
}

/** What is done with a draft. */
export type Drafting = Pick<Starting, "goOn" | "remove" | "asked">;

export function draft(say: Say, language: Language, kept: Kept, doing: Drafting, about: string[], save: (text: string) => void): TemplateResult {
  const when = new Date(kept.time);
  const called = [...about, Number.isNaN(when.getTime()) ? "" : when.toLocaleString(language)].filter(Boolean).join(" · ") || kept.id;
  return html`<li><span><bdi>${set(called, language)}</bdi></span>
    ${isOurs(kept) ? nothing : html`<p class="alert">${say("other_version")}</p>`}
    ${isOurs(kept) ? html`<button class="btn main" @click=${() => doing.goOn(kept)} aria-label="${say("go_on")}: ${called}">${say("go_on")}</button>` : nothing}
    <button class="btn" @click=${() => save(kept.text)} aria-label="${say("save")}: ${called}">${say("save")}</button>
    <button class="btn" @click=${() => doing.remove(kept)} aria-label="${say("delete")}: ${called}">${say("delete")}</button>
    ${doing.asked === kept.id ? html`<p class="alert" role="alert">${say("really")}</p>` : nothing}</li>`;
}

async function taken(input: HTMLInputElement, doing: Starting): Promise<void> {
  const file = input.files?.[0];
  if (file) doing.open(await file.slice(0, MOST_BYTES + 1).text());
  input.value = "";
}
