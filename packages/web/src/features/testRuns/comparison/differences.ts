import type { TestRunView } from '@assay/contract';

/** A fact in which two runs differ; `before` and `after` as people name them. */
export type Difference = { name: string; before: string; after: string };

const none = 'none';
const list = (texts: readonly string[]) => (texts.length === 0 ? none : [...texts].sort().join(', '));

const facts: readonly { name: string; of: (run: TestRunView) => string }[] = [
  { name: 'environment', of: (run) => run.environmentName },
  { name: 'test suite', of: (run) => run.testSuiteName ?? none },
  { name: 'branch', of: (run) => run.branch },
  { name: 'commit', of: (run) => (run.commit ?? run.gitRef ?? none).slice(0, 10) },
  { name: 'build', of: (run) => run.build?.name ?? none },
  { name: 'framework', of: (run) => run.project.framework },
  { name: 'Playwright project', of: (run) => run.playwrightProject ?? none },
  { name: 'tags', of: (run) => list([...run.includeTags, ...run.excludedTags.map((tag) => `not ${tag}`)]) },
  { name: 'test filters', of: (run) => list(run.testFilters) },
  { name: 'copies', of: (run) => String(run.copies) },
  { name: 'origin', of: (run) => (run.upload ? 'uploaded' : 'run by agents') },
];

/** @returns the facts in which the runs differ, those that matter most for their results first. */
export function differencesOf(first: TestRunView, second: TestRunView): Difference[] {
  return facts.flatMap(({ name, of }) => {
    const [before, after] = [of(first), of(second)];
    return before === after ? [] : { name, before, after };
  });
}

/** Durations of runs say little about each other when one of these differs. */
const slows = ['environment', 'copies', 'origin'];

/** @returns why durations are to be compared with care; null if nothing says so. */
export function warningOf(differences: readonly Difference[]): string | null {
  const found = differences.find(({ name }) => slows.includes(name));
  if (!found) return null;
  const what =
    found.name === 'environment'
      ? 'Environments differ'
      : `The ${found.name} differ${found.name === 'copies' ? '' : 's'}`;
  return `${what}: compare durations with care`;
}
