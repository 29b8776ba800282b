import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDateTime } from '../format/formatTime.ts';
import styles from './AsOfLine.module.css';
import { stepped, steps } from './moment.ts';

type Props = {
  /** ISO 8601. */
  at: string;
  onChange: (at: string) => void;
  /** What is not of that moment. */
  children?: ReactNode;
};

/** Says that a page shows the past, and leads through it and out of it. */
export function AsOfLine({ at, onChange, children }: Props) {
  return (
    <section className={styles.line} aria-label="Moment of the past">
      <p role="status">
        As it stood on <strong className="tabular">{formatDateTime(at)}</strong>
      </p>
      <span className={styles.steps}>
        {steps.map(({ text, label, byMs }) => (
          <UnstyledButton
            key={label}
            className={`${styles.step} tabular`}
            title={label}
            onClick={() => onChange(stepped(at, byMs, Date.now()))}
          >
            {text}
          </UnstyledButton>
        ))}
      </span>
      <UnstyledButton className="link" onClick={() => onChange('')}>
        Back to now
      </UnstyledButton>
      {children && <p className={`${styles.rest} soft`}>{children}</p>}
    </section>
  );
}
