import { useUploadFolder } from '../../test/useUploadFolder.ts';

type Report = readonly [name: string, content: string];

const upload = useUploadFolder();

/** @returns of each test its name with the statuses of its attempts */
async function attemptsOf(...reports: Report[]): Promise<[string, string][]> {
  const { results } = await upload.read(...reports);
  return results
    .map(({ name, attempts, flaky }): [string, string] => {
      const statuses = attempts.map(({ status }) => status).join(' ');
      return [name, flaky ? `${statuses}, flaky` : statuses];
    })
    .sort(([one], [other]) => one.localeCompare(other));
}

const failure = '<failure message="refused"/>';
const go = (name: string, within = '') => `<testcase classname="example.com/cart" name="${name}">${within}</testcase>`;
const goReport = (...cases: string[]): Report => [
  'report.xml',
  `<testsuites><testsuite name="example.com/cart">${cases.join('')}</testsuite></testsuites>`,
];
const goEvents = (Action: string) =>
  [{ Action: 'run', Test: 'TestPays' }, { Action, Test: 'TestPays' }, { Action }].map((event) =>
    JSON.stringify({ Time: '2026-11-28T08:00:00Z', ...event, Package: 'example.com/cart' }),
  );
const java = (name: string, within = '') => `<testcase classname="shop.CartTest" name="${name}">${within}</testcase>`;
const javaReport = (...cases: string[]): Report => [
  'TEST-shop.CartTest.xml',
  `<testsuite name="shop.CartTest" timestamp="2026-11-27T08:00:00">${cases.join('')}</testsuite>`,
];
const testNg = (...cases: string[]): Report => [
  'TEST-CartTest.xml',
  `<testsuite name="CartTest" timestamp="2026-11-28T14:53:09 UTC">${cases.join('')}</testsuite>`,
];
const ngCase = (within = '') => `<testcase classname="CartTest" name="pays">${within}</testcase>`;
const bazel = (name: string, within = ''): Report => [
  name,
  `<testsuites><testsuite name="cart/cart_test"><testcase name="cart/cart_test" status="run">${within}</testcase></testsuite></testsuites>`,
];
const wdio = (cid: string, minute: number, within = '', file = 'login.e2e.js'): Report => [
  `wdio-${cid}-junit-reporter.xml`,
  `<testsuites><testsuite name="Login" timestamp="2026-11-27T08:0${minute}:00"><properties><property name="specId" value="0"/><property name="capabilities" value="chrome.131"/><property name="file" value="file:///builds/shop/${file}"/></properties><testcase classname="chrome.131.Login" name="Login signs in">${within}</testcase></testsuite></testsuites>`,
];

describe('attempts at a test in uploaded reports', () => {
  it.each<[string, Report[], [string, string][]]>([
    [
      'gotestsum, which runs failed tests again',
      [goReport(go('TestPays', failure), go('TestShips'), go('TestPays'))],
      [
        ['TestPays', 'FAIL PASS, flaky'],
        ['TestShips', 'PASS'],
      ],
    ],
    [
      'WebdriverIO, which runs a spec file with a skipped test again',
      [wdio('0-0', 1, '<skipped/>'), wdio('0-1', 2, '<skipped/>')],
      [['Login signs in', 'IGNORED IGNORED']],
    ],
    [
      'a subtest of Go that fails each time',
      [goReport(go('TestPays/card', failure), go('TestPays/card', failure), go('TestPays/card', failure))],
      [['TestPays/card', 'FAIL FAIL FAIL']],
    ],
    [
      "Gradle's plugin for retries",
      [javaReport(java('pays()', failure), java('pays()'), java('ships()'))],
      [
        ['pays()', 'FAIL PASS, flaky'],
        ['ships()', 'PASS'],
      ],
    ],
    ['a retry analyzer of TestNG', [testNg(ngCase('<skipped/>'), ngCase())], [['pays', 'FAIL PASS, flaky']]],
    [
      'a retry analyzer of TestNG in a class with a data provider',
      [
        testNg(
          ngCase('<skipped/>'),
          ngCase(),
          ngCase().replace('pays', 'costs'),
          ngCase(failure).replace('pays', 'costs'),
        ),
      ],
      [
        ['costs', 'PASS'],
        ['costs #2', 'FAIL'],
        ['pays', 'FAIL PASS, flaky'],
      ],
    ],
    [
      'a retry analyzer of TestNG that gave up',
      [testNg(ngCase('<skipped/>'), ngCase('<skipped/>'), ngCase(failure))],
      [['pays', 'FAIL FAIL FAIL']],
    ],
    [
      'Bazel, whose last attempt is the report itself',
      [
        bazel('testlogs/cart/test.xml'),
        bazel('testlogs/cart/test_attempts/attempt_10.xml', failure),
        bazel('testlogs/cart/test_attempts/attempt_2.xml', '<failure message="slow"/>'),
      ],
      [['cart/cart_test', 'FAIL FAIL PASS, flaky']],
    ],
    [
      'go test -json of a package whose failed tests ran again',
      [['test.json', goEvents('fail').concat(goEvents('pass')).join('\n')]],
      [['TestPays', 'FAIL PASS, flaky']],
    ],
    [
      'a spec file that WebdriverIO runs again',
      [wdio('0-1', 2), wdio('0-0', 1, failure)],
      [['Login signs in', 'FAIL PASS, flaky']],
    ],
  ])('are one test: %s', async (_what, reports, expected) => {
    expect(await attemptsOf(...reports)).toEqual(expected);
  });

  it.each<[string, Report[], [string, string][]]>([
    [
      'tests of Go that all run several times',
      [goReport(go('TestPays', failure), go('TestPays'), go('TestShips'), go('TestShips'))],
      [
        ['TestPays', 'FAIL'],
        ['TestPays #2', 'PASS'],
        ['TestShips', 'PASS'],
        ['TestShips #2', 'PASS'],
      ],
    ],
    [
      'a passed and then failed method of Java',
      [javaReport(java('pays()'), java('pays()', failure))],
      [
        ['pays()', 'PASS'],
        ['pays() #2', 'FAIL'],
      ],
    ],
    [
      'tests of a table with one display name',
      [javaReport(java('pays by card', failure), java('pays by card'))],
      [
        ['pays by card', 'FAIL'],
        ['pays by card #2', 'PASS'],
      ],
    ],
    [
      'failed rows of a data provider of TestNG',
      [testNg(ngCase(failure), ngCase())],
      [
        ['pays', 'FAIL'],
        ['pays #2', 'PASS'],
      ],
    ],
    [
      'targets of Bazel in different folders',
      [bazel('testlogs/a/test.xml'), bazel('testlogs/b/test_attempts/attempt_1.xml', failure)],
      [
        ['cart/cart_test', 'PASS'],
        ['cart/cart_test #2', 'FAIL'],
      ],
    ],
    [
      'spec files of WebdriverIO with the same titles',
      [wdio('0-0', 1, failure, 'login.e2e.js'), wdio('0-1', 2, '', 'admin.e2e.js')],
      [
        ['Login signs in', 'FAIL'],
        ['Login signs in #2', 'PASS'],
      ],
    ],
  ])('are not %s', async (_what, reports, expected) => {
    expect(await attemptsOf(...reports)).toEqual(expected);
  });

  it('keep their own messages and texts', async () => {
    const first = go(
      'TestPays',
      '<failure message="Failed">=== RUN   TestPays\n    cart_test.go:5: refused\n</failure>',
    );
    const { results } = await upload.read(goReport(first, go('TestPays')));
    expect(results[0]?.attempts.map(({ error, hasDetails }) => [error, hasDetails])).toEqual([
      ['cart_test.go:5: refused', true],
      [null, false],
    ]);
    expect(upload.detailsOf()).toContain('cart_test.go:5: refused');
  });
});
