// The engine in its worker. A worker that does not answer is replaced, and what was asked ends in a sentence.
import { type Data, type Report, type Telling, part } from "./data";
import { type Patience, type Referee, Refused, readData } from "./referee";

const LONGEST_START = 60_000;
const LONGEST_CALL = 120_000;
/** So long a slice may still take when its work is given up; then the worker is replaced. */
const LONGEST_SLICE = 1_000;
/** With this an answer begins that is not the last one. */
const GOING = '{"done":';

interface Waiting {
  done(answer: string): void;
  failed(error: Error): void;
}

export class Judge implements Referee {
  readonly judges = true;
  private worker: Promise<Worker> | null = null;
  private waiting = new Map<number, Waiting>();
  private last = 0;
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
    return readData(await this.work({ method: "open", name: safe(name), bytes }, patience));
  }

  async verify(name: string, bytes: Uint8Array): Promise<Report> {
    const found = JSON.parse(await this.ask({ method: "verify", name: safe(name), bytes }));
    if (found.error) throw new Refused(found.error);
    return found.report as Report;
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

  /** Does what somebody did while a record is written. Throws `Refused` where the engine cannot. */
  async record(doing: Record<string, unknown>, patience?: Patience): Promise<object> {
    const found = JSON.parse(await this.work({ method: "record", ...doing }, patience));
    if (found.error) throw new Refused(found.error);
    return found as object;
  }

  private async started(): Promise<Worker> {
    const { code, ...parts } = await this.parts;
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const worker = new Worker(url);
    await new Promise<void>((done, failed) => {
      const timer = setTimeout(() => failed(TOO_SLOW), LONGEST_START);
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

  private async ask(question: Record<string, unknown>): Promise<string> {
    const worker = await (this.worker ??= this.started());
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

/** A name that only says the form of the file: the engine sees no other part of it. */
function safe(name: string): string {
  const end = /\.(shinpan|json|pb|zip)$/.exec(name.toLowerCase());
  return `record${end ? end[0] : ".shinpan"}`;
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
