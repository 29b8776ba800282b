import { ActionIcon, Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { nanoid } from '@reduxjs/toolkit';
import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { IconPlus, IconX } from '../../../ui/icons/icons.ts';
import { problemOfName, type VariableForm, type WithVariables } from './variableForm.ts';
import styles from './variables.module.css';

/** Adds the variable that the address names (`?variable=API_KEY`), once. */
function useVariableInAddress({ variables }: WithVariables, set: (variables: VariableForm[]) => void): void {
  const [search] = useSearchParams();
  const key = search.get('variable');
  const taken = useRef<string | null>(null);
  useEffect(() => {
    if (key === null || taken.current === key) return;
    taken.current = key;
    const isThere = variables.some((variable) => variable.key === key);
    if (!isThere) set([...variables, { row: nanoid(), key, value: '', encrypted: false, file: false, kept: false }]);
  }, [key, variables, set]);
}

/** The plain and encrypted variables, one row each. */
export function VariablesFields({ disabled }: { disabled: boolean }) {
  const { values, setFieldValue } = useFormikContext<WithVariables>();
  const shown = values.variables.filter((variable) => !variable.file);
  const set = (variables: VariableForm[]) => void setFieldValue('variables', variables);
  useVariableInAddress(values, set);
  const change = (row: string, part: Partial<VariableForm>) =>
    set(values.variables.map((variable) => (variable.row === row ? { ...variable, ...part } : variable)));
  return (
    <>
      {shown.length > 0 && (
        <div className={styles.variables}>
          {shown.map((variable, index) => (
            <div key={variable.row} className={styles.variable}>
              <TextInput
                className="mono"
                aria-label={`Name of variable ${index + 1}`}
                placeholder="NAME"
                value={variable.key}
                error={problemOfName(variable, values.variables)}
                onChange={(event) => change(variable.row, { key: event.currentTarget.value })}
                disabled={disabled}
                spellCheck={false}
              />
              {variable.encrypted ? (
                <PasswordInput
                  aria-label={`Value of variable ${index + 1}`}
                  placeholder={variable.kept ? 'stored; type to replace it' : 'value'}
                  value={variable.value}
                  onChange={(event) => change(variable.row, { value: event.currentTarget.value })}
                  disabled={disabled}
                  autoComplete="off"
                />
              ) : (
                <TextInput
                  className="mono"
                  aria-label={`Value of variable ${index + 1}`}
                  placeholder="value"
                  value={variable.value}
                  onChange={(event) => change(variable.row, { value: event.currentTarget.value })}
                  disabled={disabled}
                  spellCheck={false}
                />
              )}
              <Checkbox
                label="Encrypted"
                checked={variable.encrypted}
                // An encrypted value is never shown, so it cannot be turned into plain text again.
                disabled={disabled || variable.kept}
                onChange={(event) => change(variable.row, { encrypted: event.currentTarget.checked })}
              />
              <ActionIcon
                aria-label={`Remove variable ${variable.key || index + 1}`}
                disabled={disabled}
                onClick={() => set(values.variables.filter((other) => other.row !== variable.row))}
              >
                <IconX size={14} stroke={1.75} />
              </ActionIcon>
            </div>
          ))}
        </div>
      )}
      {!disabled && (
        <div>
          <Button
            leftSection={<IconPlus size={14} stroke={1.75} />}
            onClick={() =>
              set([
                ...values.variables,
                { row: nanoid(), key: '', value: '', encrypted: false, file: false, kept: false },
              ])
            }
          >
            Add variable
          </Button>
        </div>
      )}
      {disabled && shown.length === 0 && <p className={styles.none}>No variables</p>}
    </>
  );
}
