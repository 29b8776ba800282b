import { counted, type Writer } from './writer.ts';

const npm = {
  '@hapi/lab': '26.0.1',
  ava: '6.4.1',
  bats: '1.13.0',
  brittle: '4.1.0',
  qunit: '3.0.0',
  'tap-junit': '5.0.4',
  'tap-xunit': '2.4.1',
  tape: '5.10.2',
};
const outside = '(outside of any test)';
const tapeTitles = [
  ...['adds', 'pays', 'has "quotes" & <angles>', 'is skipped', 'ships later', 'waits timed out after 50ms'],
  ...['has an equal', 'has an equal', 'is nested', 'costs 1', 'costs 2', 'is planned', 'plan != count'],
];
const lateEnd = '.end() already called';
const tapeCounts = counted({ passed: /^# pass +(\d+)/m, failed: /^# fail +(\d+)/m });
const todoOfTape = {
  because: 'the console counts todo and skipped assertions as passed',
  counts: { passed: -2 },
  added: [lateEnd],
};

/** Writes what the command prints to a file as well, and ends with its exit code. */
const shown = (command: string) => ['sh', '-c', `${command} > report.tap; code=$?; cat report.tap; exit $code`];

const batsTitles = [
  ...['adds', 'pays', 'is skipped', 'ships later', 'prints', 'times out', 'is flaky'],
  ...['has a failed set-up', 'has a failed tear-down', 'is counted', '<angles>'],
];
const setUpFile = { because: 'a hook of a file that failed is a test', added: ['setup_file failed'] };

function bats(name: string, formatter: string, rest: Pick<Writer, 'hides'> & Partial<Writer>): Writer {
  const run = 'bash node_modules/bats/bin/bats';
  const files = 'cart.bats setUp.bats stop.bats';
  return {
    name,
    install: { npm },
    sample: 'bats',
    command: ['sh', '-c', `${run} --formatter tap ${files}; ${run} --formatter ${formatter} ${files} > report`],
    env: { BATS_TEST_TIMEOUT: '1' },
    reports: ['report'],
    exitCode: 1,
    console: counted({ passed: /^(ok) (?!.*# skip)/m, failed: /^(not ok) /m, skipped: /^(ok) .*# skip/m }),
    titles: batsTitles,
    fails: true,
    differences: [setUpFile, { because: 'and one that failed after its tests', added: ['teardown_file failed'] }],
    ...rest,
  };
}

/** Tools whose own report is TAP, and what makes JUnit XML of it. */
export const tapWriters: readonly Writer[] = [
  {
    name: 'tape',
    install: { npm },
    sample: 'tape',
    command: shown('tape cart.cjs'),
    reports: ['report.tap'],
    exitCode: 1,
    console: tapeCounts,
    titles: tapeTitles,
    fails: true,
    hides: 'files; tests that are skipped as a whole, except in a comment',
    differences: [todoOfTape],
  },
  {
    name: 'tap-xunit',
    install: { npm },
    sample: 'tape',
    command: ['sh', '-c', 'tape cart.cjs > tap; code=$?; tap-xunit < tap > report.xml; cat tap; exit $code'],
    reports: ['report.xml'],
    exitCode: 1,
    console: tapeCounts,
    titles: tapeTitles,
    fails: true,
    hides: 'files; tests that are skipped as a whole',
    differences: [todoOfTape],
  },
  {
    name: 'tap-junit',
    install: { npm },
    sample: 'tape',
    command: ['sh', '-c', 'tape cart.cjs > tap; code=$?; tap-junit < tap > report.xml; cat tap; exit $code'],
    reports: ['report.xml'],
    exitCode: 1,
    console: tapeCounts,
    titles: tapeTitles,
    fails: true,
    hides: 'the names of groups; that a failed test is a todo test: it failed',
    differences: [todoOfTape, { because: 'a todo test that failed is written as failed', counts: { failed: 1 } }],
  },
  {
    name: 'AVA tap',
    install: { npm },
    sample: 'ava',
    command: ['sh', '-c', 'ava; ava --tap > report.tap'],
    reports: ['report.tap'],
    exitCode: 1,
    console: counted({
      failed: /^ +(\d+) (?:(?:tests?|hooks?) failed|uncaught exceptions?)/m,
      skipped: /^ +(\d+) tests? (?:skipped|todo)/m,
    }),
    titles: [
      ...['adds', 'adds', 'pays', 'is skipped', 'ships later', 'is expected to fail', 'passes unexpectedly', 'prints'],
      ...['has "quotes" & <angles>', 'times out', 'costs 1', 'costs 2', 'is flaky', 'cart › has a failed tear-down'],
      'is counted',
    ],
    fails: true,
    hides: 'attempts of a test; tests behind a failed hook',
    differences: [
      {
        because: 'the process of a file that does not load is a failed test of its own',
        counts: { failed: 1 },
        added: ['Cannot find module', 'broken.test.mjs exited with a non-zero exit code'],
      },
      {
        because: 'a failed hook is a failed test, on the console as well',
        added: ['hook for has a failed tear-down', 'setUp › before hook', 'stop › after.always hook'],
      },
    ],
  },
  {
    name: 'brittle',
    install: { npm },
    sample: 'brittle',
    command: shown('node cart.mjs'),
    reports: ['report.tap'],
    exitCode: 1,
    console: counted({ passed: /^# asserts = (\d+)/m }),
    titles: [
      ...['is ready', 'should be equal', 'by card', 'is skipped', 'ships later', '(is nested) - passed'],
      ...['passed', 'passed', 'passed', 'passed', 'expected truthy value', 'expected truthy value'],
    ],
    fails: true,
    hides: 'files; a failed tear-down and what timed out end the run, and are only on the console',
  },
  {
    name: 'brittle, a run that ended early',
    install: { npm },
    sample: 'brittle',
    command: shown('node stop.mjs'),
    reports: ['report.tap'],
    exitCode: 1,
    console: () => ({}),
    titles: ['passed'],
    fails: true,
    hides: 'the test that timed out, and those after it',
    differences: [{ because: 'the report has no plan', added: [outside] }],
  },
  {
    name: 'QUnit tap',
    install: { npm },
    sample: 'qunit',
    command: shown('qunit --reporter tap cart.cjs'),
    reports: ['report.tap'],
    exitCode: 1,
    console: counted({ passed: /^# pass (\d+)/m, failed: /^# fail (\d+)/m, skipped: /^# (?:skip|todo) (\d+)/m }),
    titles: [
      ...['adds', 'pays', 'is skipped', 'ships later', 'passes unexpectedly', 'prints', 'has "quotes" & <angles>'],
      ...['times out', 'costs [0: 1]', 'costs [1: 2]', 'has no assertion', 'is nested', 'has a failed set-up'],
      ...['has a failed tear-down', 'never starts', 'is behind it', 'is first', 'is counted'],
    ],
    fails: true,
    hides: 'files',
  },
  {
    name: 'QUnit tap, a file that does not load',
    install: { npm },
    sample: 'qunit',
    command: shown('qunit --reporter tap broken.cjs'),
    reports: ['report.tap'],
    exitCode: 1,
    console: () => ({}),
    titles: ['global failure'],
    fails: true,
    hides: 'the tests of all files: none is run',
    differences: [{ because: 'the run bailed out', added: [outside] }],
  },
  {
    name: 'lab junit',
    install: { npm },
    sample: 'lab',
    command: ['lab', 'cart.cjs', 'hooks.cjs', '-r', 'console', '-o', 'stdout', '-r', 'junit', '-o', 'report.xml'],
    reports: ['report.xml'],
    exitCode: 1,
    console: counted({ failed: /^(\d+) of \d+ tests failed/m, skipped: /\((\d+) skipped\)/m }),
    titles: [
      ...['adds', 'pays', 'is skipped', 'ships later', 'prints', 'has "quotes" & <angles>', 'times out'],
      ...['has an equal', 'has an equal', 'costs 1', 'costs 2', 'is flaky', 'is nested'],
      ...['has a failed set-up', 'has a failed tear-down', 'never starts', 'is counted'],
    ],
    fails: true,
    hides: 'files; leaked globals; messages of hooks; attempts of a test',
    differences: [{ because: 'a test behind which a hook failed is written twice, as failed', added: ['is counted'] }],
  },
  {
    name: 'lab tap',
    install: { npm },
    sample: 'lab',
    command: ['lab', 'cart.cjs', '-r', 'console', '-o', 'stdout', '-r', 'tap', '-o', 'report.tap'],
    reports: ['report.tap'],
    exitCode: 1,
    console: counted({ failed: /^(\d+) of \d+ tests failed/m, skipped: /\((\d+) skipped\)/m }),
    titles: [
      ...['adds', 'pays', 'is skipped', 'ships later', 'prints', 'has "quotes" & <angles>', 'times out'],
      ...['has an equal', 'has an equal', 'costs 1', 'costs 2', 'is flaky', 'is nested'],
    ],
    fails: true,
    hides: 'files; leaked globals; attempts of a test',
  },
  bats('Bats junit', 'junit', {
    hides: 'failures of `teardown_file`, which take the place of the last test',
    differences: [{ ...setUpFile, counts: { passed: -1 } }],
  }),
  bats('Bats tap', 'tap', { hides: 'files; what a test prints is that of the test before it' }),
  bats('Bats tap --timing', 'tap --timing', { hides: 'files; what a test prints is that of the test before it' }),
  bats('Bats tap13', 'tap13', { hides: 'files; what a test prints is that of the test before it' }),
];
