/** The end of a runner's id: its agent, the place on it, and a number if it is not the first runner there. */
const ending = /([^-]+)-(\d+)(?:-again(\d+))?$/;

/** @returns the runner's display name: 'Runner 2', 'Runner 2 (3)' for the third on that place; null: not a runner. */
export function runnerNameOf(testRunnerId: string): string | null {
  const [, , place, turn] = ending.exec(testRunnerId) ?? [];
  if (place === undefined) return null;
  return `Runner ${Number(place) + 1}${turn === undefined ? '' : ` (${turn})`}`;
}

/** @returns the part of its id that is unique within its run. */
export function shortRunnerId(testRunnerId: string): string {
  return ending.exec(testRunnerId)?.[0] ?? testRunnerId.slice(-10);
}
