// The board of each game, as its rulebook lays the table.
import { type TemplateResult, html } from "lit";
import { rootOf } from "../../shape";
import type { Looking } from "../looking";
import { anoare } from "./anoare";
import { drive } from "./drive";
import { hackclad } from "./hackclad";
import { swordrion } from "./swordrion";
import { Taking } from "./taking";
import { wars3x3 } from "./wars3x3";

const BOARDS: Record<string, (state: Taking) => TemplateResult> = { anoare, drive, hackclad, swordrion, wars3x3 };

export function hasBoard(game: string): boolean {
  return game in BOARDS;
}

export function board(looking: Looking): TemplateResult {
  const { data, step, before } = looking;
  const state = new Taking(looking, rootOf(data.shape), step.state, before?.state ?? null);
  return html`<div class="table ${data.game.name}">${BOARDS[data.game.name]!(state)}</div>`;
}
