// The page: where one is, in which language, with whose eyes.
import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { type Data, type Language, type Step, type Told, unpacked } from "../data";
import { linksOf, stepOf } from "../place";
import "../arbiter/arbiter";
import type { Opened } from "../arbiter/found";
import { saveAs } from "../export/file";
import { pictureOf } from "../export/picture";
import { sheet } from "../export/sheet";
import { Judge } from "../judge";
import type { ShinpanCards } from "../owner/cards";
import "../owner/cards";
import type { ShinpanRecorder } from "../record/recorder";
import "../record/recorder";
import { type Patience, type Referee, Refused } from "../referee";
import { freshIn } from "../shape";
import { word } from "../words";
import { board, hasBoard } from "./boards/index";
import { cardDialog, keysDialog } from "./dialogs";
import { openDropped, opening } from "./opening";
import type { Looking } from "./looking";
import { moment } from "./moment";
import { refusedLine } from "./refused";
import { correctionsPanel, findingPanel, lines, restsPanel, resultWord, stepPanel, story, verdictChip } from "./side";
import { Swipe } from "./swipe";
import { set, whereWord, written } from "./texts";
import { zones } from "./zones";

const THEMES = ["", "light", "dark"];

export class ShinpanPage extends LitElement {
  static override properties = {
    data: { state: true }, told: { state: true }, now: { state: true }, language: { state: true }, error: { state: true },
    busy: { state: true }, over: { state: true }, single: { state: true }, plain: { state: true }, writing: { state: true },
  };
  data: Data | null = null;
  told: Told | null = null;
  now = 0;
  language: Language = navigator.language.startsWith("ja") ? "ja" : "en";
  error: { ja: string; en: string } | null = null;
  /** What is being done, and how far it has come. */
  busy: { done: number; total: number } | null = null;
  /** What lies over the page: a card or the keys. */
  over: { table: string; number: number } | "keys" | null = null;
  single = true;
  /** Whether the table is shown as its zones though the game has a board. */
  plain = false;
  /** What is being written: then nothing else is shown. */
  writing: "" | "record" | "cards" = "";
  private readonly swipe = new Swipe((steps) => this.go(this.now + steps));
  /** The card that has the focus while the table is drawn again. */
  private held: string | undefined;
  private working: AbortController | null = null;
  private links: string[] = [];
  /** The record that was opened, and its text if it is a transcript. */
  private opened: Opened | null = null;
  private source = "";
  private theme = 0;

  constructor(readonly referee: Referee) {
    super();
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.follow());
    if (referee.judges) openDropped((name, bytes) => void this.open(name, bytes));
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  async begin(): Promise<void> {
    const asked = new URLSearchParams(location.search);
    const language = asked.get("lang");
    if (language === "ja" || language === "en") this.language = language;
    this.theme = Math.max(THEMES.indexOf(asked.get("theme") ?? ""), 0);
    document.documentElement.dataset.theme = THEMES[this.theme]!;
    const data = await this.referee.first();
    if (data) await this.show(data, asked.get("view"));
  }

  /** Shows a record, with the eyes that the address names, at the step that it names or at the end. */
  private async show(data: Data, viewer: string | null = null): Promise<void> {
    this.data = data;
    await this.look(data.viewers.find((one) => one === viewer) ?? data.viewers[0]!);
    this.now = this.told!.steps.length ? this.told!.steps.length - 1 : 0;
    this.follow();
  }

  /** Looks with somebody's eyes. */
  private async look(viewer: string): Promise<void> {
    const telling = await this.patiently((patience) => this.referee.telling(this.data!, viewer, patience));
    if (!telling) return;
    this.told = unpacked(telling);
    this.links = linksOf(this.told.steps);
    this.now = Math.min(this.now, Math.max(this.told.steps.length - 1, 0));
  }

  /** Opens a record, and gives up the one that is being opened. */
  async open(name: string, bytes: Uint8Array): Promise<void> {
    if (/\.toml$/i.test(name) && !this.writing) return this.querySelector<ShinpanCards>("shinpan-cards")!.open(bytes);
    const data = await this.patiently((patience) => {
      patience.progress(0, 0);
      return this.referee.open(name, bytes, patience);
    });
    if (!data) return;
    this.opened = { name, bytes };
    this.source = /\.(json|pb|zip)$/i.test(name) ? "" : new TextDecoder().decode(bytes);
    await this.show(data);
  }

  /** Does what may take long: it is shown how far it has come, it can be stopped, and what is wrong is said. */
  private async patiently<Found>(work: (patience: Patience) => Promise<Found>): Promise<Found | null> {
    this.stop();
    const mine = (this.working = new AbortController());
    this.error = null;
    try {
      return await work({ signal: mine.signal, progress: (done, total) => { if (this.working === mine) this.busy = { done, total }; } });
    } catch (error) {
      if (this.working === mine) this.error = error instanceof Refused ? error.said : { ja: String(error), en: String(error) };
      return null;
    } finally {
      if (this.working === mine) this.busy = null;
    }
  }

  private stop(): void {
    this.working?.abort();
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
    if (!act || !this.told || this.writing) return;
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
    const focused = document.activeElement?.closest<HTMLElement>("[data-board] [data-card]");
    this.held = changed.has("now") ? focused?.dataset["card"] : undefined;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("over")) {
      const dialog = this.querySelector("dialog")!;
      if (this.over && !dialog.open) dialog.showModal();
      if (!this.over && dialog.open) dialog.close();
      if (this.over) dialog.querySelector("h2")?.focus();
    }
    if (this.held) this.holdFocus(this.held);
    if (changed.has("now") || changed.has("told")) this.followStory();
  }

  /** After a step the same card has the focus again, wherever it is now; else the table. */
  private holdFocus(card: string): void {
    const same = [...this.querySelectorAll<HTMLElement>(`[data-board] [data-card="${card}"]`)].find((one) => one.checkVisibility());
    (same ?? this.querySelector<HTMLElement>("[data-board]"))?.focus({ preventScroll: Boolean(same) });
  }

  /** The story shows its line of this step; the page itself does not move. */
  private followStory(): void {
    const story = this.querySelector<HTMLElement>(".story");
    // Of a step without a line of its own that of the one before.
    const line = [...(story?.querySelectorAll<HTMLElement>("[data-step]") ?? [])].filter((one) => Number(one.dataset["step"]) <= this.now).pop();
    if (!story || !line || story.contains(document.activeElement)) return;
    story.scrollTop = line.offsetTop - (story.clientHeight - line.clientHeight) / 2;
  }

  private viewerWord(viewer: string): string {
    if (viewer === "referee") return word("referee", this.language);
    if (viewer === "public") return word("public", this.language);
    return this.data!.seats[Number(viewer.slice(1)) - 1] ?? viewer;
  }

  protected override render(): TemplateResult {
    const { language } = this;
    return html`
      <a class="skip" href="#main" @click=${(event: Event) => { event.preventDefault(); this.querySelector<HTMLElement>("[data-board], main")!.focus(); }}>${word("skip", language)}</a>
      <header class="top"><div>
        <span class="brand"><span class="seal" aria-hidden="true" lang="ja">審</span> <span lang="ja">審判</span> Shinpan</span>
        <span class="tools">
          <button class="btn" @click=${() => this.otherLanguage()} lang=${language === "ja" ? "en" : "ja"}>${word("language", language)}</button>
          <button class="btn" @click=${() => this.otherTheme()} aria-label=${word("theme", language)}><span aria-hidden="true">◐</span></button>
          <button class="btn" @click=${() => print()}>${word("print", language)}</button>
          <button class="btn" @click=${() => { this.over = "keys"; }} aria-label=${word("keys", language)}>?</button>
        </span></div></header>
      <main id="main" tabindex="-1">
        ${this.writing ? html`<h1 class="vh"><span lang="ja">審判</span> Shinpan</h1>` : this.head()}
        ${this.error ? html`<p class="alert" role="alert">${this.error[language]}</p>` : nothing}
        ${this.busy ? html`<p class="busy">${word("judging", language)}
          ${this.busy.total ? html`<progress max=${this.busy.total} value=${this.busy.done} aria-label=${word("judging", language)}></progress>` : nothing}
          <button class="btn" @click=${() => this.stop()}>${word("stop", language)}</button></p>` : nothing}
        ${this.referee.judges && !this.writing ? opening(language, (name, bytes) => void this.open(name, bytes)) : nothing}
        ${this.referee instanceof Judge ? html`${this.recorder(this.referee)}${this.cards(this.referee)}` : nothing}
        ${this.told && this.data && !this.writing ? this.game(this.data, this.told) : nothing}
        <p class="vh" role="status" aria-live="polite">${this.spoken()}</p>
      </main>
      <dialog aria-label=${word(this.over === "keys" ? "keys" : "facts", language)} @close=${() => { this.over = null; }}>${this.overlay()}</dialog>
    `;
  }

  /** Where a record is written; it can be opened in the referee then. */
  private recorder(judge: Judge): TemplateResult {
    return html`<shinpan-recorder ?hidden=${this.writing === "cards"} .judge=${judge} .language=${this.language} @writing=${(event: CustomEvent<boolean>) => this.writes("record", event.detail)}
      @judge=${(event: CustomEvent<string>) => void this.open("written.shinpan", new TextEncoder().encode(event.detail))}></shinpan-recorder>`;
  }

  /** Where the owner of cards writes a pack; a game can be recorded with it then. */
  private cards(judge: Judge): TemplateResult {
    return html`<shinpan-cards ?hidden=${this.writing === "record"} .judge=${judge} .language=${this.language} @writing=${(event: CustomEvent<boolean>) => this.writes("cards", event.detail)}
      @play=${(event: CustomEvent<{ game: string; pack: string }>) => void this.querySelector<ShinpanRecorder>("shinpan-recorder")!.beginWith(event.detail.game, event.detail.pack)}></shinpan-cards>`;
  }

  private writes(what: "record" | "cards", writing: boolean): void {
    if (writing) this.writing = what;
    else if (this.writing === what) this.writing = "";
  }

  private head(): TemplateResult {
    const { data, told, language } = this;
    if (!data || !told) return html`<div class="head"><h1><span lang="ja">審判</span> Shinpan</h1></div>`;
    return html`<div class="head">
      <h1><span lang="ja">${data.game.title}</span> <span class="muted">${data.seats.map((name, at) => html`${at ? " – " : ""}<bdi>${name}</bdi>`)}</span></h1>
      <p class="muted"><span lang="ja">${data.game.mode}</span>${language === "en" ? html` <code>${data.game.written}</code>` : nothing}</p>
      ${data.game.agreed.en ? html`<p class="muted">${word("agreed", language)}: ${written(data.game.agreed, language)}</p>` : nothing}
      <div class="bar">${verdictChip(data, told.report, language)}
        ${told.report.findings.length ? html`<button class="btn" @click=${() => this.toFinding()}>× ${word("finding", language)}</button>` : nothing}
        ${data.viewers.length > 1 ? html`<label>${word("view", language)}
          <select @change=${(event: Event) => void this.look((event.target as HTMLSelectElement).value)}>
          ${data.viewers.map((viewer) => html`<option value=${viewer} ?selected=${viewer === told.viewer}>${this.viewerWord(viewer)}</option>`)}</select></label>` : nothing}
        ${this.turns(told)}
        ${hasBoard(data.game.name) ? html`<button class="btn plain" aria-pressed=${this.plain} @click=${() => { this.plain = !this.plain; }}>${word("zones", language)}</button>` : nothing}
      </div>
      ${told.report.result ? html`<p>${set(resultWord(data, told.report, language), language)}</p>` : nothing}
      ${data.seen ? html`<p class="muted">${word("seen", language)}</p>` : nothing}
      ${data.whole ? nothing : this.whose(told.viewer)}
    </div>`;
  }

  /** For whom the file was made. */
  private whose(viewer: string): TemplateResult {
    const [before, after] = word("seat", this.language).split("{}");
    const name = viewer === "public" ? word("audience", this.language) : html`<bdi>${this.viewerWord(viewer)}</bdi>`;
    return html`<p class="muted">${before}${name}${after}</p>`;
  }

  /** A list of turns, to go to one. */
  private turns(told: Told): TemplateResult | typeof nothing {
    const { data, language } = this, now = told.steps[this.now]?.turn ?? 0;
    const first = new Map<number, number>();
    for (const step of told.steps) if (!first.has(step.turn ?? 0)) first.set(step.turn ?? 0, step.number);
    if (first.size < 2) return nothing;
    return html`<label>${word("turns", language)}
      <select @change=${(event: Event) => this.go(Number((event.target as HTMLSelectElement).value))}>
      ${[...first].map(([turn, at]) => html`<option value=${at} .selected=${turn === now}>${whereWord(data!, turn, "", language)}</option>`)}</select></label>`;
  }

  private game(data: Data, told: Told): TemplateResult {
    const { language } = this;
    const step = told.steps[this.now];
    const go = (to: number) => this.go(to);
    const findings = told.report.findings.filter(() => this.now >= this.findingStep());
    return html`<div class="cols">
      <div class="stage">${step ? this.stage(data, told, step) : html`<p>${word("none", language)}</p>`}</div>
      <div class="side">
        ${findings.map((finding) => findingPanel(data, finding, language))}
        ${correctionsPanel(data, told.report, language)}
        ${this.arbiter(told)}
        ${step ? stepPanel(data, told, this.links, step, language, go) : nothing}
        ${restsPanel(data, told.report, language)}
      </div>
      ${story(data, told, this.links, this.now, language, go)}
    </div>${sheet(data, told.report, language)}`;
  }

  /** What an arbiter does with the record that is open. */
  private arbiter(told: Told): TemplateResult | typeof nothing {
    const { opened, referee, language } = this;
    if (!opened || !(referee instanceof Judge)) return nothing;
    return html`<shinpan-arbiter .judge=${referee} .language=${language} .opened=${opened} .wrong=${told.report.findings.length > 0} .facts=${told.report.findings.flatMap((one) => one.facts ?? [])}
      @judge=${(event: CustomEvent<string>) => void this.open("written.shinpan", new TextEncoder().encode(event.detail))}></shinpan-arbiter>`;
  }

  /** Saves the record that is open as a file. */
  private async saveRecord(form: "shinpan" | "json"): Promise<void> {
    const judge = this.referee;
    if (!(judge instanceof Judge)) return;
    const forms = await this.patiently(() => judge.forms(this.opened!));
    if (!forms) return;
    const { name, written } = this.data!.game;
    if (form === "json") saveAs(`${name}-${written}.json`, forms.json, "application/json");
    else saveAs(`${name}-${written}.shinpan`, forms.text, "text/plain");
  }

  private stage(data: Data, told: Told, step: Step): TemplateResult {
    const { language } = this;
    const looking: Looking = {
      data, language, step, before: told.steps[step.number - 1] ?? null, viewer: told.viewer, fresh: freshIn(data, told.steps[step.number - 1]?.state ?? null, step.state), place: "",
      refused: step.number === this.findingStep() ? refusedLine(told.report) : null,
      open: (table: string, number: number) => { this.over = { table, number }; },
    };
    return html`
      <section class="panel board" tabindex="-1" aria-labelledby="table" data-board @touchstart=${this.swipe.begin} @touchend=${this.swipe.end}>
        <h2 class="vh" id="table">${word("table", language)}</h2>
        ${moment(looking)}
        ${hasBoard(data.game.name) && !this.plain ? board(looking) : zones(looking)}</section>
      <nav class="steps" aria-label=${word("step", language)}>
        <button class="btn" ?disabled=${!this.now} @click=${() => this.go(this.now - 1)}>‹ ${word("back", language)}</button>
        <div class="where"><b>${set(this.where(data, told, step), language)}</b>
          <span class="did">${step.line ? html`${written(step.line, language)} ` : nothing}<span class="muted">${this.now} / ${told.steps.length - 1}</span></span></div>
        <button class="btn main" ?disabled=${this.now >= told.steps.length - 1} @click=${() => this.go(this.now + 1)}>${word("next", language)} ›</button>
      </nav>
      <p class="bar">${this.source ? html`<button class="btn" @click=${() => void this.querySelector<ShinpanRecorder>("shinpan-recorder")!.branch(this.source, step.number)}>${word("whatIf", language)}</button>` : nothing}
        ${this.opened ? html`<button class="btn" @click=${() => void this.saveRecord("shinpan")}>${word("saveText", language)}</button>
          <button class="btn" @click=${() => void this.saveRecord("json")}>${word("saveJson", language)}</button>` : nothing}
        <button class="btn" @click=${() => this.savePicture()}>${word("picture", language)}</button></p>`;
  }

  private savePicture(): void {
    saveAs(`${this.data!.game.name}-${this.links[this.now]}.svg`, pictureOf(this.querySelector<HTMLElement>("[data-board]")!), "image/svg+xml");
  }

  /** Where a step was done: what it ended, a turn or a round, is still that of the table before it. */
  private where(data: Data, told: Told, step: Step): string {
    return whereWord(data, (told.steps[step.number - 1] ?? step).turn, step.printed, this.language);
  }

  /** What the live region says: the step, and what happened in it. */
  private spoken(): TemplateResult | string {
    const { data, language } = this, step = this.told?.steps[this.now];
    if (this.busy) return word("judging", language);
    if (this.writing) return "";
    if (!step || !data) return "";
    const happened = (step.story ?? []).filter((one) => one.lang === language);
    return html`${set(this.where(data, this.told!, step), language)} ${happened.length ? lines(happened) : step.line ? written(step.line, language) : nothing}`;
  }

  private overlay(): TemplateResult | typeof nothing {
    if (!this.over || !this.data || !this.told) return this.over === "keys" ? keysDialog(this.language, this.single, (single) => { this.single = single; }) : nothing;
    if (this.over === "keys") return keysDialog(this.language, this.single, (single) => { this.single = single; });
    return cardDialog(this.data, this.told, this.links, this.over.table, this.over.number, this.language, (step) => this.go(step));
  }
}
customElements.define("shinpan-page", ShinpanPage);
