/** Ten years: what is longer is no time that a test took. */
const maxSeconds = 315_576_000;
const longestTime = 40;
const decimal = /^\+?(?:\d[\d,]*\.?\d*|[.,]\d+)(?:e[+-]?\d+)?$/i;

/**
 * @returns milliseconds of a JUnit time as tools write it: seconds with a point or a comma, with thousands separated,
 * `HH:MM:SS.mmm` and .NET's `D.HH:MM:SS.mmm`; null for one that is missing, negative or no time at all.
 */
export function parseJunitTime(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '' || trimmed.length > longestTime) return null;
  const clock = /^(?:(?:(\d+)\.)?(\d+):)?(\d+):(\d+(?:[.,]\d+)?)$/.exec(trimmed);
  if (clock) {
    const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = clock;
    return msOf((Number(days) * 24 + Number(hours)) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.')));
  }
  return decimal.test(trimmed) ? msOf(Number(withPoint(trimmed))) : null;
}

function msOf(seconds: number): number | null {
  return seconds >= 0 && seconds <= maxSeconds ? Math.round(seconds * 1000) : null;
}

// '1,234.5' has thousands, '0,5' a decimal comma; of '1,234' the comma is a decimal one too, as a test's time in
// whole thousands of seconds is the rarer thing.
function withPoint(number: string): string {
  if (number.includes('.')) return number.replaceAll(',', '');
  return number.replace(',', '.');
}
