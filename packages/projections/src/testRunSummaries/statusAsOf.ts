import { isFinished, noTotals, type TestRunId, type TestRunStatus } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

/** Where a run was at a moment. */
export type StatusThen = { status: TestRunStatus; endedAt: string | null };

type Timed = Pick<TestRunSummaryDocument, 'endTime' | 'durationMs'>;

/** @returns where each of the runs was at a moment (ISO 8601), by its changes of status; those that were not there yet are missing */
export async function findStatusesAt(
  { testRunHistory }: Pick<Collections, 'testRunHistory'>,
  testRunIds: readonly TestRunId[],
  at: string,
): Promise<Map<TestRunId, StatusThen>> {
  const changes = await testRunHistory
    .find(
      { testRunId: { $in: [...testRunIds] }, at: { $lte: at } },
      { projection: { testRunId: 1, at: 1, status: 1, position: 1 } },
    )
    .toArray();
  changes.sort((a, b) => (a.position < b.position ? -1 : 1));
  const then = new Map<TestRunId, StatusThen>();
  for (const change of changes) {
    const { testRunId, status } = change;
    if (status === null) continue;
    const ended = then.get(testRunId)?.endedAt ?? null;
    // A verdict that is overruled does not move the end.
    then.set(testRunId, { status, endedAt: isFinished(status) ? (ended ?? change.at) : null });
  }
  return then;
}

/** @returns whether the counts and the duration that are known of a run are those that it had then */
export function hasSameEnd({ endTime }: Timed, then: StatusThen): boolean {
  return then.endedAt !== null && then.endedAt === endTime;
}

/**
 * A run as it stood. Its counts are known from its end on: of a run in progress, and of an upload that was cut off and
 * went on later, they are all 0.
 */
export function runAsOf(run: TestRunSummaryDocument, then: StatusThen, at: string): TestRunSummaryDocument {
  const { status, endedAt } = then;
  if (hasSameEnd(run, then)) return { ...run, status };
  const { request, startTime } = run;
  const knewCommit = request.upload !== null || !['QUEUED', 'SUBMITTED', 'SETUP'].includes(status);
  return {
    ...run,
    status,
    statusInfo: null,
    statusCode: null,
    commit: knewCommit ? run.commit : (request.build?.commit ?? null),
    commitMessage: knewCommit ? run.commitMessage : null,
    startTime: startTime !== null && startTime <= at ? startTime : null,
    endTime: endedAt,
    durationMs: null,
    totalCount: 0,
    quarantineTotalCount: 0,
    runningCount: 0,
    complete: false,
    totals: noTotals,
    runners: 0,
    busyRunners: 0,
    openUnits: 0,
  };
}
