import type { EndingQuarantine, NoticeView, WorkItem, WorkPage } from '@assay/contract';
import { Button, UnstyledButton } from '@mantine/core';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useListEndingQuarantinesQuery, useListMyWorkQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { useNotices } from '../../../connection/useNotices.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import pill from '../../../ui/FilterPill.module.css';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded, type Query } from '../../../ui/Loaded.tsx';
import list from '../../../ui/list.module.css';
import { Pager } from '../../../ui/Pager.tsx';
import { PastLastPage } from '../../../ui/PastLastPage.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { oneText, pageNumber } from '../../../ui/urlFilters.ts';
import { useReadNotices } from '../../../ui/useReadNotices.ts';
import { useRowKeys } from '../../../ui/useRowKeys.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { EndingSection } from './EndingSection.tsx';
import styles from './MyWorkScreen.module.css';
import { ToldSection } from './ToldSection.tsx';
import { WorkRow } from './WorkRow.tsx';

const pageSize = 50;
const kinds = {
  assigned: 'Assigned to me',
  mentioned: 'Mentioned',
  followed: 'Followed',
  expiring: 'Expiring',
} as const;
type Kind = keyof typeof kinds;
const failed = 'Your work could not be loaded';
const skeleton = <RowsSkeleton rows={6} />;
const inUrl = {
  show: oneText('show', (text) => Object.hasOwn(kinds, text)),
  page: pageNumber('page'),
};

/** What waits for the person in this account. */
export function MyWorkScreen() {
  const { filters } = useUrlFilters(inUrl);
  const notices = useNotices();
  const { busy, readNotices } = useReadNotices();
  const ending = useListEndingQuarantinesQuery({}, { refetchOnMountOrArgChange: true });
  const work = useListMyWorkQuery({ query: { offset: (filters.page - 1) * pageSize, limit: pageSize } });
  const area = useRef<HTMLDivElement>(null);
  useRowKeys(area);
  const unread = (notices.data?.notices ?? []).filter(({ read }) => !read);
  const told = {
    mentioned: unread.filter(({ reason }) => reason === 'mentioned'),
    followed: unread.filter(({ reason, run }) => reason === 'finished' && run.status === 'FAIL'),
  };
  const shownOfTold = [
    ...(isShown('mentioned', filters.show) ? told.mentioned : []),
    ...(isShown('followed', filters.show) ? told.followed : []),
  ];
  return (
    <div ref={area}>
      <ScreenHead
        title="My work"
        documentTitle="My work"
        actions={
          shownOfTold.length > 0 && (
            <Button loading={busy} onClick={() => void readNotices(shownOfTold.map(({ id }) => id))}>
              Mark all as read
            </Button>
          )
        }
      />
      <Loaded query={notices} failed={failed} skeleton={skeleton} framed>
        {() => (
          <Loaded query={ending} failed={failed} skeleton={skeleton} framed>
            {(quarantines) => <LoadedWork query={work} told={told} ending={quarantines} />}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}

/** What is assigned comes in pages; everything else is there. */
function LoadedWork({
  query,
  told: { mentioned, followed },
  ending,
}: {
  query: Query<WorkPage>;
  told: Record<'mentioned' | 'followed', readonly NoticeView[]>;
  ending: readonly EndingQuarantine[];
}) {
  const { filters, setFilters } = useUrlFilters(inUrl);
  const path = useAccountPath();
  const onPage = (page: number) => setFilters({ page });
  const total = query.data?.total ?? 0;
  const counts: Record<Kind, number> = {
    assigned: total,
    mentioned: mentioned.length,
    followed: followed.length,
    expiring: ending.length,
  };
  const all = total + mentioned.length + followed.length + ending.length;
  const shows = (kind: Kind) => isShown(kind, filters.show);
  const nothing = (
    <EmptyState
      title="Nothing assigned to you"
      why="Failures assigned to you stay here until resolved or passing."
      action={
        <Button component={Link} to={path('test-runs?status=FAIL')}>
          Failed test runs
        </Button>
      }
    />
  );
  return (
    <>
      {(all > 0 || filters.show !== '') && (
        <KindPills counts={counts} all={all} chosen={filters.show} onChoose={(show) => setFilters({ show })} />
      )}
      <Loaded
        query={query}
        failed={failed}
        skeleton={skeleton}
        empty={total > 0 ? <PastLastPage size={pageSize} total={total} onPage={onPage} /> : nothing}
        isEmpty={({ items }) => all === 0 || (shows('assigned') && items.length === 0 && total > 0)}
        keepsPrevious
        framed
      >
        {({ items }, isPrevious) =>
          shows('assigned') && (
            <>
              {items.length > 0 && <AssignedToMe items={items} total={total} isPrevious={isPrevious} />}
              {total > pageSize && (
                <Pager page={filters.page} size={pageSize} shown={items.length} total={total} onPage={onPage} />
              )}
            </>
          )
        }
      </Loaded>
      {query.currentData && isKind(filters.show) && counts[filters.show] === 0 && all > 0 && (
        <div className={list.list}>
          <EmptyState title={`Nothing under ${kinds[filters.show]}`} why="There is other work under All." />
        </div>
      )}
      {shows('mentioned') && <ToldSection id="mentioned" title="Mentioned" tab="messages" notices={mentioned} />}
      {shows('followed') && (
        <ToldSection id="broken" title="Followed and failed" tab="test-results" notices={followed} />
      )}
      {shows('expiring') && <EndingSection quarantines={ending} />}
    </>
  );
}

/** @param asked the kind that is asked for; empty: all */
function isShown(kind: Kind, asked: string): boolean {
  return asked === '' || asked === kind;
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(kinds, text);
}

/** One kind of work, or all; each with how much there is. */
function KindPills({
  counts,
  all,
  chosen,
  onChoose,
}: {
  counts: Record<Kind, number>;
  all: number;
  /** Empty: all. */
  chosen: string;
  onChoose: (kind: string) => void;
}) {
  const ofKinds = (Object.keys(kinds) as Kind[]).map((kind) => ({ kind, name: kinds[kind], count: counts[kind] }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={styles.kinds} role="group" aria-label="Show">
      {[{ kind: '', name: 'All', count: all }, ...ofKinds].map(({ kind, name, count }) => (
        <UnstyledButton
          key={kind}
          className={kind === chosen ? `${pill.pill} ${pill.on}` : pill.pill}
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind)}
        >
          {name} <span className="tabular soft">{formatCount(count)}</span>
        </UnstyledButton>
      ))}
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
