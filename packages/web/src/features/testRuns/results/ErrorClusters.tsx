import { UnstyledButton } from '@mantine/core';
import { counted } from '../../../ui/format/formatNumbers.ts';
import styles from './ErrorClusters.module.css';
import type { ErrorCluster } from './errorClusters.ts';

const maxShown = 3;

/** The errors that several tests failed with; a click leaves only these tests in the tree, another one brings all back. */
export function ErrorClusters({
  clusters,
  picked,
  onPick,
}: {
  clusters: readonly ErrorCluster[];
  picked: string;
  onPick: (problemId: string) => void;
}) {
  const isPicked = ({ problemId }: ErrorCluster) => problemId === picked;
  const shown = clusters.filter((cluster, index) => index < maxShown || isPicked(cluster));
  if (shown.length === 0 && picked === '') return null;
  return (
    <section className={styles.clusters} aria-label="Failed together">
      {shown.map((cluster) => (
        <UnstyledButton
          key={cluster.problemId}
          className={styles.cluster}
          aria-pressed={isPicked(cluster)}
          onClick={() => onPick(isPicked(cluster) ? '' : cluster.problemId)}
          title={cluster.error}
        >
          <strong className="tabular">{counted(cluster.count, 'test')}</strong>
          <span className="truncate">{cluster.error}</span>
        </UnstyledButton>
      ))}
      {picked !== '' && (
        <UnstyledButton className={`link ${styles.all}`} onClick={() => onPick('')}>
          Show all tests
        </UnstyledButton>
      )}
    </section>
  );
}
