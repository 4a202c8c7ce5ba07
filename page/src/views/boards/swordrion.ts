// ソードリオン: of each participant the two lines that fight, fronts on the left; beside them hand, relics, spells and graves.
import { type TemplateResult, html, nothing } from "lit";
import type { JsonObject } from "../../data";
import { texted, word } from "../../words";
import { figure, inForce, known, nameOf, oneHidden } from "../cards";
import { type Looking, type Part, headed, phrase, seatName } from "../looking";
import { asked, cards, cardsIfAny, counter, face, figured, going, ownFirst, pile, printed, rest, seatHead, seatOf, spread, stat, told, used, zone } from "./parts";
import type { Taking } from "./taking";

/** Kinds in the colours of the page; the kind itself is written on the card. */
const COLOURS: Record<string, string> = {
  竜: "fire", 獣: "fire", 森: "grass", 盗: "grass", 術: "water", 霊: "water", 天: "sky", 剣: "sky", 魔: "none", 機: "plain",
};
const WOUNDS = 3;

export function swordrion(state: Taking): TemplateResult {
  const sides = state.things("sides");
  const fighting = state.value["phase"] === "PHASE_BATTLE";
  state.leave("pending");
  return html`
    <div class="band">${pile(state, "deck", mini, "under")}${pile(state, "discard", mini, "last")}
      <div class="figures">${state.has("round") ? counter(state, "round") : nothing}${told(state, "phase")}${state.has("battle") ? counter(state, "battle") : nothing}</div></div>
    ${ending(state)}
    ${ownFirst(sides, state.looking.viewer).map((side) => participant(side, fighting))}
    ${rest(state)}`;
}

/** How the game ended, and the points of each participant. */
function ending(state: Taking): Part {
  const [end] = state.things("ending");
  if (!end) return nothing;
  const { looking } = state, points = end.numbers("points"), cubes = end.numbers("remainders");
  const each = (name: string, value: number | undefined) => html`<span>${phrase(looking, end.field(name), String(value ?? 0))}</span>`;
  return html`<div class="going"><div class="left"><span class="sl">${headed(looking, state.field("ending"))}</span> ${rest(end)}</div>
    ${points.map((one, at) => html`<div class="left"><b><bdi>${seatName(looking, at + 1)}</bdi></b> ${each("points", one)} ${each("remainders", cubes[at])}</div>`)}</div>`;
}

function participant(own: Taking, fighting: boolean): TemplateResult {
  const figures = html`${status(own, fighting)}${told(own, "step")}${purse(own, "cubes")}${purse(own, "used")}`;
  const head = seatHead(own, asked(own.looking, own.seat).length > 0, figures, "decides");
  const bought = own.has("bought") ? counter(own, "bought") : nothing;
  return seatOf(own, "", html`${head}${bought}
    ${used(own, "line") || own.has("enemy") ? html`<div class="lines">${line(own, "enemy")}${line(own, "line")}</div>` : nothing}
    ${going(own, "exchange", "users", "due", "frames")}
    ${cardsIfAny(own, "packet", "", mini)}
    <div class="abreast">${cards(own, "hand", "wide", mini)}${cards(own, "relics", "", mini)}${cardsIfAny(own, "spells", "", mini)}${cardsIfAny(own, "waiting", "", mini)}</div>
    <div class="abreast">${cardsIfAny(own, "display", "", priced)}${cardsIfAny(own, "stock", "", priced)}${cardsIfAny(own, "carried", "", priced)}</div>
    <div class="abreast">${pile(own, "graveyard", mini, "last")}${pile(own, "enemy_graveyard", mini, "last")}</div>
    ${rest(own)}`);
}

/** Whether the round goes on for the participant; in a battle that it is over is said too. */
function status(own: Taking, fighting: boolean): Part {
  const field = own.field("status"), [over = {}] = Object.values(field.enum ?? {});
  return fighting && !own.has("status") ? stat(headed(own.looking, field), texted(over, own.looking.language).text) : told(own, "status");
}

function line(own: Taking, name: string): TemplateResult {
  const slots = own.things(name);
  const inner = slots.length
    ? html`<ol class="line">${slots.map((one, at) => html`<li>${slot(one, at === 0)}</li>`)}</ol>`
    : html`<span class="muted">${word("empty", own.looking.language)}</span>`;
  return zone(own, name, inner, slots.length, name === "enemy" ? "foe" : "friend");
}

/** A place of a line: the card with its wounds, the card under it, and what has been done to it. */
function slot(one: Taking, first: boolean): TemplateResult {
  const { looking } = one;
  const [number = 0] = one.numbers("card");
  const [lower] = one.numbers("lower");
  const up = one.flag("up"), wounds = one.number("wounds");
  const done = html`${lower ? html`<span class="sl">${word("merged", looking.language)}</span>${spread(looking, "card", [lower], mini)}` : nothing}${rest(one)}`;
  const marks = (one.value["marks"] ?? {}) as JsonObject, halved = Number(marks["halved"] ?? 0);
  const pair = [number, ...(lower ? [lower] : [])], worn = ((marks["equipment"] ?? []) as JsonObject[]).map((worn) => Number(worn["card"] ?? 0));
  return html`<div class="fighter ${up ? "" : "down"} ${one.turned("up") ? "new" : ""} ${one.change("wounds") > 0 ? "hurt" : ""}">
    ${number ? whole(looking, number, first, up, html`${figures(looking, pair, worn, halved)}${wounded(looking, wounds)}`) : html`${oneHidden(looking, "card")}${wounded(looking, wounds)}`}
    ${lower || one.left().length ? html`<div class="done">${done}</div>` : nothing}</div>`;
}

/** A card of a line, with what it has now. */
function whole(looking: Looking, number: number, first: boolean, up: boolean, figs: TemplateResult): TemplateResult {
  const found = known(looking, "card", number), kind = String(found?.row["kind"] ?? "");
  return face(looking, "card", number, "whole", first, html`
    <span class="kind" lang="ja">${kind}</span><span class="signs">${first ? html`<span class="sl">${word("front", looking.language)}</span>` : nothing}${up ? nothing : html`<span class="lies on">${word("hidden", looking.language)}</span>`}</span>
    ${nameOf(found)}<span class="figs">${figs}</span>`, COLOURS[kind] ?? "plain");
}

/** Cubes of wounds, as they lie on the card. */
function wounded(looking: Looking, wounds: number): Part {
  return wounds ? html`<span class="wounds"><span aria-hidden="true">${"✕".repeat(wounds)}</span><span class="vh">${word("wounds", looking.language)} ${wounds} / ${WOUNDS}</span></span>` : nothing;
}

/** Attack and HP of a card as they are in force, and behind them what is printed: with what is on the card merged with it
 * and on its equipment as a sum, halved as often as the HP was. */
function figures(looking: Looking, pair: number[], worn: number[] = [], halved = 0): TemplateResult {
  const row = (number: number): JsonObject => known(looking, "card", number)?.row ?? {};
  const rows = [...pair.map(row), ...worn.map((number) => (row(number)["spell"] ?? {}) as JsonObject)];
  const now = inForce(looking, "card", pair[0]!);
  const one = (kind: "sword" | "heart", name: string, force: number | undefined, print: unknown, halved = 0) => {
    const shown = force === undefined ? print : halved ? `${force} ÷ ${2 ** halved}` : force;
    return figured(kind, name, shown, printed(looking, shown, print));
  };
  return html`${one("sword", word("attack", looking.language), now["attack"], sum(rows.map((row) => row["attack"])))}${one("heart", "HP", now["hp"], sum(rows.map((row) => row["hp"]), halved), halved)}`;
}

function sum(values: unknown[], halved = 0): unknown {
  const said = values.map((value) => figure(value).text).filter((text) => text && text !== "0");
  if (said.length < 2 && !halved) return said[0] ?? values[0];
  const whole = said.length > 1 && halved ? `(${said.join("+")})` : said.join("+");
  return halved ? `${whole} ÷ ${2 ** halved}` : whole;
}

function mini(looking: Looking, table: string, number: number, first: boolean): TemplateResult {
  const found = known(looking, table, number), kind = String(found?.row["kind"] ?? "");
  return face(looking, table, number, "card mini", first, html`
    <span class="kind" lang="ja">${kind}</span>${nameOf(found)}<span class="figs">${figures(looking, [number])}</span>`, COLOURS[kind] ?? "plain");
}

/** A card with what it costs. */
function priced(looking: Looking, table: string, number: number, first: boolean): TemplateResult {
  const found = known(looking, table, number), kind = String(found?.row["kind"] ?? "");
  const cost = figure(found?.row["cost"]);
  return face(looking, table, number, "card mini priced", first, html`<span class="kind" lang="ja">${kind}</span>${nameOf(found)}
    <span class="price"><span class="vh">${word("cost", looking.language)} </span>${cost.text || "?"}</span><span class="figs">${figures(looking, [number])}</span>`, COLOURS[kind] ?? "plain");
}

/** Cubes by colour. */
function purse(own: Taking, name: string): Part {
  const [cubes] = own.things(name);
  const colours = ["green", "yellow", "blue"].filter((colour) => cubes?.number(colour));
  if (!cubes || !colours.length) return nothing;
  return html`<span class="purse"><span class="sl">${headed(own.looking, own.field(name))}</span>
    ${colours.map((colour) => html`<span class="cubes"><i class="cube ${colour}" aria-hidden="true"></i>${phrase(own.looking, cubes.field(colour), String(cubes.number(colour)))}</span>`)}</span>`;
}
