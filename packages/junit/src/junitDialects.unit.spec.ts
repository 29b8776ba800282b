import { dialects } from '../test/dialects.ts';
import { readReport } from '../test/readReport.ts';
import { attemptsOfCase } from './attemptsOfCase.ts';
import { JunitNames } from './junitNames.ts';

describe('JUnit XML', () => {
  it.each(dialects)('is read as %s writes it', async (_tool, xml, rows) => {
    const { cases, problem } = await readReport(xml);
    const names = new JunitNames('/app');
    const found = cases.map((each) => {
      const { file, name } = names.take(each, 'results.xml') ?? { file: '', name: '' };
      const statuses = attemptsOfCase(each).map(({ status }) => status);
      return [file, name, statuses.join(' '), each.durationMs];
    });
    expect({ problem, found }).toEqual({ problem: null, found: rows });
  });

  it('keeps both of two nested tests, wherever the inner one is', async () => {
    const { cases, problem } = await readReport(
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
    const { cases } = await readReport('<testsuite><testcase name=" " classname="C"/></testsuite>');
    expect(cases.map((each) => new JunitNames('/app').take(each, 'results.xml'))).toEqual([
      expect.objectContaining({ name: '(a test without a name)' }),
    ]);
  });

  it('names the files that belong to a test, from its output and its properties', async () => {
    const { cases } = await readReport(
      `<testsuite><testcase name="t" classname="C"><properties><property name="attachment" value="b.webm"/></properties>
       <system-out>[[ATTACHMENT|a/one.png]] and [[ATTACHMENT|two.log]]\n[[ATTACHMENT|a/one.png]]</system-out></testcase></testsuite>`,
    );
    expect(cases[0]?.attachments).toEqual(['b.webm', 'a/one.png', 'two.log']);
  });

  it('keeps the trace and the output of each attempt', async () => {
    const { cases } = await readReport(
      '<testsuite><testcase name="t"><flakyFailure message="m"><stackTrace>at x</stackTrace><system-out>first</system-out></flakyFailure><system-out>second</system-out></testcase></testsuite>',
    );
    const [flaky] = cases.map(attemptsOfCase);
    expect(flaky).toMatchObject([
      { status: 'FAIL', stackTrace: 'at x', output: 'first' },
      { status: 'PASS', output: 'second' },
    ]);
  });

  it('keeps the output of what was tried again in vain', async () => {
    const { cases } = await readReport(
      '<testsuite><testcase name="t"><failure message="m1"/><rerunFailure message="m2"><system-out>again</system-out></rerunFailure></testcase></testsuite>',
    );
    expect(cases.map(attemptsOfCase)).toEqual([
      expect.arrayContaining([expect.objectContaining({ status: 'FAIL', output: 'again' })]),
    ]);
  });

  it.each(['test', 'the cart'])('gives no reason where node:test says `true`, in class %s', async (classname) => {
    const { cases } = await readReport(
      `<testsuites><testcase name="adds" classname="${classname}"><skipped type="skipped" message="true"/></testcase></testsuites>`,
    );
    expect(cases.map(attemptsOfCase)).toEqual([[expect.objectContaining({ status: 'IGNORED', error: null })]]);
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
    const { cases } = await readReport(`<testsuites>${variants.map(suite).join('')}</testsuites>`);
    const names = new JunitNames(null);
    expect(cases.map((each) => names.take(each, 'r.xml')?.name)).toEqual(expected);
  });

  it('names a test the same in whatever order and company its suite comes', async () => {
    const namesIn = async (...browsers: string[]) => {
      const { cases } = await readReport(`<testsuites>${browsers.map(inBrowser).join('')}</testsuites>`);
      return cases.map((each) => new JunitNames(null).nameOf(each, 'r.xml').name).sort();
    };
    expect(await namesIn('edge', 'safari')).toEqual(await namesIn('safari', 'edge'));
    expect(await namesIn('safari')).toEqual(['t [safari]']);
  });

  it('hands over what a suite printed outside of its tests', async () => {
    const { printed } = await readReport(
      '<testsuites><testsuite name="s"><testcase name="t"/><system-out>of the suite</system-out><system-err>and its errors</system-err></testsuite><testsuite name="silent"><testcase name="u"/><system-out> </system-out></testsuite></testsuites>',
    );
    expect(printed).toEqual([['s', { output: 'of the suite', errorOutput: 'and its errors' }]]);
  });

  it.each([
    ['that counts tests', '<testsuite tests="6" failures="1"/>', /declares 6 tests, and holds none/],
    ['that counts failures alone', '<testsuites failures="2"><testsuite/></testsuites>', /declares 2 tests/],
    ['of a dialect nobody knows', '<testsuites><test name="t"/></testsuites>', /holds no <testcase>, but <test>/],
    ["of TRX's counts alone", '<TestRun><ResultSummary><Counters total="3"/></ResultSummary></TestRun>', /declares 3/],
    ["of another tool, whose root is TRX's", '<TestRun><Cases/></TestRun>', /no tests/],
    ['of CppUnit that counts tests', '<TestRun><Statistics><Tests>3</Tests></Statistics></TestRun>', /declares 3/],
    ["of CTest's build", '<Site BuildName="b"><Build/></Site>', /no tests/],
  ])('is not a report without tests %s', async (_what, content, message) => {
    expect((await readReport(content)).problem?.message).toMatch(message);
  });

  it('may be a report without any test that says so', async () => {
    const { cases, problem } = await readReport('<testsuites tests="0"><testsuite name="s" tests="0"/></testsuites>');
    expect({ cases, problem }).toEqual({ cases: [], problem: null });
  });

  it('says what failed by its type, where nothing else does', async () => {
    const { cases } = await readReport(
      '<testsuite><testcase name="t"><failure type="java.lang.NullPointerException"/></testcase></testsuite>',
    );
    expect(cases.flatMap(attemptsOfCase)).toMatchObject([{ status: 'FAIL', error: 'java.lang.NullPointerException' }]);
  });

  it('takes no more of such properties than a name needs, however many there are', async () => {
    const property = `<property name="browser" value="${'x'.repeat(150)}"/>`;
    const { cases } = await readReport(
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
    expect((await readReport(bytes)).cases[0]?.name).toBe('größer');
  });

  it('is read in the Cyrillic that it declares', async () => {
    const [before, after] = [
      '<?xml version="1.0" encoding="windows-1251"?><testsuite><testcase name="',
      '"/></testsuite>',
    ];
    const word = Buffer.from([0xf2, 0xe5, 0xf1, 0xf2]);
    const { cases } = await readReport(Buffer.concat([Buffer.from(before), word, Buffer.from(after)]));
    expect(cases[0]?.name).toBe('тест');
  });

  it.each([
    ['another root', '<test-plan><test-case name="t"/></test-plan>', /root is <test-plan>/],
    ['no XML at all', 'PASS src/cart.test.js', /./],
    ['JSON', '{"tests": []}', /./],
    [
      'an entity of its own',
      '<!DOCTYPE t [<!ENTITY e "x">]><testsuite><testcase name="&e;"/></testsuite>',
      /document type/,
    ],
    ['two roots', '<testsuite/><testsuite/>', /./],
  ])('is not %s', async (_what, content, message) => {
    expect((await readReport(content)).problem?.message).toMatch(message);
  });

  it('may hold very many tests of one name', async () => {
    const { cases } = await readReport(`<testsuite>${'<testcase classname="C" name="t"/>'.repeat(20_000)}</testsuite>`);
    const names = new JunitNames(null);
    const given = cases.map((each) => names.take(each, 'r.xml')?.name);
    expect([given.length, given.at(-1), new Set(given).size]).toEqual([20_000, 't #20000', 20_000]);
  });

  it('is limited when one test has very much output', async () => {
    const long = 'x'.repeat(300_000);
    const { cases } = await readReport(
      `<testsuite><testcase name="t">${`<system-out>${long}</system-out>`.repeat(10)}${'<failure message="m"/>'.repeat(1_000)}</testcase></testsuite>`,
    );
    expect(cases[0]?.output.length).toBeLessThanOrEqual(1_000_000);
    expect(cases[0]?.outcomes).toHaveLength(50);
  });
});
