import { issueFindingText, type TrackedIssueView } from '@assay/contract';
import { Tag } from '../Tag.tsx';

/** What the results of its tests say about an issue, where its status says something else. */
export function IssueFinding({ issue }: { issue: TrackedIssueView }) {
  const text = issueFindingText(issue);
  if (text === null) return null;
  return (
    <Tag tone={issue.finding === 'FIXED_BUT_FAILING' ? 'fail' : 'ignored'} isWhole>
      {text}
    </Tag>
  );
}
