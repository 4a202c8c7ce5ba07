// Hashes and links over canonical bytes.

import { createHash } from "node:crypto";

export function headerHash(header) {
  return hash("shinpan-header-1", header);
}

export function stateHash(state) {
  return hash("shinpan-state-1", state);
}

/** The link before any action. */
export function firstLink(header, state) {
  return hash("shinpan-link-1", header, state);
}

/** The link after an action, from the one before it. */
export function nextLink(before, action, state) {
  return hash("shinpan-link-1", before, action, state);
}

function hash(domain, ...parts) {
  return createHash("sha256").update(Buffer.concat([Buffer.from(domain), ...parts])).digest();
}
