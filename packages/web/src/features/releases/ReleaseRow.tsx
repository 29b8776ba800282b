import type { ReleaseView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router';
import { useListReleaseCriteriaQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { dayAt } from '../../ui/format/calendarDays.ts';
import { formatCalendarDay } from '../../ui/format/formatTime.ts';
import { IconChevronRight } from '../../ui/icons/icons.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { SegmentedBar } from '../../ui/SegmentedBar.tsx';
import { type Shape, StatusShape } from '../../ui/StatusShape.tsx';
import { useNow } from '../../ui/useNow.ts';
import { CriteriaGroup } from './CriteriaGroup.tsx';
import { dateFactsOf } from './releaseDates.ts';
import styles from './releases.module.css';

type Props = { release: ReleaseView; isOpen: boolean; onToggle: () => void };

/** A release in the list. Open, it shows the criteria that are not completed. */
export function ReleaseRow({ release, isOpen, onToggle }: Props) {
  const bodyId = useId();
  const { id, title, description, criteriaCount, completedCount } = release;
  return (
    <li className={styles.release} data-open={isOpen} data-release={id}>
      <button
        type="button"
        className={styles.row}
        data-row
        aria-expanded={isOpen}
        aria-controls={isOpen ? bodyId : undefined}
        onClick={onToggle}
      >
        <span className={styles.shape}>
          <StatusShape shape={shapeOf(release)} label="" />
        </span>
        <span className={styles.name}>
          <strong className={styles.title}>{title}</strong>
          {description && <span className={styles.description}>{description}</span>}
        </span>
        <span className={styles.progress}>
          {criteriaCount > 0 && (
            <SegmentedBar segments={[{ shape: 'pass', count: completedCount, label: '' }]} total={criteriaCount} />
          )}
          <span className={styles.note}>{progressText(release)}</span>
        </span>
        <Dates release={release} />
        <Decision release={release} />
        <IconChevronRight size={16} className={styles.chevron} aria-hidden />
      </button>
      {isOpen && (
        <div id={bodyId} className={styles.body}>
          <OpenCriteria release={release} />
        </div>
      )}
    </li>
  );
}

/** @returns the decision, or before it whether anything is open */
function shapeOf({ decision, criteriaCount, completedCount }: ReleaseView): Shape {
  if (decision !== null) return decision === 'Go' ? 'pass' : 'fail';
  return criteriaCount > 0 && completedCount === criteriaCount ? 'pass' : 'pending';
}

function progressText({ criteriaCount, completedCount }: ReleaseView): string {
  if (criteriaCount === 0) return 'No criteria';
  const open = criteriaCount - completedCount;
  return `${completedCount} of ${criteriaCount} completed${open > 0 ? ` · ${open} open` : ''}`;
}

function Dates({ release }: { release: ReleaseView }) {
  const { date, note, isOverdue } = dateFactsOf(release, dayAt(useNow(60_000)));
  return (
    <span className={styles.dates}>
      <span className="tabular">{date}</span>
      <span className={styles.note} data-overdue={isOverdue}>
        {note}
      </span>
    </span>
  );
}

function Decision({ release: { decision, decisions } }: { release: ReleaseView }) {
  const latest = decisions.at(-1);
  if (!latest || decision === null) return <span className={`${styles.decision} soft`}>Undecided</span>;
  const before = decisions.at(-2);
  return (
    <span className={styles.decision}>
      <span>
        <strong data-decision={decision}>{decision}</strong>
        {before && before.decision !== decision && <span className={styles.note}> after {before.decision}</span>}
      </span>
      <span className={`${styles.note} ${styles.decider}`}>
        <span title={latest.decidedBy?.fullName}>{latest.decidedBy?.fullName}</span>
        <span className="tabular">{formatCalendarDay(dayAt(Date.parse(latest.decidedAt)))}</span>
      </span>
    </span>
  );
}

function OpenCriteria({ release }: { release: ReleaseView }) {
  const path = useAccountPath();
  const query = useListReleaseCriteriaQuery({ params: { id: release.id } });
  return (
    <>
      <Loaded query={query} failed="Criteria could not be loaded" skeleton={<RowsSkeleton rows={2} height={32} />}>
        {(criteria) => {
          const open = criteria.filter(({ isOpen }) => isOpen);
          if (open.length > 0) return <CriteriaGroup title="Open criteria" criteria={open} release={release} />;
          return (
            <p className={styles.nothing}>
              {criteria.length === 0 ? 'This release has no criteria.' : 'Nothing is open.'}
            </p>
          );
        }}
      </Loaded>
      <div className={styles.bodyActions}>
        <Button component={Link} to={path(`dashboard/release-readiness/releases/${release.id}`)}>
          Open release
        </Button>
      </div>
    </>
  );
}
