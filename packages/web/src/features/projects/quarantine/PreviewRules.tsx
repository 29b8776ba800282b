import { brokenTest } from '@assay/contract';
import styles from './quarantinePreview.module.css';

/** How the preview counts, for those who ask. */
export function PreviewRules() {
  return (
    <details className={styles.rules}>
      <summary>How this is counted</summary>
      <ul>
        <li>
          A test is quarantined at the end of a run in which it failed and then passed. It counts in the runs that begin
          after that; nobody lets it go again.
        </li>
        <li>
          A failed run would have passed if nothing but quarantined tests failed it. Runs that ignore quarantine stay as
          they are, and verdicts are those that the runs ended with.
        </li>
        <li>
          A failure was real if it is one of {brokenTest.inARow} or more in a row in one environment and on one branch,
          or of two or more in a row with one error, until the test passed on another commit. A single failure is never
          called real.
        </li>
        <li>Canceled runs, and runs in which nearly everything failed, tell nothing about a test.</li>
      </ul>
    </details>
  );
}
