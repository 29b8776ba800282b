import { readReport } from '../test/readReport.ts';
import { attemptsOfCase } from './attemptsOfCase.ts';
import type { JunitCase } from './junitCase.ts';

describe('a failure without a test in JUnit XML', () => {
  it('makes a failure outside of any test a test that failed', async () => {
    const { cases } = await readReport(
      '<testsuites><testsuite name="s"><error message="set-up broke">at y</error><testcase name="t" classname="C"/></testsuite></testsuites>',
    );
    expect(cases.map((each) => [each.name, attemptsOfCase(each).at(-1)?.status])).toEqual([
      ['(outside of any test)', 'FAIL'],
      ['t', 'PASS'],
    ]);
  });

  const nodeReport = (content: string, comments: string[]) =>
    readReport(
      `<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n${content}\n${comments.map((each) => `\t<!-- ${each} -->`).join('\n')}\n</testsuites>`,
    );
  const counts = (fail: number, cancelled = 0) => ['tests 2', 'suites 0', `fail ${fail}`, `cancelled ${cancelled}`];
  const parent = (child: string) =>
    `<testsuite name="checkout" time="0.004" disabled="0" errors="0" tests="1" failures="0" skipped="0" hostname="ci">${child}</testsuite>`;
  const passing = '<testcase name="pays" time="0.001" classname="test"/>';
  const failing =
    '<testcase name="pays" time="0.001" classname="test"><failure type="testCodeFailure" message="x"/></testcase>';
  const todo =
    '<testcase name="pays" classname="test"><skipped type="todo" message="true"/><failure message="x"/></testcase>';
  const percent = 'Error: 50.00% function coverage does not meet threshold of 100%.';

  it.each([
    ['a test with subtests that failed by itself', parent(passing), counts(1), /^node:test counts 1 failed test /],
    ['a cancelled test with subtests', parent(passing), counts(0, 1), /^node:test counts 1 failed test /],
    [
      'a second failed test in addition to those that it names',
      parent(failing),
      counts(3),
      /^node:test counts 1 failed test /,
    ],
    ['coverage below its threshold', passing, [...counts(0), percent], /^50.00% function coverage does not meet/],
  ])('reads from the comments of node:test that it left out %s', async (_what, content, comments, expected) => {
    const { cases, problem } = await nodeReport(content, comments);
    expect(problem).toBeNull();
    const { name } = cases.at(-1) ?? {};
    expect(name).toBe('(outside of any test)');
    expect(cases.slice(-1).map(attemptsOfCase)).toEqual([
      [expect.objectContaining({ status: 'FAIL', error: expect.stringMatching(expected) })],
    ]);
  });

  it.each([
    ['a test that failed with its subtest', parent(failing), counts(2)],
    ['a suite whose test failed', parent(failing), counts(1)],
    ['a failure of what is to be written', parent(todo), counts(0)],
    ['other comments', passing, ['fail 1', 'coverage is low', 'x'.repeat(5000)]],
  ])('adds no failure to a report of node:test for %s', async (_what, content, comments) => {
    const { cases, problem } = await nodeReport(content, comments);
    expect({ problem, names: cases.map(({ name }) => name) }).toEqual({ problem: null, names: ['pays'] });
  });

  const counting = (header: string, ...cases: string[]) =>
    readReport(`<testsuites ${header}><testsuite name="s" ${header}>${cases.join('')}</testsuite></testsuites>`);
  const named = (cases: readonly JunitCase[]) => cases.map(({ name }) => name);

  // As tap-junit 5 writes it where fewer tests ran than were planned.
  it.each(['failures="1"', 'failures="0" errors="1"'])(
    'is failed where it counts a failure that no test has: %s',
    async (header) => {
      const { cases } = await counting(header, '<testcase name="a"/>', '<testcase name="b"/>');
      expect(named(cases)).toEqual(['a', 'b', '(outside of any test)']);
      const error = 'The report counts 1 failure, but no test failed.';
      expect(cases.slice(-1).map(attemptsOfCase)).toEqual([[expect.objectContaining({ status: 'FAIL', error })]]);
    },
  );

  it('is failed in each suite that counts a failure which none of its tests has, with what the suite printed', async () => {
    const { cases } = await readReport(
      `<testsuites tests="2"><testsuite name="get" failures="0"><testcase name="ok"/></testsuite>
      <testsuite name="post" errors="1"><system-err>RequestError: no answer</system-err></testsuite>
      <testsuite name="put" failures="1"><testsuite name="inner" failures="1"><testcase name="a"><failure/></testcase></testsuite></testsuite></testsuites>`,
    );
    expect(cases.map(({ name, suites }) => [suites.at(-1)?.name, name])).toEqual([
      ['get', 'ok'],
      ['post', '(outside of any test)'],
      ['inner', 'a'],
    ]);
    expect(cases.slice(1, 2).map(attemptsOfCase)).toEqual([
      [expect.objectContaining({ status: 'FAIL', stackTrace: 'RequestError: no answer' })],
    ]);
  });

  it.each([
    ['xUnit.net', '<assembly name="a" total="3" passed="1" failed="1"><test name="a" result="Pass"/></assembly>'],
    ['NUnit 3', '<test-run total="2" failed="1"><test-case name="a" result="Passed"/></test-run>'],
    ['NUnit 2', '<test-results total="2" errors="1"><test-case name="a" success="True"/></test-results>'],
    ['NUnit 2', '<test-results total="2" invalid="1"><test-case name="a" success="True"/></test-results>'],
    [
      'VSTest',
      '<TestRun><Results><UnitTestResult testName="a" outcome="Passed"/></Results><ResultSummary outcome="Completed"><Counters total="2" timeout="1"/></ResultSummary></TestRun>',
    ],
    [
      'TestNG',
      '<testng-results failed="1"><class name="c"><test-method name="a" status="PASS"/></class></testng-results>',
    ],
    [
      'Robot Framework',
      '<robot><suite name="s"><test name="a"><status status="PASS"/></test></suite><statistics><total><stat pass="1" fail="1">All Tests</stat></total></statistics></robot>',
    ],
  ])('is failed where the header of %s counts it', async (_, report) => {
    const { cases } = await readReport(report);
    expect(named(cases)).toEqual(['a', '(outside of any test)']);
    const error = 'The report counts 1 failure, but no test failed.';
    expect(cases.slice(1).map(attemptsOfCase)).toEqual([[expect.objectContaining({ status: 'FAIL', error })]]);
  });

  it('is failed where NUnit says that the run failed, also without a test', async () => {
    const failed = (content: string) => readReport(`<test-run total="0" result="Failed">${content}</test-run>`);
    for (const content of ['', '<test-case name="a" result="Passed"/>']) {
      const { cases, problem } = await failed(content);
      expect([problem, cases.at(-1)]).toMatchObject([
        null,
        { outcomes: [{ kind: 'error', message: 'the run failed' }] },
      ]);
    }
  });

  it.each([
    ['more failures than tests that failed', 'failures="9"', '<testcase name="a"><failure/></testcase>'],
    [
      'a failure that the next attempt made good',
      'failures="1"',
      '<testcase name="a"><flakyFailure message="x"/></testcase>',
    ],
    ['a failed test that is to be written', 'failures="1"', '<testcase name="a"><skipped/><failure/></testcase>'],
    ['a test whose status says that it failed', 'failures="1"', '<testcase name="a" status="failed"/>'],
    ['nothing that is a number', 'failures="none"', '<testcase name="a"/>'],
  ])('is not failed for counting %s', async (_, header, content) => {
    expect(named((await counting(header, content)).cases)).toEqual(['a']);
  });

  const emptySuites = (count: number) =>
    Array.from({ length: count }, (_, index) => `<testsuite name="s${index}" failures="1"/>`).join('');

  it('is kept of a hundred suites before the first test, however many there are', async () => {
    const { cases } = await readReport(`<testsuites>${emptySuites(5_000)}<testcase name="a"/></testsuites>`);
    expect([cases.length, cases.at(-1)?.name, cases[0]?.suites[0]?.name]).toEqual([101, 'a', 's0']);
  });

  it('is no test where the report has none', async () => {
    const { cases, problem } = await readReport(`<testsuites>${emptySuites(2)}</testsuites>`);
    expect([cases, problem?.message]).toEqual([[], expect.stringContaining('holds none')]);
  });

  it('names ten thresholds of coverage at most', async () => {
    const thresholds = Array.from({ length: 5_000 }, (_, index) => percent.replace('50.00', `${index}`));
    const { cases } = await nodeReport(passing, [...counts(0), ...thresholds]);
    expect(cases.at(-1)?.outcomes).toHaveLength(10);
  });
});
