/**
 * Reads a Range header (RFC 9110, 14.1.2) of one range of bytes.
 * @returns first and last byte, both included; null for anything else, which the whole content answers correctly
 */
export function byteRangeOf(header: string, size: number): { first: number; last: number } | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (!match || size === 0) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first <= last ? { first, last } : null;
}
