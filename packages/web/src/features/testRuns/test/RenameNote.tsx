import type { TestRename, TestResultView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useMay } from '../../../connection/currentUser.ts';
import { useListTestRenamesQuery } from '../../../connection/serviceHooks.ts';
import { FailedPart } from '../../../ui/FailedPart.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { useRenameDecision } from '../../../ui/renames/useRenameDecision.ts';
import styles from '../problem/ProblemSection.module.css';

/** What a test was called before, or may have been; nothing where it has always had its name. */
export function RenameNote({ test }: { test: Pick<TestResultView, 'projectId' | 'testId'> }) {
  const { projectId, testId } = test;
  const { data, error, refetch } = useListTestRenamesQuery({ params: { id: projectId }, query: { testId } });
  if (!data) return error ? <FailedPart what="Earlier names of this test" onRetry={() => void refetch()} /> : null;
  // Under its former name, nothing of a suggestion concerns it.
  const suggested = data.suggested.filter(({ id }) => id === testId);
  if (suggested.length + data.renamed.length === 0) return null;
  return (
    <section className={styles.problem} aria-label="Earlier names">
      <h3 className={styles.heading}>Earlier names</h3>
      {suggested.map((rename) => (
        <EarlierName key={rename.id} rename={rename} test={test} isSuggested />
      ))}
      {data.renamed.map((rename) => (
        <EarlierName key={rename.id} rename={rename} test={test} isSuggested={false} />
      ))}
    </section>
  );
}

function EarlierName({
  rename: { id, formerFile, formerName, file, at },
  test: { projectId },
  isSuggested,
}: {
  rename: TestRename;
  test: Pick<TestResultView, 'projectId'>;
  isSuggested: boolean;
}) {
  const may = useMay('test.quarantine');
  const { decide, deciding } = useRenameDecision(projectId);
  return (
    <div className={styles.row}>
      <p className={styles.note}>
        {isSuggested && 'Perhaps: '}
        {formerName}
        {formerFile !== file && <span className="soft"> in {formerFile}</span>}
        <span className="soft">
          , until <RelativeTime time={at} />
        </span>
      </p>
      {may && isSuggested && (
        <Button size="compact-xs" loading={deciding?.decision === 'JOIN'} onClick={() => void decide([id], 'JOIN')}>
          Same test
        </Button>
      )}
      {may && (
        <Button
          size="compact-xs"
          loading={deciding?.decision === 'SEPARATE'}
          onClick={() => void decide([id], 'SEPARATE')}
        >
          {isSuggested ? 'Two tests' : 'Separate'}
        </Button>
      )}
    </div>
  );
}
