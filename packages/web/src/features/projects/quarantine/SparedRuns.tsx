import type { QuarantinePreview } from '@assay/contract';
import { FailedBy } from './FailedBy.tsx';
import { PreviewedRunLink } from './PreviewedRunLink.tsx';
import { PreviewTable } from './PreviewTable.tsx';

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
          cell: ({ run, tests }) => <FailedBy testRunId={run.testRunId} tests={tests} />,
        },
      ]}
    />
  );
}
