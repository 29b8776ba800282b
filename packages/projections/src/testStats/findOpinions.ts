import { type AccountId, parseTestKey, type TestId, type TestRunId, testKeyIn, testRunTestIdOf } from '@assay/contract';
import type { Collections } from '../collections.ts';

/** Since when people call the failure of a test in a run known flaky, ISO 8601; undefined: nobody does. */
export type Opinions = (testRunId: TestRunId, testId: TestId) => string | undefined;

const status = 'KNOWN_FLAKY';

/**
 * What people think of failures: by a review of one, or by what they said of the problem behind it, over which another
 * opinion of a review stands. Problems and reviews that nobody touched have no documents, so there are few.
 */
export async function findOpinions(
  { problems, failures, reviews }: Pick<Collections, 'problems' | 'failures' | 'reviews'>,
  accountId: AccountId,
): Promise<Opinions> {
  const [decided, reviewed] = await Promise.all([
    problems.find({ accountId, status }, { projection: { decidedAt: 1 } }).toArray(),
    reviews
      .find(
        { accountId, testRunTestId: { $ne: null }, status: { $ne: null } },
        { projection: { testRunId: 1, testRunTestId: 1, status: 1, assignedAt: 1 } },
      )
      .toArray(),
  ]);
  const since = new Map<string, string>();
  if (decided.length > 0) {
    const decidedAt = new Map(decided.map((problem) => [problem._id, problem.decidedAt]));
    const failed = await failures
      .find({ _id: { $in: [...decidedAt.keys()] } }, { projection: { recent: 1 } })
      .toArray();
    for (const { _id, recent } of failed) {
      const at = decidedAt.get(_id);
      for (const { testRunId, testId } of recent) if (at) since.set(testRunTestIdOf(testRunId, testId), at);
    }
  }
  for (const { testRunId, testRunTestId, status: chosen, assignedAt } of reviewed) {
    if (testRunTestId === null) continue;
    const key = testRunTestIdOf(testRunId, parseTestKey(testKeyIn(testRunId, testRunTestId)).testId);
    if (chosen === status) since.set(key, assignedAt);
    else if (chosen !== 'TO_REVIEW' && chosen !== 'IN_REVIEW') since.delete(key);
  }
  return (testRunId, testId) => since.get(testRunTestIdOf(testRunId, testId));
}
