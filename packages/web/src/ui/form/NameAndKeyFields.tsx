import { useFormikContext } from 'formik';
import { useState } from 'react';
import { TextField } from './fields.tsx';
import styles from './form.module.css';
import { keyOfName } from './keyOfName.ts';

/** A name, and a key that follows it until the key is touched. An existing thing keeps its key. */
export function NameAndKeyFields({ keyIsFixed, disabled }: { keyIsFixed: boolean; disabled?: boolean }) {
  const { values, setValues, setFieldValue } = useFormikContext<{ name: string; key: string }>();
  const [touched, setTouched] = useState(keyIsFixed);
  return (
    <div className={styles.pair}>
      <TextField
        name="name"
        label="Name"
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
        label="Key"
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
