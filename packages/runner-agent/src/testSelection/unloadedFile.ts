import type { ListedTest } from '@assay/contract';
import type { FoundTest } from './testIdentity.ts';

/** What becomes of a file whose tests nobody gets to know. */
export type UnloadedOutcome = { status: 'FAIL' | 'IGNORED'; message: string };

/** The test that a file stands in the list as, where nobody gets to know its own ones. */
export const loadingTheFile = 'Loading the file';

const words = { FAIL: 'cannot be loaded: ', IGNORED: 'is not loaded: ' };
const longestMessage = 1800;

/**
 * A file that its framework cannot load, or that is skipped as a whole, stands in the list as one test of its own: the
 * tests of the other files run all the same, and it is seen among them. Its selector says what became of it.
 */
export function unloadedFile(file: string, status: UnloadedOutcome['status'], message: string): FoundTest {
  return { key: words[status] + bothEnds(message), file, name: loadingTheFile, line: null, tags: [] };
}

/** @returns what is to be told of a listed test that is such a file; null for any other. */
export function unloadedOutcome({ name, selector }: ListedTest): UnloadedOutcome | null {
  if (name !== loadingTheFile || selector === null) return null;
  for (const status of ['FAIL', 'IGNORED'] as const) {
    if (selector.startsWith(words[status])) return { status, message: selector.slice(words[status].length) };
  }
  return null;
}

/** Where it went wrong stands at the beginning with some frameworks, at the end with others. */
function bothEnds(message: string): string {
  if (message.length <= longestMessage) return message;
  const half = Math.floor((longestMessage - 3) / 2);
  return `${message.slice(0, half)}\n…\n${message.slice(-half)}`;
}
