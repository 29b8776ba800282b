import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { Nullable, Position, TestRunId, Time, UserId } from '../ids.ts';
import { RecentOutcome } from '../projects/projectViews.ts';
import { TestRunStatus } from '../testRuns/testRunStatus.ts';
import { TestStatus } from '../testRuns/testStatus.ts';
import { ReviewStatusId } from './reviewStatuses.ts';

/** What a review is about. */
export const reviewTypes = ['TEST_RUN', 'TEST_RUN_TEST'] as const;
export type ReviewType = (typeof reviewTypes)[number];

/** Ids contain no dots, so a test in a run is told from the run by one. */
export const TestRunTestId = Type.String({
  maxLength: 170,
  pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+(\\.[0-9]{1,3})?$',
  description: "a row's id in the results of the run",
});

/** Who looks into something. */
export const Assignee = Nullable(
  Type.Unsafe<UserId>({ ...UserId, description: 'somebody with a role in the account; null: nobody' }),
);

const reviewed = {
  reviewType: Type.Enum(reviewTypes),
  testRunId: TestRunId,
  testRunTestId: Type.Optional(Nullable(TestRunTestId)),
};

/** `testRunTestId` is needed where a test is reviewed, and only there. */
export const ReviewerRequest = Type.Object(
  {
    ...reviewed,
    assigneeUserId: Assignee,
  },
  { additionalProperties: false },
);
export type ReviewerRequest = Static<typeof ReviewerRequest>;

/** `testRunTestId` is needed where a test is reviewed, and only there. */
export const ReviewStatusRequest = Type.Object(
  { ...reviewed, reviewStatusId: Nullable(ReviewStatusId) },
  { additionalProperties: false },
);
export type ReviewStatusRequest = Static<typeof ReviewStatusRequest>;

export const ReviewStatusView = Type.Object({
  id: ReviewStatusId,
  name: Type.String(),
  isFinal: Type.Boolean({ description: 'it says what was found: nothing is left to do' }),
});
export type ReviewStatusView = Static<typeof ReviewStatusView>;

/** The review of a run, or of a test in a run, as its view shows it. */
export const reviewFields = {
  reviewerUserId: Nullable(Type.Unsafe<UserId>({ ...UserId, description: 'who looks into it; null: nobody' })),
  reviewStatusId: Nullable(ReviewStatusId),
  reviewRevision: Type.String({
    description: 'how often its review was changed; send it as If-Match to change only what you have seen',
  }),
};

/** A run, or a test in a run, that somebody is to look into. */
export const WorkItem = Type.Object({
  id: Type.String({ description: 'of the run, or of the test in the run' }),
  testRunId: TestRunId,
  number: Type.Integer(),
  projectName: Type.String(),
  environmentName: Type.String(),
  branch: Type.String(),
  runStatus: TestRunStatus,
  nothingCouldPass: Type.Boolean({ description: 'of the run' }),
  test: Nullable(
    Type.Object(
      {
        key: Type.String({ description: 'which test of the run, and which of its copies' }),
        file: Type.String(),
        name: Type.String(),
        status: TestStatus,
        flaky: Type.Boolean(),
        recent: Type.Array(RecentOutcome, { description: 'in this and other runs, newest first; up to ten' }),
        failingSince: Nullable(Type.Object({ testRunId: TestRunId, number: Type.Integer(), at: Time })),
        cause: Nullable(
          Type.Object(
            {
              name: Type.String(),
              testCount: Nullable(
                Type.Integer({
                  minimum: 1,
                  description:
                    'tests of the run that failed for it; null: too many of its tests failed to compare them here',
                }),
              ),
            },
            { description: 'why it failed in the run; null: it did not fail, or says no error' },
          ),
        ),
      },
      { description: 'null: the run itself is reviewed' },
    ),
  ),
  ...reviewFields,
  assignedAt: Time,
  assignedBy: PersonView,
});
export type WorkItem = Static<typeof WorkItem>;

export const WorkPage = Type.Object({
  items: Type.Array(WorkItem),
  total: Type.Integer({ minimum: 0, description: 'all that is open, up to 1,000' }),
  position: Position,
});
export type WorkPage = Static<typeof WorkPage>;
