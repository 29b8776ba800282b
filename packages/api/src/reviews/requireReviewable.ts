import type { TestRunId, UserId } from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import type { Api } from '../api.ts';
import type { CallerOf } from '../http/callers.ts';

/** Who wants to change reviews, and with what. */
export type ReviewRequest = { api: Api; caller: CallerOf<'review.write'>; context: AppendContext };

/** @throws DomainError when there is nothing to review: no such test or run, or a canceled one */
export async function requireReviewable(
  { models }: ReviewRequest['caller'],
  testRunId: TestRunId,
  testRunTestIds: readonly string[],
): Promise<void> {
  const found = await models.reviewable(testRunId, testRunTestIds);
  if (!found) throw new DomainError('testRun.notFound');
  if (found.missing.length > 0) throw new DomainError('review.testNotFound');
  if (found.isCanceled) throw new DomainError('review.runCanceled');
}

/** @throws DomainError when one of them has no role in the account */
export async function requireMembers(
  { api, caller }: ReviewRequest,
  userIds: Iterable<UserId>,
  code: 'review.assigneeNotFound' | 'problem.ownerNotFound' = 'review.assigneeNotFound',
): Promise<void> {
  for (const userId of new Set(userIds)) {
    const role = await api.readModels.roleOf(userId, caller.accountId);
    if (role === null) throw new DomainError(code);
  }
}
