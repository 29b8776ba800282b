/**
 * @returns milliseconds of a JUnit time as tools write it: seconds with a point or a comma, with thousands separated,
 * `HH:MM:SS.mmm`; null for one that is missing, negative or no time at all.
 */
export function parseJunitTime(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return null;
  const clock = /^(?:(\d+):)?(\d+):(\d+(?:[.,]\d+)?)$/.exec(trimmed);
  if (clock) {
    const [, hours = '0', minutes = '0', seconds = '0'] = clock;
    return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))) * 1000);
  }
  const seconds = Number(withPoint(trimmed));
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1000) : null;
}

// '1,234.5' has thousands, '0,5' a decimal comma; of '1,234' the comma is a decimal one too, as a test's time in
// whole thousands of seconds is the rarer thing.
function withPoint(number: string): string {
  if (number.includes('.')) return number.replaceAll(',', '');
  return number.replace(',', '.');
}
