import type { AuthProviderView, AuthStartRequest } from '@assay/contract';
import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { browser } from '../connection/browser.ts';
import { useStartAuthMutation } from '../connection/serviceHooks.ts';
import { ProviderIcon } from './ProviderIcon.tsx';

type ProviderButtonProps = ButtonProps & {
  provider: AuthProviderView;
  verb: string;
  start: Omit<AuthStartRequest, 'provider'>;
  onFailed: (error: unknown) => void;
};

/** Leaves for a provider, which sends the browser back to `/auth-return`. */
export function ProviderButton({
  provider: { name, label, icon },
  verb,
  start,
  onFailed,
  ...look
}: ProviderButtonProps) {
  const [begin] = useStartAuthMutation();
  const [isLeaving, setLeaving] = useState(false);

  async function leave(): Promise<void> {
    setLeaving(true);
    const { data, error } = await begin({ body: { ...start, provider: name } });
    if (data) {
      browser.leaveFor(data.url);
      return;
    }
    setLeaving(false);
    onFailed(error);
  }

  return (
    <Button {...look} leftSection={<ProviderIcon icon={icon} />} loading={isLeaving} onClick={() => void leave()}>
      {verb} {label}
    </Button>
  );
}
