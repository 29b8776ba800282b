import {
  displayOfPlanRun,
  displayOfRun,
  isFinished,
  nothingCouldPassText,
  passedText,
  type TriggerSlotView,
} from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { formatDuration } from '../../ui/format/formatDuration.ts';
import { counted, formatCount } from '../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { type Shape, StatusShape } from '../../ui/StatusShape.tsx';
import { shapeOfPlanRun, shapeOfRun } from '../../ui/shapeOfRun.ts';
import styles from './triggers.module.css';

/** Later than that is worth telling. */
const lateMs = 60_000;

/** @returns what came of an ended run: `1 failed · 15 passed, 1 of them flaky`. */
function outcomeOf(run: NonNullable<TriggerSlotView['testRun']>): string {
  if (run.nothingCouldPass) return nothingCouldPassText;
  const parts = [
    ...(run.failCount > 0 ? [`${formatCount(run.failCount)} failed`] : []),
    ...(run.passCount > 0 ? [passedText(run)] : []),
  ];
  return parts.length > 0 ? parts.join(' · ') : displayOfRun(run);
}

/** @returns what became of an occasion, as a shape and in words. */
export function slotText(slot: TriggerSlotView): { shape: Shape; text: string } {
  const { outcome, testRun, testPlanRun, blockedBy, missedCount, message, lateMs: late } = slot;
  switch (outcome) {
    case 'settling':
      return { shape: 'pending', text: 'Waits for the deploy to settle' };
    case 'queued':
      return { shape: 'pending', text: blockedBy ? `Waits for #${blockedBy.number}` : 'Waits for the run before' };
    case 'skipped':
      return {
        shape: 'ignored',
        text: blockedBy ? `Skipped: #${blockedBy.number} was still running` : 'Skipped: the run before had not ended',
      };
    case 'superseded':
      return { shape: 'ignored', text: 'Replaced by a newer one' };
    case 'missed':
      return { shape: 'ignored', text: `${counted(missedCount, 'time')} missed: Assay was not running` };
    case 'refused':
      return { shape: 'fail', text: message ?? 'Could not be started' };
    case 'fired': {
      const delay = late > lateMs ? ` · ${formatDuration(late)} late` : '';
      if (testPlanRun)
        return { shape: shapeOfPlanRun(testPlanRun), text: `${displayOfPlanRun(testPlanRun.status)}${delay}` };
      if (!testRun) return { shape: 'pending', text: `Started${delay}` };
      if (!isFinished(testRun.status)) return { shape: 'running', text: `Running${delay}` };
      if (testRun.status === 'CANCELED') return { shape: 'canceled', text: `Canceled${delay}` };
      return { shape: shapeOfRun(testRun), text: `${outcomeOf(testRun)}${delay}` };
    }
  }
}

/** One of the last occasions of a trigger. */
export function SlotLine({ slot }: { slot: TriggerSlotView }) {
  const path = useAccountPath();
  const { shape, text } = slotText(slot);
  const { testRun, testPlanRun } = slot;
  return (
    <li className={styles.slot}>
      <StatusShape shape={shape} label={slot.outcome} />
      <span className={styles.slotTime}>
        <RelativeTime time={slot.dueAt} />
      </span>
      {testRun && <Link to={path(`test-runs/${testRun.id}`)}>#{testRun.number}</Link>}
      {testPlanRun && (
        <Link to={path(`test-plans/${testPlanRun.testPlanId}/runs?run=${testPlanRun.id}`)}>plan run</Link>
      )}
      <span className={styles.slotText}>{text}</span>
    </li>
  );
}
