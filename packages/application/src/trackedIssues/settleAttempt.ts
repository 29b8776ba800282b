import type { ProjectId } from '@assay/contract';
import { type IssueAtTracker, type TrackedIssue, trackedIssuesDecider } from '@assay/domain';
import type { AppendContext, CommandResult, EventLog } from '@assay/event-log';

/** An attempt that has not ended after this long never will: its process died. In milliseconds. */
export const attemptMs = 60_000;

/** Trackers search an index that lags behind their issues. In milliseconds. */
const findableMs = 20_000;

/** @returns how long the tracker's search may still miss the issue of an attempt, in milliseconds; not positive: it finds it */
export function unfindableMs({ requestedAt }: Pick<TrackedIssue, 'requestedAt'>, now: number): number {
  return findableMs - (now - Date.parse(requestedAt));
}

/**
 * Records what became of an attempt to create an issue whose answer was lost.
 * @param issue that the tracker has; null: it has none
 */
export function settleAttempt(
  eventLog: EventLog,
  { projectId, trackedIssueId }: { projectId: ProjectId } & Pick<TrackedIssue, 'trackedIssueId'>,
  issue: IssueAtTracker | null,
  context: AppendContext,
): Promise<CommandResult> {
  const of = { projectId, trackedIssueId };
  const command = issue
    ? { type: 'recordIssue' as const, ...of, issue }
    : { type: 'refuseIssue' as const, ...of, reason: 'Not found at the tracker', unsure: false };
  return eventLog.handle(trackedIssuesDecider, projectId, command, context);
}
