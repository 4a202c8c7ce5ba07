// HacKClaD: the sequence board with the slots of the round, the field, then each witch with her gauges and cards.
import { type TemplateResult, html, nothing } from "lit";
import { labelled, signWord } from "../../labels";
import { word } from "../../words";
import { inZone, known, nameOf, oneHidden } from "../cards";
import { type Looking, type Part, headed, seatName } from "../looking";
import { comingTo, ghost } from "../refused";
import { field } from "./hackclad_field";
import { pattern } from "./hackclad_pattern";
import { asked, cards, cardsIfAny, chip, counter, face, figured, going, meter, ownFirst, pile, rest, seatHead, seatOf, spread, told } from "./parts";
import { sign } from "./signs";
import type { Taking } from "./taking";

type Row = Record<string, unknown>;
const SLOTS = [1, 2, 3, 4];
const ORDINALS = ["", "1st", "2nd", "3rd", "4th"];
const MOST_MP = 7;
/** What kind a skill card is: in the colours of the page, and as its first sign. */
const KINDS: Record<string, readonly [string, string]> = {
  attack: ["fire", "攻"], magic_attack: ["none", "攻魔"], reaction: ["water", "対"], magic_reaction: ["none", "対魔"], support: ["grass", "補"], magic_support: ["sky", "補魔"],
};

export function hackclad(state: Taking): TemplateResult {
  const { looking } = state;
  const sides = state.things("sides");
  state.leave("pending");
  return html`
    ${sequence(state, sides)}
    ${field(state, sides)}
    ${going(state, "acting", "windows", "due")}${ending(state)}
    <div class="people">${ownFirst(sides, looking.viewer).map((side) => witch(side))}</div>
    ${rest(state)}`;
}

/** How the game ended, and what each came to. */
function ending(state: Taking): Part {
  const [end] = state.things("ending");
  if (!end) return nothing;
  const scores = end.things("scores");
  return html`<div class="going"><div class="left"><span class="sl">${headed(state.looking, state.field("ending"))}</span> ${rest(end)}</div>
    ${scores.map((score, at) => html`<div class="left who-${at + 1}"><span class="seatchip"><bdi>${seatName(state.looking, at + 1)}</bdi></span> ${rest(score)}</div>`)}</div>`;
}

/** The sequence board: turns of players and of the clad in their order; under each turn slot its waiting slot. */
function sequence(state: Taking, sides: Taking[]): TemplateResult {
  const voltage = state.number("voltage");
  const [board] = state.looking.data.common["board"] ?? [];
  const atk = ((board?.["clad_atk"] ?? []) as number[])[voltage - 1];
  const clads = state.numbers("slots"), down = state.number("face_down_slot");
  const markers = state.numbers("markers");
  const now = String(state.value["step"] ?? "");
  const clad = (at: number) => html`<li class="cladslot ${now === `STEP_CLAD_${at}` ? "now-on" : ""}"><span class="sl">${word("clad", state.looking.language)} ${at}</span>
    ${at > clads.length ? html`<span class="muted">–</span>` : clads[at - 1] ? cladCard(state.at("slots"), "clad", clads[at - 1]!, at === 1) : oneHidden(state.looking, "clad")}
    ${down === at ? html`<span class="lies on">${word("hidden", state.looking.language)}</span>` : nothing}</li>`;
  return html`<div class="band sequence">
    <div class="figures">${counter(state, "round")}${told(state, "step")}<span class="stat"><span class="sl">VOLTAGE</span> ${meter(voltage, 3)} <b>${voltage}</b>${chip(state.change("voltage"))}</span>
      ${atk ? html`<span class="stat"><span class="sl">${word("clad", state.looking.language)} ATK</span> <b>${atk}</b></span>` : nothing}
      ${state.has("stock") ? counter(state, "stock", "large") : nothing}</div>
    <ol class="slots">${SLOTS.map((at) => html`<li class=${now === `STEP_PLAYER_${at}` ? "now-on" : ""}>${turnSlot(sides, at, markers.includes(at), state.looking)}</li>${at < SLOTS.length ? clad(at) : nothing}`)}</ol>
    <div class="abreast">${pile(state, "clad_deck", cladCard)}${pile(state, "clad_used", cladCard)}${pile(state, "voltage_2_pile", cladCard)}${pile(state, "voltage_3_pile", cladCard)}${cardsIfAny(state, "aside", "", cladCard)}</div></div>`;
}

/** A turn slot with the card in it, and under it the waiting slot: the 1st of these is at the right. */
function turnSlot(sides: Taking[], at: number, marked: boolean, looking: Looking): TemplateResult {
  const there = sides.filter((side) => side.value["turn_slot"] === at);
  const waiting = sides.filter((side) => !side.value["turn_slot"] && side.value["waiting_slot"] === SLOTS.length + 1 - at);
  const chips = sides.filter((side) => side.value["chip"] === at);
  return html`<span class="sl">${ORDINALS[at]} ${word("slot", looking.language)}${marked ? html` <b>${word("marked", looking.language)}</b>` : nothing}</span>
    ${chips.map((side) => html`<span class="who-${side.seat} seatchip"><bdi>${seatName(looking, side.seat)}</bdi></span>`)}
    ${there.map((side) => turnCards(side))}${ghostsAt(looking, at)}${there.length ? nothing : html`<span class="slot">${word("free", looking.language)}</span>`}
    <span class="sl">${word("waits", looking.language)} ${ORDINALS[SLOTS.length + 1 - at]}</span>${waiting.map((side) => turnCards(side))}`;
}

/** The cards that a refused line was to place in a slot. */
function ghostsAt(looking: Looking, at: number): TemplateResult[] {
  const line = looking.refused?.line.en ?? "";
  return line.split(" ").includes(`slot=${at}`) ? comingTo(looking, 0, "turn_cards").map((card) => ghost(looking, card)) : [];
}

function turnCards(side: Taking): TemplateResult {
  return html`<div class="turncard who-${side.seat}" role="group" aria-label=${labelled(side.field("turn_cards"), side.looking)} data-zone @keydown=${inZone}><span class="seatchip"><bdi>${seatName(side.looking, side.seat)}</bdi></span>
    ${spread(side.at("turn_cards"), "card", side.numbers("turn_cards"), skill)}</div>`;
}

function witch(own: Taking): TemplateResult {
  const { looking } = own;
  const placed = [own.number("turn_slot"), own.number("waiting_slot")].some(Boolean);
  const square = own.number("square");
  const head = seatHead(own, asked(looking, own.seat).length > 0, html`${character(own)}
    <span class="stat"><span class="sl">${headed(looking, own.field("square"))}</span> <b>${square ? looking.data.names["square"]?.[String(square)] : "–"}</b></span>${counter(own, "vp", "large")}`, "decides");
  own.leave("chip", "shared_hands");
  return seatOf(own, `who-${own.seat} witch`, html`${head}
    <div class="figures left-on">${gauge(own, "mp", MOST_MP)}${gauge(own, "cp", Math.max(MOST_MP, own.value["cp"] as number || 0))}${counter(own, "injuries")}${own.has("pollution") ? counter(own, "pollution") : nothing}
      ${["moves", "mp_actions", "guards", "cracks", "hits", "ready"].map((name) => (own.has(name) ? counter(own, name) : nothing))}${told(own, "moved")}</div>
    ${cards(own, "hand", "", skill)}
    <div class="abreast">${placed ? nothing : cardsIfAny(own, "turn_cards", "", skill)}${cardsIfAny(own, "resolving", "", skill)}${cardsIfAny(own, "missions", "", plain)}${cardsIfAny(own, "drawn", "", plain)}</div>
    <div class="abreast">${pile(own, "deck", skill)}${pile(own, "discard", skill)}${own.has("extended") ? pile(own, "extended", skill) : nothing}</div>
    ${going(own, "used", "spent", "modifiers", "tokens", "frames")}${rest(own)}`);
}

function gauge(own: Taking, name: string, most: number): TemplateResult {
  const value = own.number(name);
  return html`<span class="stat"><span class="sl">${headed(own.looking, own.field(name))}</span> ${meter(value, most)} <b>${value}</b>${chip(own.change(name))}</span>`;
}

function character(own: Taking): Part {
  const number = own.number("character");
  const open = () => own.looking.open("character", number);
  return number ? html`<button type="button" class="tile mine" @click=${open}>${nameOf(known(own.looking, "character", number))}</button>` : nothing;
}

/** A skill card: kind, name, ATK, MP, VP. */
function skill(looking: Looking, table: string, number: number, first: boolean): TemplateResult {
  const found = known(looking, table, number), row: Row = found?.row ?? {};
  const [colour, letter] = KINDS[String(row["kind"])] ?? ["plain", "?"];
  return face(looking, table, number, "card mini skill", first, html`<span class="kind" lang="ja" aria-hidden="true">${letter}</span><span class="vh">${signWord(looking.data, "kind", String(row["kind"] ?? ""), looking.language)} </span>${nameOf(found)}
    <span class="figs">${figured("sword", "ATK", row["atk"])}${row["mp"] ? html`<span class="fig">MP${String(row["mp"])}</span>` : nothing}${figured("stone", "VP", row["vp"])}</span>`, colour);
}

/** A clad card: its name, and the squares of its icons around the clad. */
function cladCard(looking: Looking, table: string, number: number, first: boolean): TemplateResult {
  const found = known(looking, table, number);
  return face(looking, table, number, "card mini clad", first, html`${pattern(found?.row ?? {})}${nameOf(found)}<span class="marks"><span aria-hidden="true">V</span><span class="vh">VOLTAGE </span>${String(found?.row["voltage"] ?? "?")}</span>`, "fire");
}

function plain(looking: Looking, table: string, number: number, first: boolean): TemplateResult {
  return face(looking, table, number, "card mini", first, html`${sign("stone")}${nameOf(known(looking, table, number))}<span></span>`);
}
