import type { TestId } from '@assay/contract';
import { type TestName, testIdOf } from '@assay/junit';
import type { NumberColumn } from './numberColumn.ts';

/** @returns a test's identity as a number of 52 bits, of which a million fit into little memory. */
export function identityNumberOf(testId: TestId): number {
  const bytes = Buffer.from(testId, 'base64url');
  return bytes.readUIntBE(0, 6) * 16 + ((bytes[6] ?? 0) >> 4);
}

/**
 * Tells tests of one name apart: the second is called 't #2'.
 * @param tests their indexes
 * @param identity of each, by index
 * @param inOrder compares tests of one name: the first one keeps it as it is
 * @returns the numbers of those that get one, from 2
 */
export function numberNamesakes(
  tests: readonly number[],
  identity: NumberColumn,
  inOrder: (a: number, b: number) => number,
  nameOf: (index: number) => TestName,
): Map<number, number> {
  const numbers = new Map<number, number>();
  const namesakes = findNamesakes(tests, identity);
  if (namesakes.size === 0) return numbers;
  const taken = new Set(tests.map((index) => identity.at(index)));
  for (const group of namesakes.values()) {
    const [first = 0, ...others] = group.sort(inOrder);
    const { file, name } = nameOf(first);
    let number = 1;
    for (const index of others) {
      let wanted: number;
      do {
        number += 1;
        wanted = identityNumberOf(testIdOf(file, `${name} #${number}`));
      } while (taken.has(wanted));
      taken.add(wanted);
      numbers.set(index, number);
    }
  }
  return numbers;
}

/** @returns the tests of each identity that several have. */
export function findNamesakes(tests: readonly number[], identity: NumberColumn): Map<number, number[]> {
  const sorted = Float64Array.from(tests, (index) => identity.at(index)).sort();
  const groups = new Map<number, number[]>();
  for (const [at, value] of sorted.entries()) if (at > 0 && value === sorted[at - 1]) groups.set(value, []);
  if (groups.size > 0) for (const index of tests) groups.get(identity.at(index))?.push(index);
  return groups;
}
