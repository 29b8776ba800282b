import type { TestResultRow, TestRunView } from '@assay/contract';
import type { Counts, Writer } from './writer.ts';

const countNames = ['passed', 'failed', 'skipped'] as const;

/** @returns a run's counts in the words of consoles */
export function countsOfRun({ passCount, failCount, ignoredCount }: TestRunView): Counts {
  return { passed: passCount, failed: failCount, skipped: ignoredCount };
}

/**
 * @param rows of the run, all of them
 * @param said the counts of the tool's console
 * @returns how the run differs from what it is to be, a sentence each; none: it is right
 */
export function problemsOf(
  { titles, differences = [] }: Pick<Writer, 'titles' | 'differences'>,
  run: TestRunView,
  rows: readonly Pick<TestResultRow, 'file' | 'name'>[],
  said: Partial<Counts>,
): string[] {
  const counts = countsOfRun(run);
  const problems: string[] = [];
  for (const name of countNames) {
    const number = said[name];
    if (number === undefined) continue;
    const less = differences.reduce((sum, difference) => sum + (difference.counts?.[name] ?? 0), 0);
    if (counts[name] !== number + less) {
      problems.push(
        `${counts[name]} ${name}; the console says ${number}${less === 0 ? '' : `, and ${less} was expected on top`}`,
      );
    }
  }
  const left = rows.map(({ name }) => name);
  const missing = differences.flatMap((difference) => difference.missing ?? []);
  const wanted = [...titles];
  for (const title of missing) {
    const at = wanted.indexOf(title);
    if (at >= 0) wanted.splice(at, 1);
    else problems.push(`'${title}' cannot be missing: it is no title`);
  }
  const take = (part: string): boolean => {
    const tries = [
      (name: string) => name === part,
      (name: string) => name.endsWith(part),
      (name: string) => name.includes(part),
    ];
    const at = tries.map((matches) => left.findIndex(matches)).find((index) => index >= 0);
    if (at !== undefined) left.splice(at, 1);
    return at !== undefined;
  };
  // The longest first: one title may be part of another, and of the name of a hook.
  const byLength = (a: string, b: string) => b.length - a.length;
  for (const part of differences.flatMap((difference) => difference.added ?? []).sort(byLength)) {
    if (!take(part)) problems.push(`no test has a name with '${part}'`);
  }
  for (const title of wanted.sort(byLength)) if (!take(title)) problems.push(`no test is called '${title}'`);
  return [...problems, ...left.map((name) => `'${name}' is not one of the sample's tests`)];
}
