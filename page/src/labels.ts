// What the fields of a table are called, as the engine's words have them (service/shinpan_records/words).
import type { Field, Language } from "./data";
import { texted } from "./words";

export function labelled(field: Field, { language }: { language: Language }): string {
  return texted(field.label ?? field.none ?? {}, language).text || field.name;
}
