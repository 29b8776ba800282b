import type { QuarantinePreview } from '@assay/contract';
import { PreviewedRunLink } from './PreviewedRunLink.tsx';
import { PreviewedTestLink } from './PreviewedTestLink.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import { WhyReal } from './WhyReal.tsx';

/** The failures that were real, and that nobody would have been told of. */
export function MissedFailures({ preview: { missedFailures, missed } }: { preview: QuarantinePreview }) {
  return (
    <PreviewTable
      title="Real failures that would have been hidden"
      about="They were no flakiness, as is known by now. A quarantined test would have shown them, and failed no run by them."
      none="As far as is known by now, every failure that would have been hidden was flakiness."
      total={missed}
      named="newest"
      rows={missedFailures}
      keyOf={({ run, testId }) => `${run.testRunId} ${testId}`}
      columns={[
        {
          key: 'test',
          title: 'Test',
          cell: (failure) => <PreviewedTestLink test={failure} in={failure.run.testRunId} />,
        },
        { key: 'run', title: 'Run', cell: ({ run }) => <PreviewedRunLink run={run} /> },
        {
          key: 'why',
          title: 'Why it was real',
          cell: ({ why }) => <WhyReal why={why} />,
        },
      ]}
    />
  );
}
