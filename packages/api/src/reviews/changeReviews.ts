import { InvalidFields } from '@assay/application';
import { messages, type ReviewOfTest, reviewCalls } from '@assay/contract';
import { type ReviewChange, type ReviewsState, reviewOf, reviewsDecider } from '@assay/domain';
import type { DomainEvent } from '@assay/event-schemas';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireMembers, requireReviewable } from './requireReviewable.ts';

function changeOf({ testRunTestId, assigneeUserId, reviewStatusId, reviewRevision }: ReviewOfTest): ReviewChange {
  return {
    testRunTestId,
    userId: assigneeUserId,
    status: reviewStatusId,
    seen: reviewRevision === undefined ? undefined : Number(reviewRevision),
  };
}

/** What puts back what the events changed, unless somebody changes it again before. */
function undoOf(events: readonly DomainEvent[], reviews: ReviewsState): ReviewOfTest[] {
  const undone = new Map<string, ReviewOfTest>();
  for (const event of events) {
    if (event.type !== 'ReviewerAssigned' && event.type !== 'ReviewStatusSet') continue;
    const { testRunTestId } = event.data;
    if (testRunTestId === null) continue;
    const reviewRevision = String(reviewOf(reviews, testRunTestId).changes);
    undone.set(testRunTestId, {
      ...undone.get(testRunTestId),
      ...(event.type === 'ReviewerAssigned'
        ? { assigneeUserId: event.data.formerUserId }
        : { reviewStatusId: event.data.from }),
      testRunTestId,
      reviewRevision,
    });
  }
  return [...undone.values()];
}

export const changeReviews = route(reviewCalls.changeReviews, async (received) => {
  const { api, caller, context, body } = received;
  const { testRunId, tests } = body;
  const ids = tests.map(({ testRunTestId }) => testRunTestId);
  if (new Set(ids).size < ids.length) throw new InvalidFields({ field: 'tests', message: messages.eachTestOnce });
  await requireMembers(
    received,
    tests.flatMap(({ assigneeUserId }) => assigneeUserId ?? []),
  );
  await requireReviewable(caller, testRunId, ids);
  const command = { type: 'changeReviews' as const, testRunId, changes: tests.map(changeOf) };
  const result = await api.eventLog.handle(reviewsDecider, testRunId, command, context);
  const { state } = await api.eventLog.load(reviewsDecider, testRunId);
  return { ...(await commandAnswer(api.eventLog, result)), undo: undoOf(result.events, state) };
});
