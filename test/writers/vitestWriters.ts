import { counted, type Writer } from './writer.ts';

const npm = {
  vitest: '4.1.12',
  '@d2t/vitest-ctrf-json-reporter': '1.3.0',
  'allure-vitest': '3.12.2',
  'vitest-sonar-reporter': '3.0.0',
};
const titles = [
  'adds',
  'pays',
  'ships later',
  'is skipped',
  'skips with a reason',
  'prints',
  'is flaky',
  'times out',
  'has "quotes" & <angles>',
  'has an equal',
  'has an equal',
  'costs 1',
  'costs 2',
  'is nested',
  ...['is expected to fail', 'passes unexpectedly'],
  ...['has a failed set-up', 'has a failed tear-down', 'never starts', 'is counted'],
];
const outside = '(outside of any test)';

function writer(name: string, options: string, rest: Pick<Writer, 'hides' | 'reports'> & Partial<Writer>): Writer {
  return {
    name,
    install: { npm },
    sample: 'vitest',
    command: ['sh', '-c', `vitest run ${options}`],
    exitCode: 1,
    console: counted({
      passed: /(?<=^ +Tests .*)\b(\d+) (?:passed|expected fail)/m,
      failed: /(?<=^ +Tests .*)\b(\d+) failed/m,
      skipped: /(?<=^ +Tests .*)\b(\d+) (?:skipped|todo)/m,
    }),
    titles,
    fails: true,
    ...rest,
  };
}

/** Vitest and its reporters. */
export const vitestWriters: readonly Writer[] = [
  writer('Vitest json', '--reporter default --reporter json --outputFile.json=report.json', {
    reports: ['report.json'],
    hides: 'messages of failed hooks around a file, and of a time-out; skip reasons',
    differences: [
      {
        because: 'a file that does not load, and one in which only a hook failed, are no tests on the console',
        counts: { failed: 2 },
        added: [outside, outside],
      },
    ],
  }),
  writer('Vitest junit', '--reporter default --reporter junit --outputFile.junit=report.xml', {
    reports: ['report.xml'],
    hides: 'attempts of a test; unhandled rejections; skip reasons',
    differences: [
      {
        because: 'a file that does not load, and groups whose hooks failed, are no tests on the console',
        counts: { failed: 3 },
        added: ['broken.test.js', 'set-up', 'stock'],
      },
    ],
  }),
  writer('Vitest tap', '--reporter default; vitest run --reporter tap > report.tap', {
    reports: ['report.tap'],
    hides: 'failed hooks around a group; attempts of a test',
    differences: [
      {
        because: 'a file that does not load is no test on the console',
        counts: { failed: 1 },
        added: ['broken.test.js'],
      },
    ],
  }),
  writer('Vitest tap-flat', '--reporter default; vitest run --reporter tap-flat > report.tap', {
    reports: ['report.tap'],
    hides: 'failed hooks around a group; attempts of a test',
    differences: [
      {
        because: 'a file that does not load is no test on the console',
        counts: { failed: 1 },
        added: ['broken.test.js'],
      },
    ],
  }),
  writer('@d2t/vitest-ctrf-json-reporter', '--reporter default --reporter @d2t/vitest-ctrf-json-reporter', {
    reports: ['ctrf/ctrf-report.json'],
    hides: 'files that do not load; failed hooks around a group; messages of earlier attempts',
  }),
  writer(
    'vitest-sonar-reporter',
    '--reporter default; vitest run --reporter vitest-sonar-reporter --outputFile report.xml',
    {
      reports: ['report.xml'],
      hides: 'files that do not load; failed hooks around a group; attempts of a test; skip reasons',
    },
  ),
];
