import { type Static, Type } from 'typebox';
import { CommandAnswer } from '../commandAnswer.ts';
import { Nullable, TestRunId } from '../ids.ts';
import { limits } from '../limits.ts';
import { ReviewStatusId } from './reviewStatuses.ts';
import { Assignee, TestRunTestId } from './reviewViews.ts';

/** What is left out stays as it is. */
const ReviewOfTest = Type.Object(
  {
    testRunTestId: TestRunTestId,
    assigneeUserId: Type.Optional(Assignee),
    reviewStatusId: Type.Optional(Nullable(ReviewStatusId)),
    reviewRevision: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,15}$', description: 'as seen; another is refused' }),
    ),
  },
  { additionalProperties: false, minProperties: 2 },
);
export type ReviewOfTest = Static<typeof ReviewOfTest>;

export const ReviewsRequest = Type.Object(
  {
    testRunId: TestRunId,
    tests: Type.Array(ReviewOfTest, { minItems: 1, maxItems: limits.reviewedTests }),
  },
  { additionalProperties: false },
);
export type ReviewsRequest = Static<typeof ReviewsRequest>;

/** `undo`: the request that puts the tests back that it changed; empty when it changed none. */
export const ReviewsAnswer = Type.Object({ ...CommandAnswer.properties, undo: Type.Array(ReviewOfTest) });
export type ReviewsAnswer = Static<typeof ReviewsAnswer>;
