import type { ProblemId } from '@assay/contract';
import type { FailedTest } from './failedTest.ts';
import { FailureGrouping, groupFailures, maxDistinctErrors } from './groupFailures.ts';

const failed = (name: string, error: string | null, more: Partial<FailedTest> = {}): FailedTest => ({
  id: name,
  file: 'test/cart.test.js',
  name,
  framework: 'jest',
  error,
  problemId: error === null ? null : (`${name}-id` as ProblemId),
  runnerId: null,
  ...more,
});
const namesOf = (failures: readonly FailedTest[]) =>
  groupFailures(failures).groups.map(({ tests }) => tests.map(({ name }) => name));
const at = (...frames: string[]) => frames.map((frame) => `\n    at ${frame}`).join('');
const testLine = 'Object.<anonymous> (/shop/test/cart.test.js:9:1)';

describe('causes of failed tests', () => {
  it('are one for texts that differ in ids, times and numbers', () => {
    const late = (id: string, time: string) => `Error: Order ${id} was closed at ${time}`;
    const failures = [
      failed('a', late('3f1d9a52-77c1-4c8e-9a55-0f6f2f0c1b7e', '2026-03-01T12:04:11Z')),
      failed('b', late('b0c8a1de-1f0e-47aa-8f0a-77d0e2a4a111', '2026-03-02 08:15:59')),
      failed('c', 'Error: Order 17 was paid'),
    ];
    expect(namesOf(failures)).toEqual([['a', 'b'], ['c']]);
  });

  it.each([
    ['an element', "Error: Locator: getByText('Pay')\nTimed out 5s", "TimeoutError: waiting for getByText('Pay')"],
    ['a host', 'getaddrinfo ENOTFOUND api.shop.test', 'Error: connect ECONNREFUSED api.shop.test:443'],
    ['a port of this machine', 'connect ECONNREFUSED 127.0.0.1:4711', 'connect ECONNREFUSED 127.0.0.1:4712'],
    ['a file', "ENOENT: no such file, open '/a/users.json'", "ENOENT: no such file, open '/b/users.json'"],
  ])('are one where tests miss the same: %s', (_, one, other) => {
    expect(namesOf([failed('a', one), failed('b', other)])).toHaveLength(1);
  });

  it('are one where assertions fail at the same line of shared code, with other values', () => {
    const compared = (value: number) =>
      `expect(received).toBe(expected)\n\nExpected: 1\nReceived: ${value}${at('hasTotal (/shop/test/support.js:4:9)', testLine)}`;
    expect(namesOf([failed('a', compared(2)), failed('b', compared(3))])).toEqual([['a', 'b']]);
  });

  it('are several where the same assertion fails in tests without shared code', () => {
    const compared = `expect(received).toBe(expected)\n\nExpected: 1\nReceived: 2${at(testLine)}`;
    expect(namesOf([failed('a', compared), failed('b', compared)])).toEqual([['a'], ['b']]);
  });

  it('are several for the same error of other code, or with another status', () => {
    const thrown = (owner: string) =>
      `TypeError: x is undefined${at(`${owner} (/shop/src/${owner}.js:4:9)`, testLine)}`;
    expect(namesOf([failed('a', thrown('cart')), failed('b', thrown('bill'))])).toHaveLength(2);
    const answered = (status: number) =>
      `Expected: 200\nReceived: ${status}${at('hasStatus (/shop/test/support.js:4:9)', testLine)}`;
    expect(namesOf([failed('a', answered(503)), failed('b', answered(404)), failed('c', answered(503))])).toEqual([
      ['a', 'c'],
      ['b'],
    ]);
  });

  it('have the fingerprint that most of their tests have, the first in alphabetical order of several', () => {
    const same = (name: string, problemId: string) =>
      failed(name, 'Error: disk 1', { problemId: problemId as ProblemId });
    const [group] = groupFailures([same('a', 'z'), same('b', 'y'), same('c', 'y'), same('d', 'x')]).groups;
    expect(group).toMatchObject({ id: 'y', problemIds: ['y', 'x', 'z'] });
    expect(groupFailures([same('a', 'z'), same('b', 'y')]).groups).toMatchObject([{ id: 'y', problemIds: ['y', 'z'] }]);
  });

  it('have ids of their own where only stack traces distinguish them', () => {
    const problemId = 'same' as ProblemId;
    const thrown = (owner: string) => ({
      stack: `TypeError: x${at(`${owner} (/shop/src/${owner}.js:4:9)`)}`,
      problemId,
    });
    const failures = [failed('a', 'TypeError: x', thrown('cart')), failed('b', 'TypeError: x', thrown('bill'))];
    const { groups } = groupFailures(failures);
    expect(new Set(groups.map(({ id }) => id)).size).toBe(2);
    for (const { problemIds } of groups) expect(problemIds).toContain(problemId);
    const heads = failures.map((failure) => ({ ...failure, stack: undefined }));
    expect(groupFailures(heads).groups).toHaveLength(1);
  });

  it('have a headline, a kind, a frame and a host', () => {
    const stack = at('Cart.total (/shop/src/cart.js:118:9)', testLine);
    const failures = [
      ...[1, 2].map((id) => failed(`a${id}`, `RangeError: Order ${id} has no lines${stack}`)),
      failed('b', 'Error: connect ECONNREFUSED db.shop.test:5432'),
    ];
    expect(groupFailures(failures).groups).toMatchObject([
      {
        name: 'RangeError: Order … has no lines in total (cart.js)',
        template: 'Order <n> has no lines',
        kind: 'PRODUCT',
        frame: { text: 'Cart.total cart.js:118', testCount: 2 },
        unreachableHost: null,
      },
      { kind: 'ENVIRONMENT', frame: null, unreachableHost: 'db.shop.test' },
    ]);
  });

  it.each([
    ['ENVIRONMENT', 'OSError: [Errno 28] No space left on device'],
    ['DATA', 'duplicate key value violates unique constraint "users_email_key"'],
    ['PRODUCT', 'Request failed with status code 503'],
    ['TEST', "ModuleNotFoundError: No module named 'shop'"],
    ['TEST', "fixture 'cart' not found"],
    ['UNKNOWN', 'Request failed with status code 404'],
    ['UNKNOWN', 'expected 1 to equal 2'],
    ['UNKNOWN', 'Test timeout of 30000ms exceeded.'],
  ])('are of the kind %s: %s', (kind, error) => {
    expect(groupFailures([failed('a', error)]).groups).toMatchObject([{ kind }]);
  });

  it('leave failures without an error apart', () => {
    const { groups, unexplained } = groupFailures([failed('b', null), failed('a', ' \n'), failed('c', 'Error: x')]);
    expect([groups.length, unexplained.map(({ name }) => name)]).toEqual([1, ['a', 'b']]);
  });

  it('are read through colors', () => {
    const red = 'Error: \u001b[31mdisk is full\u001b[39m';
    expect(groupFailures([failed('a', red)]).groups).toMatchObject([{ name: 'disk is full' }]);
  });

  it('are equal fingerprints alone where there are too many different errors', () => {
    const word = (index: number) => index.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));
    const failures = Array.from({ length: maxDistinctErrors + 1 }, (_, index) =>
      failed(`t${index}`, `Error: no ${word(index)}`, { problemId: `p${index % 7}` as ProblemId }),
    );
    const { groups, isCoarse } = groupFailures(failures);
    expect([groups.length, isCoarse]).toEqual([7, true]);
    expect(groupFailures(failures.slice(1)).isCoarse).toBe(false);
  });

  it('are those of what is left where a test has failed otherwise since, or passed', () => {
    const grouping = new FailureGrouping();
    const failures = Array.from({ length: 30 }, (_, index) =>
      failed(`t${index}`, `Error: step ${index % 9} of ${index}`),
    );
    grouping.group(failures);
    const changed = failures.map((failure, index) => (index === 4 ? failed('t4', 'Error: out of paper') : failure));
    for (const now of [changed, changed.slice(1), failures]) {
      expect(grouping.group(now)).toEqual(groupFailures(now));
    }
  });
});
