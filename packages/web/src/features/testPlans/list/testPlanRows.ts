import { byName, compareNames, type TestPlanView } from '@assay/contract';
import { oneText, type UrlFilters } from '../../../ui/urlFilters.ts';

/** What the list can be sorted by. */
const sortKeys = ['name', 'goal', 'createdAt', 'lastExecutedAt'] as const;
type SortKey = (typeof sortKeys)[number];

/** `sort`: a column, downwards with a '-' before it; '' for the name. */
export type PlanSort = { sort: string };

const texts: readonly string[] = sortKeys.flatMap((key) => [key, `-${key}`]);
export const planSort: UrlFilters<PlanSort> = { sort: oneText('sort', (text) => texts.includes(text)) };

/** @returns the column that the plans are sorted by, and whether downwards. */
export function sortingOf({ sort }: PlanSort): { by: SortKey; descending: boolean } {
  const by = sortKeys.find((key) => sort === key || sort === `-${key}`);
  return { by: by ?? 'name', descending: sort.startsWith('-') };
}

/** @returns the sorting after the head of a column was clicked: the same column turns round, times begin with the newest. */
export function resorted(before: PlanSort, column: string): PlanSort {
  const { by, descending } = sortingOf(before);
  const isTime = column === 'createdAt' || column === 'lastExecutedAt';
  const down = by === column ? !descending : isTime;
  return { sort: column === 'name' && !down ? '' : `${down ? '-' : ''}${column}` };
}

/** @returns the plans in order; those without a value in the column come last. */
export function sortedPlans(plans: readonly TestPlanView[], sort: PlanSort): TestPlanView[] {
  const { by, descending } = sortingOf(sort);
  const turn = descending ? -1 : 1;
  return plans.toSorted((one, other) => {
    const [before, after] = [one[by] ?? '', other[by] ?? ''];
    if ((before === '') !== (after === '')) return before === '' ? 1 : -1;
    return turn * compareNames(before, after) || byName(one, other);
  });
}
