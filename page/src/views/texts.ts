// Texts as they are set. What is Japanese in an English text is marked as such: it is read out by the right voice and set
// in the right font.
import { type TemplateResult, html } from "lit";
import type { Data, Language, Texts } from "../data";
import { texted, word } from "../words";

const SIGNS = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}々〆ー・「」、。()";
const JAPANESE = new RegExp(`([${SIGNS}](?:[${SIGNS}::\\d ]*[${SIGNS}])?)`, "u");

/** A text in a language, with what is in the other one marked. */
export function set(text: string, language: Language): TemplateResult {
  if (language === "ja" || !JAPANESE.test(text)) return html`${text}`;
  // Split by a group, every second part is what the group took.
  return html`${text.split(JAPANESE).map((part, at) => (at % 2 ? html`<span lang="ja">${part}</span>` : part))}`;
}

/** A text of the engine in the language, or in the one that there is. */
export function told(texts: Texts, language: Language): TemplateResult {
  const said = texted(texts, language);
  return html`<span lang=${said.lang}><bdi>${set(said.text, said.lang)}</bdi></span>`;
}

/** A line of a transcript, in the words of the language. */
export function written(line: Texts, language: Language): TemplateResult {
  const said = texted(line, language);
  return html`<code class="written" lang=${said.lang}>${set(said.text, said.lang)}</code>`;
}

/** What a printed step is for; its number where nothing is said of it. */
export function stepWord(data: Data, printed: string, language: Language): string {
  const said = data.steps[printed]?.[language];
  if (!said) return printed;
  return /^[\d.]+$/.test(printed) ? `${printed} ${said}` : said;
}

/** Where one is: turn or round, and printed step. */
export function whereWord(data: Data, turn: number | undefined, printed: string | undefined, language: Language): string {
  const head = turn ? `${word(data.game.heads, language)} ${turn}` : word("setup", language);
  return printed ? `${head} · ${stepWord(data, printed, language)}` : head;
}
