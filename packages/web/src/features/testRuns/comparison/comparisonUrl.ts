import { type ComparisonGroup, comparisonGroups } from '@assay/contract';
import { oneText, pageNumber, type UrlFilter } from '../../../ui/urlFilters.ts';

const idsOfRuns: UrlFilter<readonly [string, string]> = {
  param: 'test_run_ids',
  read: ([text = '']) => {
    const [first = '', second = ''] = text.split(',').map((id) => id.trim());
    return [first, second];
  },
  write: (ids) => (ids.some((id) => id !== '') ? [ids.join(',')] : []),
};

/**
 * What the address says of a comparison: its runs, the one before first; the query, and the one group and page
 * that is shown.
 */
export const comparisonUrl = {
  ids: idsOfRuns,
  tql: oneText('tql'),
  show: oneText('show', (text) =>
    comparisonGroups.some((group) => group === text && group !== 'unchanged'),
  ) as UrlFilter<ListedGroup | ''>,
  problemId: oneText('problem'),
  page: pageNumber('page'),
};

/** A group whose tests are listed. */
export type ListedGroup = Exclude<ComparisonGroup, 'unchanged'>;

/** @returns the path of a comparison, below the account; the run before first */
export function comparisonPath(first: string, second: string): string {
  return `dashboard/analytics/test-run-comparison?test_run_ids=${encodeURIComponent(first)},${encodeURIComponent(second)}`;
}
