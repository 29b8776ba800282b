import { lazy, Suspense } from 'react';
import { stripAnsi } from '../../../ui/stripAnsi.ts';
import styles from './ConsoleTab.module.css';
import { type DiffLine, diffLines } from './diffLines.ts';

/** Comparing words takes a library, which only errors with two sides need. */
const MarkedError = lazy(async () => ({ default: (await import('./MarkedError.tsx')).MarkedError }));

/** The error's message, with expected and received values told apart, and the words in which they differ. */
export function ErrorBlock({ error }: { error: string }) {
  const lines = diffLines(stripAnsi(error).trimEnd());
  const plain = <PlainError lines={lines} />;
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

function PlainError({ lines }: { lines: readonly DiffLine[] }) {
  return lines.map(({ text, side }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that never changes
    <span key={index} className={side === null ? styles.line : `${styles.line} ${styles[side]}`}>
      {text}
      {'\n'}
    </span>
  ));
}
