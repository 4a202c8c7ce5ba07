// Chance by name, scheme sha256ctr-1.

import { createHash } from "node:crypto";

export const SCHEME = "sha256ctr-1";
const SEED_BYTES = 32;
const LARGEST_BELOW = 65536;
const LABEL = /^[!-~]{1,255}$/;

/** The words of one label, and what is drawn from them. */
export class Stream {
  #prefix;
  #block = Buffer.alloc(0);
  #at = 0;
  #blocks = 0;
  wordsUsed = 0;

  constructor(seed, label) {
    if (seed.length !== SEED_BYTES) {
      throw new RangeError(`a seed has exactly ${SEED_BYTES} bytes, not ${seed.length}`);
    }
    if (!LABEL.test(label)) {
      throw new RangeError(`a label has 1 to 255 printed ASCII signs and no space: ${label}`);
    }
    this.#prefix = Buffer.concat([Buffer.from("SHINPAN1"), seed, Buffer.of(label.length), Buffer.from(label)]);
  }

  /** The next 32 bits. */
  word() {
    if (this.#at === this.#block.length) {
      this.#block = sha256(this.#prefix, u32(this.#blocks));
      this.#blocks += 1;
      this.#at = 0;
    }
    const word = this.#block.readUInt32BE(this.#at);
    this.#at += 4;
    this.wordsUsed += 1;
    return word;
  }

  /** A number from 0 to n - 1, all equally likely. The product stays below 2^48, so a number holds it exactly. */
  below(n) {
    if (!Number.isInteger(n) || n < 1 || n > LARGEST_BELOW) {
      throw new RangeError(`below() takes 1 to ${LARGEST_BELOW}, not ${n}`);
    }
    if (n === 1) {
      return 0;
    }
    const threshold = 2 ** 32 % n;
    for (;;) {
      const product = this.word() * n;
      if (product % 2 ** 32 >= threshold) {
        return Math.floor(product / 2 ** 32);
      }
    }
  }

  /** The items in a random order; the first is the top. */
  shuffle(items) {
    const order = [...items];
    for (let i = order.length - 1; i > 0; i -= 1) {
      const j = this.below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
}

/** What is published before play about a seed. */
export function commitment(seed, salt) {
  return sha256(Buffer.from("SHINPAN1-commit"), seed, salt);
}

/** The seed that comes of a secret and of what others gave. */
export function mixedSeed(secret, contributions) {
  const parts = [secret, ...[...contributions].sort(Buffer.compare)].flatMap((part) => [u32(part.length), part]);
  return sha256(Buffer.from("SHINPAN1-mix"), ...parts);
}

function u32(value) {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
}

function sha256(...parts) {
  return createHash("sha256").update(Buffer.concat(parts)).digest();
}
