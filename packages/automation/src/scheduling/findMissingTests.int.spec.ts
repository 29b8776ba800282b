import type { AgentId, TestId, TestRunId } from '@assay/contract';
import { projectTestsDecider } from '@assay/domain';
import { shop } from '../../../../test/support/recordedIds.ts';
import { ends, listedTest, starts } from '../../../../test/support/runStory.ts';
import { acme, signedBy } from '../../../../test/support/storesUnderTest.ts';
import { AgentDriver } from '../../test/agentDriver.ts';
import { ServiceUnderTest } from '../../test/serviceUnderTest.ts';

describe('a rerun of failed tests', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
  });
  afterAll(() => service.stop());

  let agents = 0;
  const agentOf = (names: string[], status: 'PASS' | 'FAIL') =>
    new AgentDriver(service.stores.eventLog, service.stores.operations, {
      agentId: `agent-${++agents}` as AgentId,
      testsOf: () => names.map((name) => listedTest(name)),
      outcomeOf: (name) => [starts(name), ends(name, status)],
    });
  const rerunOf = (testRunId: TestRunId, ...names: string[]) =>
    service.createRun({
      selectedTests: names as TestId[],
      rerunOf: { testRunId, kind: 'failed', firstTestRunId: testRunId },
    });
  const viewOf = async (testRunId: TestRunId) => {
    await service.quiet();
    return service.readModels.of(acme).testRun(testRunId);
  };

  it('does not pass without the tests that were not found, and names them', async () => {
    const first = await service.createRun();
    await service.reaches(first, 'FAIL', agentOf(['adds', 'pays'], 'FAIL'));
    const rerun = await rerunOf(first, 'adds', 'pays');
    await service.reaches(rerun, 'FAIL', agentOf(['adds'], 'PASS'));
    expect(await viewOf(rerun)).toMatchObject({
      statusCode: 'testRun.testsNotFound',
      statusInfo: expect.stringMatching(/^1 of the 2 selected tests was not found: cart\.spec\.ts › .*pays\./),
    });
    const both = await rerunOf(first, 'adds', 'pays');
    await service.reaches(both, 'PASS', agentOf(['adds', 'pays'], 'PASS'));
  });

  it('is inconclusive where only a test ran that was quarantined meanwhile', async () => {
    const first = await service.createRun();
    await service.reaches(first, 'FAIL', agentOf(['limps'], 'FAIL'));
    const limps = { projectId: shop, testId: 'limps' as TestId, file: 'cart.spec.ts', name: 'limps', reason: null };
    const quarantine = { type: 'quarantineTest' as const, ...limps };
    await service.stores.eventLog.handle(projectTestsDecider, shop, quarantine, signedBy('ada'));
    const rerun = await rerunOf(first, 'limps');
    await service.reaches(rerun, 'PASS', agentOf(['limps'], 'PASS'));
    expect(await viewOf(rerun)).toMatchObject({
      nothingCouldPass: true,
      statusDisplay: 'Inconclusive',
      totalCount: 1,
      flakyCount: 0,
    });
  });
});
