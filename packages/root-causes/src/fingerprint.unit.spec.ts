import type { TestId } from '@assay/contract';
import { problemIdOf, signatureOf } from './fingerprint.ts';

const [one, other] = ['one', 'other'] as [TestId, TestId];
const lines = (...parts: string[]) => parts.join('\n');

/** Messages as the frameworks write them, twice: what differs between two occurrences of the same problem. */
const sameProblem: [string, string, string][] = [
  [
    'Playwright, an element that is missing',
    lines(
      'Error: \u001b[31mTimed out 5000ms waiting for expect(locator).toBeVisible()\u001b[39m',
      '',
      "Locator: getByRole('button', { name: 'Pay' })",
      'Expected: visible',
      'Received: <element(s) not found>',
      'Call log:',
      "  - waiting for getByRole('button', { name: 'Pay' })",
    ),
    lines(
      'Error: Timed out 7500ms waiting for expect(locator).toBeVisible()',
      '',
      "Locator: getByRole('button', { name: 'Pay' })",
      'Expected: visible',
      'Received: hidden',
    ),
  ],
  [
    'Playwright, a server that is down',
    'Error: page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:41233/cart',
    'Error: page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:39871/cart',
  ],
  [
    'Cypress, an element that is missing',
    'AssertionError: Timed out retrying after 4000ms: Expected to find element: `.total`, but never found it.',
    'AssertionError: Timed out retrying after 10000ms: Expected to find element: `.total`, but never found it.',
  ],
  [
    'CucumberJS, an error of the application',
    "TypeError: Cannot read properties of undefined (reading 'total')\n    at Cart.total (/build/7f3a/src/cart.ts:41:9)",
    "TypeError: Cannot read properties of undefined (reading 'total')\n    at Cart.total (/home/ci/work/src/cart.ts:43:9)",
  ],
  [
    'WebDriverIO, a file that is missing',
    "ENOENT: no such file or directory, open '/tmp/assay-x81/fixtures/cart.json'",
    "ENOENT: no such file or directory, open 'C:\\agent\\_work\\fixtures\\cart.json'",
  ],
  [
    'NightWatch, an element that is missing',
    'Timed out while waiting for element <#pay> to be present for 5000 milliseconds.',
    'Timed out while waiting for element <#pay> to be present for 5006 milliseconds.',
  ],
  [
    'PyTest, a request that fails',
    "requests.exceptions.ConnectionError: HTTPConnectionPool(host='shop', port=8080): Max retries exceeded (Caused by <object at 0x7f1c2b3d>)",
    "requests.exceptions.ConnectionError: HTTPConnectionPool(host='shop', port=8081): Max retries exceeded (Caused by <object at 0x7f99aa10>)",
  ],
  [
    'TestNG, an exception with an id and a time',
    'java.lang.IllegalStateException: Order 3f1d9a52-77c1-4c8e-9a55-0f6f2f0c1b7e was closed at 2026-03-01T12:04:11.204Z',
    'java.lang.IllegalStateException: Order b0c8a1de-1f0e-47aa-8f0a-77d0e2a4a111 was closed at 2026-03-02 08:15:59',
  ],
  [
    'NUnit, an exception with a hash',
    'System.Exception : Deploy 9fceb02d0ae598e95dc970b74767f19372d61af8 is not ready after 00:01:30.1203',
    'System.Exception : Deploy 4b825dc642cb6eb9a060e54bf8d69288fbee4904 is not ready after 00:01:31.9',
  ],
  [
    'Mocha, a hook',
    '"before each" hook for "adds": connect ECONNREFUSED 127.0.0.1:5432',
    '"before each" hook for "adds": connect ECONNREFUSED 127.0.0.1:5433',
  ],
];

/** Errors that only say that a value is another one, or that time is up: in another test they have another reason. */
const onlyOfTest: [string, string, string][] = [
  [
    'Playwright and Jest',
    'Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: "41.40"\nReceived: "46.00"',
    'Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: "10.00"\nReceived: "12.00"',
  ],
  ['Chai', 'AssertionError: expected 46 to equal 41', 'AssertionError: expected 12 to equal 10'],
  [
    'Node',
    'Expected values to be strictly equal:\n\n46 !== 41\n',
    'Expected values to be strictly equal:\n\n12 !== 10\n',
  ],
  ['PyTest', 'assert 46 == 41', 'assert 12 == 10'],
  ['TestNG', 'expected [41] but found [46]', 'expected [10] but found [12]'],
  ['JUnit', 'expected: <41> but was: <46>', 'expected: <10> but was: <12>'],
  ['NUnit', '  Expected: 41\n  But was:  46\n', '  Expected: 10\n  But was:  12\n'],
  ['a time limit of Playwright', 'Test timeout of 30000ms exceeded.', 'Test timeout of 60000ms exceeded.'],
  [
    'a time limit of Mocha',
    'Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called.',
    'Timeout of 5000ms exceeded. For async tests and hooks, ensure "done()" is called.',
  ],
];

describe('the fingerprint of a failure', () => {
  it.each(sameProblem)('is the same in another test and run: %s', (_, first, second) => {
    expect(problemIdOf(second, other)).toBe(problemIdOf(first, one));
  });

  it.each(onlyOfTest)('is that of the test where the error does not say why: %s', (_, first, second) => {
    expect(problemIdOf(second, one)).toBe(problemIdOf(first, one));
    expect(problemIdOf(first, other)).not.toBe(problemIdOf(first, one));
  });

  it('differs between problems', () => {
    const errors = [...sameProblem, ...onlyOfTest].map(([, first]) => first);
    expect(new Set(errors.map((error) => problemIdOf(error, one))).size).toBe(errors.length);
    expect(problemIdOf("ENOENT: no such file, open '/app/a.json'", one)).not.toBe(
      problemIdOf("ENOENT: no such file, open '/app/b.json'", one),
    );
  });

  it('goes by the first frames of the project, not by the way through packages', () => {
    const through = (owner: string, own: string) =>
      lines('Error: no', `    at call (/w/node_modules/${owner}/index.js:1:2)`, `    at ${own} (/w/src/pay.ts:3:1)`);
    expect(problemIdOf(through('undici', 'pay'), one)).toBe(problemIdOf(through('axios', 'pay'), other));
    expect(problemIdOf(through('undici', 'pay'), one)).not.toBe(problemIdOf(through('undici', 'refund'), one));
  });

  it('is none where nothing is said', () => {
    expect(problemIdOf(null, one)).toBeNull();
    expect(problemIdOf(' \n\u001b[31m\u001b[39m', one)).toBeNull();
  });

  it('reads as what the failures have in common', () => {
    expect(signatureOf("Order 12 of '/srv/app/a7f/orders.json' is late by 3.5s")).toEqual({
      text: "Order <n> of '<path>/orders.json' is late by <n>s",
      ofTest: false,
    });
    expect(signatureOf('expected "a" to equal "b"')).toEqual({
      text: 'expected <value> to equal <value>',
      ofTest: true,
    });
  });
});
