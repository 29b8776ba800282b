import styles from './Initial.module.css';

/** The first letter of a person's name in a circle, as decoration; `isMe` has it in the accent colour. */
export function Initial({ name, isMe = false }: { name: string; isMe?: boolean }) {
  return (
    <span
      className={isMe ? `${styles.initial} ${styles.me}` : styles.initial}
      aria-hidden
      // Not a text: it would be the first word of the visible name of a button.
      data-letter={name.slice(0, 1).toUpperCase()}
    />
  );
}
