// What the fields of a table are called in Japanese, by what they are called in English (words/states.toml).
import type { Field, Language } from "./data";
import { JAPANESE } from "./labels.ja";

export function labelled(field: Field, language: Language): string {
  const english = field.label || field.none || field.name;
  return (language === "ja" && JAPANESE[english]) || english;
}

/** The same by the English words alone. */
export function zoneWord(english: string, language: Language): string {
  return (language === "ja" && JAPANESE[english]) || english;
}
