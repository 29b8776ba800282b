import { limits, type ReleasePage, type ReleaseView } from '@assay/contract';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useListReleasesQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCount } from '../../ui/format/formatNumbers.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import list from '../../ui/list.module.css';
import { Pager } from '../../ui/Pager.tsx';
import { PastLastPage } from '../../ui/PastLastPage.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { oneText, pageNumber } from '../../ui/urlFilters.ts';
import { useRowKeys } from '../../ui/useRowKeys.ts';
import { useShortcut } from '../../ui/useShortcut.ts';
import { useUrlFilters } from '../../ui/useUrlFilters.ts';
import { ReleaseRow } from './ReleaseRow.tsx';
import styles from './releases.module.css';

const place = { page: pageNumber('page'), open: { ...oneText('release'), afterOthers: '' } };
const limit = limits.pageOfReleases;

/** The releases of the account: undecided ones by date, then decided ones. The URL says which one is open. */
export function ReleasesPanel() {
  const { filters, setFilters } = useUrlFilters(place, { replace: true });
  const { page } = filters;
  const query = useListReleasesQuery({ query: { offset: (page - 1) * limit, limit } });
  const total = query.data?.total ?? 0;
  const onPage = (next: number) => setFilters({ page: next });
  return (
    <Loaded
      query={query}
      failed="Releases could not be loaded"
      skeleton={<RowsSkeleton rows={6} height={46} />}
      isEmpty={({ releases }) => releases.length === 0}
      empty={
        total > 0 ? (
          <PastLastPage size={limit} total={total} onPage={onPage} />
        ) : (
          <EmptyState
            title="No releases yet"
            why="A release lists what has to be done before it goes out, and records the Go or No-Go decision."
          />
        )
      }
      keepsPrevious
      framed
    >
      {(found, isPrevious) => (
        <>
          <Groups
            page={found}
            isFading={isPrevious}
            openId={filters.open}
            onOpen={(open) => setFilters({ page, open })}
          />
          <Pager page={page} size={limit} shown={found.releases.length} total={found.total} onPage={onPage} />
        </>
      )}
    </Loaded>
  );
}

type GroupsProps = {
  page: ReleasePage;
  isFading: boolean;
  openId: string;
  onOpen: (id: string) => void;
};

function Groups({ page: { releases, total, undecided }, isFading, openId, onOpen }: GroupsProps) {
  const area = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const path = useAccountPath();
  useRowKeys(area);
  useShortcut('o', () => {
    const id = document.activeElement?.closest<HTMLElement>('[data-release]')?.dataset.release;
    if (id) void navigate(path(`dashboard/release-readiness/releases/${id}`));
  });
  const groups = [
    { title: 'Undecided', count: undecided, order: 'nearest date first', shown: releases.filter(isUndecided) },
    {
      title: 'Decided',
      count: total - undecided,
      order: 'newest first',
      shown: releases.filter((release) => !isUndecided(release)),
    },
  ];
  return (
    <div ref={area} className={`${list.list} ${isFading ? list.fading : ''}`}>
      {groups
        .filter(({ shown }) => shown.length > 0)
        .map(({ title, count, order, shown }) => (
          <section key={title} aria-label={title}>
            <header className={styles.groupHead}>
              <h2 className={styles.groupTitle}>{title}</h2>
              <span className="soft tabular">{formatCount(count)}</span>
              <span className={styles.groupNote}>{order}</span>
            </header>
            <ul className={styles.rows} aria-label={`${title} releases`}>
              {shown.map((release) => (
                <ReleaseRow
                  key={release.id}
                  release={release}
                  isOpen={release.id === openId}
                  onToggle={() => onOpen(release.id === openId ? '' : release.id)}
                />
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

function isUndecided({ decision }: ReleaseView): boolean {
  return decision === null;
}
