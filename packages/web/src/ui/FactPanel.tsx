import type { ReactNode } from 'react';
import styles from './FactPanel.module.css';

export type Facts = readonly (readonly [name: string, value: ReactNode])[];

/** Facts about a thing under a title, one line each; or what is to be said in their place. */
export function FactPanel({ title, facts = [], children }: { title: string; facts?: Facts; children?: ReactNode }) {
  return (
    <section className={styles.panel} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {children ?? (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd className="tabular">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** Panels of facts in as many columns as fit. */
export function FactPanels({ children }: { children: ReactNode }) {
  return <div className={styles.panels}>{children}</div>;
}
