// The canonical form where the published schemas have no example of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import protobuf from "protobufjs";
import { canonical, pack } from "./canon.js";

const SCHEMA = protobuf.parse(
  `syntax = "proto3";
  message Inner { sint32 number = 1; }
  message Mixed {
    string last = 9;
    oneof choice { Inner high = 7; Inner low = 2; }
    uint32 between = 4;
    optional uint32 maybe = 1;
    optional Inner perhaps = 8;
  }
  message Grown {
    uint32 first = 1;
    Inner mark = 2;
    bool yes = 1000;
    Inner perhaps = 1001;
    repeated uint32 list = 1002;
    oneof choice { Inner high = 1004; Inner low = 1003; }
  }
  message Far { double value = 1; }
  message Long { uint64 value = 1; }
  message Table { map<string, uint32> value = 1; }
  message Bare { oneof choice { uint32 value = 1; } }`,
  { keepCase: true },
).root.resolveAll();

/** The canonical bytes of a message as they are after it went over the wire, in hex. */
function bytes(name, content) {
  const type = SCHEMA.lookupType(name);
  return canonical(type.decode(type.encode(type.fromObject(content)).finish())).toString("hex");
}

test("fields stand by ascending number, a oneof where its lowest number does", () => {
  assert.equal(bytes("Mixed", {}), "95" + "c0" + "c0" + "00" + "c0" + "a0");
  assert.equal(bytes("Mixed", { low: {}, last: "x" }), "95" + "c0" + "920200" + "00" + "c0" + "a178");
  assert.equal(bytes("Mixed", { high: { number: -1 }, between: 5 }), "95" + "c0" + "9207ff" + "05" + "c0" + "a0");
});

test("an optional field that is present is its value, even at its default", () => {
  assert.equal(bytes("Mixed", { maybe: 0, perhaps: {} }), "95" + "00" + "c0" + "00" + "9100" + "a0");
});

test("fields that came later end with the last that says something", () => {
  assert.equal(bytes("Grown", {}), "92" + "00" + "c0");
  assert.equal(bytes("Grown", { yes: false, list: [] }), "92" + "00" + "c0");
  assert.equal(bytes("Grown", { first: 5, yes: true }), "93" + "05" + "c0" + "c3");
  assert.equal(bytes("Grown", { perhaps: {} }), "94" + "00" + "c0" + "c2" + "9100");
  assert.equal(bytes("Grown", { list: [7] }), "95" + "00" + "c0" + "c2" + "c0" + "9107");
  assert.equal(bytes("Grown", { high: {} }), "96" + "00" + "c0" + "c2" + "c0" + "90" + "92cd03ec00");
});

for (const [name, value] of [["Far", 1.5], ["Long", 1], ["Table", { a: 1 }], ["Bare", 1]]) {
  test(`${name} has no canonical form`, () => {
    assert.throws(() => bytes(name, { value }), TypeError);
  });
}

test("lengths and numbers are in their shortest form", () => {
  const head = (value) => pack(value).subarray(0, 5).toString("hex");
  assert.equal(head("x".repeat(65535)), "daffff7878");
  assert.equal(head("x".repeat(65536)), "db00010000");
  assert.equal(head(Buffer.alloc(65535)), "c5ffff0000");
  assert.equal(head(Buffer.alloc(65536)), "c600010000");
  assert.equal(head(Array(65535).fill(1)), "dcffff0101");
  assert.equal(head(Array(65536).fill(1)), "dd00010000");
  assert.equal(head([true, false, null]), "93c3c2c0");
});

test("what is neither text, bytes, list, truth nor a whole number of 32 bits is refused", () => {
  for (const value of [2 ** 32, -(2 ** 31) - 1]) {
    assert.throws(() => pack(value), RangeError);
  }
  for (const value of [0.5, NaN, Infinity, undefined, {}, 1n]) {
    assert.throws(() => pack(value), TypeError);
  }
});
