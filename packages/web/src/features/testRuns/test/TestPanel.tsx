import type { TestResultView, TestRunView } from '@assay/contract';
import { ActionIcon, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { FilePath } from '../../../ui/FilePath.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { IconArrowsMaximize } from '../../../ui/icons/icons.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { oneText } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { useMoment } from '../replay/moment.ts';
import { testAtMoment } from '../replay/replayState.ts';
import { shapeOfTest, wordOfTest } from '../status/statusShapes.ts';
import { wasSkipped } from '../status/wasSkipped.ts';
import { TriageLine } from '../triage/TriageLine.tsx';
import { pathOfTest, placeOfTest } from './pathOfTest.ts';
import { QuarantineButton } from './QuarantineButton.tsx';
import { RerunTest } from './RerunTest.tsx';
import { RunnerLink } from './RunnerLink.tsx';
import styles from './TestPanel.module.css';
import { TestTabs } from './TestTabs.tsx';
import { TestTags } from './TestTags.tsx';
import { useShownTest } from './useShownTest.ts';

const panelTab = { panel: oneText('panel') };

type Props = { test: TestResultView; run: TestRunView };

/**
 * One test of a run next to the tree: its name, what people decided about it in one line, then what happened. Its tab is in
 * the query of the address.
 */
export function TestPanel({ run, testKey }: { run: TestRunView; testKey: string }) {
  const query = useShownTest(run, testKey);
  const moment = useMoment();
  return (
    <Loaded
      query={query}
      failed="The test could not be loaded"
      notFound="This test is not in the run"
      skeleton={<RowsSkeleton rows={5} />}
    >
      {(test) => <LoadedTest test={moment ? testAtMoment(test, moment.results) : test} run={run} />}
    </Loaded>
  );
}

function LoadedTest({ test, run }: Props) {
  const isNow = useMoment() === null;
  const { filters, setFilters } = useUrlFilters(panelTab, { replace: true });
  return (
    <article className={styles.panel} aria-label={test.name}>
      <PanelHead test={test} run={run} />
      {isNow && <TriageLine test={test} run={run} />}
      <TestTabs test={test} run={run} asked={filters.panel} onTab={(panel) => setFilters({ panel })} isNarrow />
    </article>
  );
}

function PanelHead({ test, run }: Props) {
  const path = useAccountPath();
  const isNow = useMoment() === null;
  const took = test.duration === null || wasSkipped(test) ? null : formatDuration(test.duration);
  return (
    <header className={styles.head}>
      <div className={styles.titles}>
        <h2 className={styles.title}>
          <span className={styles.shape}>
            <StatusShape shape={shapeOfTest(test)} label={wordOfTest(test)} />
          </span>
          <span dir="auto">{test.name}</span>
        </h2>
        <div className={styles.facts}>
          <span className={styles.where}>
            <FilePath path={placeOfTest(test)} />
          </span>
          {took && <span className="tabular">{took}</span>}
          <RunnerLink test={test} />
          <TestTags test={test} run={run} />
        </div>
      </div>
      <div className={styles.actions}>
        {isNow && (
          <Tooltip label="Open (Enter)">
            <ActionIcon
              component={Link}
              to={path(pathOfTest(test))}
              aria-label="Open the test on its own page"
              size={30}
            >
              <IconArrowsMaximize size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
        {isNow && <QuarantineButton test={test} />}
        <RerunTest test={test} run={run} />
      </div>
    </header>
  );
}
