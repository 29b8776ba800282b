import { messages, retries, type TestRunView } from '@assay/contract';
import { Button, UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { useIncludes, useMay, useMayRun } from '../../../connection/currentUser.ts';
import { useListTestRunsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { useRetry } from '../../../connection/useRetry.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { NewSince } from '../../../ui/lastLook/NewSince.tsx';
import list from '../../../ui/list.module.css';
import { Pager } from '../../../ui/Pager.tsx';
import { PastLastPage } from '../../../ui/PastLastPage.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { switchedOn } from '../../../ui/urlFilters.ts';
import { useAtTop } from '../../../ui/useAtTop.ts';
import { useRowKeys } from '../../../ui/useRowKeys.ts';
import { useSettled } from '../../../ui/useSettled.ts';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { PicksBar } from '../comparison/PicksBar.tsx';
import { usePickedRuns } from '../comparison/usePickedRuns.ts';
import { listCadence } from './listCadence.ts';
import { orderRuns } from './orderRuns.ts';
import { RunFilterBar } from './RunFilterBar.tsx';
import { RunListFoot } from './RunListFoot.tsx';
import { RunListHead } from './RunListHead.tsx';
import rows from './RunRow.module.css';
import { RunRow } from './RunRow.tsx';
import { areNarrowed, newestFirst, noFilters, queryOfFilters, type RunFilters, runFilters } from './runFilters.ts';
import { useKeptRunList } from './runListPlace.ts';
import styles from './TestRunListScreen.module.css';
import { useHeldRuns } from './useHeldRuns.ts';
import { useNewRuns } from './useNewRuns.ts';
import { useRunKeys } from './useRunKeys.ts';
import { type Density, useRunListDisplay } from './useRunListDisplay.ts';

const NewTestRunModal = lazy(async () => ({
  default: (await import('../newTestRun/NewTestRunModal.tsx')).NewTestRunModal,
}));

const UploadTestRunModal = lazy(async () => ({
  default: (await import('../upload/UploadTestRunModal.tsx')).UploadTestRunModal,
}));

/** What is open above the list; has its own URL too. */
const modals = { new: switchedOn('new', ''), upload: switchedOn('upload', '') };

export function TestRunListScreen() {
  const { filters, query: key, setFilters } = useUrlFilters(runFilters);
  const { setFilters: replaceFilters } = useUrlFilters(runFilters, { replace: true });
  const display = useRunListDisplay();
  const { filters: opened, setFilters: setOpened } = useUrlFilters(modals, { replace: true });
  useKeptRunList(key);
  // The time is part of the filters: if read on every render, a named span would never hit the cache.
  const search = useSettled(filters.search);
  const query = useMemo(
    () => queryOfFilters({ ...filters, search }, Date.now(), display.size),
    [filters, search, display.size],
  );
  const runsQuery = useListTestRunsQuery({ query });
  const { currentData: page } = runsQuery;
  const isRetried = useRetry(runsQuery, retries.listSeconds);
  usePolling(runsQuery.refetch, isRetried ? null : listCadence(page?.testRuns));

  const area = useRef<HTMLDivElement>(null);
  useRowKeys(area);
  useRunKeys(area);
  useShortcut('/', () => area.current?.querySelector<HTMLElement>('[type="search"]')?.focus());
  const atTop = useAtTop(area);
  const held = useHeldRuns(page?.testRuns, `${key}${display.size}`, atTop && filters.page === 1);
  const isFiltered = areNarrowed(filters);
  const isStart = filters.page === 1 && !isFiltered && filters.sort === newestFirst;
  const { isNew, before, markSeen } = useNewRuns(held.runs, isStart);
  const newRuns = isStart ? (held.runs ?? []).filter(isNew) : [];

  const path = useAccountPath();
  const mayRun = useMayRun();
  const includesUploads = useIncludes('upload');
  const mayUpload = useMay('testRun.write') && includesUploads;
  const newTestRun = mayRun && (
    <Button variant="filled" onClick={() => setOpened({ new: true })}>
      New Test Run
    </Button>
  );
  const upload = mayUpload && <Button onClick={() => setOpened({ upload: true })}>Upload Test Run</Button>;
  const actions = (mayRun || mayUpload) && (
    <>
      {upload}
      {newTestRun}
    </>
  );

  const onPage = (next: number) => setFilters({ page: next });
  const noRuns = (
    <EmptyState
      title={messages.noTestRuns}
      why={isFiltered ? 'No run of this account matches the filters.' : 'Runs show up here as soon as one is started.'}
      action={
        isFiltered ? (
          <Button onClick={() => setFilters(noFilters)}>Clear Filters</Button>
        ) : (
          <>
            {newTestRun || upload}
            <Button component={Link} to={path('get-started')}>
              Get started
            </Button>
          </>
        )
      }
    />
  );
  const total = runsQuery.data?.total ?? 0;

  return (
    <div ref={area}>
      <ScreenHead title="Test Runs" documentTitle="Test Runs" actions={actions} />
      <RunFilterBar filters={filters} onChange={setFilters} onSearch={(text) => replaceFilters({ search: text })} />
      {held.waiting > 0 && (
        <UnstyledButton
          className={styles.waiting}
          onClick={() => {
            held.letIn();
            area.current?.closest('main')?.scrollTo({ top: 0 });
          }}
        >
          {counted(held.waiting, 'new run')}
        </UnstyledButton>
      )}
      {before && newRuns.length > 0 && (
        <NewSince
          count={newRuns.length}
          what="new"
          isAtLeast={newRuns.length === held.runs?.length && newRuns.length < total}
          since={before}
          onSeen={markSeen}
        />
      )}
      <Loaded
        query={runsQuery}
        failed="Test runs could not be loaded"
        skeleton={<RowsSkeleton rows={display.size} />}
        empty={total > 0 ? <PastLastPage size={display.size} total={total} onPage={onPage} /> : noRuns}
        isEmpty={({ testRuns }) => testRuns.length === 0}
        keepsPrevious
        framed
      >
        {({ testRuns }, isPrevious) => (
          <RunList
            runs={held.runs ?? testRuns}
            isPrevious={isPrevious}
            mayRun={mayRun}
            isNew={isNew}
            density={display.density}
            sort={filters.sort}
            onSort={(sort) => setFilters({ sort })}
          />
        )}
      </Loaded>
      {page && page.testRuns.length > 0 && (
        <RunListFoot display={display} onSize={() => onPage(1)}>
          <Pager
            page={filters.page}
            size={display.size}
            shown={page.testRuns.length}
            total={page.total}
            isLeast={page.totalIsLeast}
            onPage={onPage}
          />
        </RunListFoot>
      )}
      <PicksBar />
      {mayRun && opened.new && (
        <Suspense fallback={null}>
          <NewTestRunModal opened onClose={() => setOpened({ new: false })} />
        </Suspense>
      )}
      {mayUpload && opened.upload && (
        <Suspense fallback={null}>
          <UploadTestRunModal opened onClose={() => setOpened({ upload: false })} />
        </Suspense>
      )}
    </div>
  );
}

/** Until the next page is loaded the last one stays, faded, so that nothing flashes. */
function RunList({
  runs,
  isPrevious,
  mayRun,
  isNew,
  density,
  sort,
  onSort,
}: {
  runs: readonly TestRunView[];
  isPrevious: boolean;
  mayRun: boolean;
  isNew: (run: TestRunView) => boolean;
  density: Density;
  sort: RunFilters['sort'];
  onSort: (sort: RunFilters['sort']) => void;
}) {
  const path = useAccountPath();
  const ordered = useMemo(() => (sort === newestFirst ? orderRuns(runs) : runs), [runs, sort]);
  const { picked } = usePickedRuns();
  const picking = picked.length > 0 ? rows.picking : '';
  return (
    <div className={`${list.list} ${styles.runs} ${picking}`} data-density={density}>
      <RunListHead runs={ordered} sort={sort} onSort={onSort} />
      <ul className={`${styles.rows} ${isPrevious ? list.fading : ''}`} aria-label="Test Runs" aria-busy={isPrevious}>
        {ordered.map((run) => (
          <RunRow
            key={run.id}
            run={run}
            to={path(`test-runs/${run.id}`)}
            mayRun={mayRun}
            isPicked={picked.includes(run.id)}
            isNew={isNew(run)}
          />
        ))}
      </ul>
    </div>
  );
}
