import type { JunitCase, JunitOutcome } from './junitCase.ts';

/** What node:test's reporter calls the class of every test. */
export const nodeClassname = 'test';

/**
 * node:test's reporter writes `true` as the reason of a test that is skipped without one. Up to Node 22 it escapes
 * quotation marks twice, and calls the class of every test the same.
 *
 * @returns the case as it was meant; others as they are.
 */
export function withoutNodeEscapes(junitCase: JunitCase): JunitCase {
  const isEscaped = junitCase.classname === nodeClassname;
  const outcomes = junitCase.outcomes.map((outcome) => ({
    ...outcome,
    message: isReasonless(outcome) ? '' : isEscaped ? unescaped(outcome.message) : outcome.message,
  }));
  if (!isEscaped) return { ...junitCase, outcomes };
  return {
    ...junitCase,
    name: unescaped(junitCase.name),
    suites: junitCase.suites.map((suite) => ({ ...suite, name: unescaped(suite.name) })),
    outcomes,
  };
}

function isReasonless({ kind, message }: JunitOutcome): boolean {
  return (kind === 'skipped' || kind === 'todo') && message === 'true';
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"');
}
