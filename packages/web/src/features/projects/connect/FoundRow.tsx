import type { ProposalFinding } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useFormikContext } from 'formik';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { IconUser } from '../../../ui/icons/icons.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import styles from './connect.module.css';
import type { ConnectField, ConnectForm, FoundLine } from './connectForm.ts';

/** Whether somebody changed what was proposed. */
export function isYours(values: ConnectForm, proposed: ConnectForm, field: ConnectField): boolean {
  return JSON.stringify(values[field]) !== JSON.stringify(proposed[field]);
}

type Props = {
  line: FoundLine;
  /** Whether an agent tried it with success. */
  isProved: boolean;
  children: ReactNode;
};

/** A setting with what tells so. Enter keeps what is typed, Esc takes it back. */
export function FoundRow({ line: { field, label, finding }, isProved, children }: Props) {
  const { values, initialValues, setFieldValue } = useFormikContext<ConnectForm>();
  const before = useRef<unknown>(undefined);
  const yours = isYours(values, initialValues, field);
  const toCheck = !yours && !isProved && finding?.certain === false;
  const sureness = isProved ? 'Certain' : 'Found';

  function onKeyDown(event: KeyboardEvent): void {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || event.defaultPrevented) return;
    if (event.key === 'Enter') {
      // It is not the form that is sent: somebody only ends with this line.
      event.preventDefault();
      if (input.getAttribute('role') !== 'combobox' && !input.getAttribute('aria-haspopup')) input.blur();
    }
    if (event.key === 'Escape') {
      void setFieldValue(field, before.current);
      input.blur();
    }
  }

  return (
    <li className={toCheck ? `${styles.line} ${styles.lineToCheck}` : styles.line}>
      {yours ? (
        <IconUser size={14} stroke={1.75} className={styles.yours} role="img" aria-label="Yours" />
      ) : (
        <StatusShape shape={toCheck ? 'ignored' : 'pass'} label={toCheck ? 'To check' : sureness} />
      )}
      <span className={styles.label}>{label}</span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field in it */}
      <div
        className={styles.editor}
        onFocus={() => {
          before.current = values[field];
        }}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
      <div className={styles.why}>
        {yours ? (
          <>
            You chose it; found was <Value of={initialValues[field]} />.{' '}
            <UnstyledButton
              className="link"
              fz="inherit"
              onClick={() => void setFieldValue(field, initialValues[field])}
            >
              Undo
            </UnstyledButton>
          </>
        ) : (
          finding && <Why finding={isProved ? { ...finding, why: `An agent tried it. ${finding.why}` } : finding} />
        )}
      </div>
    </li>
  );
}

function Why({ finding: { why, file, line } }: { finding: ProposalFinding }) {
  const place = file === null || why.includes(file) ? null : (file.split('/').at(-1) ?? file);
  return (
    <span title={file === null ? undefined : `${file}${line === null ? '' : `, line ${line}`}`}>
      {why}
      {place !== null && (
        <>
          {' · '}
          <code>{line === null ? place : `${place}:${line}`}</code>
        </>
      )}
    </span>
  );
}

function Value({ of }: { of: ConnectForm[ConnectField] }) {
  const text = Array.isArray(of) ? of.join(', ') : String(of);
  return text === '' ? <>nothing</> : <code>{text}</code>;
}
