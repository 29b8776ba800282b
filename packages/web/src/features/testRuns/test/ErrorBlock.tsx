import { lazy, Suspense } from 'react';
import { stripAnsi } from '../../../ui/stripAnsi.ts';
import styles from './ConsoleTab.module.css';
import { diffLines, unmarked } from './diffLines.ts';
import { ErrorLines } from './ErrorLines.tsx';

const MarkedError = lazy(async () => ({ default: (await import('./MarkedError.tsx')).MarkedError }));

/** The error's message, with expected and received values told apart, and the words in which they differ. */
export function ErrorBlock({ error }: { error: string }) {
  const lines = diffLines(stripAnsi(error).trimEnd());
  const plain = <ErrorLines lines={lines.map(unmarked)} />;
  const hasTwoSides = lines.some(({ side }) => side !== null);
  return (
    <pre className={styles.block}>
      {hasTwoSides ? (
        <Suspense fallback={plain}>
          <MarkedError lines={lines} />
        </Suspense>
      ) : (
        plain
      )}
    </pre>
  );
}
