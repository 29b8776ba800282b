import type { ModelAnswer } from '@assay/contract';
import styles from './analysis.module.css';

/** How sure the model is. */
export function VerdictChip({ verdict }: { verdict: ModelAnswer['verdict'] }) {
  return (
    <span className={styles.verdict} data-verdict={verdict}>
      {verdict.toLowerCase()}
    </span>
  );
}
