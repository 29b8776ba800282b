import {
  type AgentId,
  defaultStageSettings,
  type FinishedStatus,
  type Position,
  type TestPlanId,
  type TestPlanRunId,
  type TestPlanStageId,
  type TestPlanSuiteId,
  type TestRunId,
  type TestSuiteId,
} from '@assay/contract';
import { suiteStateOf, testPlanRunDecider, testRunDecider, testSuiteDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { eventually } from '../../../../test/support/eventually.ts';
import { shop, smoke } from '../../../../test/support/recordedIds.ts';
import { ends, listedTest, starts } from '../../../../test/support/runStory.ts';
import { signedBy } from '../../../../test/support/storesUnderTest.ts';
import { AgentDriver } from '../../test/agentDriver.ts';
import { ServiceUnderTest } from '../../test/serviceUnderTest.ts';

describe('the automation of plan runs', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    await createSuite(smoke);
  });
  afterAll(() => service.stop());

  async function createSuite(testSuiteId: TestSuiteId): Promise<void> {
    const settings = {
      type: 'Smoke' as const,
      description: null,
      maxRunners: null,
      includeTags: [],
      excludedTags: [],
      testFilters: [],
      testTimeoutSeconds: 60,
      timeoutMinutes: 10,
      retryFailedTests: false,
      priority: null,
      parallelizeByFile: true,
    };
    const command = { type: 'createTestSuite' as const, testSuiteId, projectId: shop, name: testSuiteId, settings };
    await service.stores.eventLog.handle(testSuiteDecider, testSuiteId, command, signedBy('ada'));
  }

  /** Stages of one suite each on a commit: 'first', 'second', and one that always runs. */
  async function startPlanRun(): Promise<TestPlanRunId> {
    const testPlanRunId = newId<TestPlanRunId>();
    const environmentId = await service.environment();
    const source = { branch: 'main', ref: '8f31c02', build: null, deployId: null };
    const where = { projectId: shop, testSuiteId: smoke, environmentId, environmentKey: null, source, problem: null };
    const stages = ['first', 'second', 'always'].map((name) => ({
      testPlanStageId: name as TestPlanStageId,
      settings: { ...defaultStageSettings, name, alwaysRun: name === 'always' },
      suites: [{ testPlanSuiteId: name as TestPlanSuiteId, ...where }],
    }));
    const facts = { testPlanRunId, testPlanId: 'gate' as TestPlanId, name: 'Gate', triggerId: null, stages };
    const command = { type: 'startTestPlanRun' as const, ...facts, startId: newId<string>() };
    await service.stores.eventLog.handle(testPlanRunDecider, testPlanRunId, command, signedBy('ada'));
    return testPlanRunId;
  }
  async function stateOf(testPlanRunId: TestPlanRunId) {
    const { state } = await service.stores.eventLog.load(testPlanRunDecider, testPlanRunId);
    if (state.status === 'none') throw new Error('it has not started');
    return state;
  }
  const progressOf = async (testPlanRunId: TestPlanRunId) => {
    const state = await stateOf(testPlanRunId);
    return ['first', 'second', 'always'].map((name) => suiteStateOf(state, name as TestPlanSuiteId).progress);
  };
  /** The test run of a suite, once it is there. */
  const runOf = (testPlanRunId: TestPlanRunId, name: string): Promise<TestRunId> =>
    eventually(async () => {
      const { testRunId } = suiteStateOf(await stateOf(testPlanRunId), name as TestPlanSuiteId);
      return testRunId !== null && (await service.statusOf(testRunId)) !== 'none' ? testRunId : null;
    });
  const set = async (testRunId: TestRunId, status: FinishedStatus) =>
    void (await service.stores.eventLog.handle(
      testRunDecider,
      testRunId,
      { type: 'setStatus', status },
      signedBy('ada'),
    ));
  const typesOf = async (stream: string) => (await service.eventsOf(stream)).map(({ type }) => type);

  it('takes the verdict that a person sets on a run under way, and not that it is canceled for that', async () => {
    const planRun = await startPlanRun();
    await set(await runOf(planRun, 'first'), 'PASS');
    await set(await runOf(planRun, 'second'), 'FAIL');
    await set(await runOf(planRun, 'always'), 'PASS');
    await eventually(async () => (await stateOf(planRun)).status === 'completed');
    expect(await progressOf(planRun)).toEqual(['pass', 'fail', 'pass']);
  });

  it('takes a run in which every test was skipped for no pass', async () => {
    const planRun = await startPlanRun();
    const agent = new AgentDriver(service.stores.eventLog, service.stores.operations, {
      agentId: 'skips' as AgentId,
      testsOf: () => [listedTest('later')],
      outcomeOf: (name) => [starts(name), ends(name, 'IGNORED')],
    });
    await service.reaches(await runOf(planRun, 'first'), 'PASS', agent);
    await set(await runOf(planRun, 'always'), 'PASS');
    await eventually(async () => (await stateOf(planRun)).status === 'completed');
    expect(await progressOf(planRun)).toEqual(['fail', 'pending', 'pass']);
  });

  it('reacts again to everything after it died, and starts nothing twice', async () => {
    const planRun = await startPlanRun();
    const first = await runOf(planRun, 'first');
    await set(first, 'PASS');
    const second = await runOf(planRun, 'second');
    await service.quiet();
    const before = await typesOf(`testPlanRun-${planRun}`);
    await service.stopAutomation();
    const [started] = await service.eventsOf(`testPlanRun-${planRun}`);
    await service.rewind(started?.position ?? ('' as Position));
    await service.startAutomation();
    await service.quiet();
    expect(await typesOf(`testPlanRun-${planRun}`)).toEqual(before);
    for (const run of [first, second]) {
      expect((await typesOf(`testRun-${run}`)).filter((type) => type === 'TestRunCreated')).toHaveLength(1);
    }
    await set(second, 'CANCELED');
    await set(await runOf(planRun, 'always'), 'CANCELED');
    await service.quiet();
  });

  it('starts nothing more of a plan run that a restore has interrupted', async () => {
    const planRun = await startPlanRun();
    await runOf(planRun, 'first');
    await service.quiet();
    await service.stopAutomation();
    await service.rewind('another-00000000000000000001' as Position);
    await service.startAutomation();
    await eventually(async () => (await progressOf(planRun))[0] === 'canceled');
    await service.quiet();
    expect((await stateOf(planRun)).status).toBe('Canceled');
    expect(await progressOf(planRun)).toEqual(['canceled', 'pending', 'pending']);
  });
});
