// 3x3Wars: both fields of three face each other, between them the common piles; behind each field territory, magics, hand.
import { type TemplateResult, html, nothing } from "lit";
import { labelled } from "../../labels";
import { word } from "../../words";
import { costOf, figure, inZone, known, nameOf, oneHidden } from "../cards";
import { type Looking, type Part, said } from "../looking";
import { attributed, cards, cardsIfAny, counter, empty, face, going, mini, pile, rest, seatHead, seatOf, zone } from "./parts";
import { ghost } from "../refused";
import { hasSign, sign } from "./signs";
import type { Taking } from "./taking";

const FIELD = 3;

export function wars3x3(state: Taking): TemplateResult {
  const sides = state.things("sides");
  const near = state.looking.viewer === "p2" ? 1 : 0;
  const active = state.number("active");
  state.leave("turn", "step", "pending");
  return html`
    ${side(sides[1 - near]!, active, true)}
    <div class="band">${pile(state, "deck")}${pile(state, "discard")}${cardsIfAny(state, "excluded")}
      ${cardsIfAny(state, "undealt_magics", "tiles", tile)}</div>
    ${chains(state)}
    ${going(state, "frames", "ending")}
    ${side(sides[near]!, active, false)}
    ${rest(state)}`;
}

/** The spells that are declared: each with its target, and with what counters it, one after the other. */
function chains(state: Taking): Part {
  const all = state.things("chains");
  if (!all.length) return nothing;
  const { language } = state.looking;
  const named = (one: Taking, name: string) => one.numbers(name).map((number) => (number ? spell(one.looking, number) : oneHidden(one.looking, "card")));
  return html`<div class="going">${all.map((one) => html`<div class="left" role="group" aria-label=${labelled(state.field("chains"), state.looking)} data-zone @keydown=${inZone}>
    <span class="sl">${word("target", language)}</span>${named(one, "target")}${one.things("plays").map((play, at) => html`<span aria-hidden="true">←</span>
    <span class="sl">${word(at ? "counter" : "spell", language)}</span>${named(play, "cards")}${rest(play)}`)}${rest(one)}</div>`)}</div>`;
}

/** A card of a spell with its cost: a counter needs the same numbers. */
function spell(looking: Looking, number: number): TemplateResult {
  const found = known(looking, "card", number);
  return face(looking, "card", number, "ref", true, html`${costOf(found, looking.language)} ${nameOf(found)}`);
}

function side(own: Taking, active: number, far: boolean): TemplateResult {
  const head = seatHead(own, own.seat === active, counter(own, "life", "large"));
  const units = field(own);
  const behind = html`<div class="abreast">${cards(own, "territory", "wide tiles down", tile)}${magics(own)}</div>
    ${cards(own, "hand")}
    ${cardsIfAny(own, "discard")}
    ${going(own, "this_turn", "dealing")}${rest(own)}`;
  return seatOf(own, far ? "far" : "near", far ? html`${head}${behind}${units}` : html`${units}${head}${behind}`);
}

function field(own: Taking): TemplateResult {
  const units = own.things("units"), aimed = targets(own.looking);
  const free = Math.max(FIELD - units.length, 0);
  const { refused } = own.looking;
  const to = refused?.seat === own.seat && refused.verb === "deploy" ? refused.cards : [];
  return zone(own, "units", html`<div class="three">${units.map((one, at) => unit(one, at === 0, aimed.has(Number(one.value["card"]))))}
    ${Array.from({ length: free }, (_, at) => (to[at] ? html`<span class="slot">${ghost(own.looking, to[at])}</span>` : empty(own.looking)))}</div>`, units.length, "field");
}

/** The units at which the spells of the moment aim. */
function targets(looking: Looking): Set<number> {
  return new Set(((looking.step.state["chains"] ?? []) as { target?: number }[]).map((one) => one.target ?? 0));
}

/** A unit as a whole card, and under it what has been done to it. */
function unit(one: Taking, first: boolean, aimed: boolean): TemplateResult {
  const [number = 0] = one.numbers("card"), boosts = one.things("boosts").map(boost);
  const rests = rest(one), done = boosts.length || rests !== nothing ? html`${boosts}${rests}` : nothing;
  return html`<div class="unit ${aimed ? "aimed" : ""}">${number ? whole(one.looking, number, first) : oneHidden(one.looking, "card")}${aimed ? html`<span class="lies on">${word("target", one.looking.language)}</span>` : nothing}
    ${done === nothing ? nothing : html`<div class="done">${done}</div>`}</div>`;
}

/** What a unit has gained, and by what: of a card without a number of its own its cost. */
function boost(one: Taking): TemplateResult {
  const { amount, veil, card } = one.value, { text } = figure(known(one.looking, "card", Number(card ?? 0))?.row["cost"]);
  return html`${amount || veil || !text ? nothing : html`<b>+${text}</b> `}${rest(one)} `;
}

function whole(looking: Looking, number: number, first: boolean): TemplateResult {
  const found = known(looking, "card", number);
  const attribute = String(found?.row["attribute"]);
  const traits = found?.told.ja?.lines.find(([label]) => label.startsWith("特性"))?.[1] ?? "";
  return face(looking, "card", number, "whole", first, html`
    ${costOf(found, looking.language, "?")}
    ${hasSign(attribute) ? html`${attributed(looking, found, attribute)}<span class="mark-of">${sign(attribute)}</span>` : nothing}
    ${nameOf(found)}<span class="small" lang="ja">${traits}</span><span class="id">${found?.id ?? number}</span>`);
}

/** A card lying on its side. */
function tile(looking: Looking, table: string, number: number, first: boolean): TemplateResult {
  const found = known(looking, table, number), attribute = String(found?.row["attribute"]);
  return face(looking, table, number, "tile", first, html`${hasSign(attribute) ? attributed(looking, found, attribute) : nothing}${nameOf(found)}`);
}

function magics(own: Taking): Part {
  const all = own.things("magics");
  if (!all.length && !own.has("spare_magics") && !own.has("mentor")) return nothing;
  return html`<div class="stackwise">
    ${all.length ? zone(own, "magics", html`<div class="row">${all.map((one, at) => magic(one, at === 0))}</div>`, all.length) : nothing}
    ${cardsIfAny(own, "spare_magics", "tiles", tile)}${cardsIfAny(own, "mentor")}</div>`;
}

function magic(one: Taking, first: boolean): TemplateResult {
  const [number = 0] = one.numbers("magic");
  const field = one.field("face"), lies = one.word("face");
  return html`<div class="magic ${lies === "FACE_DOWN" ? "down" : ""} ${one.turned("face") ? "new" : ""}">
    ${number ? mini(one.looking, "magic", number, first) : oneHidden(one.looking, "magic")}
    <span class="lies ${lies === "FACE_DOWN" ? "on" : ""}">${said(one.looking, field, lies)}</span>
    ${rest(one)}</div>`;
}
