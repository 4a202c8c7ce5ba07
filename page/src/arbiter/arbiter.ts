// What an arbiter does with a record that is open: repairs and corrections, and a second record beside it.
import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import type { AskedFact, Language } from "../data";
import type { Judge } from "../judge";
import { type Patience, Refused } from "../referee";
import { factsForm } from "../views/facts";
import { read } from "../views/opening";
import { set, told as said } from "../views/texts";
import { type Word, word } from "../words";
import type { Compared, Edit, Opened, Repair, Repairs } from "./found";

export class ShinpanArbiter extends LitElement {
  static override properties = {
    judge: { attribute: false }, opened: { attribute: false }, language: {}, wrong: { type: Boolean }, facts: { attribute: false }, repairs: { state: true }, compared: { state: true },
    chosen: { state: true }, busy: { state: true }, error: { state: true },
  };
  judge!: Judge;
  opened!: Opened;
  language: Language = "ja";
  /** Whether anything was found in the record. */
  wrong = false;
  /** The facts that are asked for. */
  facts: AskedFact[] = [];
  repairs: Repairs | null = null;
  compared: Compared | null = null;
  /** The repair that is being written as a correction. */
  chosen: number | null = null;
  busy: { about: Word; done: number; total: number } | null = null;
  error: { ja: string; en: string } | null = null;
  private working: AbortController | null = null;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.working?.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("opened")) return;
    this.working?.abort();
    this.repairs = this.compared = this.chosen = this.error = null;
  }

  /** Does what may take long: it is shown how far it has come, and it can be stopped. */
  private async patiently<Found>(about: Word, work: (patience: Patience) => Promise<Found>): Promise<Found | null> {
    this.working?.abort();
    const mine = (this.working = new AbortController()), { opened } = this;
    this.error = null;
    this.busy = { about, done: 0, total: 0 };
    try {
      const found = await work({ signal: mine.signal, progress: (done, total) => { if (this.working === mine) this.busy = { about, done, total }; } });
      return this.opened === opened ? found : null;
    } catch (error) {
      if (this.opened === opened) this.error = error instanceof Refused ? error.said : { ja: String(error), en: String(error) };
      return null;
    } finally {
      if (this.working === mine) this.busy = null;
    }
  }

  private async look(): Promise<void> {
    this.chosen = null;
    this.repairs = await this.patiently("looking", (patience) => this.judge.repairs(this.opened, patience));
    this.focusOn("#repairs");
  }

  private async compare(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (!file) return;
    const other = { name: file.name, bytes: await read(file) };
    input.value = "";
    this.compared = await this.patiently("comparing", (patience) => this.judge.compare(this.opened, other, patience));
    this.focusOn("#compared");
  }

  private async correct(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const [who, why] = ["who", "why"].map((name) => (form.elements.namedItem(name) as HTMLInputElement).value.trim());
    if (!who || !why) return;
    const text = await this.patiently("looking", () => this.judge.corrected(this.chosen!, who, why));
    if (text) this.open(text);
  }

  /** Writes the facts that are filled in into the record. */
  private async tell(lines: string[]): Promise<void> {
    const text = await this.patiently("judging", () => this.judge.withFacts(this.opened, lines));
    if (text) this.open(text);
  }

  private open(text: string): void {
    this.dispatchEvent(new CustomEvent("judge", { detail: text }));
  }

  private focusOn(found: string): void {
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(found)?.focus());
  }

  private choose(at: number): void {
    this.chosen = this.chosen === at ? null : at;
    this.focusOn(".by input");
  }

  protected override render(): TemplateResult {
    const { language } = this;
    return html`<section class="panel"><h2>${word("arbitration", language)}</h2><div class="in">
      ${this.facts.length ? factsForm(this.facts, language, (lines) => void this.tell(lines)) : nothing}
      ${this.wrong ? html`<p><button class="btn" ?disabled=${Boolean(this.busy)} @click=${() => void this.look()}>${word("lookForRepairs", language)}</button></p>` : nothing}
      ${this.repairs ? this.found(this.repairs) : nothing}
      <p><label>${word("compareWith", language)} <input type="file" accept=".shinpan,.txt,.json,text/plain" @change=${(event: Event) => void this.compare(event.target as HTMLInputElement)}></label></p>
      ${this.compared ? this.both(this.compared) : nothing}
      ${this.busy ? this.going(this.busy) : nothing}
      ${this.error ? html`<p class="alert" role="alert">${this.error[language]}</p>` : nothing}
      <p class="vh" role="status" aria-live="polite">${this.busy ? word(this.busy.about, language) : ""}</p></div></section>`;
  }

  private going({ about, done, total }: NonNullable<typeof this.busy>): TemplateResult {
    const { language } = this;
    return html`<p class="busy">${word(about, language)}
      ${total ? html`<progress max=${total} value=${done} aria-label=${word(about, language)}></progress>` : nothing}
      <button class="btn" @click=${() => this.working?.abort()}>${word("stop", language)}</button></p>`;
  }

  private found(repairs: Repairs): TemplateResult {
    const { language } = this;
    return html`<h3 class="small" id="repairs" tabindex="-1">${word("repairsFound", language)}</h3>${this.lines(repairs.said[language])}
      ${repairs.repairs?.length ? html`<ol class="repairs">${repairs.repairs.map((one, at) => this.repair(one, at))}</ol>` : nothing}
      ${this.lines(repairs.then?.[language] ?? [])}`;
  }

  private lines(all: string[]): TemplateResult[] {
    return all.map((one) => html`<p class="clause"><bdi>${set(one, this.language)}</bdi></p>`);
  }

  private repair(one: Repair, at: number): TemplateResult {
    const { language } = this, chosen = this.chosen === at;
    return html`<li>${one.edits.map((edit) => this.edit(edit))}
      ${one.next.en ? html`<p>${said(one.next, language)}</p>` : nothing}
      <button class="btn" aria-expanded=${chosen} @click=${() => this.choose(at)}>${word("correctSo", language)}</button>
      ${chosen ? html`<form class="by" @submit=${(event: SubmitEvent) => void this.correct(event)}>
        <label>${word("who", language)} <input name="who" type="text" autocomplete="name" required></label>
        <label>${word("why", language)} <input name="why" type="text" autocomplete="off" required></label>
        <p class="muted">${word("correctionHelp", language)}</p>
        <p><button class="btn main">${word("writeCorrection", language)}</button></p></form>` : nothing}</li>`;
  }

  private edit({ place, before, after }: Edit): TemplateResult {
    const { language } = this;
    return html`<p>${said(place, language)}</p>
      ${before.en ? html`<del class="quote"><span class="vh">${word("was", language)}: </span><span aria-hidden="true">− </span>${said(before, language)}</del>` : nothing}
      ${after.en ? html`<ins class="quote"><span class="vh">${word("is", language)}: </span><span aria-hidden="true">+ </span>${said(after, language)}</ins>` : nothing}`;
  }

  private both({ said: lines, text }: Compared): TemplateResult {
    const { language } = this;
    return html`<h3 class="small" id="compared" tabindex="-1">${word("compared", language)}</h3><p class="muted">${word("recordOne", language)}</p>
      ${this.lines(lines[language])}
      ${text ? html`<p><button class="btn main" @click=${() => this.open(text)}>${word("openBoth", language)}</button></p>` : nothing}`;
  }
}
customElements.define("shinpan-arbiter", ShinpanArbiter);
