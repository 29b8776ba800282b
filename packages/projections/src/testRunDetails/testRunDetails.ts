import {
  type AccountId,
  type AgentId,
  type BlobId,
  type TestRunId,
  type TestRunnerId,
  type ToolVersion,
  testKeyOf,
  topics,
} from '@assay/contract';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { Evolved, Projection, ReadModelDocument } from '../projection.ts';

export type RunnerDetail = {
  testRunnerId: TestRunnerId;
  agentId: AgentId;
  status: 'Created' | 'Idle' | 'Running' | 'Exited';
  testsRun: number;
  /** The test id and its copy: see `testKeyOf`. */
  currentTestKey: string | null;
  currentTestStartTime: string | null;
  createdAt: string;
  exitedAt: string | null;
  exitReason: 'runEnded' | 'stopped' | 'replaced' | null;
  /** The runner that replaced it. */
  replacedById: TestRunnerId | null;
};

export type TestRunDetailDocument = ReadModelDocument & {
  accountId: AccountId;
  testRunId: TestRunId;
  /** When each step began; null until it did. */
  steps: {
    queuedAt: string;
    submittedAt: string | null;
    setupAt: string | null;
    runningAt: string | null;
    tearDownAt: string | null;
  };
  /** The outcome of listing its tests; null: there is no list, or not yet. */
  listing: {
    at: string;
    testCount: number;
    foundCount: number;
    listingMs: number | null;
    /** The blob of all tests that were found; null: none was left out, or they were not kept. */
    found: BlobId | null;
    /** Of what runs the tests; left out where none is known. */
    versions?: ToolVersion[];
  } | null;
  /** Why the set-up could not do its work. */
  setupProblem: string | null;
  runners: RunnerDetail[];
};

type Detail = Evolved<TestRunDetailDocument>;

function withRunner(
  detail: Detail,
  runnerId: TestRunnerId,
  change: (runner: RunnerDetail) => Partial<RunnerDetail>,
): Detail {
  const runners = detail.runners.map((runner) =>
    runner.testRunnerId === runnerId ? { ...runner, ...change(runner) } : runner,
  );
  return { ...detail, runners };
}

const idle = { status: 'Idle', currentTestKey: null, currentTestStartTime: null } as const;

function evolve(detail: Detail | null, event: RecordedEvent): Detail | null {
  const at = event.envelope.occurredAt;
  if (event.type === 'TestRunCreated') {
    const runningAt = event.data.upload ? at : null;
    const steps = { queuedAt: at, submittedAt: null, setupAt: null, runningAt, tearDownAt: null };
    const { testRunId } = event.data;
    return { accountId: accountOf(event), testRunId, steps, listing: null, setupProblem: null, runners: [] };
  }
  if (detail === null) return null;
  const step = (change: Partial<Detail['steps']>) => ({ ...detail, steps: { ...detail.steps, ...change } });
  switch (event.type) {
    case 'TestRunSubmitted':
      return step({ submittedAt: at });
    case 'TestRunSetupStarted':
      return step({ setupAt: at });
    case 'TestRunStarted':
      return step({ runningAt: at });
    case 'TestRunTearDownStarted':
      return step({ tearDownAt: at });
    case 'TestListCompleted': {
      const { testCount, foundCount, listingMs, found, versions } = event.data;
      const listing = {
        at,
        testCount,
        foundCount,
        listingMs: listingMs ?? null,
        found: (found ?? null) as BlobId | null,
        ...(versions.length > 0 && { versions }),
      };
      return { ...detail, listing };
    }
    case 'WorkUnitFinished':
      return { ...detail, setupProblem: event.data.problem?.message ?? null };
    case 'TestRunnerCreated': {
      const { testRunnerId, agentId, replaces } = event.data;
      const runner = {
        ...idle,
        testRunnerId,
        agentId,
        status: 'Created' as const,
        testsRun: 0,
        createdAt: at,
        exitedAt: null,
        exitReason: null,
        replacedById: null,
      };
      const before = replaces ? withRunner(detail, replaces, () => ({ replacedById: testRunnerId })) : detail;
      return { ...before, runners: [...before.runners, runner] };
    }
    case 'TestRunnerExited':
      return withRunner(detail, event.data.testRunnerId, () => ({
        ...idle,
        status: 'Exited',
        exitedAt: at,
        exitReason: event.data.reason ?? 'runEnded',
      }));
    case 'WorkUnitClaimed':
      return withRunner(detail, event.data.runnerId, ({ status }) => ({
        status: status === 'Exited' ? status : 'Running',
      }));
    case 'TestStarted': {
      const { runnerId, testId, copy, startedAt } = event.data;
      // The first claim is older than the runner itself, so its first test shows that it works.
      return withRunner(detail, runnerId, ({ status }) => ({
        status: status === 'Exited' ? status : 'Running',
        currentTestKey: testKeyOf(testId, copy),
        currentTestStartTime: startedAt,
      }));
    }
    case 'TestFinished': {
      const { runnerId, testId, copy, final } = event.data;
      const finished = testKeyOf(testId, copy);
      return withRunner(detail, runnerId, ({ testsRun, currentTestKey, currentTestStartTime }) => ({
        testsRun: testsRun + (final ? 1 : 0),
        currentTestKey: currentTestKey === finished ? null : currentTestKey,
        currentTestStartTime: currentTestKey === finished ? null : currentTestStartTime,
      }));
    }
    case 'WorkUnitCompleted':
    case 'WorkUnitLost':
      return withRunner(detail, event.data.runnerId, ({ status }) => ({
        ...idle,
        status: status === 'Exited' ? status : 'Idle',
      }));
    default:
      return detail;
  }
}

/** What a run's own page shows beyond its row in the list: its steps and its runners. */
export const testRunDetails: Projection<TestRunDetailDocument> = {
  name: 'testRunDetails',
  version: 4,
  indexes: [],
  idsOf: (event) => {
    switch (event.type) {
      case 'TestRunCreated':
      case 'TestRunSubmitted':
      case 'TestRunSetupStarted':
      case 'TestRunStarted':
      case 'TestRunTearDownStarted':
      case 'TestListCompleted':
      case 'TestRunnerCreated':
      case 'TestRunnerExited':
      case 'WorkUnitClaimed':
      case 'WorkUnitCompleted':
      case 'WorkUnitLost':
      case 'TestStarted':
      case 'TestFinished':
        return [event.data.testRunId];
      case 'WorkUnitFinished':
        return event.data.unit === 0 ? [event.data.testRunId] : [];
      default:
        return [];
    }
  },
  evolve,
  topicsOf: ({ accountId, testRunId }) => [{ accountId, topic: topics.testRun(testRunId), id: testRunId }],
};
