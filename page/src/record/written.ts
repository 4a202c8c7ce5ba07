// The transcript beside the board: it can be changed, and what is wrong in it is marked at its words.
import { type TemplateResult, html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import type { Language } from "../data";
import { set } from "../views/texts";
import type { Broken, Unread } from "./desk";
import type { Say } from "./saying";

const LONG = 20_000;

export interface Editing {
  say: Say;
  language: Language;
  readonly: boolean;
  text: string;
  /** What somebody has made of the text; nothing while it is as it was. */
  changed: string | null;
  wrong: { unread?: Unread; broken?: Broken; of: string } | null;
  change(text: string): void;
  apply(): void;
  discard(): void;
  keepFirst(entries: number): void;
}

export function written(doing: Editing): TemplateResult {
  const { say, changed } = doing;
  return html`<section class="panel"><h2 id="written">${say("text")}</h2><div class="in">
    <textarea class="written-text" rows="14" aria-labelledby="written" aria-describedby="written-help" spellcheck="false" wrap="off" lang="ja" ?readonly=${doing.readonly}
      aria-invalid=${doing.wrong ? "true" : nothing} .value=${live(changed ?? doing.text)} @input=${(event: Event) => doing.change((event.target as HTMLTextAreaElement).value)}
      @paste=${(event: ClipboardEvent) => pasted(event, doing)}></textarea>
    <p class="muted" id="written-help">${say("text_help")}</p>
    ${doing.wrong ? fault(doing) : nothing}
    ${changed === null ? nothing : html`<p class="bar"><button class="btn main" @click=${() => doing.apply()}>${say("apply")}</button>
      <button class="btn" @click=${() => doing.discard()}>${say("discard")}</button></p>`}</div></section>`;
}

/** A long text is put in at once: browsers take a minute to insert 100,000 lines one by one. */
function pasted(event: ClipboardEvent, doing: Editing): void {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (text.length < LONG || doing.readonly) return;
  event.preventDefault();
  const area = event.target as HTMLTextAreaElement;
  area.setRangeText(text.replaceAll("\r\n", "\n"), area.selectionStart, area.selectionEnd, "end");
  doing.change(area.value);
}

/** What is wrong in a text, with its line and the words marked. */
function fault(doing: Editing): TemplateResult {
  const { say, language, wrong } = doing;
  const { unread, broken, of } = wrong!;
  const place = placeOf(of, unread?.line ?? broken?.line ?? 0, unread?.column ?? 0);
  return html`<div class="alert" role="alert"><p><bdi>${set((unread ?? broken)!.text, language)}</bdi></p>
    ${place ? html`<p>${say("wrong_line", { line: unread?.line ?? broken!.line })}: <code lang="ja"><bdi>${of.slice(place.begins, place.from)}<mark>${of.slice(place.from, place.to)}</mark>${of.slice(place.to, place.ends)}</bdi></code></p>` : nothing}
    ${broken?.entries ? html`<p><button class="btn" @click=${() => doing.keepFirst(broken.entries)}>${say("keep_first", { entries: broken.entries, of: broken.of })}</button></p>` : nothing}</div>`;
}

const LONGEST_SHOWN = 400;

/** Where a word of a line begins and ends in a text, and the line itself; without a column the whole line is meant. */
export function placeOf(text: string, line: number, column: number): { begins: number; ends: number; from: number; to: number } | null {
  const rows = text.split("\n");
  const row = rows[line - 1];
  if (row === undefined) return null;
  const begins = rows.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const ends = begins + Math.min(row.length, LONGEST_SHOWN);
  // Columns count characters, and places of a text the halves of some.
  const from = column ? Math.min(begins + [...row].slice(0, column - 1).join("").length, ends) : begins;
  const word = column ? /^\S*/.exec(text.slice(from, ends))![0].length : ends - begins;
  return { begins, ends, from, to: from + word };
}
