import type { TestRunView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useMay } from '../../../connection/currentUser.ts';
import { useCreateJira } from './createJira.ts';
import { useCreateIssueText } from './useCreateIssueText.ts';

/** Creates an issue about the tests of the root cause that the address shows; the run's menu has the dialog. */
export function ReportCause({ run }: { run: Pick<TestRunView, 'failCount' | 'quarantineFailCount'> }) {
  const may = useMay('trackedIssue.write');
  const text = useCreateIssueText();
  const { open } = useCreateJira();
  if (!may || run.failCount + run.quarantineFailCount === 0) return null;
  return (
    <Button size="compact-xs" onClick={open}>
      {text}
    </Button>
  );
}
