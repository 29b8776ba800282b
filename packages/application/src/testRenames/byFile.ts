import type { TestOfRun } from '@assay/projections';

/** @returns the tests of each file */
export function byFile(tests: readonly TestOfRun[]): Map<string, TestOfRun[]> {
  const files = new Map<string, TestOfRun[]>();
  for (const test of tests) {
    const others = files.get(test.file);
    if (others) others.push(test);
    else files.set(test.file, [test]);
  }
  return files;
}
