/** How many kills `npm run soak` was asked for. */
export const rounds = Number(process.env.SOAK_ROUNDS ?? 1);

export function anyNumber(from: number, to: number): number {
  return from + Math.floor(Math.random() * (to - from + 1));
}

/** Writes a line at once: the tests' report only comes at the end. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
