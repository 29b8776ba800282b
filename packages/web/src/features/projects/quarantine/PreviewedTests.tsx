import type { QuarantinePreview } from '@assay/contract';
import { FilePath } from '../../../ui/FilePath.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { PreviewedRunLink } from './PreviewedRunLink.tsx';
import { PreviewedTestLink } from './PreviewedTestLink.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import styles from './quarantinePreview.module.css';

/** The tests that would have been quarantined, with what each of them would have won and hidden. */
export function PreviewedTests({ preview: { tests, quarantined } }: { preview: QuarantinePreview }) {
  return (
    <PreviewTable
      title="Tests that would have been kept aside"
      about="Each from the end of the run that showed it to be flaky, until somebody lets it go."
      none=""
      total={quarantined}
      named="first"
      rows={tests}
      keyOf={({ testId }) => testId}
      columns={[
        {
          key: 'test',
          title: 'Test',
          cell: (test) => (
            <div className={styles.twoLines}>
              <PreviewedTestLink test={test} in={test.flakyIn.testRunId} />
              <span className={styles.below}>
                <FilePath path={test.file} />
              </span>
            </div>
          ),
        },
        { key: 'since', title: 'Since', cell: ({ quarantinedAt }) => <RelativeTime time={quarantinedAt} /> },
        { key: 'flaky', title: 'Flaky in', cell: ({ flakyIn }) => <PreviewedRunLink run={flakyIn} /> },
        { key: 'failures', title: 'Failures', numeric: true, cell: ({ failures }) => formatCount(failures) },
        { key: 'spared', title: 'Runs spared', numeric: true, cell: ({ spared }) => formatCount(spared) },
        {
          key: 'missed',
          title: 'Real failures',
          numeric: true,
          cell: ({ missed }) => (missed > 0 ? <strong>{formatCount(missed)}</strong> : '0'),
        },
      ]}
    />
  );
}
