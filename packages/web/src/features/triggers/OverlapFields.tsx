import type { OverlapRule } from '@assay/contract';
import { Radio } from '@mantine/core';
import { useFormikContext } from 'formik';
import { NumberField } from '../../ui/form/fields.tsx';
import type { TriggerForm } from './triggerForm.ts';
import styles from './triggers.module.css';

const rules: readonly { rule: OverlapRule; label: string; effect: string }[] = [
  { rule: 'skip', label: 'Skip', effect: 'skip this run and log it' },
  { rule: 'queue', label: 'Queue one', effect: 'start afterwards; only the latest is queued' },
  { rule: 'cancel', label: 'Cancel the other', effect: 'cancel the previous run and start' },
  { rule: 'allow', label: 'Allow', effect: 'run both if the environment has capacity' },
];

/** What happens while the run before has not ended, and after downtime. */
export function OverlapFields({ disabled }: { disabled: boolean }) {
  const { values, setFieldValue } = useFormikContext<TriggerForm>();
  return (
    <>
      <Radio.Group
        label="If the previous run is still running"
        value={values.overlap}
        onChange={(rule) => void setFieldValue('overlap', rule)}
      >
        <div className={styles.rules}>
          {rules.map(({ rule, label, effect }) => (
            <Radio
              key={rule}
              classNames={{ labelWrapper: styles.rule ?? '' }}
              value={rule}
              label={label}
              description={effect}
              disabled={disabled}
            />
          ))}
        </div>
      </Radio.Group>
      <NumberField
        name="catchUpMinutes"
        label="After downtime, catch up on a start missed within (minutes)"
        className={styles.number}
        disabled={disabled}
      />
    </>
  );
}
