const grouped = new Intl.NumberFormat('en-US');

/** @returns a count with thousands separators: `52,318`. */
export function formatCount(count: number): string {
  return grouped.format(count);
}

/** @returns a count and its noun: `1 test`, `2 tests`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/**
 * @returns a share in percent with one decimal, rounded half up, whole where it is whole; never 100% while something is
 * missing, nor 0% while something is not.
 */
export function formatShare(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0%';
  if (part === whole) return '100%';
  const share = Math.min(99.9, Math.max(0.1, Math.round((part * 1000) / whole) / 10));
  return `${Number.isInteger(share) ? share.toFixed(0) : share.toFixed(1)}%`;
}
