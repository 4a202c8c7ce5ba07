// The page: where one is, in which language, with whose eyes.
import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { type Data, type Language, type Step, type Told, unpacked } from "../data";
import { linksOf, stepOf } from "../place";
import { type Referee, Refused } from "../referee";
import { thingsOf } from "../shape";
import { texted, word } from "../words";
import { board, hasBoard } from "./boards/index";
import { cardDialog, keysDialog } from "./dialogs";
import { opening } from "./opening";
import type { Looking } from "./looking";
import { moment } from "./moment";
import { findingPanel, restsPanel, stepPanel, story, verdictChip } from "./side";
import { zones } from "./zones";

const THEMES = ["", "light", "dark"];

export class ShinpanPage extends LitElement {
  static override properties = {
    data: { state: true }, told: { state: true }, now: { state: true }, language: { state: true }, error: { state: true },
    busy: { state: true }, over: { state: true }, single: { state: true }, plain: { state: true },
  };
  data: Data | null = null;
  told: Told | null = null;
  now = 0;
  language: Language = navigator.language.startsWith("ja") ? "ja" : "en";
  error: { ja: string; en: string } | null = null;
  busy = "";
  /** What lies over the page: a card or the keys. */
  over: { table: string; number: number } | "keys" | null = null;
  single = true;
  /** Whether the table is shown as its zones though the game has a board. */
  plain = false;
  private links: string[] = [];
  private theme = 0;

  constructor(readonly referee: Referee) {
    super();
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.follow());
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  async begin(): Promise<void> {
    const asked = new URLSearchParams(location.search).get("lang");
    if (asked === "ja" || asked === "en") this.language = asked;
    const data = await this.referee.first();
    if (data) await this.show(data);
  }

  /** Shows a record, at the step that the address names, or at its finding, or at its end. */
  private async show(data: Data): Promise<void> {
    this.data = data;
    await this.look(data.viewers[0]!);
    this.now = this.told!.steps.length ? this.told!.steps.length - 1 : 0;
    this.follow();
  }

  /** Looks with somebody's eyes. */
  private async look(viewer: string): Promise<void> {
    this.told = unpacked(await this.referee.telling(this.data!, viewer));
    this.links = linksOf(this.told.steps);
    this.now = Math.min(this.now, Math.max(this.told.steps.length - 1, 0));
  }

  async open(name: string, bytes: Uint8Array): Promise<void> {
    this.error = null;
    this.busy = word("judging", this.language);
    try {
      await this.show(await this.referee.open(name, bytes));
    } catch (error) {
      this.error = error instanceof Refused ? error.said : { ja: String(error), en: String(error) };
    } finally {
      this.busy = "";
    }
  }

  private follow(): void {
    const step = location.hash ? stepOf(location.hash, this.links) : null;
    if (step !== null) this.now = step;
  }

  private go(step: number): void {
    const most = (this.told?.steps.length ?? 1) - 1;
    this.now = Math.min(Math.max(step, 0), most);
    this.over = null;
    // Addresses of local files cannot always be changed; the page goes on without.
    try { history.replaceState(null, "", `#${this.links[this.now]}`); } catch { /* */ }
  }

  private findingStep(): number {
    const where = this.told?.report.findings[0]?.where;
    return Math.min(where?.step || (this.told?.report.replayed ?? 0), (this.told?.steps.length ?? 1) - 1);
  }

  private toFinding(): void {
    this.go(this.findingStep());
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("#finding")?.focus());
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || this.over || target.closest("input,textarea,select")) return;
    const letters: Record<string, () => void> = {
      ",": () => this.go(this.now - 1), ".": () => this.go(this.now + 1), f: () => this.toFinding(), h: () => void this.nextView(),
      l: () => this.otherLanguage(), t: () => this.otherTheme(), "?": () => { this.over = "keys"; },
    };
    const keys: Record<string, () => void> = {
      ArrowLeft: () => this.go(this.now - 1), ArrowRight: () => this.go(this.now + 1),
      Home: () => this.go(0), End: () => this.go(Infinity),
    };
    const act = keys[event.key] ?? (this.single ? letters[event.key.toLowerCase()] : undefined);
    if (!act || !this.told) return;
    event.preventDefault();
    act();
  }

  private async nextView(): Promise<void> {
    const all = this.data!.viewers;
    await this.look(all[(all.indexOf(this.told!.viewer) + 1) % all.length]!);
  }

  private otherLanguage(): void {
    this.language = this.language === "ja" ? "en" : "ja";
  }

  private otherTheme(): void {
    this.theme = (this.theme + 1) % THEMES.length;
    document.documentElement.dataset.theme = THEMES[this.theme]!;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("language")) document.documentElement.lang = this.language;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("over")) {
      const dialog = this.querySelector("dialog")!;
      if (this.over && !dialog.open) dialog.showModal();
      if (!this.over && dialog.open) dialog.close();
      if (this.over) dialog.querySelector("h2")?.focus();
    }
    // Only what the reader asked for moves; the story follows inside itself.
  }

  /** A printed step, in Japanese with what it is for. */
  private stepWord(printed: string): string {
    const said = this.data!.steps[printed];
    return this.language === "ja" && said ? `${printed} ${said}` : printed;
  }

  private viewerWord(viewer: string): string {
    if (viewer === "referee") return word("referee", this.language);
    if (viewer === "public") return word("public", this.language);
    return this.data!.seats[Number(viewer.slice(1)) - 1] ?? viewer;
  }

  protected override render(): TemplateResult {
    const { language } = this;
    return html`
      <a class="skip" href="#main" @click=${(event: Event) => { event.preventDefault(); this.querySelector<HTMLElement>("main")!.focus(); }}>${word("skip", language)}</a>
      <header class="top"><div>
        <span class="brand"><span class="seal" aria-hidden="true" lang="ja">審</span> 審判 Shinpan</span>
        <span class="tools">
          <button class="btn" @click=${() => this.otherLanguage()} lang=${language === "ja" ? "en" : "ja"}>${word("language", language)}</button>
          <button class="btn" @click=${() => this.otherTheme()} aria-label=${word("theme", language)}><span aria-hidden="true">◐</span></button>
          <button class="btn" @click=${() => print()}>${word("print", language)}</button>
          <button class="btn" @click=${() => { this.over = "keys"; }} aria-label=${word("keys", language)}>?</button>
        </span></div></header>
      <main id="main" tabindex="-1">
        ${this.head()}
        ${this.error ? html`<p class="alert" role="alert">${this.error[language]}</p>` : nothing}
        ${this.referee.judges ? opening(language, (name, bytes) => void this.open(name, bytes)) : nothing}
        ${this.told && this.data ? this.game(this.data, this.told) : nothing}
        <p class="vh" role="status" aria-live="polite">${this.spoken()}</p>
      </main>
      <dialog aria-label=${word(this.over === "keys" ? "keys" : "facts", language)} @close=${() => { this.over = null; }}>${this.overlay()}</dialog>
    `;
  }

  private head(): TemplateResult {
    const { data, told, language } = this;
    if (!data || !told) return html`<div class="head"><h1>審判 Shinpan</h1></div>`;
    return html`<div class="head">
      <h1><span lang="ja">${data.game.title}</span> <span class="muted">${data.seats.map((name, at) => html`${at ? " – " : ""}<bdi>${name}</bdi>`)}</span></h1>
      <p class="muted" lang="ja">${data.game.mode}</p>
      <div class="bar">${verdictChip(data, told.report, language)}
        ${told.report.findings.length ? html`<button class="btn" @click=${() => this.toFinding()}>× ${word("finding", language)}</button>` : nothing}
        ${data.viewers.length > 1 ? html`<label>${word("view", language)}
          <select @change=${(event: Event) => void this.look((event.target as HTMLSelectElement).value)}>
          ${data.viewers.map((viewer) => html`<option value=${viewer} ?selected=${viewer === told.viewer}>${this.viewerWord(viewer)}</option>`)}</select></label>` : nothing}
        ${hasBoard(data.game.name) ? html`<button class="btn plain" aria-pressed=${this.plain} @click=${() => { this.plain = !this.plain; }}>${word("zones", language)}</button>` : nothing}
      </div>
      ${data.seen ? html`<p class="muted">${word("seen", language)}</p>` : nothing}
      ${data.whole ? nothing : html`<p class="muted">${word("seat", language)}</p>`}
    </div>`;
  }

  private game(data: Data, told: Told): TemplateResult {
    const { language } = this;
    const step = told.steps[this.now];
    const go = (to: number) => this.go(to);
    const findings = told.report.findings.filter(() => this.now >= this.findingStep());
    return html`<div class="cols">
      <div class="stage">${step ? this.stage(data, told, step) : html`<p>${word("none", language)}</p>`}</div>
      ${story(told, this.links, this.now, language, go)}
      <div class="side">
        ${findings.map((finding) => findingPanel(data, finding, language))}
        ${step ? stepPanel(data, step, language) : nothing}
        ${restsPanel(data, told.report, language)}
      </div>
    </div>`;
  }

  private stage(data: Data, told: Told, step: Step): TemplateResult {
    const { language } = this;
    const looking: Looking = {
      data, language, step, before: told.steps[step.number - 1] ?? null, viewer: told.viewer, fresh: this.fresh(data, told, step), place: "",
      open: (table: string, number: number) => { this.over = { table, number }; },
    };
    return html`
      <section class="panel board" aria-label=${word("table", language)} data-board>
        ${moment(looking)}
        ${hasBoard(data.game.name) && !this.plain ? board(looking) : zones(looking)}</section>
      <nav class="steps" aria-label=${word("step", language)}>
        <button class="btn" ?disabled=${!this.now} @click=${() => this.go(this.now - 1)}>‹ ${word("back", language)}</button>
        <div class="where"><b>${step.turn ? `${word(data.game.heads, language)} ${step.turn}` : word("setup", language)}${step.printed ? ` · ${this.stepWord(step.printed)}` : ""}</b>
          <span class="done">${step.line ? html`<code>${texted(step.line, language).text}</code> ` : nothing}<span class="muted">${this.now} / ${told.steps.length - 1}</span></span></div>
        <button class="btn main" ?disabled=${this.now >= told.steps.length - 1} @click=${() => this.go(this.now + 1)}>${word("next", language)} ›</button>
      </nav>`;
  }

  /** The cards that are in a place where they were not one step before. */
  private fresh(data: Data, told: Told, step: Step): Set<string> {
    if (!step.number) return new Set();
    const places = (state: Step["state"]) => thingsOf(data, state).map((one) => `${one.seat} ${one.zone.name} ${one.table}:${one.number}`);
    const before = new Set(places(told.steps[step.number - 1]!.state));
    return new Set(places(step.state).filter((place) => !before.has(place)));
  }

  /** What the live region says: the step, and what happened in it. */
  private spoken(): string {
    if (this.busy) return this.busy;
    const step = this.told?.steps[this.now];
    if (!step || !this.data) return "";
    const happened = (step.story ?? []).filter((one) => one.lang === this.language).map((one) => one.text);
    return [`${word(this.data.game.heads, this.language)} ${step.turn ?? 0}`, step.printed ?? "", ...happened].filter(Boolean).join(" ");
  }

  private overlay(): TemplateResult | typeof nothing {
    if (!this.over || !this.data || !this.told) return this.over === "keys" ? keysDialog(this.language, this.single, (single) => { this.single = single; }) : nothing;
    if (this.over === "keys") return keysDialog(this.language, this.single, (single) => { this.single = single; });
    return cardDialog(this.data, this.told, this.links, this.over.table, this.over.number, this.language, (step) => this.go(step));
  }
}
customElements.define("shinpan-page", ShinpanPage);
