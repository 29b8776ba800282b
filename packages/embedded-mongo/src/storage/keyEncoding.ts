import { createHash } from 'node:crypto';
import { compareDecimals, exactDouble } from '../bson/compareValues.ts';
import { type DecimalNumber, decimalNumber } from '../bson/decimal.ts';
import { encodeText } from '../bson/utf8.ts';
import {
  Binary,
  Code,
  DbPointer,
  Decimal,
  type Document,
  Int32,
  ObjectIdValue,
  RawDocument,
  Regex,
  SymbolValue,
  Timestamp,
  UtcDate,
  type Value,
} from '../bson/values.ts';

/**
 * Index keys as bytes: comparing the bytes of two values gives the same answer as compareValues, no encoding is a
 * prefix of another, and every type byte is below 0x80 so that a descending field can simply be inverted.
 */
export const typeBytes = {
  minKey: 0x02,
  undefined: 0x04,
  null: 0x08,
  number: 0x10,
  string: 0x14,
  object: 0x20,
  array: 0x28,
  binary: 0x30,
  objectId: 0x38,
  bool: 0x40,
  date: 0x48,
  timestamp: 0x50,
  regex: 0x58,
  dbPointer: 0x60,
  code: 0x68,
  codeWithScope: 0x70,
  maxKey: 0x7e,
} as const;

/** LMDB accepts keys of 1978 bytes; this leaves room for the index id and the record id around the encoded fields. */
export const maxKeyBytes = 1900;
const hashBytes = 32;

let scratch: Buffer = Buffer.allocUnsafe(8 * 1024);
let at = 0;

/** Encodes the fields of one key; `descending[i]` inverts field i. Not truncated. */
export function encodeKey(values: readonly (Value | undefined)[], descending: readonly boolean[]): Buffer {
  at = 0;
  for (let i = 0; i < values.length; i++) {
    const start = at;
    encodeValue(values[i]);
    if (descending[i] === true) for (let j = start; j < at; j++) scratch[j] = ~(scratch[j] ?? 0) & 0xff;
  }
  const key = Buffer.allocUnsafe(at);
  scratch.copy(key, 0, 0, at);
  return key;
}

/** A string that is equal for equal values (1, 1.0 and NumberLong(1) are equal) and different for different ones. */
export function identityOf(value: Value | undefined): string {
  at = 0;
  encodeValue(value);
  return scratch.toString('latin1', 0, at);
}

/** Keys too long for LMDB keep their first bytes and end in a hash of the whole: distinct keys stay distinct. */
export function fitKey(key: Buffer): Buffer {
  if (key.length <= maxKeyBytes) return key;
  return Buffer.concat([key.subarray(0, maxKeyBytes - hashBytes), createHash('sha256').update(key).digest()]);
}

/** The length up to which a truncated key still sorts like the whole one. */
export const maxOrderedBytes = maxKeyBytes - hashBytes;

/** The smallest byte string greater than everything that starts with `prefix`; undefined if there is none. */
export function successorOf(prefix: Buffer): Buffer | undefined {
  let end = prefix.length;
  while (end > 0 && prefix[end - 1] === 0xff) end--;
  if (end === 0) return undefined;
  const next = Buffer.from(prefix.subarray(0, end));
  next[end - 1] = (next[end - 1] ?? 0) + 1;
  return next;
}

function encodeValue(value: Value | undefined): void {
  put(typeByte(value));
  encodePayload(value);
}

export function typeByte(value: Value | undefined): number {
  if (typeof value === 'string' || value instanceof SymbolValue) return typeBytes.string;
  if (typeof value === 'number' || typeof value === 'bigint') return typeBytes.number;
  if (value instanceof Int32 || value instanceof Decimal) return typeBytes.number;
  if (value === undefined || value === null) return typeBytes.null;
  if (value instanceof ObjectIdValue) return typeBytes.objectId;
  if (value instanceof UtcDate) return typeBytes.date;
  if (typeof value === 'boolean') return typeBytes.bool;
  if (value instanceof Map || value instanceof RawDocument) return typeBytes.object;
  if (Array.isArray(value)) return typeBytes.array;
  if (value instanceof Binary) return typeBytes.binary;
  if (value instanceof Timestamp) return typeBytes.timestamp;
  if (value instanceof Regex) return typeBytes.regex;
  if (value instanceof DbPointer) return typeBytes.dbPointer;
  if (value instanceof Code) return value.scope === undefined ? typeBytes.code : typeBytes.codeWithScope;
  return typeBytes[value.kind];
}

function encodePayload(value: Value | undefined): void {
  if (typeof value === 'string') putText(value);
  else if (typeof value === 'number') encodeDouble(value);
  else if (value instanceof Int32) encodeDouble(value.value);
  else if (typeof value === 'bigint') encodeLong(value);
  else if (value === undefined || value === null) return;
  else if (value instanceof ObjectIdValue) putBytes(value.bytes);
  else if (value instanceof UtcDate) putLong(BigInt(Math.trunc(value.ms)));
  else if (typeof value === 'boolean') put(value ? 1 : 0);
  else if (value instanceof Map) encodeDocument(value);
  else if (Array.isArray(value)) {
    for (const item of value) encodeValue(item);
    put(0);
  } else if (value instanceof Decimal) encodeExact(decimalNumber(value), Number.NaN);
  else encodeRare(value);
}

function encodeRare(value: Exclude<Value, undefined | null | string | number | bigint | boolean>): void {
  if (value instanceof Binary) {
    room(5);
    scratch.writeUInt32BE(value.bytes.length, at);
    at += 4;
    put(value.subtype);
    putBytes(value.bytes);
  } else if (value instanceof Timestamp) {
    room(8);
    at = scratch.writeBigUInt64BE(value.value, at);
  } else if (value instanceof Regex) {
    putText(value.pattern);
    putText(value.options);
  } else if (value instanceof DbPointer) {
    putText(value.namespace);
    putBytes(value.id);
  } else if (value instanceof Code) {
    putText(value.code);
    if (value.scope !== undefined) encodeDocument(value.scope);
  } else if (value instanceof SymbolValue) putText(value.name);
}

function encodeDocument(document: Document): void {
  for (const [name, value] of document) {
    put(typeByte(value));
    putText(name);
    encodePayload(value);
  }
  put(0);
}

/** UTF-8 ended by 0x00; 0x00 and 0x01 inside become 0x01 0x01 and 0x01 0x02. */
function putText(text: string): void {
  room(text.length * 6 + 1);
  const start = at;
  at += encodeText(text, scratch, at);
  let escapes = 0;
  for (let i = start; i < at; i++) if ((scratch[i] ?? 0) < 2) escapes++;
  if (escapes > 0) {
    let from = at - 1;
    at += escapes;
    for (let to = at - 1; from >= start; from--) {
      const byte = scratch[from] ?? 0;
      if (byte < 2) {
        scratch[to--] = byte + 1;
        scratch[to--] = 1;
      } else scratch[to--] = byte;
    }
  }
  put(0);
}

/**
 * A number is the largest double not above it, then 0x00 when that is the number itself, else 0x01 and its decimal
 * digits: longs beyond 2^53 and decimals sort exactly among doubles.
 */
function encodeDouble(value: number): void {
  putDouble(value);
  put(0);
}

function encodeLong(value: bigint): void {
  const near = Number(value);
  if (BigInt(near) === value) encodeDouble(near);
  else encodeExact({ kind: 'finite', coefficient: value, exponent: 0 }, near);
}

function encodeExact(exact: DecimalNumber, near: number): void {
  if (exact.kind !== 'finite') {
    encodeDouble(exact.kind === 'nan' ? Number.NaN : exact.sign * Number.POSITIVE_INFINITY);
    return;
  }
  const nearest = Number.isNaN(near) ? Number(`${exact.coefficient}e${exact.exponent}`) : near;
  const difference = compareDecimals(exactDouble(nearest), exact);
  if (difference === 0) {
    encodeDouble(nearest);
    return;
  }
  putDouble(difference > 0 ? doubleBelow(nearest) : nearest);
  put(1);
  encodeDigits(exact.coefficient, exact.exponent);
}

function encodeDigits(coefficient: bigint, exponent: number): void {
  const negative = coefficient < 0n;
  const all = (negative ? -coefficient : coefficient).toString();
  const digits = all.replace(/0+$/, '');
  const power = exponent + all.length + 0x4000;
  const start = at;
  put(power >> 8);
  put(power & 0xff);
  putBytes(Buffer.from(digits, 'latin1'));
  put(0);
  if (negative) for (let i = start; i < at; i++) scratch[i] = ~(scratch[i] ?? 0) & 0xff;
}

function doubleBelow(value: number): number {
  if (value === Number.POSITIVE_INFINITY) return Number.MAX_VALUE;
  if (value === 0) return -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? -1n : 1n));
  return view.getFloat64(0);
}

/** NaN first, then -Infinity … +Infinity; -0 is 0. */
function putDouble(value: number): void {
  room(9);
  if (Number.isNaN(value)) {
    scratch.fill(0, at, at + 8);
  } else {
    scratch.writeDoubleBE(value === 0 ? 0 : value, at);
    const first = scratch[at] ?? 0;
    if (first >= 0x80) for (let i = at; i < at + 8; i++) scratch[i] = ~(scratch[i] ?? 0) & 0xff;
    else scratch[at] = first | 0x80;
  }
  at += 8;
}

function putLong(value: bigint): void {
  room(8);
  scratch.writeBigInt64BE(BigInt.asIntN(64, value), at);
  scratch[at] = (scratch[at] ?? 0) ^ 0x80;
  at += 8;
}

function putBytes(bytes: Buffer): void {
  room(bytes.length);
  bytes.copy(scratch, at);
  at += bytes.length;
}

function put(byte: number): void {
  room(1);
  scratch[at++] = byte;
}

function room(length: number): void {
  if (at + length <= scratch.length) return;
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, at + length));
  scratch.copy(larger, 0, 0, at);
  scratch = larger;
}
