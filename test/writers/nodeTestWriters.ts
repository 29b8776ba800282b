import { counted, type Writer } from './writer.ts';

const titles = [
  'adds',
  'pays',
  'is skipped',
  'ships later',
  'times out',
  'has "quotes" & <angles>',
  'costs 1',
  'costs 2',
  'is nested',
  ...['has a failed set-up', 'has a failed tear-down', 'is at the top'],
];

function writer(reporter: string, report: string, hides: string): Writer {
  const spec = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
  const own = [`--test-reporter=${reporter}`, `--test-reporter-destination=${report}`];
  return {
    name: `node:test ${reporter}`,
    install: {},
    sample: 'node-test',
    command: ['node', '--test', ...spec, ...own, 'cart.test.mjs', 'broken.test.mjs'],
    reports: [report],
    exitCode: 1,
    console: counted({
      passed: /^ℹ pass (\d+)/m,
      failed: /^ℹ (?:fail|cancelled) (\d+)/m,
      skipped: /^ℹ (?:skipped|todo) (\d+)/m,
    }),
    titles,
    fails: true,
    hides,
    differences: [{ because: 'a file that does not load is a test by its name', added: ['broken.test.mjs'] }],
  };
}

/** The test runner of the Node.js that runs this. */
export const nodeTestWriters: readonly Writer[] = [
  writer(
    'junit',
    'report.xml',
    'files; failures of a test that has subtests, and of hooks, except in its closing comment',
  ),
  writer('tap', 'report.tap', 'files'),
];
