import { limits, messages, pollSeconds, type TestPlanDetailView, type TestPlanRunView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useMay } from '../../../connection/currentUser.ts';
import { useListTestPlanRunsQuery } from '../../../connection/serviceHooks.ts';
import { useFollowRuns } from '../../../connection/useFollowRuns.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import list from '../../../ui/list.module.css';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { manyTexts, type UrlFilters } from '../../../ui/urlFilters.ts';
import { useRowKeys } from '../../../ui/useRowKeys.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { PlanRunRow } from './PlanRunRow.tsx';
import styles from './runs.module.css';

/** Which runs are opened. */
type Opened = { runs: string[] };
const opened: UrlFilters<Opened> = { runs: manyTexts('run') };

const pageSize = limits.pageOfTestPlanRuns;

type Props = { plan: TestPlanDetailView; onRun: () => void };

/** The runs of a plan, newest first, a page more at each click; which are opened is in the address. */
export function RunsTab({ plan, onRun }: Props) {
  const [pages, setPages] = useState(1);
  const newest = useListTestPlanRunsQuery({ params: { id: plan.id }, query: { page: 1, limit: pageSize } });
  // Each page of runs is read again by itself; before the first run there is none.
  usePolling(newest.refetch, newest.data?.total === 0 ? pollSeconds.testPlanRuns : null);
  const mayRun = useMay('testPlan.run') && plan.hasTestSuites && !plan.archived;
  const area = useRef<HTMLDivElement>(null);
  useRowKeys(area);
  return (
    <div ref={area}>
      <Loaded
        query={newest}
        failed="The runs could not be loaded"
        skeleton={<RowsSkeleton rows={6} height={55} />}
        isEmpty={({ testPlanRuns }) => testPlanRuns.length === 0}
        empty={
          <EmptyState
            title={messages.noTestPlanRuns}
            why="A run goes through the stages in order, and says how many of them pass."
            action={
              mayRun && (
                <Button variant="filled" onClick={onRun}>
                  Run Test Plan
                </Button>
              )
            }
          />
        }
        framed
      >
        {({ total }) => (
          <>
            <div className={list.list}>
              <div className={styles.titles} aria-hidden>
                <span className={styles.dateTitle}>Date</span>
                <span>Status</span>
                <span>Results</span>
                <span className={styles.durationTitle}>Duration</span>
              </div>
              <ol className={styles.runs} aria-label="Runs">
                {Array.from({ length: pages }, (_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a page has no identity but its number
                  <PageOfRuns key={at} plan={plan} page={at + 1} />
                ))}
              </ol>
            </div>
            <div className={styles.more}>
              {total > pages * pageSize && <Button onClick={() => setPages(pages + 1)}>Load Older Runs</Button>}
              <Shown plan={plan} pages={pages} total={total} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

function PageOfRuns({ plan, page }: { plan: TestPlanDetailView; page: number }) {
  const query = useListTestPlanRunsQuery({ params: { id: plan.id }, query: { page, limit: pageSize } });
  usePolling(query.refetch, pollSeconds.testPlanRuns);
  useFollowRuns(runningSuitesOf(query.currentData?.testPlanRuns ?? []), query.refetch);
  const { filters, setFilters } = useUrlFilters(opened, { replace: true });
  const toggle = (id: string) => {
    const others = filters.runs.filter((other) => other !== id);
    setFilters({ runs: others.length < filters.runs.length ? others : [...others, id] });
  };
  return (
    <Loaded query={query} failed="Older runs could not be loaded" skeleton={<RowsSkeleton rows={3} height={55} />}>
      {({ testPlanRuns }) =>
        testPlanRuns.map((run) => (
          <PlanRunRow key={run.id} run={run} isOpen={filters.runs.includes(run.id)} onToggle={() => toggle(run.id)} />
        ))
      }
    </Loaded>
  );
}

/** How many runs are shown, and how far back they go. */
function Shown({ plan, pages, total }: { plan: TestPlanDetailView; pages: number; total: number }) {
  const { data } = useListTestPlanRunsQuery({ params: { id: plan.id }, query: { page: pages, limit: pageSize } });
  const oldest = data?.testPlanRuns.at(-1);
  if (!oldest || total <= pageSize) return null;
  return (
    <span className="soft tabular">
      {formatCount(Math.min(total, pages * pageSize))} shown, back to <RelativeTime time={oldest.createdAt} />
    </span>
  );
}

/** @returns the test runs of suites that have not ended */
function runningSuitesOf(runs: readonly TestPlanRunView[]): string[] {
  const suites = runs.flatMap(({ stages }) => stages.flatMap((stage) => stage.suites));
  return suites.flatMap(({ isRunning, testRunId }) => (isRunning && testRunId) || []);
}
