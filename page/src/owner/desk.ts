// What is asked of the engine while a pack file is written, and what it says (service/shinpan_records/page/owner.py). The
// worker keeps the text; the page keeps it too, and gives it again to a worker that was replaced.
import type { Json, JsonObject, Language } from "../data";
import type { Judge } from "../judge";
import type { Patience } from "../referee";
import type { Unread } from "../record/desk";

/** What may stand somewhere. */
export type Way =
  | { is: "number"; least: number | null; most: number | null }
  | { is: "flag" | "word"; words: [word: string, meaning: string][] }
  | { is: "text" }
  | { is: "list"; least: number; most: number | null; item: Way[] }
  | { is: "part"; part: string }
  | { is: "op"; ops: string[] };
export interface Asked { name: string; label: string; must: boolean; allowed: string; ways: Way[] }
export interface Kind { name: string; label: string; key: string; fields: Asked[] }
export interface Forms { kinds: Kind[]; parts: Record<string, { fields: Asked[] }>; ops: Record<string, { text: string; fields: Asked[] }> }
/** A field of a card; `from` says where it is from if that is no print. */
export interface Cell { field: string; value: Json; text?: string; open?: true; own?: true; wrong?: string[]; source?: string; from?: string }
export interface CardRow { kind: string; key: Json; called: string; name: string; place: number; wrong: string[]; cells: Cell[] }
export interface Sheet {
  text: string; game: string; title: string; head: Record<"id" | "title" | "base", string>; rows: CardRow[]; left_out: number; open: number;
  slips: Unread[]; elsewhere: Unread[]; digest: string; noted: boolean; form: Forms | null;
}
/** The table of a file, or why it has none. */
export type Told = Sheet | { text: string; unread: Unread; form: null };
export type Doing =
  | { do: "new"; game: string; pack: string }
  | { do: "load"; bytes: Uint8Array }
  | { do: "show" }
  | { do: "set"; kind: string; place: number; by: string; key: Json; field: string; value: Json; source: string }
  | { do: "drop"; kind: string; place: number };

export function isSheet(told: Told): told is Sheet {
  return "rows" in told;
}

const FILE = "pack.toml";

export class OwnerDesk {
  /** The file as the worker told it last. */
  text: string | null = null;

  constructor(private readonly judge: Judge) {}

  async games(): Promise<{ name: string; title: string }[]> {
    return (await this.judge.cards({ do: "games", language: "en" }))["games"] as { name: string; title: string }[];
  }

  async does(doing: Doing, language: Language, patience: Patience): Promise<Told> {
    const told = await this.asked(doing, language, patience);
    if (told["lost"]) {
      await this.asked({ do: "load", bytes: new TextEncoder().encode(this.text ?? "") }, language, patience);
      return this.kept(await this.asked(doing, language, patience));
    }
    return this.kept(told);
  }

  private kept(told: Record<string, unknown>): Told {
    this.text = told["text"] as string;
    return told as unknown as Told;
  }

  private asked(doing: Doing, language: Language, patience: Patience): Promise<Record<string, unknown>> {
    const question = doing.do === "load" ? { do: "load", name: FILE, files: { [FILE]: doing.bytes } } : { ...doing };
    return this.judge.cards({ ...question, language }, patience);
  }
}

/** A value with another in one of its fields; nothing takes the field out. */
export function withField(value: JsonObject, field: string, part: Json | undefined): JsonObject {
  const { [field]: _, ...rest } = value;
  return part === undefined ? rest : { ...rest, [field]: part };
}
