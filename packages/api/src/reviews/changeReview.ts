import { InvalidFields } from '@assay/application';
import { type CommandAnswer, messages, type ReviewType, type TestRunId } from '@assay/contract';
import { DomainError, type ReviewChange, reviewOf, reviewsDecider } from '@assay/domain';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type ReviewRequest, requireReviewable } from './requireReviewable.ts';

type Reviewed = { reviewType: ReviewType; testRunId: TestRunId; testRunTestId?: string | null };
/**
 * @returns the id of the test in the run; null for the run itself.
 * @throws InvalidFields when it says the one and names the other
 */
function testOf({ reviewType, testRunTestId = null }: Reviewed): string | null {
  if ((reviewType === 'TEST_RUN_TEST') === (testRunTestId !== null)) return testRunTestId;
  throw new InvalidFields({
    field: 'testRunTestId',
    message: testRunTestId === null ? messages.blank : messages.invalidValue,
  });
}

/** Who has it now, for the one who comes second. */
async function changedMessage(
  { eventLog, readModels }: Api,
  caller: ReviewRequest['caller'],
  testRunId: TestRunId,
  testRunTestId: string | null,
): Promise<string | undefined> {
  const { state } = await eventLog.load(reviewsDecider, testRunId);
  const { userId } = reviewOf(state, testRunTestId);
  if (userId === null || (caller.kind === 'member' && caller.userId === userId)) return undefined;
  const roles = await readModels.of(caller.accountId).userRoles();
  const reviewer = roles.find(({ user }) => user.id === userId);
  return reviewer && `This was changed since you read it: ${reviewer.user.fullName} looks into it now.`;
}

/** Changes the review of a run or of a test in it, if it still is as the caller has seen it. */
export async function changeReview(
  { api, caller, context, expectedRevision }: ReviewRequest & { expectedRevision: number | undefined },
  reviewed: Reviewed,
  change: Pick<ReviewChange, 'userId' | 'status'>,
): Promise<CommandAnswer> {
  const { testRunId } = reviewed;
  const testRunTestId = testOf(reviewed);
  await requireReviewable(caller, testRunId, testRunTestId === null ? [] : [testRunTestId]);
  const changes = [{ ...change, testRunTestId, seen: expectedRevision }];
  try {
    const result = await api.eventLog.handle(
      reviewsDecider,
      testRunId,
      { type: 'changeReviews', testRunId, changes },
      context,
    );
    const { state } = await api.eventLog.load(reviewsDecider, testRunId);
    return await commandAnswer(api.eventLog, { ...result, revision: reviewOf(state, testRunTestId).changes });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'review.changed') throw error;
    throw new ApiError(error.code, { message: await changedMessage(api, caller, testRunId, testRunTestId) });
  }
}
