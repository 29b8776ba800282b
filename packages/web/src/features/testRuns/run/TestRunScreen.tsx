import { isFinished, pollSeconds, type TestRunView } from '@assay/contract';
import { Tabs } from '@mantine/core';
import { lazy } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useIncludes, useMay } from '../../../connection/currentUser.ts';
import { useGetTestRunQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { useAppDispatch } from '../../../connection/useAppDispatch.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import type { Shape } from '../../../ui/StatusShape.tsx';
import { TabPanel } from '../../../ui/TabPanel.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { PicksBar } from '../comparison/PicksBar.tsx';
import { ToRunList } from '../list/ToRunList.tsx';
import { MessagesTabTitle } from '../messages/MessagesTabTitle.tsx';
import { ResultsTab } from '../results/ResultsTab.tsx';
import { readNewerResults } from '../results/resultEndpoints.ts';
import { pickedStatuses, shapesOfStatuses, useTreeFilters } from '../results/useTreeFilters.ts';
import { IssueDialogs } from '../trackedIssues/IssueDialogs.tsx';
import { RunCounts } from './RunCounts.tsx';
import { RunHead } from './RunHead.tsx';
import { RunInPrint } from './RunInPrint.tsx';
import styles from './TestRunScreen.module.css';

const DetailsTab = lazy(async () => ({ default: (await import('./DetailsTab.tsx')).DetailsTab }));
const HistoryTab = lazy(async () => ({ default: (await import('./HistoryTab.tsx')).HistoryTab }));
const RunnersTab = lazy(async () => ({ default: (await import('./RunnersTab.tsx')).RunnersTab }));
const TimelineTab = lazy(async () => ({ default: (await import('../timeline/TimelineTab.tsx')).TimelineTab }));
const MessagesTab = lazy(async () => ({ default: (await import('../messages/MessagesTab.tsx')).MessagesTab }));
const AnalysisTab = lazy(async () => ({ default: (await import('../analysis/AnalysisTab.tsx')).AnalysisTab }));
const LogsTab = lazy(async () => ({ default: (await import('../logs/LogsTab.tsx')).LogsTab }));

const tabs = ['test-results', 'details', 'timeline', 'history', 'logs', 'messages', 'analysis', 'runners'] as const;
type Tab = (typeof tabs)[number];
/** Tabs that scroll within, rather than the page. */
const fillingTabs: readonly Tab[] = ['test-results', 'logs', 'analysis'];

export function TestRunScreen() {
  const { testRunId = '', tab } = useParams();
  const dispatch = useAppDispatch();
  const query = useGetTestRunQuery({ params: { id: testRunId } });
  const { currentData: run, refetch } = query;
  usePolling(
    () => {
      void refetch();
      void dispatch(readNewerResults(testRunId));
    },
    run && isFinished(run.status) ? pollSeconds.runListIdle : pollSeconds.runAndTests,
  );
  return (
    <Loaded
      query={query}
      failed="The test run could not be loaded"
      notFound="This test run does not exist"
      wayOut={<ToRunList />}
      head={<ScreenHead title="Test run" documentTitle="Test run" />}
      skeleton={<RowsSkeleton rows={4} />}
    >
      {(loaded) => (
        <IssueDialogs run={loaded}>
          <LoadedRun run={loaded} tab={tabs.find((known) => known === tab) ?? 'test-results'} />
        </IssueDialogs>
      )}
    </Loaded>
  );
}

function LoadedRun({ run, tab }: { run: TestRunView; tab: Tab }) {
  const { filters, setFilters } = useTreeFilters();
  const navigate = useNavigate();
  const path = useAccountPath();
  const { search } = useLocation();
  // Results that were uploaded have neither runners nor logs here; an address that names such a tab says so.
  const isOwn = run.upload === null;
  const hasTimeline = useIncludes('ownRunners');
  const mayReadMessages = useMay('message.read');
  const show = (next: string) => navigate({ pathname: path(`test-runs/${run.id}/${next}`), search });
  async function pick(shape: Shape): Promise<void> {
    if (tab !== 'test-results') await show('test-results');
    setFilters({ statuses: pickedStatuses(filters.statuses, shape) });
  }
  async function flipQuarantined(): Promise<void> {
    if (tab !== 'test-results') await show('test-results');
    setFilters({ showQuarantined: !filters.showQuarantined });
  }
  return (
    <div className={styles.screen} data-fills={fillingTabs.includes(tab)}>
      <RunHead run={run} />
      <RunCounts
        run={run}
        picked={shapesOfStatuses(filters.statuses)}
        onPick={(shape) => void pick(shape)}
        quarantinedShown={filters.showQuarantined || (run.testCount === 0 && run.quarantineTotalCount > 0)}
        onQuarantined={() => void flipQuarantined()}
      />
      <Tabs
        value={tab}
        onChange={(next) => next && void show(next)}
        keepMounted={false}
        className={styles.tabs}
        classNames={{ panel: styles.panel }}
      >
        <Tabs.List mb={12} className={styles.list}>
          <Tabs.Tab value="test-results">Test Results</Tabs.Tab>
          <Tabs.Tab value="details">Details</Tabs.Tab>
          {((hasTimeline && isOwn) || tab === 'timeline') && <Tabs.Tab value="timeline">Timeline</Tabs.Tab>}
          <Tabs.Tab value="history">History</Tabs.Tab>
          {(isOwn || tab === 'logs') && (
            <Tabs.Tab value="logs">
              Logs <Tag>BETA</Tag>
            </Tabs.Tab>
          )}
          {mayReadMessages && (
            <Tabs.Tab value="messages">
              <MessagesTabTitle testRunId={run.id} />
            </Tabs.Tab>
          )}
          <Tabs.Tab value="analysis">Analysis</Tabs.Tab>
          {(isOwn || tab === 'runners') && <Tabs.Tab value="runners">Runners</Tabs.Tab>}
        </Tabs.List>
        <TabPanel value="test-results" title="Test Results">
          <ResultsTab run={run} />
        </TabPanel>
        <TabPanel value="details" title="Details">
          <DetailsTab run={run} />
        </TabPanel>
        <TabPanel value="timeline" title="Timeline">
          <TimelineTab run={run} />
        </TabPanel>
        <TabPanel value="history" title="History">
          <HistoryTab testRunId={run.id} />
        </TabPanel>
        <TabPanel value="logs" title="Logs">
          <LogsTab run={run} />
        </TabPanel>
        <TabPanel value="messages" title="Messages">
          <MessagesTab testRunId={run.id} />
        </TabPanel>
        <TabPanel value="analysis" title="Analysis">
          <AnalysisTab run={run} />
        </TabPanel>
        <TabPanel value="runners" title="Runners">
          <RunnersTab run={run} />
        </TabPanel>
      </Tabs>
      <PicksBar />
      {tab === 'test-results' && <RunInPrint run={run} />}
    </div>
  );
}
