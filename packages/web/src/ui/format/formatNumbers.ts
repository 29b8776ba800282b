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

/** @returns bytes in the unit that keeps one to three digits before the point: `1.4 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? value.toFixed(0) : value.toFixed(1)} ${units[unit]}`;
}
