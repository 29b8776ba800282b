import { useEffect, useMemo, useRef } from 'react';
import type { FileNode } from './resultTree.ts';
import { keyOfRow } from './runResults.ts';

/** @returns the files with `count` tests from the one at `from` on, counted over all files. */
export function sliceTree(nodes: readonly FileNode[], from: number, count: number): FileNode[] {
  let before = 0;
  return nodes.flatMap((node) => {
    const start = Math.max(0, from - before);
    const end = from + count - before;
    before += node.tests.length;
    const tests = end > 0 ? node.tests.slice(start, end) : [];
    return tests.length === 0 ? [] : [{ ...node, tests }];
  });
}

/** @returns the page that a test is on, from 1; null: it is not in the tree. */
export function pageOfTest(nodes: readonly FileNode[], testKey: string, size: number): number | null {
  let before = 0;
  for (const { tests } of nodes) {
    const place = tests.findIndex((test) => keyOfRow(test) === testKey);
    if (place !== -1) return Math.floor((before + place) / size) + 1;
    before += tests.length;
  }
  return null;
}

function onlyTests(nodes: readonly FileNode[], keys: ReadonlySet<string>): FileNode[] {
  return nodes.flatMap((node) => {
    const tests = node.tests.filter((test) => keys.has(keyOfRow(test)));
    return tests.length === 0 ? [] : [{ ...node, tests }];
  });
}

type Page = {
  /** From 1. */
  page: number;
  /** Null: the list is endless. */
  size: number | null;
  /** The pointer is on the page: its tests stay, also those that no longer match the filters. */
  isHeld: boolean;
  /** The filters; with others, tests are not held. */
  filters: unknown;
};

/**
 * @param all every test of the run in the order of the list
 * @param shown those that match the filters
 * @returns what is on the page; `shown` where the list is endless
 */
export function usePagedTree(
  all: readonly FileNode[],
  shown: readonly FileNode[],
  { page, size, isHeld, filters }: Page,
): readonly FileNode[] {
  const held = useRef<{ filters: unknown; keys: ReadonlySet<string> } | null>(null);
  const tree = useMemo(() => {
    if (size === null) return shown;
    const { current } = held;
    if (isHeld && current !== null && current.filters === filters) return onlyTests(all, current.keys);
    return sliceTree(shown, (page - 1) * size, size);
  }, [all, shown, page, size, isHeld, filters]);
  useEffect(() => {
    const keys = size === null ? null : new Set(tree.flatMap(({ tests }) => tests.map(keyOfRow)));
    held.current = keys && { filters, keys };
  }, [tree, size, filters]);
  return tree;
}
