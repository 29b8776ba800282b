import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '../format/formatTime.ts';
import { parseDateTime } from '../format/parseDateTime.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  /** ISO 8601 */
  value: string;
  /** Called on Enter and on leaving the field. */
  onChange?: (value: string) => void;
  /** Called for each change of the text; null while it is not a date. */
  onType?: (value: string | null) => void;
};

/** A moment in the reader's form of dates, where the browser's own field has that of its language. */
export function DateTimeField({ value, onChange, onType, error, ...props }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const shown = value === '' ? '' : formatDateTime(value);
  const isWrong = draft !== null && parseDateTime(draft) === null;
  function take(): void {
    const moment = draft === null ? null : parseDateTime(draft);
    if (moment === null) return;
    setDraft(null);
    if (draft !== shown) onChange?.(moment);
  }
  return (
    <TextInput
      {...props}
      value={draft ?? shown}
      error={isWrong ? `Enter a date such as ${formatDateTime(new Date().toISOString())}` : error}
      onChange={(event) => {
        setDraft(event.currentTarget.value);
        onType?.(parseDateTime(event.currentTarget.value));
      }}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take();
        if (key === 'Escape') setDraft(null);
      }}
    />
  );
}
