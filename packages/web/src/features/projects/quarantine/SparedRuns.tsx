import type { QuarantinePreview } from '@assay/contract';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { PreviewedRunLink } from './PreviewedRunLink.tsx';
import { PreviewedTestLink } from './PreviewedTestLink.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import styles from './quarantinePreview.module.css';

/** As many tests of a run are named before the rest is counted. */
const namedTests = 3;

/** The failed runs that would have passed, with the tests that failed them. */
export function SparedRuns({ preview: { sparedRuns, spared } }: { preview: QuarantinePreview }) {
  return (
    <PreviewTable
      title="Failed runs that would have passed"
      about="They failed by nothing but tests that would have been quarantined by then."
      none="Every failed run failed by something else too, or before the test was known to be flaky."
      total={spared}
      named="newest"
      rows={sparedRuns}
      keyOf={({ run }) => run.testRunId}
      columns={[
        { key: 'run', title: 'Run', cell: ({ run }) => <PreviewedRunLink run={run} /> },
        {
          key: 'tests',
          title: 'Failed by',
          cell: ({ run, tests }) => (
            <ul className={styles.tests}>
              {tests.slice(0, namedTests).map((test) => (
                <li key={test.testId}>
                  <PreviewedTestLink test={test} in={run.testRunId} />
                </li>
              ))}
              {tests.length > namedTests && (
                <li className="soft">and {counted(tests.length - namedTests, 'more test')}</li>
              )}
            </ul>
          ),
        },
      ]}
    />
  );
}
