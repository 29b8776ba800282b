import { isUtf8 } from 'node:buffer';

/**
 * Text in memory and as bytes. MongoDB stores text as it is given, even when it is not UTF-8, so a byte that is part of
 * no UTF-8 sequence becomes a lone surrogate (0xdc00 plus the byte), which UTF-8 never decodes to, and is written back
 * as that byte.
 */
export function decodeText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  return text.includes('\ufffd') && !isUtf8(bytes.subarray(start, end)) ? escapedText(bytes, start, end) : text;
}

/** Writes text at a position that has room for three bytes per UTF-16 unit; returns the bytes written. */
export function encodeText(text: string, into: Buffer, at: number): number {
  if (isWellFormed(text)) return into.write(text, at, 'utf8');
  let written = 0;
  for (const point of text) {
    const unit = point.charCodeAt(0);
    if (point.length === 1 && unit >= 0xdc80 && unit <= 0xdcff) into[at + written++] = unit - 0xdc00;
    else written += into.write(point, at + written, 'utf8');
  }
  return written;
}

/** Whether text has no lone surrogates: its order by UTF-16 units then tells its order by bytes. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function escapedText(bytes: Buffer, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; ) {
    const length = sequenceLength(bytes, at, end);
    text += length === 0 ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0)) : bytes.toString('utf8', at, at + length);
    at += length || 1;
  }
  return text;
}

/** The length of the UTF-8 sequence of one code point; 0 when there is none. */
function sequenceLength(bytes: Buffer, at: number, end: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return at + length <= end && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}
