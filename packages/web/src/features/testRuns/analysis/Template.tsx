import styles from './analysis.module.css';

const placeholder = /(<[a-z][\w -]*>|\{[a-z][\w -]*\})/;

/** An error as a template: what differs between its failures is set apart. */
export function Template({ text }: { text: string }) {
  return (
    <pre className={styles.template}>
      {text.split(placeholder).map((part, index) => {
        // Odd parts are the separators, which the pattern captures.
        const key = `${index} ${part}`;
        return index % 2 === 1 ? (
          <span key={key} className={styles.placeholder}>
            {part}
          </span>
        ) : (
          <span key={key}>{part}</span>
        );
      })}
    </pre>
  );
}
