import { mongoError } from '../errors/mongoError.ts';
import { decodeText } from './utf8.ts';
import {
  Binary,
  Code,
  DbPointer,
  Decimal,
  type Document,
  int32,
  maxKey,
  minKey,
  ObjectIdValue,
  RawDocument,
  Regex,
  SymbolValue,
  Timestamp,
  UtcDate,
  undefinedValue,
  type Value,
} from './values.ts';

/** The bytes are not BSON. On the wire this closes the connection; in the store it means that a record is damaged. */
export class MalformedBson extends Error {}

/** As in MongoDB: a command nests no deeper than this, and stored documents leave room for the commands around them. */
export const maxDepth = 200;
const maxStoredDepth = 180;

/** MongoDB's error for a document that is nested too deeply; thrown before the recursion could become dangerous. */
export function checkDepth(depth: number, limit = maxDepth): void {
  if (depth > limit) throw mongoError('Overflow', `document has exceeded maximum nesting depth of ${limit}`);
}

type ReadOptions = {
  /** Decode only these top-level fields. */
  only?: ReadonlySet<string>;
  /** Leave documents below these top-level names as bytes: `{ documents: [...] }`, `{ u: {...} }`. */
  raw?: ReadonlySet<string>;
};

/** Decodes the document that starts at `start` of the bytes. */
export function readDocument(bytes: Buffer, options: ReadOptions = {}, start = 0): Document {
  return options.only?.size === 0 ? new Map() : new Reader(bytes, start).document(0, options);
}

/** The length that a document at `start` declares, checked against the available bytes. */
export function documentLength(bytes: Buffer, start: number, end: number): number {
  if (start + 5 > end) throw new MalformedBson('document is cut off');
  const length = bytes.readInt32LE(start);
  if (length < 5 || start + length > end || bytes[start + length - 1] !== 0) {
    throw new MalformedBson('document length does not fit');
  }
  return length;
}

class Reader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  document(depth: number, options?: ReadOptions): Document {
    checkDepth(depth);
    const end = this.#at + documentLength(this.#bytes, this.#at, this.#bytes.length) - 1;
    this.#at += 4;
    const document: Document = new Map();
    const only = options?.only;
    let wanted = only?.size ?? 0;
    while (this.#at < end) {
      const type = this.#byte();
      const name = this.#cstring();
      if (only !== undefined && !only.has(name)) {
        this.#at += elementSize(this.#bytes, type, this.#at);
        continue;
      }
      const raw = options?.raw?.has(name) === true && (type === 3 || type === 4);
      document.set(name, raw ? this.#rawValue(type) : this.#value(type, depth));
      if (only !== undefined && --wanted === 0) {
        this.#at = end;
        break;
      }
    }
    if (this.#at !== end) throw new MalformedBson('elements do not fill their document');
    this.#at = end + 1;
    return document;
  }

  #array(depth: number): Value[] {
    checkDepth(depth);
    const end = this.#at + documentLength(this.#bytes, this.#at, this.#bytes.length) - 1;
    this.#at += 4;
    const items: Value[] = [];
    while (this.#at < end) {
      const type = this.#byte();
      this.#skipName();
      items.push(this.#value(type, depth));
    }
    if (this.#at !== end) throw new MalformedBson('elements do not fill their array');
    this.#at = end + 1;
    return items;
  }

  #rawValue(type: number): Value {
    if (type === 3) return this.#rawDocument();
    const end = this.#at + documentLength(this.#bytes, this.#at, this.#bytes.length) - 1;
    this.#at += 4;
    const items: Value[] = [];
    while (this.#at < end) {
      const itemType = this.#byte();
      this.#skipName();
      items.push(itemType === 3 ? this.#rawDocument() : this.#value(itemType, 1));
    }
    this.#at = end + 1;
    return items;
  }

  #rawDocument(): RawDocument {
    const length = documentLength(this.#bytes, this.#at, this.#bytes.length);
    const raw = new RawDocument(this.#bytes.subarray(this.#at, this.#at + length));
    this.#at += length;
    return raw;
  }

  #value(type: number, depth: number): Value {
    switch (type) {
      case 0x01:
        this.#need(8);
        return this.#bytes.readDoubleLE(this.#move(8));
      case 0x02:
        return this.#string();
      case 0x03:
        return this.document(depth + 1);
      case 0x04:
        return this.#array(depth + 1);
      case 0x05:
        return this.#binary();
      case 0x06:
        return undefinedValue;
      case 0x07:
        return new ObjectIdValue(this.#slice(12));
      case 0x08:
        return this.#byte() !== 0;
      case 0x09:
        this.#need(8);
        return new UtcDate(Number(this.#bytes.readBigInt64LE(this.#move(8))));
      case 0x0a:
        return null;
      case 0x0b:
        return new Regex(this.#cstring(), this.#cstring());
      case 0x0c:
        return new DbPointer(this.#string(), this.#slice(12));
      case 0x0d:
        return new Code(this.#string());
      case 0x0e:
        return new SymbolValue(this.#string());
      case 0x0f:
        this.#move(4);
        return new Code(this.#string(), this.document(depth + 1));
      case 0x10:
        this.#need(4);
        return int32(this.#bytes.readInt32LE(this.#move(4)));
      case 0x11:
        this.#need(8);
        return new Timestamp(this.#bytes.readBigUInt64LE(this.#move(8)));
      case 0x12:
        this.#need(8);
        return this.#bytes.readBigInt64LE(this.#move(8));
      case 0x13:
        return new Decimal(this.#slice(16));
      case 0xff:
        return minKey;
      case 0x7f:
        return maxKey;
      default:
        throw new MalformedBson(`unknown element type 0x${type.toString(16)}`);
    }
  }

  #binary(): Binary {
    this.#need(5);
    const length = this.#bytes.readInt32LE(this.#move(4));
    const subtype = this.#byte();
    if (length < 0) throw new MalformedBson('negative binary length');
    return new Binary(subtype, this.#slice(length));
  }

  #string(): string {
    this.#need(5);
    const length = this.#bytes.readInt32LE(this.#move(4));
    if (length < 1) throw new MalformedBson('negative string length');
    this.#need(length);
    const start = this.#move(length);
    if (this.#bytes[start + length - 1] !== 0) throw new MalformedBson('string is not terminated');
    return text(this.#bytes, start, start + length - 1);
  }

  #cstring(): string {
    const start = this.#at;
    const end = nameEnd(this.#bytes, start);
    this.#at = end + 1;
    return text(this.#bytes, start, end);
  }

  #skipName(): void {
    this.#at = nameEnd(this.#bytes, this.#at) + 1;
  }

  #slice(length: number): Buffer {
    this.#need(length);
    const start = this.#move(length);
    return this.#bytes.subarray(start, start + length);
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new MalformedBson('cut off');
    this.#at++;
    return byte;
  }

  #need(length: number): void {
    if (this.#at + length > this.#bytes.length) throw new MalformedBson('cut off');
  }

  #move(length: number): number {
    const start = this.#at;
    this.#at += length;
    return start;
  }
}

/** Short ASCII text is built by hand: calling the decoder costs more than decoding the text. */
function text(bytes: Buffer, start: number, end: number): string {
  if (end - start > 20) return decodeText(bytes, start, end);
  let result = '';
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte > 0x7f) return decodeText(bytes, start, end);
    result += String.fromCharCode(byte);
  }
  return result;
}

function nameEnd(bytes: Buffer, start: number): number {
  let end = start;
  while (bytes[end] !== 0) {
    if (end >= bytes.length) throw new MalformedBson('name is not terminated');
    end++;
  }
  return end;
}

/** A field's name that starts at `start`, and where its value begins. */
export function nameOf(bytes: Buffer, start: number): { name: string; end: number } {
  const end = nameEnd(bytes, start);
  return { name: text(bytes, start, end), end: end + 1 };
}

/** The size of an element's value, without decoding it. */
export function elementSize(bytes: Buffer, type: number, at: number): number {
  switch (type) {
    case 0x06:
    case 0x0a:
    case 0xff:
    case 0x7f:
      return 0;
    case 0x08:
      return 1;
    case 0x10:
      return 4;
    case 0x01:
    case 0x09:
    case 0x11:
    case 0x12:
      return 8;
    case 0x07:
      return 12;
    case 0x13:
      return 16;
    case 0x0b: {
      const patternEnd = nameEnd(bytes, at);
      return nameEnd(bytes, patternEnd + 1) + 1 - at;
    }
    case 0x03:
    case 0x04:
      return documentLength(bytes, at, bytes.length);
    default:
      break;
  }
  if (at + 4 > bytes.length) throw new MalformedBson('cut off');
  const length = bytes.readInt32LE(at);
  if (length < 0 || at + length > bytes.length) throw new MalformedBson('length does not fit');
  switch (type) {
    case 0x02:
    case 0x0d:
    case 0x0e:
      return 4 + length;
    case 0x05:
      return 5 + length;
    case 0x0c:
      return 16 + length;
    case 0x0f:
      return length;
    default:
      throw new MalformedBson(`unknown element type 0x${type.toString(16)}`);
  }
}

/**
 * Checks that bytes stored as received are valid BSON throughout; a bad length inside would otherwise surface only when
 * somebody reads the record. Throws MalformedBson, Overflow.
 */
export function validateBson(bytes: Buffer, start = 0, end = bytes.length, depth = 0): void {
  checkDepth(depth, maxStoredDepth);
  const last = start + documentLength(bytes, start, end) - 1;
  let at = start + 4;
  while (at < last) {
    const type = bytes[at] ?? 0;
    at = nameEnd(bytes, at + 1) + 1;
    const size = elementSize(bytes, type, at);
    if (at + size > last) throw new MalformedBson('element runs over its document');
    if (type === 3 || type === 4) validateBson(bytes, at, at + size, depth + 1);
    else if ((type === 2 || type === 13 || type === 14) && (size < 5 || bytes[at + size - 1] !== 0)) {
      throw new MalformedBson('string is not terminated');
    }
    at += size;
  }
  if (at !== last) throw new MalformedBson('elements do not fill their document');
}

/** The name of the first field, or undefined for an empty document. */
export function firstFieldName(bytes: Buffer): string | undefined {
  return bytes.length <= 5 ? undefined : text(bytes, 5, nameEnd(bytes, 5));
}
