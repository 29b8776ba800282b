import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attemptsOfCase } from './attemptsOfCase.ts';
import type { JunitCase } from './junitCase.ts';
import { JunitNames } from './junitNames.ts';
import { readJunitFile } from './readJunitFile.ts';
import { XmlReader } from './xmlReader.ts';

describe('reading JUnit XML as tools write it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-junit-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function read(content: string | Buffer) {
    const path = join(folder, 'results.xml');
    writeFileSync(path, content);
    const cases: JunitCase[] = [];
    const { problem, repairs } = await readJunitFile(path, { onCase: (each) => cases.push(each) });
    const names = new JunitNames('/repository');
    const tests = cases.flatMap((each) => {
      const named = names.take(each, 'results.xml');
      const attempts = attemptsOfCase(each);
      return named ? [{ ...named, ms: each.durationMs, attempts, statuses: attempts.map(({ status }) => status) }] : [];
    });
    return { cases, problem, repairs, tests };
  }

  it('trusts the cases, not the counts of the header', async () => {
    const { tests } = await read(
      '<testsuites tests="7" failures="9"><testsuite name="s" tests="0"><testcase classname="a.B" name="one" time="0.5"><failure/></testcase></testsuite></testsuites>',
    );
    expect(tests).toEqual([expect.objectContaining({ file: 'a.B', name: 'one', ms: 500, statuses: ['FAIL'] })]);
  });

  it('finds cases in suites nested four deep and beside suites', async () => {
    const { tests } = await read(
      `<testsuites><testsuite name="a"><testsuite name="b"><testsuite name="c"><testsuite name="d">
       <testcase name="deep"/></testsuite></testsuite></testsuite><testcase name="beside"/></testsuite></testsuites>`,
    );
    expect(tests.map(({ file, name }) => [file, name])).toEqual([
      ['a', 'b › c › d › deep'],
      ['a', 'beside'],
    ]);
  });

  it('takes the worst of several outcomes and keeps every message', async () => {
    const { tests } = await read(
      `<testsuite><testcase name="t"><skipped message="why not"/><failure message="first">at a</failure>
       <error message="second">at b</error></testcase></testsuite>`,
    );
    expect(tests[0]?.attempts).toMatchObject([
      { status: 'FAIL', error: 'first\nsecond\nwhy not', stackTrace: 'at a\n\nat b\n\nwhy not' },
    ]);
  });

  it('reports flaky failures and reruns as attempts', async () => {
    const { tests } = await read(
      `<testsuite name="s"><testcase classname="A" name="flaky"><flakyFailure message="once">x</flakyFailure></testcase>
       <testcase classname="A" name="broken"><failure message="1">x</failure><rerunFailure message="2">x</rerunFailure></testcase></testsuite>`,
    );
    expect(tests.map(({ statuses }) => statuses)).toEqual([
      ['FAIL', 'PASS'],
      ['FAIL', 'FAIL'],
    ]);
  });

  it('joins a teardown error to the test that it belongs to', async () => {
    const { tests } = await read(
      `<testsuite name="pytest"><testcase classname="tests.test_a" name="test_x" time="1"/>
       <testcase classname="tests.test_a" name="test_x" time="0.5"><error message="failed on teardown with &quot;boom&quot;">trace</error></testcase></testsuite>`,
    );
    expect(tests).toEqual([expect.objectContaining({ name: 'test_x', ms: 1500, statuses: ['FAIL'] })]);
  });

  it('keeps what is printed and attached around a test with it, and what is said twice once', async () => {
    const { cases } = await read(
      `<testsuite><testcase name="t"><system-out>in the test [[ATTACHMENT|a.png]]</system-out><system-err>same</system-err></testcase>
       <testcase name="t"><properties><property name="attachment" value="b.png"/></properties>
       <error message="failed on teardown"/><system-out>after it</system-out><system-err>same</system-err></testcase></testsuite>`,
    );
    expect(cases).toMatchObject([
      { output: 'in the test [[ATTACHMENT|a.png]]\nafter it', errorOutput: 'same', attachments: ['a.png', 'b.png'] },
    ]);
  });

  it('keeps tests of one name apart, by the browser where that differs, else by number', async () => {
    const { tests } = await read(
      `<testsuites><testsuite name="s" hostname="chromium"><testcase classname="a" name="t"/><testcase classname="a" name="t"/></testsuite>
       <testsuite name="s" hostname="firefox"><testcase classname="a" name="t"/></testsuite></testsuites>`,
    );
    expect(tests.map(({ name }) => name)).toEqual(['t [chromium]', 't [chromium] #2', 't [firefox]']);
  });

  it('reads outcomes given only by an attribute', async () => {
    const { tests } = await read(
      `<testsuite name="g"><testcase name="a" classname="C" status="notrun"/><testcase name="b" classname="C" status="run" result="completed"/>
       <testcase name="c" classname="C" result="Failure"/></testsuite>`,
    );
    expect(tests.map(({ statuses }) => statuses[0])).toEqual(['IGNORED', 'PASS', 'FAIL']);
  });

  it.each([
    ['0,5', 500],
    ['1,234.5', 1_234_500],
    ['00:01:02.250', 62_250],
    ['-1', null],
    ['', null],
    ['soon', null],
    ['0x10', null],
    ['1e-3', 1],
    ['.5', 500],
  ])('reads the time %p as %p ms', async (time, ms) => {
    const { cases } = await read(`<testsuite><testcase name="t" time="${time}"/></testsuite>`);
    expect(cases[0]?.durationMs).toBe(ms);
  });

  it('reads the output of a case, in CDATA or not, and strips colours from messages', async () => {
    const { cases } = await read(
      `<testsuite><testcase name="t"><system-out><![CDATA[a <b>]]></system-out><system-err>err</system-err>
       <failure message="\u001b[31mred\u001b[39m"/></testcase></testsuite>`,
    );
    expect(cases[0]).toMatchObject({ output: 'a <b>', errorOutput: 'err', outcomes: [{ message: 'red' }] });
  });

  it('names the file of a suite relative to the repository', async () => {
    const { tests } = await read(
      '<testsuite name="Root" file="/repository/test/cart.js"><testsuite name="Cart"><testcase name="adds" classname="adds"/></testsuite></testsuite>',
    );
    expect(tests[0]).toMatchObject({ file: 'test/cart.js', name: 'Root › Cart › adds' });
  });

  it.each([
    ['a raw < in a name', 'name="vector<int>"', '', { name: 'vector<int>' }, /a </],
    ['a raw < in a text', 'name="t"', '<system-out>1 < 2</system-out>', { output: '1 < 2' }, /a </],
    ['a raw &', 'name="a & b"', '', { name: 'a & b' }, /an &/],
    ['a raw ]]>', 'name="t"', '<system-out>a ]]> b</system-out>', { output: 'a ]]> b' }, /a ]]>/],
    ['an escape code', 'name="t"', '<system-out>\u001b[31mred</system-out>', { output: '\u001b[31mred' }, /control/],
    [
      'an escape code as a reference',
      'name="t"',
      '<system-out>&#x1b;[1m</system-out>',
      { output: '\u001b[1m' },
      /control/,
    ],
  ])('reads %s as it was meant, and says so', async (_what, attributes, content, expected, repair) => {
    const { cases, problem, repairs } = await read(
      `<testsuite><testcase ${attributes}>${content}</testcase></testsuite>`,
    );
    expect({ problem, cases }).toMatchObject({ problem: null, cases: [expected] });
    expect(repairs).toEqual([expect.stringMatching(repair)]);
  });

  it('says nothing of a file that is as it should be', async () => {
    const { repairs } = await read('<testsuite><testcase name="a &lt; b &amp; größer"/></testsuite>');
    expect(repairs).toEqual([]);
  });

  const named = (...names: string[]) =>
    `<testsuite>${names.map((name) => `<testcase name="${name}"/>`).join('')}</testsuite>`;
  it('keeps UTF-8 where a byte of it is damaged, and says so', async () => {
    const bytes = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${named('größer', 'süß', 'cut ö')}`);
    bytes[bytes.lastIndexOf(0xb6)] = 0x20;
    const { cases, repairs } = await read(bytes);
    expect(cases.map(({ name }) => name)).toEqual(['größer', 'süß', 'cut \ufffd ']);
    expect(repairs).toEqual([expect.stringMatching(/bytes/)]);
  });

  it('reads the bytes that are there, whatever encoding is declared, and says so', async () => {
    const latin = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${named('größer')}`, 'latin1');
    const wrong = await read(latin);
    expect([wrong.cases[0]?.name, ...wrong.repairs]).toEqual(['größer', expect.stringMatching(/utf-8.*windows-1252/)]);
    const utf16 = await read(Buffer.from(`\ufeff${named('größer')}`, 'utf16le'));
    expect([utf16.cases[0]?.name, ...utf16.repairs]).toEqual(['größer']);
  });

  it('reads a file the same in pieces of any length', () => {
    const text =
      '<?xml version="1.0"?><!-- a - b --><testsuite\r\n name="s"><testcase name="a>b" time=\'1\'><system-out>x &amp; y &#65; ]]> z\r\n</system-out><failure><![CDATA[a ]] b]]>]]<!----></failure></testcase></testsuite>\n';
    const read = (length: number) => {
      const said: unknown[] = [];
      const reader = new XmlReader({
        open: (name, attributes) => said.push(`<${name} ${JSON.stringify(attributes)}`),
        close: (name) => said.push(`>${name}`),
        text: (piece) => said.push(...piece),
      });
      for (let at = 0; at < text.length; at += length) reader.write(text.slice(at, at + length));
      reader.end();
      return { said, repairs: reader.repairs };
    };
    const whole = read(text.length);
    expect(whole.repairs).toHaveLength(1);
    for (let length = 1; length < 60; length += 1) expect(read(length)).toEqual(whole);
  });

  it('reports line and column of a syntax error and keeps what comes before it', async () => {
    const { tests, problem } = await read(
      '<testsuite>\n<testcase name="t" classname="C"/>\n<testcase name="u"></wrong>\n</testsuite>',
    );
    expect(tests.map(({ name }) => name)).toEqual(['t']);
    expect(problem).toMatchObject({ line: 3, column: expect.any(Number) });
  });

  it.each([
    ['a file cut off', '<testsuite><testcase name="t"/>', /unclosed/],
    ['another format', '<html><body/></html>', /root is <html>/],
    ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]><testsuite/>', /document type/],
    ['an empty file', '', /./],
    ['nothing but zero bytes, at the first of them', '\0'.repeat(1000), /neither XML nor JSON nor TAP/],
    ['no end of nesting', '<testsuite>'.repeat(200), /nested/],
  ])('refuses %s', async (_what, content, message) => {
    expect((await read(content)).problem?.message).toMatch(message);
  });

  it('drops the copy of a case that an aggregate holds as well', async () => {
    const { cases } = await read('<testsuite><testcase name="t" classname="C" time="1.5"/></testsuite>');
    const names = new JunitNames('/repository');
    const [each] = cases;
    if (!each) throw new Error('no case');
    expect([names.take(each, 'one.xml')?.name, names.take(each, 'all.xml')]).toEqual(['t', null]);
    expect(names.copies).toEqual([{ file: 'all.xml', of: 'one.xml', results: 1 }]);
  });
});
