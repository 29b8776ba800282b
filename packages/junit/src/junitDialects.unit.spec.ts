import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialects } from '../test/dialects.ts';
import { attemptsOfCase, type JunitCase } from './junitCase.ts';
import { JunitNames } from './junitNames.ts';
import { readJunitFile } from './readJunitFile.ts';
import type { SuiteOutput } from './reportDialect.ts';

describe('JUnit XML', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-junit-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function read(content: string | Buffer) {
    const path = join(folder, 'results.xml');
    writeFileSync(path, content);
    const cases: JunitCase[] = [];
    const { problem, repairs } = await readJunitFile(path, { onCase: (each) => cases.push(each) });
    return { cases, problem, repairs };
  }

  it.each(dialects)('is read as %s writes it', async (_tool, xml, rows) => {
    const { cases, problem } = await read(xml);
    const names = new JunitNames('/app');
    const found = cases.map((each) => {
      const { file, name } = names.take(each, 'results.xml') ?? { file: '', name: '' };
      const statuses = attemptsOfCase(each).map(({ status }) => status);
      return [file, name, statuses.join(' '), each.durationMs];
    });
    expect({ problem, found }).toEqual({ problem: null, found: rows });
  });

  it('keeps both of two nested tests, wherever the inner one is', async () => {
    const { cases, problem } = await read(
      `<testsuite><testcase name="outer" classname="C"><failure message="broke">at <testcase name="in it" classname="C"/>
       once more</failure><system-out>said</system-out></testcase>
       <testcase name="second" classname="C"><testcase name="skips" classname="C"><skipped/></testcase><error message="late"/>
       </testcase><failure message="the suite"/></testsuite>`,
    );
    expect(problem).toBeNull();
    expect(
      cases.map((each) => [each.name, attemptsOfCase(each).at(-1)?.status, attemptsOfCase(each).at(-1)?.error]),
    ).toEqual([
      ['in it', 'PASS', null],
      ['outer', 'FAIL', 'broke'],
      ['skips', 'IGNORED', null],
      ['second', 'FAIL', 'late'],
      ['(outside of any test)', 'FAIL', 'the suite'],
    ]);
    expect(cases[1]?.output).toBe('said');
  });

  it('treats a test with a blank name as one without a name', async () => {
    const { cases } = await read('<testsuite><testcase name=" " classname="C"/></testsuite>');
    expect(cases.map((each) => new JunitNames('/app').take(each, 'results.xml'))).toEqual([
      expect.objectContaining({ name: '(a test without a name)' }),
    ]);
  });

  it('names the files that belong to a test, from its output and its properties', async () => {
    const { cases } = await read(
      `<testsuite><testcase name="t" classname="C"><properties><property name="attachment" value="b.webm"/></properties>
       <system-out>[[ATTACHMENT|a/one.png]] and [[ATTACHMENT|two.log]]\n[[ATTACHMENT|a/one.png]]</system-out></testcase></testsuite>`,
    );
    expect(cases[0]?.attachments).toEqual(['b.webm', 'a/one.png', 'two.log']);
  });

  it('keeps the trace and the output of each attempt', async () => {
    const { cases } = await read(
      '<testsuite><testcase name="t"><flakyFailure message="m"><stackTrace>at x</stackTrace><system-out>first</system-out></flakyFailure><system-out>second</system-out></testcase></testsuite>',
    );
    const [flaky] = cases.map(attemptsOfCase);
    expect(flaky).toMatchObject([
      { status: 'FAIL', stackTrace: 'at x', output: 'first' },
      { status: 'PASS', output: 'second' },
    ]);
  });

  it('keeps the output of what was tried again in vain', async () => {
    const { cases } = await read(
      '<testsuite><testcase name="t"><failure message="m1"/><rerunFailure message="m2"><system-out>again</system-out></rerunFailure></testcase></testsuite>',
    );
    expect(cases.map(attemptsOfCase)).toEqual([
      expect.arrayContaining([expect.objectContaining({ status: 'FAIL', output: 'again' })]),
    ]);
  });

  it('makes a failure outside of any test a test that failed', async () => {
    const { cases } = await read(
      '<testsuites><testsuite name="s"><error message="set-up broke">at y</error><testcase name="t" classname="C"/></testsuite></testsuites>',
    );
    expect(cases.map((each) => [each.name, attemptsOfCase(each).at(-1)?.status])).toEqual([
      ['(outside of any test)', 'FAIL'],
      ['t', 'PASS'],
    ]);
  });

  it.each(['test', 'the cart'])('gives no reason where node:test says `true`, in class %s', async (classname) => {
    const { cases } = await read(
      `<testsuites><testcase name="adds" classname="${classname}"><skipped type="skipped" message="true"/></testcase></testsuites>`,
    );
    expect(cases.map(attemptsOfCase)).toEqual([[expect.objectContaining({ status: 'IGNORED', error: null })]]);
  });

  const nodeReport = (content: string, comments: string[]) =>
    read(
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
    read(`<testsuites ${header}><testsuite name="s" ${header}>${cases.join('')}</testsuite></testsuites>`);
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
    const { cases } = await read(
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

  const inBrowser = (browser: string) =>
    `<testsuite name="s"><properties><property name="browserName" value="${browser}"/></properties><testcase name="t" classname="C"/></testsuite>`;
  const onHost = (host: string) =>
    `<testsuite name="s" hostname="${host}"><testcase name="t" classname="C"/></testsuite>`;
  it.each([
    ['browser in their properties', inBrowser, ['edge', 'safari'], ['t [edge]', 't [safari]']],
    [
      'browser that stands for their host',
      onHost,
      ['chromium', 'Mobile Safari'],
      ['t [chromium]', 't [Mobile Safari]'],
    ],
    ['host only by number, as it is another one each time', onHost, ['ci-1', 'ci-2'], ['t', 't #2']],
  ])('distinguishes suites of the same name by the %s', async (_what, suite, variants, expected) => {
    const { cases } = await read(`<testsuites>${variants.map(suite).join('')}</testsuites>`);
    const names = new JunitNames(null);
    expect(cases.map((each) => names.take(each, 'r.xml')?.name)).toEqual(expected);
  });

  it('names a test the same in whatever order and company its suite comes', async () => {
    const namesIn = async (...browsers: string[]) => {
      const { cases } = await read(`<testsuites>${browsers.map(inBrowser).join('')}</testsuites>`);
      return cases.map((each) => new JunitNames(null).nameOf(each, 'r.xml').name).sort();
    };
    expect(await namesIn('edge', 'safari')).toEqual(await namesIn('safari', 'edge'));
    expect(await namesIn('safari')).toEqual(['t [safari]']);
  });

  it('hands over what a suite printed outside of its tests', async () => {
    const path = join(folder, 'results.xml');
    writeFileSync(
      path,
      '<testsuites><testsuite name="s"><testcase name="t"/><system-out>of the suite</system-out><system-err>and its errors</system-err></testsuite><testsuite name="silent"><testcase name="u"/><system-out> </system-out></testsuite></testsuites>',
    );
    const printed: [string, SuiteOutput][] = [];
    await readJunitFile(path, {
      onCase: () => undefined,
      onSuiteOutput: ({ name }, output) => printed.push([name, output]),
    });
    expect(printed).toEqual([['s', { output: 'of the suite', errorOutput: 'and its errors' }]]);
  });

  it.each([
    ['that counts tests', '<testsuite tests="6" failures="1"/>', /declares 6 tests, and holds none/],
    ['that counts failures alone', '<testsuites failures="2"><testsuite/></testsuites>', /declares 2 tests/],
    ['of a dialect nobody knows', '<testsuites><test name="t"/></testsuites>', /holds no <testcase>, but <test>/],
    ["of TRX's counts alone", '<TestRun><ResultSummary><Counters total="3"/></ResultSummary></TestRun>', /declares 3/],
    ["of CppUnit, whose root is TRX's", '<TestRun><FailedTests/></TestRun>', /no tests/],
    ["of CTest's build", '<Site BuildName="b"><Build/></Site>', /no tests/],
  ])('is not a report without tests %s', async (_what, content, message) => {
    expect((await read(content)).problem?.message).toMatch(message);
  });

  it('may be a report without any test that says so', async () => {
    const { cases, problem } = await read('<testsuites tests="0"><testsuite name="s" tests="0"/></testsuites>');
    expect({ cases, problem }).toEqual({ cases: [], problem: null });
  });

  it('says what failed by its type, where nothing else does', async () => {
    const { cases } = await read(
      '<testsuite><testcase name="t"><failure type="java.lang.NullPointerException"/></testcase></testsuite>',
    );
    expect(cases.flatMap(attemptsOfCase)).toMatchObject([{ status: 'FAIL', error: 'java.lang.NullPointerException' }]);
  });

  it('takes no more of such properties than a name needs, however many there are', async () => {
    const property = `<property name="browser" value="${'x'.repeat(150)}"/>`;
    const { cases } = await read(
      `<testsuite><properties>${property.repeat(1000)}</properties><testcase name="t"/></testsuite>`,
    );
    expect(cases[0]?.suites[0]?.variant?.length).toBeLessThan(500);
  });

  it.each([
    [
      'UTF-16 with the other byte order',
      Buffer.from('\ufeff<testsuite><testcase name="größer"/></testsuite>', 'utf16le').swap16(),
    ],
    ['UTF-16 without a byte order mark', Buffer.from('<testsuite><testcase name="größer"/></testsuite>', 'utf16le')],
    [
      'UTF-8 that says it is UTF-16',
      Buffer.from('<?xml version="1.0" encoding="UTF-16"?><testsuite><testcase name="größer"/></testsuite>'),
    ],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeff<testsuite><testcase name="größer"/></testsuite>')],
    [
      'ISO-8859-1 as it says',
      Buffer.from(
        '<?xml version="1.0" encoding="ISO-8859-1"?><testsuite><testcase name="größer"/></testsuite>',
        'latin1',
      ),
    ],
    [
      'Latin-1 under a name nobody knows',
      Buffer.from('<?xml version="1.0" encoding="x-none"?><testsuite><testcase name="größer"/></testsuite>', 'latin1'),
    ],
  ])('is read in %s', async (_what, bytes) => {
    expect((await read(bytes)).cases[0]?.name).toBe('größer');
  });

  it('is read in the Cyrillic that it declares', async () => {
    const [before, after] = [
      '<?xml version="1.0" encoding="windows-1251"?><testsuite><testcase name="',
      '"/></testsuite>',
    ];
    const word = Buffer.from([0xf2, 0xe5, 0xf1, 0xf2]);
    const { cases } = await read(Buffer.concat([Buffer.from(before), word, Buffer.from(after)]));
    expect(cases[0]?.name).toBe('тест');
  });

  it.each([
    ['NUnit 2', '<test-results><test-case name="t" success="True"/></test-results>', /root is <test-results>/],
    ['no XML at all', 'PASS src/cart.test.js', /./],
    ['JSON', '{"tests": []}', /./],
    ['an entity of its own', '<testsuite><testcase name="&bomb;"/></testsuite>', /undefined entity/i],
    ['two roots', '<testsuite/><testsuite/>', /./],
  ])('is not %s', async (_what, content, message) => {
    expect((await read(content)).problem?.message).toMatch(message);
  });

  it('may hold very many tests of one name', async () => {
    const { cases } = await read(`<testsuite>${'<testcase classname="C" name="t"/>'.repeat(20_000)}</testsuite>`);
    const names = new JunitNames(null);
    const given = cases.map((each) => names.take(each, 'r.xml')?.name);
    expect([given.length, given.at(-1), new Set(given).size]).toEqual([20_000, 't #20000', 20_000]);
  });

  it('is limited when one test has very much output', async () => {
    const long = 'x'.repeat(300_000);
    const { cases } = await read(
      `<testsuite><testcase name="t">${`<system-out>${long}</system-out>`.repeat(10)}${'<failure message="m"/>'.repeat(1_000)}</testcase></testsuite>`,
    );
    expect(cases[0]?.output.length).toBeLessThanOrEqual(1_000_000);
    expect(cases[0]?.outcomes).toHaveLength(50);
  });
});
