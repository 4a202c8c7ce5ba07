// What stands over the table in every view: what has just happened, and who is asked what.
import { type TemplateResult, html, nothing } from "lit";
import type { JsonObject } from "../data";
import { texted, word } from "../words";
import { type Looking, seatName } from "./looking";
import { lines } from "./side";
import { set } from "./texts";

export function moment(looking: Looking): TemplateResult {
  const { step, language } = looking;
  const own = (step.story ?? []).filter((one) => one.lang === language);
  const events = own.filter((one) => one.kind === "events");
  // Where nothing else happened, that the next turn began.
  const happened = events.length ? events : own.filter((one) => one.kind === "head");
  const asked = open(looking);
  return html`<div class="moment">
    ${happened.length ? html`<p>${lines(happened)}</p>` : nothing}
    ${asked.length ? html`<p class="muted">${word("asked", language)}: ${asked.map((one, at) => html`${at ? " · " : ""}<bdi>${seatName(looking, Number(one["seat"]))}</bdi> – ${set(decision(looking, one), language)}`)}</p>` : nothing}</div>`;
}

/** The decisions that nobody has made yet: of those that several make at once, some may be made already. */
export function open({ step }: Looking): JsonObject[] {
  return ((step.state["pending"] ?? []) as JsonObject[]).filter((one) => !one["answer"]);
}

/** A decision in words. */
export function decision(looking: Looking, pending: JsonObject): string {
  return texted(looking.data.asks[String(pending["ask"])] ?? {}, looking.language).text;
}
