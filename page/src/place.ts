// Where one is in a game, as a link says it: #t5.3.2 is the printed step 3.2 of turn 5, with -2 its second action.
import type { Step } from "./data";

/** The link to each step. */
export function linksOf(steps: Step[]): string[] {
  const seen = new Map<string, number>();
  return steps.map((step) => {
    const place = `t${step.turn ?? 0}${step.printed ? `.${step.printed}` : ""}`;
    const count = (seen.get(place) ?? 0) + 1;
    seen.set(place, count);
    return count === 1 ? place : `${place}-${count}`;
  });
}

/** The step that a link means; nothing if it means none. */
export function stepOf(hash: string, links: string[]): number | null {
  const asked = decodeURIComponent(hash.replace(/^#/, ""));
  const exact = links.indexOf(asked);
  if (exact >= 0) return exact;
  const begun = links.findIndex((link) => link.startsWith(`${asked}.`));
  return begun >= 0 ? begun : null;
}
