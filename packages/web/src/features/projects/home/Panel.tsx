import { type ReactNode, useId } from 'react';
import styles from './home.module.css';

/** A part of the project's page, with its title and what leads further. */
export function Panel({
  title,
  note,
  aside,
  children,
}: {
  title: string;
  note?: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.panelHead}>
        <h2 id={id} className={styles.panelTitle}>
          {title}
        </h2>
        {note && <span className={styles.note}>{note}</span>}
        <span className={styles.aside}>{aside}</span>
      </header>
      {children}
    </section>
  );
}
