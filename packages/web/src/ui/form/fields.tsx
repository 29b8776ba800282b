import { messages } from '@assay/contract';
import {
  Autocomplete,
  type AutocompleteProps,
  Checkbox,
  MultiSelect,
  type MultiSelectProps,
  NumberInput,
  type NumberInputProps,
  PasswordInput,
  type PasswordInputProps,
  Select,
  type SelectProps,
  TagsInput,
  type TagsInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useField, useFormikContext } from 'formik';
import { parseDay } from '../format/parseDateTime.ts';
import { DayInput, type DayInputProps } from './DayInput.tsx';

type Named = { name: string };

/**
 * A field's error is shown from the first submission on. Shown on blur, it could move the submit button away from under
 * the pointer, and the click would be lost.
 */
function useShownError<Value>(name: string, validate?: (value: Value) => string | undefined) {
  const [field, meta, helpers] = useField<Value>({ name, ...(validate && { validate }) });
  const { submitCount } = useFormikContext();
  const isShown = submitCount > 0 && meta.touched && typeof meta.error === 'string';
  const error = isShown ? meta.error : undefined;
  return [field, error, helpers] as const;
}

/** Connects a Mantine field to Formik: value, error once submitted, and the name that errors refer to. */
export function TextField({ name, ...props }: Named & TextInputProps) {
  const [field, error] = useShownError<string>(name);
  return <TextInput {...field} {...props} error={error} />;
}

/** A calendar day; until it is one, the text as typed, which is refused. */
export function DayField({ name, ...props }: Named & Omit<DayInputProps, 'value' | 'onChange'>) {
  const [field, error, helpers] = useShownError<string>(name, (value) =>
    value === '' || parseDay(value) !== null ? undefined : messages.invalidDay,
  );
  const set = (day: string) => void helpers.setValue(day);
  return <DayInput {...props} {...field} onChange={set} onType={set} error={error} />;
}

export function TextAreaField({ name, ...props }: Named & TextareaProps) {
  const [field, error] = useShownError<string>(name);
  return <Textarea {...field} {...props} error={error} />;
}

export function PasswordField({ name, ...props }: Named & PasswordInputProps) {
  const [field, error] = useShownError<string>(name);
  return <PasswordInput {...field} {...props} error={error} />;
}

/** An emptied number is an empty text, which the schema reports as blank. */
export function NumberField({ name, ...props }: Named & NumberInputProps) {
  const [field, error, helpers] = useShownError<number | string>(name);
  return (
    <NumberInput
      {...props}
      name={name}
      value={field.value}
      onChange={(value) => void helpers.setValue(value)}
      onBlur={() => void helpers.setTouched(true)}
      error={error}
    />
  );
}

export function SelectField({
  name,
  onPick,
  ...props
}: Named & SelectProps & { onPick?: (value: string | null) => void }) {
  const [field, error, helpers] = useShownError<string>(name);
  return (
    <Select
      {...props}
      name={name}
      value={field.value || null}
      onChange={(value) => {
        void helpers.setValue(value ?? '');
        onPick?.(value);
      }}
      onBlur={() => void helpers.setTouched(true)}
      error={error}
    />
  );
}

/** A text with suggestions; anything else may be typed too. */
export function AutocompleteField({
  name,
  onPick,
  ...props
}: Named & AutocompleteProps & { onPick?: (value: string) => void }) {
  const [field, error, helpers] = useShownError<string>(name);
  return (
    <Autocomplete
      {...props}
      name={name}
      value={field.value}
      onChange={(value) => {
        void helpers.setValue(value);
        onPick?.(value);
      }}
      onBlur={() => void helpers.setTouched(true)}
      error={error}
    />
  );
}

export function TagsField({ name, ...props }: Named & TagsInputProps) {
  const [field, error, helpers] = useShownError<string[]>(name);
  return (
    <TagsInput
      {...props}
      name={name}
      value={field.value}
      onChange={(value) => void helpers.setValue(value)}
      onBlur={() => void helpers.setTouched(true)}
      error={error}
    />
  );
}

export function MultiSelectField({ name, ...props }: Named & MultiSelectProps) {
  const [field, error, helpers] = useShownError<string[]>(name);
  return (
    <MultiSelect
      {...props}
      name={name}
      value={field.value}
      onChange={(value) => void helpers.setValue(value)}
      onBlur={() => void helpers.setTouched(true)}
      error={error}
    />
  );
}

export function CheckboxField({
  name,
  label,
  description,
  disabled,
}: Named & { label: string; description?: string; disabled?: boolean }) {
  const [field, , helpers] = useShownError<boolean>(name);
  return (
    <Checkbox
      name={name}
      label={label}
      description={description}
      disabled={disabled}
      checked={field.value}
      onChange={(event) => void helpers.setValue(event.currentTarget.checked)}
    />
  );
}
