// What is asked, and what may be answered: a list to touch, and a line to write.
import { type TemplateResult, html, nothing } from "lit";
import type { Data, Language } from "../data";
import { set } from "../views/texts";
import type { Answers, Choice, Form, Listed, OpeningAsk, Now, Thing, Wrong } from "./desk";
import type { Say } from "./saying";

export interface Answering {
  say: Say;
  language: Language;
  busy: boolean;
  /** What has been chosen of several, in order. */
  picked: string[];
  write(text: string): void;
  take(number: number): void;
  pick(word: string): void;
  unpick(): void;
  list(first: number, among: string): void;
  back(): void;
}

export function before(asked: OpeningAsk, doing: Answering, troubles: TemplateResult): TemplateResult {
  const { say, language } = doing;
  return html`<div class="in">
    ${question(asked.text, "", language)}
    ${asked.given.length ? html`<p class="muted">${say("so_far")}: ${asked.given.map((one, at) => html`${at ? " · " : ""}<bdi>${set(one, language)}</bdi>`)}</p>` : nothing}
    ${line(doing)}${troubles}
    ${choices(asked.choices, asked.several, 1, doing, null, asked.repeats)}
    <p class="bar">${asked.needed ? nothing : html`<button class="btn" @click=${() => doing.write("")}>${say("leave_out")}</button>`}
      <button class="btn" ?disabled=${!asked.given.length} @click=${() => doing.back()}>${say("before")}</button></p></div>`;
}

export function question(text: string, where: string, language: Language): TemplateResult {
  return html`<h3 class="question" tabindex="-1">${where ? html`<small class="muted">${set(where, language)}</small> ` : nothing}<bdi>${set(text, language)}</bdi></h3>`;
}

/** The line in which an answer is written. */
export function line(doing: Answering): TemplateResult {
  const { say } = doing;
  const send = (event: Event) => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLElement).querySelector("input")!;
    const text = input.value;
    if (doing.busy) return;
    input.value = "";
    doing.write(text);
  };
  return html`<form class="line-entry" @submit=${send}>
    <label for="answer">${say("answer")}</label><input id="answer" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="answer-help">
    <button class="btn">${say("write")}</button>
    <p class="muted" id="answer-help">${say("answer_help")}</p></form>`;
}

/** What may be answered where it is a word of a list: one, or several in order. */
export function choices(all: Choice[], several: boolean, least: number, doing: Answering, data: Data | null = null, repeats = false): TemplateResult | typeof nothing {
  const { say, picked } = doing;
  if (!all.length) return nothing;
  const left = several && !repeats ? all.filter((one) => !picked.includes(one.word)) : all;
  return html`${several ? html`<div class="picked"><p><b>${say("chosen")}:</b> ${picked.length ? html`<bdi>${set(picked.map((word) => about(all, word)).join(" · "), doing.language)}</bdi>` : say("nothing_chosen")}
      ${least > 1 ? html`<span class="muted">${say("at_least", { count: least })}</span>` : nothing}</p>
      <p class="bar"><button class="btn main" ?disabled=${!picked.length} @click=${() => doing.write(picked.join(" "))}>${say("done")}</button>
      <button class="btn" ?disabled=${!picked.length} @click=${() => doing.unpick()}>${say("take_off")}</button></p></div>` : nothing}
    <ol class="answers" aria-label=${say("choices")}>${left.map((one) => html`<li><button class="answer" data-a=${attribute(data, one.thing)}
      @click=${() => (several ? doing.pick(one.word) : doing.write(one.word))}><span><bdi>${set(one.thing ? one.about : one.word, doing.language)}</bdi></span>
      ${one.about && !one.thing ? html`<small class="muted"><bdi>${set(one.about, doing.language)}</bdi></small>` : nothing}</button></li>`)}</ol>`;
}

/** A form: its line is filled in by touch, word after word, or written. */
export function form(form: Form, doing: Answering, data: Data, put: (word: string) => void, takeOff: () => void): TemplateResult {
  const { say, language } = doing;
  return html`<p class="quote">${set(form.text, language)}</p>
    <p class="bar"><button class="btn" @click=${takeOff}>${say("take_off")}</button>
      <button class="btn" @click=${() => doing.list(0, "")}>${say("all")}</button></p>
    <ol class="answers" aria-label=${say("choices")}>${form.words.map((one) => html`<li><button class="answer" data-a=${attribute(data, one.thing)} @click=${() => put(one.word)}>
      <span><bdi>${set(one.about || one.word, language)}</bdi></span></button></li>`)}</ol>`;
}

function about(all: Choice[], word: string): string {
  const found = all.find((one) => one.word === word);
  return found?.thing ? found.about : word;
}

function attribute(data: Data | null, thing: Thing | undefined): string {
  return String((thing && data?.cards[thing[0]]?.[String(thing[1])]?.row["attribute"]) ?? "plain");
}

/** The answers to a decision, as far as they are listed. */
export function answers(listed: Answers, doing: Answering, data: Data): TemplateResult {
  const { say, language } = doing;
  return html`<div class="bar"><h4 class="small">${listed.among ? html`<bdi>${set(say("among", { words: listed.among }), language)}</bdi>` : say("answers")}</h4>
      ${listed.among ? html`<button class="btn" @click=${() => doing.list(0, "")}>${say("all")}</button>` : nothing}</div>
    <ol class="answers" aria-label=${say("answers")}>${listed.list.map((one, at) => answer(one, at + 1, doing, data))}</ol>
    ${listed.more ? html`<p><button class="btn" @click=${() => doing.list(listed.first + listed.list.length, listed.among)}>${say("more")}</button></p>` : nothing}
    ${listed.cut ? html`<p class="muted">${listed.cut}</p>` : nothing}`;
}

function answer(one: Listed, number: number, doing: Answering, data: Data): TemplateResult {
  return html`<li><button class="answer" data-a=${attribute(data, one.things[0])} @click=${() => doing.take(number)}>
    <span><b>${number}</b> <bdi>${set(one.words, doing.language)}</bdi></span>${one.line ? html`<small class="muted"><code><bdi>${set(one.line, doing.language)}</bdi></code></small>` : nothing}</button></li>`;
}

/** Why an answer was refused: the clauses, and what would be legal. */
export function refusal(wrong: Wrong, say: Say, language: Language): TemplateResult {
  return html`<div class="alert" role="alert"><p><b><bdi>${set(wrong.text, language)}</bdi></b></p>
    ${wrong.rules.map(([id, section, text]) => html`<p class="clause"><b>${id}</b> ${set(section, language)}: ${set(text, language)}</p>`)}
    ${wrong.legal.length ? html`<p>${say("legal", { count: wrong.counted })}</p><ul class="legal">${wrong.legal.map((one) => html`<li><code>${set(one.line, language)}</code> <span lang="ja">${one.names.join("、")}</span></li>`)}</ul>` : nothing}</div>`;
}

/** How the game ended. */
export function over(now: Now, say: Say, language: Language): TemplateResult {
  const { verdict, actions, link } = now.over!;
  return html`${verdict ? html`<p class="verdict ok">${set(say("over", { verdict, actions }), language)}</p>` : nothing}
    ${link ? html`<p>${say("link")}: <code>${link}</code></p>` : nothing}`;
}
