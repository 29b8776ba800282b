import type { ListedTest } from '@assay/contract';
import type { FoundTest } from './testIdentity.ts';

/** What happened to a file whose tests are unknown. */
export type UnloadedOutcome = { status: 'FAIL' | 'IGNORED'; message: string };

/** The name of the test that stands for a file whose own tests are unknown. */
export const loadingTheFile = 'Loading the file';

const words = { FAIL: 'cannot be loaded: ', IGNORED: 'is not loaded: ' };
const maxMessageLength = 1800;

/**
 * A file that its framework cannot load, or that is skipped as a whole, is listed as one test: the tests of the other
 * files still run, and the file is visible among them. Its selector holds what happened to it.
 */
export function unloadedFile(file: string, status: UnloadedOutcome['status'], message: string): FoundTest {
  return { key: words[status] + bothEnds(message), file, name: loadingTheFile, line: null, tags: [] };
}

/** @returns what to report for a listed test that stands for such a file; null for any other. */
export function unloadedOutcome({ name, selector }: ListedTest): UnloadedOutcome | null {
  if (name !== loadingTheFile || selector === null) return null;
  for (const status of ['FAIL', 'IGNORED'] as const) {
    if (selector.startsWith(words[status])) return { status, message: selector.slice(words[status].length) };
  }
  return null;
}

/** Some frameworks name the position of an error at the beginning, others at the end. */
function bothEnds(message: string): string {
  if (message.length <= maxMessageLength) return message;
  const half = Math.floor((maxMessageLength - 3) / 2);
  return `${message.slice(0, half)}\n…\n${message.slice(-half)}`;
}
