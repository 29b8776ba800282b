import type { TestRunView } from '@assay/contract';
import { Button, Tabs } from '@mantine/core';
import { lazy, useEffect, useMemo, useRef } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useGetTestRunQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { momentInUrl } from '../../../ui/asOf/moment.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { timeOf } from '../../../ui/format/formatTime.ts';
import { Loaded, type Query } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { TabPanel } from '../../../ui/TabPanel.tsx';
import { oneText, type UrlFilter } from '../../../ui/urlFilters.ts';
import { NowContext } from '../../../ui/useNow.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { ToRunList } from '../list/ToRunList.tsx';
import { ResultsTab } from '../results/ResultsTab.tsx';
import { useTestResults } from '../results/resultEndpoints.ts';
import type { RunResults } from '../results/runResults.ts';
import { pickedStatuses, shapesOfStatuses, useTreeFilters } from '../results/useTreeFilters.ts';
import { RunCounts } from '../run/RunCounts.tsx';
import { RunFacts } from '../run/RunHead.tsx';
import screen from '../run/TestRunScreen.module.css';
import { MomentContext } from './moment.ts';
import { ReplayBar } from './ReplayBar.tsx';
import { ReplayHead } from './ReplayHead.tsx';
import { type ReplayState, stateAt } from './replayState.ts';
import { type ReplayOrder, type ReplayTape, replayOrders } from './replayTape.ts';
import { usePlaying } from './usePlaying.ts';
import { useReplayMarks } from './useReplayMarks.ts';
import { useReplayTape } from './useReplayTape.ts';

const DetailsTab = lazy(async () => ({ default: (await import('../run/DetailsTab.tsx')).DetailsTab }));
const RunnersTab = lazy(async () => ({ default: (await import('../run/RunnersTab.tsx')).RunnersTab }));
const TimelineTab = lazy(async () => ({ default: (await import('../timeline/TimelineTab.tsx')).TimelineTab }));

const tabs = ['test-results', 'details', 'timeline', 'runners'] as const;

const placeInUrl: UrlFilter<number> = {
  param: 'at',
  read: ([text = '']) => Math.max(0, Math.floor(Number(text)) || 0),
  write: (place) => (place === 0 ? [] : [String(Math.round(place))]),
};
const orderInUrl: UrlFilter<ReplayOrder> = {
  param: 'order',
  read: ([text]) => replayOrders.find((order) => order === text) ?? 'happened',
  write: (order) => (order === 'happened' ? [] : [order]),
};
/** Where others lead to, by the clock: it becomes a place once the tape is there. */
const clockInUrl = { ...momentInUrl, param: 'moment' };
const replayInUrl = { at: placeInUrl, moment: clockInUrl, order: orderInUrl, test: oneText('test') };

/** Where there is nothing of the run to show. */
const plainHead = <ScreenHead title="Replay" documentTitle="Replay" />;
const failed = 'The replay could not be loaded';

/** A run that is over, as its page looked while it went on. */
export function ReplayScreen() {
  const { testRunId = '' } = useParams();
  const path = useAccountPath();
  const run = useGetTestRunQuery({ params: { id: testRunId } });
  const results = useTestResults(testRunId, run.currentData?.testCount);
  return (
    <Loaded
      query={run}
      failed="The test run could not be loaded"
      notFound="This test run does not exist"
      wayOut={<ToRunList />}
      head={plainHead}
      skeleton={<RowsSkeleton rows={4} />}
    >
      {(loaded) =>
        loaded.upload ? (
          <>
            {plainHead}
            <EmptyState
              title="No replay"
              why="These results were uploaded: they do not say when each test ran."
              action={
                <Button component={Link} to={path(`test-runs/${loaded.id}`)}>
                  Open the test run
                </Button>
              }
            />
          </>
        ) : (
          <Replay run={loaded} results={results} />
        )
      }
    </Loaded>
  );
}

/** Its tape is read beside the results, not after them. */
function Replay({ run, results }: { run: TestRunView; results: Query<RunResults> }) {
  const { filters } = useUrlFilters(replayInUrl);
  const read = useReplayTape(run.id, filters.order);
  return (
    <Loaded query={results} failed={failed} head={plainHead} skeleton={<RowsSkeleton rows={8} />}>
      {(tests) => <LoadedReplay run={run} results={tests} read={read} />}
    </Loaded>
  );
}

function LoadedReplay({
  run,
  results,
  read: { tape, late, complete: isWholeTape, error, retry },
}: {
  run: TestRunView;
  results: RunResults;
  read: ReturnType<typeof useReplayTape>;
}) {
  const complete = isWholeTape && !results.isPart;
  const { tab: asked } = useParams();
  const tab = tabs.find((known) => known === asked) ?? 'test-results';
  const navigate = useNavigate();
  const path = useAccountPath();
  const { filters: address, setFilters: setAddress, query } = useUrlFilters(replayInUrl, { replace: true });
  const { filters, setFilters } = useTreeFilters();
  const playing = usePlaying(tape, address.at, (at) => setAddress({ at, moment: '' }));
  useEffect(() => {
    if (!complete || address.moment === '') return;
    playing.goTo(tape.placeOfTime(Date.parse(address.moment) - timeOf(run.createdAt)));
  }, [complete, address.moment, playing, tape, run.createdAt]);
  const state = useReplayState(tape, tape.playedAt(playing.place), run, results);
  const marks = useReplayMarks(tape, run);
  const now = timeOf(run.createdAt) + tape.timeAt(playing.place);
  const leaveTo = path(`test-runs/${run.id}/${tab}`);

  const pathOf = (next: string, change: Record<string, string> = {}) => {
    const search = new URLSearchParams(query);
    for (const [name, value] of Object.entries(change)) search.set(name, value);
    return `${path(`test-runs/${run.id}/replay/${next}`)}?${search}`;
  };
  const moment = { ...state, pathOf, leaveTo };

  if (error !== undefined && tape.length === 0) {
    return (
      <>
        {plainHead}
        <ErrorState title={failed} error={error} onRetry={retry} />
      </>
    );
  }
  return (
    <MomentContext value={moment}>
      <NowContext value={now}>
        <div className={screen.screen} data-fills={tab === 'test-results'}>
          <ReplayHead run={state.run} now={now} leaveTo={leaveTo} place={playing.place} />
          <RunFacts run={state.run} />
          <RunCounts
            run={state.run}
            picked={shapesOfStatuses(filters.statuses)}
            onPick={(shape) => setFilters({ statuses: pickedStatuses(filters.statuses, shape) })}
            quarantinedShown={filters.showQuarantined}
            onQuarantined={() => setFilters({ showQuarantined: !filters.showQuarantined })}
          />
          <ReplayBar
            tape={tape}
            marks={marks}
            played={state.played}
            now={now}
            complete={complete}
            failed={error === undefined ? null : retry}
            playing={playing}
            order={address.order}
            onOrder={late ? (order) => setAddress({ order }) : null}
          />
          <Tabs
            value={tab}
            onChange={(next) => next && void navigate(pathOf(next), { replace: true })}
            keepMounted={false}
            className={screen.tabs}
            classNames={{ panel: screen.panel }}
          >
            <Tabs.List mb={12} className={screen.list}>
              <Tabs.Tab value="test-results">Test Results</Tabs.Tab>
              <Tabs.Tab value="details">Details</Tabs.Tab>
              <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
              <Tabs.Tab value="runners">Runners</Tabs.Tab>
            </Tabs.List>
            <TabPanel value="test-results" title="Test Results">
              <ResultsTab run={state.run} />
            </TabPanel>
            <TabPanel value="details" title="Details">
              <DetailsTab run={state.run} />
            </TabPanel>
            <TabPanel value="timeline" title="Timeline">
              <TimelineTab run={state.run} />
            </TabPanel>
            <TabPanel value="runners" title="Runners">
              <RunnersTab run={state.run} />
            </TabPanel>
          </Tabs>
        </div>
      </NowContext>
    </MomentContext>
  );
}

/** Keeps the last state: what plays on looks only at what has changed since. */
function useReplayState(tape: ReplayTape, played: number, run: TestRunView, results: RunResults): ReplayState {
  const last = useRef<{ tape: ReplayTape; run: TestRunView; results: RunResults; state: ReplayState } | null>(null);
  return useMemo(() => {
    const before = last.current;
    const same = before !== null && before.run === run && before.results === results && before.tape.goesOnIn(tape);
    const state = stateAt(tape, played, run, results, same ? before.state : null);
    last.current = { tape, run, results, state };
    return state;
  }, [tape, played, run, results]);
}
