import { counted, type Writer } from './writer.ts';

const npm = { jasmine: '7.0.0', 'allure-jasmine': '3.12.2', 'jasmine-reporters': '2.5.2' };
const titles = [
  'adds',
  'pays',
  'is skipped',
  'ships later',
  'is pending',
  'times out',
  'has "quotes" & <angles>',
  'costs 1',
  'costs 2',
  'is nested',
  ...['has a failed set-up', 'has a failed tear-down', 'is behind the set-up', 'is counted'],
];
const outside = '(outside of any test)';
const counts = counted({ failed: /(\d+) failures?/, skipped: /(\d+) pending/ });

/** Jasmine and its reporters. Its console counts specs and failures, not what passed. */
export const jasmineWriters: readonly Writer[] = [
  {
    name: 'jasmine-reporters',
    install: { npm },
    sample: 'jasmine',
    command: ['node', 'run.mjs', 'JUnitXmlReporter', '*.spec.cjs'],
    reports: ['report.xml'],
    exitCode: 3,
    console: counts,
    titles,
    fails: true,
    hides: 'files; errors of `beforeAll`, `afterAll` and of a `describe` body',
    differences: [{ because: 'errors of `beforeAll` and `afterAll` are not in the file', counts: { failed: -2 } }],
  },
  {
    name: 'jasmine-reporters, a failed hook alone',
    install: { npm },
    sample: 'jasmine',
    command: ['node', 'run.mjs', 'JUnitXmlReporter', 'stop.spec.cjs'],
    reports: ['report.xml'],
    exitCode: 3,
    console: counts,
    titles: ['is counted'],
    fails: false,
    hides: 'the failure',
    differences: [{ because: 'errors of `afterAll` are not in the file', counts: { failed: -1 } }],
  },
  {
    name: 'allure-jasmine',
    install: { npm },
    sample: 'jasmine',
    command: ['node', 'run.mjs', 'allure', '*.spec.cjs'],
    reports: ['allure-results/*.json'],
    exitCode: 3,
    console: counts,
    titles,
    fails: true,
    hides: null,
    differences: [
      {
        because: 'the failure of a hook around each test is outside of tests, and its test failed as well',
        counts: { failed: 2 },
        added: [outside, outside, outside, outside],
      },
    ],
  },
];
