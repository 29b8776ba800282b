import { UnstyledButton } from '@mantine/core';
import { useFormikContext } from 'formik';
import { useEffect, useState } from 'react';
import { TextField } from '../../../ui/form/fields.tsx';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { IconChevronRight } from '../../../ui/icons/icons.ts';
import { BuildAndServerFields, RunningFields } from '../ProjectFormFields.tsx';
import styles from './connect.module.css';
import type { ConnectForm } from './connectForm.ts';

const own = [
  ...(['key', 'description', 'buildCommand', 'serverCommand', 'serverUrl', 'frameworkArguments'] as const),
  ...(['testTimeoutSeconds', 'testRunTimeoutMinutes', 'defaultMaxRunners'] as const),
];

/** The settings that no repository tells of; open where one of them is refused. */
export function MoreSettings({ maximumRunners }: { maximumRunners: number }) {
  const { values, errors, submitCount } = useFormikContext<ConnectForm>();
  const [isOpen, setOpen] = useState(false);
  const isRefused = submitCount > 0 && own.some((name) => errors[name] !== undefined);
  useEffect(() => {
    if (isRefused) setOpen(true);
  }, [isRefused]);
  return (
    <div className={styles.more}>
      <UnstyledButton className={styles.moreHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight size={14} stroke={1.75} className={isOpen ? styles.turned : undefined} />
        <strong>More settings</strong>
        <span className="soft truncate">
          timeouts {values.testTimeoutSeconds} s and {values.testRunTimeoutMinutes} min ·{' '}
          {counted(Number(values.defaultMaxRunners), 'runner')}
          {values.defaultToParallelizeByFile ? ' · by file' : ''}
        </span>
      </UnstyledButton>
      {isOpen && (
        <div className={styles.moreFields}>
          <div className={styles.pair}>
            <TextField name="key" label="Key" required />
            <TextField name="description" label="Description" placeholder="Optional" />
          </div>
          <BuildAndServerFields />
          <RunningFields maximumRunners={maximumRunners} />
        </div>
      )}
    </div>
  );
}
