// エイノア: the two players face each other across the distance; each skill in use lies before its player, the cooldown zone
// with its costs behind it, then character, fragment and hand.
import { type TemplateResult, html, nothing } from "lit";
import { labelled } from "../../labels";
import { type Word, word } from "../../words";
import { costOf, figure, hiddenCards, inForce, known, nameOf, oneHidden, unseen } from "../cards";
import { type Looking, type Part, headed, said, seatName, signed } from "../looking";
import { set } from "../texts";
import { type Drawn, asked, cards, cardsIfAny, chip, counter, face, going, printed, rest, seatHead, seatOf, stat, told, zone } from "./parts";
import type { Taking } from "./taking";

/** The counter of life: the first and the last of each level. */
const LIFE = 10;
const LEVELS: readonly (readonly [number, number])[] = [[10, 6], [5, 1], [0, 0]];
const FATAL = 3;
/** The track is drawn at least so far to both sides. */
const REACH = 4;

export function anoare(state: Taking): TemplateResult {
  const sides = state.things("sides");
  const near = state.looking.viewer === "p2" ? 1 : 0;
  state.leave("pending");
  return html`
    ${side(sides[1 - near]!, true)}
    <div class="band">${track(state)}${fragment(state, "fifth_fragment", "down", plain)}</div>
    ${going(state, "turn", "step", "declarer", "passes", "resolving", "batch", "resolver", "waiting", "ending")}
    ${side(sides[near]!, false)}
    ${rest(state)}`;
}

function track(state: Taking): TemplateResult {
  const { language } = state.looking, distance = state.number("distance"), by = state.change("distance");
  const most = Math.max(REACH, Math.abs(distance));
  const cells = Array.from({ length: 2 * most + 1 }, (_, at) => at - most);
  const name = labelled(state.field("distance"), state.looking);
  return html`<div class="place" role="img" aria-label="${name} ${signed(distance)}: ${word(rangeOf(distance), language)}">
    <div class="zh">${name} <b>${signed(distance)} ${word(rangeOf(distance), language)}</b>${chip(by)}</div>
    <div class="track" aria-hidden="true">${cells.map((at) => html`<span class="${rangeOf(at)} ${at === distance ? "here" : ""} ${by && at === distance - by ? "was" : ""}">${at === distance ? signed(at) : at === 0 || Math.abs(at) === 1 ? word(rangeOf(at), language) : ""}</span>`)}</div></div>`;
}

function rangeOf(distance: number): Word & ("near" | "middle" | "far") {
  return distance > 0 ? "far" : distance < 0 ? "near" : "middle";
}

function side(own: Taking, far: boolean): TemplateResult {
  const head = seatHead(own, asked(own.looking, own.seat).length > 0, html`${character(own)}${counter(own, "level")}${counter(own, "life", "large")}`, "decides");
  const before = played(own);
  const behind = html`${life(own)}
    <div class="abreast">${zoneOf(own)}${fragments(own)}</div>
    <div class="abreast">${cards(own, "hand", "wide", mini)}${cardsIfAny(own, "ultras", "down", mini)}</div>
    ${modifiers(own)}${going(own, "used", "uncooled")}${rest(own)}`;
  return seatOf(own, far ? "far" : "near", far ? html`${head}${behind}${before}` : html`${before}${head}${behind}`);
}

/** The skills that may not be set, by the number that stands for them. */
const FORBIDDEN: readonly Word[] = ["someSkills", "normalSkills", "ultraSkills", "allSkills"];

/** What changes numbers, or forbids something, for some time. */
function modifiers(own: Taking): Part {
  const all = own.things("modifiers");
  return all.length ? html`<div class="going"><div class="left"><span class="sl">${headed(own.looking, own.field("modifiers"))}</span> ${all.map((one) => html`<span class="bit">${modifier(one)}</span>`)}</div></div>` : nothing;
}

function modifier(one: Taking): TemplateResult {
  const { looking } = one, kind = one.value["kind"];
  // The number of a level is no change.
  if (kind === "MODIFIED_DISABLE_ABILITY") return html`${rest(one)}`;
  const name = said(looking, one.field("kind"), one.take("kind")), amount = one.number("amount");
  const what = kind === "MODIFIED_FORBID_SET" ? word(FORBIDDEN[amount] ?? "someSkills", looking.language) : html`${set(name, looking.language)} <b>${signed(amount)}</b>`;
  return html`${what} ${rest(one)}`;
}

/** The counter of life with its levels, and the stored damage below it. */
function life(own: Taking): TemplateResult {
  const now = own.number("life"), stored = own.number("stored");
  const levels = LEVELS.map(([from, to], at) => html`<span class="lv" style="flex-grow:${from - to + 1}"><small>Lv${at + 1}</small>
    <span class="lives">${Array.from({ length: from - to + 1 }, (_, place) => from - place).map((one) => html`<i class="${one <= now ? "on" : ""} ${one === now ? "here" : ""}">${one}</i>`)}</span></span>`);
  return html`<div class="life" role="img" aria-label="${labelled(own.field("life"), own.looking)} ${now} / ${LIFE}${stored ? `, ${word("stored", own.looking.language)} ${stored}` : ""}">${levels}
    <span class="lv" style="flex-grow:${FATAL}"><small>${word("stored", own.looking.language)}${stored ? html` <b>${stored}</b>` : nothing}</small>
    <span class="lives">${Array.from({ length: FATAL }, (_, place) => html`<i class="bad ${place < stored ? "on" : ""}">−${place + 1}</i>`)}</span></span></div>`;
}

/** What is before the player in this turn: the skill set or in use, and what it comes to. */
function played(own: Taking): TemplateResult {
  const { language } = own.looking;
  const [skill] = own.things("skill");
  const laid = own.numbers("laid"), idle = own.flag("idle");
  const figures = html`${told(own, "strike")}${told(own, "attack")}${told(own, "damage")}${told(own, "owed")}${told(own, "opens")}`;
  const none = html`<span class="slot">${word(idle ? "idle" : "free", language)}</span>`;
  const inner = skill ? stack(skill, true)
    : laid.length ? html`<div class="unit">${laid.map((number) => (number ? whole(own.at("laid"), number, true, true) : oneHidden(own.looking, "card")))}</div>`
    : none;
  return zone(own, skill || !laid.length ? "skill" : "laid", html`<div class="fought"><div class="three">${inner}</div><div class="figures">${figures}</div></div>`, -1, "field", html` · <bdi>${seatName(own.looking, own.seat)}</bdi>`);
}

function zoneOf(own: Taking): TemplateResult {
  const stacks = own.things("zone");
  return zone(own, "zone", stacks.length
    ? html`<div class="stacks">${stacks.map((one, at) => stack(one, at === 0))}</div>`
    : html`<span class="muted">${word("empty", own.looking.language)}</span>`, stacks.length, "wide");
}

/** A skill with the costs on it, the top one first. */
function stack(one: Taking, first: boolean): TemplateResult {
  const [number = 0] = one.numbers("card");
  const costs = one.things("costs");
  return html`<div class="unit">${number ? whole(one.looking, number, first, false) : oneHidden(one.looking, "card")}
    ${costs.length ? html`<ol class="costs" reversed aria-label=${word("cost", one.looking.language)}>${[...costs].reverse().map((paid, at) => html`<li>${cost(paid, at === 0 && costs.length > 1)}</li>`)}</ol>` : nothing}${rest(one)}</div>`;
}

function cost(paid: Taking, top: boolean): TemplateResult {
  const { looking } = paid;
  const [number = 0] = paid.numbers("card");
  const open = paid.flag("open");
  return html`<span class="paid ${open ? "" : "down"} ${paid.turned("open") ? "new" : ""}">${number ? tile(looking, "card", number, false) : hiddenCards(looking, "card", 1)}
    <span class="signs">${top ? html`<span class="sl">${word("top", looking.language)}</span>` : nothing}${open ? html`<span class="lies">${word("shown", looking.language)}</span>` : nothing}${rest(paid)}</span></span>`;
}

function whole(looking: Looking, number: number, first: boolean, down: boolean): TemplateResult {
  const row = known(looking, "card", number)?.row ?? {};
  return face(looking, "card", number, "whole", first, html`${costOf(known(looking, "card", number), looking.language, "?")}
    ${down ? html`<span class="lies on">${word("hidden", looking.language)}</span>` : ultra(row)}
    ${nameOf(known(looking, "card", number))}<span class="wide">${status(looking, row)}</span>`, colour(row));
}

function mini(looking: Looking, table: string, number: number, first: boolean): TemplateResult {
  const row = known(looking, table, number)?.row ?? {};
  return face(looking, table, number, "card mini tall", first, html`${costOf(known(looking, table, number), looking.language, "?")}${nameOf(known(looking, table, number))}${ultra(row)}${status(looking, row)}`, colour(row));
}

function tile(looking: Looking, table: string, number: number, first: boolean): TemplateResult {
  const found = known(looking, table, number);
  return face(looking, table, number, "tile", first, nameOf(found), colour(found?.row ?? {}));
}

function plain(looking: Looking, table: string, number: number, first: boolean): TemplateResult {
  return face(looking, table, number, "card mini", first, html`<span></span>${nameOf(known(looking, table, number))}<span></span>`);
}

type Row = Record<string, unknown>;

function colour(row: Row): string {
  return row["kind"] === "ultra" ? "none" : "water";
}

function ultra(row: Row): Part {
  return html`<span class="marks" lang="ja">${row["kind"] === "ultra" ? "U" : ""}${row["double_cd"] ? " ×2CD" : ""}</span>`;
}

/** Distance, attack and critical distance as they are printed. */
function status(looking: Looking, row: Row): TemplateResult {
  const { language } = looking, crit = String(row["crit"] ?? "-");
  const shown = (value: unknown, plus: boolean) => (typeof value === "number" ? (plus ? signed(value) : String(value)) : figure(value).text || "-");
  const cell = (name: Word, text: string) => html`<span><span class="vh">${word(name, language)} </span>${text}</span>`;
  return html`<span class="status">${cell("distance", shown(row["distance"], true))}${cell("attack", shown(row["attack"], false))}${cell("critical", crit === "near" || crit === "middle" || crit === "far" ? word(crit, language) : "-")}</span>`;
}

function character(own: Taking): Part {
  const { looking } = own, [number] = own.numbers("character");
  if (!number) return nothing;
  const print = figure(known(looking, "character", number)?.row["response"]).text;
  const now = inForce(looking, "character", number)["response"] ?? print;
  return html`${tile(own.at("character"), "character", number, true)}${print ? stat(word("response", looking.language), html`${now}${printed(looking, now, print)}`) : nothing}`;
}

/** A fragment; once the first turn has begun it is there, though who looks may not know which. */
function fragment(at: Taking, name: string, kind: string, drawn: Drawn): Part {
  const hidden = !at.has(name) && Boolean(at.looking.step.turn);
  return hidden ? zone(at, name, unseen(at.looking.language), 1, kind) : cardsIfAny(at, name, kind, drawn);
}

/** The fragment that is kept, and the one that was discarded. */
function fragments(own: Taking): TemplateResult {
  const spent = own.flag("fragment_spent");
  const kept: Drawn = (looking, table, number, first) => html`${plain(looking, table, number, first)}
    ${spent ? html`<span class="lies ${own.turned("fragment_spent") ? "new" : ""}">${headed(looking, own.field("fragment_spent"))}</span>` : nothing}`;
  return html`<div class="stackwise">${fragment(own, "fragment", spent ? "" : "down", kept)}${cardsIfAny(own, "discarded_fragment", "", plain)}${cardsIfAny(own, "drawn", "", plain)}</div>`;
}
