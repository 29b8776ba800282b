import type { WorkItem } from '@assay/contract';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import list from '../../../ui/list.module.css';
import { Pager } from '../../../ui/Pager.tsx';
import { PastLastPage } from '../../../ui/PastLastPage.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { pageNumber } from '../../../ui/urlFilters.ts';
import { useRowKeys } from '../../../ui/useRowKeys.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { useNotices } from '../../notices/noticesApi.ts';
import { useListEndingQuarantinesQuery } from '../../projects/projectsApi.ts';
import { EndingSection } from './EndingSection.tsx';
import styles from './MyWorkScreen.module.css';
import { useListMyWorkQuery } from './reviewsApi.ts';
import { ToldSection } from './ToldSection.tsx';
import { WorkRow } from './WorkRow.tsx';

const pageSize = 50;
const pages = { page: pageNumber('page') };

/** What waits for the person in this account. */
export function MyWorkScreen() {
  const { filters, setFilters } = useUrlFilters(pages);
  const query = useListMyWorkQuery({ query: { offset: (filters.page - 1) * pageSize, limit: pageSize } });
  const area = useRef<HTMLDivElement>(null);
  useRowKeys(area);
  const path = useAccountPath();
  const onPage = (page: number) => setFilters({ page });
  const total = query.data?.total ?? 0;
  const unread = (useNotices().data?.notices ?? []).filter(({ read }) => !read);
  const mentions = unread.filter(({ reason }) => reason === 'mentioned');
  const broken = unread.filter(({ reason, run }) => reason === 'finished' && run.status === 'FAIL');
  const ending = useListEndingQuarantinesQuery({}, { refetchOnMountOrArgChange: true }).data ?? [];
  const others = mentions.length + broken.length + ending.length;
  const nothing = (
    <EmptyState
      title="Nothing waits for you"
      why="Failures that you take, or that somebody gives to you, are here until they have a final status or pass again."
      action={
        <Button component={Link} to={path('test-runs?status=FAIL')}>
          Failed test runs
        </Button>
      }
    />
  );
  return (
    <div ref={area}>
      <ScreenHead title="My work" documentTitle="My work" />
      <Loaded
        query={query}
        failed="Your work could not be loaded"
        skeleton={<RowsSkeleton rows={6} />}
        empty={total > 0 ? <PastLastPage size={pageSize} total={total} onPage={onPage} /> : nothing}
        isEmpty={({ items }) => items.length === 0 && (total > 0 || others === 0)}
        keepsPrevious
        framed
      >
        {({ items, total: all }, isPrevious) => (
          <>
            {items.length > 0 && <AssignedToMe items={items} total={all} isPrevious={isPrevious} />}
            {all > pageSize && (
              <Pager page={filters.page} size={pageSize} shown={items.length} total={all} onPage={onPage} />
            )}
          </>
        )}
      </Loaded>
      <EndingSection quarantines={ending} />
      <ToldSection id="mentioned" title="Mentioned" tab="messages" notices={mentions} />
      <ToldSection id="broken" title="Followed and failed" tab="test-results" notices={broken} />
    </div>
  );
}

function AssignedToMe({ items, total, isPrevious }: { items: WorkItem[]; total: number; isPrevious: boolean }) {
  return (
    <section className={`${list.list} ${styles.section}`} aria-labelledby="assigned-to-me">
      <header className={styles.head}>
        <h2 id="assigned-to-me">
          Assigned to me <span className="soft tabular">{formatCount(total)}</span>
        </h2>
        <span className={styles.rule}>leaves this list with a final status, or when the test passes</span>
      </header>
      <ul className={isPrevious ? `${styles.items} ${list.fading}` : styles.items} aria-busy={isPrevious}>
        {items.map((item) => (
          <WorkRow key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}
