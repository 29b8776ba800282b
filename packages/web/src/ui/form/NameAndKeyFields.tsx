import { useFormikContext } from 'formik';
import { useState } from 'react';
import { TextField } from './fields.tsx';
import styles from './form.module.css';
import { keyOfName } from './keyOfName.ts';

type Props = {
  /** Whether the thing exists: its key follows its name no more. */
  exists: boolean;
  /** Whether an existing thing keeps its key for good. */
  keyIsFixed?: boolean;
  labels?: { name: string; key: string };
  disabled?: boolean;
};

/** A name, and a key that follows it until the key is touched. */
export function NameAndKeyFields({
  exists,
  keyIsFixed = exists,
  labels = { name: 'Name', key: 'Key' },
  disabled = false,
}: Props) {
  const { values, setValues, setFieldValue } = useFormikContext<{ name: string; key: string }>();
  const [touched, setTouched] = useState(exists);
  return (
    <div className={styles.pair}>
      <TextField
        name="name"
        label={labels.name}
        required
        disabled={disabled}
        maxLength={100}
        onChange={(event) => {
          const name = event.currentTarget.value;
          void (touched ? setFieldValue('name', name) : setValues({ ...values, name, key: keyOfName(name) }));
        }}
      />
      <TextField
        name="key"
        label={labels.key}
        required={!keyIsFixed}
        disabled={keyIsFixed || disabled}
        description={keyIsFixed ? 'Stays for good' : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => {
          setTouched(true);
          void setFieldValue('key', event.currentTarget.value);
        }}
      />
    </div>
  );
}
