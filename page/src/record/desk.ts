// What is asked of the engine while a record is written, and what it says. The worker keeps the record; the page keeps its
// text, and gives it again to a worker that was replaced.
import type { AskedFact, Data, Figures, JsonObject, Language, StoryLine, Texts } from "../data";
import type { Judge } from "../judge";
import type { Patience } from "../referee";

export type Thing = [table: string, number: number];
export interface Choice { word: string; about: string; thing?: Thing }
export interface OpeningAsk { text: string; given: string[]; needed: boolean; several: boolean; repeats: boolean; choices: Choice[] }
export interface Listed { words: string; line: string; things: Thing[] }
export interface Answers { first: number; among: string; list: Listed[]; more: boolean; cut: string }
export interface Told extends StoryLine { step: number }
export interface Table {
  state: JsonObject; turn: number; printed: string; story: Told[]; asks: Data["asks"]; cards: Data["cards"]; names: Data["names"];
  figures: Figures; happened: { claim: string; word: string }[];
}
/** What is asked now, and all that is shown beside it. */
export interface Now {
  said: string;
  question: { kind: "decision" | "chance" | "over"; where: string; text: string };
  answers: Answers | null;
  coming: { choices: Choice[]; least: number; several: boolean } | null;
  over: { verdict: string; actions: number; link: string } | null;
  marked: [table: string, number: number, words: string][];
  table: Table | null;
  story: { from: number; lines: Told[] };
  entries: number;
  text: string;
  game: Data | null;
}
export interface Wrong { text: string; rules: [id: string, section: string, text: string][]; legal: { line: string; names: string[] }[]; counted: number; facts: AskedFact[] }
export interface Unread { text: string; line: number; column: number }
export interface Broken { text: string; entries: number; of: number; line: number }
/** A line that has to be filled in: how it begins, and what may be put into it. */
export interface Form { text: string; begin: string; words: Choice[] }
export interface Answered extends Partial<Now> {
  opening?: OpeningAsk; answers?: Answers | null; wrong?: Wrong; unread?: Unread; broken?: Broken; form?: Form; help?: string; lost?: true;
}
export type Doing =
  | { do: "unanswer" | "show" }
  | { do: "new"; ahead: Record<string, string> }
  | { do: "answer"; text: string }
  | { do: "load"; text: string; entries?: number; step?: number }
  | { do: "type"; text: string; among: string }
  | { do: "take"; number: number; text: string }
  | { do: "facts"; lines: string[] }
  | { do: "list"; first: number; text: string }
  | { do: "back"; text: string }
  | { do: "until"; number: number };

export function isNow(answer: Answered): answer is Answered & Now {
  return answer.question !== undefined;
}

export class Desk {
  /** The record as the worker told it last. */
  text = "";
  /** What was known before the first question. */
  private ahead: Record<string, string> = {};

  constructor(private readonly judge: Judge) {}

  /** The page's words about recording, in every language. */
  async words(): Promise<Record<string, Texts>> {
    const { words } = await this.judge.record({ do: "words", language: "en" }) as { words: Record<Language, Record<string, string>> };
    return Object.fromEntries(Object.keys(words.en).map((key) => [key, { en: words.en[key]!, ja: words.ja[key]! }]));
  }

  async does(doing: Doing, language: Language, patience: Patience): Promise<Answered> {
    if (doing.do === "new") this.ahead = doing.ahead;
    const asked = async (one: Doing) => await this.judge.record({ ...one, language }, patience) as Answered;
    let answer = await asked(doing);
    if (answer.lost) {
      const again = await asked(this.text ? { do: "load", text: this.text } : { do: "new", ahead: this.ahead });
      // The questions before a game begin once more; a game goes on where it was.
      answer = this.text ? await asked(doing) : again;
    }
    if (isNow(answer)) this.text = answer.text;
    if (answer.opening) this.text = "";
    return answer;
  }
}
