import type { TestId } from '@assay/contract';
import { problemIdOf } from './fingerprint.ts';
import { compareFingerprints, decidingFingerprint, type FingerprintedFailure, fingerprints } from './fingerprints.ts';

const failure = (name: string, error: string, stack: string | null = null): FingerprintedFailure => ({
  testId: name as TestId,
  file: 'test/cart.test.js',
  name,
  error,
  stack,
});
const compared = 'expect(received).toBe(expected) // Object.is equality';
const inHelper = (line: number) =>
  `Error: ${compared}\n    at hasTotal (/shop/test/support.js:4:9)\n    at Object.<anonymous> (/shop/test/cart.test.js:${line}:1)`;
const undefinedIn = (owner: string) =>
  `TypeError: Cannot read properties of undefined (reading 'price')\n    at ${owner} (/shop/src/${owner}.js:4:9)`;
const [pays, ships, bills] = [
  failure('pays', compared, inHelper(8)),
  failure('ships', compared, inHelper(12)),
  failure('bills', compared, `Error: ${compared}\n    at Object.<anonymous> (/shop/test/cart.test.js:20:1)`),
];
const message = "TypeError: Cannot read properties of undefined (reading 'price')";
const [total, invoice] = [
  failure('total', message, undefinedIn('total')),
  failure('invoice', message, undefinedIn('invoice')),
];

describe('versions of the fingerprint', () => {
  it('are decided by the first one, whose results are stored', () => {
    expect(decidingFingerprint).toBe(1);
    for (const one of [pays, total]) expect(fingerprints[1](one)).toBe(problemIdOf(one.error, one.testId));
  });

  it('have fixed results each', () => {
    expect([pays, bills, total].map((one) => [fingerprints[1](one), fingerprints[2](one)])).toEqual([
      ['R5VnyirKvjnRUWYI', 'IJlTf98wxI6cJseP'],
      ['iixjEnFwCOc74HdH', '6K-iKqxdx4FNW_8I'],
      ['EXQzEQnQFwFMCVi6', 'TnAE7Y5EvwJyoSMY'],
    ]);
  });

  it('go by shared code in the second one, and by the test only without it', () => {
    expect(fingerprints[2](ships)).toBe(fingerprints[2](pays));
    expect(fingerprints[2](bills)).not.toBe(fingerprints[2](pays));
    expect(fingerprints[2](invoice)).not.toBe(fingerprints[2](total));
    expect(fingerprints[2](failure('x', '', ''))).toBeNull();
  });

  it('have no line numbers', () => {
    const moved = { ...total, stack: total.stack?.replace(':4:', ':41:') ?? null };
    expect(fingerprints[2](moved)).toBe(fingerprints[2](total));
  });

  it('are compared over the past: what is split, what is merged, what remains', async () => {
    const past = [pays, ships, bills, total, invoice];
    const difference = await compareFingerprints(past, 1, 2);
    expect(difference).toMatchObject({
      failureCount: 5,
      changedFailureCount: 4,
      unchangedCount: 1,
      splitCount: 1,
      mergedCount: 1,
    });
    expect(difference.split).toEqual([
      {
        id: fingerprints[1](total),
        becomes: [fingerprints[2](total), fingerprints[2](invoice)].sort(),
        becomesCount: 2,
        failureCount: 2,
        example: message,
      },
    ]);
    expect(difference.merged).toMatchObject([{ id: fingerprints[2](pays), failureCount: 2, example: compared }]);
    expect(await compareFingerprints([...past].reverse(), 1, 2)).toEqual(difference);
    expect(await compareFingerprints(past, 1, 1)).toMatchObject({
      changedFailureCount: 0,
      unchangedCount: 4,
      splitCount: 0,
      mergedCount: 0,
    });
  });
});
