import { openBench } from './agentBench.ts';
import { allPass, literalNames, statusesOf } from './literalPaths.ts';

describe('paths of tests', () => {
  const bench = openBench();

  it('are data to CucumberJS', async () => {
    const features = literalNames.map((name) => `features/${name}.feature`);
    const steps = "require('@cucumber/cucumber').Given('tea', () => {});\n";
    const contents = features.map((file) => [file, `Feature: F\n  Scenario: of ${file}\n    Given tea\n`]);
    const files = { ...Object.fromEntries(contents), 'features/steps.js': steps };
    expect(await statusesOf(bench, 'CucumberJS', files)).toEqual(allPass(features));
  });

  it('are data to CucumberJS when another feature cannot be parsed', async () => {
    const feature = 'features/[id]/one.feature';
    const files = {
      [feature]: 'Feature: F\n  Scenario: One\n    Given tea\n',
      'features/i/one.feature': 'Feature: F\n  Nonsense\n',
      'features/steps.js': "require('@cucumber/cucumber').Given('tea', () => {});\n",
    };
    expect(await statusesOf(bench, 'CucumberJS', files)).toMatchObject({ [feature]: 'PASS' });
  });
});
