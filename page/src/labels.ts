// What the fields of a table are called in Japanese, by what they are called in English (words/states.toml).
import type { Data, Field, Language } from "./data";
import { JAPANESE, OF_GAMES } from "./labels.ja";

/** Of which game, and in which language. */
interface Spoken { data: Pick<Data, "game">; language: Language }

export function labelled(field: Field, spoken: Spoken): string {
  return zoneWord(field.label || field.none || field.name, spoken);
}

/** The same by the English words alone: first as the game's own rulebook calls it. */
export function zoneWord(english: string, { data, language }: Spoken): string {
  return (language === "ja" && (OF_GAMES[data.game.name]?.[english] || JAPANESE[english])) || english;
}
