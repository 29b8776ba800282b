import {
  isFinished,
  messages,
  pollSeconds,
  type RootCause,
  type RunAnalysisView,
  type TestRunView,
} from '@assay/contract';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useGetRunAnalysisQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { oneText } from '../../../ui/urlFilters.ts';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { useReport } from '../trackedIssues/IssueDialogs.tsx';
import { AnalysisHead } from './AnalysisHead.tsx';
import styles from './analysis.module.css';
import { CauseList } from './CauseList.tsx';
import { CausePanel } from './CausePanel.tsx';
import { causeNamed, causeTestsPath, reportedCause } from './causeTests.ts';
import { useHeldCauses } from './heldCauses.ts';
import { WholeRunSignals } from './WholeRunSignals.tsx';

const chosenCause = { cause: oneText('cause') };

/** Why tests of the run failed: causes by rules, and what a model says about them where one was asked. */
export function AnalysisTab({ run }: { run: TestRunView }) {
  const query = useGetRunAnalysisQuery({ params: { id: run.id } });
  const isAwaited = !isFinished(run.status) || query.currentData?.status === 'REQUESTED';
  usePolling(query.refetch, isAwaited ? pollSeconds.analysis : null);
  return (
    <Loaded query={query} failed="The analysis could not be loaded" skeleton={<RowsSkeleton rows={5} height={98} />}>
      {(analysis) => <Analysis analysis={analysis} run={run} />}
    </Loaded>
  );
}

function Analysis({ analysis, run }: { analysis: RunAnalysisView; run: TestRunView }) {
  const { wholeRun, failedCount } = analysis;
  if (failedCount === 0) {
    return (
      <>
        <WholeRunSignals signals={wholeRun} />
        <NoFailures analysis={analysis} />
      </>
    );
  }
  return (
    <div className={styles.analysis}>
      <WholeRunSignals signals={wholeRun} />
      <AnalysisHead analysis={analysis} />
      <Causes analysis={analysis} run={run} />
    </div>
  );
}

function NoFailures({ analysis: { isRunning, flakyCount, testRunId } }: { analysis: RunAnalysisView }) {
  const path = useAccountPath();
  if (isRunning) {
    return (
      <div className={styles.none}>
        <StatusShape shape="running" label="" size={20} />
        <p className={styles.noneTitle}>No failures so far</p>
        <p className={styles.quiet}>Causes appear as tests fail.</p>
      </div>
    );
  }
  return (
    <div className={styles.none}>
      <StatusShape shape="pass" label="" size={20} />
      <p className={styles.noneTitle}>{messages.noFailuresToAnalyze}</p>
      {flakyCount > 0 && (
        <>
          <p className={styles.quiet}>
            {counted(flakyCount, 'test')} {flakyCount === 1 ? 'was' : 'were'} flaky and passed in the end.
          </p>
          <Button component={Link} to={path(`test-runs/${testRunId}/test-results?status=FLAKY`)}>
            {flakyCount === 1 ? 'Show the flaky test' : `Show the ${flakyCount} flaky tests`}
          </Button>
        </>
      )}
    </div>
  );
}

function Causes({ analysis, run }: { analysis: RunAnalysisView; run: TestRunView }) {
  const causes = useHeldCauses(analysis.testRunAnalysisRootCauses, analysis.isRunning);
  const { filters, setFilters } = useUrlFilters(chosenCause, { replace: true });
  const [correcting, setCorrecting] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const narrow = useMediaQuery('(max-width: 900px)') === true;
  const navigate = useNavigate();
  const path = useAccountPath();
  const report = useReport();
  const mayReport = useMay('trackedIssue.write');
  const asked = causeNamed(causes, filters.cause);
  // On a phone the list comes first: a cause opens in its row once it is asked for.
  const chosen = asked ?? (narrow ? undefined : causes[0]) ?? null;

  const choose = useCallback(
    (cause: RootCause) => setFilters({ cause: narrow && cause === chosen ? '' : cause.id }),
    [setFilters, narrow, chosen],
  );
  const openTests = useCallback(
    (cause: RootCause) => void navigate(path(causeTestsPath(run.id, cause))),
    [navigate, path, run.id],
  );
  function step(by: number): void {
    const at = chosen === null ? -1 : causes.indexOf(chosen);
    const next = causes[Math.min(causes.length - 1, Math.max(0, at + by))];
    if (!next) return;
    setFilters({ cause: next.id });
    const row = list.current?.querySelector<HTMLElement>(`[data-cause="${next.id}"] [data-row]`);
    row?.focus({ preventScroll: true });
    row?.closest('li')?.scrollIntoView?.({ block: 'nearest' });
  }
  useShortcut('j', () => step(1));
  useShortcut('k', () => step(-1));
  useShortcut('Enter', () => chosen && openTests(chosen));
  useShortcut('c', () => setCorrecting(true));
  useShortcut('i', () => chosen && mayReport && report(reportedCause(run.id, chosen)));

  const details = chosen && (
    <CausePanel
      key={chosen.id}
      cause={chosen}
      analysis={analysis}
      run={run}
      correcting={correcting}
      onCorrecting={setCorrecting}
    />
  );
  return (
    <div className={styles.split}>
      <div className={styles.left}>
        <CauseList
          causes={causes}
          analysis={analysis}
          chosen={chosen}
          list={list}
          onChoose={choose}
          onStep={step}
          onOpenTests={openTests}
          details={narrow ? details : null}
        />
      </div>
      {!narrow && <div className={styles.right}>{details}</div>}
    </div>
  );
}
