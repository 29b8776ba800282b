/** Whether a byte (10xxxxxx) continues a character. */
function carriesOn(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

/** @returns how many bytes a character has, by its first byte; 1 for a byte that starts none. */
function lengthBy(first: number): number {
  if ((first & 0b1110_0000) === 0b1100_0000) return 2;
  if ((first & 0b1111_0000) === 0b1110_0000) return 3;
  if ((first & 0b1111_1000) === 0b1111_0000) return 4;
  return 1;
}

/**
 * @returns the bytes without an incomplete character at the end. Bytes that are not UTF-8 stay, so that a reader always
 * makes progress.
 */
export function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (carriesOn(byte)) continue;
    return lengthBy(byte) > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/** @returns the bytes without the rest of an earlier character at the beginning. */
export function fromWholeCharacter(bytes: Buffer): Buffer {
  let skipped = 0;
  while (skipped < Math.min(3, bytes.length) && carriesOn(bytes[skipped] ?? 0)) skipped += 1;
  return bytes.subarray(skipped);
}
