import type { TestRunView } from '@assay/contract';
import { commitStatusOf } from './commitStatusOf.ts';

const run = (attributes: string[]) =>
  ({
    project: { name: 'Shop' },
    testSuiteName: 'Smoke',
    environmentName: 'Staging',
    attributes,
    status: 'RUNNING',
  }) as TestRunView;

it.each([
  [[], 'Assay / Shop, Smoke on Staging'],
  [['os=windows', 'db=pg'], 'Assay / Shop, Smoke on Staging (db=pg, os=windows)'],
  [['pull-request=7'], 'Assay / Shop, Smoke on Staging'],
])('names the status of a run with the attributes %j: %s', (attributes, name) => {
  expect(commitStatusOf(run(attributes), 'https://assay.test/r1').name).toBe(name);
});
