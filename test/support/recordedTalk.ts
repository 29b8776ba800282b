import {
  type MessageId,
  noticeIdOf,
  type ProblemId,
  type ProjectId,
  type TestRunId,
  type TrackedIssueId,
  testRunTestIdOf,
} from '@assay/contract';
import {
  aiQuotaDecider,
  aiQuotaIdOf,
  noticeDecider,
  problemDecider,
  reviewsDecider,
  runAnalysisDecider,
  testRunDetailsDecider,
  testRunFollowersDecider,
  testRunMessageDecider,
  trackedIssuesDecider,
} from '@assay/domain';
import { type EventLog, newId } from '@assay/event-log';
import { problemIdOf } from '../../packages/root-causes/src/index.ts';
import { ada, bob } from './recordedIds.ts';
import { type RunStory, testId } from './runStory.ts';
import { acme, signedBy } from './storesUnderTest.ts';

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
  await recordAnalysis(log, testRunId, projectId);
}

/** Both the run and a test of it were analyzed by a model, and the answer was rated. */
async function recordAnalysis(log: EventLog, testRunId: TestRunId, projectId: ProjectId): Promise<void> {
  const context = signedBy(ada);
  const ofRun = { testRunId, projectId, attempt: 1, month: '2026-03', usesQuota: true };
  const use = { accountId: acme, month: ofRun.month, kind: 'RUN_ANALYSIS' as const, useId: `${testRunId}.1` };
  const quota = aiQuotaIdOf(acme, use.month);
  await log.handle(aiQuotaDecider, quota, { type: 'reserve', limit: null, ...use }, context);
  const answer = {
    problemId: problemOfPays,
    verdict: 'LIKELY' as const,
    kind: 'PRODUCT' as const,
    title: 'Payment is refused',
    claims: [],
    suggestions: [{ text: 'Renew the card.' }],
    droppedClaims: 1,
  };
  const model = { name: 'small-model', promptVersion: 1, inputHash: 'hash', characters: 800, tokens: null };
  const ofModel = { summary: 'Payment is refused.', causes: [answer], model, failure: null };
  await log.handle(runAnalysisDecider, testRunId, { type: 'requestRunAnalysis', ...ofRun, answer: ofModel }, context);
  await log.handle(aiQuotaDecider, quota, { type: 'spend', ...use }, context);
  const testRunTestId = testRunTestIdOf(testRunId, testId('pays'));
  const ofTest = { text: 'Renew the card.', answer, isFromCause: true, model, failure: null };
  await log.handle(
    runAnalysisDecider,
    testRunId,
    { type: 'requestTestAnalysis', ...ofRun, usesQuota: false, testRunTestId, answer: ofTest },
    context,
  );
  const rate = { type: 'rateAnalysis' as const, testRunId, rootCauseId: problemOfPays, raterId: ada as string };
  for (const of of [null, testRunTestId]) {
    await log.handle(runAnalysisDecider, testRunId, { ...rate, testRunTestId: of, rating: 'UP' }, context);
  }
}
