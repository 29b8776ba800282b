import { readFile } from 'node:fs/promises';
import { readReport } from '../test/readReport.ts';
import { readRealReport } from '../test/realReports.ts';
import { attemptsOfCase } from './attemptsOfCase.ts';

// Both files are written after the schema that Apple publishes for xcresulttool; no tool has recorded them.
const folder = new URL('../test/reports/xcresult/', import.meta.url);

it('reads tests of a result bundle with attempts, arguments, devices and reasons', async () => {
  const { lines, problem } = await readRealReport('xcresult/tests.json');
  expect(problem).toBeNull();
  expect(lines).toEqual([
    'CartTests | testAdds() | PASS',
    'CartTests | testPays() | FAIL | XCTAssertEqual failed: ("1") is not equal to ("2")',
    'CartTests | testFlaky() | FAIL PASS | XCTAssertTrue failed',
    'CartTests | testFailsAgain() | FAIL FAIL | second',
    'CartTests | testIsSkipped() | IGNORED | Test skipped - no van',
    'CartTests | testKnownBug() | IGNORED | a known bug',
    'PriceTests | prices(count:) [1] | PASS',
    'PriceTests | prices(count:) [2] | FAIL | Expectation failed: (2 → 2) == 3',
    'LaunchTests | testLaunches() [iPhone 16] | PASS',
    'LaunchTests | testLaunches() [iPad Air] | PASS',
    "CrashTests | (outside of any test) | FAIL | 'CrashTests' failed, and the report does not say why",
  ]);
});

it('has the times of attempts, and places in details alone', async () => {
  const { cases } = await readReport(await readFile(new URL('tests.json', folder), 'utf8'));
  expect(cases.slice(0, 3).map(({ durationMs }) => durationMs)).toEqual([50, 50, 200]);
  expect(cases.slice(1, 2).map((each) => attemptsOfCase(each)[0]?.stackTrace)).toEqual([
    'CartTests.swift:12: XCTAssertEqual failed: ("1") is not equal to ("2")\nCartTests.swift:12',
  ]);
});

it('fails for a summary that says so, which has no tests, and takes nothing from one that passed', async () => {
  const summary = await readFile(new URL('summary.json', folder), 'utf8');
  const { cases } = await readReport(summary);
  expect(cases.map(({ name, outcomes }) => [name, outcomes[0]?.message, outcomes[0]?.text])).toEqual([
    [
      '(outside of any test)',
      '2 failed tests, and the report does not have them as tests',
      'CartTests/testPays(): XCTAssertEqual failed: ("1") is not equal to ("2")\nCartTests/testFailsAgain(): second',
    ],
  ]);
  const passed = { ...JSON.parse(summary), result: 'Passed', failedTests: 0, testFailures: [] };
  expect(await readReport(JSON.stringify(passed))).toMatchObject({ cases: [], problem: null });
});

const planOf = (result: string, ...children: object[]) =>
  JSON.stringify({
    devices: [{ deviceName: 'Mac' }],
    testNodes: [{ nodeType: 'Test Plan', name: 'p', result, children }],
  });
const testCase = { nodeType: 'Test Case', name: 'a()', nodeIdentifier: 'A/a()' };

it.each([
  ['an outcome that is not known', planOf('unknown', { ...testCase, result: 'unknown' }), ["its outcome is 'unknown'"]],
  ['no outcome', planOf('Passed', testCase), ['the report says no outcome']],
  ['a failed run without tests', planOf('Failed'), ['the run failed, and the report does not have them as tests']],
  [
    'a failed test whose arguments all passed',
    planOf('Failed', {
      ...testCase,
      result: 'Failed',
      children: [{ nodeType: 'Arguments', name: '1', result: 'Passed' }],
    }),
    [undefined, 'the report does not say why'],
  ],
])('does not pass with %s', async (_, content, messages) => {
  const { cases } = await readReport(content);
  expect(cases.map(({ outcomes }) => outcomes[0]?.message)).toEqual(messages);
});

it('never takes a part of a report for the whole', async () => {
  const content = await readFile(new URL('tests.json', folder), 'utf8');
  for (const share of [0.3, 0.6, 0.99]) {
    expect((await readReport(content.slice(0, Math.floor(content.length * share)))).problem).not.toBeNull();
  }
});
