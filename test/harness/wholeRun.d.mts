/** The newest successful run of both tiers: see wholeRun.mjs. */
export function describeWholeRun(root?: string, now?: Date): string;
export function problemsOfWholeRun(root?: string): string[];
export function testedCommit(root?: string): string | null;
export function recordWholeRun(
  run: { commit: string; date: string; passed: number; skipped: number },
  root?: string,
): void;
