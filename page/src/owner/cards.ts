// The cards of an owner: a pack file as a table, changed field by field, kept here, saved as a file, and played with.
import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import type { Json, Language, Texts } from "../data";
import type { Judge } from "../judge";
import { Desk } from "../record/desk";
import { type Say, saying } from "../record/saying";
import { draft } from "../record/start";
import { CARDS, Draft, type Failed, type Kept, drafts, forget, packHeading, savePack } from "../record/store";
import { written } from "../record/written";
import { Refused } from "../referee";
import { set } from "../views/texts";
import { type Word, word } from "../words";
import { type CardRow, type Cell, type Doing, type Forms, OwnerDesk, type Sheet, type Told, isSheet } from "./desk";
import { type Editing, begun, field } from "./field";
import { idOf, labelOf, roving, rowsShown, table, wantsWork } from "./table";

const NOT_KEPT: Record<Failed, Word> = { full: "cardsFull", forbidden: "cardsForbidden", changed: "cardsChanged" };
const MOST_BYTES = 1 << 20;
/** So many rows are on the page at first, and more when they are asked for. */
const ROWS = 150;
const BASES: Record<string, Word> = { print: "base_print", house: "base_house" };

export class ShinpanCards extends LitElement {
  static override properties = {
    language: {}, judge: { attribute: false }, words: { state: true }, games: { state: true }, told: { state: true }, editing: { state: true }, busy: { state: true }, error: { state: true },
    said: { state: true }, changed: { state: true }, unkept: { state: true }, kind: { state: true }, onlyOpen: { state: true }, shown: { state: true }, draft: { state: true }, asked: { state: true },
  };
  language: Language = "ja";
  judge!: Judge;
  words: Record<string, Texts> | null = null;
  games: { name: string; title: string }[] = [];
  told: Told | null = null;
  /** The field that is being filled in. */
  editing: Editing | null = null;
  busy: AbortController | null = null;
  error: { ja: string; en: string } | null = null;
  /** What came of the last change. */
  said = "";
  /** What somebody has made of the text of the file. */
  changed: string | null = null;
  unkept: Failed | null = null;
  kind = "";
  onlyOpen = false;
  shown = ROWS;
  draft: Draft | null = null;
  /** The draft of which it is asked whether to delete it. */
  asked = "";
  private desk!: OwnerDesk;
  private forms: Forms | null = null;
  /** The cell that gets the focus when the table is there again. */
  private next = "";

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.desk = new OwnerDesk(this.judge);
    // Where the referee cannot start the page says so.
    Promise.all([new Desk(this.judge).words(), this.desk.games()]).then(([words, games]) => { this.words = words; this.games = games; }, () => undefined);
  }

  get writing(): boolean {
    return this.told !== null;
  }

  private get readonly(): boolean {
    return Boolean(this.draft && !this.draft.mine);
  }

  // What somebody does.

  /** Does one thing; what is done before the last one is answered is not heard. */
  private async does(doing: Doing): Promise<boolean> {
    if (this.busy) return false;
    const mine = (this.busy = new AbortController());
    this.error = null;
    this.said = "";
    try {
      this.take(await this.desk.does(doing, this.language, { signal: mine.signal, progress: () => undefined }));
      return true;
    } catch (error) {
      this.error = error instanceof Refused ? error.said : { ja: String(error), en: String(error) };
      return false;
    } finally {
      this.busy = null;
      this.dispatchEvent(new CustomEvent("writing", { detail: this.writing }));
    }
  }

  private take(told: Told): void {
    this.told = told;
    this.forms = told.form ?? this.forms;
    this.changed = null;
    void this.keep(told.text);
  }

  private async keep(text: string): Promise<void> {
    this.draft ??= await Draft.begun(CARDS);
    if (this.draft.mine && this.unkept !== "changed") this.unkept = this.draft.keep(text);
  }

  private async begin(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    await this.does({ do: "new", game: String(form.get("game")), pack: String(form.get("pack")).trim() });
    this.focusOn("h2");
  }

  /** Opens a pack file. */
  async open(bytes: Uint8Array): Promise<void> {
    if (this.told) this.leave();
    await this.does({ do: "load", bytes });
    this.focusOn("h2");
  }

  private async chosen(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (file) await this.open(new Uint8Array(await file.slice(0, MOST_BYTES + 1).arrayBuffer()));
    input.value = "";
  }

  private async resume(kept: Kept): Promise<void> {
    this.draft = await Draft.held(CARDS, kept.id);
    await this.does({ do: "load", bytes: new TextEncoder().encode(kept.text) });
    this.focusOn("h2");
  }

  private drop(kept: Kept): void {
    if (this.asked === kept.id) forget(CARDS, kept.id);
    this.asked = this.asked === kept.id ? "" : kept.id;
  }

  private async put(value: Json | undefined, source: string, onwards: boolean): Promise<void> {
    const { row, cell } = this.editing!;
    const by = this.forms!.kinds.find((one) => one.name === row.kind)?.key ?? "number";
    this.editing = null;
    // A row of the base is one of the file afterwards; its card is the same.
    const done = await this.does({ do: "set", kind: row.kind, place: row.place, by, key: row.key, field: cell.field, value: value ?? null, source });
    if (done) this.tellOf(row, cell);
    this.focusOnCell(row, cell.field);
    if (done && onwards) void this.updateComplete.then(() => this.toNext());
  }

  /** What came of a change: what the field says now, or what is wrong with it, and how much is open. */
  private tellOf(row: CardRow, cell: Cell): void {
    const { told, language } = this;
    if (!told || !isSheet(told)) return;
    const now = this.sameRow(told, row)?.cells.find((one) => one.field === cell.field);
    const what = `${row.called} ${row.name}, ${labelOf(this.forms!, row.kind, cell.field)}: ${now?.wrong?.join(" ") ?? now?.text ?? word("unsaid", language)}`;
    this.said = [what, told.noted ? "" : word("notesGone", language), this.counted(told)].filter(Boolean).join(" ");
  }

  private sameRow(sheet: Sheet, row: CardRow): CardRow | undefined {
    const alike = sheet.rows.filter((one) => one.kind === row.kind && one.key === row.key);
    return alike.find((one) => one.place === row.place) ?? alike[0];
  }

  private async setHead(name: string, value: string): Promise<void> {
    await this.does({ do: "set", kind: "pack", place: 0, by: "", key: "", field: name, value: value || null, source: "" });
  }

  private async dropRow(row: CardRow): Promise<void> {
    await this.does({ do: "drop", kind: row.kind, place: row.place });
    this.focusOn("h2");
  }

  /** Leads to the next field that is open or wrong, behind the one that had the focus last. */
  private toNext(): void {
    const sheet = this.told as Sheet, rows = rowsShown(sheet, this);
    const all = rows.flatMap((row) => row.cells.map((cell) => ({ id: idOf(row, cell), cell, row })));
    const last = all.findIndex(({ id }) => id === this.querySelector<HTMLElement>(".deck")?.dataset["last"]);
    const found = [...all.slice(last + 1), ...all.slice(0, last + 1)].find(({ cell }) => wantsWork(cell));
    if (!found) return;
    this.shown = Math.max(this.shown, rows.indexOf(found.row) + 1);
    this.focusOnCell(found.row, found.cell.field);
  }

  private focusOnCell(row: CardRow, name: string): void {
    const now = this.told && isSheet(this.told) ? this.sameRow(this.told, row) : undefined;
    const cell = now?.cells.find((one) => one.field === name);
    this.next = now && cell ? idOf(now, cell) : "";
    void this.updateComplete.then(() => this.takeFocus());
  }

  private takeFocus(): void {
    const cell = [...this.querySelectorAll<HTMLElement>("[data-cell]")].find((one) => one.dataset["cell"] === this.next);
    (cell ?? this.querySelector<HTMLElement>("h2"))?.focus();
  }

  private focusOn(found: string): void {
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(found)?.focus());
  }

  /** Leaves the table as it is kept. */
  private leave(): void {
    this.busy?.abort();
    this.draft?.letGo();
    this.draft = this.told = this.editing = this.error = this.changed = this.unkept = this.forms = null;
    this.desk.text = null;
    this.said = this.kind = "";
    this.onlyOpen = false;
    this.shown = ROWS;
    this.dispatchEvent(new CustomEvent("writing", { detail: false }));
  }

  /** Goes to the recorder with this pack. */
  private async play(): Promise<void> {
    const { text, game, head } = this.told as Sheet;
    await this.judge.use([text]);
    this.leave();
    this.dispatchEvent(new CustomEvent("play", { detail: { game, pack: head.id } }));
  }

  private get say(): Say {
    return saying(this.words!, this.language);
  }

  // What is shown.

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("language") && this.told && !this.busy) void this.updateComplete.then(() => this.does({ do: "show" }));
  }

  protected override updated(changed: PropertyValues): void {
    roving(this.querySelector(".deck"));
    const dialog = this.querySelector("dialog");
    if (!dialog || !changed.has("editing")) return;
    if (this.editing && !dialog.open) {
      dialog.showModal();
      // On a phone a field with the focus would cover half of the form with a keyboard.
      const first = matchMedia("(pointer: coarse)").matches ? null : dialog.querySelector<HTMLElement>("select, input, fieldset button");
      (first ?? dialog.querySelector("h2"))?.focus();
    }
    if (!this.editing && dialog.open) dialog.close();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.words) return nothing;
    const { language, told } = this;
    return html`<section class="owner" aria-labelledby="owner" aria-busy=${this.busy ? "true" : nothing}>
      <div class="panel"><h2 id="owner" tabindex="-1">${word("ownCards", language)}${told && isSheet(told) ? html`: <bdi lang="ja">${told.title}</bdi>` : nothing}</h2>
        <div class="in">${told ? this.begun(told) : this.start()}
          ${this.error ? html`<p class="alert" role="alert"><bdi>${set(this.error[language], language)}</bdi></p>` : nothing}
          ${this.unkept ? html`<p class="alert" role="alert">${word(NOT_KEPT[this.unkept], language)}</p>` : nothing}
          ${this.busy ? html`<p class="busy"><span class="late">${word("readingCards", language)} <button class="btn" @click=${() => this.busy?.abort()}>${word("stop", language)}</button></span></p>` : nothing}
          ${told ? this.ends(told) : nothing}</div></div>
      ${told && isSheet(told) && this.forms ? table(told, {
        language, kind: this.kind, onlyOpen: this.onlyOpen, shown: this.shown, forms: this.forms, open: (row, cell) => { if (!this.readonly && !this.busy) this.editing = begun(row, cell, language); },
        drop: (row) => void this.dropRow(row), more: () => { this.shown += ROWS; },
      }) : nothing}
      ${told ? this.file(told) : nothing}
      <p class="vh" role="status" aria-live="polite">${this.busy ? "" : this.said}</p>
      <dialog aria-label=${word("fillIn", language)} @close=${() => this.closed()}>${this.editing && this.forms ? field(this.editing, {
        language, forms: this.forms, change: (editing) => { this.editing = editing; }, take: (value, source, onwards) => void this.put(value, source, onwards), close: () => this.closed(),
      }) : nothing}</dialog></section>`;
  }

  private closed(): void {
    const left = this.editing;
    this.editing = null;
    if (left) this.focusOnCell(left.row, left.cell.field);
  }

  private start(): TemplateResult {
    const { language, say } = this, kept = drafts(CARDS);
    return html`<p>${word("ownCardsAbout", language)}</p>
      <form class="bar" @submit=${(event: SubmitEvent) => void this.begin(event)}>
        <label>${word("ofGame", language)} <select name="game">${this.games.map((game) => html`<option value=${game.name} lang="ja">${game.title}</option>`)}</select></label>
        <label>${word("packId", language)} <input name="pack" type="text" value="mine" required autocomplete="off" autocapitalize="off" spellcheck="false"></label>
        <button class="btn main">${word("newCards", language)}</button></form>
      <p><label>${word("openCards", language)} <input type="file" accept=".toml,text/plain" @change=${(event: Event) => void this.chosen(event.target as HTMLInputElement)}></label></p>
      ${kept.length ? html`<h3 class="small">${word("cardDrafts", language)}</h3><ul class="drafts">${kept.map((one) => draft(say, language, one, {
        goOn: (kept) => void this.resume(kept), remove: (kept) => this.drop(kept), asked: this.asked,
      }, Object.values(packHeading(one.text)), savePack))}</ul>` : nothing}
      <p class="muted">${word("cardsKept", language)}</p>`;
  }

  /** What the file is, how far it is, and what is wrong with it beside single cards. */
  private begun(told: Told): TemplateResult {
    const { language } = this;
    if (!isSheet(told)) return html`<p>${word("noTable", language)}</p>`;
    return html`${this.readonly ? html`<p class="alert">${word("cardsReadOnly", language)}</p>` : nothing}
      <p class="bar head-fields">${this.headField("packId", "id", told.head.id)}${this.headField("packTitle", "title", told.head.title)}
        <label>${word("packBase", language)} <select ?disabled=${this.readonly} @change=${(event: Event) => void this.setHead("base", (event.target as HTMLSelectElement).value)}>
          ${[...new Set([...Object.keys(BASES), told.head.base].filter(Boolean))].map((one) => html`<option value=${one} .selected=${one === told.head.base}>${BASES[one] ? word(BASES[one], language) : one}</option>`)}
          <option value="" .selected=${!told.head.base}>${word("base_none", language)}</option></select></label></p>
      <p class="bar"><b>${this.counted(told)}</b>
        <button class="btn main" ?disabled=${!told.open && !told.rows.some((row) => row.cells.some(wantsWork))} @click=${() => this.toNext()}>${word("nextOpen", language)}</button>
        <label>${word("showKind", language)} <select @change=${(event: Event) => { this.kind = (event.target as HTMLSelectElement).value; }}>
          <option value="">${word("allKinds", language)}</option>
          ${this.forms?.kinds.map((one) => html`<option value=${one.name} .selected=${one.name === this.kind}>${one.label}</option>`)}</select></label>
        <label><input type="checkbox" .checked=${this.onlyOpen} @change=${(event: Event) => { this.onlyOpen = (event.target as HTMLInputElement).checked; }}> ${word("onlyOpen", language)}</label></p>
      ${told.elsewhere.map((one) => html`<p class="slip"><bdi>${set(one.text, language)}</bdi></p>`)}
      ${told.left_out ? html`<p class="alert">${word("leftOut", language).replace("{}", String(told.left_out))}</p>` : nothing}
      ${this.said ? html`<p class="said"><bdi>${set(this.said, language)}</bdi></p>` : nothing}`;
  }

  private headField(label: Word, name: string, value: string): TemplateResult {
    return html`<label>${word(label, this.language)} <input type="text" autocomplete="off" spellcheck="false" ?readonly=${this.readonly} .value=${value}
      @change=${(event: Event) => void this.setHead(name, (event.target as HTMLInputElement).value)}></label>`;
  }

  private counted(told: Sheet): string {
    const { language } = this;
    const open = told.open ? word("openCount", language).replace("{}", String(told.open)) : word("noneOpen", language);
    return told.slips.length ? `${open} ${word("slipCount", language).replace("{}", String(told.slips.length))}` : open;
  }

  private ends(told: Told): TemplateResult {
    const { language, say } = this, right = isSheet(told) && !told.slips.length;
    return html`<p class="bar"><button class="btn" @click=${() => savePack(told.text)}>${say("save")}</button>
        ${right ? html`<button class="btn main" @click=${() => void this.play()}>${word("playWith", language)}</button>` : nothing}
        <button class="btn" @click=${() => this.leave()}>${say("leave")}</button></p>
      ${right && told.digest ? html`<p class="muted">${word("digest", language)}: <code>${told.digest.slice(0, 16)}</code></p>` : nothing}`;
  }

  /** The text of the file: what the table cannot show can be mended in it. */
  private file(told: Told): TemplateResult {
    const { language } = this, say: Say = (key, values) => (key === "text" ? word("cardFile", language) : key === "text_help" ? word("cardFileHelp", language) : this.say(key, values));
    const wrong = isSheet(told) ? told.slips[0] : told.unread;
    return html`<details class="file" .open=${!isSheet(told)}><summary>${word("cardFile", language)}</summary>${written({
      say, language, readonly: this.readonly, text: told.text, changed: this.changed, wrong: wrong ? { unread: wrong, of: told.text } : null,
      change: (changed) => { this.changed = changed; },
      apply: () => void this.does({ do: "load", bytes: new TextEncoder().encode(this.changed!) }),
      discard: () => { this.changed = null; },
      keepFirst: () => undefined,
    })}</details>`;
  }
}
customElements.define("shinpan-cards", ShinpanCards);
