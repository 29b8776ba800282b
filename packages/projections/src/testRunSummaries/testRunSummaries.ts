import { createHash } from 'node:crypto';
import {
  type AccountId,
  addResult,
  addTotals,
  countOf,
  type EnvironmentId,
  isFinished,
  noTotals,
  type PipelineStageId,
  type ProjectId,
  requestedTestsText,
  supersededMessage,
  type TestRunId,
  type TestRunStatus,
  type TestSuiteId,
  type Totals,
  topics,
} from '@assay/contract';
import { type Actor, accountOf, type RecordedEvent } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';
import type { Evolved, Projection, ReadModelDocument } from '../projection.ts';
import { replayedEvents } from '../replay/replayedEvents.ts';
import { type Review, reviewed, untouched } from '../reviews/reviews.ts';

export type TestRunSummaryDocument = ReadModelDocument & {
  accountId: AccountId;
  testRunId: TestRunId;
  projectId: ProjectId;
  environmentId: EnvironmentId;
  pipelineStageId: PipelineStageId | null;
  branch: string;
  testSuiteId: TestSuiteId | null;
  request: TestRunCreated;
  createdBy: Actor;
  createdAt: string;
  status: TestRunStatus;
  statusInfo: string | null;
  /** What failed the run, besides its tests; null: nothing did. */
  statusCode: string | null;
  commit: string | null;
  commitMessage: string | null;
  startTime: string | null;
  endTime: string | null;
  /** Milliseconds from start to end; null while it is not finished. */
  durationMs: number | null;
  totalCount: number;
  quarantineTotalCount: number;
  runningCount: number;
  /** Equal for runs whose durations can be compared; null for a rerun of some tests, and for an upload. */
  selection: string | null;
  /** It ran to its end, and every test has a result. */
  complete: boolean;
  /** Counts of final results, live. */
  totals: Totals;
  /** Runners that have not exited, and how many of them work on a unit. */
  runners: number;
  busyRunners: number;
  /** Planned units, the set-up aside, that are not done yet. */
  openUnits: number;
  /** Of the run itself, not of its tests. */
  review: Review;
  /** Of the run's own stream. */
  revision: number;
};

type Summary = Evolved<TestRunSummaryDocument>;

function minus(a: Totals, b: Totals): Totals {
  const names = Object.keys(a) as (keyof Totals)[];
  return Object.fromEntries(names.map((name) => [name, a[name] - b[name]])) as Totals;
}

function selectionOf(request: TestRunCreated): string | null {
  // Nobody knows which tests an upload left out.
  if (request.upload || request.selectedTests) return null;
  // Filters can be long.
  return createHash('sha256').update(requestedTestsText(request)).digest('base64url');
}

function created(event: RecordedEvent & { type: 'TestRunCreated' }): Summary {
  const { testRunId, projectId, environmentId, branch, upload, build } = event.data;
  const summary: Summary = {
    accountId: accountOf(event),
    testRunId,
    projectId,
    environmentId,
    branch,
    request: event.data,
    // A run may be older than stages and suites are.
    pipelineStageId: event.data.pipelineStageId ?? null,
    testSuiteId: event.data.testSuiteId ?? null,
    createdBy: event.envelope.actor,
    createdAt: event.envelope.occurredAt,
    status: 'QUEUED',
    statusInfo: null,
    statusCode: null,
    commit: build?.commit ?? null,
    commitMessage: null,
    startTime: null,
    endTime: null,
    durationMs: null,
    totalCount: 0,
    quarantineTotalCount: 0,
    runningCount: 0,
    selection: selectionOf(event.data),
    complete: false,
    totals: noTotals,
    runners: 0,
    busyRunners: 0,
    openUnits: 0,
    review: untouched,
    revision: event.revision,
  };
  if (!upload) return summary;
  const { commit, testCount: totalCount, quarantinedCount: quarantineTotalCount } = upload;
  const startTime = summary.createdAt;
  return { ...summary, status: 'RUNNING', commit, startTime, totalCount, quarantineTotalCount };
}

/** Milliseconds that the run took; of an upload, whose start and end are unknown, the sum of its tests. */
function durationOf({ startTime, request, totals }: Summary, at: string): number | null {
  if (request.upload) return totals.durationMs + totals.quarantinedDurationMs;
  return startTime === null ? null : Math.max(0, Date.parse(at) - Date.parse(startTime));
}

function ended(
  summary: Summary,
  status: TestRunStatus,
  statusInfo: string | null,
  at: string,
  revision: number,
): Summary {
  const durationMs = durationOf(summary, at);
  return { ...summary, status, statusInfo, endTime: at, durationMs, runningCount: 0, revision };
}

function evolve(summary: Summary | null, event: RecordedEvent): Summary | null {
  if (event.type === 'TestRunCreated') return created(event);
  if (summary === null) return null;
  const { revision } = event;
  const { occurredAt } = event.envelope;
  switch (event.type) {
    case 'TestRunSubmitted':
      return { ...summary, status: 'SUBMITTED', revision };
    case 'TestRunSetupStarted':
      return { ...summary, status: 'SETUP', startTime: occurredAt, revision };
    case 'TestRunStarted': {
      const { commit, commitMessage, testCount, quarantined, copies = 1 } = event.data;
      return {
        ...summary,
        status: 'RUNNING',
        commit,
        commitMessage,
        totalCount: testCount * copies,
        quarantineTotalCount: quarantined.length * copies,
        revision,
      };
    }
    case 'TestRunTearDownStarted':
      return { ...summary, status: 'TEAR_DOWN', revision };
    case 'TestRunFinished':
      return {
        ...ended(summary, event.data.status, event.data.statusInfo, occurredAt, revision),
        statusCode: event.data.code,
        complete: event.data.code === null && event.data.totals.notRun === 0,
      };
    case 'UploadResumed':
      return {
        ...summary,
        status: 'RUNNING',
        statusInfo: null,
        statusCode: null,
        endTime: null,
        durationMs: null,
        revision,
      };
    case 'TestRunCanceled': {
      const { supersededBy } = event.data;
      const statusInfo = supersededBy ? supersededMessage(supersededBy.number) : summary.statusInfo;
      return ended(summary, 'CANCELED', statusInfo, occurredAt, revision);
    }
    case 'TestRunStatusSet':
      return { ...summary, status: event.data.to, revision };
    case 'CopiesDiffered': {
      const flaky = summary.totals.flaky + event.data.flaky;
      return { ...summary, totals: { ...summary.totals, flaky }, revision };
    }
    case 'WorkUnitsPlanned':
      return { ...summary, openUnits: summary.openUnits + event.data.units.length, revision };
    case 'WorkUnitFinished':
      // The set-up does not count.
      return { ...summary, openUnits: summary.openUnits - (event.data.unit === 0 ? 0 : 1), revision };
    case 'WorkUnitReplanned': {
      // Tests that were discovered while they ran are counted again when they are discovered again.
      const { dropped, undiscovered, undiscoveredQuarantined } = event.data;
      const droppedQuarantined = dropped.quarantinedPassed + dropped.quarantinedFailed + dropped.quarantinedOther;
      return {
        ...summary,
        totals: minus(summary.totals, dropped),
        totalCount: summary.totalCount - countOf(dropped) - undiscovered,
        quarantineTotalCount: summary.quarantineTotalCount - droppedQuarantined - undiscoveredQuarantined,
        revision,
      };
    }
    case 'TestDiscovered': {
      const quarantineTotalCount = summary.quarantineTotalCount + (event.data.quarantined ? 1 : 0);
      return { ...summary, totalCount: summary.totalCount + 1, quarantineTotalCount };
    }
    case 'TestStarted':
      return isFinished(summary.status) ? summary : { ...summary, runningCount: summary.runningCount + 1 };
    case 'TestFinished': {
      const { wasRunning, final } = event.data;
      const runningCount = wasRunning ? Math.max(0, summary.runningCount - 1) : summary.runningCount;
      return { ...summary, runningCount, totals: final ? addResult(summary.totals, event.data) : summary.totals };
    }
    case 'TestResultsImported':
      return { ...summary, totals: addTotals(summary.totals, event.data.totals) };
    case 'WorkUnitClaimed':
      return { ...summary, busyRunners: summary.busyRunners + 1 };
    case 'WorkUnitCompleted':
      return { ...summary, busyRunners: Math.max(0, summary.busyRunners - 1) };
    case 'WorkUnitLost': {
      const runningCount = Math.max(0, summary.runningCount - event.data.running.length);
      return { ...summary, runningCount, busyRunners: Math.max(0, summary.busyRunners - 1) };
    }
    case 'TestRunnerCreated':
      return { ...summary, runners: summary.runners + 1 };
    case 'TestRunnerExited':
      return { ...summary, runners: Math.max(0, summary.runners - 1) };
    case 'ReviewerAssigned':
    case 'ReviewStatusSet':
      return { ...summary, review: reviewed(summary.review, event) };
    default:
      return summary;
  }
}

const ofRuns: ReadonlySet<string> = new Set(replayedEvents);

/** A row of the list of runs, and the head of a run's page: where it is, and its counts, live. */
export const testRunSummaries: Projection<TestRunSummaryDocument> = {
  name: 'testRunSummaries',
  version: 9,
  sumsUp: true,
  // Readers cache usual durations, which are made from finished runs.
  announces: ({ status }) => isFinished(status),
  indexes: [
    { accountId: 1, _id: -1 },
    { accountId: 1, status: 1, _id: -1 },
    { accountId: 1, projectId: 1, _id: -1 },
    { accountId: 1, projectId: 1, status: 1, _id: -1 },
    { accountId: 1, environmentId: 1, _id: -1 },
    { accountId: 1, environmentId: 1, status: 1, _id: -1 },
    { accountId: 1, pipelineStageId: 1, _id: -1 },
    { accountId: 1, branch: 1, _id: -1 },
    { accountId: 1, branch: 1, status: 1, _id: -1 },
    { accountId: 1, testSuiteId: 1, _id: -1 },
    { accountId: 1, commit: 1, _id: -1 },
    { accountId: 1, 'review.userId': 1, _id: -1 },
    { accountId: 1, selection: 1, complete: 1, _id: -1 },
    { accountId: 1, 'request.number': 1 },
    { accountId: 1, position: 1 },
    { status: 1, _id: 1 },
    { createdAt: -1, _id: -1 },
    { status: 1, createdAt: -1, _id: -1 },
  ],
  idsOf: (event) => {
    switch (event.type) {
      case 'TestsListed':
      case 'TestListCompleted':
        return [];
      case 'ReviewerAssigned':
      case 'ReviewStatusSet':
        return event.data.testRunTestId === null ? [event.data.testRunId] : [];
      default:
        // Not what people say beside it.
        return 'testRunId' in event.data && event.data.testRunId !== null && ofRuns.has(event.type)
          ? [event.data.testRunId]
          : [];
    }
  },
  evolve,
  topicsOf: ({ accountId, testRunId, status }) => [
    { accountId, topic: topics.testRuns, id: testRunId },
    { accountId, topic: topics.testRun(testRunId), id: testRunId },
    // Once it has ended, its analysis may be requested.
    ...(isFinished(status) ? [{ accountId, topic: topics.testRunAnalysis(testRunId), id: testRunId }] : []),
  ],
};
