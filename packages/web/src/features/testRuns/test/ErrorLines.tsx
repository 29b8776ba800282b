import styles from './ConsoleTab.module.css';
import type { MarkedLine } from './diffLines.ts';

/** Lines of an error, by their side of an assertion, with the words marked in which the sides differ. */
export function ErrorLines({ lines }: { lines: readonly MarkedLine[] }) {
  return lines.map(({ side, parts }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that never changes
    <span key={index} className={side === null ? styles.line : `${styles.line} ${styles[side]}`}>
      {parts.map(({ text, changed }, at) =>
        changed ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line that never changes
          <mark key={at} className={styles.changed}>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
      {'\n'}
    </span>
  ));
}
