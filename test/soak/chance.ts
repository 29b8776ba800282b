/** How often `npm run soak` is told to kill. */
export const rounds = Number(process.env.SOAK_ROUNDS ?? 1);

export function anyNumber(from: number, to: number): number {
  return from + Math.floor(Math.random() * (to - from + 1));
}

/** Writes a line at once: the report of the tests comes at their end only. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
