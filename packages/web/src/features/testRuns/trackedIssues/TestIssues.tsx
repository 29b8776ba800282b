import type { TestResultView, TestRunView, TrackedIssueView } from '@assay/contract';
import { Button, Menu } from '@mantine/core';
import { useMay } from '../../../connection/currentUser.ts';
import { useListIssueKeysQuery, useListRootCauseIssuesQuery } from '../../../connection/serviceHooks.ts';
import { IconChevronDown } from '../../../ui/icons/icons.ts';
import { IssueChip } from '../../../ui/trackedIssues/IssueChip.tsx';
import { IssueFinding } from '../../../ui/trackedIssues/IssueFinding.tsx';
import { issueInShort } from '../../../ui/trackedIssues/issueInShort.ts';
import problem from '../problem/ProblemSection.module.css';
import { useReport } from './IssueDialogs.tsx';
import { IssueKeys } from './IssueKeys.tsx';
import styles from './issues.module.css';
import { useCreateIssueText } from './useCreateIssueText.ts';

type Props = { test: TestResultView; run: TestRunView };

/**
 * The issues about a failure, and what creates one: about this test, or about all tests of the run that failed alike. Those
 * that people have named at the test are shown in all of its results.
 */
export function TestIssues({ test, run }: Props) {
  const mayRead = useMay('trackedIssue.read');
  const mayWrite = useMay('trackedIssue.write');
  const report = useReport();
  const text = useCreateIssueText();
  const { id, testRunAnalysisRootCauseId: rootCauseId } = test;
  const isFailed = test.status === 'FAIL';
  const { data: keys } = useListIssueKeysQuery({ params: { id: test.projectId, testId: test.testId } });
  const hasKeys = keys !== undefined && keys.length > 0;
  if (!mayRead) return null;
  const reportTest = () => report({ testRunId: run.id, testRunTestIds: [id] });
  return (
    <section className={problem.problem} aria-label="Issues">
      <div className={problem.row}>
        <h3 className={problem.heading}>Issues</h3>
        {isFailed && mayWrite && rootCauseId === null && (
          <Button size="compact-xs" onClick={reportTest}>
            {text}
          </Button>
        )}
        {isFailed && mayWrite && rootCauseId !== null && (
          <Menu position="bottom-start">
            <Menu.Target>
              <Button size="compact-xs" rightSection={<IconChevronDown size={12} stroke={2} />}>
                {text}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={reportTest}>For this test</Menu.Item>
              <Menu.Item onClick={() => report({ testRunId: run.id, rootCauseId })}>
                For every test of the run that failed alike
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {(isFailed || test.trackedIssues.length > 0) && <KnownIssues test={test} hasKeys={hasKeys} />}
      <IssueKeys test={test} />
    </section>
  );
}

/** The keys at once; what their tests say about them once it is read. */
function KnownIssues({
  test: { trackedIssues, testRunAnalysisRootCauseId: id },
  hasKeys,
}: Pick<Props, 'test'> & { hasKeys: boolean }) {
  const { currentData: read } = useListRootCauseIssuesQuery({ params: { id: id ?? '' } }, { skip: id === null });
  const issues: readonly (TrackedIssueView | null)[] = read ?? trackedIssues.map(() => null);
  if (issues.length === 0 && hasKeys) return null;
  if (issues.length === 0) return <p className={problem.soft}>No issue for this failure yet</p>;
  return (
    <ul className={styles.list} aria-label="Issues for this failure">
      {issues.map((issue, index) => {
        const inShort = issue === null ? trackedIssues[index] : issueInShort(issue);
        return (
          <li key={issue?.id ?? inShort?.id}>
            {inShort ? <IssueChip issue={inShort} /> : <span className="soft">Being created</span>}
            {issue && (
              <>
                {' '}
                <span className={styles.summary}>{issue.summary}</span> <IssueFinding issue={issue} />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
