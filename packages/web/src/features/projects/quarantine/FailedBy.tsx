import type { TestId, TestRunId } from '@assay/contract';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { PreviewedTestLink } from './PreviewedTestLink.tsx';
import styles from './quarantinePreview.module.css';

/** As many tests of a run are named before the rest is counted. */
const namedTests = 3;

/** The tests by which alone a run failed. */
export function FailedBy({
  testRunId,
  tests,
}: {
  testRunId: TestRunId;
  tests: readonly { testId: TestId; name: string }[];
}) {
  return (
    <ul className={styles.tests}>
      {tests.slice(0, namedTests).map((test) => (
        <li key={test.testId}>
          <PreviewedTestLink test={test} in={testRunId} />
        </li>
      ))}
      {tests.length > namedTests && <li className="soft">and {counted(tests.length - namedTests, 'more test')}</li>}
    </ul>
  );
}
