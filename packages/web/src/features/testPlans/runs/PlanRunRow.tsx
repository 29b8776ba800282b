import { canceledByText, stagesPassText, type TestPlanRunView, type TestPlanStageResult } from '@assay/contract';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { useMay } from '../../../connection/currentUser.ts';
import { AgainstUsual } from '../../../ui/AgainstUsual.tsx';
import { formatDuration, formatRunningDuration, formatTimeLeft } from '../../../ui/format/formatDuration.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { formatExactTime, timeOf } from '../../../ui/format/formatTime.ts';
import { IconChevronDown, IconChevronRight } from '../../../ui/icons/icons.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { SegmentedBar } from '../../../ui/SegmentedBar.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfPlanRun, verdictOfPlanRun } from '../../../ui/shapeOfRun.ts';
import { useNow } from '../../../ui/useNow.ts';
import { PlanRunStages } from './PlanRunStages.tsx';
import { planRunSegments } from './planRunSegments.ts';
import styles from './runs.module.css';
import { usePlanRunActions } from './usePlanRunActions.ts';

type Props = { run: TestPlanRunView; isOpen: boolean; onToggle: () => void };

/** One run of a plan: when and by whom, its status, how many of its stages pass, and how long it took. */
export function PlanRunRow({ run, isOpen, onToggle }: Props) {
  const stages = useId();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const verdict = verdictOfPlanRun(run);
  return (
    <li className={styles.item} data-running={run.status === 'Running'}>
      <div className={styles.run}>
        <button
          type="button"
          className={styles.toggle}
          data-row
          aria-expanded={isOpen}
          aria-controls={stages}
          aria-label={`Run of ${formatExactTime(run.createdAt)}, ${verdict}`}
          onClick={onToggle}
        />
        <Chevron size={14} stroke={1.75} className={styles.chevron} aria-hidden />
        <div className={styles.date}>
          <RelativeTime time={run.createdAt} />
          <div className={`${styles.second} truncate`}>{run.startedBy}</div>
        </div>
        <div className={styles.status}>
          <StatusShape shape={shapeOfPlanRun(run)} label={verdict} />
          <div className={styles.words}>
            <Status run={run} />
          </div>
        </div>
        <div className={styles.results}>
          <Results run={run} />
        </div>
        <div className={`${styles.duration} tabular`}>
          <Duration run={run} />
        </div>
        <Actions run={run} />
      </div>
      {isOpen && (
        <div id={stages} className={styles.opened}>
          <PlanRunStages run={run} />
        </div>
      )}
    </li>
  );
}

function Status({ run: { status, canceledBy, stages } }: { run: TestPlanRunView }) {
  if (status === 'completed') return 'Completed';
  if (status === 'Canceled') {
    return (
      <>
        Canceled
        {canceledBy !== null && (
          <div className={`${styles.second} truncate`} title={canceledByText(canceledBy)}>
            {canceledByText(canceledBy)}
          </div>
        )}
      </>
    );
  }
  const current = stages.filter((stage) => stage.status === 'running');
  const running = current.reduce((sum, { suites }) => sum + suites.filter(({ isRunning }) => isRunning).length, 0);
  const where = current.map(({ name }) => name).join(', ');
  return (
    <>
      Running
      {where !== '' && (
        <div className={`${styles.second} truncate`}>
          {where}
          {running > 0 && `, ${counted(running, 'suite')}`}
        </div>
      )}
    </>
  );
}

function Results({ run }: { run: TestPlanRunView }) {
  const { pass, fail, skipped, total } = run.stageTotals;
  const failing = run.stages.filter(isFailing).length;
  const { segments, total: suites } = planRunSegments(run);
  const [passing, ...rest] = stagesPassText({ pass, total }).split(' ');
  return (
    <>
      <SegmentedBar segments={segments} total={suites} />
      <div className={`${styles.second} tabular`}>
        <strong className={styles.passing}>{passing}</strong> {rest.join(' ')}
        {fail + failing > 0 && (
          <>
            {' · '}
            <span className={styles.failed}>{failing > 0 ? `${fail + failing} failing` : `${fail} failed`}</span>
          </>
        )}
        {skipped > 0 && ` · ${skipped} skipped`}
      </div>
    </>
  );
}

/** @returns whether a stage that runs can pass no more. */
function isFailing({ status, fail, suites }: TestPlanStageResult): boolean {
  return status === 'running' && (fail > 0 || suites.some(({ counts }) => counts.failCount > 0));
}

function Duration({ run: { status, createdAt, duration, usualDuration } }: { run: TestPlanRunView }) {
  const isRunning = status === 'Running';
  const now = useNow(isRunning ? 1000 : 3_600_000);
  if (!isRunning) {
    return (
      <>
        {duration !== null && formatDuration(duration)}
        {status === 'completed' && duration !== null && usualDuration !== null && (
          <AgainstUsual took={duration} usual={usualDuration} />
        )}
      </>
    );
  }
  const took = Math.max(0, now - timeOf(createdAt));
  return (
    <>
      {formatRunningDuration(took)}
      {usualDuration !== null && <div className={styles.second}>{formatTimeLeft(usualDuration - took)}</div>}
    </>
  );
}

/** Stops what runs; reruns what did not pass. */
function Actions({ run }: { run: TestPlanRunView }) {
  const mayRun = useMay('testPlan.run');
  const { askToStop, rerunFailed, busy } = usePlanRunActions(run);
  const suites = run.stages.flatMap((stage) => stage.suites);
  const canRerun = suites.some((suite) => suite.canRerun && suite.status !== 'pass');
  if (!mayRun) return null;
  if (run.status === 'Running') {
    return (
      <div className={styles.actions}>
        <Button size="compact-sm" loading={busy} onClick={askToStop}>
          Stop Run
        </Button>
      </div>
    );
  }
  return (
    canRerun && (
      <div className={styles.actions} data-quiet>
        <Button
          size="compact-sm"
          loading={busy}
          title="Runs each suite that did not pass once more, on the same version"
          onClick={() => void rerunFailed()}
        >
          Rerun failed
        </Button>
      </div>
    )
  );
}
