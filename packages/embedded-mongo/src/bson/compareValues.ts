import { type DecimalNumber, decimalNumber } from './decimal.ts';
import { encodeText, isWellFormed } from './utf8.ts';
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
  Sentinel,
  SymbolValue,
  Timestamp,
  UtcDate,
  type Value,
} from './values.ts';

/** MongoDB's order of the types (manual, 'Comparison/Sort Order'); a missing field sorts with null. */
export function typeRank(value: Value | undefined): number {
  if (typeof value === 'string') return 15;
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Int32) return 10;
  if (value === null || value === undefined) return 5;
  if (typeof value === 'boolean') return 40;
  if (value instanceof Map || value instanceof RawDocument) return 20;
  if (Array.isArray(value)) return 25;
  if (value instanceof ObjectIdValue) return 35;
  if (value instanceof UtcDate) return 45;
  if (value instanceof Decimal) return 10;
  if (value instanceof Binary) return 30;
  if (value instanceof Timestamp) return 47;
  if (value instanceof Regex) return 50;
  if (value instanceof DbPointer) return 55;
  if (value instanceof Code) return value.scope === undefined ? 60 : 65;
  if (value instanceof SymbolValue) return 15;
  return value.kind === 'minKey' ? -1 : value.kind === 'maxKey' ? 127 : 2;
}

/** How two texts compare; field names always compare by their bytes. */
export type TextOrder = (a: string, b: string) => number;

/** Negative, zero or positive; a total order over all types. Equal numbers of different types compare as equal. */
export function compareValues(a: Value | undefined, b: Value | undefined, text: TextOrder = compareStrings): number {
  if (a === b) return 0;
  const rank = typeRank(a);
  const difference = rank - typeRank(b);
  if (difference !== 0) return difference;
  if (a === undefined || b === undefined || a === null || b === null) return 0;
  return rank === 10 ? compareNumbers(a, b) : compareSameType(a, b, text);
}

export function valuesEqual(a: Value | undefined, b: Value | undefined): boolean {
  return compareValues(a, b) === 0;
}

function compareSameType(a: Value, b: Value, text: TextOrder): number {
  if (a instanceof SymbolValue) return compareSameType(a.name, b, text);
  if (b instanceof SymbolValue) return compareSameType(a, b.name, text);
  if (typeof a === 'string' && typeof b === 'string') return text(a, b);
  if (typeof a === 'boolean') return Number(a) - Number(b);
  if (a instanceof UtcDate && b instanceof UtcDate) return a.ms - b.ms;
  if (a instanceof ObjectIdValue && b instanceof ObjectIdValue) return a.bytes.compare(b.bytes);
  if (a instanceof Map && b instanceof Map) return compareDocuments(a, b, text);
  if (Array.isArray(a) && Array.isArray(b)) return compareArrays(a, b, text);
  if (a instanceof Binary && b instanceof Binary) {
    return a.bytes.length - b.bytes.length || a.subtype - b.subtype || a.bytes.compare(b.bytes);
  }
  if (a instanceof Timestamp && b instanceof Timestamp) return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
  if (a instanceof Regex && b instanceof Regex) {
    return compareStrings(a.pattern, b.pattern) || compareStrings(a.options, b.options);
  }
  if (a instanceof DbPointer && b instanceof DbPointer) {
    return compareStrings(a.namespace, b.namespace) || a.id.compare(b.id);
  }
  if (a instanceof Code && b instanceof Code) {
    return compareStrings(a.code, b.code) || compareValues(a.scope, b.scope);
  }
  return a instanceof Sentinel ? 0 : -1;
}

/** Field by field: type, then name, then value. Field order counts, as it does in MongoDB. */
export function compareDocuments(a: Document, b: Document, text: TextOrder = compareStrings): number {
  const right = b.entries();
  for (const [name, value] of a) {
    const other = right.next();
    if (other.done === true) return 1;
    const [otherName, otherValue] = other.value;
    const difference =
      typeRank(value) - typeRank(otherValue) ||
      compareStrings(name, otherName) ||
      compareValues(value, otherValue, text);
    if (difference !== 0) return difference;
  }
  return right.next().done === true ? 0 : -1;
}

function compareArrays(a: readonly Value[], b: readonly Value[], text: TextOrder): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = compareValues(a[i], b[i], text);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** By UTF-8 bytes. JavaScript compares UTF-16 units, which puts emoji before U+E000–U+FFFF. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const plain = (x < 0xd800 && y < 0xd800) || (isWellFormed(a) && isWellFormed(b));
    return plain ? utf8Weight(x) - utf8Weight(y) : textBytes(a).compare(textBytes(b));
  }
  return a.length - b.length;
}

function textBytes(text: string): Buffer {
  const bytes = Buffer.alloc(text.length * 3);
  return bytes.subarray(0, encodeText(text, bytes, 0));
}

function utf8Weight(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Exact across double, int, long and decimal; NaN sorts below every number and equals itself. */
export function compareNumbers(a: Value, b: Value): number {
  const x = a instanceof Int32 ? a.value : a;
  const y = b instanceof Int32 ? b.value : b;
  if (x instanceof Decimal || y instanceof Decimal) return compareDecimals(exactNumber(x), exactNumber(y));
  if ((typeof x === 'number' || typeof x === 'bigint') && (typeof y === 'number' || typeof y === 'bigint')) {
    if (x < y) return -1;
    if (x > y) return 1;
    const left = Number.isNaN(x) ? 0 : 1;
    return left - (Number.isNaN(y) ? 0 : 1);
  }
  return 0;
}

type Fraction = {
  numerator: bigint;
  denominator: bigint;
};

function exactNumber(value: Value): DecimalNumber {
  if (value instanceof Decimal) return decimalNumber(value);
  if (typeof value === 'bigint') return { kind: 'finite', coefficient: value, exponent: 0 };
  return typeof value === 'number' ? exactDouble(value) : { kind: 'nan' };
}

/** Every double is a finite decimal: m * 2^-k = m * 5^k * 10^-k. */
export function exactDouble(value: number): DecimalNumber {
  if (Number.isNaN(value)) return { kind: 'nan' };
  if (!Number.isFinite(value)) return { kind: 'infinite', sign: value > 0 ? 1 : -1 };
  let scaled = value;
  let halvings = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    halvings++;
  }
  return { kind: 'finite', coefficient: BigInt(scaled) * 5n ** BigInt(halvings), exponent: -halvings };
}

export function compareDecimals(a: DecimalNumber, b: DecimalNumber): number {
  if (a.kind !== 'finite' || b.kind !== 'finite') return specialRank(a) - specialRank(b);
  const left = fraction(a.coefficient, a.exponent - b.exponent);
  const difference = left.numerator - b.coefficient * left.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function fraction(coefficient: bigint, exponent: number): Fraction {
  return exponent >= 0
    ? { numerator: coefficient * 10n ** BigInt(exponent), denominator: 1n }
    : { numerator: coefficient, denominator: 10n ** BigInt(-exponent) };
}

function specialRank(value: DecimalNumber): number {
  if (value.kind === 'nan') return -2;
  return value.kind === 'infinite' ? value.sign : 0;
}
