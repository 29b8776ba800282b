import { readReport } from '../test/readReport.ts';
import { attemptsOfCase } from './attemptsOfCase.ts';

async function lastAttempts(content: string) {
  const { cases } = await readReport(`<testsuites><testsuite name="s">${content}</testsuite></testsuites>`);
  return cases.map((each) => attemptsOfCase(each).at(-1));
}

async function errorOf(content: string): Promise<string | null | undefined> {
  return (await lastAttempts(content))[0]?.error;
}

const go = (printed: string, outcome = 'failure message="Failed" type=""') =>
  `<testcase classname="example.com/shop" name="TestPays"><${outcome}>${printed}</${outcome.split(' ')[0]}></testcase>`;
const python = (message: string, text: string) =>
  `<testcase classname="shop.Cart" name="test_pays"><error message="${message}">${text}</error></testcase>`;
const php = (text: string, name = 'testPays') =>
  `<testcase name="${name}" class="Shop\\CartTest" classname="Shop.CartTest"><failure type="E">${text}</failure></testcase>`;
const traceback = 'Traceback (most recent call last):\n  File "/app/cart.py", line 5, in pays\n    pay()\n    ^^^^^\n';

describe('the message of a failure in JUnit XML', () => {
  it.each([
    [
      'what a test of Go said',
      go('=== RUN   TestPays&#xA;    cart_test.go:4: got 1&#xA;        want 2&#xA;--- FAIL: TestPays (0.01s)&#xA;'),
      'cart_test.go:4: got 1\n    want 2',
    ],
    [
      'the panic of a test of Go',
      go(
        '=== RUN   TestPays&#xA;--- FAIL: TestPays (0.00s)&#xA;panic: nil map [recovered]&#xA;&#x9;panic: nil map&#xA;',
      ),
      'panic: nil map',
    ],
    [
      'what broke outside of tests of Go',
      go('PASS&#xA;no database&#xA;FAIL&#x9;example.com/shop&#x9;0.2s&#xA;'),
      'no database',
    ],
    ['the word of Go where a subtest failed', go('=== RUN   TestPays&#xA;--- FAIL: TestPays (0.00s)&#xA;'), 'Failed'],
    [
      'the exception below a traceback',
      python('test failure', `${traceback}ValueError: no card\nfor this customer\n`),
      'ValueError: no card\nfor this customer',
    ],
    [
      'the last of several exceptions',
      python('test failure', `ImportError: cart\n${traceback}ModuleNotFoundError: No module named 'shop'\n`),
      "ModuleNotFoundError: No module named 'shop'",
    ],
    [
      'the exception of a traceback in the message',
      python(
        `Failed to import cart&#xA;${traceback.replaceAll('"', '&quot;').replaceAll('\n', '&#xA;')}ModuleNotFoundError: shop`,
        '',
      ),
      'ModuleNotFoundError: shop',
    ],
    [
      'the errors of a collection by pytest',
      python('collection failure', 'cart_test.py:1: in &lt;module>\n    import shop\nE   ModuleNotFoundError: shop'),
      'ModuleNotFoundError: shop',
    ],
    [
      'the errors of pytest after the code that failed',
      python(
        'Error',
        'def test_pays():\n>       assert pay() == 2\nE       assert 1 == 2\nE        +  where 1 = pay()\n\ncart.py:3',
      ),
      'assert 1 == 2\n +  where 1 = pay()',
    ],
    [
      "what follows the test's name in PHPUnit",
      php('Shop\\CartTest::testPays\nThe card is refused\nFailed asserting that false is true.\n\n/app/CartTest.php:5'),
      'The card is refused\nFailed asserting that false is true.',
    ],
    [
      'what follows the name of a data set in PHPUnit',
      php(
        'CartTest::testPays with data set "bad" (\'bad\')\nFailed asserting.\n\n/app/CartTest.php:5',
        'testPays with data set "bad"',
      ),
      'Failed asserting.',
    ],
    [
      "Boost's own line",
      '<testcase name="pays" classname="cart"><failure message="failure" type="assertion error">ASSERTION FAILURE:\n- file   : cart.cpp\n- line   : 4\n- message: check total == 2 has failed</failure></testcase>',
      'check total == 2 has failed',
    ],
    [
      'the message in an object',
      '<testcase name="pays"><failure message="{&quot;message&quot;:&quot;no card&quot;,&quot;code&quot;:4}">{"code":4}</failure></testcase>',
      'no card',
    ],
    [
      'the stack in an object that is the text',
      '<testcase name="pays"><failure>{"message":"","stack":"Error: no card\\n    at cart.js:3"}</failure></testcase>',
      'Error: no card\n    at cart.js:3',
    ],
    [
      'the message in an object that is the text',
      '<testcase name="pays"><failure type="Error">{"message":"no card","stack":"Error: no card"}</failure></testcase>',
      'no card',
    ],
    [
      'an object without a message as it is',
      '<testcase name="pays"><failure>{"code":4}</failure></testcase>',
      '{"code":4}',
    ],
    [
      'the text where the message is the name of the test',
      '<testcase name="pays"><failure message="pays">card refused\n  at cart</failure></testcase>',
      'card refused',
    ],
    [
      'the text where the message is the bare name of an exception',
      '<testcase name="pays"><failure message="java.lang.AssertionError">java.lang.AssertionError: card refused\n\tat shop.Cart.pay(Cart.java:3)</failure></testcase>',
      'java.lang.AssertionError: card refused',
    ],
    [
      'the undefined step of CucumberJS',
      '<testcase name="pays"><failure/><system-out>Given a card...........passed\nThen it pays...........undefined</system-out></testcase>',
      'Then it pays (undefined)',
    ],
    [
      'the line of the output that names a failure',
      '<testcase name="pays"><failure/><system-out>connecting\nassertion failed: total == 2\nbye</system-out></testcase>',
      'assertion failed: total == 2',
    ],
    ['the type where there is nothing else', '<testcase name="pays"><failure type="Timeout"/></testcase>', 'Timeout'],
    [
      'a generic word where there is nothing else',
      '<testcase name="pays"><failure message="failed"/></testcase>',
      'failed',
    ],
  ])('is %s', async (_what, content, expected) => {
    expect(await errorOf(content)).toBe(expected);
  });

  it.each([
    ['spaces', 'expected - a: 1 + a: 2'],
    ['nothing', 'expected- a: 1+ a: 2'],
  ])('has the line breaks for which an attribute has %s', async (_what, message) => {
    const content = `<testcase name="pays"><failure message="${message}">Error: expected\n- a: 1\n+ a: 2\n    at cart</failure></testcase>`;
    expect(await errorOf(content)).toBe('expected\n- a: 1\n+ a: 2');
  });

  it('stays where the text only begins like it', async () => {
    const content =
      '<testcase name="pays"><failure message="expected 1 to be 2">Error: expected 1\nto be 3</failure></testcase>';
    expect(await errorOf(content)).toBe('expected 1 to be 2');
  });

  it('is what a suite printed where it only counts a failure', async () => {
    const { cases } = await readReport(
      '<testsuites><testsuite name="s" errors="1"><testcase name="t"/><system-err>Iteration: 0\n---\nRequestError: refused\n---</system-err></testsuite></testsuites>',
    );
    expect(cases.flatMap((each) => attemptsOfCase(each).map(({ error }) => error))).toContain(
      'RequestError: refused\nThe report counts 1 failure, but no test failed.',
    );
  });

  it('gives twelve different failures of Go twelve messages', async () => {
    const cases = Array.from({ length: 12 }, (_, at) =>
      go(`=== RUN   TestPays&#xA;    cart_test.go:${at}: case ${at}&#xA;`),
    );
    expect(new Set((await lastAttempts(cases.join(''))).map((last) => last?.error)).size).toBe(12);
  });
});

describe('what a tool reports as failed and does not count', () => {
  it.each([
    [
      'a test case of Catch2 that may fail',
      '<testcase name="known bug"><skipped message="TEST_CASE tagged with !mayfail"/><failure message="1 == 2" type="CHECK">FAILED</failure></testcase>',
    ],
    [
      'a test of PHPUnit without assertions',
      '<testcase name="testNothing"><error type="PHPUnit\\Framework\\RiskyTestError">CartTest::testNothing\nno assertions</error></testcase>',
    ],
  ])('is ignored with its reason: %s', async (_what, content) => {
    const [last, ...others] = await lastAttempts(content);
    expect([last?.status, others]).toEqual(['IGNORED', []]);
    expect(last?.error).toMatch(/\w/);
  });

  it('is ignored with its reason next to its file, which passed: a warning of ESLint', async () => {
    const [warning, file, ...others] = await lastAttempts(
      '<testcase name="org.eslint.no-var"><failure message="Unexpected var."><![CDATA[line 1, col 1, Warning - Unexpected var. (no-var)]]></failure></testcase>',
    );
    expect([warning?.status, file?.status, others]).toEqual(['IGNORED', 'PASS', []]);
    expect(warning?.error).toBe('Unexpected var.');
  });

  it.each([
    [
      'an error of ESLint',
      '<testcase name="org.eslint.no-undef"><failure message="x"><![CDATA[line 1, col 1, Error - x (no-undef)]]></failure></testcase>',
    ],
    [
      'a skipped test of Catch2 that failed',
      '<testcase name="a"><skipped message="later"/><failure message="1 == 2"/></testcase>',
    ],
  ])('is a failure still: %s', async (_what, content) => {
    expect((await lastAttempts(content))[0]?.status).toBe('FAIL');
  });
});
