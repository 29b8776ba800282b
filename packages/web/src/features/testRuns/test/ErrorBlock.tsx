import { stripAnsi } from '../../../ui/stripAnsi.ts';
import styles from './ConsoleTab.module.css';
import { diffLines } from './diffLines.ts';

/** The error's message, with expected and received values told apart. */
export function ErrorBlock({ error }: { error: string }) {
  return (
    <pre className={styles.block}>
      {diffLines(stripAnsi(error).trimEnd()).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that never changes
        <span key={index} className={line.side === null ? styles.line : `${styles.line} ${styles[line.side]}`}>
          {line.text}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
