import { checkDepth } from './readBson.ts';
import { encodeText } from './utf8.ts';
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
  type Sentinel,
  SymbolValue,
  Timestamp,
  UtcDate,
  type Value,
} from './values.ts';

/** Encodes a document; the caller owns the bytes. */
export function writeDocument(document: Document): Buffer {
  const writer = new BsonWriter();
  writer.document(document);
  return writer.take();
}

// One scratch buffer for all encodings: nothing here awaits, and take() copies.
let scratch: Buffer = Buffer.allocUnsafe(64 * 1024);

/** Appends BSON to a growing buffer. Use one writer at a time, and call take() before creating the next one. */
export class BsonWriter {
  #at = 0;
  #depth = 0;

  take(): Buffer {
    const bytes = Buffer.from(scratch.subarray(0, this.#at));
    if (scratch.length > 4 * 1024 * 1024) scratch = Buffer.allocUnsafe(64 * 1024);
    return bytes;
  }

  /** Throws Overflow for a document that would be nested too deeply to read back. */
  document(document: Document): void {
    checkDepth(++this.#depth);
    const start = this.#at;
    this.#room(4);
    this.#at += 4;
    for (const [name, value] of document) this.#element(name, value);
    this.#end(start);
  }

  #array(items: readonly Value[]): void {
    checkDepth(++this.#depth);
    const start = this.#at;
    this.#room(4);
    this.#at += 4;
    for (let i = 0; i < items.length; i++) {
      const item = items[i];
      if (item !== undefined) this.#element(String(i), item);
    }
    this.#end(start);
  }

  #end(start: number): void {
    this.#depth--;
    this.#byte(0);
    scratch.writeInt32LE(this.#at - start, start);
  }

  #element(name: string, value: Value): void {
    const typeAt = this.#at;
    this.#byte(0);
    this.#cstring(name);
    const type = this.#value(value);
    scratch[typeAt] = type;
  }

  /** Writes the value and returns its element type. */
  #value(value: Value): number {
    if (typeof value === 'string') return this.#string(value, 0x02);
    if (typeof value === 'number') {
      this.#room(8);
      scratch.writeDoubleLE(value, this.#at);
      this.#at += 8;
      return 0x01;
    }
    if (typeof value === 'bigint') {
      this.#long(BigInt.asIntN(64, value));
      return 0x12;
    }
    if (typeof value === 'boolean') {
      this.#byte(value ? 1 : 0);
      return 0x08;
    }
    if (value === null) return 0x0a;
    if (value instanceof Int32) {
      this.#room(4);
      scratch.writeInt32LE(value.value, this.#at);
      this.#at += 4;
      return 0x10;
    }
    if (value instanceof Map) {
      this.document(value);
      return 0x03;
    }
    if (Array.isArray(value)) {
      this.#array(value);
      return 0x04;
    }
    if (value instanceof RawDocument) {
      this.#raw(value.bytes);
      return 0x03;
    }
    if (value instanceof UtcDate) {
      this.#long(BigInt(Math.trunc(value.ms)));
      return 0x09;
    }
    if (value instanceof ObjectIdValue) {
      this.#raw(value.bytes);
      return 0x07;
    }
    return this.#rareValue(value);
  }

  #rareValue(value: Binary | Decimal | Timestamp | Regex | Code | SymbolValue | DbPointer | Sentinel): number {
    if (value instanceof Binary) {
      this.#int(value.bytes.length);
      this.#byte(value.subtype);
      this.#raw(value.bytes);
      return 0x05;
    }
    if (value instanceof Decimal) {
      this.#raw(value.bytes);
      return 0x13;
    }
    if (value instanceof Timestamp) {
      this.#room(8);
      scratch.writeBigUInt64LE(value.value, this.#at);
      this.#at += 8;
      return 0x11;
    }
    if (value instanceof Regex) {
      this.#cstring(value.pattern);
      this.#cstring(value.options);
      return 0x0b;
    }
    if (value instanceof Code) {
      if (value.scope === undefined) return this.#string(value.code, 0x0d);
      const start = this.#at;
      this.#int(0);
      this.#string(value.code, 0x0d);
      this.document(value.scope);
      scratch.writeInt32LE(this.#at - start, start);
      return 0x0f;
    }
    if (value instanceof SymbolValue) return this.#string(value.name, 0x0e);
    if (value instanceof DbPointer) {
      this.#string(value.namespace, 0x02);
      this.#raw(value.id);
      return 0x0c;
    }
    return value.kind === 'minKey' ? 0xff : value.kind === 'maxKey' ? 0x7f : 0x06;
  }

  #string(text: string, type: number): number {
    this.#room(text.length * 3 + 5);
    const written = encodeText(text, scratch, this.#at + 4);
    scratch.writeInt32LE(written + 1, this.#at);
    this.#at += 4 + written;
    scratch[this.#at++] = 0;
    return type;
  }

  #cstring(text: string): void {
    this.#room(text.length * 3 + 1);
    this.#at += encodeText(text, scratch, this.#at);
    scratch[this.#at++] = 0;
  }

  #raw(bytes: Uint8Array): void {
    this.#room(bytes.length);
    scratch.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  #long(value: bigint): void {
    this.#room(8);
    scratch.writeBigInt64LE(value, this.#at);
    this.#at += 8;
  }

  #int(value: number): void {
    this.#room(4);
    scratch.writeInt32LE(value, this.#at);
    this.#at += 4;
  }

  #byte(value: number): void {
    this.#room(1);
    scratch[this.#at++] = value;
  }

  #room(length: number): void {
    if (this.#at + length <= scratch.length) return;
    const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, this.#at + length));
    scratch.copy(larger, 0, 0, this.#at);
    scratch = larger;
  }
}
