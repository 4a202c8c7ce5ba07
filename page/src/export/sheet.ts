// What a printed sheet says of a game beside its story and finding; on the screen it is not shown.
import { type TemplateResult, html, nothing } from "lit";
import type { Data, Language, Report } from "../data";
import { resultWord } from "../views/side";
import { set } from "../views/texts";
import { texted, word } from "../words";

export function sheet(data: Data, report: Report, language: Language): TemplateResult {
  const result = resultWord(data, report, language);
  return html`<section class="panel sheet"><h2>${word("sheet", language)}</h2><dl class="in">
    <dt>${word("players", language)}</dt><dd>${data.seats.map((name, at) => html`${at ? " · " : ""}<bdi>${name}</bdi>`)}</dd>
    ${result ? html`<dt>${word("result", language)}</dt><dd>${set(result, language)}</dd>` : nothing}
    <dt>${word("verdict", language)}</dt><dd>${texted(data.verdicts[report.verdict] ?? {}, language).text} (${report.replayed} / ${report.total} ${word("actions", language)})</dd>
    <dt>${word("pack", language)}</dt><dd><code>${data.pack}</code></dd>
    ${report.link ? html`<dt>${word("link", language)}</dt><dd><code>${report.link}</code></dd>` : nothing}</dl></section>`;
}
