import { Button } from '@mantine/core';
import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import { showFailure } from '../showFailure.ts';
import styles from './form.module.css';
import type { Save } from './useSave.ts';

/** Why its form was not saved, unless a field shows it. */
export function SaveNotice<Values extends object>({ save: { state, reset } }: { save: Save<Values> }) {
  const { values, initialValues, resetForm, setValues } = useFormikContext<Values>();
  const typed = useRef(values);
  useEffect(() => {
    typed.current = values;
  });

  async function load(readNewest: () => Promise<Values | null>): Promise<void> {
    const newest = await readNewest();
    if (newest === null) {
      showFailure(null);
      return;
    }
    const kept = withNewest(typed.current, initialValues, newest);
    resetForm({ values: newest });
    await setValues(kept);
    reset();
  }

  switch (state.kind) {
    case 'open':
    case 'saved':
      return null;
    case 'refused':
      return (
        <p className={styles.refused} role="alert">
          {state.text}
        </p>
      );
    case 'stale':
      return (
        <div className={styles.actions} role="alert">
          <span className={styles.refused}>{state.text}</span>
          <Button onClick={() => void load(state.readNewest)}>Load their version</Button>
        </div>
      );
  }
}

/** @returns the typed values, with the newest value of each field that somebody else changed. */
function withNewest<Values extends object>(typed: Values, before: Values, newest: Values): Values {
  const merged = { ...typed };
  for (const name in newest) {
    if (JSON.stringify(newest[name]) !== JSON.stringify(before[name])) merged[name] = newest[name];
  }
  return merged;
}
