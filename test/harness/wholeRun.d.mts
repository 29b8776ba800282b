/** The newest successful run of both tiers: see wholeRun.mjs. */
export function describeWholeRun(root?: string, now?: Date): string;
export function problemsOfWholeRun(root?: string): string[];
export function testedCommit(root?: string): string | null;
export function recordWholeRun(
  run: { commit: string; date: string; passed: number; skipped: number; again?: string[] },
  root?: string,
): void;
type RedRun = { commit: string; passed: number; skipped: number; failedSpecs: string[] };
export function keepRedRun(run: RedRun, root?: string): void;
export function redRunOf(commit: string | null, root?: string): RedRun | null;
