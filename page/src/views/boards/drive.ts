// ドライヴ: the enemies at the top, below them deck, field and discard, then each player's units in a row with the hand.
import { type TemplateResult, html, nothing } from "lit";
import { labelled } from "../../labels";
import { word } from "../../words";
import { figure, known, nameOf, unseen } from "../cards";
import type { Looking, Part } from "../looking";
import { cards, cardsIfAny, chip, counter, face, figured, going, meter, ownFirst, pile, rest, seatHead, seatOf, spread, told, used, zone } from "./parts";
import { set } from "../texts";
import { type Sign, hasSign, sign } from "./signs";
import type { Taking } from "./taking";

type Row = Record<string, unknown>;
const LEVELS = 5;
/** Colours of circuit cards and attributes of units, in the colours of the page. */
const COLOURS: Record<string, Sign> = {
  green: "grass", red: "fire", yellow: "sky", blue: "water", earth: "grass", fire: "fire", wind: "sky", water: "water",
};

export function drive(state: Taking): TemplateResult {
  const active = state.number("active");
  state.leave("turn", "pending");
  const fighting = new Set(((state.value["fighters"] ?? []) as { unit?: number }[]).map((one) => one.unit));
  const hostile = html`${enemy(state)}
    <div class="stackwise">${state.has("enemy_deck") ? pile(state, "enemy_deck", foe) : nothing}${state.has("pile") ? pile(state, "pile", foe) : nothing}${boss(state)}</div>`;
  const building = ["enemy", "enemy_deck", "pile", "boss"].every((name) => !state.has(name));
  return html`
    ${building ? nothing : html`<div class="band">${hostile}</div>`}
    ${party(state)}
    <div class="abreast">${pile(state, "deck", circuit, "first")}${pile(state, "field", circuit, "last")}${pile(state, "discard", circuit)}</div>
    ${played(state)}
    ${going(state, "fighters", "pursuers", "changes", "held", "gains", "rising", "frames", "waiting", "lasting", "attacker", "ending")}
    <div class="people">${ownFirst(state.things("sides"), state.looking.viewer).map((side) => player(side, active, fighting))}</div>
    <div class="figures">${told(state, "round")}${told(state, "step")}${told(state, "partner_mode")}</div>
    ${rest(state)}`;
}

/** The boss; a back for who does not know it, once it lies under the gate. */
function boss(state: Taking): Part {
  if (state.has("boss") || !state.has("enemy")) return cardsIfAny(state, "boss", "", foe);
  return zone(state, "boss", unseen(state.looking.language), 1);
}

/** While parties are formed: what there is to choose from. */
function party(state: Taking): Part {
  if (!state.has("table_units")) return nothing;
  const units = state.numbers("table_units");
  return zone(state, "table_units", spread(state.at("table_units"), "unit", units, unitLine), units.length);
}

/** The current enemy: what is left of its HP, its attack, and the chips for its skill. */
function enemy(state: Taking): Part {
  const [now] = state.things("enemy");
  if (!now) return nothing;
  const [number = 0] = now.numbers("card");
  const { looking } = now, row = known(looking, "enemy", number)?.row ?? {};
  const hp = now.number("hp"), most = Number(row["hp"] ?? 0), charge = now.number("charge");
  return zone(state, "enemy", html`${number ? face(looking, "enemy", number, "whole foe-card", true, html`
      <span class="marks">${"★".repeat(Number(row["rank"] ?? 0)) || labelled(state.field("boss"), looking)}</span><span class="figs">${figured("sword", word("attack", looking.language), row["attack"])}</span>
      ${nameOf(known(looking, "enemy", number))}${skills(row)}${byItself(looking, number)}`, "fire") : nothing}
    <div class="hp"><span class="sl">HP</span> <b>${hp}</b>${most ? html`<small>/${most}</small>` : nothing}${chip(now.change("hp"))}
      ${most ? html`<span class="gauge" aria-hidden="true"><i style="width:${Math.max(0, Math.min(100, Math.round((100 * hp) / most)))}%"></i></span>` : nothing}</div>
    ${charge ? html`<div class="stat"><span class="sl">${word("charge", looking.language)}</span> <b>${charge}</b>${chip(now.change("charge"))}</div>` : nothing}${rest(now)}`, -1, "facing");
}

/** What an enemy does without a skill, by the printed words that the lines of its card have for it. */
const BY_ITSELF: Record<string, string> = { appearance: "出現時発動", passives: "自動発動" };

function byItself(looking: Looking, number: number): TemplateResult[] {
  const found = known(looking, "enemy", number), { language } = looking;
  const lines = (found?.told[language] ?? found?.told.en)?.lines ?? [];
  const printed = Object.keys(BY_ITSELF).filter((name) => ((found?.row[name] ?? []) as unknown[]).length).map((name) => BY_ITSELF[name]!);
  return lines.filter(([label]) => printed.some((word) => label.includes(word))).map(([label, text]) => html`<span class="small">${set(label, language)}: ${set(text, language)}</span>`);
}

/** What was played in this turn, and which numbers it counts as. */
function played(state: Taking): Part {
  if (!used(state, "played")) return nothing;
  const all = cards(state, "played", "wide", circuit);
  return html`<div class="abreast">${all}${cardsIfAny(state, "extra", "", circuit)}<div class="figures">${told(state, "numbers")}</div></div>`;
}

function player(own: Taking, active: number, fighting: Set<number | undefined>): TemplateResult {
  const head = seatHead(own, own.seat === active, html`${told(own, "drafted")}${counter(own, "mana", "large")}`);
  const party = own.things("party");
  return seatOf(own, "", html`${head}
    ${used(own, "party") ? zone(own, "party", html`<div class="party">${party.map((one, at) => unit(one, at === 0, fighting))}</div>`, party.length, "field") : nothing}
    ${cards(own, "hand", "circuits", circuit)}
    ${own.has("knows") ? pile(own, "knows", circuit) : nothing}
    ${rest(own)}`);
}

/** A unit with its level as the chip on it says, and what it does at that level. */
function unit(one: Taking, first: boolean, fighting: Set<number | undefined>): TemplateResult {
  const { looking } = one;
  const [number = 0] = one.numbers("unit");
  const level = one.number("level"), charge = one.number("charge");
  const row = known(looking, "unit", number)?.row ?? {};
  const most = Math.max(LEVELS, level), rose = one.change("level");
  const attack = ((row["levels"] ?? []) as Row[])[level - 1]?.["attack"];
  return html`<div class="unit">${face(looking, "unit", number, "whole", first, html`
      <span class="marks"><span class="vh">${word("level", looking.language)} </span>Lv${level}</span>${attributes(row)}
      ${nameOf(known(looking, "unit", number))}<span class="wide">${meter(level, most)}</span>
      <span class="wide figs">${figured("sword", word("attack", looking.language), attack)}${charge ? html`<span class="fig">${word("charge", looking.language)} ${charge}</span>` : nothing}</span>
      ${skills(row)}`, main(row))}
    ${rose || fighting.has(number) || one.left().length ? html`<div class="done">${rose ? html`Lv${chip(rose)} ` : nothing}${fighting.has(number) ? html`<b>${word("fights", looking.language)}</b> ` : nothing}${rest(one)}</div>` : nothing}</div>`;
}

function skills(row: Row): TemplateResult {
  const all = (row["skills"] ?? []) as Row[];
  return html`<span class="small" lang="ja">${all.map((one) => html`<span class="bit">${String(one["name"] || "スキル")}${one["cost"] == null ? nothing : html` <b>${figure(one["cost"]).text}</b>`}</span> `)}</span>`;
}

function attributes(row: Row): Part {
  const [name] = ((row["attributes"] ?? row["colours"] ?? []) as string[]).map((one) => COLOURS[one] ?? "none");
  return name && hasSign(name) ? sign(name) : nothing;
}

function main(row: Row): string {
  return COLOURS[((row["attributes"] ?? row["colours"] ?? []) as string[])[0] ?? ""] ?? "plain";
}

function unitLine(looking: Looking, table: string, number: number, first: boolean): TemplateResult {
  const found = known(looking, table, number), row = found?.row ?? {};
  return face(looking, table, number, "card mini", first, html`<span class="marks">${"☆".repeat(Number(row["stars"] ?? 0))}</span>${nameOf(found)}${attributes(row)}`, main(row));
}

function foe(looking: Looking, table: string, number: number, first: boolean): TemplateResult {
  const found = known(looking, table, number), row = found?.row ?? {};
  return face(looking, table, number, "card mini", first, html`<span class="marks">${"★".repeat(Number(row["rank"] ?? 0))}</span>${nameOf(found)}
    <span class="figs">${figured("sword", word("attack", looking.language), row["attack"])}${figured("heart", "HP", row["hp"])}</span>`, "fire");
}

/** A circuit card: its colours and numbers, and its icons. */
function circuit(looking: Looking, table: string, number: number, first: boolean): TemplateResult {
  const found = known(looking, table, number), row = found?.row ?? {};
  const [, second] = (row["colours"] ?? []) as string[];
  const icon = (value: unknown, name: string) => (value ? html`<span>${name}${Number(value) > 1 ? String(value) : ""}</span>` : nothing);
  return face(looking, table, number, `circuit ${second ? `and-${COLOURS[second]}` : ""}`, first, html`${nameOf(found)}
    <span class="icons" lang="ja">${icon(row["mana"], "魔")}${icon(row["level_up"], "Lv↑")}${row["plus"] ? html`<span>＋</span>` : nothing}</span>`, main(row));
}
