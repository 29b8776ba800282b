import type { ListedTest } from '@assay/contract';
import { TestListBlob } from '@assay/contract';
import { Value } from 'typebox/value';
import type { GivenRun } from '../src/connection/givenWork.ts';
import { AgentBench } from './agentBench.ts';
import { fakeCypress } from './fakeCypress.ts';

const spec = `const { existsSync, writeFileSync } = require('node:fs');
describe('Shop', () => {
  it('opens @smoke', () => {});
  it('sells coffee', () => { throw new Error('no coffee'); });
  it.skip('is to be written', () => {});
  for (const n of [1, 2]) it('row ' + n, () => {});
  it('fails once', () => { if (!existsSync(process.env.MARK)) { writeFileSync(process.env.MARK, ''); throw new Error('not this time'); } });
});
describe('Closed', () => {
  before(() => { throw new Error('no key'); });
  it('never opens', () => {});
  it('never sells', () => {});
});
`;
const files = {
  ...fakeCypress,
  'cypress.config.js': "module.exports = { e2e: { specPattern: ['e2e/**/*.cy.js'] } };",
  'e2e/shop.cy.js': spec,
  'e2e/helper.js': "it('is no spec', () => {});",
};

describe('Cypress tests (against a fake of its command line)', () => {
  let bench: AgentBench;
  beforeAll(async () => {
    bench = await AgentBench.open();
  });
  afterAll(async () => {
    expect(bench.service.violations).toEqual([]);
    await bench.close();
  });

  async function run(run: Partial<GivenRun>) {
    const mark = `${bench.folder}/mark-${crypto.randomUUID()}`;
    const variables = [{ key: 'MARK', value: mark, encrypted: false, file: false }];
    const order = bench.order({ gitUrl: bench.repository(files), testingFramework: 'Cypress' }, { variables, ...run });
    const finals = await bench.run(order);
    const list = bench.service.lists.get(order.testRunId);
    const tests: ListedTest[] = Value.Check(TestListBlob, list) ? list.tests : [];
    const problem = bench.service.unitsOf(order.testRunId).find((unit) => unit.problem)?.problem ?? null;
    return {
      finals,
      tests,
      problem,
      statuses: Object.fromEntries([...finals].map(([name, { status }]) => [name, status])),
    };
  }

  it('are listed from their files, those made on the way found, each with its result, pictures and the video', async () => {
    const { finals, statuses, tests, problem } = await run({ retryFailedTests: true, recordVideo: true });
    expect(problem).toBeNull();
    expect(tests.map(({ name }) => name)).not.toContain('Shop › row 1');
    expect(tests[0]).toMatchObject({ file: 'e2e/shop.cy.js', line: 3, tags: ['@smoke'] });
    expect(statuses).toEqual({
      'Shop › opens @smoke': 'PASS',
      'Shop › sells coffee': 'FAIL',
      'Shop › is to be written': 'IGNORED',
      'Shop › row 1': 'PASS',
      'Shop › row 2': 'PASS',
      'Shop › fails once': 'PASS',
      'Closed › never opens': 'FAIL',
      'Closed › never sells': 'NOT_RUN',
    });
    expect(finals.get('Shop › sells coffee')).toMatchObject({
      attempt: 2,
      error: 'no coffee',
      stackTrace: expect.stringContaining('e2e/shop.cy.js:4'),
      artifacts: [{ kind: 'screenshot', name: 'sells coffee (failed).png' }],
    });
    expect(finals.get('Shop › fails once')?.attempt).toBe(2);
    expect(finals.get('Closed › never opens')?.artifacts).toContainEqual(
      expect.objectContaining({ kind: 'video', name: 'shop.cy.js.mp4' }),
    );
  });

  it('report only what was chosen', async () => {
    const { statuses } = await run({ includeTags: ['smoke'] });
    expect(statuses).toEqual({ 'Shop › opens @smoke': 'PASS' });
  });

  it('are found by the configuration that the version of the project has', async () => {
    const both = { ...files, 'cypress.json': '{ "integrationFolder": "old" }', 'old/cart.js': "it('adds', () => {});" };
    const listOf = async (testingFrameworkVersion: string) => {
      const settings = {
        gitUrl: bench.repository(both),
        testingFramework: 'Cypress' as const,
        testingFrameworkVersion,
      };
      const order = bench.order(settings, { testFilters: ['Regex: .'] });
      bench.service.queueUnit(order, 'setup', 0, []);
      await bench.service.until(() => bench.service.lists.has(order.testRunId), 'the list');
      bench.service.finishedRuns.add(order.testRunId);
      const files = bench.service.lists.get(order.testRunId)?.tests.map(({ file }) => file);
      await bench.service.untilRunEnded(order.testRunId);
      return [...new Set(files)];
    };
    expect(await listOf('9.7')).toEqual(['old/cart.js']);
    expect(await listOf('13')).toEqual(['e2e/shop.cy.js']);
  });
});
