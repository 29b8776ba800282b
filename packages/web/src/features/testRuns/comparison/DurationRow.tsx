import type { ComparedTest, TestRunView } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import styles from './comparison.module.css';

/** @returns the longest duration of the tests, the end of their scale */
export function longestOf(tests: readonly ComparedTest[]): number {
  return Math.max(1, ...tests.flatMap(({ first, second }) => [first?.duration ?? 0, second?.duration ?? 0]));
}

/** Which mark is which run, and how far the scale goes. */
export function DurationScale({
  first,
  second,
  longest,
}: {
  first: TestRunView;
  second: TestRunView;
  longest: number;
}) {
  return (
    <div className={`${styles.paced} ${styles.scale}`}>
      <span className={styles.legend}>
        <span className={styles.mark} data-place="first" aria-hidden="true" /> #{first.number}
        <span className={styles.mark} data-place="second" aria-hidden="true" /> #{second.number}
      </span>
      <span className={styles.axis}>
        <span>0</span>
        <span>{formatDuration(longest)}</span>
      </span>
      <span className={styles.delta}>Δ</span>
      <span />
    </div>
  );
}

/** How long a test took before and after, on one scale; each mark leads to the test in its run. */
export function DurationRow({
  test,
  first,
  second,
  longest,
}: {
  test: ComparedTest;
  first: TestRunView;
  second: TestRunView;
  longest: number;
}) {
  const path = useAccountPath();
  if (!test.first || !test.second) return null;
  const [before, after] = [test.first.duration ?? 0, test.second.duration ?? 0];
  const [from, to] = [before / longest, after / longest];
  const times = Math.max(before, after) / Math.max(1, Math.min(before, after));
  const markOf = (place: 'first' | 'second', run: TestRunView, testKey: string, duration: number) => {
    const label = `${formatDuration(duration)} in #${run.number}`;
    return (
      <Link
        className={styles.markLink}
        style={{ left: `${(duration / longest) * 100}%` }}
        to={path(`test-runs/${run.id}/tests/${testKey}`)}
        aria-label={`${test.name}: ${label}`}
        title={label}
      >
        <span className={styles.mark} data-place={place} />
      </Link>
    );
  };
  return (
    <div className={styles.paced}>
      <Link
        data-row
        className="truncate"
        title={`${test.name} · ${test.file}`}
        to={path(`test-runs/${second.id}/tests/${test.second.testKey}`)}
      >
        {test.name}
      </Link>
      <span className={styles.dumbbell}>
        <span
          className={styles.bar}
          style={{ left: `${Math.min(from, to) * 100}%`, width: `${Math.abs(to - from) * 100}%` }}
        />
        {markOf('first', first, test.first.testKey, before)}
        {markOf('second', second, test.second.testKey, after)}
      </span>
      <strong className={`${styles.delta} tabular`}>
        {after < before ? '−' : '+'}
        {formatDuration(Math.abs(after - before))}
      </strong>
      <span className="soft tabular">{times.toFixed(1)}×</span>
    </div>
  );
}
