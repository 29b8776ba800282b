/** Times as ISO texts; null: not yet. */
type Go = { startedAt: string | null; endedAt: string | null };

/**
 * @returns milliseconds in which any of them ran: what ran together counts once, and the time between a run and a later
 * rerun not at all; null: none has ended
 */
export function ranFor(goes: readonly Go[]): number | null {
  const ended = goes
    .flatMap(({ startedAt, endedAt }) =>
      startedAt && endedAt ? [{ from: Date.parse(startedAt), to: Date.parse(endedAt) }] : [],
    )
    .toSorted((one, other) => one.from - other.from);
  if (ended.length === 0) return null;
  let [ran, until] = [0, 0];
  for (const { from, to } of ended) {
    ran += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return ran;
}
