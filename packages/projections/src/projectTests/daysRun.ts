/** A span of days, both ends included, as days since 1970-01-01 (UTC). */
export type DaySpan = { from: number; to: number };

/** Test distribution looks at two quarters, as of 200 days ago at the earliest; the later may have begun 100 days before. */
const daysKept = 400;

/** @param at ISO 8601 */
export function dayOf(at: string): number {
  return Math.floor(Date.parse(at) / 86_400_000);
}

/**
 * Adds a day to spans. A test that runs every day has one span; days that are too old for any statistics are dropped.
 * Days may come in any order: an upload may be older than later runs.
 * @param spans oldest first
 */
export function withDay(spans: readonly DaySpan[], day: number): DaySpan[] {
  const last = spans.at(-1);
  if (last && day >= last.from && day <= last.to) return [...spans];
  const joined: DaySpan[] = [];
  for (const span of [...spans, { from: day, to: day }].sort((a, b) => a.from - b.from)) {
    const before = joined.at(-1);
    if (before && span.from <= before.to + 1) before.to = Math.max(before.to, span.to);
    else joined.push({ ...span });
  }
  const newest = joined.at(-1)?.to ?? day;
  return joined.filter(({ to }) => to > newest - daysKept);
}
