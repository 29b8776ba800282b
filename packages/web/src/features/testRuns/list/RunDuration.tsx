import { isFinished, type TestRunView } from '@assay/contract';
import { AgainstUsual } from '../../../ui/AgainstUsual.tsx';
import { formatDuration, formatRunningDuration } from '../../../ui/format/formatDuration.ts';
import { durationOfRun, timeLeft } from '../../../ui/runTiming.ts';
import { useNow } from '../../../ui/useNow.ts';
import styles from './RunDuration.module.css';

/** The duration, with a thin mark comparing it to the usual one in the middle. */
export function RunDuration({ run }: { run: TestRunView }) {
  const running = !isFinished(run.status);
  const now = useNow(running ? 1000 : 3_600_000);
  const took = durationOfRun(run, now);
  if (took === null) return null;
  const left = timeLeft(run, now);
  const usualDuration = running ? null : run.usualDuration;
  return (
    <>
      <div className="tabular">{running ? formatRunningDuration(took) : formatDuration(took)}</div>
      {left && <div className={`${styles.second} tabular`}>{left}</div>}
      {usualDuration !== null && <AgainstUsual took={took} usual={usualDuration} />}
    </>
  );
}
