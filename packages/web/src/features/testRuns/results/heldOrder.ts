import type { TestResultRow } from '@assay/contract';
import type { FileNode } from './resultTree.ts';
import { keyOfRow } from './runResults.ts';

/**
 * @param before the tree as it was shown
 * @returns the tree of now with files and tests where they were before, and new ones behind them; the same object when
 * they are there anyway
 */
export function inOrderOf(before: readonly FileNode[], now: readonly FileNode[]): readonly FileNode[] {
  const ordered = inPlace(before, now, ({ file }) => file);
  const testsBefore = new Map(before.map(({ file, tests }) => [file, tests]));
  let isSame = ordered === now;
  const held = ordered.map((node) => {
    const tests = inPlace<TestResultRow>(testsBefore.get(node.file) ?? [], node.tests, keyOfRow);
    if (tests === node.tests) return node;
    isSame = false;
    return { ...node, tests };
  });
  return isSame ? now : held;
}

function inPlace<Item>(before: readonly Item[], now: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const places = new Map(before.map((item, place) => [keyOf(item), place]));
  const placeOf = (item: Item) => places.get(keyOf(item)) ?? before.length;
  const isThere = now.every((item, index) => {
    const next = now[index + 1];
    return next === undefined || placeOf(item) <= placeOf(next);
  });
  return isThere ? now : [...now].sort((one, other) => placeOf(one) - placeOf(other));
}
