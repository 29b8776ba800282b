import { counted, type Difference, type Writer } from './writer.ts';

/** Reporters that new versions of Mocha cannot load are tried with the version before. */
const mocha = { '12': { mocha: '12.0.3' }, '11': { mocha: '11.7.5' } };
const reporters12 = {
  ...mocha['12'],
  'allure-mocha': '3.12.2',
  'mocha-ctrf-json-reporter': '0.0.11',
  'mocha-sonarqube-reporter': '1.0.2',
  mochawesome: '8.1.1',
};
const reporters11 = {
  ...mocha['11'],
  'mocha-jenkins-reporter': '0.4.8',
  'mocha-junit-reporter': '2.2.1',
  'mocha-multi-reporters': '1.5.2',
  'mocha-teamcity-reporter': '4.2.0',
  'mocha-trx-reporter': '3.3.1',
  'mocha-xunit-reporter': '2.3.0',
  'xunit-file': '2.0.1',
};
const titles = [
  'adds',
  'pays',
  'ships later',
  'is skipped',
  'prints',
  'is flaky',
  'times out',
  'has "quotes" & <angles>',
  'has an equal',
  'has an equal',
  'costs 1',
  'costs 2',
  'is nested',
  ...['has a failed tear-down', 'is counted'],
];
const hooks: Difference = {
  because: 'a failed hook is a failed test, and the tests behind it are missing, on the console as well',
  added: [
    '"before each" hook for "has a failed set-up"',
    '"after each" hook for "has a failed tear-down"',
    '"before all" hook for "never starts"',
    '"after all" hook for "is counted"',
  ],
};
const outside = '(outside of any test)';
const withoutPending: Difference = {
  because: 'tests that are pending are not in the file',
  counts: { skipped: -2 },
  missing: ['ships later', 'is skipped'],
};

/** Mocha prints its counts in a run of its own, as most reporters that write a file print nothing. */
function writer(
  name: string,
  {
    npm,
    options,
    ...rest
  }: Pick<Writer, 'hides' | 'reports'> & Partial<Writer> & { npm: Record<string, string>; options: string },
): Writer {
  const run = `mocha --reporter dot *.cjs; mocha ${options} *.cjs`;
  return {
    name,
    install: { npm },
    sample: 'mocha',
    command: ['sh', '-c', run],
    exitCode: 8,
    console: firstOf(counted({ passed: /(\d+) passing/, failed: /(\d+) failing/, skipped: /(\d+) pending/ })),
    titles,
    fails: true,
    differences: [hooks],
    ...rest,
  };
}

/** The second run may print counts as well. */
function firstOf(console: Writer['console']): Writer['console'] {
  return (output) => {
    const second = output.indexOf(' passing', output.indexOf(' passing') + 1);
    return console(second === -1 ? output : output.slice(0, output.lastIndexOf('\n', second)));
  };
}

/** One file whose only failure is that of a hook after its test. */
const stop = 'mocha --reporter dot stop.spec.cjs; mocha';

/** Mocha and its reporters. */
export const mochaWriters: readonly Writer[] = [
  writer('Mocha json', {
    npm: reporters12,
    options: '--reporter json --reporter-option output=report.json',
    reports: ['report.json'],
    hides: 'messages of earlier attempts; tests behind a failed hook',
  }),
  writer('Mocha xunit', {
    npm: reporters12,
    options: '--reporter xunit --reporter-option output=report.xml',
    reports: ['report.xml'],
    hides: 'attempts of a test; tests behind a failed hook',
  }),
  writer('Mocha tap', {
    npm: reporters12,
    options: '--reporter tap > report.tap',
    reports: ['report.tap'],
    hides: 'files, attempts of a test, tests behind a failed hook',
  }),
  writer('mocha-ctrf-json-reporter', {
    npm: reporters12,
    options: '--reporter mocha-ctrf-json-reporter --reporter-option outputDir=ctrf',
    reports: ['ctrf/ctrf-report.json'],
    hides: 'messages of earlier attempts; tests behind a failed hook',
  }),
  writer('mochawesome', {
    npm: reporters12,
    options: '--reporter mochawesome --reporter-option reportDir=report,html=false,quiet=true',
    reports: ['report/mochawesome.json'],
    exitCode: 1,
    hides: 'that failed hooks are failures: its own count leaves them out; attempts of a test',
    differences: [
      hooks,
      {
        because: 'tests behind a failed hook are in the file, as skipped, and not on the console',
        counts: { skipped: 4 },
        added: ['has a failed set-up', 'is behind it', 'is behind that', 'never starts'],
      },
    ],
  }),
  writer('mocha-sonarqube-reporter', {
    npm: reporters12,
    options: '--reporter mocha-sonarqube-reporter --reporter-option output=report.xml',
    reports: ['report.xml'],
    hides: 'failed hooks and what is behind them; tests that are pending have passed',
    differences: [
      { because: 'failed hooks are not in the file', counts: { failed: -4 } },
      { because: 'tests that are pending are written as passed', counts: { passed: 2, skipped: -2 } },
    ],
  }),
  {
    ...writer('mocha-sonarqube-reporter, a failed hook alone', {
      npm: reporters12,
      options: '',
      reports: ['report.xml'],
      hides: 'the failure',
    }),
    command: [
      'sh',
      '-c',
      `${stop} --reporter mocha-sonarqube-reporter --reporter-option output=report.xml stop.spec.cjs`,
    ],
    exitCode: 1,
    titles: ['is counted'],
    fails: false,
    differences: [{ because: 'failed hooks are not in the file', counts: { failed: -1 } }],
  },
  writer('allure-mocha', {
    npm: reporters12,
    options: '--reporter allure-mocha --reporter-option resultsDir=allure-results',
    reports: ['allure-results/*.json'],
    hides: 'tests behind a failed hook; a test has passed whose tear-down failed',
    differences: [
      {
        because: 'the failure of each hook is outside of tests, and a test whose set-up failed has failed as well',
        counts: { failed: 1 },
        added: [outside, outside, outside, outside, 'has a failed set-up'],
      },
    ],
  }),
  writer('mocha-junit-reporter', {
    npm: reporters11,
    options: '--reporter mocha-junit-reporter --reporter-option mochaFile=report.xml',
    reports: ['report.xml'],
    hides: 'tests that are pending, attempts of a test, tests behind a failed hook',
    differences: [hooks, withoutPending],
  }),
  writer('mocha-xunit-reporter', {
    npm: reporters11,
    options: '--reporter mocha-xunit-reporter --reporter-option mochaFile=report.xml',
    reports: ['report.xml'],
    hides: 'files, tests that are pending, attempts of a test, tests behind a failed hook',
    differences: [hooks, withoutPending],
  }),
  writer('mocha-jenkins-reporter', {
    npm: reporters11,
    options: '--reporter mocha-jenkins-reporter --reporter-option junit_report_path=report.xml',
    reports: ['report.xml'],
    hides: 'files, attempts of a test, tests behind a failed hook',
  }),
  writer('xunit-file', {
    npm: reporters11,
    options: '--reporter xunit-file',
    env: { XUNIT_FILE: 'report.xml' },
    reports: ['report.xml'],
    hides: 'files, attempts of a test, tests behind a failed hook',
  }),
  writer('mocha-multi-reporters', {
    npm: reporters11,
    options: '--reporter mocha-multi-reporters --reporter-options configFile=multi.json',
    reports: ['xunit.xml'],
    hides: 'nothing by itself: it runs other reporters',
  }),
  writer('mocha-teamcity-reporter', {
    npm: reporters11,
    options: '--reporter mocha-teamcity-reporter > report.txt 2> other',
    reports: ['report.txt'],
    hides: 'files; messages of earlier attempts; tests behind a failed hook',
    differences: [
      hooks,
      {
        because: 'a test whose set-up failed was started, and did not finish',
        counts: { failed: 1 },
        added: ['has a failed set-up'],
      },
    ],
  }),
  writer('mocha-trx-reporter', {
    npm: reporters11,
    options: '--reporter mocha-trx-reporter --reporter-option output=report.trx',
    reports: ['report.trx'],
    hides: 'failed hooks after tests; other failed hooks are the failures of the tests behind them, without a message',
    differences: [
      {
        because: 'each test behind a failed hook failed, the hook after all tests did not',
        added: ['has a failed set-up', 'is behind it', 'is behind that', 'never starts'],
      },
    ],
  }),
  {
    ...writer('mocha-trx-reporter, a failed hook alone', {
      npm: reporters11,
      options: '',
      reports: ['report.trx'],
      hides: 'the failure',
    }),
    command: ['sh', '-c', `${stop} --reporter mocha-trx-reporter --reporter-option output=report.trx stop.spec.cjs`],
    exitCode: 1,
    titles: ['is counted'],
    fails: false,
    differences: [{ because: 'hooks after tests are not in the file', counts: { failed: -1 } }],
  },
];
