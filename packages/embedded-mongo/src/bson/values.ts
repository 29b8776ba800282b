import { randomBytes } from 'node:crypto';

/**
 * The in-memory form of BSON. Three choices matter everywhere else:
 * a JavaScript number is always a BSON double, a bigint is always a BSON long, and a 32-bit integer is an Int32, so
 * that a value keeps its type through the server; documents are Maps, because plain objects reorder numeric field
 * names; a missing field is `undefined`, which is never a value.
 */
export type Value =
  | number
  | bigint
  | string
  | boolean
  | null
  | Int32
  | Decimal
  | UtcDate
  | ObjectIdValue
  | Binary
  | Timestamp
  | Regex
  | Code
  | SymbolValue
  | DbPointer
  | Sentinel
  | RawDocument
  | Document
  | Value[];

export type Document = Map<string, Value>;

export class Int32 {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A Decimal128 as its 16 bytes (little endian); decimal.ts decodes it when its number is needed. */
export class Decimal {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** Milliseconds since 1970 UTC; may lie outside what a JavaScript Date can hold. */
export class UtcDate {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}

export class ObjectIdValue {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  toHex(): string {
    return this.bytes.toString('hex');
  }
}

export class Binary {
  readonly subtype: number;
  readonly bytes: Buffer;
  constructor(subtype: number, bytes: Buffer) {
    this.subtype = subtype;
    this.bytes = bytes;
  }
}

export class Timestamp {
  readonly value: bigint;
  constructor(value: bigint) {
    this.value = value;
  }
}

export class Regex {
  readonly pattern: string;
  readonly options: string;
  constructor(pattern: string, options: string) {
    this.pattern = pattern;
    this.options = options;
  }
}

/** JavaScript code, with a scope document when it has one. Stored and compared, never run. */
export class Code {
  readonly code: string;
  readonly scope: Document | undefined;
  constructor(code: string, scope?: Document) {
    this.code = code;
    this.scope = scope;
  }
}

export class SymbolValue {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class DbPointer {
  readonly namespace: string;
  readonly id: Buffer;
  constructor(namespace: string, id: Buffer) {
    this.namespace = namespace;
    this.id = id;
  }
}

/** Values that consist of nothing but their type. */
export class Sentinel {
  readonly kind: 'minKey' | 'maxKey' | 'undefined';
  constructor(kind: 'minKey' | 'maxKey' | 'undefined') {
    this.kind = kind;
  }
}
export const minKey = new Sentinel('minKey');
export const maxKey = new Sentinel('maxKey');
export const undefinedValue = new Sentinel('undefined');

/**
 * A document left as bytes: stored records on their way to a reply, and incoming documents on their way to the store.
 */
export class RawDocument {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

const smallIntegers = Array.from({ length: 1152 }, (_, i) => new Int32(i - 128));

export function int32(value: number): Int32 {
  return smallIntegers[value + 128] ?? new Int32(value);
}

/** An integer in the narrowest BSON type that holds it: Int32, else long. */
export function integer(value: number | bigint): Int32 | bigint {
  const n = Number(value);
  return n >= -2147483648 && n <= 2147483647 ? int32(n) : BigInt(value);
}

/** Builds a document from a literal; undefined entries are left out. */
export function documentOf(fields: Record<string, Value | undefined>): Document {
  const document: Document = new Map();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) document.set(name, value);
  return document;
}

const processUnique = randomBytes(5);
let objectIdCounter = randomBytes(3).readUIntBE(0, 3);

/** A new ObjectId: seconds, five random bytes per process, a counter. */
export function newObjectId(): ObjectIdValue {
  const bytes = Buffer.allocUnsafe(12);
  bytes.writeUInt32BE(Math.floor(Date.now() / 1000), 0);
  processUnique.copy(bytes, 4);
  objectIdCounter = (objectIdCounter + 1) % 0x1000000;
  bytes.writeUIntBE(objectIdCounter, 9, 3);
  return new ObjectIdValue(bytes);
}
