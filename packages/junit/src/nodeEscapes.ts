import type { JunitCase } from './junitCase.ts';

/** What node:test's reporter calls the class of every test. */
export const nodeClassname = 'test';

/**
 * node:test's reporter writes quotation marks escaped twice, and `true` as the reason of a test that is skipped without
 * one.
 *
 * @returns the case as it was meant; others as they are.
 */
export function withoutNodeEscapes(junitCase: JunitCase): JunitCase {
  if (junitCase.classname !== nodeClassname) return junitCase;
  return {
    ...junitCase,
    name: unescaped(junitCase.name),
    suites: junitCase.suites.map((suite) => ({ ...suite, name: unescaped(suite.name) })),
    outcomes: junitCase.outcomes.map((outcome) => ({
      ...outcome,
      message: /^(skipped|todo)$/.test(outcome.kind) && outcome.message === 'true' ? '' : unescaped(outcome.message),
    })),
  };
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"');
}
