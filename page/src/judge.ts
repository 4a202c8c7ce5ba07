// The engine in its worker. A worker that does not answer is replaced, and what was asked ends in a sentence.
import type { Compared, Opened, Repairs } from "./arbiter/found";
import { type Data, type Report, type Telling, part } from "./data";
import { type Patience, type Referee, Refused, readData } from "./referee";

const LONGEST_START = 60_000;
const LONGEST_CALL = 120_000;
/** So long a slice may still take when its work is given up; then the worker is replaced. */
const LONGEST_SLICE = 1_000;
/** With this an answer begins that is not the last one. */
const GOING = '{"done":';

/** A pack file of somebody's own, and by which digest records name it. */
interface Given { text: string; digest: string }
/** As many as one request to the service may have. */
const MOST_PACKS = 4;

interface Waiting {
  done(answer: string): void;
  failed(error: Error): void;
}

export class Judge implements Referee {
  readonly judges = true;
  private worker: Promise<Worker> | null = null;
  private waiting = new Map<number, Waiting>();
  private last = 0;
  /** Pack files that records are judged with beside those of the engine, the one that was given last first. */
  private packs: Given[] = [];
  /** Where the worker's code and parts are, unpacked once. */
  private readonly parts = unpackedParts();

  async first(): Promise<Data | null> {
    const bytes = await part("data");
    return bytes ? readData(new TextDecoder().decode(bytes)) : null;
  }

  /** Starts the worker; done when it can be asked. */
  async ready(): Promise<void> {
    await (this.worker ??= this.started());
  }

  async open(name: string, bytes: Uint8Array, patience?: Patience): Promise<Data> {
    return readData(await this.work({ method: "open", ...filed({ name, bytes }) }, patience));
  }

  async verify(name: string, bytes: Uint8Array): Promise<Report> {
    const found = await this.about({ method: "verify", ...filed({ name, bytes }) });
    return found["report"] as Report;
  }

  async telling(data: Data, viewer: string, patience?: Patience): Promise<Telling> {
    if (!data.tellings[viewer]) {
      const more = readData(await this.work({ method: "telling", viewer }, patience));
      data.tellings[viewer] = more.tellings[viewer]!;
      Object.assign(data.clauses, more.clauses);
      Object.assign(data.asks, more.asks);
      for (const [table, names] of Object.entries(more.names)) Object.assign((data.names[table] ??= {}), names);
    }
    return data.tellings[viewer]!;
  }

  /** Judges records with more pack files; those that are there already come first now. */
  async use(texts: string[]): Promise<void> {
    const given = texts.map((text) => ({ text, digest: "" }));
    const before = this.packs.filter((one) => !texts.includes(one.text));
    if (!given.length) return;
    this.packs = [...given, ...before].slice(0, MOST_PACKS);
    await this.givePacks();
  }

  /** The pack files that a transcript names. */
  packsIn(transcript: string): string[] {
    return this.packs.filter((one) => one.digest && transcript.includes(one.digest)).map((one) => one.text);
  }

  private async givePacks(): Promise<void> {
    const files = Object.fromEntries(this.packs.map(({ text }, at) => [`own${at}.toml`, new TextEncoder().encode(text)]));
    const found = await this.about({ method: "use", names: Object.keys(files), files });
    (found["digests"] as string[]).forEach((digest, at) => { this.packs[at]!.digest = digest; });
  }

  /** Does what somebody did to a pack file. Throws `Refused` where nothing comes of it. */
  async cards(doing: Record<string, unknown>, patience?: Patience): Promise<Record<string, unknown>> {
    return this.about({ method: "cards", ...doing }, patience);
  }

  /** Does what somebody did while a record is written. Throws `Refused` where the engine cannot. */
  async record(doing: Record<string, unknown>, patience?: Patience): Promise<object> {
    return this.about({ method: "record", ...doing }, patience);
  }

  /** Looks for what repairs a record; where that is given up, what was found so far. */
  async repairs(opened: Opened, patience: Patience): Promise<Repairs> {
    try {
      return (await this.about({ method: "repair", ...filed(opened) }, patience))["repair"] as Repairs;
    } catch (error) {
      if (error !== GIVEN_UP) throw error;
      const found = await this.about({ method: "repairs" });
      if (found["lost"]) throw error;
      return found["repair"] as Repairs;
    }
  }

  /** The text of the record after one of the repairs that were found last, with who made it, and why. */
  async corrected(number: number, who: string, reason: string): Promise<string> {
    const found = await this.about({ method: "correct", number, who, reason });
    if (found["lost"]) throw LOST;
    return found["text"] as string;
  }

  async compare(opened: Opened, other: Opened, patience: Patience): Promise<Compared> {
    const ours = filed(opened), theirs = filed(other, "other");
    const question = { method: "compare", name: ours.name, other: theirs.name, files: { ...ours.files, ...theirs.files } };
    return (await this.about(question, patience))["compared"] as Compared;
  }

  /** The text of a record with some facts more, as its lines say them. */
  async withFacts(opened: Opened, facts: string[]): Promise<string> {
    return (await this.about({ method: "facts", facts, ...filed(opened) }))["text"] as string;
  }

  /** A record as a transcript and as JSON. */
  async forms(opened: Opened): Promise<{ text: string; json: string }> {
    return await this.about({ method: "forms", ...filed(opened) }) as { text: string; json: string };
  }

  /** The answer to a question. Throws `Refused` where the engine has none. */
  private async about(question: Record<string, unknown>, patience?: Patience): Promise<Record<string, unknown>> {
    const found = JSON.parse(await this.work(question, patience)) as Record<string, unknown> & { error?: Refused["said"] };
    if (found.error) throw new Refused(found.error);
    return found;
  }

  private async started(): Promise<Worker> {
    const { code, ...parts } = await this.parts;
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const worker = new Worker(url);
    await new Promise<void>((done, failed) => {
      const timer = setTimeout(() => end(TOO_SLOW), LONGEST_START);
      const end = (error?: Error) => {
        clearTimeout(timer);
        if (error) {
          this.worker = null;
          worker.terminate();
          failed(error);
        } else done();
      };
      worker.onerror = (event) => end(notStarted(event.message || "Worker"));
      worker.onmessage = (event) => end(event.data.failed ? notStarted(event.data.failed) : undefined);
      worker.postMessage(parts);
    });
    URL.revokeObjectURL(url);
    worker.onmessage = (event) => this.answered(event.data);
    worker.onerror = (event) => this.stopped(notStarted(event.message || "Worker"));
    return worker;
  }

  /** Asks for work that goes in slices, and goes on until it is done or given up. */
  private async work(question: Record<string, unknown>, patience?: Patience): Promise<string> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const giveUp = () => { timer = setTimeout(() => this.stopped(GIVEN_UP), LONGEST_SLICE); };
    patience?.signal.addEventListener("abort", giveUp);
    try {
      let answer = await this.ask(question);
      while (answer.startsWith(GOING)) {
        if (patience?.signal.aborted) throw GIVEN_UP;
        const { done, total } = JSON.parse(answer) as { done: number; total: number };
        patience?.progress(done, total);
        answer = await this.ask({ method: "more" });
      }
      if (patience?.signal.aborted) throw GIVEN_UP;
      return answer;
    } finally {
      clearTimeout(timer);
      patience?.signal.removeEventListener("abort", giveUp);
    }
  }

  /** The worker; one that takes the place of another is given the packs again. */
  private async going(): Promise<Worker> {
    if (this.worker) return this.worker;
    const worker = await (this.worker = this.started());
    if (this.packs.length) await this.givePacks();
    return worker;
  }

  private async ask(question: Record<string, unknown>): Promise<string> {
    const worker = await this.going();
    const id = ++this.last;
    return new Promise((done, failed) => {
      const timer = setTimeout(() => this.stopped(TOO_SLOW), LONGEST_CALL);
      const end = () => {
        clearTimeout(timer);
        this.waiting.delete(id);
      };
      this.waiting.set(id, {
        done: (answer) => (end(), done(answer)),
        failed: (error) => (end(), failed(error)),
      });
      worker.postMessage({ id, ...question });
    });
  }

  private answered(message: { id: number; answer?: string; failed?: string }): void {
    const waiting = this.waiting.get(message.id);
    if (message.failed) waiting?.failed(fault(message.failed));
    else waiting?.done(message.answer!);
  }

  /** Gives the worker up; the next question starts another. */
  private stopped(why: Error): void {
    void this.worker?.then((worker) => worker.terminate());
    this.worker = null;
    for (const waiting of [...this.waiting.values()]) waiting.failed(why);
  }
}

/** A record as a question names it: its name says only the form of the file, the engine sees no other part of it. */
function filed({ name, bytes }: Opened, called = "record") {
  const end = /\.(shinpan|json|pb|zip)$/.exec(name.toLowerCase());
  const known = `${called}${end ? end[0] : ".shinpan"}`;
  return { name: known, files: { [known]: bytes } };
}

async function unpackedParts() {
  const [code, wasm, library, msgspec, engine] = await Promise.all(
    ["worker", "wasm", "library", "msgspec", "engine"].map(async (id) => {
      const found = await part(id);
      if (!found) throw notStarted(`the file has no part “${id}”`);
      return found;
    }),
  );
  return { code: code!, wasm: wasm!, library: library!, msgspec: msgspec!, engine: engine! };
}

const GIVEN_UP = new Refused({ ja: "判定をやめました。", en: "Judging was stopped." });

const LOST = new Refused({
  ja: "審判を始め直したので、見つけた直し方は残っていません。もう一度探してください。",
  en: "The referee was started again, so the repairs that were found are gone. Look for them once more.",
});

const TOO_SLOW = new Refused({
  ja: "審判が時間内に答えませんでした。もう一度試してください。",
  en: "The referee did not answer in time. Try again.",
});

function notStarted(why: string): Refused {
  return new Refused({
    ja: `審判を始められませんでした(${why})。ブラウザの設定が WebAssembly や Worker を止めていないか確かめてください。`,
    en: `The referee could not start (${why}). Check that the browser's settings do not block WebAssembly or workers.`,
  });
}

function fault(why: string): Refused {
  return new Refused({
    ja: `これは審判のプログラムの誤りです。開発者に知らせてください:${why}`,
    en: `This is a fault of the referee's program; please report it: ${why}`,
  });
}
