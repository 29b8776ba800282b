import { counted, type Writer } from './writer.ts';

const shell = (command: string) => ['sh', '-c', command];

const boostTest = (format: 'JUNIT' | 'XML') => ({
  install: { debian: ['libboost-test-dev', 'g++'] },
  sample: 'boost',
  command: shell(
    `g++ -O0 cart.cpp -o cart >&2 && ./cart --logger=HRF,error,stdout:${format},all,report.xml --report_level=detailed`,
  ),
  reports: ['report.xml'],
  exitCode: 201,
  console: counted({
    passed: /^ *(Test case) ".*" has passed/m,
    failed: /^ *(Test case) ".*" (?:has failed|was aborted)/m,
    skipped: /^ *(Test case) ".*" was skipped/m,
  }),
  titles: [
    ...['adds', 'pays', 'prints', 'breaks', 'is_disabled', 'is_skipped', 'is_expected_to_fail'],
    ...['passes_unexpectedly', 'has_nothing_to_check', 'warns', 'first', 'never_starts', '_0', '_1'],
    ...['has_a_failed_set_up', 'has_a_failed_tear_down', 'is_nested'],
  ],
  fails: true,
  differences: [
    { because: 'a failure that was expected is one in the file', counts: { failed: 1, passed: -1 } },
    { because: 'disabled tests are not on the console', counts: { skipped: 1 } },
  ],
});

/** Frameworks for C and C++ with formats of their own, from Debian. */
export const cAndCppWriters: readonly Writer[] = [
  {
    ...boostTest('JUNIT'),
    name: 'Boost.Test junit',
    hides: 'that failures were expected: such a test has failed; reasons of skips; values of data sets',
  },
  {
    ...boostTest('XML'),
    name: 'Boost.Test log',
    hides: 'that failures were expected: such a test has failed',
  },
  {
    name: 'CppUnit xml',
    install: { debian: ['libcppunit-dev', 'g++'] },
    sample: 'cppunit',
    command: shell('g++ -O0 cart.cpp -lcppunit -o cart >&2 && ./cart'),
    reports: ['report.xml'],
    exitCode: 1,
    console: counted({ failed: /^(\d+\)) test: (?!.*failsTwice \(E\))/m }),
    titles: [...['adds', 'pays', 'breaks', 'throwsAsExpected', 'failsAsExpected', 'neverStarts', 'runs', 'failsTwice']],
    fails: true,
    hides: 'failures of a test after its first; durations',
  },
  {
    name: 'Check xml',
    install: { debian: ['check', 'g++', 'pkg-config'] },
    sample: 'check',
    command: shell('g++ -x c -O0 cart.c -x none $(pkg-config --cflags --libs check) -o cart >&2 && ./cart'),
    reports: ['report.xml'],
    exitCode: 7,
    console: counted({ passed: /^cart\.c:\d+:(P):/m, failed: /^cart\.c:\d+:([FES]):/m }),
    titles: [
      ...['adds', 'pays', 'breaks', 'leaves', 'dies_as_expected', 'times_out', 'costs', 'costs[1]', 'costs[2]'],
      'never_starts',
    ],
    fails: true,
    hides: 'failed unchecked fixtures, with the tests behind them; durations of tests that failed',
    differences: [{ because: 'a failed unchecked fixture is not there', counts: { failed: -1 } }],
  },
  {
    name: 'UnitTest++ xml',
    install: { debian: ['libunittest++-dev', 'g++'] },
    sample: 'unittestpp',
    command: shell('g++ -O0 cart.cpp -lUnitTest++ -o cart >&2 && ./cart report.xml; ./cart'),
    reports: ['report.xml'],
    exitCode: 5,
    console: counted({ failed: /^FAILURE: (\d+) out of/m }),
    titles: ['Adds', 'Adds', 'Pays', 'Breaks', 'NeverStarts', 'Runs'],
    fails: true,
    hides: null,
  },
  {
    name: 'CUnit xml',
    install: { debian: ['libcunit1-dev', 'g++'] },
    sample: 'cunit',
    command: shell('g++ -x c -O0 cart.c -x none -lcunit -o cart >&2 && ./cart xml; ./cart'),
    reports: ['report-Results.xml'],
    exitCode: 1,
    console: counted({ passed: /^ {2}Test: .*(passed)$/m, failed: /^ {2}Test: .*(FAILED)$|^WARNING/m }),
    titles: ['adds', 'pays <all> & more', 'breaks', 'runs'],
    fails: true,
    hides: 'inactive tests, tests behind a failed set-up of a suite; durations',
    differences: [
      {
        because: 'failed fixtures of suites are warnings on the console',
        added: ['(outside of any test)', '(outside of any test)'],
      },
    ],
  },
  {
    name: 'Qt Test xml',
    install: { debian: ['qtbase5-dev', 'g++', 'pkg-config'] },
    sample: 'qtest',
    command: shell(
      '/usr/lib/qt5/bin/moc cart.cpp -o cart.moc && g++ -O0 -fPIC cart.cpp $(pkg-config --cflags --libs Qt5Test Qt5Core) -o cart >&2 && ./cart -o report.xml,xml -o -,txt',
    ),
    reports: ['report.xml'],
    exitCode: 6,
    console: counted({
      passed: /^Totals: (\d+) passed/m,
      failed: /^Totals: .* (\d+) failed/m,
      skipped: /^Totals: .* (\d+) skipped/m,
    }),
    titles: [
      ...['initTestCase', 'adds', 'pays', 'isSkipped', 'isExpectedToFail', 'passesUnexpectedly', 'prints'],
      ...['costs(one & more)', 'costs(two)', 'costs(none)', 'measures', 'failsTwice', 'cleanupTestCase'],
    ],
    fails: true,
    hides: 'durations of rows of data',
    differences: [
      {
        because: 'a test that fails twice is counted twice on the console',
        counts: { failed: -1 },
      },
    ],
  },
];
