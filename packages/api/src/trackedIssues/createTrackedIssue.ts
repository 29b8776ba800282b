import { attemptMs, settleAttempt, unfindableMs } from '@assay/application';
import type { AccountId, CreateIssueRequest, IssueTracker, ProjectId, TrackedIssueId } from '@assay/contract';
import { DomainError, openIssuesFor, type TrackedIssue, trackedIssuesDecider, unsureIssuesFor } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import { type NewIssue, type Tracker, TrackerFailure, type TrackerIssue } from '@assay/integrations';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { askingTracker, trackerError, trackerOf } from './accountTracker.ts';
import type { Reported } from './reportedFailures.ts';

type Failures = Pick<Reported, 'problemIds' | 'testIds'>;

/** The issue that a request asks for. */
type Wanted = { provider: IssueTracker; reported: Reported; fields: CreateIssueRequest; description: string };

export type CreatedIssueOf = { trackedIssueId: TrackedIssueId; issue: TrackerIssue; result: CommandResult };

/** What identifies an issue here: its project and itself. */
export type IssueOf = { projectId: ProjectId; trackedIssueId: TrackedIssueId };

/**
 * Finds out what became of earlier attempts for the same failures whose answer was lost: an issue that the tracker has
 * created is recorded, and offered from then on.
 * @returns what became of an attempt for the very issue that is wanted now; null: no such attempt
 */
async function settleAttempts(
  api: Api,
  accountId: AccountId,
  { projectId, trackedIssueId: own }: IssueOf,
  wanted: Wanted,
  context: AppendContext,
): Promise<CreatedIssueOf | null> {
  const { state } = await api.eventLog.load(trackedIssuesDecider, projectId);
  const isOver = ({ trackedIssueId, status, requestedAt }: TrackedIssue) =>
    trackedIssueId === own || status === 'refused' || Date.now() - Date.parse(requestedAt) > attemptMs;
  let same: CreatedIssueOf | null = null;
  for (const attempt of unsureIssuesFor(state, wanted.reported).filter(isOver)) {
    const { trackedIssueId, provider, trackerProjectId, summary } = attempt;
    const intent = { intentId: trackedIssueId, projectId: trackerProjectId };
    const find = async () => {
      const tracker = await trackerOf(api, accountId, provider);
      return askingTracker(() => tracker.findCreated(intent));
    };
    // Another tracker may be disconnected by now: that must not hold up this one.
    const isOther = provider !== wanted.provider;
    const issue = await find().catch((error: unknown) => {
      if (isOther && error instanceof ApiError) return null;
      throw error;
    });
    const leftMs = unfindableMs(attempt, Date.now());
    if (!issue && leftMs > 0 && !isOther) {
      throw new ApiError('issueTracker.doubtful', { retryAfterSeconds: Math.ceil(leftMs / 1000) });
    }
    const result = await settleAttempt(api.eventLog, { projectId, trackedIssueId }, issue, context);
    const { fields } = wanted;
    const isSame = provider === wanted.provider && trackerProjectId === fields.projectId && summary === fields.summary;
    if (issue && isSame) same = { trackedIssueId, issue, result };
  }
  return same;
}

/** @returns the error for failures that have an issue, with its key */
async function openError(api: Api, projectId: ProjectId, failures: Failures, cause: DomainError): Promise<Error> {
  if (cause.code !== 'trackedIssue.open') return cause;
  const { state } = await api.eventLog.load(trackedIssuesDecider, projectId);
  const open = openIssuesFor(state, failures).find((issue) => issue.status === 'created');
  if (open?.status !== 'created') return cause;
  return new ApiError('trackedIssue.open', { message: `${open.issueKey} is open for the same failure.`, cause });
}

async function created(
  api: Api,
  tracker: Tracker,
  { projectId, trackedIssueId }: IssueOf,
  issue: NewIssue,
  context: AppendContext,
): Promise<TrackerIssue> {
  try {
    return await tracker.create(issue);
  } catch (error) {
    if (!(error instanceof TrackerFailure)) throw error;
    const { kind, message } = error;
    const command = {
      type: 'refuseIssue' as const,
      projectId,
      trackedIssueId,
      reason: message.slice(0, 1000),
      unsure: kind === 'doubtful',
    };
    await api.eventLog.handle(trackedIssuesDecider, projectId, command, context);
    throw trackerError(error);
  }
}

/**
 * Creates an issue at a tracker, once: the request is recorded before it is sent. Where the answer was lost, the next
 * attempt first searches the tracker for the issue.
 * @throws ApiError `trackedIssue.open`, and those of the tracker
 */
export async function createTrackedIssue(
  api: Api,
  accountId: AccountId,
  of: IssueOf,
  wanted: Wanted,
  context: AppendContext,
): Promise<CreatedIssueOf> {
  const { provider, reported, fields, description } = wanted;
  const { projectId, trackedIssueId } = of;
  const { run, problemIds, testIds } = reported;
  const failures = { testRunId: run.id, problemIds, testIds };
  const { summary, projectId: trackerProjectId } = fields;
  const { handle, load } = api.eventLog;
  // 1. Is the tracker connected, and did an earlier attempt create the issue?
  const tracker = await trackerOf(api, accountId, provider);
  const before = await settleAttempts(api, accountId, of, wanted, context);
  if (before) return before;
  // 2. The wish, unless an issue is open for one of the failures.
  const wish = { provider, trackerProjectId, summary, requestedAt: new Date().toISOString(), ...failures };
  const asked = await handle(trackedIssuesDecider, projectId, { type: 'requestIssue', ...of, ...wish }, context).catch(
    async (error: unknown) => {
      throw error instanceof DomainError ? await openError(api, projectId, failures, error) : error;
    },
  );
  // 3. A repeat of the request finds its issue.
  const known = (await load(trackedIssuesDecider, projectId)).state.get(trackedIssueId);
  if (known?.status === 'created') return { trackedIssueId, issue: known, result: asked };
  // 4. The issue, with the wish as its property.
  const { issueTypeId = null, issuePriorityId: priorityId = null, issueUserId: reporterId = null } = fields;
  const issue = await created(
    api,
    tracker,
    of,
    {
      intentId: trackedIssueId,
      projectId: trackerProjectId,
      summary,
      description,
      issueTypeId,
      priorityId,
      reporterId,
      fields: fields.fields ?? {},
    },
    context,
  );
  const result = await handle(trackedIssuesDecider, projectId, { type: 'recordIssue', ...of, issue }, context);
  return { trackedIssueId, issue, result };
}
