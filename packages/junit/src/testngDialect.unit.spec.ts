import { readReport } from '../test/readReport.ts';
import { attemptsOfCase } from './attemptsOfCase.ts';

const inClass = (...methods: string[]) =>
  readReport(
    `<testng-results><suite name="s"><test name="t"><class name="a.CartTest">${methods.join('')}</class></test></suite></testng-results>`,
  );
const method = (attributes: string, content = '') => `<test-method ${attributes}>${content}</test-method>`;
const exception = (message: string) =>
  `<exception class="java.lang.AssertionError"><message><![CDATA[${message}]]></message></exception>`;
const value = (text: string) => `<params><param index="0"><value><![CDATA[${text}]]></value></param></params>`;

async function lines(...methods: string[]) {
  const { cases, problem } = await inClass(...methods);
  expect(problem).toBeNull();
  return cases.map((each) => {
    const attempts = attemptsOfCase(each);
    return [each.name, ...attempts.map(({ status, error }) => [status, error].filter(Boolean).join(' '))].join(' | ');
  });
}

describe('testng-results.xml', () => {
  it('has attempts at the rows of a data provider, also where a row prints another identity each time', async () => {
    const attempt = (status: string, item: string, more = '') =>
      method(`name="pays" signature="pays(Item)" status="${status}" ${more}`, `${value(item)}${exception(item)}`);
    expect(
      await lines(
        attempt('SKIP', 'Item@1f', 'retried="true"'),
        attempt('SKIP', 'Van 2', 'retried="true"'),
        attempt('FAIL', 'Item@2e'),
        attempt('PASS', 'Van 2'),
      ),
    ).toEqual(['pays | FAIL Item@1f | FAIL Item@2e', 'pays | FAIL Van 2 | PASS']);
  });

  it('has no failure for an attempt that follows the result of its retry', async () => {
    const pays = 'name="pays" signature="pays()"';
    expect(
      await lines(
        method(`${pays} status="PASS"`, ''),
        method(`${pays} status="SKIP" retried="true"`, exception('no van')),
        method('name="costs" signature="costs()" status="SKIP" retried="true"', exception('no price')),
      ),
    ).toEqual(['pays | PASS', 'costs | FAIL no price']);
  });

  it('fails a test whose last attempt is missing', async () => {
    expect(await lines(method('name="pays" status="SKIP" retried="true"', exception('no van')))).toEqual([
      'pays | FAIL no van',
    ]);
  });

  it('holds back a hundred attempts, however many have no later one', async () => {
    const retried = Array.from({ length: 5000 }, (_, index) =>
      method(`name="t${index}" signature="t${index}()" status="SKIP" retried="true"`, exception('x')),
    );
    expect((await lines(...retried)).filter((line) => line.endsWith(' | FAIL x'))).toHaveLength(5000);
  });

  it('has methods around tests only where they failed', async () => {
    const around = (name: string, status: string) =>
      method(`is-config="true" name="${name}" status="${status}"`, status === 'PASS' ? '' : exception('closed'));
    expect(
      await lines(
        around('open', 'PASS'),
        around('skip', 'SKIP'),
        around('close', 'FAIL'),
        method('name="a" status="PASS"'),
      ),
    ).toEqual(['close | FAIL closed', 'a | PASS']);
  });

  it('ignores failures within the percentage that may fail', async () => {
    expect(await lines(method('name="a" status="SUCCESS_PERCENTAGE_FAILURE"', exception('once')))).toEqual([
      'a | IGNORED once',
    ]);
  });

  it('names an exception without a message', async () => {
    const bare = '<exception class="java.lang.NullPointerException"><full-stacktrace/></exception>';
    expect(await lines(method('name="a" status="FAIL"', bare))).toEqual(['a | FAIL java.lang.NullPointerException']);
  });

  it('shows the instance, the values and what a test reported, and its time', async () => {
    const reported = '<reporter-output><line><![CDATA[first]]></line><line><![CDATA[second]]></line></reporter-output>';
    const { cases } = await inClass(
      method('name="a" status="PASS" duration-ms="1500" test-instance-name="EUR"', `${value('2')}${reported}`),
    );
    expect(cases).toMatchObject([{ classname: 'a.CartTest', durationMs: 1500, output: 'EUR (2)\nfirst\nsecond' }]);
  });

  it('declares tests that ran, not those that are switched off', async () => {
    const { problem } = await readReport('<testng-results total="2" ignored="2"/>');
    expect(problem).toBeNull();
    expect((await readReport('<testng-results total="3" ignored="2"/>')).problem?.message).toMatch(/declares 1 test,/);
  });
});
