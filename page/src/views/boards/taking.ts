// A struct of the state as a board takes it apart, field by field. What a board does not take is shown at its end, so that
// no board forgets a card.
import type { Field, Json, JsonObject } from "../../data";
import { heldIn, isShown, listed, namesCard, placeOf } from "../../shape";
import { type Looking, said } from "../looking";

export class Taking {
  private readonly taken = new Set<string>();

  /** `before` is the same thing one step before; `seat` that whose it is, or 0. */
  constructor(
    readonly looking: Looking,
    readonly kind: string,
    readonly value: JsonObject,
    readonly before: JsonObject | null,
    readonly seat = 0,
    readonly inner = false,
  ) {}

  field(name: string): Field {
    const found = this.looking.data.shape[this.kind]!.find((one) => one.name === name);
    if (!found) throw new Error(`${this.kind} has no field ${name}`);
    return found;
  }

  /** Whether the field holds something. */
  has(name: string): boolean {
    return this.value[name] !== undefined;
  }

  /** The value of a field that is put into words by the board itself. */
  take(name: string): Json | undefined {
    this.taken.add(this.field(name).name);
    return this.value[name];
  }

  number(name: string): number {
    return Number(this.take(name) ?? 0);
  }

  /** A value of an enum without the name of the enum; empty at the default. */
  word(name: string): string {
    return String(this.take(name) ?? "");
  }

  flag(name: string): boolean {
    return Boolean(this.take(name));
  }

  numbers(name: string): number[] {
    return heldIn(this.field(name), this.take(name)) as number[];
  }

  /** How much a number has changed since the step before. */
  change(name: string): number {
    return this.before ? Number(this.value[name] ?? 0) - Number(this.before[name] ?? 0) : 0;
  }

  /** Whether a value is another than one step before. */
  turned(name: string): boolean {
    return this.before !== null && (this.value[name] ?? null) !== (this.before[name] ?? null);
  }

  /** How many more there are in a list than one step before. */
  growth(name: string): number {
    if (!this.before) return 0;
    const field = this.field(name);
    return heldIn(field, this.value[name]).length - heldIn(field, this.before[name]).length;
  }

  /** The small things of a field, each with what it was one step before: those of cards by their card. */
  things(name: string): Taking[] {
    const field = this.field(name);
    const [key] = this.looking.data.shape[field.of!]!;
    const before = this.before ? (listed(field, this.before[name]) as JsonObject[]) : [];
    const same = (one: JsonObject, at: number) =>
      name !== "sides" && key?.table && one[key.name] ? before.find((other) => other[key.name] === one[key.name]) : before[at];
    return (listed(field, this.take(name)) as JsonObject[]).map((one, at) =>
      new Taking(this.at(name), field.of!, one, same(one, at) ?? null, name === "sides" ? at + 1 : this.seat, name !== "sides"));
  }

  /** The looking at a place of this: what is fresh there is known by it. */
  at(name: string): Looking {
    return this.inner ? this.looking : { ...this.looking, place: placeOf(this.field(name), this.seat) };
  }

  /** Says that the page tells these elsewhere. */
  leave(...names: string[]): void {
    for (const name of names) this.take(name);
  }

  /** What nobody has taken and of which there is something to say. */
  left(): Field[] {
    const fields = this.looking.data.shape[this.kind]!.filter((field) => isShown(field) && !this.taken.has(field.name));
    return fields.filter((field) => this.saysOf(field));
  }

  private saysOf(field: Field): boolean {
    const value = this.value[field.name];
    if (value === undefined) return namesCard(field) && heldIn(field, undefined).length > 0;
    if (field.of && this.inner) return listed(field, value).some((one) => this.hasWords(field.of!, one as JsonObject));
    return Boolean(field.of) || namesCard(field) || said(this.looking, field, value) !== "";
  }

  /** Whether anything in a small thing has words: some is for the rules only. */
  private hasWords(kind: string, value: JsonObject): boolean {
    return this.looking.data.shape[kind]!.some((field) => {
      const own = value[field.name];
      if (own === undefined || !isShown(field)) return false;
      if (field.of) return listed(field, own).some((one) => this.hasWords(field.of!, one as JsonObject));
      return namesCard(field) || said(this.looking, field, own) !== "";
    });
  }
}
