// What the fields of a table are called, as the engine's words have them (service/shinpan_records/words).
import type { Data, Field, Language } from "./data";
import { texted } from "./words";

/** The word for a sign: a value of a field of a card. */
export function signWord(data: Pick<Data, "signs">, field: string, value: string, language: Language): string {
  return texted(data.signs[field]?.[value] ?? {}, language).text || value;
}

export function labelled(field: Field, { language }: { language: Language }): string {
  return texted(field.label ?? field.none ?? {}, language).text || field.name;
}
