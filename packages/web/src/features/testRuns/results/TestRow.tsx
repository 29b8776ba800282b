import { isTimeout, type TestResultRow } from '@assay/contract';
import { memo, useId, useMemo } from 'react';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { RecentBars } from '../../../ui/RecentBars.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { statusStrokes } from '../../../ui/statusStrokes.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { IssueChip } from '../../../ui/trackedIssues/IssueChip.tsx';
import { useMoment } from '../replay/moment.ts';
import { ReviewMark } from '../reviews/ReviewMark.tsx';
import { isNewlyFailing, slowerThan } from '../status/changedSince.ts';
import { barsOf } from '../status/recentBars.ts';
import { shapeOfTest, wordOfTest } from '../status/statusShapes.ts';
import { wasSkipped } from '../status/wasSkipped.ts';
import { NameBelow } from './NameBelow.tsx';
import styles from './ResultTree.module.css';
import { keyOfRow } from './runResults.ts';

/** @returns the element id of a test's row, for the tree's `aria-activedescendant`. */
export function rowIdOf(testKey: string): string {
  return `test-${testKey}`;
}

/**
 * A test in the tree, named by what it shows. Its box is drawn: whether the test is checked, the tree item itself says. It
 * renders again only when its own row or mark changes.
 */
export const TestRow = memo(function TestRow({
  test,
  above,
  chosen,
  checked,
  testTimeoutSeconds,
  selectable,
  marksNew,
  onChoose,
  onOpen,
  onCheck,
}: {
  test: TestResultRow;
  /** The name of the test in the row above; null: the row above is its file. */
  above: string | null;
  chosen: boolean;
  checked: boolean;
  testTimeoutSeconds: number;
  selectable: boolean;
  /** Whether a test without earlier results gets a badge: not in a project's first run. */
  marksNew: boolean;
  onChoose: (testKey: string) => void;
  onOpen: (testKey: string) => void;
  onCheck: (testKey: string) => void;
}) {
  const key = keyOfRow(test);
  const late = useMoment()?.late.get(key);
  const usual = slowerThan(test);
  const recent = useId();
  const bars = useMemo(() => barsOf(test.recent), [test]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself takes the keys of its rows
    <div
      id={rowIdOf(key)}
      role="treeitem"
      aria-level={2}
      aria-selected={chosen}
      aria-checked={selectable ? checked : undefined}
      aria-describedby={bars.length > 0 ? recent : undefined}
      tabIndex={-1}
      className={chosen ? `${styles.test} ${styles.chosen}` : styles.test}
      onClick={() => onChoose(key)}
      onDoubleClick={() => onOpen(key)}
    >
      <span className={styles.check}>
        {selectable && (
          <span
            aria-hidden="true"
            className={styles.box}
            data-checked={checked}
            onClick={(event) => {
              event.stopPropagation();
              onCheck(key);
            }}
          >
            {checked && (
              <svg width={10} height={10} viewBox="0 0 14 14" aria-hidden="true">
                <path d={statusStrokes.pass} />
              </svg>
            )}
          </span>
        )}
      </span>
      <StatusShape shape={shapeOfTest(test)} label={wordOfTest(test)} />{' '}
      <span className={`${styles.name} truncate`} title={test.name} dir="auto">
        <NameBelow name={test.name} above={above} />
      </span>{' '}
      <span className={styles.badges}>
        {test.trackedIssues.slice(0, 1).map((issue) => (
          <IssueChip key={issue.id} issue={issue} inRow />
        ))}
        {test.trackedIssues.length > 1 && (
          <Tag title={test.trackedIssues.map(({ issueKey, status }) => `${issueKey} ${status}`).join(', ')}>
            +{test.trackedIssues.length - 1}
          </Tag>
        )}
        {late !== undefined && <Tag title="Its agent could not tell sooner">known {formatDuration(late)} later</Tag>}
        {test.copy !== null && <Tag>copy {test.copy}</Tag>}
        {test.quarantined && <Tag tone="ignored">quarantined</Tag>}
        {(test.timedOut || isTimeout(test.duration, testTimeoutSeconds)) && <Tag tone="fail">Timeout</Tag>}
        {test.flaky && <Tag tone="flaky">flaky</Tag>}
        {test.attempts > 1 && <Tag>retried {test.attempts - 1}×</Tag>}
        {isNewlyFailing(test) && <Tag tone="fail">newly failing</Tag>}
        {usual !== null && <Tag title={`Usually ${formatDuration(usual)}`}>slower</Tag>}
        {marksNew && test.recent.length === 0 && test.hasResults && <Tag>new</Tag>}
      </span>
      <ReviewMark test={test} />{' '}
      <span className={styles.recent} id={recent} aria-hidden="true">
        <RecentBars bars={bars} />
      </span>
      <span className={`${styles.duration} tabular`}>
        {test.duration === null || wasSkipped(test) ? '' : formatDuration(test.duration)}
      </span>
    </div>
  );
});
