import { readReport } from '../test/readReport.ts';
import { attemptsOfCase } from './attemptsOfCase.ts';
import { JunitNames } from './junitNames.ts';

async function read(content: string): Promise<string[]> {
  const { cases, problem } = await readReport(content);
  expect(problem).toBeNull();
  return cases.map((each) => {
    const { file, name } = new JunitNames('/ci/shop').nameOf(each, 'messages.txt');
    const attempts = attemptsOfCase(each);
    const statuses = attempts.map(({ status }) => status).join(' ');
    return [`${file} | ${name}`, statuses, attempts.at(-1)?.error].filter(Boolean).join(' | ');
  });
}

// As mocha-teamcity-reporter 4 writes it.
const ofMocha = `
> shop@1.0.0 test
##teamcity[testSuiteStarted name='/ci/shop' flowId='10409']
##teamcity[testSuiteStarted name='cart' flowId='10409']
##teamcity[testStarted name='adds' captureStandardOutput='true' flowId='10409']
a line of output
##teamcity[testFinished name='adds' duration='12' flowId='10409']
##teamcity[testStarted name='pays' captureStandardOutput='true' flowId='10409']
##teamcity[testFailed name='pays' message='not |'paid|'|nbut |[declined|] 0x|0x0041' details='Error: no|n    at cart.cjs:5:27' flowId='10409']
##teamcity[testFinished name='pays' duration='9' flowId='10409']
##teamcity[testIgnored name='is skipped' message='no van' flowId='10409']
##teamcity[testFinished name='is skipped' flowId='10409']
##teamcity[testStarted name='is flaky' flowId='10409']
##teamcity[testStarted name='is flaky' flowId='10409']
##teamcity[testFinished name='is flaky' duration='0' flowId='10409']
##teamcity[testSuiteStarted name='deep' flowId='10409']
##teamcity[testStarted name='is nested' flowId='10409']
##teamcity[testFinished name='is nested' duration='0' flowId='10409']
##teamcity[testSuiteFinished name='deep' duration='1' flowId='10409']
##teamcity[testFailed name='"after all" hook' message='cannot tear down' details='' flowId='10409_hook']
##teamcity[testSuiteFinished name='cart' duration='97' flowId='10409']
##teamcity[testSuiteFinished name='/ci/shop' flowId='10409']
`;

describe('messages to TeamCity', () => {
  it('are read as a reporter of Mocha writes them, between other output', async () => {
    expect(await read(ofMocha)).toEqual([
      'cart | adds | PASS',
      "cart | pays | FAIL | not 'paid'\nbut [declined] 0xA",
      'cart | is skipped | IGNORED | no van',
      'cart | is flaky | FAIL PASS',
      'cart | deep › is nested | PASS',
      'cart | "after all" hook | FAIL | cannot tear down',
    ]);
    const { cases } = await readReport(ofMocha);
    expect(cases[0]).toMatchObject({ durationMs: 12, output: 'a line of output\n' });
  });

  it('keep tests of two flows apart, and what each printed', async () => {
    const said = (flow: string, text: string) => `##teamcity[${text} flowId='${flow}']\n`;
    const mixed =
      said('1', "testSuiteStarted name='a'") +
      said('2', "testSuiteStarted name='b'") +
      said('1', "testStarted name='t'") +
      said('2', "testStarted name='t'") +
      said('2', "testStdOut name='t' out='two'") +
      said('1', "testFailed name='t' type='comparisonFailure' expected='1' actual='2'") +
      said('2', "testFinished name='t'") +
      said('1', "testFinished name='t'") +
      said('2', "testSuiteFinished name='b'") +
      said('1', "testSuiteFinished name='a'");
    expect(await read(mixed)).toEqual(['b | t | PASS', 'a | t | FAIL | Expected 1, got 2']);
    expect((await readReport(mixed)).cases[0]?.output).toBe('two\n');
  });

  it.each([
    [
      'a test that did not finish',
      "##teamcity[testStarted name='t']\n",
      'messages.txt | t | FAIL | The test did not finish.',
    ],
    [
      'a suite that did not finish',
      "##teamcity[testSuiteStarted name='s']\n##teamcity[testStarted name='t']\n##teamcity[testFinished name='t']\n",
      "s | (outside of any test) | FAIL | The report ends within 's'.",
    ],
  ])('fail for %s', async (_what, content, expected) => {
    expect(await read(content)).toContain(expected);
  });
});

describe('a file that is not a report', () => {
  it('is read as TAP from its version on, whatever was printed before', async () => {
    expect(await read('\n> shop@1.0.0 test\n> tape cart.js\n\nTAP version 13\n# cart\nok 1 adds\n1..1\n')).toEqual([
      'cart | adds | PASS',
    ]);
  });

  it.each([
    ['TAP without a version', 'npm test\nok 1 adds\nnot ok 2 pays\n', /TAP .*with other output before it/],
    ['text', 'All tests passed.\n', /neither XML nor JSON nor TAP/],
  ])('is refused with what it is: %s', async (_what, content, message) => {
    expect((await readReport(content)).problem?.message).toMatch(message);
  });
});
