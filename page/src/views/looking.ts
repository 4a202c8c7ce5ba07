// What every view of a table is drawn from, and how its values are put into words.
import { type TemplateResult, nothing } from "lit";
import type { Data, Field, Json, Language, Step } from "../data";
import { labelled } from "../labels";
import { texted } from "../words";
import { listed } from "../shape";
import type { RefusedLine } from "./refused";
import { set } from "./texts";

export interface Looking {
  data: Data;
  language: Language;
  step: Step;
  /** The step before; nothing at the first one. */
  before: Step | null;
  /** Whose eyes: that of the referee, of the public, or of a seat. */
  viewer: string;
  /** Cards that were not where they are one step before, each with its place. */
  fresh: Set<string>;
  /** The place that is being drawn. */
  place: string;
  /** The line that was refused after this step. */
  refused: RefusedLine | null;
  open(table: string, number: number): void;
}

/** What is said of a flag that is set. */
const SET = "✓";

export type Part = TemplateResult | typeof nothing;

/** A value of a small thing in its words: `{}` is its place. */
export function phrase(looking: Looking, field: Field, text: string): string {
  const label = labelled(field, looking);
  if (field.flag) return text === SET ? label : text;
  // The number of the turn in which it holds: this one.
  if (field.when === "now") return label;
  return label.includes("{") ? label.replace("{}", text).replace("{+}", signed(Number(text))) : `${label} ${text}`;
}

/** What a field is called, as it is set. */
export function headed(looking: Looking, field: Field): TemplateResult {
  return set(labelled(field, looking), looking.language);
}

export function signed(number: number): string {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}

/** A value in a word; empty where nothing is to be said. */
export function said(looking: Looking, field: Field, value: Json | undefined): string {
  if (!field.label && !field.none) return "";
  if (value === undefined || value === null || (Array.isArray(value) && !value.length)) return texted(field.none ?? {}, looking.language).text;
  if (field.when && Number(value) < (looking.step.turn ?? 0)) return "";
  const all = listed(field, value).map((item) => saidOne(looking, field, item));
  return (field.open ? counted(all) : all).join(" ");
}

/** What is said several times in a row, once and how often. */
function counted(all: string[]): string[] {
  const found: [string, number][] = [];
  for (const text of all) {
    const last = found.at(-1);
    if (last?.[0] === text) last[1]++;
    else found.push([text, 1]);
  }
  return found.map(([text, times]) => (times > 1 ? `${text}×${times}` : text));
}

function saidOne(looking: Looking, field: Field, item: Json): string {
  if (field.table === "seat") return seatName(looking, item as number);
  if (field.table) return looking.data.names[field.table]?.[String(item)] ?? looking.data.cards[field.table]?.[String(item)]?.name ?? "–";
  if (field.enum) return texted(field.enum[String(item)] ?? {}, looking.language).text || String(item);
  if (typeof item === "boolean") return item ? SET : "";
  if (typeof item === "object") return "";
  return field.first ? String(Number(item) + field.first) : String(item);
}

/** What a seat is called; 0 is nobody. */
export function seatName(looking: Looking, seat: number): string {
  return seat ? (looking.data.seats[seat - 1] ?? `p${seat}`) : "–";
}
