// Drafts in the browser: the text of each with the version that kept it and the time, and which tab writes it.
import { saveAs } from "../export/file";

const VERSION = 1;
const NAME = "shinpan.draft.";

/** A draft as it was kept; its text may be missing where something else wrote it. */
export interface Kept { id: string; version: unknown; time: string; text: string }
export type Failed = "full" | "forbidden" | "changed";

export function isOurs(kept: Kept): boolean {
  return kept.version === VERSION && Boolean(kept.text);
}

/** Every draft, the last one first. Where nothing can be kept there are none. */
export function drafts(): Kept[] {
  try {
    const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    const found = names.filter((name) => name.startsWith(NAME)).map((name) => kept(name.slice(NAME.length), localStorage.getItem(name)));
    return found.sort((one, other) => (one.time < other.time ? 1 : -1));
  } catch {
    return [];
  }
}

function kept(id: string, said: string | null): Kept {
  try {
    const { version, time, text } = JSON.parse(said ?? "") as Partial<Kept>;
    return { id, version, time: String(time ?? ""), text: typeof text === "string" ? text : "" };
  } catch {
    return { id, version: null, time: "", text: said ?? "" };
  }
}

export function forget(id: string): void {
  try { localStorage.removeItem(NAME + id); } catch { /* what cannot be kept cannot be forgotten either */ }
}

/** One draft that this tab writes, as long as it holds it. */
export class Draft {
  private last: string | null;

  private constructor(readonly id: string, readonly mine: boolean, private readonly release: () => void) {
    this.last = read(id);
  }

  /** Holds a draft; if another tab does, it can only be read. */
  static async held(id: string): Promise<Draft> {
    // Old and strict browsers have no locks: there a change by another tab is noticed when it is written.
    if (!navigator.locks) return new Draft(id, true, () => undefined);
    return new Promise((done) => {
      navigator.locks.request(NAME + id, { ifAvailable: true }, (lock) => {
        if (!lock) return done(new Draft(id, false, () => undefined));
        return new Promise<void>((release) => done(new Draft(id, true, release)));
      }).catch(() => done(new Draft(id, true, () => undefined)));
    });
  }

  static async begun(): Promise<Draft> {
    return Draft.held(`${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`);
  }

  /** Keeps a text at once; says why it could not. */
  keep(text: string): Failed | null {
    const said = JSON.stringify({ version: VERSION, time: new Date().toISOString(), text });
    try {
      if (localStorage.getItem(NAME + this.id) !== this.last) return "changed";
      localStorage.setItem(NAME + this.id, said);
      this.last = said;
      return null;
    } catch (error) {
      return error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "forbidden";
    }
  }

  letGo(): void {
    this.release();
  }
}

function read(id: string): string | null {
  try { return localStorage.getItem(NAME + id); } catch { return null; }
}

/** Lets somebody save a text as a file. */
export function saveFile(text: string): void {
  saveAs(`${heading(text).game.match(/[a-z0-9]+/g)?.join("-") ?? "game"}.shinpan`, text, "text/plain");
}

/** What a transcript says of its game and its players; their lines are the same in both languages but for the key. */
export function heading(text: string): { game: string; players: string } {
  const said = (keys: string) => new RegExp(`^(?:${keys})[ \\t]+(.*)$`, "m").exec(text)?.[1]?.trim() ?? "";
  return { game: said("game|ゲーム"), players: said("players|プレイヤー") };
}
