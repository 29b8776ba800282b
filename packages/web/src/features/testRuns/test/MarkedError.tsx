import styles from './ConsoleTab.module.css';
import { markChangedWords } from './changedWords.ts';
import type { DiffLine } from './diffLines.ts';

/** Lines of an error in which the words that differ between its two sides are marked. */
export function MarkedError({ lines }: { lines: readonly DiffLine[] }) {
  return markChangedWords(lines).map(({ side, parts }, index) => (
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
