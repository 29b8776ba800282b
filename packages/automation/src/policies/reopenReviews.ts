import { type ReviewCommand, reviewOf, reviewsDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

async function reopen(
  event: RecordedEvent & { type: 'UserRoleRemoved' },
  { eventLog, readModels }: AutomationDeps,
): Promise<void> {
  await awaitReadModels(readModels, event);
  const { accountId, userId } = event.data;
  for (const [testRunId, held] of await readModels.of(accountId).heldReviews(userId)) {
    await eventLog.handle(
      reviewsDecider,
      testRunId,
      // Another user may have taken some in the meantime.
      (reviews): ReviewCommand => ({
        type: 'changeReviews',
        testRunId,
        changes: held
          .filter((testRunTestId) => reviewOf(reviews, testRunTestId).userId === userId)
          .map((testRunTestId) => ({ testRunTestId, userId: null, status: null })),
      }),
      reactingTo(event, 'reopenReviews'),
    );
  }
}

/** Unassigns the reviews of a member who has left the account; they stay open. */
export const reopenReviews = policy({ name: 'reopenReviews', on: ['UserRoleRemoved'], react: reopen });
