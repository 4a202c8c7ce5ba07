// The cards of a table, by the shape that the schema gives, for any game.
import type { Data, Field, Json, JsonObject, Shape } from "./data";

export interface Thing { table: string; number: number; zone: Field; seat: number }

/** Fields that stand for seats, squares or slots name no card. */
export function namesCard(field: Field): boolean {
  return Boolean(field.table) && !field.open;
}

/** The name of a place of cards: a field of the table or of a seat. */
export function placeOf(field: Field, seat: number): string {
  return `${seat} ${field.name}`;
}

/** What a field of a small thing holds; a card that has to be there is there though it be hidden. */
export function heldIn(field: Field, value: Json | undefined): Json[] {
  return value === undefined && field.required && !field.list && field.table ? [0] : listed(field, value);
}

export function listed(field: Field, value: Json | undefined): Json[] {
  if (field.list) return (value as Json[] | undefined) ?? [];
  return value === undefined || value === null ? [] : [value];
}

/** Whether anything is said of a field: what has no words is for the rules only. */
export function isShown(field: Field): boolean {
  return Boolean(field.label || field.none) || field.name === "sides";
}

/** Every card of a table, with the zone in which it lies: that of the state or of a seat. */
export function thingsOf(data: Data, state: JsonObject): Thing[] {
  const root = rootOf(data.shape);
  const found: Thing[] = [];
  for (const field of data.shape[root]!) {
    if (field.name === "sides") {
      listed(field, state[field.name]).forEach((side, at) => {
        for (const own of data.shape[field.of!]!) inside(data.shape, own, (side as JsonObject)[own.name], own, at + 1, found);
      });
    } else inside(data.shape, field, state[field.name], field, 0, found);
  }
  return found;
}

function inside(shape: Shape, field: Field, value: Json | undefined, zone: Field, seat: number, found: Thing[]): void {
  if (!isShown(field)) return;
  for (const item of listed(field, value)) {
    if (field.of) for (const own of shape[field.of]!) inside(shape, own, (item as JsonObject)[own.name], zone, seat, found);
    else if (namesCard(field) && item) found.push({ table: field.table!, number: item as number, zone, seat });
  }
}

/** The cards that are in a place where they were not before. */
export function freshIn(data: Data, before: JsonObject | null, now: JsonObject): Set<string> {
  if (!before) return new Set();
  const places = (state: JsonObject) => thingsOf(data, state).map((one) => `${one.seat} ${one.zone.name} ${one.table}:${one.number}`);
  const were = new Set(places(before));
  return new Set(places(now).filter((place) => !were.has(place)));
}

export function rootOf(shape: Shape): string {
  return Object.keys(shape)[0]!;
}
