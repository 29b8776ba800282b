import { readReport } from '../test/readReport.ts';
import { readRealReport, recordedNextTo } from '../test/realReports.ts';
import { attemptsOfCase } from './attemptsOfCase.ts';
import { JunitNames } from './junitNames.ts';

const boost = [
  'cart | adds | PASS',
  'cart | pays | FAIL | check 1 + 1 == 3 has failed [1 + 1 != 3]',
  'cart | prints | PASS',
  'cart | breaks | FAIL | std::runtime_error: no "van" & <driver>',
  'cart | is_disabled | IGNORED | disabled',
  'cart | is_skipped | IGNORED | precondition failed',
  'cart | is_expected_to_fail | FAIL | check false has failed',
  'cart | passes_unexpectedly | PASS',
  'cart | has_nothing_to_check | PASS',
  'cart | warns | PASS',
  'cart | first | FAIL | check false has failed',
  'cart.costs | _0 | PASS',
  'cart.costs | _1 | FAIL | check price < 2 has failed [2 >= 2]',
  'cart | has_a_failed_set_up | FAIL | std::runtime_error: the shop is closed',
  'cart | has_a_failed_tear_down | FAIL | cannot clean up',
  'cart.prices | is_nested | PASS',
  'cart | never_starts | IGNORED | dependency test case "cart/first" has failed',
];

// Each report was written by the tool itself, for one small project (see test/writers).
const reports: [title: string, path: string, lines: string[]][] = [
  [
    'reads JUnit XML of Boost.Test, in the order of suites',
    'boost/report.xml',
    [...boost.slice(0, 11), ...boost.slice(-1), ...boost.slice(11, -1)],
  ],
  ['reads the log of Boost.Test', 'boost-log/all.xml', boost],
  [
    'reads a log of Boost.Test that holds errors alone',
    'boost-log/errors.xml',
    boost
      .filter((line) => line.includes('FAIL'))
      .map((line) => `boost-log/errors.xml | (outside of any test) | ${line.split(' | ').slice(2).join(' | ')}`),
  ],
  [
    'reads CppUnit with failed fixtures',
    'cppunit/report.xml',
    [
      'BrokenSetUpTest | neverStarts | FAIL | setUp() failed: uncaught exception of type std::exception (or derived), set-up failed',
      'BrokenTearDownTest | runs | FAIL | tearDown() failed: uncaught exception of type std::exception (or derived), tear-down failed',
      'BrokenTearDownTest | failsTwice | FAIL | assertion failed: Expression: false',
      'CartTest | pays | FAIL | equality assertion failed: Expected: 2, Actual: 3, price <of> "all" & tax',
      'CartTest | breaks | FAIL | uncaught exception of type std::exception (or derived): no money',
      'CartTest | adds | PASS',
      'CartTest | throwsAsExpected | PASS',
      'CartTest | failsAsExpected | PASS',
    ],
  ],
  [
    'reads Check with signals, time-outs and loops',
    'check/report.xml',
    [
      'Cart | Core › adds | PASS',
      `Cart | Core › pays | FAIL | Assertion '"<a> & \\"b\\"" == "c"' failed: "<a> & \\"b\\"" == "<a> & "b"", "c" == "c"`,
      'Cart | Core › breaks | FAIL | Received signal 11 (Segmentation fault)',
      'Cart | Core › leaves | FAIL | Early exit with return value 3',
      'Cart | Core › dies_as_expected | PASS',
      'Cart | Core › times_out | FAIL | Test timeout expired',
      'Cart | Core › costs | PASS',
      'Cart | Core › costs[1] | PASS',
      "Cart | Core › costs[2] | FAIL | Assertion '_i < 2' failed: _i == 2, 2 == 2",
      'Cart | Broken set-up › never_starts | FAIL | set-up failed',
    ],
  ],
  [
    'reads Qt Test, whose rows of data are tests',
    'qtest/report.xml',
    [
      'CartTest | initTestCase | PASS',
      'CartTest | adds | PASS',
      'CartTest | pays | FAIL | Compared values are not the same: Actual (1 + 1): 2, Expected (3): 3',
      'CartTest | isSkipped | IGNORED | no van',
      'CartTest | isExpectedToFail | PASS',
      "CartTest | passesUnexpectedly | FAIL | 'true' returned TRUE unexpectedly. ()",
      'CartTest | prints | PASS',
      'CartTest | costs(one & more) | PASS',
      'CartTest | costs(two) | FAIL | Compared values are not the same: Actual (price): 2, Expected (1): 1',
      'CartTest | costs(none) | IGNORED | free',
      'CartTest | measures | PASS',
      "CartTest | failsTwice | FAIL | 'first' returned FALSE. ()",
      'CartTest | cleanupTestCase | FAIL | tear-down failed',
    ],
  ],
  [
    'reads the JUnit XML of Qt Test 5, which hides skips and joins rows of data',
    'qtest/junit.xml',
    [
      'CartTest | initTestCase | PASS',
      'CartTest | adds | PASS',
      'CartTest | pays | FAIL | Compared values are not the same    Actual   (1 + 1): 2    Expected (3)    : 3',
      'CartTest | isSkipped | PASS',
      'CartTest | isExpectedToFail | PASS',
      "CartTest | passesUnexpectedly | FAIL | 'true' returned TRUE unexpectedly. ()",
      'CartTest | prints | PASS',
      'CartTest | costs | FAIL | Compared values are not the same    Actual   (price): 2    Expected (1)    : 1',
      'CartTest | measures | PASS',
      "CartTest | failsTwice | FAIL | 'first' returned FALSE. ()",
      'CartTest | cleanupTestCase | FAIL | tear-down failed',
    ],
  ],
  [
    'reads UnitTest++ without places in messages',
    'unittestpp/report.xml',
    [
      'DefaultSuite | Adds | PASS',
      'Cart | Pays | FAIL | Expected 2 but was 3',
      'Cart | Breaks | FAIL | Unhandled exception: no money',
      'Cart | Adds | PASS',
      'Cart | NeverStarts | FAIL | Unhandled exception: set-up failed',
      'Cart | Runs | FAIL | !"torn down"',
    ],
  ],
  [
    'reads CUnit, whose failed suites are outside of tests',
    'cunit/report-Results.xml',
    [
      'Cart | adds | PASS',
      'Cart | pays <all> & more | FAIL | CU_ASSERT_EQUAL(1 + 1,3)',
      'Cart | breaks | FAIL | CU_FAIL_FATAL("no money")',
      'Broken set-up | (outside of any test) | FAIL | Suite Initialization Failed',
      'Broken tear-down | runs | PASS',
      'Broken tear-down | (outside of any test) | FAIL | Suite Cleanup Failed',
    ],
  ],
];

const refused: [title: string, path: string, problem: RegExp][] = [
  ['refuses the result report of Boost.Test, and names its log', 'boost-log/results.xml', /upload its log/],
];

/** Of each test its file, name and last attempt. */
async function testsOf(report: string) {
  const { cases, problem } = await readReport(report);
  const naming = new JunitNames(null);
  const tests = cases.map((each) => {
    const { file, name } = naming.nameOf(each, 'r.xml');
    return { name: `${file} | ${name}`, ms: each.durationMs, ...attemptsOfCase(each).at(-1) };
  });
  return { tests, problem: problem?.message ?? null };
}

describe('own formats of tools for C and C++', () => {
  it.each(reports)('%s', async (_, path, lines) => {
    expect(await readRealReport(path)).toMatchObject({ problem: null, lines });
  });

  it.each(refused)('%s', async (_, path, problem) => {
    expect(await readRealReport(path)).toMatchObject({ problem: expect.stringMatching(problem), lines: [] });
  });

  it('are all of those that were recorded', async () => {
    const paths = [...reports, ...refused].map(([, path]) => path);
    expect(await recordedNextTo(paths)).toEqual(paths.sort());
  });
});

describe('Boost.Test', () => {
  it('calls tests in its log as in its JUnit XML', async () => {
    const [log, junit] = await Promise.all([readRealReport('boost-log/all.xml'), readRealReport('boost/report.xml')]);
    expect([...log.lines].sort()).toEqual([...junit.lines].sort());
  });

  it('has several logs in one file, also with result reports between them', async () => {
    const log = (test: string) =>
      `<?xml version="1.0"?>\n<TestLog><TestSuite name="shop"><TestCase name="${test}"><TestingTime>2500</TestingTime></TestCase></TestSuite></TestLog>\n`;
    expect(await testsOf(`${log('one')}${log('two')}`)).toMatchObject({
      problem: null,
      tests: [{ name: 'shop | one', ms: 3 }, { name: 'shop | two' }],
    });
    const report = '<TestResult><TestSuite name="shop"><TestCase name="one" result="failed"/></TestSuite></TestResult>';
    expect(await testsOf(`${log('one')}${report}${log('two')}`)).toMatchObject({
      problem: null,
      tests: [{ name: 'shop | one' }, { name: 'shop | two' }],
    });
    expect((await testsOf(`${log('one')}<testsuite/>`)).problem).toMatch(/second root element/);
  });

  it('keeps the context, the last checkpoint and the place of a failure', async () => {
    const { tests } = await testsOf(
      `<TestLog><TestSuite name="shop"><TestCase name="costs"><Warning file="a.cpp" line="2"><![CDATA[low]]></Warning>
       <FatalError file="a.cpp" line="3"><![CDATA[no van]]><Context><Frame>price = 2</Frame></Context></FatalError>
       <Exception file="unknown location" line="0">no "driver"<LastCheckpoint file="a.cpp" line="4">paid</LastCheckpoint></Exception>
       </TestCase></TestSuite></TestLog>`,
    );
    expect(tests).toMatchObject([
      {
        status: 'FAIL',
        error: 'no van\nno "driver"',
        stackTrace: 'no van\nprice = 2\na.cpp:3\n\nno "driver"\nlast checkpoint: paid',
        output: expect.stringContaining('warning: low'),
      },
    ]);
  });

  it('has failed fixtures of a suite, and suites that are skipped', async () => {
    const { tests } = await testsOf(
      `<TestLog><TestSuite name="shop"><TestSuite name="cart"><Error file="a.cpp" line="1">closed</Error></TestSuite>
       <TestSuite name="later" skipped="yes" reason="disabled"/></TestSuite></TestLog>`,
    );
    expect(tests).toMatchObject([
      { name: 'shop | cart › (outside of any test)', status: 'FAIL', error: 'closed' },
      { name: 'shop | later', status: 'IGNORED', error: 'disabled' },
    ]);
  });

  it('says how to write a log that has none of its tests', async () => {
    expect((await testsOf('<TestLog></TestLog>')).problem).toMatch(/--log_level=test_suite/);
  });
});

describe('the root TestRun', () => {
  it('is AUnit by what follows it', async () => {
    const { tests, problem } = await testsOf(
      `<?xml version='1.0' encoding='utf-8' ?><TestRun elapsed='0.1'><Statistics><Tests>2</Tests><FailuresTotal>1</FailuresTotal></Statistics>
       <SuccessfulTests><Test><Name>Cart.Adds</Name></Test><Test><Name>Cart :
         costs 1.5</Name></Test></SuccessfulTests>
       <FailedTests><Test><Name>shop::Cart&lt;ns::Van&gt;::pays(std::string)</Name><FailureType>Failure</FailureType><Message>no van</Message>
       <Location><File>cart.adb</File><Line>7</Line></Location></Test></FailedTests></TestRun>`,
    );
    expect(problem).toBeNull();
    expect(tests).toMatchObject([
      { name: 'Cart | Adds', status: 'PASS' },
      { name: 'Cart | costs 1.5', status: 'PASS' },
      { name: 'shop::Cart<ns::Van> | pays(std::string)', status: 'FAIL', stackTrace: 'no van\ncart.adb:7' },
    ]);
  });

  it('fails where failures are counted and none is there', async () => {
    const report =
      '<TestRun><SuccessfulTests><Test id="1"><Name>Cart::adds</Name></Test></SuccessfulTests><Statistics><FailuresTotal>2</FailuresTotal></Statistics></TestRun>';
    expect((await testsOf(report)).tests).toMatchObject([{ status: 'PASS' }, { status: 'FAIL', error: /2 failures/ }]);
  });
});

describe('Qt Test', () => {
  const inFunction = (content: string) =>
    testsOf(`<TestCase name="Cart"><TestFunction name="t">${content}</TestFunction></TestCase>`);

  it.each([
    ['bpass', 'PASS'],
    ['bfail', 'IGNORED'],
    ['bxfail', 'PASS'],
    ['bxpass', 'IGNORED'],
    ['skip', 'IGNORED'],
    ['exploded', 'FAIL'],
  ])('reads the outcome %s as %s', async (type, status) => {
    const { tests } = await inFunction(
      `<Incident type="${type}" file="a.cpp" line="1"><Description>known</Description></Incident><Duration msecs="7"/>`,
    );
    expect(tests).toMatchObject([{ name: 'Cart | t', status, ms: 7 }]);
  });

  it('has failed where a function says no outcome', async () => {
    expect((await inFunction('')).tests).toMatchObject([{ name: 'Cart | t', status: 'FAIL' }]);
    const { tests } = await inFunction(
      '<Message type="qdebug"><Description>making rows</Description></Message><Incident type="pass"><DataTag>one</DataTag></Incident>',
    );
    expect(tests).toMatchObject([{ name: 'Cart | t(one)', status: 'PASS' }]);
  });
});

describe('document types', () => {
  const report = (type: string) =>
    `<?xml version="1.0"?><!DOCTYPE ${type}><CUNIT_TEST_RUN_REPORT><CUNIT_RUN_SUITE><SUITE_NAME> &x; </SUITE_NAME><CUNIT_RUN_TEST_SUCCESS><TEST_NAME> t </TEST_NAME></CUNIT_RUN_TEST_SUCCESS></CUNIT_RUN_SUITE></CUNIT_TEST_RUN_REPORT>`;

  it.each(['C SYSTEM "CUnit-Run.dtd"', 'C PUBLIC "-//a//b" "file:///etc/passwd"'])(
    'are passed over: %s',
    async (type) => {
      expect(await testsOf(report(type))).toMatchObject({
        problem: null,
        tests: [{ name: '&x; | t', status: 'PASS' }],
      });
    },
  );

  it.each([
    'C [<!ENTITY x "y">]',
    'C SYSTEM "a.dtd" [<!ENTITY x SYSTEM "file:///etc/passwd">]',
    `C SYSTEM "${'a'.repeat(2000)}"`,
  ])('are refused with declarations in them: %#', async (type) => {
    expect(await testsOf(report(type))).toMatchObject({ problem: expect.stringMatching(/document type/), tests: [] });
  });
});
