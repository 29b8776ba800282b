import { isFinished, type TestRunView } from '@assay/contract';
import { Link } from 'react-router';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import styles from './Timeline.module.css';
import type { Timeline } from './timeline.ts';
import { sharesOf } from './timelineBound.ts';
import { type Bar, lengthOf } from './timelineLanes.ts';
import { formatOffset } from './timelineView.ts';

/** What is over by less is not worth a second look. */
const hardlyOver = 0.05;

/** How much longer than ideal the run took, and why; and what its runners did with their time. */
export function TimelineSentence({
  timeline,
  run,
  pathOf,
}: {
  timeline: Timeline;
  run: TestRunView;
  pathOf: (bar: Bar) => string;
}) {
  const { busy, idle, around } = sharesOf(timeline.lanes);
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  return (
    <>
      <p className={styles.sentence}>
        {isFinished(run.status) ? <Verdict timeline={timeline} pathOf={pathOf} /> : <SoFar run={run} />}
      </p>
      <span className={`${styles.shares} tabular`}>
        busy {percent(busy)} · idle {percent(idle)} · set-up and tear-down {percent(around)}
      </span>
    </>
  );
}

function SoFar({ run }: { run: TestRunView }) {
  return (
    <>
      <strong>{counted(run.currentRunnerCount, 'runner')} at work.</strong>{' '}
      <span className="soft">{counted(run.remainingTests, 'test')} to finish; the ideal shows when all have.</span>
    </>
  );
}

function Verdict({ timeline, pathOf }: { timeline: Timeline; pathOf: (bar: Bar) => string }) {
  const { bound } = timeline;
  if (!bound) return <strong>No test ran.</strong>;
  const { bar, lane } = bound.last;
  const whole = lengthOf(timeline);
  if (bound.overMs <= whole * hardlyOver)
    return (
      <>
        <strong>
          {bound.overMs < 1_000 ? 'As fast as ideal.' : `${formatDuration(bound.overMs)} longer than ideal.`}
        </strong>{' '}
        <span className="soft">
          {bound.by === 'longestTest'
            ? 'Only a shorter longest test would make it faster.'
            : 'Its runners could hardly share the work better.'}
        </span>
      </>
    );
  return (
    <>
      <strong>{formatDuration(bound.overMs)} longer than ideal.</strong>{' '}
      <span className="soft">
        {lane.name} finished last with{' '}
        <Link className="link inText" to={pathOf(bar)}>
          {bar.test.name}
        </Link>
        : {formatDuration(lengthOf(bar))}, started at {formatOffset(bar.from - timeline.from)}.
      </span>
    </>
  );
}
