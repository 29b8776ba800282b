import type { ComparisonGroup, RunComparison } from '@assay/contract';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import type { ListedGroup } from './comparisonUrl.ts';

export const groupNames: Readonly<Record<ComparisonGroup, string>> = {
  newlyFailing: 'Newly failing',
  stillFailing: 'Still failing',
  fixed: 'Fixed',
  flakyInOne: 'Flaky in one',
  notRun: 'Not run in one',
  added: 'Added',
  removed: 'Removed',
  slower: 'Slower',
  faster: 'Faster',
  unchanged: 'Unchanged',
};

/** Outcomes on the left, durations and what there is to compare on the right. */
export const groupsOfSides: readonly [readonly ListedGroup[], readonly ListedGroup[]] = [
  ['newlyFailing', 'stillFailing', 'fixed', 'flakyInOne', 'notRun'],
  ['slower', 'faster', 'added', 'removed'],
];

export const listedGroups: readonly ListedGroup[] = groupsOfSides.flat();

/** Groups whose tests are shown at once. */
export const openAtFirst: readonly ListedGroup[] = ['newlyFailing', 'stillFailing', 'fixed', 'slower'];

function verdict(count: number, failing: number, allPassed: string, failed: string): string {
  if (failing === 0) return allPassed;
  return failing === count ? `all ${failed}` : `${formatCount(failing)} ${failed}`;
}

/** @returns what there is to say of a group beside its count; null: nothing */
export function noteOfGroup(group: ListedGroup, comparison: RunComparison, second: number): string | null {
  const { counts, sameError, flakyInSecond, addedFailing, removedFailing, slowerMs, fasterMs } = comparison;
  const count = counts[group];
  if (count === 0) return null;
  switch (group) {
    case 'newlyFailing':
      return sameError === 0 ? null : `one error explains ${formatCount(sameError)}`;
    case 'flakyInOne':
      return `${formatCount(flakyInSecond)} only in #${second}`;
    case 'added':
      return verdict(count, addedFailing, 'none fails', 'failing');
    case 'removed':
      return verdict(count, removedFailing, 'none had failed', 'had failed');
    case 'slower':
      return `passed in both · +${formatDuration(slowerMs)} together`;
    case 'faster':
      return `−${formatDuration(fasterMs)} together`;
    default:
      return null;
  }
}
