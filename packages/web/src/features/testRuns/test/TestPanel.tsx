import { isFinished, pollSeconds, type TestResultView, type TestRunView, testKeyOf } from '@assay/contract';
import { ActionIcon, Button, Tabs, Tooltip } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useMayRun } from '../../../connection/currentUser.ts';
import { useGetTestResultQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { IconArrowsMaximize } from '../../../ui/icons/icons.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { runnerName } from '../../../ui/runnerName.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { TabPanel } from '../../../ui/TabPanel.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { oneText } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { ProblemSection } from '../problem/ProblemSection.tsx';
import { useMoment } from '../replay/moment.ts';
import { testAtMoment } from '../replay/replayState.ts';
import { TestReview } from '../reviews/TestReview.tsx';
import { shapeOfTest, wordOfTest } from '../status/statusShapes.ts';
import { useRunActions } from '../status/useRunActions.tsx';
import { wasSkipped } from '../status/wasSkipped.ts';
import { TestIssues } from '../trackedIssues/TestIssues.tsx';
import { ConsoleTab } from './ConsoleTab.tsx';
import { QuarantineButton } from './QuarantineButton.tsx';
import { QuarantineNote } from './QuarantineNote.tsx';
import { RenameNote } from './RenameNote.tsx';
import { ScreenshotsTab } from './ScreenshotsTab.tsx';
import { TestHistoryLanes } from './TestHistoryLanes.tsx';
import { TestHistoryTab } from './TestHistoryTab.tsx';
import styles from './TestPanel.module.css';
import { VideosTab } from './VideosTab.tsx';

const TroubleshootingTab = lazy(async () => ({
  default: (await import('../troubleshooting/TroubleshootingTab.tsx')).TroubleshootingTab,
}));
const TroubleshootingRail = lazy(async () => ({
  default: (await import('../troubleshooting/TroubleshootingTab.tsx')).TroubleshootingRail,
}));

/** Beside the tree; the test's own page has its tab in the path. */
const panelTab = { panel: oneText('panel') };
const tabs = ['console', 'screenshots', 'videos', 'history'];
const tabsOfFailure = [...tabs, 'troubleshooting'];

type Wide = { tab: string; onTab: (tab: string) => void };

/**
 * One test of a run in full. Its tab is in the URL: next to the tree in the query, on its own page (`wide`) in the path.
 */
export function TestPanel({
  run,
  testKey,
  wide,
}: {
  run: TestRunView;
  /** Which test of the run, and which of its copies. */
  testKey: string;
  wide?: Wide;
}) {
  const query = useGetTestResultQuery({ params: { id: run.id, testId: testKey } });
  const moment = useMoment();
  const running = moment === null && !isFinished(run.status) && query.currentData?.status !== 'PASS';
  usePolling(query.refetch, running ? pollSeconds.singleTest : null);
  return (
    <Loaded
      query={query}
      failed="The test could not be loaded"
      notFound="This test is not in the run"
      skeleton={<RowsSkeleton rows={5} />}
    >
      {(test) => <LoadedTest test={moment ? testAtMoment(test, moment.results) : test} run={run} wide={wide} />}
    </Loaded>
  );
}

function LoadedTest({ test, run, wide }: { test: TestResultView; run: TestRunView; wide: Wide | undefined }) {
  const isNow = useMoment() === null;
  const { filters, setFilters } = useUrlFilters(panelTab, { replace: true });
  const screenshots = test.attemptsDetail.reduce((sum, attempt) => sum + attempt.screenShots.length, 0);
  const pick = wide?.onTab ?? ((panel: string) => setFilters({ panel }));
  const asked = wide?.tab ?? filters.panel;
  const hasError = isNow && test.error !== null;
  const tab = (hasError ? tabsOfFailure : tabs).includes(asked) ? asked : 'console';
  const hasCauseRail = wide !== undefined && tab === 'troubleshooting';
  const decisions = isNow && (
    <div className={styles.rail}>
      <TestReview test={test} run={run} />
      <QuarantineNote test={test} />
      {wide !== undefined && <RenameNote test={test} />}
      {hasCauseRail ? (
        <Suspense>
          <TroubleshootingRail test={test} />
        </Suspense>
      ) : (
        <>
          {run.status !== 'CANCELED' && <ProblemSection test={test} folded={wide === undefined} />}
          <TestIssues test={test} run={run} />
        </>
      )}
    </div>
  );
  return (
    <article className={wide ? `${styles.panel} ${styles.wide}` : styles.panel} aria-label={test.name}>
      <PanelHead test={test} run={run} wide={wide !== undefined} />
      {decisions}
      {wide && (
        <div className={styles.history}>
          <TestHistoryLanes test={test} run={run} />
        </div>
      )}
      <Tabs className={styles.tabs} value={tab} onChange={(next) => next && pick(next)} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="console">Console</Tabs.Tab>
          <Tabs.Tab value="screenshots">
            Screenshots {screenshots > 0 && <span className="soft tabular">{screenshots}</span>}
          </Tabs.Tab>
          <Tabs.Tab value="videos">Videos</Tabs.Tab>
          {hasError && <Tabs.Tab value="troubleshooting">Troubleshooting</Tabs.Tab>}
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <TabPanel value="console" title="Console" pt={12}>
          <ConsoleTab test={test} run={run} />
        </TabPanel>
        <TabPanel value="screenshots" title="Screenshots" pt={12}>
          <ScreenshotsTab test={test} />
        </TabPanel>
        <TabPanel value="videos" title="Videos" pt={12}>
          <VideosTab test={test} />
        </TabPanel>
        {hasError && (
          <TabPanel value="troubleshooting" title="Troubleshooting" pt={12}>
            <TroubleshootingTab test={test} hasRail={wide !== undefined} />
          </TabPanel>
        )}
        <TabPanel value="history" title="History" pt={12}>
          {isNow && wide === undefined && <RenameNote test={test} />}
          <TestHistoryTab test={test} />
        </TabPanel>
      </Tabs>
    </article>
  );
}

function PanelHead({ test, run, wide }: { test: TestResultView; run: TestRunView; wide: boolean }) {
  const path = useAccountPath();
  const { rerun, busy } = useRunActions();
  const isNow = useMoment() === null;
  const mayRerun = useMayRun() && isNow && isFinished(run.status) && run.upload === null;
  const facts = [
    `${test.file}${test.line === null ? '' : `:${test.line}`}`,
    ...(test.duration === null || wasSkipped(test) ? [] : [formatDuration(test.duration)]),
  ];
  return (
    <header className={styles.head}>
      <div className={styles.titles}>
        <h2 className={styles.title}>
          <span className={styles.shape}>
            <StatusShape shape={shapeOfTest(test)} label={wordOfTest(test)} />
          </span>
          <span>{test.name}</span>
        </h2>
        <div className={styles.facts}>
          <span className={styles.where}>{facts.join(' · ')}</span>
          {test.testRunnerId !== null && (
            <Link className="link" to={path(`test-runs/${run.id}/runners`)}>
              on {runnerName(test.testRunnerId)}
            </Link>
          )}
          {test.copy !== null && (
            <Tag>
              copy {test.copy} of {run.copies}
            </Tag>
          )}
          {test.quarantined && <Tag tone="ignored">quarantined</Tag>}
          {test.timedOut && <Tag tone="fail">Timeout</Tag>}
          {test.flaky && <Tag tone="flaky">flaky</Tag>}
          {test.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </div>
      </div>
      <div className={styles.actions}>
        {!wide && isNow && (
          <Tooltip label="Open (Enter)">
            <ActionIcon
              component={Link}
              to={path(`test-runs/${run.id}/tests/${testKeyOf(test.testId, test.copy)}`)}
              aria-label="Open the test on its own page"
              size={30}
            >
              <IconArrowsMaximize size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
        {isNow && <QuarantineButton test={test} />}
        {mayRerun && (
          <Button loading={busy} onClick={() => void rerun(run, { testIds: [test.testId] })}>
            Rerun
          </Button>
        )}
      </div>
    </header>
  );
}
