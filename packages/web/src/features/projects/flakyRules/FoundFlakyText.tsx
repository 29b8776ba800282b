import type { FoundFlaky } from '@assay/contract';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import quarantine from '../quarantine/quarantinePreview.module.css';

/** When some rules found a test flaky, by which evidence, and what that would have hidden; null: they did not. */
export function FoundFlakyText({ found }: { found: FoundFlaky | null }) {
  if (found === null) return <span className="soft">not found</span>;
  const { evidence, since, until, times, days, failures, missed } = found;
  return (
    <div className={quarantine.twoLines}>
      <span className={quarantine.why}>
        <StatusShape shape={until === null ? 'flaky' : 'pass'} label="" />
        <span>
          {evidence}, <RelativeTime time={since} />
          {until === null ? ', still flaky' : `, for ${formatCount(days)} days`}
          {times > 1 && `, ${formatCount(times)} times`}
        </span>
      </span>
      <span className={quarantine.below}>
        {counted(failures, 'failure')} meanwhile{missed > 0 && `, ${formatCount(missed)} real`}
      </span>
    </div>
  );
}
