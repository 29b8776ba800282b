import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { IssueChip } from '../../../ui/trackedIssues/IssueChip.tsx';
import styles from './ErrorClusters.module.css';
import type { ErrorCluster } from './errorClusters.ts';

const maxShown = 3;

/** The errors that several tests failed with; a click leaves only these tests in the tree, another one brings all back. */
export function ErrorClusters({
  clusters,
  picked,
  onPick,
  children,
}: {
  clusters: readonly ErrorCluster[];
  picked: string;
  onPick: (problemId: string) => void;
  /** What can be done with the tests that are left. */
  children?: ReactNode;
}) {
  const isPicked = ({ problemId }: ErrorCluster) => problemId === picked;
  const shown = clusters.filter((cluster, index) => index < maxShown || isPicked(cluster));
  if (shown.length === 0 && picked === '') return null;
  return (
    <section className={styles.clusters} aria-label="Failed together">
      {shown.map((cluster) => (
        <div key={cluster.problemId} className={styles.row}>
          <UnstyledButton
            className={styles.cluster}
            aria-pressed={isPicked(cluster)}
            onClick={() => onPick(isPicked(cluster) ? '' : cluster.problemId)}
            title={cluster.error}
          >
            <strong className="tabular">{counted(cluster.count, 'test')}</strong>
            <span className="truncate">{cluster.error}</span>
          </UnstyledButton>
          {cluster.trackedIssues.slice(0, 1).map((issue) => (
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
