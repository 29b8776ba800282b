const varintType = 0;
const lengthDelimitedType = 2;

/** The size of a whole number below 2^53 as a varint. */
export function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) bytes += 1;
  return bytes;
}

/** The size of a field with a number below 16 and content of that length. */
export const lengthDelimited = (bytes: number) => 1 + varintBytes(bytes) + bytes;

/**
 * Writes protobuf fields into a buffer whose size is known beforehand. The generated classes build several objects per
 * event; a store that writes each event once and reads it many times cannot afford that.
 */
export class ProtobufWriter {
  readonly buffer: Buffer;
  /** Where the next byte goes. */
  offset: number;

  /**
   * @param buffer has the exact size of headroom and message
   * @param headroom bytes in front that are left to the caller
   */
  constructor(buffer: Buffer, headroom: number) {
    this.buffer = buffer;
    this.offset = headroom;
  }

  varint(field: number, value: number): void {
    this.#tag(field, varintType);
    this.#varint(value);
  }

  /** Writes a varint that was encoded elsewhere, for values above 2^53. */
  rawVarint(field: number, encoded: Uint8Array): void {
    this.#tag(field, varintType);
    this.buffer.set(encoded, this.offset);
    this.offset += encoded.length;
  }

  /** Writes a bytes or string field and returns the offset of its content. */
  bytes(field: number, value: Uint8Array): number {
    this.openMessage(field, value.length);
    const at = this.offset;
    this.buffer.set(value, at);
    this.offset += value.length;
    return at;
  }

  /** Writes a string field of ASCII characters. */
  latin1(field: number, text: string): void {
    this.openMessage(field, text.length);
    this.offset += this.buffer.write(text, this.offset, 'latin1');
  }

  /** Begins a nested message of `length` bytes, whose fields are written next. */
  openMessage(field: number, length: number): void {
    this.#tag(field, lengthDelimitedType);
    this.#varint(length);
  }

  #tag(field: number, wireType: number): void {
    this.buffer[this.offset++] = (field << 3) | wireType;
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.buffer[this.offset++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.buffer[this.offset++] = rest;
  }
}
