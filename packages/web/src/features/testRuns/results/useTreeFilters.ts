import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Shape } from '../../../ui/StatusShape.tsx';
import { type FilterStatus, filterStatuses, type TreeFilters } from './resultTree.ts';

/** The tree's filters and the chosen test, as the address holds them. */
export function treeFiltersFromUrl(search: URLSearchParams): TreeFilters {
  const known = new Set<string>(filterStatuses);
  return {
    search: search.get('search') ?? '',
    statuses: search.getAll('status').filter((status): status is FilterStatus => known.has(status)),
    showQuarantined: search.get('quarantined') === 'shown',
  };
}

export function treeFiltersToUrl(filters: TreeFilters, search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('status');
  for (const status of filters.statuses) next.append('status', status);
  if (filters.search === '') next.delete('search');
  else next.set('search', filters.search);
  if (filters.showQuarantined) next.set('quarantined', 'shown');
  else next.delete('quarantined');
  return next;
}

export function useTreeFilters() {
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const filters = useMemo(() => treeFiltersFromUrl(new URLSearchParams(text)), [text]);
  const setFilters = useCallback(
    (change: Partial<TreeFilters>) =>
      setSearch((before) => treeFiltersToUrl({ ...treeFiltersFromUrl(before), ...change }, before), { replace: true }),
    [setSearch],
  );
  const setChosen = useCallback(
    (testKey: string | null) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (testKey === null) next.delete('test');
          else next.set('test', testKey);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return { filters, setFilters, chosen: search.get('test'), setChosen };
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

/** @returns the statuses after a segment of the bar was picked: it alone, or none when it was alone already. */
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
