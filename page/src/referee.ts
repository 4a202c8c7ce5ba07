// Who tells the page of a record: the file itself, or the engine in its worker. Every view is written against this.
import { type Data, type Report, type Telling, changed, part } from "./data";

/** Long work: who asks is told how far it has come, and may give it up. */
export interface Patience {
  signal: AbortSignal;
  progress(done: number, total: number): void;
}

export interface Referee {
  /** Whether records can be opened and judged here. */
  readonly judges: boolean;
  /** The record that comes with the page, if one does. */
  first(): Promise<Data | null>;
  /** Opens a record. Throws `Refused` where it cannot be read or judged. */
  open(name: string, bytes: Uint8Array, patience?: Patience): Promise<Data>;
  /** The report on a record alone. */
  verify(name: string, bytes: Uint8Array): Promise<Report>;
  /** Makes sure that the data has what a viewer is told. */
  telling(data: Data, viewer: string, patience?: Patience): Promise<Telling>;
}

/** Why a record cannot be read or judged, in both languages. */
export class Refused extends Error {
  constructor(readonly said: { ja: string; en: string }) {
    super(said.en);
  }
}

export const FORMAT = 4;

/** The record in the file, judged when the file was made. */
export class Recorded implements Referee {
  readonly judges = false;

  async first(): Promise<Data | null> {
    const bytes = await part("data");
    return bytes ? readData(new TextDecoder().decode(bytes)) : null;
  }

  open(): Promise<Data> {
    return Promise.reject(NO_ENGINE);
  }

  verify(): Promise<Report> {
    return Promise.reject(NO_ENGINE);
  }

  async telling(data: Data, viewer: string): Promise<Telling> {
    return data.tellings[viewer] ?? fail(`no view of ${viewer}`);
  }
}

const NO_ENGINE = new Refused({
  ja: "このファイルには審判が入っていません。ほかの棋譜は referee.html で開いてください。",
  en: "This file has no referee in it. Open other records with referee.html.",
});

function fail(why: string): never {
  throw new Error(why);
}

/** Data of a page; those of another version are refused. */
export function readData(text: string): Data {
  const data = JSON.parse(text) as Data & { error?: { ja: string; en: string } };
  if (data.error) throw new Refused(data.error);
  if (data.format !== FORMAT) {
    throw new Refused({
      ja: `この棋譜のデータは形式 ${data.format} です。このページが読めるのは形式 ${FORMAT} だけです。`,
      en: `The data of this record has form ${data.format}; this page reads form ${FORMAT} only.`,
    });
  }
  return withViews(data);
}

/** The file says of most viewers only how their steps differ from the first viewer's. */
function withViews(data: Data): Data {
  const [first, ...others] = data.viewers.map((viewer) => data.tellings[viewer]).filter(Boolean);
  for (const other of others) {
    other!.report = changed(first!.report as never, other!.report as never) as never;
    other!.steps = other!.steps.map((step, at) => changed(first!.steps[at] as never, step as never) as never);
  }
  return data;
}
