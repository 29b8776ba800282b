import { Switch } from '@mantine/core';
import { useState } from 'react';
import { showFailure } from '../showFailure.ts';

type Props = {
  label: string;
  description: string;
  checked: boolean;
  disabled?: boolean;
  /** Saves the other state, and answers with what went wrong, if anything. */
  save: (checked: boolean) => Promise<{ error?: unknown }>;
};

/** A switch that is saved as soon as it is turned; a failure leaves it as it was, and says so. */
export function SavedSwitch({ disabled = false, save, ...props }: Props) {
  const [isSaving, setIsSaving] = useState(false);

  async function turn(checked: boolean): Promise<void> {
    setIsSaving(true);
    const { error } = await save(checked);
    setIsSaving(false);
    if (error) showFailure(error);
  }

  return (
    <Switch {...props} disabled={disabled || isSaving} onChange={(event) => void turn(event.currentTarget.checked)} />
  );
}
