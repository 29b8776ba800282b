const varintType = 0;
const fixed64Type = 1;
const lengthDelimitedType = 2;
const fixed32Type = 5;

/** The longest varint of a 64-bit number. */
const maxVarintBytes = 10;

/**
 * Reads the fields of one protobuf message in the order they appear, without building objects: the generated classes
 * build a dozen for each appended event. Every length has to fit the message.
 */
export class ProtobufReader {
  readonly #bytes: Buffer;
  #at = 0;
  #wireType = 0;
  /** The number of the field that {@link next} moved to. */
  field = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /**
   * Moves to the next field, whose value must then be read or skipped.
   * @returns false at the end of the message
   * @throws RangeError
   */
  next(): boolean {
    if (this.#at === this.#bytes.length) return false;
    const tag = this.#varint();
    this.field = Math.floor(tag / 8);
    this.#wireType = tag % 8;
    if (this.field === 0) throw new RangeError('A field has no number.');
    return true;
  }

  /** The value of a bytes, string or message field: a view, not a copy. */
  bytes(): Buffer {
    this.#require(lengthDelimitedType);
    const length = this.#varint();
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('A field claims to be longer than its message.');
    const value = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return value;
  }

  bool(): boolean {
    this.#require(varintType);
    return this.#varint() !== 0;
  }

  /** The value of a varint field as a double: exact below 2^53. */
  wholeNumber(): number {
    this.#require(varintType);
    return this.#varint();
  }

  /** The value of an int64 field as a double. */
  int64(): number {
    return Number(BigInt.asIntN(64, BigInt(`0x${this.int64Hex()}`)));
  }

  /** The value of an int64 field as 16 hexadecimal digits, two's complement. */
  int64Hex(): string {
    this.#require(varintType);
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 7 * maxVarintBytes; shift += 7) {
      const byte = this.#byte();
      const bits = byte & 0x7f;
      if (shift < 32) low |= bits << shift;
      if (shift >= 32) high |= bits << (shift - 32);
      else if (shift > 25) high |= bits >>> (32 - shift);
      if (byte < 0x80) return hexOf(high) + hexOf(low);
    }
    throw tooLong();
  }

  /** Skips the value of the current field. */
  skip(): void {
    switch (this.#wireType) {
      case varintType:
        this.#varint();
        return;
      case fixed64Type:
        this.#pass(8);
        return;
      case lengthDelimitedType:
        this.#pass(this.#varint());
        return;
      case fixed32Type:
        this.#pass(4);
        return;
      default:
        throw new RangeError(`A field has the wire type ${this.#wireType}, which is not supported.`);
    }
  }

  #require(wireType: number): void {
    if (this.#wireType !== wireType) throw new RangeError(`Field ${this.field} has the wrong wire type.`);
  }

  #pass(bytes: number): void {
    if (this.#at + bytes > this.#bytes.length) throw new RangeError('A field claims to be longer than its message.');
    this.#at += bytes;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new RangeError('A message ends in the middle of a field.');
    this.#at += 1;
    return byte;
  }

  /** As a double: exact below 2^53. */
  #varint(): number {
    let value = 0;
    for (let read = 0, factor = 1; read < maxVarintBytes; read += 1, factor *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw tooLong();
  }
}

const hexOf = (word: number) => (word >>> 0).toString(16).padStart(8, '0');

const tooLong = () => new RangeError('A varint is longer than 64 bits.');
