import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import styles from './flakyRules.module.css';
import type { TrialState } from './useRulesTrial.ts';

/** In one line what the rules in the form would have found; the tests themselves are listed below the form. */
export function TrialLine({ state }: { state: TrialState }) {
  const found = state.kind === 'found' ? state : state.kind === 'trying' ? state.before : null;
  if (found === null) {
    return state.kind === 'trying' ? <p className={styles.line}>Testing on past runs…</p> : null;
  }
  const { now, tried, runs } = found.found;
  if (runs === 0) return null;
  return (
    <p className={styles.line}>
      <strong>{counted(tried.found, 'flaky test')}</strong> with these rules in the last {found.days} days
      {tried.found === now.found ? '.' : `, ${difference(tried.found - now.found)} than with the saved ones.`}
      {state.kind === 'trying' && <span className="soft"> Updating…</span>}
    </p>
  );
}

function difference(count: number): string {
  return count > 0 ? `${formatCount(count)} more` : `${formatCount(-count)} fewer`;
}
