import { readReport } from '../test/readReport.ts';
import { readRealReport } from '../test/realReports.ts';
import { attemptsOfCase } from './attemptsOfCase.ts';

const start = '{"protocolVersion":"0.1.1","runnerVersion":null,"pid":1,"type":"start","time":0}';
const suite = '{"suite":{"id":0,"platform":"chrome","path":"test/a_test.dart"},"type":"suite","time":1}';
const test = '{"test":{"id":1,"name":"adds","suiteID":0,"groupIDs":[],"metadata":{}},"type":"testStart","time":2}';

async function read(...lines: string[]): Promise<string[]> {
  const { cases, problem } = await readReport(lines.join('\n'));
  expect(problem).toBeNull();
  return cases.map((each) => {
    const attempts = attemptsOfCase(each);
    return [each.name, attempts.map(({ status }) => status).join(' '), attempts.at(-1)?.error]
      .filter(Boolean)
      .join(' | ');
  });
}

describe('JSON of Dart and Flutter', () => {
  it('has groups as suites, failed files and hooks outside of tests, and attempts', async () => {
    expect(await readRealReport('dart/test.jsonl')).toMatchObject({
      problem: null,
      lines: [
        'test/broken_test.dart | (outside of any test) | FAIL | Failed to load "test/broken_test.dart":',
        'test/cart_test.dart | Cart › adds | PASS',
        'test/cart_test.dart | Cart › when full › pays | FAIL | Expected: <2>',
        'test/cart_test.dart | Cart › is delivered | IGNORED | no van',
        'test/cart_test.dart | Cart › passes the second time | FAIL PASS | Exception: first try',
        'test/cart_test.dart | Cart › (outside of any test) (tearDownAll) | FAIL | Bad state: no database',
        'test/cart_test.dart | is outside of groups | PASS',
      ],
    });
  });

  it('is read among what Flutter and builds print', async () => {
    const lines = ['[{"event":"test.startedProcess","params":{"vmServiceUri":null}}]', 'Downloading Web SDK...'];
    const done = '{"testID":1,"result":"success","skipped":false,"hidden":false,"type":"testDone","time":9}';
    expect(await read(start, ...lines, suite, test, done, '{"success":true,"type":"done","time":10}')).toEqual([
      'adds | PASS',
    ]);
  });

  it('fails tests that have not ended, and runs that have not', async () => {
    expect(await read(start, suite, test)).toEqual(['adds | FAIL | the report ends before the test has']);
    expect(await read(start, suite)).toEqual(['(outside of any test) | FAIL | the report ends before the run has']);
  });

  it('fails a run that failed without a failed test', async () => {
    expect(await read(start, suite, '{"success":false,"type":"done","time":10}')).toEqual([
      '(outside of any test) | FAIL | the run failed, and none of its tests did',
    ]);
  });
});
