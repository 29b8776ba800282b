import type { TestAttemptView, TestStep } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfStatus, wordOfStatus } from '../status/statusShapes.ts';
import styles from './AttemptsTable.module.css';
import { rowsAtFirst, type StepRow, stepRows } from './stepRows.ts';

/** The attempts side by side: their steps share rows, and the head of a column picks the attempt that is shown below. */
export function AttemptsTable({
  attempts,
  picked,
  onPick,
}: {
  attempts: readonly TestAttemptView[];
  picked: TestAttemptView | undefined;
  onPick: (attempt: number) => void;
}) {
  const [all, setAll] = useState(false);
  const rows = stepRows(attempts);
  const shown = all ? rows : rowsAtFirst(rows);
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.first}>
              {rows.length > 0 ? 'Steps' : 'Attempts'} <SameError attempts={attempts} />
            </th>
            {attempts.map((attempt) => (
              <th key={attempt.attempt} scope="col" className={columnOf(attempt === picked)}>
                <UnstyledButton
                  className={styles.head}
                  aria-pressed={attempt === picked}
                  onClick={() => onPick(attempt.attempt)}
                >
                  <StatusShape shape={shapeOfStatus(attempt.status)} label={wordOfStatus(attempt.status)} />
                  <span>Attempt {attempt.attempt}</span>
                  <span className={`${styles.duration} soft tabular`}>
                    {attempt.duration === null ? '' : formatDuration(attempt.duration)}
                  </span>
                </UnstyledButton>
              </th>
            ))}
          </tr>
        </thead>
        {rows.length > 0 && (
          <tbody>
            {shown.map((row) => (
              <tr key={row.key}>
                <StepTitle row={row} />
                {row.steps.map((step, at) => (
                  <td key={attempts[at]?.attempt ?? at} className={columnOf(attempts[at] === picked)}>
                    {step && <StepBar step={step} total={attempts[at]?.duration ?? 0} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
      </table>
      {rows.length > rowsAtFirst(rows).length && (
        <UnstyledButton className={`link ${styles.more}`} onClick={() => setAll(!all)}>
          {all ? 'Show fewer steps' : `Show all ${counted(rows.length, 'step')}`}
        </UnstyledButton>
      )}
    </div>
  );
}

function SameError({ attempts }: { attempts: readonly TestAttemptView[] }) {
  const errors = attempts.flatMap(({ error }) => (error ? [error] : []));
  if (errors.length < 2) return null;
  return <span className={styles.same}>{new Set(errors).size === 1 ? 'same error in all' : 'errors differ'}</span>;
}

function StepTitle({ row: { title, depth, steps } }: { row: StepRow }) {
  const failed = steps.some((step) => step?.status === 'FAIL');
  const passed = steps.some((step) => step?.status === 'PASS');
  const shape = failed ? 'fail' : passed ? 'pass' : 'ignored';
  return (
    <th scope="row" className={failed ? `${styles.step} ${styles.failed}` : styles.step} title={title}>
      <span className={styles.title} style={{ paddingLeft: depth * 12 }}>
        <StatusShape shape={shape} label={failed ? 'failed' : passed ? 'passed' : 'skipped'} />
        <span className="truncate">{title}</span>
      </span>
    </th>
  );
}

/** How long the step took, and when within the attempt. */
function StepBar({ step, total }: { step: TestStep; total: number }) {
  const whole = Math.max(total, step.startMs + step.durationMs, 1);
  const left = (100 * step.startMs) / whole;
  const width = (100 * step.durationMs) / whole;
  return (
    <span className={styles.cell}>
      <span className={styles.track} aria-hidden>
        <span
          className={step.status === 'FAIL' ? `${styles.bar} ${styles.failedBar}` : styles.bar}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
      </span>
      <span className={`${styles.duration} soft tabular`}>
        {step.status === 'SKIPPED' ? 'skipped' : formatDuration(step.durationMs)}
      </span>
    </span>
  );
}

function columnOf(isPicked: boolean): string {
  return isPicked ? `${styles.column} ${styles.picked}` : (styles.column ?? '');
}
