// Drafts in the browser, of records and of pack files: the text of each with the version that kept it and the time, and which tab writes it.
import { saveAs } from "../export/file";

const VERSION = 1;
/** What is kept, by how its names begin: records, and pack files. */
export const RECORDS = "shinpan.draft.", CARDS = "shinpan.cards.";
export type Store = typeof RECORDS | typeof CARDS;

/** A draft as it was kept; its text may be missing where something else wrote it. A record of a pack of its writer's own
 * has that beside it. */
export interface Kept { id: string; version: unknown; time: string; text: string; packs: string[] }
export type Failed = "full" | "forbidden" | "changed";

export function isOurs(kept: Kept): boolean {
  return kept.version === VERSION && Boolean(kept.text);
}

/** Every draft, the last one first. Where nothing can be kept there are none. */
export function drafts(store: Store): Kept[] {
  try {
    const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    const found = names.filter((name) => name.startsWith(store)).map((name) => kept(name.slice(store.length), localStorage.getItem(name)));
    return found.sort((one, other) => (one.time < other.time ? 1 : -1));
  } catch {
    return [];
  }
}

function kept(id: string, said: string | null): Kept {
  try {
    const { version, time, text, packs } = JSON.parse(said ?? "") as Partial<Kept>;
    return { id, version, time: String(time ?? ""), text: typeof text === "string" ? text : "", packs: Array.isArray(packs) ? packs.map(String) : [] };
  } catch {
    return { id, version: null, time: "", text: said ?? "", packs: [] };
  }
}

export function forget(store: Store, id: string): void {
  try { localStorage.removeItem(store + id); } catch { /* what cannot be kept cannot be forgotten either */ }
}

/** One draft that this tab writes, as long as it holds it. */
export class Draft {
  private last: string | null;

  private constructor(private readonly store: Store, readonly id: string, readonly mine: boolean, private readonly release: () => void) {
    this.last = read(store + id);
  }

  /** Holds a draft; if another tab does, it can only be read. */
  static async held(store: Store, id: string): Promise<Draft> {
    // Old and strict browsers have no locks: there a change by another tab is noticed when it is written.
    if (!navigator.locks) return new Draft(store, id, true, () => undefined);
    return new Promise((done) => {
      navigator.locks.request(store + id, { ifAvailable: true }, (lock) => {
        if (!lock) return done(new Draft(store, id, false, () => undefined));
        return new Promise<void>((release) => done(new Draft(store, id, true, release)));
      }).catch(() => done(new Draft(store, id, true, () => undefined)));
    });
  }

  static async begun(store: Store): Promise<Draft> {
    return Draft.held(store, `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`);
  }

  /** Keeps a text at once; says why it could not. */
  keep(text: string, packs: string[] = []): Failed | null {
    const said = JSON.stringify({ version: VERSION, time: new Date().toISOString(), text, ...(packs.length ? { packs } : {}) });
    try {
      if (localStorage.getItem(this.store + this.id) !== this.last) return "changed";
      localStorage.setItem(this.store + this.id, said);
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

function read(name: string): string | null {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** Lets somebody save a text as a file. */
export function saveFile(text: string): void {
  saveAs(`${heading(text).game.match(/[a-z0-9]+/g)?.join("-") ?? "game"}.shinpan`, text, "text/plain");
}

/** What a pack file says of itself, and a file that it is saved as. */
export function packHeading(text: string): { game: string; id: string } {
  const said = (key: string) => new RegExp(`^${key}[ \\t]*=[ \\t]*"([^"\n]*)"`, "m").exec(text)?.[1] ?? "";
  return { game: said("game"), id: said("id") };
}

export function savePack(text: string): void {
  saveAs(`${/^[a-z0-9_-]+$/.exec(packHeading(text).id)?.[0] ?? "cards"}.toml`, text, "application/toml");
}

/** What a transcript says of its game and its players; their lines are the same in both languages but for the key. */
export function heading(text: string): { game: string; players: string } {
  const said = (keys: string) => new RegExp(`^(?:${keys})[ \\t]+(.*)$`, "m").exec(text)?.[1]?.trim() ?? "";
  return { game: said("game|ゲーム"), players: said("players|プレイヤー") };
}
