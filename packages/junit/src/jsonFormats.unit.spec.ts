import { readFile } from 'node:fs/promises';
import { readReport } from '../test/readReport.ts';
import { attemptsOfCase } from './attemptsOfCase.ts';
import { JunitNames } from './junitNames.ts';

async function problemOf(content: string): Promise<string | null> {
  const { problem } = await readReport(content);
  return problem && `${problem.line}:${problem.column} ${problem.message}`;
}

/** @returns of each case its name, the states of its attempts and what the last says */
async function read(content: string): Promise<string[]> {
  const { cases, problem } = await readReport(content);
  expect(problem).toBeNull();
  return cases.map((each) => {
    const attempts = attemptsOfCase(each);
    const statuses = attempts.map(({ status }) => status).join(' ');
    return [each.name, statuses, attempts.at(-1)?.error].filter(Boolean).join(' | ');
  });
}

const rspec = '{"version":"3.13.0","examples":[{"full_description":"adds","status":"passed","file_path":"a_spec.rb"}';

it.each([
  ['that ends too early', rspec, '1:101 the file ends too early'],
  ['with something after its end', `${rspec}]} {`, '1:104 something follows its end'],
  ['with a list that another bracket closes', `${rspec}}`, '1:101 "}" is not JSON here'],
  [
    'with a value that is not JSON',
    `${rspec},\n{"status":"\\q"}]}`,
    '2:14 a value that ends here is not JSON, or has too many elements',
  ],
])('refuses a JSON report %s', async (_, content, expected) => {
  expect(await problemOf(content)).toBe(expected);
});

it('names the formats that can be read where a JSON document is another one', async () => {
  const { problem } = await readReport('{"name":"shop","version":"1.0.0","scripts":{"test":"jest"}}');
  expect(problem?.message).toMatch(/^this JSON is not a report of tests that can be read: these are CTRF, /);
  expect(problem?.otherFormat).toBe(true);
});

it.each([
  ['{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[]}'],
  ['{"version":"2.1.0","runs":[{"results":[]}]}'],
])('refuses SARIF with a reason: %s', async (content) => {
  const { problem } = await readReport(content);
  expect(problem?.message).toBe('this is SARIF: it holds findings about code, and no results of tests');
  expect(problem?.otherFormat).toBe(true);
});

it('fails messages of Cucumber that end before the run has', async () => {
  const meta = '{"meta":{"protocolVersion":"32.2.0"}}';
  expect(await read(`${meta}\n`)).toEqual([
    '(outside of any test) | FAIL | the report ends before the test run has finished',
  ]);
  expect(await problemOf(`${meta}\n{"pickle":{"id":`)).toBe('2:0 this line is not JSON, or has too many elements');
});

it('fails tests of Go that a time-out has ended', async () => {
  const events = [
    { Action: 'run', Package: 'a.b/cart', Test: 'TestSlow' },
    { Action: 'output', Package: 'a.b/cart', Test: 'TestSlow', Output: '=== RUN   TestSlow\n' },
    { Action: 'output', Package: 'a.b/cart', Output: 'panic: test timed out after 1s\n' },
    { Action: 'fail', Package: 'a.b/cart', Elapsed: 1 },
  ];
  const lines = events.map((event) => JSON.stringify({ Time: '2026-03-02T10:11:12Z', ...event }));
  expect(await read(lines.join('\n'))).toEqual(['TestSlow | FAIL | the package failed before the test ended']);
  expect(await read(lines.slice(0, 2).join('\n'))).toEqual([
    'TestSlow | FAIL | the report ends before the test has',
    '(outside of any test) | FAIL | the report ends before the package has finished',
  ]);
});

it('says why a package of Go was not built, as Go 1.24 and earlier ones tell it', async () => {
  const build = {
    ImportPath: 'a.b/cart [a.b/cart.test]',
    Action: 'build-output',
    Output: './a_test.go:3: undefined: x\n',
  };
  const failed = { Action: 'fail', Package: 'a.b/cart', Elapsed: 0, FailedBuild: 'a.b/cart [a.b/cart.test]' };
  const recent = [build, { Action: 'start', Package: 'a.b/cart' }, failed].map((event) => JSON.stringify(event));
  const earlier = ['# a.b/cart [a.b/cart.test]', './a_test.go:3: undefined: x', 'FAIL\ta.b/cart [build failed]'];
  const passed = '{"Time":"2026-03-02T10:11:12Z","Action":"pass","Package":"a.b/other"}';
  for (const lines of [recent, [...earlier, passed]]) {
    expect(await read(lines.join('\n'))).toEqual(['(outside of any test) | FAIL | ./a_test.go:3: undefined: x']);
  }
});

it('fails a session of pytest that an internal error has ended, or that has no end', async () => {
  const start = '{"pytest_version": "9.0.3", "$report_type": "SessionStart"}';
  expect(await read(`${start}\n{"exitstatus": 3, "$report_type": "SessionFinish"}`)).toEqual([
    '(outside of any test) | FAIL | pytest exited with 3, and the report does not say why',
  ]);
  expect(await read(start)).toEqual(['(outside of any test) | FAIL | the report ends before the session has finished']);
});

it('fails CTRF that counts failures and names no failed test', async () => {
  const tests = '[{"name":"adds","status":"passed","duration":1}]';
  const summary = '{"tests":2,"passed":1,"failed":1}';
  const content = `{"results":{"tool":{"name":"x"},"summary":${summary},"tests":${tests}}}`;
  expect(await read(content)).toEqual(['adds | PASS', '(outside of any test) | FAIL | 1 failures without a name']);
});

it.each([
  ['its suite', '"cart > adds"', '"cart > adds"', 'cart > adds'],
  ['its suites', '"cart adds"', '["cart","adds"]', 'cart adds'],
  ['another suite', '"adds"', '"cart"', 'cart › adds'],
])('names a test of CTRF once whose name is that of %s', async (_what, name, suite, expected) => {
  const test = `{"name":${name},"suite":${suite},"status":"passed","duration":1,"filePath":"/a/cart.js"}`;
  const content = `{"results":{"tool":{"name":"x"},"summary":{"tests":1},"tests":[${test}]}}`;
  const { cases } = await readReport(content);
  expect(cases.map((each) => new JunitNames(null).nameOf(each, 'results.json').name)).toEqual([expected]);
});

it('joins the attempts at a test of Allure by its history', async () => {
  const result = (status: string, start: number) =>
    JSON.stringify({ uuid: `${start}`, historyId: 'a', name: 'adds', status, start, stop: start + 5 });
  const { cases } = await readReport(result('failed', 10));
  expect(cases[0]?.attemptAt).toEqual({ test: 'allure a', order: 10 });
  expect(await read(result('skipped', 20))).toEqual(['adds | IGNORED']);
});

it.each([
  'allure/mocha-eb5aaff1-result.json',
  'ctrf/jest.json',
  'cucumber/messages.ndjson',
  'cucumber/results.json',
  'jest/results.json',
  'mocha/results.json',
  'playwright/broken-file.json',
  'pytest/reportlog.jsonl',
  'rspec/results.json',
  'vitest/results.json',
])('never takes a part of %s for the whole report', async (path) => {
  const content = await readFile(new URL(`../test/reports/${path}`, import.meta.url), 'utf8');
  for (const share of [0.3, 0.6, 0.9, 0.99]) {
    const { cases, problem } = await readReport(content.trimEnd().slice(0, Math.floor(content.length * share)));
    const saysSo = cases.some(({ name, outcomes }) => name === '(outside of any test)' && outcomes.length > 0);
    expect(problem !== null || saysSo).toBe(true);
  }
});

describe('JSON of behave, which follows the one of Cucumber', () => {
  const step = (result?: object) => ({
    keyword: 'Given',
    step_type: 'given',
    name: 'a step',
    ...(result ? { result } : {}),
  });
  const read = async (status: string, ...steps: object[]) => {
    const feature = [
      { keyword: 'Feature', name: 'Cart', elements: [{ type: 'scenario', name: 'pays', status, steps }] },
    ];
    const { cases } = await readReport(JSON.stringify(feature));
    const { status: became, error } = cases.flatMap(attemptsOfCase).at(-1) ?? {};
    return [became, error];
  };

  it('has scenarios whose steps did not run', async () => {
    expect(await read('passed', step({ status: 'passed' }))).toEqual(['PASS', null]);
    expect(await read('skipped', step())).toEqual(['IGNORED', 'Given a step (skipped)']);
    expect(await read('failed', step())).toEqual([
      'FAIL',
      'The scenario failed, and none of its steps: a hook may have.',
    ]);
  });

  it('has errors of several lines as a list, and steps behind them without a result', async () => {
    const failed = step({ status: 'failed', error_message: ['Assertion Failed: no cash', 'Captured stdout: 2'] });
    expect(await read('failed', failed, step())).toEqual(['FAIL', 'Assertion Failed: no cash\nCaptured stdout: 2']);
  });
});
