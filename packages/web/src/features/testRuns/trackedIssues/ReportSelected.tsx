import { limits, type TestResultRow, type TestRunView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useMay } from '../../../connection/currentUser.ts';
import { useReport } from './IssueDialogs.tsx';
import { useCreateIssueText } from './useCreateIssueText.ts';

/** Creates an issue about those of the selected tests that failed. */
export function ReportSelected({ run, tests }: { run: TestRunView; tests: readonly TestResultRow[] }) {
  const may = useMay('trackedIssue.write');
  const report = useReport();
  const text = useCreateIssueText();
  const failed = tests.filter(({ status }) => status === 'FAIL').map(({ id }) => id);
  if (!may || failed.length === 0) return null;
  const tooMany = failed.length > limits.issueTests;
  return (
    <Button
      size="compact-xs"
      disabled={tooMany}
      title={tooMany ? `At most ${limits.issueTests} tests at once` : undefined}
      onClick={() => report({ testRunId: run.id, testRunTestIds: failed })}
    >
      {text}
    </Button>
  );
}
