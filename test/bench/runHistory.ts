import {
  type AccountId,
  type AgentId,
  addResult,
  type EnvironmentId,
  type ListedTest,
  leaseIdOf,
  noTotals,
  type ProjectId,
  type TestId,
  type TestRunId,
  type TestRunnerId,
} from '@assay/contract';
import {
  type Decider,
  noEarlierTries,
  type ReportedEvent,
  type TestRunCommand,
  testListDecider,
  testRunDecider,
  workUnitDecider,
} from '@assay/domain';
import { type AppendContext, type EventLog, newId } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import { idAt } from '../../packages/launcher/src/simulation/simulatedRun.ts';
import { madeUpTests } from './honestAgent.ts';

export type Owner = {
  accountId: AccountId;
  projectId: ProjectId;
  /** The runs take turns in these. */
  environmentIds: readonly EnvironmentId[];
  userId: string;
  /** When the runs were, in turns from the oldest; all of them now, unless said. */
  during?: { days: number; runs: number };
};

/** Every n-th run has run its tests; the others got a manual verdict, so that the log is written quickly. */
const detailedEvery = 100;
const testsOfDetailed = 20;
const branches = ['main', 'main', 'main', 'develop', 'release'];
const durationMs = 250;
const agentId = 'bench' as AgentId;
const inFlight = 48;
const dayMs = 86_400_000;

function statusOf(number: number): 'PASS' | 'FAIL' {
  return number % 4 === 3 ? 'FAIL' : 'PASS';
}

/** @returns the events of consecutive commands, each decided on the state after the ones before. */
function decideAll<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  commands: readonly Command[],
): Event[] {
  const facts: Event[] = [];
  let state = decider.initialState();
  for (const command of commands) {
    const decided = decider.decide(command, state);
    facts.push(...decided);
    state = decided.reduce(decider.evolve, state);
  }
  return facts;
}

function created({ projectId, environmentIds }: Owner, testRunId: TestRunId, number: number): TestRunCommand {
  return {
    type: 'createTestRun',
    testRunId,
    number,
    projectId,
    environmentId: environmentIds[number % environmentIds.length] as EnvironmentId,
    pipelineStageId: null,
    ref: null,
    rerunOf: null,
    build: null,
    upload: null,
    testSuiteId: null,
    deployId: null,
    copies: 1,
    branch: branches[number % branches.length] ?? 'main',
    includeTags: [],
    excludedTags: [],
    testFilters: [],
    selectedTests: null,
    maxRunners: 2,
    priority: 1,
    parallelizeByFile: true,
    testTimeoutSeconds: 900,
    timeoutMinutes: 180,
    retryFailedTests: false,
    ignoreQuarantine: false,
    recordVideo: false,
    playwrightProject: null,
    attributes: [],
  };
}

/** From the queue to the verdict, as the scheduler, an agent and the policies lead it. */
function wholeLife(number: number, tests: readonly ListedTest[]): TestRunCommand[] {
  const result = { status: statusOf(number), quarantined: false, flaky: false, durationMs };
  const totals = tests.reduce((sum) => addResult(sum, result), noTotals);
  return [
    { type: 'submitTestRun' },
    { type: 'startSetup', agentId },
    {
      type: 'startTestRun',
      commit: 'f'.repeat(40),
      commitMessage: `Change ${number}`,
      testCount: tests.length,
      units: [{ unit: 1, copy: null, tests: tests.map(({ testId }) => testId), expectedMs: 1_000 }],
      quarantined: [],
    },
    { type: 'finishUnit', unit: 1, attempt: 1, totals, problem: null },
    { type: 'finishTestRun' },
  ];
}

/** A user sets the status before a runner is free: the shortest way to a verdict. */
function shortLife(number: number): TestRunCommand[] {
  return [{ type: 'setStatus', status: statusOf(number) }];
}

/** Milliseconds since 1970. */
function timeOf({ during }: Owner, number: number): number {
  if (!during) return Date.now();
  return Math.round(Date.now() - (during.days * dayMs * (during.runs - number)) / during.runs);
}

type Append = { stream: string; events: DomainEvent[] };

/** The streams of one finished run. */
function appendsOf(owner: Owner, number: number, at: number): Append[] {
  const { projectId } = owner;
  const testRunId = owner.during ? idAt(at, number, owner.accountId) : newId<TestRunId>();
  const detailed = number % detailedEvery === 0;
  const tests = detailed ? madeUpTests(testsOfDetailed, 2) : [];
  const life = detailed ? wholeLife(number, tests) : shortLife(number);
  const run = {
    stream: `testRun-${testRunId}`,
    events: decideAll(testRunDecider, [created(owner, testRunId, number), ...life]),
  };
  if (!detailed) return [run];
  const facts = { testRunId, projectId, list: 'list', tests, copies: 1, foundCount: tests.length };
  const record = { type: 'recordTestList' as const, ...facts, commit: null, commitMessage: null };
  const lease = leaseIdOf(testRunId, 1, 1);
  const startedAt = new Date(at).toISOString();
  const reported = tests.flatMap(({ testId }): ReportedEvent[] => [
    { type: 'testStarted', testId, attempt: 1, startedAt },
    {
      type: 'testFinished',
      testId,
      attempt: 1,
      status: statusOf(number),
      final: true,
      timedOut: false,
      startedAt,
      durationMs,
      errorHead: null,
      details: null,
      artifacts: [],
    },
  ]);
  return [
    run,
    { stream: `testList-${testRunId}`, events: decideAll(testListDecider, [record, record]) },
    {
      stream: `workUnit-${lease}`,
      events: decideAll(workUnitDecider, [
        {
          type: 'claimWorkUnit',
          testRunId,
          projectId,
          unit: 1,
          attempt: 1,
          copy: null,
          agentId,
          runnerId: 'bench-0' as TestRunnerId,
          tests: tests.map(({ testId }) => testId),
          quarantined: [],
        },
        {
          type: 'reportEvents',
          events: [...reported, { type: 'unitCompleted', problem: null }],
          quarantinedInProject: new Set<TestId>(),
          earlier: noEarlierTries,
        },
      ]),
    },
  ];
}

/**
 * Writes finished runs directly into the event log, through its own checks: the deciders decide the events; only agents
 * and waiting are skipped.
 * @param numbers the runs' numbers, both included
 */
export async function writeRunHistory(eventLog: EventLog, owner: Owner, numbers: { from: number; to: number }) {
  let next = numbers.from;
  const write = async () => {
    while (next <= numbers.to) {
      const number = next++;
      const at = timeOf(owner, number);
      const context: AppendContext = {
        accountId: owner.accountId,
        actor: { kind: 'user', id: owner.userId },
        occurredAt: new Date(at).toISOString(),
        $correlationId: newId(),
      };
      for (const { stream, events } of appendsOf(owner, number, at)) await eventLog.append(stream, -1, events, context);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, write));
}
