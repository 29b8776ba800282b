import type { AssignedRun } from '../src/connection/assignedWork.ts';
import { openBench } from './agentBench.ts';
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
describe('Closed for long', () => {
  before(() => { throw new Error('no lock'); });
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
  const bench = openBench();

  async function run(run: Partial<AssignedRun>, repository: Record<string, string> = files) {
    const mark = `${bench.folder}/mark-${crypto.randomUUID()}`;
    const variables = [{ key: 'MARK', value: mark, encrypted: false, file: false }];
    const gitUrl = bench.repository(repository);
    return await bench.outcomeOf(bench.order({ gitUrl, testingFramework: 'Cypress' }, { variables, ...run }));
  }

  it('are listed from their files, computed ones are found, each with its result, pictures and the video', async () => {
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
      'Closed for long › never opens': 'FAIL',
      'Closed for long › never sells': 'NOT_RUN',
    });
    expect(finals.get('Closed › never sells')?.error).toMatch(/: no key$/);
    expect(finals.get('Closed for long › never sells')?.error).toMatch(/: no lock$/);
    expect(finals.get('Shop › sells coffee')).toMatchObject({
      attempt: 2,
      error: 'no coffee',
      stackTrace: expect.stringContaining('e2e/shop.cy.js:4'),
      artifacts: [{ kind: 'screenshot', name: 'sells coffee (failed).png' }],
    });
    expect(finals.get('Shop › fails once')?.attempt).toBe(2);
    expect(finals.get('Closed for long › never opens')?.artifacts).toContainEqual(
      expect.objectContaining({ kind: 'video', name: 'shop.cy.js.mp4' }),
    );
  });

  it('are retried as the project configures it, each try with its own error', async () => {
    const bodies = `let tries = 0;
describe('Door', () => {
  it('opens at last', { retries: 2 }, () => { tries += 1; if (tries < 3) throw new Error('locked ' + tries); });
  it('never opens', { retries: 1 }, () => { throw new Error('jammed'); });
  it('is a door', () => {});
});
`;
    const { finals, tests, attempts } = await run({}, { ...files, 'e2e/shop.cy.js': bodies });
    const nameOf = new Map(tests.map(({ testId, name }) => [testId, name]));
    const tries = attempts.map(({ testId, attempt, status, error }) => [nameOf.get(testId), attempt, status, error]);
    expect(tries).toEqual([
      ['Door › opens at last', 1, 'FAIL', 'locked 1'],
      ['Door › opens at last', 2, 'FAIL', 'locked 2'],
      ['Door › opens at last', 3, 'PASS', null],
      ['Door › never opens', 1, 'FAIL', 'jammed'],
      ['Door › never opens', 2, 'FAIL', 'jammed'],
      ['Door › is a door', 1, 'PASS', null],
    ]);
    expect(finals.get('Door › never opens')?.status).toBe('FAIL');
  });

  it('of files that cannot be prepared, that throw, and without known titles', async () => {
    const { finals, statuses } = await run(
      {},
      {
        ...fakeCypress,
        'cypress.config.js': files['cypress.config.js'],
        'e2e/lost.cy.js': "require('./not-there'); it('a', () => {}); it('b', () => {});",
        'e2e/thrown.cy.js': "it('c', () => {}); throw new Error('thrown on the way');",
        'e2e/rows.cy.js': "for (const n of [1, 2]) it('row ' + n, () => {});",
      },
    );
    const uncaught = 'An uncaught error was detected outside of a test';
    expect(statuses).toEqual({
      a: 'FAIL',
      b: 'NOT_RUN',
      c: 'NOT_RUN',
      'row 1': 'PASS',
      'row 2': 'PASS',
      [uncaught]: 'FAIL',
      'Loading the file': 'PASS',
    });
    expect(finals.get('a')?.error).toMatch(/^Error: Webpack Compilation Error\nModule not found: .*not-there/);
    expect(finals.get('b')?.error).toMatch(/could not be prepared: Error: Webpack Compilation Error/);
    expect(finals.get('c')?.error).toBe('Cypress did not run this test. Before it, there was: thrown on the way');

    const noRows = "for (const n of [1, 2]) it('row ' + n, () => {}); throw new Error('no more rows');";
    const broken = await run({}, { ...files, 'e2e/shop.cy.js': noRows });
    expect(broken.statuses).toEqual({ [uncaught]: 'FAIL', 'Loading the file': 'FAIL' });
    expect(broken.finals.get('Loading the file')?.error).toBe('no more rows');
  });

  it('report only the selected ones', async () => {
    const { statuses } = await run({ includeTags: ['smoke'] });
    expect(statuses).toEqual({ 'Shop › opens @smoke': 'PASS' });
  });

  it("are found with the configuration of the project's version", async () => {
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
