import type { RootCause, TestRunView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGetRunAnalysisQuery } from '../../../connection/serviceHooks.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { IssueChip } from '../../../ui/trackedIssues/IssueChip.tsx';
import { causeFilter, causeNamed } from '../analysis/causeTests.ts';
import styles from './CausePicker.module.css';

const maxShown = 3;

/** The causes that several tests failed of; a click leaves only these tests in the tree, another one brings all back. */
export function CausePicker({
  run,
  picked,
  onPick,
  children,
}: {
  run: TestRunView;
  picked: string;
  onPick: (rootCauseId: string) => void;
  /** What can be done with the tests that are left. */
  children?: ReactNode;
}) {
  const { currentData } = useGetRunAnalysisQuery(
    { params: { id: run.id } },
    { skip: run.failCount + run.quarantineFailCount < 2 },
  );
  const all = currentData?.testRunAnalysisRootCauses ?? [];
  const named = picked === '' ? null : causeNamed(all, picked);
  const isPicked = (cause: RootCause) => cause === named;
  const causes = all.filter(({ testCount }) => testCount > 1);
  const shown = causes.filter((cause, index) => index < maxShown || isPicked(cause));
  if (shown.length === 0 && picked === '') return null;
  return (
    <section className={styles.causes} aria-label="Failed together">
      {shown.map((cause) => (
        <div key={cause.id} className={styles.row}>
          <UnstyledButton
            className={styles.cause}
            aria-pressed={isPicked(cause)}
            onClick={() => onPick(isPicked(cause) ? '' : causeFilter(cause))}
            title={cause.name}
          >
            <strong className="tabular">{counted(cause.testCount, 'test')}</strong>
            <span className="truncate">{cause.name}</span>
          </UnstyledButton>
          {cause.trackedIssues.slice(0, 1).map((issue) => (
            <IssueChip key={issue.id} issue={issue} />
          ))}
        </div>
      ))}
      {picked !== '' && (
        <div className={styles.picked}>
          <UnstyledButton className="link" fz={12} onClick={() => onPick('')}>
            Show all tests
          </UnstyledButton>
          {children}
        </div>
      )}
    </section>
  );
}
