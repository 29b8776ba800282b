import { counted, type Writer } from './writer.ts';

const npm = {
  jest: '30.5.2',
  'jest-environment-node': '30.5.2',
  'allure-jest': '3.12.2',
  'jest-ctrf-json-reporter': '0.0.11',
  'jest-junit': '17.0.0',
  'jest-sonar': '0.2.16',
  'jest-sonar-reporter': '2.0.0',
};
const titles = [
  'adds',
  'pays',
  'ships later',
  'is skipped',
  'prints',
  'times out',
  'has "quotes" & <angles>',
  'has an equal',
  'has an equal',
  'costs 1',
  'costs 2',
  'is nested',
  ...['is expected to fail', 'passes unexpectedly', 'is flaky'],
  ...['has a failed set-up', 'has a failed tear-down', 'never starts', 'is counted'],
];
const outside = '(outside of any test)';
const todo = { because: 'a todo test is written as passed', counts: { passed: 1, skipped: -1 } };

function writer(name: string, options: string, rest: Pick<Writer, 'hides' | 'reports'> & Partial<Writer>): Writer {
  return {
    name,
    install: { npm },
    sample: 'jest',
    command: ['sh', '-c', `jest ${options}`],
    exitCode: 1,
    console: counted({
      passed: /(?<=^Tests:.*)\b(\d+) passed/m,
      failed: /(?<=^Tests:.*)\b(\d+) failed/m,
      skipped: /(?<=^Tests:.*)\b(\d+) (?:skipped|todo)/m,
    }),
    titles,
    fails: true,
    ...rest,
  };
}

/** Jest and its reporters. A test with a failed hook around it has failed, on the console and in every file. */
export const jestWriters: readonly Writer[] = [
  writer('Jest --json', '--json --outputFile report.json', {
    reports: ['report.json'],
    hides: 'skip reasons; what tests print',
    differences: [
      {
        because: 'a failed `afterAll` and a file that does not load are no tests on the console',
        counts: { failed: 2 },
        added: [outside, outside],
      },
    ],
  }),
  writer('jest-junit', '--reporters default --reporters jest-junit', {
    env: {
      JEST_JUNIT_ADD_FILE_ATTRIBUTE: 'true',
      JEST_JUNIT_SUITE_NAME: '{filepath}',
      JEST_JUNIT_REPORT_TEST_SUITE_ERRORS: 'true',
    },
    reports: ['junit.xml'],
    hides: 'attempts of a test; without reportTestSuiteErrors also files that do not load; a todo test has passed',
    differences: [
      todo,
      {
        because: 'a failed `afterAll` and a file that does not load are no tests on the console',
        counts: { failed: 2 },
        added: ["could be caused by test hooks like 'afterAll'.", 'broken.test.js'],
      },
    ],
  }),
  writer('jest-ctrf-json-reporter', '--reporters default --reporters jest-ctrf-json-reporter', {
    reports: ['ctrf/ctrf-report.json'],
    hides: 'files that do not load; failed `afterAll`; messages of earlier attempts',
  }),
  {
    ...writer('jest-ctrf-json-reporter, a failed hook alone', '', {
      reports: ['ctrf/ctrf-report.json'],
      hides: 'the failure',
    }),
    command: ['sh', '-c', 'jest --reporters default --reporters jest-ctrf-json-reporter -- stop'],
    titles: ['is counted'],
    fails: false,
  },
  writer('jest-sonar', '--reporters default --reporters jest-sonar', {
    reports: ['coverage/sonar-report.xml'],
    hides: 'files that do not load; failed `afterAll`; attempts of a test; a todo test has passed',
    differences: [todo],
  }),
  writer('jest-sonar-reporter', '--testResultsProcessor jest-sonar-reporter', {
    reports: ['test-report.xml'],
    hides: 'files that do not load; failed `afterAll`; attempts of a test; a skipped or todo test has passed',
    differences: [{ because: 'skipped and todo tests are written as passed', counts: { passed: 2, skipped: -2 } }],
  }),
  writer('allure-jest', '--testEnvironment allure-jest/node', {
    reports: ['allure-results/*.json'],
    hides: 'files that do not load; a test has passed whose tear-down failed',
    differences: [
      {
        because: 'the failure of each hook is outside of tests, also where its test failed',
        counts: { passed: 1, failed: 3 },
        added: [outside, outside, outside, outside],
      },
    ],
  }),
];
