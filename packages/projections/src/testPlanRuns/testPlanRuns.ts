import {
  type AccountId,
  type PlanRunStatus,
  type ProjectId,
  type SuiteProgress,
  type TestPlanId,
  type TestPlanRunId,
  type TestPlanSuiteId,
  type TestRunId,
  type TriggerId,
  topics,
} from '@assay/contract';
import { type Actor, accountOf, type RecordedEvent } from '@assay/event-log';
import type { TestPlanRunEvent, TestPlanRunStarted } from '@assay/event-schemas';
import type { Evolved, Projection, ReadModelDocument } from '../projection.ts';

/** One go at a suite; `ref`: the commit or tag that it was started on. */
export type PlanSuiteAttemptRecord = {
  attempt: number;
  progress: SuiteProgress;
  testRunId: TestRunId | null;
  ref: string | null;
  startedAt: string;
  endedAt: string | null;
  message: string | null;
};

/** `progress` is that of the last go, or `pending` when it is to be run again. */
export type PlanSuiteRecord = {
  testPlanSuiteId: TestPlanSuiteId;
  progress: SuiteProgress;
  attempts: PlanSuiteAttemptRecord[];
};

export type TestPlanRunDocument = ReadModelDocument & {
  accountId: AccountId;
  testPlanRunId: TestPlanRunId;
  testPlanId: TestPlanId;
  name: string;
  triggerId: TriggerId | null;
  stages: TestPlanRunStarted['stages'];
  suites: PlanSuiteRecord[];
  /** The newest commits of branches, found once for the whole run. */
  commits: { projectId: ProjectId; branch: string; commit: string | null }[];
  /** Those of all suites, also earlier ones. */
  testRunIds: TestRunId[];
  createdBy: Actor;
  createdAt: string;
  status: PlanRunStatus;
  /** Who stopped it. */
  canceledBy: Actor | null;
  completedAt: string | null;
  /** Since when it runs: since it was resumed the last time. */
  runsSince: string;
  /** Milliseconds that it ran before, or altogether once it has ended. */
  ranMs: number;
  /** Of the plan run's own stream. */
  revision: number;
};

type Evolving = Evolved<TestPlanRunDocument>;
type PlanRunRecorded = RecordedEvent & { type: TestPlanRunEvent['type'] };

const progressOf = { PASS: 'pass', FAIL: 'fail', CANCELED: 'canceled' } as const;

function isOfPlanRun(event: RecordedEvent): event is PlanRunRecorded {
  return event.type.startsWith('TestPlanRun');
}

function created(event: RecordedEvent & { type: 'TestPlanRunStarted' }): Evolving {
  const { occurredAt: createdAt, actor: createdBy } = event.envelope;
  const suites = event.data.stages.flatMap((stage) => stage.suites);
  return {
    accountId: accountOf(event),
    ...event.data,
    suites: suites.map(({ testPlanSuiteId }) => ({ testPlanSuiteId, progress: 'pending', attempts: [] })),
    commits: [],
    testRunIds: [],
    createdBy,
    createdAt,
    status: 'Running',
    canceledBy: null,
    completedAt: null,
    runsSince: createdAt,
    ranMs: 0,
    revision: event.revision,
  };
}

function withSuite(
  document: Evolving,
  id: TestPlanSuiteId,
  change: (suite: PlanSuiteRecord) => PlanSuiteRecord,
): Evolving {
  const suites = document.suites.map((suite) => (suite.testPlanSuiteId === id ? change(suite) : suite));
  return { ...document, suites };
}

function withAttempt(suite: PlanSuiteRecord, attempt: PlanSuiteAttemptRecord): PlanSuiteRecord {
  const others = suite.attempts.filter((other) => other.attempt !== attempt.attempt);
  return { ...suite, progress: attempt.progress, attempts: [...others, attempt] };
}

function over(document: Evolving, at: string, change: Pick<Evolving, 'status' | 'canceledBy'>): Evolving {
  const ranMs = document.ranMs + Math.max(0, Date.parse(at) - Date.parse(document.runsSince));
  return { ...document, ...change, completedAt: at, ranMs };
}

function evolved(document: Evolving, event: PlanRunRecorded): Evolving {
  const { occurredAt: at, actor } = event.envelope;
  switch (event.type) {
    case 'TestPlanRunSuiteStarted': {
      const { testPlanSuiteId, attempt, testRunId, ref } = event.data;
      const go = { attempt, progress: 'running' as const, testRunId, ref, startedAt: at, endedAt: null, message: null };
      const started = withSuite(document, testPlanSuiteId, (suite) => withAttempt(suite, go));
      return { ...started, testRunIds: [...document.testRunIds, testRunId] };
    }
    case 'TestPlanRunSuiteRefused': {
      const { testPlanSuiteId, attempt, message } = event.data;
      const ended = { attempt, progress: 'error' as const, testRunId: null, ref: null, endedAt: at, message };
      return withSuite(document, testPlanSuiteId, (suite) => {
        const started = suite.attempts.find((each) => each.attempt === attempt);
        return withAttempt(suite, { ...ended, startedAt: started?.startedAt ?? at });
      });
    }
    case 'TestPlanRunSuiteEnded': {
      const { testPlanSuiteId, attempt, status } = event.data;
      return withSuite(document, testPlanSuiteId, (suite) => {
        const started = suite.attempts.find((each) => each.attempt === attempt);
        if (!started) return suite;
        // Overruling a verdict does not change when it was reached.
        const endedAt = started.endedAt ?? at;
        return withAttempt(suite, { ...started, progress: progressOf[status], endedAt });
      });
    }
    case 'TestPlanRunCommitFound': {
      const { projectId, branch, commit } = event.data;
      return { ...document, commits: [...document.commits, { projectId, branch, commit }] };
    }
    case 'TestPlanRunCanceled':
      return over(document, at, { status: 'Canceled', canceledBy: actor });
    case 'TestPlanRunCompleted':
      return over(document, at, { status: 'completed', canceledBy: null });
    case 'TestPlanRunResumed': {
      const again = new Set(event.data.testPlanSuiteIds);
      const suites = document.suites.map((suite) =>
        again.has(suite.testPlanSuiteId) ? { ...suite, progress: 'pending' as const } : suite,
      );
      const runsSince = document.status === 'Running' ? document.runsSince : at;
      return { ...document, suites, status: 'Running', completedAt: null, runsSince };
    }
    default:
      return document;
  }
}

/** A run of a test plan: what it was started with, and how far it has come. The counts of tests are in its test runs. */
export const testPlanRuns: Projection<TestPlanRunDocument> = {
  name: 'testPlanRuns',
  version: 1,
  indexes: [{ accountId: 1, testPlanId: 1, _id: -1 }, { testRunIds: 1 }],
  idsOf: (event) => (isOfPlanRun(event) ? [event.data.testPlanRunId] : []),
  evolve: (document, event) => {
    if (event.type === 'TestPlanRunStarted') return created(event);
    if (document === null || !isOfPlanRun(event)) return document;
    return { ...evolved(document, event), revision: event.revision };
  },
  topicsOf: ({ accountId, testPlanId, testPlanRunId }) => [
    { accountId, topic: topics.testPlanRuns(testPlanId), id: testPlanRunId },
  ],
};
