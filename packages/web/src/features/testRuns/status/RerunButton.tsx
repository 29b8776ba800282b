import type { TestRunView } from '@assay/contract';
import { Button, Menu } from '@mantine/core';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { IconChevronDown, IconRefresh } from '../../../ui/icons/icons.ts';
import { useRunActions } from './useRunActions.tsx';

export type RerunHandle = { open: () => void };

/** Reruns a finished run; if it has failures, a menu offers both ways. */
export function RerunButton({
  run,
  compact = false,
  handle,
}: {
  run: Pick<TestRunView, 'id' | 'number' | 'project' | 'failCount' | 'quarantineFailCount' | 'ignoreQuarantine'>;
  compact?: boolean;
  handle?: Ref<RerunHandle>;
}) {
  const { rerun, busy } = useRunActions();
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(handle, () => ({ open: () => button.current?.click() }), []);
  const icon = compact ? undefined : <IconRefresh size={14} stroke={1.75} />;
  const size = compact ? 'compact-xs' : 'xs';
  if (run.failCount === 0) {
    return (
      <Button
        ref={button}
        size={size}
        leftSection={icon}
        loading={busy}
        onClick={() => void rerun(run, { rerunTestRun: true })}
      >
        Rerun
      </Button>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          ref={button}
          size={size}
          leftSection={icon}
          rightSection={<IconChevronDown size={12} stroke={2} />}
          loading={busy}
        >
          Rerun
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void rerun(run, { rerunTestRun: true })}>Rerun Test Run</Menu.Item>
        <Menu.Item onClick={() => void rerun(run, { rerunFailedTests: true })}>Rerun Failed Tests</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
