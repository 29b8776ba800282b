import type { ReleaseCriterionView, ReleaseId, ReleaseView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useParams } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useGetReleaseQuery, useListReleaseCriteriaQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { dayAt } from '../../ui/format/calendarDays.ts';
import { counted } from '../../ui/format/formatNumbers.ts';
import { formatCalendarDay } from '../../ui/format/formatTime.ts';
import { IconPencil } from '../../ui/icons/icons.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import list from '../../ui/list.module.css';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { SegmentedBar } from '../../ui/SegmentedBar.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useRowKeys } from '../../ui/useRowKeys.ts';
import { CriteriaGroup } from './CriteriaGroup.tsx';
import { groupsOf, segmentsOf, standingTexts } from './criterionStanding.ts';
import { DecisionBar } from './DecisionBar.tsx';
import { DecisionHistory } from './DecisionHistory.tsx';
import { type EditedRelease, ReleaseModal } from './ReleaseModal.tsx';
import { dateFactsOf } from './releaseDates.ts';
import styles from './releases.module.css';
import { ShippedVersions } from './ShippedVersions.tsx';

/** A release: its criteria, open ones first, and the decision. */
export function ReleaseScreen() {
  const params = { id: useParams().releaseId as ReleaseId };
  const query = useGetReleaseQuery({ params });
  const path = useAccountPath();
  const back = { to: path('dashboard/release-readiness/releases'), label: 'Release Readiness' };
  return (
    <Loaded
      query={query}
      failed="The release could not be loaded"
      notFound="Release not found"
      head={<ScreenHead title="Release" documentTitle="Release" back={back} />}
      skeleton={<RowsSkeleton rows={6} height={46} />}
    >
      {(release) => <Shown release={release} back={back} />}
    </Loaded>
  );
}

function Shown({ release, back }: { release: ReleaseView; back: { to: string; label: string } }) {
  const mayWrite = useMay('release.write');
  const [edited, setEdited] = useState<EditedRelease>();
  const criteria = useListReleaseCriteriaQuery({ params: { id: release.id } });
  const { title, decision } = release;
  return (
    <div className={styles.page}>
      <ScreenHead
        title={
          <>
            <span className={styles.wrapped}>{title}</span>
            <span className={styles.standing} data-decision={decision}>
              {decision ?? 'Undecided'}
            </span>
          </>
        }
        documentTitle={title}
        back={back}
        actions={
          mayWrite && (
            <Button leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => setEdited(release)}>
              Edit
            </Button>
          )
        }
      />
      <Facts release={release} />
      <Loaded query={criteria} failed="Criteria could not be loaded" skeleton={<RowsSkeleton rows={6} height={40} />}>
        {(found) => (
          <>
            <StandingBar criteria={found} />
            <Criteria release={release} criteria={found} />
            {mayWrite && <DecisionBar release={release} criteria={found} />}
          </>
        )}
      </Loaded>
      <ReleaseModal edited={edited} onClose={() => setEdited(undefined)} />
    </div>
  );
}

function Facts({ release }: { release: ReleaseView }) {
  const { description, proposedReleaseDate, actualReleaseDate, createdBy, createdAt, criteriaCount } = release;
  const { note, isOverdue } = dateFactsOf(release, dayAt(useNow(60_000)));
  return (
    <>
      <ul className={styles.facts}>
        {proposedReleaseDate !== null && (
          <li>
            <strong>Proposed {formatCalendarDay(proposedReleaseDate)}</strong>
            {actualReleaseDate === null && release.decision === null && <span data-overdue={isOverdue}>, {note}</span>}
          </li>
        )}
        {actualReleaseDate !== null && (
          <li>
            <strong>Released {formatCalendarDay(actualReleaseDate)}</strong>
            {proposedReleaseDate !== null && `, ${note}`}
          </li>
        )}
        <li>
          created {createdBy && `by ${createdBy.fullName} `}
          <RelativeTime time={createdAt} />
        </li>
        <li>{counted(criteriaCount, 'criterion', 'criteria')}</li>
      </ul>
      {description !== null && <p className={styles.about}>{description}</p>}
    </>
  );
}

/** How many criteria stand how. */
function StandingBar({ criteria }: { criteria: readonly ReleaseCriterionView[] }) {
  if (criteria.length === 0) return null;
  return (
    <div className={styles.wholeBar}>
      <SegmentedBar segments={segmentsOf(criteria)} total={criteria.length} thick />
    </div>
  );
}

function Criteria({ release, criteria }: { release: ReleaseView; criteria: readonly ReleaseCriterionView[] }) {
  const area = useRef<HTMLDivElement>(null);
  useRowKeys(area);
  const hasRail = release.decisions.length + release.ships.length > 0;
  return (
    <div className={styles.columns} data-rail={hasRail}>
      <div ref={area} className={list.list}>
        {criteria.length === 0 && (
          <EmptyState title="No criteria" why="There were no criteria templates when this release was created." />
        )}
        {groupsOf(criteria).map(({ standing, criteria: found }) => (
          <CriteriaGroup
            key={standing}
            title={standingTexts[standing].title}
            note={standingTexts[standing].note}
            criteria={found}
            release={release}
          />
        ))}
      </div>
      {hasRail && (
        <div className={styles.rails}>
          {release.ships.length > 0 && <ShippedVersions ships={release.ships} />}
          {release.decisions.length > 0 && <DecisionHistory release={release} criteria={criteria} />}
        </div>
      )}
    </div>
  );
}
