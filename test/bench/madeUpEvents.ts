import type { TestId, UnitEvent } from '@assay/contract';

/** Every n-th test fails, with texts of typical length. */
const failingEvery = 50;

export function started(testId: TestId, attempt = 1): UnitEvent {
  return { type: 'testStarted', testId, attempt, startedAt: new Date().toISOString() };
}

/** @param index decides whether the test passes, and its reported duration */
export function finished(testId: TestId, index: number): UnitEvent {
  const fails = index % failingEvery === failingEvery - 1;
  return {
    type: 'testFinished',
    testId,
    attempt: 1,
    status: fails ? 'FAIL' : 'PASS',
    final: true,
    timedOut: false,
    startedAt: new Date().toISOString(),
    durationMs: 20 + (index % 400),
    error: fails ? 'AssertionError: expected the cart to hold 2 items, but it held 1' : null,
    stackTrace: fails ? '    at Cart.expect (shop/cart.js:42:13)\n'.repeat(15) : null,
    output: fails ? 'Given a shop\nWhen the customer buys\n'.repeat(40) : null,
    processOutput: null,
    artifacts: [],
  };
}
