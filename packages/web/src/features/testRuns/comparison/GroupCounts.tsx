import type { RunComparison } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import styles from './comparison.module.css';
import type { ListedGroup } from './comparisonUrl.ts';
import { GroupMark } from './GroupMark.tsx';
import { groupNames, listedGroups } from './groups.ts';

const order: readonly ListedGroup[] = [
  'newlyFailing',
  'stillFailing',
  'fixed',
  'flakyInOne',
  'notRun',
  'added',
  'removed',
  'slower',
  'faster',
];

/** How many tests became what; a click leaves only these, another one brings all back. */
export function GroupCounts({
  counts,
  show,
  onShow,
}: {
  counts: RunComparison['counts'];
  show: ListedGroup | '';
  onShow: (group: ListedGroup | '') => void;
}) {
  return (
    <fieldset className={styles.counts} aria-label="Groups of tests">
      {order
        .filter((group) => listedGroups.includes(group) && (counts[group] > 0 || group === show))
        .map((group) => (
          <UnstyledButton
            key={group}
            className={styles.count}
            data-group={group}
            aria-pressed={group === show}
            onClick={() => onShow(group === show ? '' : group)}
          >
            <GroupMark group={group} />
            <span className="tabular">
              {formatCount(counts[group])} {groupNames[group].toLowerCase()}
            </span>
          </UnstyledButton>
        ))}
      <span className="soft tabular">{formatCount(counts.unchanged)} unchanged</span>
    </fieldset>
  );
}
