import type { ComparedTest, RunComparison, TestRunView } from '@assay/contract';
import { Skeleton, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { useListComparedTestsQuery } from '../../../connection/serviceHooks.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { IconChevronDown, IconChevronRight } from '../../../ui/icons/icons.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { ComparedRow } from './ComparedRow.tsx';
import styles from './comparison.module.css';
import type { Asked } from './comparisonReads.ts';
import type { ListedGroup } from './comparisonUrl.ts';
import { DurationRow, DurationScale, longestOf } from './DurationRow.tsx';
import { groupNames, noteOfGroup, openAtFirst } from './groups.ts';

/** Tests of a group shown among the others; all of them have a list of their own. */
const shownTests = 10;

/** A group with its first tests. */
export function GroupSection({
  group,
  first,
  second,
  asked,
  comparison,
  onShow,
}: {
  group: ListedGroup;
  first: TestRunView;
  second: TestRunView;
  asked: Asked;
  comparison: RunComparison;
  /** Shows all of the group, or of it the tests with one problem. */
  onShow: (problemId: string) => void;
}) {
  const count = comparison.counts[group];
  const [opened, { toggle }] = useDisclosure(openAtFirst.includes(group));
  const body = useId();
  const note = noteOfGroup(group, comparison, second.number);
  if (count === 0) return null;
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  const isPaced = group === 'slower' || group === 'faster';
  return (
    <section aria-label={groupNames[group]}>
      <UnstyledButton className={styles.sectionHead} aria-expanded={opened} aria-controls={body} onClick={toggle}>
        <Chevron size={14} stroke={1.75} aria-hidden className={styles.chevron} />
        <span className={styles.sectionName} data-group={group}>
          {groupNames[group]}
        </span>
        <span className="soft tabular">
          {isPaced && count > shownTests ? `${shownTests} of ${formatCount(count)}` : formatCount(count)}
        </span>
        {note !== null && <span className={`soft ${styles.note}`}>{note}</span>}
      </UnstyledButton>
      {opened && (
        <div id={body}>
          <Tests group={group} first={first} second={second} asked={asked} count={count} onShow={onShow} />
        </div>
      )}
    </section>
  );
}

function Tests({
  group,
  first,
  second,
  asked,
  count,
  onShow,
}: {
  group: ListedGroup;
  first: TestRunView;
  second: TestRunView;
  asked: Asked;
  count: number;
  onShow: (problemId: string) => void;
}) {
  const query = useListComparedTestsQuery({ query: { ...asked, group, folded: 'true', limit: shownTests } });
  const isPaced = group === 'slower' || group === 'faster';
  const rowOf = (test: ComparedTest, longest: number) =>
    isPaced ? (
      <DurationRow test={test} first={first} second={second} longest={longest} />
    ) : (
      <ComparedRow test={test} first={first} second={second} onProblem={onShow} />
    );
  return (
    <Loaded
      query={query}
      failed="These tests could not be loaded"
      skeleton={<Skeleton height={32 * Math.min(count, shownTests)} radius={0} />}
    >
      {({ tests, total }) => {
        const longest = longestOf(tests);
        return (
          <>
            {isPaced && <DurationScale first={first} second={second} longest={longest} />}
            <ul className={styles.rows}>
              {tests.map((test) => (
                <li key={test.testId}>{rowOf(test, longest)}</li>
              ))}
            </ul>
            {total > tests.length && (
              <UnstyledButton className={`link ${styles.all}`} onClick={() => onShow('')}>
                Show all {formatCount(count)}
              </UnstyledButton>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
