// What the engine finds for an arbiter (service/shinpan_records/page/arbiter.py).
import type { Language, Texts } from "../data";

/** A record as it was opened. */
export interface Opened { name: string; bytes: Uint8Array }
export type Lines = Record<Language, string[]>;
export interface Edit { place: Texts; before: Texts; after: Texts }
/** Edits after which all of the record comes out, or what is wrong next. */
export interface Repair { edits: Edit[]; next: Texts }
export interface Repairs { said: Lines; then?: Lines; repairs?: Repair[] }
export interface Compared { said: Lines; alike: boolean; text: string }
