import { counted, type Writer } from './writer.ts';

const shell = (command: string) => ['sh', '-c', command];
const compiled = (libraries: string) => `g++ -O0 cart.cpp ${libraries} -o cart >&2`;

/** Tools of C++ and Java, and their build tools, from Debian. */
export const compiledWriters: readonly Writer[] = [
  {
    name: 'Catch2 junit',
    install: { debian: ['catch2', 'g++'] },
    sample: 'catch2',
    command: shell(`${compiled('')} && ./cart -r junit > report.xml; ./cart`),
    reports: ['report.xml'],
    exitCode: 6,
    console: counted({
      passed: /^test cases:.*\| +(\d+) passed/m,
      failed: /^test cases:.*\| +(\d+) failed(?! as)/m,
      skipped: /^test cases:.*\| +(\d+) failed as expected/m,
    }),
    titles: [
      ...['adds', 'pays', 'prints', 'breaks', 'may fail', 'is expected to fail', 'passes unexpectedly'],
      ...['has "quotes" & <angles>', 'has nothing to check', 'has sections', 'costs', 'fits - int', 'fits - char'],
      'has a failed set-up',
    ],
    fails: true,
    hides: 'that a test passed against its tag; tests without an assertion; values of generators',
    differences: [
      { because: 'a test that passed against its tag has passed in the file', counts: { failed: -1, passed: 1 } },
      {
        because: 'sections are tests in the file, and a test with a failed section fails as a whole on the console',
        counts: { passed: 1 },
        added: ['has sections/inner'],
      },
      {
        because: 'a test without an assertion is not there',
        counts: { passed: -1 },
        missing: ['has nothing to check'],
      },
    ],
  },
  {
    name: 'GoogleTest xml',
    install: { debian: ['libgtest-dev', 'g++'] },
    sample: 'gtest',
    command: shell(`${compiled('-lgtest -lgtest_main -pthread')} && ./cart --gtest_output=xml:report.xml`),
    reports: ['report.xml'],
    exitCode: 1,
    console: counted({
      passed: /^\[ {2}PASSED {2}\] (\d+) tests/m,
      failed: /^\[ {2}FAILED {2}\] (\d+) tests, listed/m,
      skipped: /^\[ {2}SKIPPED \] (\d+) tests/m,
    }),
    titles: [
      ...['Adds', 'Pays', 'IsSkipped', 'DISABLED_Later', 'Prints', 'Breaks', 'Costs/0', 'Costs/1', 'Fits', 'Fits'],
      ...['NeverRuns', 'NeverRuns', 'Runs', 'Runs', 'Runs'],
    ],
    fails: true,
    hides: 'failures of a suite in SetUpTestSuite, whose tests are skipped, and in TearDownTestSuite',
    differences: [{ because: 'disabled tests are counted apart on the console', counts: { skipped: 1 } }],
  },
  {
    name: 'Meson junit',
    install: { debian: ['meson', 'ninja-build'] },
    sample: 'meson',
    command: shell('meson setup build && meson test -C build'),
    reports: ['build/meson-logs/testlog.junit.xml'],
    exitCode: 7,
    console: counted({ skipped: /^Skipped: +(\d+)/m }),
    titles: [
      ...['adds', 'pays', 'is skipped', 'breaks', 'is killed', 'is expected to fail', 'passes unexpectedly'],
      ...['times out', 'has "quotes"', 'costs 1', 'costs 2', 'is left out', 'later', 'done already', '1 - one'],
    ],
    fails: true,
    hides:
      'time-outs and unexpected passes, which are passed; todo tests of TAP the wrong way round: failed ones passed, passed ones failed; plans of TAP that are not fulfilled',
    differences: [{ because: 'a program that writes TAP is one test on the console', counts: { skipped: 1 } }],
  },
  {
    name: 'Ant junit',
    install: { debian: ['ant-optional', 'junit4', 'default-jdk-headless'] },
    sample: 'ant',
    command: ['ant'],
    reports: ['report/*.xml'],
    exitCode: 1,
    console: counted({
      failed: /(?<=Tests run: .*)(?:Failures|Errors): (\d+)/m,
      skipped: /(?<=Tests run: .*)Skipped: (\d+)/m,
    }),
    titles: [
      ...['adds', 'pays', 'breaks', 'isIgnored', 'isAssumed', 'prints', 'timesOut', 'isExpectedToThrow'],
      ...['costs[1 items]', 'costs[2 items]', 'hasAFailedTearDown', 'IgnoredTest', 'BrokenSetUpTest'],
      'BrokenTearDownTest',
    ],
    fails: true,
    hides: 'tests behind a failed hook of a class; tests of an ignored class',
  },
  {
    name: 'TestNG junitreports',
    install: { debian: ['libtestng7-java', 'default-jdk-headless'] },
    sample: 'testng',
    command: ['sh', 'run.sh'],
    reports: ['report/junitreports/*.xml'],
    exitCode: 3,
    console: counted({
      passed: /^Total tests run: .*Passes: (\d+)/m,
      failed: /^Total tests run: .*Failures: (\d+)/m,
      skipped: /^Total tests run: .*Skips: (\d+)/m,
    }),
    titles: [
      ...['adds', 'pays', 'breaks', 'isSkipped', 'isDisabled', 'flaky', 'neverStarts', 'timesOut'],
      ...['isExpectedToThrow', 'costs', 'costs', 'isBehindAHook', 'runs'],
    ],
    fails: true,
    hides: 'values of data providers; reasons of skips',
    differences: [
      {
        because: 'failed hooks are configuration failures on the console',
        counts: { failed: 2 },
        added: ['open', 'close'],
      },
      { because: 'disabled tests are not on the console', counts: { skipped: 1 } },
    ],
  },
];
