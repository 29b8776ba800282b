import { AnswerCache, byEffort } from '@assay/concurrency';
import type { ProjectId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { DaySpan } from '../projectTests/daysRun.ts';

/** How many tests of a project ran on exactly these days. Most tests run on the same days, so there are few rows. */
export type TestsByDays = readonly { spans: readonly DaySpan[]; tests: number }[];

export type TestsByDaysReader = (
  collections: Pick<Collections, 'projectTests'>,
  projectId: ProjectId,
) => Promise<TestsByDays>;

const maxAgeMs = 60_000;

/** Counts every test of the project, of which there may be tens of thousands; a minute is precise enough for thirty days. */
export function openTestsByDays({ now = Date.now }: { now?: () => number } = {}): TestsByDaysReader {
  const answers = new AnswerCache<ProjectId>({ now });
  return ({ projectTests }, projectId) =>
    answers.get(projectId, byEffort(maxAgeMs), async () => {
      const groups = await projectTests
        .aggregate<{ _id: DaySpan[]; tests: number }>([
          { $match: { projectId } },
          { $group: { _id: '$daysRun', tests: { $sum: 1 } } },
        ])
        .toArray();
      return groups.map(({ _id: spans, tests }) => ({ spans, tests }));
    });
}

/** @returns how many of the tests ran on at least one of the days, first and last included. */
export function testsRunBetween(counts: TestsByDays, first: number, last: number): number {
  return counts
    .filter(({ spans }) => spans.some(({ from, to }) => from <= last && to >= first))
    .reduce((sum, { tests }) => sum + tests, 0);
}
