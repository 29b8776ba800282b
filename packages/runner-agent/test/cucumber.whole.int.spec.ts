import { openBench } from './agentBench.ts';

const feature = `Feature: Cart
  Scenario: is half written
    Given a step that somebody still has to write
  Scenario: is not for this machine
    Given a step that asks to be left out
  Scenario: is not written
    Given nobody wrote this
    And nobody wrote that
    And nobody wrote this
`;
const unwritten = [
  "There is no step definition for 'nobody wrote this'.",
  "There is no step definition for 'nobody wrote that'.",
];

const steps = `const { Given } = require('@cucumber/cucumber');
Given('a step that somebody still has to write', () => 'pending');
Given('a step that asks to be left out', () => 'skipped');`;

describe('CucumberJS scenarios that do not run to their end', () => {
  const bench = openBench();

  async function outcomes(config: object) {
    const gitUrl = bench.repository({
      'features/cart.feature': feature,
      'features/steps.js': steps,
      'cucumber.json': JSON.stringify({ default: config }),
    });
    const finals = await bench.run(bench.order({ gitUrl }));
    return Object.fromEntries([...finals].map(([name, { status, error }]) => [name, [status, error ?? null]]));
  }

  it('fail on a pending step, as in CucumberJS', async () => {
    expect(await outcomes({})).toEqual({
      'is half written': ['FAIL', "The step 'a step that somebody still has to write' is pending."],
      'is not for this machine': ['IGNORED', null],
      // Each reason once, separated by a blank line.
      'is not written': ['FAIL', unwritten.join('\n\n')],
    });
  });

  it('are ignored on a pending step where the configuration is not strict', async () => {
    expect(await outcomes({ strict: false })).toEqual({
      'is half written': ['IGNORED', null],
      'is not for this machine': ['IGNORED', null],
      'is not written': ['FAIL', unwritten.join('\n\n')],
    });
  });
});
