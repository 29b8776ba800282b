import { includes, isFinished, pollSeconds, type TestRunnerView, type TestRunView, testKeyOf } from '@assay/contract';
import { Button } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useGetAccountQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { NotInPlan } from '../../../ui/NotInPlan.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { useCauseNamed } from '../analysis/causeTests.ts';
import { useMoment } from '../replay/moment.ts';
import { useAllResults, useRunRunners } from '../replay/useRunParts.ts';
import type { RunResults } from '../results/runResults.ts';
import { useTreeFilters } from '../results/useTreeFilters.ts';
import styles from './Timeline.module.css';
import { TimelineChart } from './TimelineChart.tsx';
import { TimelineFilters } from './TimelineFilters.tsx';
import { TimelineSentence } from './TimelineSentence.tsx';
import { TimelineTable } from './TimelineTable.tsx';
import { timelineOf } from './timeline.ts';
import { foundIn } from './timelineFound.ts';
import type { Bar } from './timelineLanes.ts';

/** Where the time of the run went: a lane for each runner. */
export function TimelineTab({ run }: { run: TestRunView }) {
  const { data: account } = useGetAccountQuery();
  if (account === undefined) return null;
  if (!includes(account, 'ownRunners')) return <NotInPlan label="Timeline" />;
  if (run.upload)
    return <EmptyState title="No timeline" why="These results were uploaded: they do not say when each test ran." />;
  return <LiveTimeline run={run} />;
}

function LiveTimeline({ run }: { run: TestRunView }) {
  const moment = useMoment();
  const results = useAllResults(run);
  const runners = useRunRunners(run.id);
  usePolling(runners.refetch, moment || isFinished(run.status) ? null : pollSeconds.runAndTests);
  const skeleton = <RowsSkeleton rows={6} height={40} />;
  return (
    <Loaded query={results} failed="The timeline could not be loaded" skeleton={skeleton}>
      {(tests) => (
        <Loaded
          query={runners}
          failed="The timeline could not be loaded"
          skeleton={skeleton}
          empty={<EmptyState title="No timeline yet" why={whyNone(run)} />}
        >
          {(list) => <TimelinePanel run={run} results={tests} runners={list} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function whyNone(run: TestRunView): string {
  return isFinished(run.status) ? 'No runner worked on this run.' : 'It begins with the first runner.';
}

/** The timeline of what is known of a run. */
export function TimelinePanel({
  run,
  results,
  runners,
}: {
  run: TestRunView;
  results: RunResults;
  runners: readonly TestRunnerView[];
}) {
  const [asTable, setAsTable] = useState(false);
  const now = useNow(isFinished(run.status) ? 3_600_000 : 1_000);
  const navigate = useNavigate();
  const path = useAccountPath();
  const moment = useMoment();
  const timeline = useMemo(
    () =>
      timelineOf(
        run,
        results.rows.filter((row) => row !== undefined),
        runners,
        now,
      ),
    [run, results, runners, now],
  );
  const { filters, setFilters } = useTreeFilters();
  const cause = useCauseNamed(run, filters.rootCauseId);
  const found = useMemo(() => foundIn(timeline, filters, cause), [timeline, filters, cause]);
  const plot = useRef<HTMLDivElement>(null);
  const pathOf = ({ test }: Bar) => {
    const testKey = testKeyOf(test.testId, test.copy);
    return moment?.pathOf('test-results', { test: testKey }) ?? path(`test-runs/${run.id}/tests/${testKey}`);
  };
  return (
    <section className={styles.panel} aria-label="Timeline">
      <div className={styles.head}>
        <TimelineSentence timeline={timeline} run={run} pathOf={pathOf} />
        <Button size="compact-sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Chart' : 'Table'}
        </Button>
      </div>
      <TimelineFilters
        filters={filters}
        onChange={setFilters}
        found={found?.size ?? null}
        total={timeline.lanes.reduce((sum, { bars }) => sum + bars.length, 0)}
        onEnter={() => plot.current?.focus()}
      />
      {asTable ? (
        <TimelineTable timeline={timeline} found={found} pathOf={pathOf} />
      ) : (
        <TimelineChart timeline={timeline} found={found} plotRef={plot} onOpen={(bar) => void navigate(pathOf(bar))} />
      )}
    </section>
  );
}
