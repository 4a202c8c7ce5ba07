// Canonical bytes, scheme canon-1: a message becomes an array by its schema, an array becomes MessagePack.

import { member } from "./schema.js";

/** Fields that were added after the wire was fixed are numbered from here on. */
const LATER = 1000;
const INTEGERS = new Set(["int32", "sint32", "uint32", "fixed32", "sfixed32"]);

/** The canonical bytes of a message. */
export function canonical(message) {
  return pack(slots(message));
}

/**
 * A message as the array of its fields, by ascending number; a oneof stands where its lowest number does. Of the fields
 * numbered from LATER on, those after the last that says something are left out.
 */
function slots(message) {
  const seen = new Set();
  const array = [];
  let length = 0;
  for (const field of [...message.$type.fieldsArray].sort((a, b) => a.id - b.id)) {
    const oneof = oneofOf(field);
    if (seen.has(oneof)) {
      continue;
    }
    if (oneof !== null) {
      seen.add(oneof);
    }
    const set = oneof === null ? null : member(message, oneof.name);
    array.push(oneof === null ? slot(field, message) : tagged(set));
    if (field.id < LATER || (oneof === null ? saysSomething(field, message) : set !== null)) {
      length = array.length;
    }
  }
  return array.slice(0, length);
}

/** Whether a field that is no member of a oneof differs from its default. */
function saysSomething(field, message) {
  if (!field.repeated && (isMessage(field) || field.partOf !== null)) {
    return isPresent(field, message);
  }
  const value = message[field.name];
  return typeof value === "object" ? value.length > 0 : Boolean(value);
}

function isPresent(field, message) {
  return Object.hasOwn(message, field.name) && message[field.name] !== null;
}

/** The oneof a field belongs to; what an `optional` field makes inside the compiler is none. */
function oneofOf(field) {
  return field.partOf === null || field.partOf.isProto3Optional ? null : field.partOf;
}

function tagged(set) {
  if (set === null) {
    return null;
  }
  if (!isMessage(set.field)) {
    throw new TypeError(`${set.field.fullName}: a oneof of a hashed message has only messages as members`);
  }
  return [set.field.id, ...slots(set.message)];
}

function slot(field, message) {
  if (field.map) {
    throw new TypeError(`${field.fullName}: a map has no canonical form`);
  }
  if (field.repeated) {
    return message[field.name].map((item) => single(field, item));
  }
  if (!isPresent(field, message) && (isMessage(field) || field.partOf !== null)) {
    return null;
  }
  return single(field, message[field.name]);
}

function single(field, value) {
  if (isMessage(field)) {
    return slots(value);
  }
  if (field.type === "bytes") {
    return Buffer.from(value);
  }
  if (field.type === "bool" || field.type === "string" || INTEGERS.has(field.type) || isEnum(field)) {
    return value;
  }
  throw new TypeError(`${field.fullName}: ${field.type} has no canonical form`);
}

function isMessage(field) {
  return field.resolvedType !== null && "fieldsArray" in field.resolvedType;
}

function isEnum(field) {
  return field.resolvedType !== null && "values" in field.resolvedType;
}

/** MessagePack of null, booleans, 32-bit integers, strings, bytes and arrays, each in its shortest form. */
export function pack(value) {
  const parts = [];
  write(value, parts);
  return Buffer.concat(parts);
}

function write(value, parts) {
  if (value === null) {
    parts.push(Buffer.of(0xc0));
  } else if (typeof value === "boolean") {
    parts.push(Buffer.of(value ? 0xc3 : 0xc2));
  } else if (Number.isInteger(value)) {
    parts.push(integer(value));
  } else if (typeof value === "string") {
    const text = Buffer.from(value, "utf8");
    parts.push(head(text.length, { fix: 0xa0, below: 32, byte: 0xd9, two: 0xda, four: 0xdb }), text);
  } else if (value instanceof Uint8Array) {
    parts.push(head(value.length, { below: 0, byte: 0xc4, two: 0xc5, four: 0xc6 }), value);
  } else if (Array.isArray(value)) {
    parts.push(head(value.length, { fix: 0x90, below: 16, two: 0xdc, four: 0xdd }));
    value.forEach((item) => write(item, parts));
  } else {
    throw new TypeError(`${value} has no canonical form`);
  }
}

/** How a length is written: in the first byte itself, or after it in one, two or four bytes. */
function head(length, { fix, below, byte, two, four }) {
  if (length < below) {
    return Buffer.of(fix | length);
  }
  if (byte !== undefined && length < 2 ** 8) {
    return Buffer.of(byte, length);
  }
  return length < 2 ** 16 ? wide(two, length, 2) : wide(four, length, 4);
}

function integer(value) {
  if (value >= 0) {
    if (value < 2 ** 7) return Buffer.of(value);
    if (value < 2 ** 8) return Buffer.of(0xcc, value);
    if (value < 2 ** 16) return wide(0xcd, value, 2);
    if (value < 2 ** 32) return wide(0xce, value, 4);
  } else {
    if (value >= -(2 ** 5)) return Buffer.of(value & 0xff);
    if (value >= -(2 ** 7)) return Buffer.of(0xd0, value & 0xff);
    if (value >= -(2 ** 15)) return wide(0xd1, value & 0xffff, 2);
    if (value >= -(2 ** 31)) return wide(0xd2, value >>> 0, 4);
  }
  throw new RangeError(`${value} needs more than 32 bits`);
}

function wide(first, value, bytes) {
  const buffer = Buffer.alloc(1 + bytes);
  buffer[0] = first;
  buffer.writeUIntBE(value, 1, bytes);
  return buffer;
}
