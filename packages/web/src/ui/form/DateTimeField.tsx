import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '../format/formatTime.ts';
import { parseDateTime } from '../format/parseDateTime.ts';

/**
 * A moment in the reader's form of dates, where the browser's own field has that of its language.
 * @param value ISO 8601
 */
export function DateTimeField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const shown = formatDateTime(value);
  const isWrong = draft !== null && parseDateTime(draft) === null;
  function take(): void {
    const moment = draft === null ? null : parseDateTime(draft);
    if (moment === null) return;
    setDraft(null);
    if (draft !== shown) onChange(moment);
  }
  return (
    <TextInput
      label={label}
      value={draft ?? shown}
      error={isWrong ? `Enter a date such as ${shown}` : undefined}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take();
        if (key === 'Escape') setDraft(null);
      }}
    />
  );
}
