import { type AccountId, legOf, noTotals, type TestRunStatus, type Totals } from '@assay/contract';
import { accountOf, idMadeAt, type RecordedEvent } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';
import type { Evolved, Projection, ReadModelDocument } from '../projection.ts';
import { isOfRun, packRun, unpackRun } from './packedRuns.ts';
import { dayIdOf, evolveDay, isDayId, type RunDayDocument } from './runDays.ts';
import type { RunFacts } from './runFacts.ts';
import { dayOf, hourIdOf, hourOf } from './runHours.ts';

/** The runs of an account that were created in one hour (UTC). */
export type RunHourDocument = ReadModelDocument & {
  accountId: AccountId;
  /** Its first moment, ISO 8601. */
  hour: string;
  /** In the order in which they were created, as `packRun` writes them. */
  runs: string[];
};

export type RunStatsDocument = RunHourDocument | RunDayDocument;

type Hour = Evolved<RunHourDocument>;
type Day = Evolved<RunDayDocument>;

function created(request: TestRunCreated, at: string): RunFacts {
  const { testRunId, projectId, environmentId, branch, attributes, upload, build } = request;
  return {
    testRunId,
    projectId,
    environmentId,
    // A run may be older than stages are.
    pipelineStageId: request.pipelineStageId ?? null,
    branch,
    commit: upload?.commit ?? build?.commit ?? null,
    leg: legOf(attributes),
    createdAt: at,
    startedAt: upload ? at : null,
    endedAt: null,
    status: upload ? 'RUNNING' : 'QUEUED',
    testsKnown: upload !== null,
    durationMs: null,
    isUpload: upload !== null,
    testCount: upload?.testCount ?? 0,
    totals: noTotals,
    retries: 0,
    retryMs: 0,
    earlier: [],
  };
}

function ended(run: RunFacts, status: TestRunStatus, totals: Totals, at: string): RunFacts {
  const { startedAt, isUpload } = run;
  const elapsed = startedAt === null ? null : Math.max(0, Date.parse(at) - Date.parse(startedAt));
  const durationMs = isUpload ? totals.durationMs + totals.quarantinedDurationMs : elapsed;
  return { ...run, status, totals, endedAt: at, durationMs };
}

function withEarlier(run: RunFacts, until: string): RunFacts {
  const { status, endedAt, durationMs, totals, retries, retryMs } = run;
  return { ...run, earlier: [...run.earlier, { status, endedAt, durationMs, totals, retries, retryMs, until }] };
}

function retried(run: RunFacts, attempts: readonly { durationMs: number }[]): RunFacts {
  const retryMs = attempts.reduce((sum, { durationMs }) => sum + durationMs, run.retryMs);
  return { ...run, retries: run.retries + attempts.length, retryMs };
}

function evolveRun(run: RunFacts, event: RecordedEvent): RunFacts {
  const { occurredAt } = event.envelope;
  switch (event.type) {
    case 'TestRunSetupStarted':
      return { ...run, status: 'SETUP', startedAt: occurredAt };
    case 'TestRunStarted': {
      const { commit, testCount, copies = 1 } = event.data;
      return { ...run, status: 'RUNNING', testsKnown: true, commit, testCount: testCount * copies };
    }
    case 'TestFinished':
      return retried(run, [event.data]);
    case 'TestResultsImported':
      return retried(
        run,
        event.data.results.flatMap(({ attempts }) => attempts.slice(0, -1)),
      );
    case 'TestRunFinished':
      return ended(run, event.data.status, event.data.totals, occurredAt);
    case 'TestRunCanceled':
      return ended(run, 'CANCELED', event.data.totals, occurredAt);
    case 'TestRunStatusSet':
      return { ...withEarlier(run, occurredAt), status: event.data.to };
    case 'UploadResumed':
      return {
        ...withEarlier(run, occurredAt),
        status: 'RUNNING',
        totals: noTotals,
        endedAt: null,
        durationMs: null,
      };
    default:
      return run;
  }
}

function evolveHour(hour: Hour | null, event: RecordedEvent): Hour | null {
  if (event.type === 'TestRunCreated') {
    const accountId = accountOf(event);
    const run = created(event.data, event.envelope.occurredAt);
    return { accountId, hour: hourOf(idMadeAt(run.testRunId)), runs: [...(hour?.runs ?? []), packRun(run)] };
  }
  if (hour === null || !('testRunId' in event.data) || event.data.testRunId === null) return hour;
  const ofRun = isOfRun(event.data.testRunId);
  return { ...hour, runs: hour.runs.map((row) => (ofRun(row) ? packRun(evolveRun(unpackRun(row), event)) : row)) };
}

/** @param id tells which of both kinds of documents it is */
function evolve(
  document: Evolved<RunStatsDocument> | null,
  event: RecordedEvent,
  id: string,
): Evolved<RunStatsDocument> | null {
  return isDayId(id) ? evolveDay(document as Day | null, event) : evolveHour(document as Hour | null, event);
}

function touches(event: RecordedEvent): boolean {
  switch (event.type) {
    case 'TestRunCreated':
    case 'TestRunSetupStarted':
    case 'TestRunStarted':
    case 'TestRunFinished':
    case 'TestRunCanceled':
    case 'TestRunStatusSet':
    case 'UploadResumed':
      return true;
    case 'TestFinished':
      return !event.data.final;
    case 'TestResultsImported':
      return event.data.results.some(({ attempts }) => attempts.length > 1);
    default:
      return false;
  }
}

/**
 * What all statistics of runs are folded from: a document for each account and hour, with a few facts about each run. A
 * run is there once, so nothing that happens to it later (an overruled verdict, an upload that goes on) can count it
 * twice. The hour is known from the run's id, because the events after its first one do not say when it was created.
 * Beside them, a document for each day tells which hours there are and when each changed.
 */
export const runStats: Projection<RunStatsDocument> = {
  name: 'runStats',
  version: 4,
  // Nobody waits for statistics after a command.
  tier: 'trailing',
  indexes: [{ accountId: 1, hour: 1 }],
  idsOf: (event) => {
    if (!touches(event) || !('testRunId' in event.data) || event.data.testRunId === null) return [];
    const [accountId, at] = [accountOf(event), idMadeAt(event.data.testRunId)];
    return [hourIdOf(accountId, hourOf(at)), dayIdOf(accountId, dayOf(at))];
  },
  evolve,
  topicsOf: () => [],
};
