// What stands beside the table: the finding, the story, the numbers that were checked, the clauses, what the verdict rests on.
import { type TemplateResult, html, nothing } from "lit";
import type { Clause, Data, Finding, Language, Report, Step, Texts, Told } from "../data";
import { texted, word } from "../words";

const WRONG = new Set(["illegal", "contradicted", "diverged", "malformed"]);

export function verdictChip(data: Data, report: Report, language: Language): TemplateResult {
  const kind = WRONG.has(report.verdict) ? "bad" : report.verdict === "undecidable" ? "" : "ok";
  const sign = kind === "bad" ? "×" : kind === "ok" ? "✓" : "?";
  return html`<span class="verdict ${kind}"><span aria-hidden="true">${sign}</span> ${texted(data.verdicts[report.verdict] ?? {}, language).text}
    <small>${report.replayed} / ${report.total} ${word("actions", language)}</small></span>`;
}

function line(said: Texts, names: string[] | undefined, language: Language): TemplateResult {
  const { text, lang } = texted(said, language);
  return html`<code lang=${lang}>${text}</code>${names?.length ? html` <span class="muted" lang="ja">${names.join("、")}</span>` : nothing}`;
}

export function findingPanel(data: Data, finding: Finding, language: Language): TemplateResult {
  const said = texted(finding.message, language);
  const { turn, printed, line: at } = finding.where;
  return html`
    <section class="panel finding ${finding.verdict === "undecidable" ? "open" : ""}" id="finding" tabindex="-1">
      <h2><span aria-hidden="true">×</span> ${texted(data.verdicts[finding.verdict] ?? {}, language).text}
        ${turn ? html` · ${word(data.game.heads, language)} ${turn}` : nothing}${printed ? html` · ${printed}` : nothing}
        ${finding.seat ? html` · <bdi>${data.seats[finding.seat - 1]}</bdi>` : nothing}</h2>
      <div class="in">
        <p class="big" lang=${said.lang}><bdi>${said.text}</bdi></p>
        ${finding.submitted.en ? html`<div><h3 class="small">${word("written", language)}${at ? html` (${word("line", language)} ${at})` : nothing}</h3>
          <p class="quote">${line(finding.submitted, finding.names, language)}</p></div>` : nothing}
        ${finding.differences.map((one) => one.map((part) => texted(part, language).text)).map(([path, recorded, computed]) => html`<p class="quote"><code>${path}</code>: ${word("recorded", language)} <b>${recorded}</b>, ${word("computed", language)} <b>${computed}</b></p>`)}
        ${finding.clauses.map((id) => clauseText(id, data.clauses[id], language))}
        ${finding.legal.length ? html`<div><h3 class="small">${word("legal", language)} (${finding.counted}${finding.whole ? "" : "+"})</h3>
          <ul class="legal">${finding.legal.map((one) => html`<li>${line(one.line, one.names, language)}</li>`)}
          ${finding.counted > finding.legal.length ? html`<li class="muted">… ${finding.counted - finding.legal.length} ${word("more", language)}</li>` : nothing}</ul></div>` : nothing}
      </div>
    </section>`;
}

export function clauseText(id: string, clause: Clause | undefined, language: Language): TemplateResult {
  if (!clause) return html`<p class="clause"><b>${id}</b></p>`;
  const said = texted(clause.text, language), example = texted(clause.example, language), ruling = texted(clause.ruling, language);
  return html`<div class="clause"><p><b>${id}</b> <span lang="ja">${texted(clause.section, language).text}</span>${clause.inferred ? html` (${word("inferred", language)})` : nothing}</p>
    <p lang=${said.lang}>${said.text}</p>
    ${example.text ? html`<p class="muted" lang=${example.lang}>${word("example", language)}: ${example.text}</p>` : nothing}
    ${ruling.text ? html`<p lang=${ruling.lang}>${word("ruling", language)}: ${ruling.text}</p>` : nothing}</div>`;
}

export function story(told: Told, links: string[], now: number, language: Language, go: (step: number) => void): TemplateResult {
  return html`<section class="panel story"><h2>${word("story", language)}</h2><ol>
    ${told.steps.map((step) => storyOf(step, links, now, language, go))}</ol></section>`;
}

function storyOf(step: Step, links: string[], now: number, language: Language, go: (step: number) => void): TemplateResult | typeof nothing {
  const own = (step.story ?? []).filter((one) => one.lang === language);
  const heads = own.filter((one) => one.kind === "head");
  const events = own.filter((one) => one.kind === "events");
  if (!heads.length && !events.length && !step.claims?.length) return nothing;
  return html`${events.length || step.claims?.length ? html`<li><a class="go" href="#${links[step.number]}" aria-current=${step.number === now ? "step" : nothing}
      @click=${(event: Event) => { event.preventDefault(); go(step.number); }}>
      ${step.printed ? html`<small class="muted">${step.printed}</small> ` : nothing}${events.map((one) => html`<span lang=${one.lang}><bdi>${one.text}</bdi> </span>`)}
      ${marks(step, language)}</a></li>` : nothing}
    ${heads.map((one) => html`<li class="turn"><h3 lang=${one.lang}><bdi>${one.text}</bdi></h3></li>`)}`;
}

function marks(step: Step, language: Language): TemplateResult[] {
  return (step.claims ?? []).map((claim) => html`<span class="mark ${claim.ok ? "" : "bad"}">${claim.ok ? "✓" : "×"} ${texted(claim.text, language).text} ${word(claim.ok ? "right" : "wrong", language)}</span>`);
}

/** What one step rests on: numbers that were checked, and clauses. */
export function stepPanel(data: Data, step: Step, language: Language): TemplateResult {
  return html`
    ${step.claims?.length ? html`<section class="panel"><h2>${word("checked", language)}</h2><div class="in"><p>${marks(step, language)}</p></div></section>` : nothing}
    ${step.rules?.length ? html`<section class="panel"><h2>${word("clauses", language)}</h2><div class="in">${step.rules.map((id) => clauseText(id, data.clauses[id], language))}</div></section>` : nothing}`;
}

export function restsPanel(data: Data, report: Report, language: Language): TemplateResult {
  return html`<section class="panel"><h2>${word("rests", language)}</h2><div class="in">
    <p class="muted">${word("pack", language)} ${data.pack}${report.link ? html` · ${word("link", language)} <code>${report.link.slice(0, 16)}</code>` : nothing}</p>
    ${report.assumptions.length ? html`<details><summary>${report.assumptions.length}</summary><ul class="items">${report.assumptions.map((one) => {
      const said = texted(one.text, language);
      return html`<li class="clause"><b>${one.id}</b> <span lang=${said.lang}>${said.text}</span></li>`;
    })}</ul></details>` : nothing}
    ${report.notes.length ? html`<details><summary>${word("notes", language)} ${report.notes.length}</summary><ul class="items">${report.notes.map((one) => {
      const said = texted(one.text, language);
      return html`<li class="clause">${one.where.line ? `${word("line", language)} ${one.where.line}: ` : ""}<span lang=${said.lang}>${said.text}</span></li>`;
    })}</ul></details>` : nothing}
  </div></section>`;
}
