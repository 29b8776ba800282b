import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { formFields } from '../formFields.ts';
import { Nullable, ProblemId, ProjectId, TestRunId, Time, UserId } from '../ids.ts';
import { ReviewStatusId } from '../reviews/reviewStatuses.ts';
import { Assignee } from '../reviews/reviewViews.ts';
import { TrackedIssueInShort } from '../trackedIssues/trackedIssueInShort.ts';
import { problemFields } from './problemFields.ts';

/** What is left out stays as it is. */
export const ProblemRequest = Type.Object(
  {
    ownerUserId: Type.Optional(Assignee),
    reviewStatusId: Type.Optional(Nullable(ReviewStatusId)),
    note: Type.Optional(Nullable(Type.String({ ...formFields.problemNote, description: 'empty: none' }))),
    /** A run with the problem: the change applies to all problems that are one cause there. */
    testRunId: Type.Optional(TestRunId),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type ProblemRequest = Static<typeof ProblemRequest>;

/** A failed result that has the problem. */
export const Occurrence = Type.Object({
  testRunId: TestRunId,
  number: Type.Integer({ description: "the run's number" }),
  environmentName: Type.String(),
  branch: Type.String(),
  testKey: Type.String({ description: 'which test of the run, and which of its copies' }),
  file: Type.String(),
  name: Type.String(),
  at: Time,
});
export type Occurrence = Static<typeof Occurrence>;

/** Why somebody is suggested: they answer for the problem, saw a test with it pass again after them, or had one last. */
export const suggestionReasons = ['OWNER', 'FIXED', 'REVIEWED'] as const;

export const ProblemView = Type.Object({
  id: ProblemId,
  projectId: ProjectId,
  error: Type.String({ description: 'the head of the message of its newest failure' }),
  ...problemFields,
  note: Nullable(Type.String()),
  decidedAt: Nullable(
    Type.String({ ...Time, description: 'when its owner, status or note changed last; null: never' }),
  ),
  decidedBy: PersonView,
  count: Type.Integer({ minimum: 0, description: 'failed results that had it' }),
  runCount: Type.Integer({ minimum: 0, description: 'runs that had it' }),
  firstAt: Type.String({ ...Time, description: 'of the first failure that had it' }),
  occurrences: Type.Array(Occurrence, { description: 'the newest failures that have it, newest first; up to 50' }),
  suggestion: Nullable(
    Type.Object({
      userId: UserId,
      reason: Type.Enum(suggestionReasons, {
        description:
          'OWNER: answers for it; FIXED: reviewed a failure of a test that passed afterwards; REVIEWED: reviewed one last',
      }),
    }),
  ),
  trackedIssues: Type.Array(TrackedIssueInShort, { description: 'about these failures; open ones first' }),
  revision: Type.String({ description: 'how often it was changed; If-Match takes it' }),
});
export type ProblemView = Static<typeof ProblemView>;
