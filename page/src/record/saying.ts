// The words about recording: the engine's catalogue, in the language of the page.
import type { Language, Texts } from "../data";
import { texted } from "../words";

export type Say = (key: string, values?: Record<string, string | number>) => string;

export function saying(words: Record<string, Texts>, language: Language): Say {
  return (key, values = {}) => texted(words[key] ?? {}, language).text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
