import { includes, type TestResultView, type TestRunView } from '@assay/contract';
import { Tabs } from '@mantine/core';
import { lazy } from 'react';
import { useGetAccountQuery } from '../../../connection/serviceHooks.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { TabPanel } from '../../../ui/TabPanel.tsx';
import { useMoment } from '../replay/moment.ts';
import { ConsoleTab } from './ConsoleTab.tsx';
import { RenameNote } from './RenameNote.tsx';
import { ScreenshotsTab } from './ScreenshotsTab.tsx';
import { TestHistoryTab } from './TestHistoryTab.tsx';
import { VideosTab } from './VideosTab.tsx';

const TroubleshootingTab = lazy(async () => ({
  default: (await import('../troubleshooting/TroubleshootingTab.tsx')).TroubleshootingTab,
}));

const always = ['console', 'history'];

/**
 * What is known of a test, by tabs. A tab that has nothing is left out, unless the address names it: then it says why.
 * @param asked the tab that the address names
 * @param isNarrow next to the tree
 */
export function TestTabs({
  test,
  run,
  asked,
  onTab,
  isNarrow,
  className,
}: {
  test: TestResultView;
  run: TestRunView;
  asked: string;
  onTab: (tab: string) => void;
  isNarrow: boolean;
  className?: string;
}) {
  const isNow = useMoment() === null;
  const screenshots = test.attemptsDetail.reduce((sum, attempt) => sum + attempt.screenShots.length, 0);
  const videos = test.attemptsDetail.reduce((sum, attempt) => sum + attempt.videos.length, 0);
  const { data: account } = useGetAccountQuery();
  const lacksRecordings = account !== undefined && !includes(account, 'recordings');
  const areExpired = test.expired.attachments !== null;
  const has: Record<string, boolean> = {
    screenshots: screenshots > 0 || areExpired || asked === 'screenshots',
    videos: videos > 0 || areExpired || asked === 'videos' || lacksRecordings,
    troubleshooting: hasTroubleshooting(test, isNow),
  };
  const tab = always.includes(asked) || has[asked] ? asked : 'console';
  return (
    <Tabs className={className ?? ''} value={tab} onChange={(next) => next && onTab(next)} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="console">Console</Tabs.Tab>
        {has.screenshots && (
          <Tabs.Tab value="screenshots">
            Screenshots <Count of={screenshots} />
          </Tabs.Tab>
        )}
        {has.videos && (
          <Tabs.Tab value="videos">
            Videos <Count of={videos} />
          </Tabs.Tab>
        )}
        {has.troubleshooting && <Tabs.Tab value="troubleshooting">Troubleshooting</Tabs.Tab>}
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <TabPanel value="console" title="Console" pt={12}>
        <ConsoleTab test={test} run={run} isNarrow={isNarrow} />
      </TabPanel>
      <TabPanel value="screenshots" title="Screenshots" pt={12}>
        <ScreenshotsTab test={test} />
      </TabPanel>
      <TabPanel value="videos" title="Videos" pt={12}>
        <VideosTab test={test} />
      </TabPanel>
      {has.troubleshooting && (
        <TabPanel value="troubleshooting" title="Troubleshooting" pt={12}>
          <TroubleshootingTab test={test} hasRail={!isNarrow} />
        </TabPanel>
      )}
      <TabPanel value="history" title="History" pt={12}>
        {isNow && isNarrow && <RenameNote test={test} />}
        <TestHistoryTab test={test} />
      </TabPanel>
    </Tabs>
  );
}

function Count({ of }: { of: number }) {
  return of > 0 && <span className="soft tabular">{formatCount(of)}</span>;
}

/** @returns whether there is an error to explain: not at an earlier moment of the run. */
export function hasTroubleshooting({ error }: Pick<TestResultView, 'error'>, isNow: boolean): boolean {
  return isNow && error !== null;
}
