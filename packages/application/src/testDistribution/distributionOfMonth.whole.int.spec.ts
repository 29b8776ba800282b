import type { TestDistributionAnalysis, TestDistributionRuleId, TestDistributionRuleSettings } from '@assay/contract';
import { testDistributionDecider } from '@assay/domain';
import { openReadModels } from '@assay/projections';
import { acme, signedBy } from '../../../../test/support/storesUnderTest.ts';
import { plainTries, timeOf } from '../../../projections/test/plainCounts.ts';
import {
  type SimulatedReadModels,
  simulatedHistory,
  startSimulatedReadModels,
} from '../../../projections/test/simulatedReadModels.ts';
import type { Application } from '../application.ts';
import { streamOwners } from '../stores/streamOwners.ts';
import { openDistributions } from './analyzeDistribution.ts';
import { type Quarters, quartersFrom } from './distributedTests.ts';

const dayMs = 24 * 3_600_000;
const simulated = simulatedHistory(Date.parse('2026-10-10T00:00:00Z'), 30);
const { start, web, mobile, payments } = simulated;
const rule = (settings: Partial<TestDistributionRuleSettings>): TestDistributionRuleSettings => ({
  ruleType: 'NAME',
  assignedTo: 'UNIT',
  projectId: null,
  testSuiteId: null,
  includePatterns: [],
  ...settings,
});
/** In this order: a card is paid in two projects, and the first rule decides. */
const rules: [id: string, settings: TestDistributionRuleSettings][] = [
  [
    'r0',
    rule({
      assignedTo: 'END_TO_END',
      projectId: mobile,
      includePatterns: ['pays*'],
    }),
  ],
  [
    'r1',
    rule({
      assignedTo: 'INTEGRATION',
      ruleType: 'FILE',
      includePatterns: ['payments.*'],
    }),
  ],
  ['r2', rule({ assignedTo: 'UNIT', includePatterns: ['pays*', 's*', '*voucher'] })],
];

describe('the test distribution of a month', () => {
  let shown: SimulatedReadModels;
  beforeAll(async () => {
    shown = await startSimulatedReadModels(simulated);
    const { eventLog } = shown.stores;
    for (const [index, [id, settings]] of rules.entries()) {
      const ruleId = id as TestDistributionRuleId;
      const command = {
        type: 'addRule' as const,
        accountId: acme,
        ruleId,
        orderToApply: index,
        settings,
      };
      await eventLog.handle(testDistributionDecider, acme, command, signedBy(simulated.userId));
    }
    await shown.untilShown();
  });
  afterAll(() => shown.stop());

  const analyze = (quarters: Quarters, projects?: readonly (typeof web)[]): Promise<TestDistributionAnalysis> => {
    const { stores } = shown;
    const { eventLog } = stores;
    const readModels = openReadModels({
      db: stores.readModelDb,
      eventLog,
    });
    const app: Application = {
      ...stores,
      readModels,
      owners: streamOwners(eventLog),
    };
    // Opened for this call alone: nothing of the one before is kept.
    return openDistributions()(app, acme, quarters, projects);
  };

  /** The rule that a test falls under, read off the list of all tests by eye. */
  const ruleOfTest: Record<string, string | undefined> = {
    [`${mobile}.pays-by-card`]: 'r0',
    [`${payments}.captures`]: 'r1',
    [`${payments}.reads-the-old-format`]: 'r1',
    [`${payments}.exports`]: 'r1',
    [`${web}.pays`]: 'r2',
    [`${web}.searches`]: 'r2',
    [`${web}.ships`]: 'r2',
    [`${web}.applies-a-voucher`]: 'r2',
    [`${mobile}.starts`]: 'r2',
    [`${mobile}.signs-in`]: 'r2',
  };

  /** The different tests that passed or failed on one of the days, by the rule. */
  function plainCounts({ from, to }: Quarters['now'], projects: readonly string[]) {
    const tests = new Set<string>();
    for (const event of shown.events) {
      const day = Math.floor(timeOf(event) / dayMs);
      if (day < from || day > to) continue;
      for (const { projectId, testId, final, status } of plainTries([event])) {
        const ran = final && (status === 'PASS' || status === 'FAIL');
        if (ran && projects.includes(projectId)) tests.add(`${projectId}.${testId}`);
      }
    }
    const under = (id: string | undefined) => [...tests].filter((test) => ruleOfTest[test] === id).length;
    return {
      counts: {
        e2eTestCount: under('r0'),
        integrationTestCount: under('r1'),
        unitTestCount: under('r2'),
        unmatchedTestCount: under(undefined),
      },
      byRule: rules.map(([id]) => under(id)),
    };
  }

  async function compare(firstDay: number, projects?: (typeof web)[]) {
    const quarters = quartersFrom(start + firstDay * dayMs);
    const { rules: ofRules, lastQuarter, start: _from, end: _to, ...counts } = await analyze(quarters, projects);
    const { start: _start, end: _end, ...before } = lastQuarter;
    const own = projects ?? [web, mobile, payments];
    const [now, then] = [plainCounts(quarters.now, own), plainCounts(quarters.before, own)];
    expect([firstDay, counts, before]).toEqual([firstDay, now.counts, then.counts]);
    expect(ofRules.map(({ testCount, lastTestCount }) => [testCount, lastTestCount])).toEqual(
      now.byRule.map((count, index) => [count, then.byRule[index]]),
    );
    return now.counts;
  }

  /** All of it, the end of it, its end and its beginning, its last day alone, and nothing. */
  const firstDays = [-40, 5, 15, 29, 40, 200];

  it('is a plain count of the tests that the events name, whichever day a quarter begins with', async () => {
    expect(await compare(0)).toEqual({
      e2eTestCount: 1,
      integrationTestCount: 3,
      unitTestCount: 6,
      unmatchedTestCount: 5,
    });
    for (const day of firstDays) await compare(day);
    for (const day of firstDays) await compare(day, [web]);
    await compare(10, [mobile, payments]);
  });

  it('is the same after a rebuild', async () => {
    for (const name of ['projectTests', 'testDistributionRules']) await shown.projector.rebuild(name);
    for (const day of firstDays) await compare(day);
  });
});
