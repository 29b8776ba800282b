import { type MessageId, noticeIdOf, type ProblemId, type TrackedIssueId } from '@assay/contract';
import {
  noticeDecider,
  problemDecider,
  reviewsDecider,
  testRunDetailsDecider,
  testRunFollowersDecider,
  testRunMessageDecider,
  trackedIssuesDecider,
} from '@assay/domain';
import { type EventLog, newId } from '@assay/event-log';
import { problemIdOf } from '../../packages/root-causes/src/index.ts';
import { ada, bob } from './recordedIds.ts';
import { type RunStory, testId } from './runStory.ts';
import { signedBy } from './storesUnderTest.ts';

/** Of the failures of 'pays'. */
export const problemOfPays = problemIdOf('pays failed', testId('pays')) as ProblemId;

/** What people say about a run: one follows it and is named in a message, one test was reviewed and has an issue. */
export async function recordTalk(log: EventLog, { id: testRunId, request: { projectId } }: RunStory): Promise<void> {
  const context = signedBy(ada);
  await log.handle(testRunFollowersDecider, testRunId, { type: 'toggleFollow', testRunId, userId: bob }, context);
  const messageId = newId<MessageId>();
  const by = { userId: ada, editableUntil: '2026-03-01T12:15:00.000Z' };
  const post = { type: 'postMessage' as const, messageId, testRunId, text: `<@${bob}>, it pays`, mentions: [bob], by };
  await log.handle(testRunMessageDecider, messageId, post, context);
  const noticeId = noticeIdOf(testRunId, bob);
  const give = { type: 'giveNotice' as const, noticeId, userId: bob, testRunId, reason: 'mentioned' as const };
  await log.handle(noticeDecider, noticeId, { ...give, messageId, byUserId: ada }, context);
  const change = { testRunTestId: testId('pays'), userId: ada, status: 'PRODUCT_BUG' as const };
  await log.handle(reviewsDecider, testRunId, { type: 'changeReviews', testRunId, changes: [change] }, context);
  const problemId = problemOfPays;
  const decide = { type: 'changeProblem' as const, projectId, problemId, ownerUserId: ada, status: change.status };
  const expired = { testRunId, projectId, kind: 'logs' as const, bytes: 2_000, items: 3 };
  const rule = { rule: 'age' as const, keptDays: 30, maximumMegabytes: null };
  await log.handle(testRunDetailsDecider, testRunId, { type: 'expireDetails', ...expired, ...rule }, context);
  await log.handle(problemDecider, `${projectId}.${problemId}`, decide, context);
  const ofIssue = { projectId, trackedIssueId: `${projectId}.first` as TrackedIssueId };
  const failures = { testRunId, problemIds: [problemId], testIds: [change.testRunTestId] };
  const wish = {
    provider: 'Jira' as const,
    trackerProjectId: '10001',
    summary: 'pays fails',
    requestedAt: '2026-03-01',
  };
  await log.handle(
    trackedIssuesDecider,
    projectId,
    { type: 'requestIssue', ...ofIssue, ...wish, ...failures },
    context,
  );
  const url = 'https://jira.example.com/browse/SHOP-1';
  const issue = { issueId: '1', issueKey: 'SHOP-1', url, statusName: 'To Do', category: 'TO_DO' as const };
  await log.handle(trackedIssuesDecider, projectId, { type: 'recordIssue', ...ofIssue, issue }, context);
}
