const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** @returns the two days of a range such as `2026-11-01..2026-11-05`, both included; null when invalid. */
export function daysOf(date: string): { from: string; to: string } | null {
  const [from = '', to = '', ...more] = date.split('..');
  const valid = more.length === 0 && dayPattern.test(from) && dayPattern.test(to) && from <= to;
  return valid && !Number.isNaN(Date.parse(from)) && !Number.isNaN(Date.parse(to)) ? { from, to } : null;
}

/** @returns the range of the days that the moments, in milliseconds since 1970, are in for the reader */
export function dayRangeOf(first: number, last: number): string {
  return `${dayOf(first)}..${dayOf(last)}`;
}

function dayOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
