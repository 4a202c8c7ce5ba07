// The conformance vectors: what each file says, and that it comes out here.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { canonical, pack } from "./canon.js";
import { commitment, mixedSeed, SCHEME, Stream } from "./chance.js";
import { Difference, same, sameBytes } from "./difference.js";
import { loadFile } from "./schema.js";
import { firstLink, headerHash, nextLink, stateHash } from "./links.js";

export const CHANCE = fileURLToPath(new URL("../../../fixtures/conformance/chance.json", import.meta.url));

const HASHES = { header_hash: headerHash, state_hash: stateHash };

/** Checks one file of vectors and says how many there were. */
export function checkFile(schema, file) {
  const vectors = JSON.parse(readFileSync(file, "utf8"));
  const check = { chance, canonical: messages, links, packs, growth, play }[vectors.vectors];
  if (check === undefined) {
    throw new Difference(`${file}: nothing is known of vectors “${vectors.vectors}”`);
  }
  const count = check(vectors, schema, dirname(file));
  if (count === 0) {
    throw new Difference(`${file}: it holds no vectors`);
  }
  return count;
}

function chance(vectors) {
  same("scheme", vectors.scheme, SCHEME);
  const seed = hex(vectors.seed);
  vectors.words.forEach((vector) => words(seed, vector));
  vectors.draws.forEach((vector) => draws(seed, vector));
  vectors.mixed_draws.forEach((vector) => mixedDraws(seed, vector));
  vectors.shuffles.forEach((vector) => shuffle(seed, vector));
  for (const { seed, label, n } of vectors.refused) {
    const what = `seed of ${seed.length / 2} bytes, label “${label}”, below(${n})`;
    refused(what, () => new Stream(hex(seed), label).below(n));
  }
  for (const { seed, salt, digest } of vectors.commitments) {
    sameBytes("commitment", hex(digest), commitment(hex(seed), hex(salt)));
  }
  for (const { secret, contributions, seed } of vectors.mixed_seeds) {
    sameBytes("mixed seed", hex(seed), mixedSeed(hex(secret), contributions.map(hex)));
  }
  return ["words", "draws", "mixed_draws", "shuffles", "refused", "commitments", "mixed_seeds"]
    .map((name) => vectors[name].length)
    .reduce((a, b) => a + b);
}

function words(seed, { label, words }) {
  const stream = new Stream(seed, label);
  same(`“${label}”, words`, words, words.map(() => stream.word().toString(16).padStart(8, "0")));
}

/** Repeated draws of one n, of which the first `skip` are not written down. */
function draws(seed, { label, n, skip, values, words_used }) {
  const stream = new Stream(seed, label);
  for (let i = 0; i < skip; i += 1) {
    stream.below(n);
  }
  same(`“${label}”, below(${n})`, values, values.map(() => stream.below(n)));
  same(`“${label}”, words used`, words_used, stream.wordsUsed);
}

/** Draws of changing n, folded into one number. */
function mixedDraws(seed, { label, count, step, factor, modulus, folded, words_used }) {
  const stream = new Stream(seed, label);
  let sum = 0;
  for (let k = 0; k < count; k += 1) {
    sum = (factor * sum + stream.below(1 + ((step * k) % 65536))) % modulus;
  }
  same(`“${label}”, folded`, folded, sum);
  same(`“${label}”, words used`, words_used, stream.wordsUsed);
}

function shuffle(seed, { label, items, order, sha256, words_used }) {
  const stream = new Stream(seed, label);
  const ours = stream.shuffle(items);
  same(`“${label}”, shuffled`, order, ours);
  same(`“${label}”, words used`, words_used, stream.wordsUsed);
  sameBytes(`“${label}”, digest`, hex(sha256), createHash("sha256").update(Buffer.from(ours)).digest());
}

function refused(what, draw) {
  try {
    draw();
  } catch (error) {
    if (error instanceof RangeError) {
      return;
    }
    throw error;
  }
  throw new Difference(`${what} is accepted`);
}

function messages(vectors, schema) {
  same("scheme", vectors.scheme, "canon-1");
  for (const row of vectors.messages) {
    const bytes = message(schema, row.about, row.type, row.json, row.canonical);
    for (const [name, hash] of Object.entries(HASHES)) {
      if (row[name] !== undefined) {
        sameBytes(`${row.about}: ${name}`, hex(row[name]), hash(bytes));
      }
    }
  }
  return vectors.messages.length;
}

/** Requires a message to have these canonical bytes, before and after it went over the wire. */
function message(schema, about, typeName, json, expected) {
  const type = schema.lookupType(typeName);
  const built = type.fromObject(json);
  const received = type.decode(type.encode(built).finish());
  sameBytes(`${about}: canonical bytes`, hex(expected), canonical(built));
  sameBytes(`${about}: canonical bytes as received`, hex(expected), canonical(received));
  return canonical(received);
}

function links(vectors, schema) {
  const { header, action_type, steps } = vectors;
  const ours = headerHash(message(schema, "header", header.type, header.json, header.canonical));
  sameBytes("header_hash", hex(header.header_hash), ours);
  const [start, ...rest] = steps;
  let link = firstLink(ours, hex(start.state_hash));
  sameBytes("step 0: link", hex(start.link), link);
  rest.forEach((step, index) => {
    same("step", step.step, index + 1);
    const action = message(schema, `step ${step.step}`, action_type, step.action, step.canonical);
    link = nextLink(link, action, hex(step.state_hash));
    sameBytes(`step ${step.step}: link`, hex(step.link), link);
  });
  sameBytes("last_link", hex(vectors.last_link), link);
  return steps.length;
}

/** Messages that grew, by a schema of their own. Nothing here reads canonical bytes, so none are refused. */
function growth(vectors, _schema, folder) {
  return messages(vectors, loadFile(join(folder, vectors.schema)));
}

/** Games of a random player: their headers, and that the draws written down are those of the seed. */
function play(vectors, schema) {
  messages({ ...vectors, scheme: "canon-1", messages: vectors.games }, schema);
  for (const { about, begins } of vectors.games) {
    const stream = new Stream(hex(vectors.seed), vectors.player);
    begins.forEach(({ choices, drawn }, index) => same(`${about}, choice ${index}`, drawn, stream.below(choices)));
  }
  return vectors.games.length;
}

/** The digest of a pack: of what it says, with maps as arrays of pairs by ascending key. */
function packs(vectors) {
  same("scheme", vectors.scheme, "canon-1");
  const rows = [...vectors.packs, ...vectors.files];
  for (const { game, id, said, digest } of rows) {
    const ours = createHash("sha256").update(pack(pairs(said))).digest();
    sameBytes(`${game} ${id}: digest`, hex(digest), ours);
  }
  return rows.length;
}

function pairs(value) {
  if (Array.isArray(value)) {
    return value.map(pairs);
  }
  return value !== null && typeof value === "object"
    ? Object.keys(value).sort().map((key) => [key, pairs(value[key])])
    : value;
}

function hex(text) {
  return Buffer.from(text, "hex");
}
