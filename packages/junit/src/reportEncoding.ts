import { isAscii } from 'node:buffer';

/** How a file is to be decoded, and what it says wrongly of that. */
export type ReportEncoding = { encoding: string; repairs: string[] };

const badBytes = 'bytes that are no UTF-8, replaced by �';
/** Of the characters beyond ASCII so many must be UTF-8 at least, or it is another encoding. */
const minShare = 1 / 4;
const startLength = 200;

/**
 * Finds the encoding of a file from all its bytes, as the one that a file declares is often not its own. A damaged byte
 * does not make another encoding of UTF-8.
 */
export class EncodingFinder {
  #start = Buffer.alloc(0);
  #wellFormed = 0;
  #damaged = 0;
  /** Continuation bytes that the present character still needs. */
  #needed = 0;

  /** Takes the file's bytes piece by piece. */
  add(chunk: Buffer): void {
    if (this.#start.length < startLength) {
      this.#start = Buffer.concat([this.#start, chunk.subarray(0, startLength - this.#start.length)]);
    }
    if (this.#needed === 0 && isAscii(chunk)) return;
    for (const byte of chunk) this.#count(byte);
  }

  /** @returns the encoding of all that was added. */
  find(): ReportEncoding {
    const marked = markedEncoding(this.#start);
    if (marked !== null) return { encoding: marked, repairs: [] };
    if (this.#needed > 0) this.#damaged += 1;
    const declared = declaredEncoding(this.#start);
    const isUtf8 = this.#damaged === 0 || this.#wellFormed / (this.#wellFormed + this.#damaged) >= minShare;
    const anyBeyondAscii = this.#wellFormed + this.#damaged > 0;
    if (!isUtf8) {
      const known = declared?.startsWith('utf-') === false;
      const encoding = known ? declared : 'windows-1252';
      return { encoding, repairs: known ? [] : [wrong(declared ?? 'utf-8', encoding)] };
    }
    const repairs = this.#damaged > 0 ? [badBytes] : [];
    const fits = declared === null || declared === 'utf-8' || !(anyBeyondAscii || declared.startsWith('utf-'));
    return { encoding: 'utf-8', repairs: fits ? repairs : [wrong(declared, 'utf-8'), ...repairs] };
  }

  #count(byte: number): void {
    const isContinuation = (byte & 0xc0) === 0x80;
    if (this.#needed > 0) {
      if (isContinuation) {
        this.#needed -= 1;
        if (this.#needed === 0) this.#wellFormed += 1;
        return;
      }
      this.#needed = 0;
      this.#damaged += 1;
    }
    if (byte < 0x80) return;
    if (byte >= 0xc2 && byte <= 0xdf) this.#needed = 1;
    else if (byte >= 0xe0 && byte <= 0xef) this.#needed = 2;
    else if (byte >= 0xf0 && byte <= 0xf4) this.#needed = 3;
    else this.#damaged += 1;
  }
}

function markedEncoding(start: Buffer): string | null {
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0x3c && start[1] === 0)) return 'utf-16le';
  if ((start[0] === 0xfe && start[1] === 0xff) || (start[0] === 0 && start[1] === 0x3c)) return 'utf-16be';
  return null;
}

/** @returns the name of the encoding that a file declares; null for none, and for one that is unknown. */
function declaredEncoding(start: Buffer): string | null {
  const [, declared] = /^[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(start.toString('latin1')) ?? [];
  if (declared === undefined) return null;
  try {
    return new TextDecoder(declared).encoding;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function wrong(declared: string, real: string): string {
  return `a wrong encoding: it is said to be ${declared}, and was read as ${real}`;
}
