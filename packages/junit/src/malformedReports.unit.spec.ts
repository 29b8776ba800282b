import { attemptsOfCase } from './attemptsOfCase.ts';
import type { JunitCase } from './junitCase.ts';
import type { ReportSource } from './readJunitFile.ts';
import { readJunitFile } from './readJunitFile.ts';

async function read(report: string | ReportSource) {
  const cases: JunitCase[] = [];
  const source = typeof report === 'string' ? Buffer.from(report) : report;
  const { problem, repairs } = await readJunitFile(source, { onCase: (each) => cases.push(each) });
  const tests = cases.map((each) => ({ name: each.name, ms: each.durationMs, attempt: attemptsOfCase(each).at(-1) }));
  return { problem, repairs, tests };
}

/** The same bytes in pieces of that length. */
function inPieces(report: string, length: number): ReportSource {
  const bytes = Buffer.from(report);
  return {
    size: bytes.length,
    async *chunks() {
      for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
    },
  };
}

const failing = (text: string) =>
  `<testsuite name="s" tests="2"><testcase name="t"><failure>${text}</failure></testcase><testcase name="next"/></testsuite>`;
const named = (name: string) => `<testsuite name="s"><testcase name="${name}"/><testcase name="next"/></testsuite>`;

describe('the text of a failure', () => {
  it.each([
    ['HTML', 'Expected <div class="a">x</div> but <br> found'],
    ['types', 'cannot convert List<String> to Map<String, Integer>'],
    ['a place that is unknown', 'Assertion Failure: <unknown>:0: Application is not running'],
    ['a page', '<!DOCTYPE html><html lang="en"><img src=a.png></html>'],
    ['PHP', '<?php echo $a ?> and <?'],
    ['a closing tag alone', 'a </div> b'],
    ['closing tags in closing tags', '</</a </a</b> </'],
    ['a tag that is cut', 'got <input type="text'],
  ])('has %s as it was written', async (_, text) => {
    const report = failing(text);
    const { problem, tests, repairs } = await read(report);
    expect(problem).toBeNull();
    expect(tests.map(({ name }) => name)).toEqual(['t', 'next']);
    expect(tests[0]?.attempt).toMatchObject({ status: 'FAIL', error: text, stackTrace: text });
    expect(repairs).toEqual([expect.stringMatching(/a </)]);
    for (const length of [1, 2, 3, 7]) {
      expect(await read(inPieces(report, length))).toEqual({ problem, tests, repairs });
    }
  });

  it('ends before the elements that belong there', async () => {
    const cut = '<testsuite name="s"><testcase name="t"><failure>never ends</testcase></testsuite>';
    expect((await read(cut)).problem?.message).toMatch(/fits nothing: <failure> is open/);
    const rerun = failing('').replace(
      '<failure></failure>',
      '<flakyFailure message="m"><stackTrace>at a</stackTrace><system-out>printed</system-out></flakyFailure>',
    );
    expect((await read(rerun)).repairs).toEqual([]);
  });
});

describe('a document type', () => {
  it.each([
    ['that names a file is passed over', 'SYSTEM "CUnit-Run.dtd"', null],
    ['that never ends is refused', `SYSTEM "${'a'.repeat(2000)}`, /document type/],
    ['that declares entities is refused', '[<!ENTITY a "b">]', /document type/],
  ])('%s, also in pieces', async (_, type, problem) => {
    const report = `<?xml version="1.0"?>\n<!DOCTYPE r ${type}>\n${named('t')}`;
    const whole = await read(report);
    expect(whole.problem?.message ?? null).toEqual(problem === null ? null : expect.stringMatching(problem));
    for (const length of [1, 2, 3, 7]) {
      expect((await read(inPieces(report, length))).problem?.message).toEqual(whole.problem?.message);
    }
  });
});

describe('very much markup', () => {
  const repeated = (text: string) => text.repeat(4_000_000 / text.length);
  it.each([
    ['characters that are no tags', failing(repeated('< '))],
    ['closing tags', failing(`${repeated('</')}>`)],
    ['opening tags', failing(`${repeated('<a ')}>`)],
    ['quotes', `<testsuite name="s"><testcase name="${repeated('" ')}"/></testsuite>`],
    ['attributes with quotes', `<testsuite name="s"><testcase name="a "b" ${repeated('x="y" ')}/></testsuite>`],
    ['halves of characters', failing(repeated('&#55357;'))],
  ])('is read once: %s', async (_, report) => {
    // A search from each of them to the end would take hours.
    expect(await read(inPieces(report, 256 * 1024))).toBeDefined();
  });
});

describe('references that XML does not know', () => {
  it.each([
    ['of HTML', 'price &nbsp; 10 &euro;, caf&eacute; &Eacute;', 'price \u00a0 10 €, café É', /of HTML/],
    ['in an address', 'GET /a?b=1&copy=2&c;=3', 'GET /a?b=1&copy=2&c;=3', /an & that/],
    ['to halves of a character', 'shows &#55357;&#56832; face', 'shows 😀 face', /two halves/],
    ['to its halves in hexadecimal', '&#xD83D;&#xDE80;&#xd83d;&#xde00;', '🚀😀', /two halves/],
    ['to one half', 'a &#55357; b &#56832;', 'a \ufffd b \ufffd', /control/],
  ])('are read as they were meant: %s', async (_, written, meant, repair) => {
    for (const report of [named(written), failing(written)]) {
      const { problem, tests, repairs } = await read(report);
      expect(problem).toBeNull();
      expect(tests.at(-1)?.name).toBe('next');
      expect(tests[0]?.attempt?.error ?? tests[0]?.name).toBe(meant);
      expect(repairs).toEqual([expect.stringMatching(repair)]);
      for (const length of [1, 2, 5, 9]) {
        expect(await read(inPieces(report, length))).toEqual({ problem, tests, repairs });
      }
    }
  });
});

describe('a quote in the quotes of an attribute', () => {
  it.each(['says "hi" loudly', '"begins"', 'one " alone', 'a "b" c "d"'])('is part of %s', async (name) => {
    const report = named(name);
    const { problem, tests, repairs } = await read(report);
    expect(problem).toBeNull();
    expect(tests.map((test) => test.name)).toEqual([name, 'next']);
    expect(repairs).toEqual([expect.stringMatching(/a quote/)]);
    expect(await read(inPieces(report, 1))).toEqual({ problem, tests, repairs });
  });

  it('never takes in the next tag', async () => {
    const { problem, tests } = await read('<testsuite><testcase name="a" broken><testcase name="b"/></testsuite>');
    expect(problem?.message).toMatch(/malformed/);
    expect(tests).toEqual([]);
  });
});

describe('what a suite says of its own failure', () => {
  it.each([
    ['in its text', '<error>setup broke\nstack line</error>', 'setup broke'],
    ['in CDATA', '<failure><![CDATA[ports < 1024\nat a]]></failure>', 'ports < 1024'],
    ['in an attribute', '<error message="setup broke">at a</error>', 'setup broke'],
    ['by its type alone', '<error type="LoadError"/>', 'LoadError'],
  ])('is the error of its test: %s', async (_, element, error) => {
    for (const around of [(inner: string) => `<testsuite name="s">${inner}</testsuite>`, (inner: string) => inner]) {
      const report = `<testsuites>${around(`<testcase name="a"/>${element}<testcase name="b"/>`)}</testsuites>`;
      const { tests } = await read(report);
      expect(tests.map(({ attempt }) => attempt?.status)).toEqual(['PASS', 'FAIL', 'PASS']);
      expect(tests[1]).toMatchObject({ name: '(outside of any test)', attempt: { error } });
    }
  });
});

describe('the time of a test', () => {
  it.each([
    ['1.02:03:04.5000000', 93_784_500],
    ['10.00:00:00', 864_000_000],
    ['02:03:04.5', 7_384_500],
    ['03:04.5', 184_500],
  ])('may be %s', async (time, ms) => {
    const { tests } = await read(`<testsuite><testcase name="a" time="${time}"/></testsuite>`);
    expect(tests[0]?.ms).toBe(ms);
  });
});
