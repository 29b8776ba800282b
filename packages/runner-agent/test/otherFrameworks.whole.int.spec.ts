import { jasmineHelper, settingsOfPreset } from '@assay/contract';
import { openBench } from './agentBench.ts';
import { installOnDemand, useModules } from './onDemandFramework.ts';

const modules = await installOnDemand('junit-writers', { jest: '30.5.2', 'jest-junit': '17.0.0', mocha: '12.0.3' });
const jasmine = await installOnDemand('jasmine', { jasmine: '5.12.0', 'jasmine-reporters': '2.5.2' });

const body = `
  it('adds up', () => { console.log('adding'); });
  it('rounds', () => { throw new Error('not rounded'); });
  it.skip('is to be written', () => {});
`;

(modules ? describe : describe.skip)('frameworks by their command and JUnit XML (needs the npm registry)', () => {
  const bench = openBench();

  it.each([
    ['Other', 'Jest', 'jest --reporters=default --reporters=jest-junit', 'junit.xml', 'Cart › adds up'],
    [
      'Ingenious',
      'Mocha',
      'mocha --reporter xunit --reporter-options output=out/junit.xml cart.test.js',
      'out/*.xml',
      'Cart › adds up',
    ],
    [
      'Other',
      'node:test',
      'node --require ./globals.js --test --test-reporter=junit --test-reporter-destination=results.xml cart.test.js',
      'results.xml',
      'adds up',
    ],
  ] as const)('%s: %s', async (testingFramework, _, testCommand, resultFile, name) => {
    const files = {
      'package.json': JSON.stringify({ name: 'shop', private: true }),
      'cart.test.js': `describe('Cart', () => {${body}});`,
      // For Node's test runner, whose functions are not globals.
      'globals.js': "Object.assign(globalThis, require('node:test'));",
    };
    const order = bench.order({
      gitUrl: bench.repository(files),
      testingFramework,
      testCommand,
      resultFiles: [resultFile],
      installCommand: useModules(modules ?? ''),
    });
    const finals = await bench.run(order);
    const statuses = [...finals.values()].map(({ status }) => status).sort();
    expect({ statuses, names: [...finals.keys()] }).toMatchObject({ statuses: ['FAIL', 'IGNORED', 'PASS'] });
    expect(finals.get(name)?.status).toBe('PASS');
    const failed = [...finals.values()].find(({ status }) => status === 'FAIL');
    expect(`${failed?.error}\n${failed?.stackTrace}`).toMatch(/not rounded[\s\S]*cart\.test\.js/);
  });

  it('Jest: a file that cannot be loaded is reported, although jest-junit by default omits it', async () => {
    const files = {
      'package.json': JSON.stringify({ name: 'shop', private: true }),
      'broken.test.js': "require('./nowhere');",
      'good.test.js': "test('adds up', () => {}); describe('Set', () => test('Set', () => {}));",
    };
    const order = bench.order({
      gitUrl: bench.repository(files),
      testingFramework: 'Other',
      testCommand: 'jest --reporters=jest-junit',
      resultFiles: ['junit.xml'],
      installCommand: useModules(modules ?? ''),
    });
    const finals = await bench.run(order);
    const broken = [...finals.values()].find(({ status }) => status === 'FAIL');
    expect(broken?.stackTrace).toContain('./nowhere');
    expect(finals.get('adds up')?.status).toBe('PASS');
    expect(finals.get('Set › Set')?.status).toBe('PASS');
    expect(finals.size).toBe(3);
  });

  it('Jest: a run whose files cannot be loaded has the reason', async () => {
    const order = bench.order({
      gitUrl: bench.repository({ 'package.json': '{"name":"shop"}', 'broken.test.js': "require('./dist/cart.js');" }),
      testingFramework: 'Other',
      testCommand: 'jest --reporters=default --reporters=jest-junit',
      resultFiles: ['junit.xml'],
      installCommand: useModules(modules ?? ''),
    });
    const { problem } = await bench.outcomeOf(order);
    expect(problem?.code).toBe('command.filesFailed');
    expect(problem?.message).toContain("Cannot find module './dist/cart.js'");
  });
});

(jasmine ? describe : describe.skip)('Jasmine by the command that is proposed (needs the npm registry)', () => {
  const bench = openBench();

  it.each(['spec', '.', 'dist/test'])('has results where its specs are in %s', async (folder) => {
    const order = bench.order({
      gitUrl: bench.repository({
        'spec/support/jasmine.json': JSON.stringify({ spec_dir: folder, spec_files: ['**/*.spec.js'] }),
        [`${folder}/cart.spec.js`]: `describe('Cart', () => it('adds up', () => expect(1 + 2).toBe(3)));`,
        'package.json': '{"name":"shop"}',
      }),
      ...settingsOfPreset('jasmine'),
      installCommand: `${useModules(jasmine ?? '')} && ${jasmineHelper}`,
    });
    expect(await bench.outcomeOf(order)).toMatchObject({ statuses: { 'adds up': 'PASS' }, problem: null });
  });
});

describe('a command that writes JUnit XML', () => {
  const bench = openBench();

  it('keeps the files that its tests claim as their own', async () => {
    const xml = `<testsuite name="Cart"><testcase classname="Cart" name="adds up">
      <system-out>see [[ATTACHMENT|shots/cart.png]] and [[ATTACHMENT|/etc/hostname]]</system-out></testcase></testsuite>`;
    const order = bench.order({
      gitUrl: bench.repository({ 'cart.xml': xml, 'shots/cart.png': 'a picture' }),
      testingFramework: 'Other',
      testCommand: "node -e \"fs.copyFileSync('cart.xml', 'out.xml')\"",
      resultFiles: ['out.xml'],
    });
    const { artifacts, status } = (await bench.run(order)).get('adds up') ?? {};
    expect(status).toBe('PASS');
    expect(artifacts).toMatchObject([{ kind: 'screenshot', name: 'cart.png', mediaType: 'image/png' }]);
    expect(bench.service.blobs.get(artifacts?.[0]?.blobId ?? '')?.toString()).toBe('a picture');
  });

  it('says in its log which results were in two files', async () => {
    const xml =
      '<testsuite name="Cart"><testcase name="adds up" time="0.5"/><testcase name="rounds" time="0.5"/></testsuite>';
    const order = bench.order({
      gitUrl: bench.repository({ 'cart.xml': xml }),
      testingFramework: 'Other',
      testCommand: "node -e \"for (const to of ['all.xml', 'one.xml']) fs.copyFileSync('cart.xml', to)\"",
      resultFiles: ['all.xml', 'one.xml'],
    });
    expect([...(await bench.run(order)).keys()].sort()).toEqual(['adds up', 'rounds']);
    const log = [...bench.service.logs].find(([name]) => name.startsWith(`${order.testRunId}/${order.testRunId}`));
    expect(log?.[1]).toContain('one.xml: 2 results are not counted again, because all.xml holds the same.');
  });
});
