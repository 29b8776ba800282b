import type { OverlapRule } from '@assay/contract';
import { Radio } from '@mantine/core';
import { useFormikContext } from 'formik';
import { NumberField } from '../../ui/form/fields.tsx';
import type { TriggerForm } from './triggerForm.ts';
import styles from './triggers.module.css';

const rules: readonly { rule: OverlapRule; label: string; effect: string }[] = [
  { rule: 'skip', label: 'Skip', effect: 'nothing starts; the time is kept as skipped' },
  { rule: 'queue', label: 'Queue one', effect: 'starts after it; a newer time replaces it' },
  { rule: 'cancel', label: 'Cancel the other', effect: 'it is canceled, the new one starts' },
  { rule: 'allow', label: 'Allow', effect: 'both run, as far as the environment has room' },
];

/** What happens while the run before has not ended, and after downtime. */
export function OverlapFields({ disabled }: { disabled: boolean }) {
  const { values, setFieldValue } = useFormikContext<TriggerForm>();
  return (
    <>
      <Radio.Group
        label="When the run before has not ended"
        value={values.overlap}
        onChange={(rule) => void setFieldValue('overlap', rule)}
      >
        <div className={styles.rules}>
          {rules.map(({ rule, label, effect }) => (
            <Radio key={rule} value={rule} label={label} description={effect} disabled={disabled} />
          ))}
        </div>
      </Radio.Group>
      <NumberField
        name="catchUpMinutes"
        label="After downtime, catch up with the newest missed time within, in minutes"
        className={styles.number}
        disabled={disabled}
      />
    </>
  );
}
