// The field of HacKClaD, whose edges meet: clad, witches, legions, stones, entry points, and what is attacked.
import { type TemplateResult, html, nothing, svg } from "lit";
import type { JsonObject } from "../../data";
import { labelled } from "../../labels";
import { word } from "../../words";
import { known } from "../cards";
import { type Looking, headed, said, seatName } from "../looking";
import { barred, isBarred } from "../refused";
import { chip } from "./parts";
import { shapeOf, sign } from "./signs";
import type { Taking } from "./taking";

const TURNS: Record<string, number> = { FACING_NORTH: 0, FACING_EAST: 90, FACING_SOUTH: 180, FACING_WEST: 270 };
const ENTRIES = "ABCD";
const PRINTED = 5;

interface Ground { width: number; height: number; entries: Map<number, string> }

export function field(state: Taking, sides: Taking[]): TemplateResult {
  const ground = groundOf(state.looking);
  const pieces = new Map<number, TemplateResult[]>();
  const put = (square: number, piece: TemplateResult) => pieces.set(square, [...(pieces.get(square) ?? []), piece]);
  put(state.number("clad_square"), clad(state));
  for (const one of state.things("legions")) put(one.number("square"), legion(one));
  for (const side of sides) if (side.value["square"]) put(Number(side.value["square"]), witch(side));
  for (const one of state.things("stones")) put(one.number("square"), stones(one, labelled(state.field("stones"), state.looking)));
  for (const side of sides) for (const crossing of (side.value["tokens"] ?? []) as number[]) put(crossing, token(side));
  const danger = attacked(state, sides), left = leftBehind(state, sides);
  const rows = Array.from({ length: ground.height }, (_, at) => ground.height - 1 - at);
  return html`<div class="place"><div class="zh">${word("field", state.looking.language)} <span class="muted">· ${word("wraps", state.looking.language)}</span>${state.flag("clad_held") ? html` <b>${headed(state.looking, state.field("clad_held"))}</b>` : nothing}</div>
    <ol class="torus" style="grid-template-columns:repeat(${ground.width},minmax(0,1fr))">${rows.flatMap((y) => Array.from({ length: ground.width }, (_, x) => {
      const square = y * ground.width + x + 1;
      return html`<li class="${danger.has(square) ? "danger" : ""} ${(pieces.get(square)?.length ?? 0) > 1 ? "crowded" : ""} ${left.has(square) ? "was" : ""} ${isBarred(state.looking, "square", square) ? "barred" : ""}"><span class="xy">${"abcdefghi"[x]}${y + 1}${ground.entries.has(square) ? html` <b>${ground.entries.get(square)}</b>` : nothing}</span>
        ${danger.has(square) ? html`<span class="vh">${word("attacked", state.looking.language)}</span>${danger.get(square)! > 1 ? html`<b class="times">×${danger.get(square)}</b>` : nothing}` : nothing}${pieces.get(square) ?? nothing}${barred(state.looking, "square", square)}</li>`;
    }))}</ol></div>`;
}

/** The size of the field and its entry points, as the pack has them. */
function groundOf(looking: Looking): Ground {
  const board: JsonObject = looking.data.common["board"]?.[0] ?? {};
  const width = Number(board["width"] ?? PRINTED), height = Number(board["height"] ?? PRINTED);
  const points = (board["entry_points"] ?? []) as [number, number][];
  const middle = [(width - 1) >> 1, (height - 1) >> 1] as const;
  const squareOf = ([x, y]: [number, number]) => ((middle[0] + x + width) % width) + ((middle[1] + y + height) % height) * width + 1;
  return { width, height, entries: new Map(points.map((point, at) => [squareOf(point), ENTRIES[at]!])) };
}

/** The squares that an attack aims at now, of the clad, of legions, or of a card; and how often: each legion strikes. */
function attacked(state: Taking, sides: Taking[]): Map<number, number> {
  const windows = (state.value["windows"] ?? []) as { squares?: number[]; marks?: number[] }[];
  const frames = sides.flatMap((side) => (side.value["frames"] ?? []) as { targets?: number[] }[]);
  const found = new Map<number, number>();
  for (const square of windows.flatMap((one) => one.squares ?? [])) found.set(square, (found.get(square) ?? 0) + 1);
  for (const square of [...windows.flatMap((one) => one.marks ?? []), ...frames.flatMap((one) => one.targets ?? [])]) if (!found.has(square)) found.set(square, 1);
  return found;
}

/** The squares that a piece has just left. */
function leftBehind(state: Taking, sides: Taking[]): Set<number> {
  const moved = [[state, "clad_square"] as const, ...sides.map((side) => [side, "square"] as const)];
  return new Set(moved.filter(([one, name]) => one.before?.[name] && one.before[name] !== one.value[name]).map(([one, name]) => Number(one.before![name])));
}

function clad(state: Taking): TemplateResult {
  const facing = state.word("clad_facing");
  return html`<span class="piece theclad"><svg viewBox="0 0 24 24" aria-hidden="true"><g transform="rotate(${TURNS[facing] ?? 0} 12 12)">${svg`${shapeOf("arrow")}`}</g></svg>
    <span>${word("clad", state.looking.language)}<span class="vh"> ${said(state.looking, state.field("clad_facing"), facing)}</span></span></span>`;
}

function legion(one: Taking): TemplateResult {
  const kind = one.word("kind"), damage = one.number("damage");
  const text = said(one.looking, one.field("kind"), kind);
  return html`<span class="piece legion">${sign(kind.endsWith("HEAD") ? "head" : "tail")}<span>${text}</span>${damage ? chip(-damage) : nothing}</span>`;
}

function witch(side: Taking): TemplateResult {
  const name = known(side.looking, "character", Number(side.value["character"]))?.name ?? "?";
  const moved = side.before !== null && side.before["square"] !== side.value["square"];
  return html`<span class="piece disc who-${side.seat} ${moved ? "new" : ""}"><bdi>${seatName(side.looking, side.seat).slice(0, 4)}</bdi><span lang="ja">${name}</span></span>`;
}

function stones(one: Taking, name: string): TemplateResult {
  const vp = one.number("vp");
  return html`<span class="piece stones ${one.before ? "" : "new"}">${sign("stone")}<span class="vh">${name} </span>${vp}</span>`;
}

/** It lies on the corner in the north-east of the square that its crossing is numbered by. */
function token(side: Taking): TemplateResult {
  return html`<span class="piece token who-${side.seat}" title=${seatName(side.looking, side.seat)}>${headed(side.looking, side.field("tokens"))}<span aria-hidden="true">↗</span></span>`;
}
