import type { TestRunView } from '@assay/contract';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { IconChevronDown } from '../../../ui/icons/icons.ts';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { useAllResults } from '../replay/useRunParts.ts';
import { buildTree, failuresOf } from '../results/resultTree.ts';
import styles from './TestScreen.module.css';

/** Steps through the failed tests of a run on their own pages, in the order of its tree; `n` and `p` do the same. */
export function FailureStepper({ run, testKey, tab }: { run: TestRunView; testKey: string; tab: string }) {
  const path = useAccountPath();
  const navigate = useNavigate();
  const { currentData: results } = useAllResults(run);
  const { ignoreQuarantine, timeouts } = run;
  const { testTimeoutSeconds } = timeouts;
  const failures = useMemo(
    () => (results ? failuresOf(buildTree(results, { ignoreQuarantine, testTimeoutSeconds }), testKey) : []),
    [results, ignoreQuarantine, testTimeoutSeconds, testKey],
  );
  const at = failures.indexOf(testKey);
  const previous = at === -1 ? undefined : failures[at - 1];
  const next = failures[at + 1];
  const pathTo = (key: string) => path(`test-runs/${run.id}/tests/${key}/${tab}`);
  const go = (key: string | undefined) => key !== undefined && void navigate(pathTo(key), { replace: true });
  useShortcut('n', () => go(next));
  useShortcut('f', () => go(next));
  useShortcut('p', () => go(previous));
  if (previous === undefined && next === undefined) return null;
  const count = formatCount(failures.length);
  return (
    <nav className={styles.stepper} aria-label="Failed tests">
      <Step to={previous && pathTo(previous)} label="Previous failed test (p)" isBack />
      <span className="tabular">{at === -1 ? `${count} failed` : `${formatCount(at + 1)} of ${count} failed`}</span>
      <Step to={next && pathTo(next)} label="Next failed test (n)" />
    </nav>
  );
}

function Step({ to, label, isBack = false }: { to: string | undefined; label: string; isBack?: boolean }) {
  const icon = (
    <IconChevronDown size={14} stroke={1.75} aria-hidden="true" className={(isBack ? styles.back : undefined) ?? ''} />
  );
  if (to === undefined) {
    return (
      <span className={styles.step} data-off>
        {icon}
      </span>
    );
  }
  return (
    <Link className={styles.step} to={to} replace aria-label={label} title={label}>
      {icon}
    </Link>
  );
}
