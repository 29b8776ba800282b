import { brokenTest, type QuarantinePreview } from '@assay/contract';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { formatExactTime } from '../../../ui/format/formatTime.ts';
import styles from './quarantinePreview.module.css';

/** What the preview does not know, if anything, and how it counts. */
export function PreviewRules({ preview }: { preview: QuarantinePreview }) {
  const { knownFrom, unseenTests, uncompared } = preview;
  const limits = [
    ...(knownFrom === null
      ? []
      : [
          `Before ${formatExactTime(knownFrom)} only the newest hundred results of each test are known: there may be more than is counted.`,
        ]),
    ...(unseenTests === 0
      ? []
      : [`${counted(unseenTests, 'test')} that failed could not be looked at: there are too many.`]),
    ...(uncompared === 0
      ? []
      : [`The errors of ${counted(uncompared, 'older failure')} were not compared: some may have been real, too.`]),
  ];
  return (
    <>
      {limits.length > 0 && (
        <ul className={styles.limits} aria-label="What is not known">
          {limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      )}
      <details className={styles.rules}>
        <summary>How this is counted</summary>
        <ul>
          <li>
            A test is quarantined at the end of a run in which it failed and then passed. It counts in the runs that
            begin after that; nobody lets it go again.
          </li>
          <li>
            A failed run would have passed if nothing but quarantined tests failed it. Runs that ignore quarantine stay
            as they are, and verdicts are those that the runs ended with.
          </li>
          <li>
            A failure was real if it is one of {brokenTest.inARow} or more in a row in one environment and on one
            branch, or of two or more in a row with one error, until the test passed on another commit. A single failure
            is never called real.
          </li>
          <li>Canceled runs, and runs in which nearly everything failed, tell nothing about a test.</li>
        </ul>
      </details>
    </>
  );
}
