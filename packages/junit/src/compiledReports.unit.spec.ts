import { readRealReport, recordedNextTo } from '../test/realReports.ts';

// Each report was written by the tool itself, for one small project (see test/writers).
const reports: [title: string, path: string, lines: string[]][] = [
  [
    'reads Catch2 with tests that may fail, sections and types',
    'catch2/report.xml',
    [
      'cart.global | adds | PASS',
      'cart.global | pays | FAIL | 1 + 1 == 3',
      'cart.global | prints | PASS',
      'cart.global | breaks | FAIL | no "van" & <driver>',
      'cart.global | may fail | IGNORED | TEST_CASE tagged with !mayfail',
      'cart.global | is expected to fail | IGNORED | TEST_CASE tagged with !mayfail',
      'cart.global | passes unexpectedly | PASS',
      'cart.global | has "quotes" & <angles> | PASS',
      'cart.global | has sections/inner | PASS',
      'cart.global | has sections/deep/other | FAIL | false',
      'cart.global | costs | FAIL | price < 2',
      'cart.global | fits - int | PASS',
      'cart.global | fits - char | PASS',
      'cart.Shop | has a failed set-up | FAIL | the shop is closed',
    ],
  ],
  [
    'reads GoogleTest, by what failed and not by its line',
    'gtest/report.xml',
    [
      'cart.cpp | Cart › Adds | PASS',
      'cart.cpp | Cart › Pays | FAIL | Expected equality of these values: 1 + 1, Which is: 2, 3',
      'cart.cpp | Cart › IsSkipped | IGNORED | no terminal',
      'cart.cpp | Cart › DISABLED_Later | IGNORED',
      'cart.cpp | Cart › Prints | PASS',
      'cart.cpp | Cart › Breaks | FAIL | C++ exception with description "no van" thrown in the test body.',
      'cart.cpp | Fit/0 › Fits | PASS',
      'cart.cpp | Fit/1 › Fits | PASS',
      'cart.cpp | BrokenSetUp › NeverRuns | FAIL | the shop is closed',
      'cart.cpp | SkippedSetUp › NeverRuns | IGNORED | no shop',
      'cart.cpp | BrokenTearDown › Runs | FAIL | cannot clean up',
      'cart.cpp | BrokenSuite › Runs | IGNORED | cart.cpp:46',
      'cart.cpp | BrokenSuiteEnd › Runs | PASS',
      'cart.cpp | All/Price › Costs/0 | PASS',
      'cart.cpp | All/Price › Costs/1 | FAIL | Expected: (GetParam()) < (2), actual: 2 vs 2',
    ],
  ],
  [
    'reads Meson, whose time-outs are passes in the file',
    'meson/testlog.junit.xml',
    [
      'shop | shop / adds | PASS',
      'shop | shop / pays | FAIL | no van',
      'shop | shop / is skipped | IGNORED',
      'shop | shop / breaks | FAIL',
      'shop | shop / is killed | FAIL',
      'shop | shop / is expected to fail | PASS',
      'shop | shop / passes unexpectedly | PASS',
      'shop | shop:fast+prices / has "quotes" | PASS',
      'shop | shop / times out | PASS',
      'shop.shop / speaks TAP | 1 - costs 1 | PASS',
      'shop.shop / speaks TAP | 2 - costs 2 | FAIL',
      'shop.shop / speaks TAP | 3 - is left out | IGNORED | no terminal',
      'shop.shop / speaks TAP | 4 - later | PASS',
      'shop.shop / speaks TAP | 5 - done already | FAIL | Test unexpected passed.',
      'shop.shop / ends early | 1 - one | PASS',
    ],
  ],
  [
    'reads Ant',
    'ant/TEST-CartTest.xml',
    [
      'CartTest | timesOut | FAIL | test timed out after 50 milliseconds',
      'CartTest | breaks | FAIL | no van',
      'CartTest | isAssumed | IGNORED | no shop',
      'CartTest | prints | PASS',
      'CartTest | adds | PASS',
      'CartTest | pays | FAIL | no "van" & <driver> expected:<3> but was:<2>',
      'CartTest | isIgnored | IGNORED | no terminal',
      'CartTest | isExpectedToThrow | PASS',
    ],
  ],
  [
    'reads Ant with parameters',
    'ant/TEST-PriceTest.xml',
    ['PriceTest | costs[1 items] | PASS', 'PriceTest | costs[2 items] | FAIL | junit.framework.AssertionFailedError'],
  ],
  [
    'reads Ant with an ignored class',
    'ant/TEST-IgnoredTest.xml',
    ['junit.framework.JUnit4TestCaseFacade | IgnoredTest | IGNORED'],
  ],
  [
    'reads Ant with a failed set-up of a class',
    'ant/TEST-BrokenSetUpTest.xml',
    ['junit.framework.TestSuite | BrokenSetUpTest | FAIL | the shop is closed'],
  ],
  [
    'reads Ant with failed tear-downs',
    'ant/TEST-BrokenTearDownTest.xml',
    [
      'BrokenTearDownTest | hasAFailedTearDown | FAIL | cannot clean up',
      'junit.framework.TestSuite | BrokenTearDownTest | FAIL | cannot close',
    ],
  ],
  [
    'reads TestNG',
    'testng/TEST-CartTest.xml',
    [
      'CartTest | isSkipped | IGNORED',
      'CartTest | adds | PASS',
      'CartTest | flaky | PASS',
      'CartTest | flaky | IGNORED',
      "CartTest | timesOut | FAIL | Method CartTest.timesOut() didn't finish within the time-out 50",
      'CartTest | breaks | FAIL | no van',
      'CartTest | costs | FAIL | expected [true] but found [false]',
      'CartTest | costs | PASS',
      'CartTest | pays | FAIL | no "van" & <driver> expected [3] but found [2]',
      'CartTest | neverStarts | IGNORED',
      'CartTest | isExpectedToThrow | PASS',
      'CartTest | isDisabled | IGNORED',
    ],
  ],
  [
    'reads TestNG with a failed set-up',
    'testng/TEST-BrokenSetUpTest.xml',
    ['BrokenSetUpTest | isBehindAHook | IGNORED', 'BrokenSetUpTest | open | FAIL | the shop is closed'],
  ],
  [
    'reads TestNG with a failed tear-down',
    'testng/TEST-BrokenTearDownTest.xml',
    ['BrokenTearDownTest | runs | PASS', 'BrokenTearDownTest | close | FAIL | cannot close'],
  ],
  [
    'reads testng-results.xml of TestNG with attempts',
    'testng/testng-results.xml',
    [
      'BrokenTearDownTest | runs | PASS',
      'BrokenTearDownTest | close | FAIL | cannot close',
      'CartTest | adds | PASS',
      'CartTest | breaks | FAIL | no van',
      'CartTest | costs | PASS',
      'CartTest | costs | FAIL | expected [true] but found [false]',
      'CartTest | flaky | FAIL PASS | expected [2] but found [1]',
      'CartTest | isSkipped | IGNORED | no terminal',
      'CartTest | pays | FAIL | no "van" & <driver> expected [3] but found [2]',
      'CartTest | isExpectedToThrow | PASS',
      "CartTest | timesOut | FAIL | Method CartTest.timesOut() didn't finish within the time-out 50",
      'CartTest | neverStarts | IGNORED | Method CartTest.neverStarts() on instance CartTest@4b4523f8 depends on not successfully finished methods ',
      'BrokenSetUpTest | open | FAIL | the shop is closed',
      'BrokenSetUpTest | isBehindAHook | IGNORED | the shop is closed',
    ],
  ],
];

describe('reports of tools for C++ and Java', () => {
  it.each(reports)('%s', async (_, path, lines) => {
    expect(await readRealReport(path)).toMatchObject({ problem: null, lines });
  });

  it('have equal names from both formats of TestNG, but for tests that are switched off', async () => {
    const junit = reports.flatMap(([, path]) => (path.startsWith('testng/TEST-') ? [path] : []));
    const names = (await Promise.all(junit.map(readRealReport))).flatMap((report) => report.names);
    const native = (await readRealReport('testng/testng-results.xml')).names;
    const withoutAttempts = names.filter((name, at) => name !== 'CartTest | flaky' || names.indexOf(name) === at);
    expect([...native, 'CartTest | isDisabled'].sort()).toEqual(withoutAttempts.sort());
  });

  it('are all of those that were recorded', async () => {
    const paths = reports.map(([, path]) => path);
    expect(await recordedNextTo(paths)).toEqual(paths.sort());
  });
});
