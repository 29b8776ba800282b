/**
 * Cuts a text. A slice would hold the whole text in memory for as long as the part is in use.
 * @param length in UTF-16 units
 */
export function firstPart(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}
