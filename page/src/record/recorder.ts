// A record that is being written: what is asked, the board, the story and the text beside it.
import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import type { Data, Language, Step, Texts } from "../data";
import type { Judge } from "../judge";
import { Refused } from "../referee";
import { freshIn } from "../shape";
import { board, hasBoard } from "../views/boards/index";
import { cardDialog } from "../views/dialogs";
import { factsForm } from "../views/facts";
import type { Looking } from "../views/looking";
import { moment } from "../views/moment";
import { set } from "../views/texts";
import { zones } from "../views/zones";
import { word } from "../words";
import { type Answering, answers, before, choices, form, line, over, question, refusal } from "./asked";
import { claims } from "./claims";
import { type Answered, type Answers, type Broken, Desk, type Doing, type Form, type Now, type OpeningAsk, type Thing, type Told, type Unread, type Wrong, isNow } from "./desk";
import { type Say, saying } from "./saying";
import { start } from "./start";
import { Draft, type Failed, type Kept, RECORDS, drafts, forget, saveFile } from "./store";
import { story } from "./told";
import { placeOf, written } from "./written";

const NOT_KEPT: Record<Failed, string> = { full: "not_kept_full", forbidden: "not_kept", changed: "changed_elsewhere" };
/** So many answers are on the page at most: who looks for more writes words. */
const MOST_LISTED = 120;

export class ShinpanRecorder extends LitElement {
  static override properties = {
    language: {}, judge: { attribute: false }, words: { state: true }, opening: { state: true }, now: { state: true }, listed: { state: true },
    wrong: { state: true }, textWrong: { state: true }, form: { state: true }, help: { state: true }, said: { state: true }, busy: { state: true },
    picked: { state: true }, changed: { state: true }, unkept: { state: true }, draft: { state: true }, card: { state: true }, asked: { state: true },
  };
  language: Language = "ja";
  judge!: Judge;
  words: Record<string, Texts> | null = null;
  /** The question before the game, or what is asked in it; neither before one begins. */
  opening: OpeningAsk | null = null;
  now: Now | null = null;
  listed: Answers | null = null;
  wrong: Wrong | null = null;
  textWrong: { unread?: Unread; broken?: Broken; of: string } | null = null;
  form: Form | null = null;
  help = "";
  said = "";
  busy: AbortController | null = null;
  picked: string[] = [];
  /** What somebody has made of the text. */
  changed: string | null = null;
  unkept: Failed | null = null;
  draft: Draft | null = null;
  /** The card that is looked at. */
  card: Thing | null = null;
  /** The draft of which it is asked whether to delete it. */
  asked = "";
  private desk!: Desk;
  private data: Data | null = null;
  private step: Step | null = null;
  private last: Step | null = null;
  private told: Told[] = [];
  /** Whether something is only tried out. */
  private aside = false;
  /** The card on the board whose answers are listed. */
  private touched: Thing | null = null;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.desk = new Desk(this.judge);
    // Where the referee cannot start the page says so.
    this.desk.words().then((words) => { this.words = words; }, () => undefined);
  }

  get writing(): boolean {
    return Boolean(this.opening || this.now);
  }

  /** Whether a line for an answer in the game is shown. */
  private get asks(): boolean {
    return Boolean(this.now && !this.readonly && this.changed === null);
  }

  private get readonly(): boolean {
    return Boolean(this.draft && !this.draft.mine);
  }

  // What somebody does.

  /** Does one thing after the other: what is done before the last one is answered is not heard. No button is disabled
   * meanwhile, since that would take the focus from it. */
  private async does(doing: Doing): Promise<Answered | null> {
    if (this.busy) return null;
    const mine = (this.busy = new AbortController()), filled = this.form;
    this.clear();
    try {
      const answer = await this.desk.does(doing, this.language, { signal: mine.signal, progress: () => undefined });
      this.take(answer, doing);
      // What was filled in or written wrongly is not lost.
      if (answer.wrong && filled && doing.do === "type") this.fill(filled, doing.text);
      else if (answer.wrong && (doing.do === "type" || doing.do === "answer")) this.giveBack(doing.text);
      return answer;
    } catch (error) {
      const said = error instanceof Refused ? error.said : { ja: String(error), en: String(error) };
      this.wrong = { text: said[this.language], rules: [], legal: [], counted: 0, facts: [] };
      return null;
    } finally {
      this.busy = null;
      this.dispatchEvent(new CustomEvent("writing", { detail: this.writing }));
    }
  }

  private clear(): void {
    this.wrong = this.form = this.textWrong = null;
    this.help = this.said = "";
  }

  private take(answer: Answered, doing: Doing): void {
    if (isNow(answer)) this.goOn(answer);
    else if (answer.opening) {
      this.opening = answer.opening;
      this.now = null;
      this.picked = [];
    } else if (answer.answers) this.list(answer.answers);
    else if (answer.unread || answer.broken) this.wrongText(answer, doing);
    this.wrong = answer.wrong ?? null;
    this.form = answer.form ?? null;
    this.help = answer.help ?? "";
    if (answer.form) this.fill(answer.form, answer.form.begin);
  }

  /** Puts what was refused back into its line, where the next word takes its place. */
  private giveBack(text: string): void {
    void this.updateComplete.then(() => {
      const input = this.querySelector<HTMLInputElement>("#answer");
      if (!input) return;
      input.value = text;
      if (document.activeElement === input) input.select();
    });
  }

  private fill(form: Form, text: string): void {
    this.form = form;
    void this.updateComplete.then(() => this.prefill(text));
  }

  private wrongText({ unread, broken }: Answered, doing: Doing): void {
    const of = doing.do === "load" ? doing.text : "";
    this.textWrong = { unread, broken, of };
    const line = unread?.line ?? broken?.line ?? 0, place = placeOf(of, line, unread?.column ?? 0);
    void this.updateComplete.then(() => {
      const area = this.querySelector<HTMLTextAreaElement>("textarea");
      if (!area || !place || this.changed === null) return;
      area.focus();
      area.setSelectionRange(place.from, place.to);
      // A browser does not scroll to what is selected.
      area.scrollTop = Math.max(0, line - 3) * (area.scrollHeight / area.value.split("\n").length);
    });
  }

  /** Shows what is asked now, and keeps the text. */
  private goOn(now: Now): void {
    if (now.game) {
      this.data = { ...now.game, asks: {}, cards: {}, names: {} };
      this.step = this.last = null;
    }
    this.opening = null;
    this.now = now;
    this.listed = now.answers;
    this.said = now.said;
    this.picked = [];
    this.changed = null;
    this.touched = null;
    this.told = [...this.told.slice(0, now.story.from), ...now.story.lines];
    if (now.table) this.lay(now.table);
    void this.keep(now.text);
  }

  private lay(table: NonNullable<Now["table"]>): void {
    const data = this.data!;
    Object.assign(data.asks, table.asks);
    for (const kind of ["cards", "names"] as const) {
      for (const [name, own] of Object.entries(table[kind])) Object.assign((data[kind][name] ??= {}), own);
    }
    this.last = this.step;
    this.step = { number: this.last ? 1 : 0, state: table.state, turn: table.turn, printed: table.printed, story: table.story, figures: table.figures, change: null };
  }

  private async keep(text: string): Promise<void> {
    if (this.aside) return;
    this.draft ??= await Draft.begun(RECORDS);
    if (this.draft.mine && this.unkept !== "changed") this.unkept = this.draft.keep(text, this.judge.packsIn(text));
  }

  private list(found: Answers): void {
    const before = found.first ? this.listed!.list : [];
    this.listed = { ...found, first: 0, list: [...before, ...found.list] };
    this.listed.more &&= this.listed.list.length < MOST_LISTED;
    if (!found.first && found.among) void this.updateComplete.then(() => this.querySelector<HTMLElement>(".answers button")?.focus());
  }

  private prefill(text: string): void {
    const input = this.querySelector<HTMLInputElement>("#answer")!;
    input.value = text;
    // On a phone that would cover the cards to touch with a keyboard.
    if (!matchMedia("(pointer: coarse)").matches) input.focus();
  }

  /** Puts a word at the end of the line that is filled in; the keyboard of a phone stays where it is. */
  private put(word: string): void {
    const input = this.querySelector<HTMLInputElement>("#answer")!;
    input.value = `${input.value.trimEnd()} ${word} `;
  }

  /** Takes the last word off the line, up to where it begins. */
  private takeOff(): void {
    const input = this.querySelector<HTMLInputElement>("#answer")!, { begin } = this.form!;
    const left = input.value.trimEnd().replace(/\S+$/, "");
    input.value = left.length < begin.length ? begin : left;
  }

  private async begin(): Promise<void> {
    await this.does({ do: "new", ahead: {} });
    this.focusQuestion();
  }

  /** Begins a record of a game that is played with a pack. */
  async beginWith(game: string, pack: string): Promise<void> {
    await this.does({ do: "new", ahead: { game, pack } });
    this.focusQuestion();
  }

  private focusQuestion(): void {
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(".question")?.focus());
  }

  /** Goes on with a draft; if another tab writes it, it is shown. */
  private async resume(kept: Kept): Promise<void> {
    this.draft = await Draft.held(RECORDS, kept.id);
    await this.judge.use(kept.packs);
    await this.load(kept.text);
  }

  private async load(text: string): Promise<void> {
    await this.does({ do: "load", text });
    this.focusQuestion();
  }

  /** Tries something else from where a record was after an action; that is not kept. */
  async branch(text: string, step: number): Promise<void> {
    this.aside = true;
    await this.does({ do: "load", text, step });
    if (!this.now) this.aside = false;
    this.focusQuestion();
  }

  private async tryAgain(): Promise<void> {
    const id = this.draft!.id;
    const kept = drafts(RECORDS).find((one) => one.id === id);
    this.draft = await Draft.held(RECORDS, id);
    if (this.draft.mine && kept) await this.load(kept.text);
  }

  /** Leaves the record as it is kept. */
  private leave(): void {
    this.busy?.abort();
    this.draft?.letGo();
    this.clear();
    this.draft = this.opening = this.now = this.data = this.listed = this.changed = this.unkept = null;
    this.told = [];
    this.aside = false;
    this.desk.text = "";
    this.dispatchEvent(new CustomEvent("writing", { detail: false }));
  }

  private drop(kept: Kept): void {
    if (this.asked === kept.id) forget(RECORDS, kept.id);
    this.asked = this.asked === kept.id ? "" : kept.id;
  }

  private open(): void {
    const text = this.now!.text;
    this.leave();
    this.dispatchEvent(new CustomEvent("judge", { detail: text }));
  }

  private touch(table: string, number: number): void {
    const found = this.now?.marked.find((one) => one[0] === table && one[1] === number);
    if (!found || this.busy || this.readonly) {
      this.card = [table, number];
      return;
    }
    this.touched = [table, number];
    void this.does({ do: "list", first: 0, text: found[2] });
  }

  private get answering(): Answering {
    return {
      say: this.say, language: this.language, busy: Boolean(this.busy), picked: this.picked,
      write: (text) => void this.does(this.opening ? { do: "answer", text } : { do: "type", text, among: this.listed?.among ?? "" }),
      take: (number) => void this.does({ do: "take", number, text: this.listed!.among }),
      pick: (word) => { this.picked = [...this.picked, word]; },
      unpick: () => { this.picked = this.picked.slice(0, -1); },
      list: (first, among) => void this.does({ do: "list", first, text: among }),
      back: () => void this.does(this.opening ? { do: "unanswer" } : { do: "back", text: "" }),
    };
  }

  private get say(): Say {
    return saying(this.words!, this.language);
  }

  // What is shown.

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("language") && this.writing && !this.busy && this.words) void this.updateComplete.then(() => this.does({ do: "show" }));
  }

  protected override updated(changed: PropertyValues): void {
    this.markCards();
    if (changed.has("now")) this.showEnds();
    const dialog = this.querySelector("dialog");
    if (changed.has("card") && dialog) {
      if (this.card && !dialog.open) dialog.showModal();
      if (!this.card && dialog.open) dialog.close();
    }
    // The answer that had the focus may be gone.
    if (changed.has("now") && this.focused && document.activeElement === document.body) (this.querySelector<HTMLElement>(".answers button") ?? this.querySelector<HTMLElement>(".question"))?.focus();
    this.focused = this.contains(document.activeElement);
  }
  private focused = false;

  /** The text and the story show their ends, where something was added. */
  private showEnds(): void {
    for (const one of this.querySelectorAll<HTMLElement>(".written-text, .story")) one.scrollTop = one.scrollHeight;
  }

  /** Cards of the board with which something may be done are marked, for eyes and ears. */
  private markCards(): void {
    const marked = new Set(this.readonly ? [] : this.now?.marked.map(([table, number]) => `${table}:${number}`));
    for (const card of this.querySelectorAll<HTMLElement>("[data-board] [data-card]")) {
      const may = marked.has(card.dataset["card"]!);
      card.toggleAttribute("data-may", may);
      card.ariaDescription = may ? this.say("may") : null;
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.words) return nothing;
    const { say } = this;
    return html`<section class="recorder" aria-labelledby="recorder" aria-busy=${this.busy ? "true" : nothing}>
      <div class="panel"><h2 id="recorder">${say("record")}</h2>
        ${this.opening ? before(this.opening, this.answering, this.troubles()) : this.now ? this.asking(this.now) : start(say, this.language, drafts(RECORDS), {
          begin: () => void this.begin(), goOn: (kept) => void this.resume(kept), remove: (kept) => this.drop(kept), open: (text) => void this.load(text), asked: this.asked,
        })}
        ${this.opening || this.asks ? nothing : this.troubles()}
        ${this.writing ? html`<p class="bar ends">${this.now ? html`<button class="btn" @click=${() => saveFile(this.now!.text)}>${say("save")}</button>` : nothing}
          <button class="btn" @click=${() => this.leave()}>${say("leave")}</button></p>` : nothing}</div>
      ${this.now && this.data ? this.beside(this.now, this.data) : nothing}
      <p class="vh" role="status" aria-live="polite">${this.spoken()}</p>
      <dialog aria-label=${say("look")} @close=${() => { this.card = null; }}>${this.card && this.data && this.step ? cardDialog(this.data, { viewer: "", report: null as never, steps: [] }, [], ...this.card, this.language, () => undefined) : nothing}</dialog>
    </section>`;
  }

  /** What is asked in the game. */
  private asking(now: Now): TemplateResult {
    const { say, language, answering, data } = this, { where, text, kind } = now.question;
    return html`<div class="in">
      ${question(text, where, language)}
      ${this.aside ? html`<p class="muted">${say("aside")}</p>` : nothing}
      ${this.readonly ? html`<p class="alert">${say("read_only")} <button class="btn" @click=${() => void this.tryAgain()}>${say("try_again")}</button></p>`
        : this.changed !== null ? html`<p class="alert">${say("changed")}</p>`
        : html`${kind === "over" ? this.ended(now) : nothing}${line(answering)}${this.troubles()}
          ${this.touched && this.listed?.among ? html`<p><button class="btn" @click=${() => { this.card = this.touched; }}>${say("look")}</button></p>` : nothing}
          ${this.form ? form(this.form, answering, data!, (word) => this.put(word), () => this.takeOff()) : nothing}
          ${this.listed && !this.form && kind === "decision" ? answers(this.listed, answering, data!) : nothing}
          ${now.coming ? choices(now.coming.choices, now.coming.several, now.coming.least, answering, data) : nothing}
          <p class="bar"><button class="btn" @click=${() => answering.back()}>${say("back")}</button></p>`}</div>`;
  }

  private ended(now: Now): TemplateResult {
    return html`${over(now, this.say, this.language)}
      <p><button class="btn main" @click=${() => this.open()}>${this.say("open_judged")}</button></p>`;
  }

  /** What was wrong, what is going on, and what is not kept. */
  private troubles(): TemplateResult {
    const { say, language } = this;
    return html`<div class="in troubles">
      ${this.wrong ? refusal(this.wrong, say, language) : nothing}
      ${this.wrong?.facts.length ? factsForm(this.wrong.facts, language, (lines) => void this.does({ do: "facts", lines })) : nothing}
      ${this.textWrong && !this.now ? this.unopened(this.textWrong) : nothing}
      ${this.help ? html`<pre class="quote">${set(this.help, language)}</pre>` : nothing}
      ${this.said ? html`<p class="said">${set(this.said, language)}</p>` : nothing}
      ${this.unkept ? html`<p class="alert" role="alert">${say(NOT_KEPT[this.unkept])}</p>` : nothing}
      ${this.busy ? html`<p class="busy"><span class="late">${say("waiting")} <button class="btn" @click=${() => this.busy?.abort()}>${word("stop", language)}</button></span></p>` : nothing}</div>`;
  }

  /** A file that cannot be gone on with: its text, to be mended. */
  private unopened(wrong: NonNullable<typeof this.textWrong>): TemplateResult {
    return this.editor(this.changed ?? wrong.of);
  }

  private editor(text: string): TemplateResult {
    return written({
      say: this.say, language: this.language, readonly: this.readonly, text, changed: this.changed, wrong: this.textWrong,
      change: (changed) => { this.changed = changed; },
      apply: () => void this.does({ do: "load", text: this.changed! }),
      discard: () => { this.changed = this.textWrong = null; },
      keepFirst: (entries) => void this.does({ do: "load", text: this.textWrong!.of, entries }),
    });
  }

  private beside(now: Now, data: Data): TemplateResult {
    const { say, language } = this;
    return html`<div class="stage">
        <section class="panel board" data-board aria-labelledby="record-table"><h3 class="vh" id="record-table">${word("table", language)}</h3>
          ${this.step ? this.table(data, this.step) : html`<p>${say("no_table")}</p>`}</section>
        ${now.table && !this.readonly && now.question.kind === "decision" ? claims(data, now.table, { say, language, check: (text) => void this.does({ do: "type", text: `=> ${text}`, among: "" }) }) : nothing}
      </div>
      <div class="side">${this.editor(now.text)}
        ${story(this.told, say, language, this.readonly, (step) => void this.does({ do: "until", number: step }))}</div>`;
  }

  private table(data: Data, step: Step): TemplateResult {
    const looking: Looking = {
      data, language: this.language, step, before: this.last, viewer: data.seen ? "public" : "referee", place: "", refused: null,
      fresh: freshIn(data, this.last?.state ?? null, step.state), open: (table, number) => this.touch(table, number),
    };
    return html`${moment(looking)}${hasBoard(data.game.name) ? board(looking) : zones(looking)}`;
  }

  /** What the live region says: what came of the answer, and what is asked. */
  private spoken(): string {
    if (this.busy) return "";
    if (this.opening) return this.opening.text;
    if (!this.now) return "";
    const news = this.step?.story?.map((one) => one.text) ?? [];
    return [this.said, ...news, this.now.question.where, this.now.question.text].filter(Boolean).join(" ");
  }
}
customElements.define("shinpan-recorder", ShinpanRecorder);
