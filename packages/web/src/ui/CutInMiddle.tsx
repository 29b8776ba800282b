import styles from './CutInMiddle.module.css';

/** Characters at the end that are always shown: names often differ there. */
const kept = 8;

/** A text that loses its middle where there is no room for it, and tells it whole on hover. */
export function CutInMiddle({ text }: { text: string }) {
  if (text.length <= 2 * kept) {
    return (
      <span className="truncate" title={text}>
        {text}
      </span>
    );
  }
  return (
    <span className={styles.text} title={text}>
      <span className={styles.start}>{text.slice(0, -kept)}</span>
      <span>{text.slice(-kept)}</span>
    </span>
  );
}
