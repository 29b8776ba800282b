import { useCallback } from 'react';
import type { Shape } from '../../../ui/StatusShape.tsx';
import { manyOf, oneText, pageNumber, switchedOn, type UrlFilters } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { type FilterStatus, filterStatuses, type TreeFilters } from './resultTree.ts';

/** The tree's filters as kept in the URL, and its page, where it has pages. */
export const treeFilters: UrlFilters<TreeFilters & { page: number }> = {
  statuses: manyOf('status', filterStatuses),
  showQuarantined: switchedOn('quarantined', 'shown'),
  search: oneText('search'),
  rootCauseId: oneText('rootCauseId'),
  page: pageNumber('page'),
};

const chosenTest = { test: oneText('test') };

/** The tree's filters, its page and the chosen test, all kept in the URL. */
export function useTreeFilters() {
  const { filters, setFilters } = useUrlFilters(treeFilters, { replace: true });
  const { filters: chosen, setFilters: choose } = useUrlFilters(chosenTest, { replace: true });
  const setChosen = useCallback((testKey: string | null) => choose({ test: testKey ?? '' }), [choose]);
  return { filters, setFilters, chosen: chosen.test === '' ? null : chosen.test, setChosen };
}

const statusesOfShapes: Partial<Record<Shape, FilterStatus>> = {
  fail: 'FAIL',
  flaky: 'FLAKY',
  pass: 'PASS',
  ignored: 'IGNORED',
  notRun: 'NOT_RUN',
  running: 'RUNNING',
  pending: 'PENDING',
};

/** @returns the statuses after a segment of the bar was picked: only that one, or none if it was already alone. */
export function pickedStatuses(before: readonly FilterStatus[], shape: Shape): FilterStatus[] {
  const status = statusesOfShapes[shape];
  if (!status || (before.length === 1 && before[0] === status)) return [];
  return [status];
}

/** @returns the shapes whose segments stay bright under these filters. */
export function shapesOfStatuses(statuses: readonly FilterStatus[]): Shape[] {
  const shapes = Object.entries(statusesOfShapes) as [Shape, FilterStatus][];
  return shapes.filter(([, status]) => statuses.includes(status)).map(([shape]) => shape);
}
