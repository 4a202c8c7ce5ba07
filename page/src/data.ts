// The data of a record as the page has it, and how it is unpacked.

export type Language = "ja" | "en";
export type Texts = Partial<Record<Language, string>>;
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

export interface Field {
  name: string;
  list?: boolean;
  of?: string;
  table?: string;
  open?: boolean;
  required?: boolean;
  enum?: Record<string, Texts>;
  flag?: boolean;
  label?: Texts;
  when?: string;
  first?: number;
  none?: Texts;
  pile?: boolean;
}
export type Shape = Record<string, Field[]>;

export interface Where { entry?: number; step?: number; line?: number; turn?: number; printed?: string }
export interface LegalLine { line: Texts; names: string[] }
export interface AskedFact { card: string; fields: { name: string; label: Texts }[] }
export interface Finding {
  verdict: string; where: Where; seat: number; clauses: string[]; message: Texts; submitted: Texts; names: string[]; things: [string, number][];
  legal: LegalLine[]; counted: number; whole: boolean; differences: Texts[];
  /** What is asked for where the pack is silent. */
  facts: AskedFact[];
}
export interface Report {
  verdict: string; findings: Finding[]; assumptions: { kind: string; id: string; text: Texts }[];
  notes: { where: Where; text: Texts }[]; total: number; replayed: number;
  header: string; state: string; link: string;
  result: { winners: number[]; reason: Texts; lost: boolean; score: number[] } | null;
  /** What was put right after the game was written down; only the referee is told. */
  corrections?: { turn: number; text: Texts }[];
}
export interface Claim { text: Texts; ok: boolean }
export interface StoryLine { kind: string; lang: Language; text: string }
export type Figures = Record<string, Record<string, number>>;
/** A step as the file has it; `change` is how the table differs from the step before. */
export interface PackedStep {
  turn?: number; printed?: string; seat?: number; line?: Texts; names?: string[]; story?: StoryLine[]; rules?: string[];
  claims?: Claim[]; change: Change;
  /** The numbers in force of cards that lie open, where the printed ones are not: by table and number, by field. */
  figures?: Figures;
}
export interface Step extends PackedStep { number: number; state: JsonObject }
export interface Card {
  id: string; name: string; row: JsonObject; told: Partial<Record<Language, { lines: [string, string][]; source: string }>>;
}
export interface Clause { section: Texts; text: Texts; example: Texts; ruling: Texts; inferred: boolean }
export interface Telling { viewer: string; report: Report; steps: PackedStep[] }
export interface Told { viewer: string; report: Report; steps: Step[] }
export interface Data {
  format: number;
  game: { name: string; title: string; mode: string; heads: "turn" | "round"; written: string; agreed: Texts };
  pack: string; seats: string[]; seen: boolean; whole: boolean; viewers: string[];
  steps: Record<string, Texts>; asks: Record<string, Texts>; shape: Shape; verdicts: Record<string, Texts>;
  /** What values of rows that boards show by a sign are called, by field. */
  signs: Record<string, Record<string, Texts>>;
  cards: Record<string, Record<string, Card>>;
  /** What is written for squares and the like, and what the pack has that is of no card, like a board that all share. */
  names: Record<string, Record<string, string>>; common: Record<string, JsonObject[]>; clauses: Record<string, Clause>;
  tellings: Record<string, Telling>;
}

/** How a value differs from the one before (service/shinpan_records/page/changes.py). */
export type Change = null | [Json] | { "="?: Record<string, Change>; "-"?: string[]; "@"?: Record<string, Change> };

export function changed(old: Json, change: Change): Json {
  if (change === null || change === undefined) return old;
  if (Array.isArray(change)) return change[0];
  if (change["@"]) {
    const places = change["@"];
    return (old as Json[]).map((item, at) => changed(item, places[at] ?? null));
  }
  const made: JsonObject = {};
  for (const [name, value] of Object.entries(old as JsonObject)) if (!change["-"]?.includes(name)) made[name] = value;
  for (const [name, inner] of Object.entries(change["="] ?? {})) made[name] = changed(made[name] ?? null, inner);
  return made;
}

/** The steps with their tables. */
export function unpacked(telling: Telling): Told {
  let state: Json = {};
  const steps = telling.steps.map((step, number) => {
    state = changed(state, step.change);
    return { ...step, number, state: state as JsonObject };
  });
  return { ...telling, steps };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const known = Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  if (known.fromBase64) return known.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** A part of the file by its id, unpacked; nothing if the file has none. */
export async function part(id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const text = document.getElementById(id)?.textContent;
  if (!text) return null;
  const packed = new Blob([bytesOf(text.trim())]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
