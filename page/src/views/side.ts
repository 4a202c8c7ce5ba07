// What stands beside the table: the finding, the story, the numbers that were checked, the clauses, what the verdict rests on.
import { type TemplateResult, html, nothing } from "lit";
import type { Clause, Data, Finding, Language, Report, Step, StoryLine, Texts, Told } from "../data";
import { texted, word } from "../words";
import { set, stepWord, told as said, whereWord, written } from "./texts";

const WRONG = new Set(["illegal", "contradicted", "diverged", "malformed"]);

export function verdictChip(data: Data, report: Report, language: Language): TemplateResult {
  const kind = WRONG.has(report.verdict) ? "bad" : report.verdict === "undecidable" ? "" : "ok";
  const sign = kind === "bad" ? "×" : kind === "ok" ? "✓" : "?";
  return html`<span class="verdict ${kind}"><span aria-hidden="true">${sign}</span> ${texted(data.verdicts[report.verdict] ?? {}, language).text}
    <small>${report.replayed} / ${report.total} ${word("actions", language)}</small></span>`;
}

function line(text: Texts, names: string[] | undefined, language: Language): TemplateResult {
  return html`${written(text, language)}${names?.length ? html` <span class="muted" lang="ja">${names.join("、")}</span>` : nothing}`;
}

export function findingPanel(data: Data, finding: Finding, language: Language): TemplateResult {
  const { turn, printed, line: at } = finding.where;
  return html`
    <section class="panel finding ${finding.verdict === "undecidable" ? "open" : ""}" id="finding" tabindex="-1">
      <h2><span aria-hidden="true">×</span> ${texted(data.verdicts[finding.verdict] ?? {}, language).text}
        ${turn || printed ? html` · ${set(whereWord(data, turn, printed, language), language)}` : nothing}
        ${finding.seat ? html` · <bdi>${data.seats[finding.seat - 1]}</bdi>` : nothing}</h2>
      <div class="in">
        <p class="big">${said(finding.message, language)}</p>
        ${finding.submitted.en ? html`<div><h3 class="small">${word("written", language)}${at ? html` (${word("line", language)} ${at})` : nothing}</h3>
          <p class="quote">${line(finding.submitted, finding.names, language)}</p></div>` : nothing}
        ${finding.differences.map((one) => html`<p class="quote">${said(one, language)}</p>`)}
        ${finding.clauses.map((id) => clauseText(id, data.clauses[id], language))}
        ${finding.legal.length ? html`<div><h3 class="small">${word("legal", language)} (${finding.counted}${finding.whole ? "" : "+"})</h3>
          <ul class="legal">${finding.legal.map((one) => html`<li>${line(one.line, one.names, language)}</li>`)}
          ${finding.counted > finding.legal.length ? html`<li class="muted">… ${finding.counted - finding.legal.length} ${word("more", language)}</li>` : nothing}</ul></div>` : nothing}
      </div>
    </section>`;
}

export function clauseText(id: string, clause: Clause | undefined, language: Language): TemplateResult {
  if (!clause) return html`<p class="clause"><b>${id}</b></p>`;
  const also = (name: "example" | "ruling", texts: Texts) => (texts.ja || texts.en ? html`<p class=${name === "example" ? "muted" : ""}>${word(name, language)}: ${said(texts, language)}</p>` : nothing);
  return html`<div class="clause"><p><b>${id}</b> ${said(clause.section, language)}${clause.inferred ? html` (${word("inferred", language)})` : nothing}</p>
    <p>${said(clause.text, language)}</p>${also("example", clause.example)}${also("ruling", clause.ruling)}</div>`;
}

export function story(data: Data, told: Told, links: string[], now: number, language: Language, go: (step: number) => void): TemplateResult {
  return html`<section class="panel story"><h2>${word("story", language)}</h2><ol>
    ${told.steps.map((step) => storyOf(data, step, links, now, language, go))}</ol></section>`;
}

function storyOf(data: Data, step: Step, links: string[], now: number, language: Language, go: (step: number) => void): TemplateResult | typeof nothing {
  const own = (step.story ?? []).filter((one) => one.lang === language);
  const heads = own.filter((one) => one.kind === "head");
  const events = own.filter((one) => one.kind === "events");
  if (!heads.length && !events.length && !step.claims?.length) return nothing;
  return html`${events.length || step.claims?.length ? html`<li><a class="go" data-step=${step.number} href="#${links[step.number]}" aria-current=${step.number === now ? "step" : nothing}
      @click=${(event: Event) => { event.preventDefault(); go(step.number); }}>
      ${step.printed ? html`<small class="muted">${set(stepWord(data, step.printed, language), language)}</small> ` : nothing}${lines(events)}
      ${marks(step, language)}</a></li>` : nothing}
    ${heads.map((one) => html`<li class="turn"><h3>${lines([one])}</h3></li>`)}`;
}

/** Lines of the story, one after the other. */
export function lines(all: StoryLine[]): TemplateResult[] {
  return all.map((one) => html`<span lang=${one.lang}><bdi>${set(one.text, one.lang)}</bdi> </span>`);
}

function marks(step: Step, language: Language): TemplateResult[] {
  return (step.claims ?? []).map((claim) => html`<span class="mark ${claim.ok ? "" : "bad"}"><span aria-hidden="true">${claim.ok ? "✓" : "×"}</span> ${written(claim.text, language)} ${word(claim.ok ? "right" : "wrong", language)}</span>`);
}

/** The steps at which a clause decided something. */
function places(steps: number[], links: string[], now: number, language: Language, go: (step: number) => void): TemplateResult | typeof nothing {
  if (steps.length < 2) return nothing;
  return html`<details class="places"><summary>${word("count", language)} ${steps.length}</summary><p>${steps.map((at) => html`<a class="place-link" href="#${links[at]}" aria-current=${at === now ? "step" : nothing}
    @click=${(event: Event) => { event.preventDefault(); go(at); }}>${links[at]}</a> `)}</p></details>`;
}

/** What one step rests on: numbers that were checked, and clauses. */
export function stepPanel(data: Data, told: Told, links: string[], step: Step, language: Language, go: (step: number) => void): TemplateResult {
  const where = (id: string) => told.steps.filter((one) => one.rules?.includes(id)).map((one) => one.number);
  return html`
    ${step.claims?.length ? html`<section class="panel"><h2>${word("checked", language)}</h2><div class="in"><p>${marks(step, language)}</p></div></section>` : nothing}
    ${step.rules?.length ? html`<section class="panel"><h2>${word("clauses", language)}</h2><div class="in">${step.rules.map((id) => html`<div>${clauseText(id, data.clauses[id], language)}${places(where(id), links, step.number, language, go)}</div>`)}</div></section>` : nothing}`;
}

/** What was put right after the game was written down. */
export function correctionsPanel(data: Data, report: Report, language: Language): TemplateResult | typeof nothing {
  if (!report.corrections?.length) return nothing;
  return html`<section class="panel"><h2>${word("corrections", language)}</h2><div class="in"><ul class="items">
    ${report.corrections.map((one) => html`<li class="clause"><b>${set(whereWord(data, one.turn, "", language), language)}</b> ${said(one.text, language)}</li>`)}</ul></div></section>`;
}

/** How the game ended. */
export function resultWord(data: Data, report: Report, language: Language): string {
  const { result } = report;
  if (!result) return "";
  const names = result.winners.map((seat) => data.seats[seat - 1] ?? `p${seat}`).join(language === "ja" ? "、" : ", ");
  const ended = names ? `${word("won", language)}: ${names}` : word(result.lost ? "lost" : "drawn", language);
  const score = result.score.length ? `${word("score", language)} ${result.score.join(" – ")}` : "";
  return [ended, texted(result.reason, language).text, score].filter(Boolean).join(" · ");
}

export function restsPanel(data: Data, report: Report, language: Language): TemplateResult {
  return html`<section class="panel"><h2>${word("rests", language)}</h2><div class="in">
    <p class="muted">${word("pack", language)} <code>${data.pack}</code>${report.link ? html` · ${word("link", language)} <code>${report.link.slice(0, 16)}</code>` : nothing}</p>
    ${report.assumptions.length ? html`<details><summary>${word("assumed", language)} ${report.assumptions.length}</summary><ul class="items">${report.assumptions.map((one) => html`<li class="clause"><b>${one.id}</b> ${said(one.text, language)}</li>`)}</ul></details>` : nothing}
    ${report.notes.length ? html`<details><summary>${word("notes", language)} ${report.notes.length}</summary><ul class="items">${report.notes.map((one) => html`<li class="clause">${one.where.line ? `${word("line", language)} ${one.where.line}: ` : ""}${said(one.text, language)}</li>`)}</ul></details>` : nothing}
  </div></section>`;
}
