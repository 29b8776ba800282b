/** What a runner's id ends with: its agent, the place there, and where it is not the first runner there, which one. */
const ending = /([^-]+)-(\d+)(?:-again(\d+))?$/;

/** @returns how people call the runner: 'Runner 2', 'Runner 2 (3)' for the third on that place; null: it is no runner. */
export function runnerNameOf(testRunnerId: string): string | null {
  const [, , place, turn] = ending.exec(testRunnerId) ?? [];
  if (place === undefined) return null;
  return `Runner ${Number(place) + 1}${turn === undefined ? '' : ` (${turn})`}`;
}

/** @returns the part of its id that tells it from others of its run. */
export function shortRunnerId(testRunnerId: string): string {
  return ending.exec(testRunnerId)?.[0] ?? testRunnerId.slice(-10);
}
