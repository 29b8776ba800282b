import type { TestResultView, TestRunView } from '@assay/contract';
import { Tag } from '../../../ui/Tag.tsx';

/** What is special about a result, then the tags of its test. */
export function TestTags({ test, run }: { test: TestResultView; run: TestRunView }) {
  return (
    <>
      {test.copy !== null && (
        <Tag>
          copy {test.copy} of {run.copies}
        </Tag>
      )}
      {test.quarantined && <Tag tone="ignored">quarantined</Tag>}
      {test.timedOut && <Tag tone="fail">Timeout</Tag>}
      {test.flaky && <Tag tone="flaky">flaky</Tag>}
      {test.tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </>
  );
}
