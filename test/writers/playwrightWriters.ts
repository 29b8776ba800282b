import { counted, type Writer } from './writer.ts';

const npm = {
  '@playwright/test': '1.65.1',
  '@bdellegrazie/playwright-sonar-reporter': '0.5.2',
  'allure-playwright': '3.12.2',
  'playwright-ctrf-json-reporter': '0.0.29',
};
const titles = [
  'adds',
  'pays',
  'is skipped',
  'ships later',
  'skips with a reason',
  'prints',
  'is flaky',
  'times out',
  'has "quotes" & <angles>',
  'costs 1',
  'costs 2',
  'is nested',
  ...['is expected to fail', 'passes unexpectedly', 'attaches'],
  ...['has a failed set-up', 'is behind it', 'has a failed tear-down'],
];
const outside = '(outside of any test)';

function writer(name: string, reporter: string, rest: Pick<Writer, 'hides' | 'reports'> & Partial<Writer>): Writer {
  return {
    name,
    install: { npm },
    sample: 'playwright',
    command: ['playwright', 'test', '--reporter', `list,${reporter}`],
    exitCode: 1,
    console: counted({
      passed: /^ +(\d+) (?:passed|flaky)/m,
      failed: /^ +(\d+) failed/m,
      skipped: /^ +(\d+) (?:skipped|did not run)/m,
    }),
    titles,
    fails: true,
    ...rest,
  };
}

/** Playwright and its reporters, without a browser. */
export const playwrightWriters: readonly Writer[] = [
  writer('Playwright json', 'json', {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: 'report.json' },
    reports: ['report.json'],
    hides: null,
  }),
  writer('Playwright junit', 'junit', {
    env: { PLAYWRIGHT_JUNIT_OUTPUT_NAME: 'report.xml' },
    reports: ['report.xml'],
    hides: 'attempts of a test; skip reasons',
  }),
  writer('playwright-ctrf-json-reporter', 'playwright-ctrf-json-reporter', {
    reports: ['ctrf/ctrf-report.json'],
    hides: 'files that do not load; skip reasons; an unexpected pass is passed, and seen only where it was run again',
  }),
  writer('@bdellegrazie/playwright-sonar-reporter', '@bdellegrazie/playwright-sonar-reporter', {
    command: ['playwright', 'test', '--config', 'sonar.config.ts'],
    reports: ['sonar.xml'],
    hides: 'messages of failures; attempts of a test; skip reasons',
  }),
  writer('allure-playwright', 'allure-playwright', {
    reports: ['allure-results/*.json'],
    hides: 'that a test passed unexpectedly: it failed without a message',
    differences: [
      {
        because: 'the failure of a hook is outside of tests once for each attempt, and its test failed as well',
        counts: { failed: 4 },
        added: [outside, outside, outside, outside],
      },
    ],
  }),
];
