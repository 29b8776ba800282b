import { runPools } from '@assay/application';
import { LruCache } from '@assay/concurrency';
import { type ListedTest, noTotals, type TestId, type TestRunId } from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';
import type { AutomationDeps } from '../automationDeps.ts';
import { type Policy, policy, reactingTo } from '../policy.ts';
import { runOrderOf } from '../runOrder.ts';

type Offer = { unit: number; attempt: number; tests: TestId[]; expectedMs: number };

/** What the run's streams say about it: commit, listed tests, quarantine, whether runners on one machine take turns. */
type Facts = {
  commit: string | null;
  quarantined: ReadonlySet<TestId>;
  listed: ReadonlyMap<TestId, ListedTest>;
  takesTurns: boolean;
};

/** Tests of runs being planned that are cached in memory. */
const keptTests = 200_000;

async function readFacts({ eventLog }: AutomationDeps, testRunId: TestRunId): Promise<Facts> {
  let commit: string | null = null;
  let quarantined: ReadonlySet<TestId> = new Set();
  for await (const event of eventLog.read(`testRun-${testRunId}`)) {
    if (event.type !== 'TestRunStarted') continue;
    commit = event.data.commit;
    quarantined = new Set(event.data.quarantined);
  }
  const listed = new Map<TestId, ListedTest>();
  let takesTurns = false;
  for await (const event of eventLog.read(`testList-${testRunId}`)) {
    if (event.type === 'TestListCompleted') takesTurns = event.data.takesTurns;
    if (event.type !== 'TestsListed') continue;
    // Test groups only matter to the plan, and older agents do not know the field.
    for (const { together: _, ...test } of event.data.tests) listed.set(test.testId, test);
  }
  return { commit, quarantined, listed, takesTurns };
}

async function cannotRun(
  event: RecordedEvent,
  { eventLog }: AutomationDeps,
  request: TestRunCreated,
  offers: Offer[],
): Promise<void> {
  const problem = {
    code: 'testRun.projectGone',
    message: 'The project or its environment was deleted while the run waited.',
  };
  for (const { unit, attempt, tests } of offers) {
    const totals = { ...noTotals, notRun: tests.length };
    await eventLog.handle(
      testRunDecider,
      request.testRunId,
      { type: 'finishUnit', unit, attempt, totals, problem },
      reactingTo(event, 'offerWork'),
    );
  }
}

async function offer(
  event: RecordedEvent,
  deps: AutomationDeps,
  testRunId: TestRunId,
  offers: Offer[],
  factsOf = readFacts,
): Promise<void> {
  const { eventLog, operations } = deps;
  const { state } = await eventLog.load(testRunDecider, testRunId);
  // The event may be stale: only units still open are offered.
  if (state.status === 'none' || state.status === 'PASS' || state.status === 'FAIL' || state.status === 'CANCELED')
    return;
  const open = offers.filter(({ unit, attempt }) => {
    const known = state.units.get(unit);
    return known !== undefined && !known.done && known.attempt === attempt;
  });
  const [first] = open;
  if (!first) return;
  const { request } = state;
  const { priority, projectId, maxRunners } = request;
  const accountId = accountOf(event);
  const { commit, quarantined, listed, takesTurns } = await factsOf(deps, testRunId);
  const [order, pools] = await Promise.all([
    runOrderOf(eventLog, request, commit),
    runPools(eventLog, request.environmentId),
  ]);
  if (!order) return cannotRun(event, deps, request, open);
  if (first.unit === 0) {
    await operations.workQueue.offerSetup({ accountId, projectId, priority, order, pools, attempt: first.attempt });
  } else {
    const units = open.map(({ tests, ...unit }) => ({
      ...unit,
      copy: state.units.get(unit.unit)?.copy ?? null,
      tests: tests.flatMap((testId) => listed.get(testId) ?? []),
      quarantined: tests.filter((testId) => quarantined.has(testId)),
    }));
    // More runners than units would have nothing to do.
    const seats = Math.min(maxRunners, open.length);
    await operations.workQueue.offerUnits({ testRunId, accountId, priority, seats, order, pools, takesTurns, units });
  }
  // Between reading the pools and the offer, `moveRuns` may have moved earlier work.
  await operations.workQueue.moveRun(testRunId, await runPools(eventLog, request.environmentId));
  await operations.changeFeed.publish([{ accountId: null, topic: 'work', ids: [], position: null }]);
}

/** Adds the work requested by a run's own events to the agents' queue. */
export function offerWork(): Policy {
  /**
   * The plan of a large run comes in many events. Its list of tests, which no longer changes, is read with the first
   * one only: decoding it for each blocked this process.
   */
  const planned = new LruCache<TestRunId, Facts>(keptTests, ({ listed }) => listed.size + 1);
  const factsOfPlanned = async (deps: AutomationDeps, testRunId: TestRunId): Promise<Facts> => {
    const facts = planned.get(testRunId) ?? (await readFacts(deps, testRunId));
    planned.set(testRunId, facts);
    return facts;
  };

  return policy({
    name: 'offerWork',
    on: ['TestRunSubmitted', 'WorkUnitsPlanned', 'WorkUnitReplanned'],
    react: async (event, deps) => {
      switch (event.type) {
        case 'TestRunSubmitted':
          return offer(event, deps, event.data.testRunId, [{ unit: 0, attempt: 1, tests: [], expectedMs: 0 }]);
        case 'WorkUnitsPlanned': {
          const { testRunId, complete } = event.data;
          const units = event.data.units.map((unit) => ({ ...unit, attempt: 1 }));
          await offer(event, deps, testRunId, units, factsOfPlanned);
          if (complete) planned.delete(testRunId);
          return;
        }
        case 'WorkUnitReplanned': {
          const { testRunId, unit, attempt, tests } = event.data;
          // After a loss it has priority over the rest of the run.
          return offer(event, deps, testRunId, [{ unit, attempt, tests, expectedMs: Number.MAX_SAFE_INTEGER }]);
        }
        default:
          return;
      }
    },
  });
}
