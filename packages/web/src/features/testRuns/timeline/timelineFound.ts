import type { RootCause } from '@assay/contract';
import { filterOf, type TreeFilters } from '../results/resultTree.ts';
import type { Lanes } from './timelineLanes.ts';
import type { Found } from './timelineView.ts';

/**
 * @param filters as of the results, whose quarantined tests are hidden there only
 * @param cause that they name; null: none
 * @returns the bars of the tests that the filters let through; null: nothing is looked for
 */
export function foundIn({ lanes }: Lanes, filters: TreeFilters, cause: RootCause | null): Found {
  const { search, statuses, rootCauseId } = filters;
  if (search.trim() === '' && statuses.length === 0 && rootCauseId === '') return null;
  const lets = filterOf({ ...filters, showQuarantined: true }, cause);
  return new Set(lanes.flatMap(({ bars }) => bars.filter(({ test }) => lets(test))));
}
