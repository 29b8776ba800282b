import type { ProblemId, ProblemView, TestResultView, UserId, UserRoleView } from '@assay/contract';
import { testResultView } from './testResultView.ts';

export const grace = 'grace' as UserId;
export const people = [
  { id: 'role-grace', user: { id: grace, fullName: 'Grace Hopper', email: 'grace@example.com' } },
] as UserRoleView[];
/** Failed, for the reason that `problemView` is about. */
export const failedTest: TestResultView = {
  ...testResultView(),
  reviewStatusId: 'TO_REVIEW',
  testRunAnalysisRootCauseId: 'f1' as ProblemId,
};

/** What people decided about a failure: nothing yet. */
export const problemView: ProblemView = {
  id: 'f1' as ProblemId,
  projectId: failedTest.projectId,
  error: 'connect ECONNREFUSED',
  ownerUserId: null,
  reviewStatusId: null,
  note: null,
  decidedAt: null,
  decidedBy: null,
  count: 7,
  runCount: 3,
  firstAt: '2026-10-30T10:00:00Z',
  occurrences: [],
  suggestion: null,
  trackedIssues: [],
  revision: '0',
};
