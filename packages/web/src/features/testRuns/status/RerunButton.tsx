import type { TestRunView } from '@assay/contract';
import { ActionIcon, type ActionIconProps, Button, Menu } from '@mantine/core';
import { type ComponentPropsWithRef, type Ref, useImperativeHandle, useRef } from 'react';
import { IconChevronDown, IconRefresh } from '../../../ui/icons/icons.ts';
import { useRunActions } from './useRunActions.tsx';

export type RerunHandle = { open: () => void };

/** Rerun as in a row: other props are those of what opens a menu. */
function RerunIcon(props: ActionIconProps & ComponentPropsWithRef<'button'>) {
  return (
    <ActionIcon {...props} variant="default" aria-label="Rerun" title="Rerun">
      <IconRefresh size={14} stroke={1.75} />
    </ActionIcon>
  );
}

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
  const icon = <IconRefresh size={14} stroke={1.75} />;
  if (run.failCount === 0) {
    const rerunAll = () => void rerun(run, { rerunTestRun: true });
    return compact ? (
      <RerunIcon ref={button} loading={busy} onClick={rerunAll} />
    ) : (
      <Button ref={button} size="xs" leftSection={icon} loading={busy} onClick={rerunAll}>
        Rerun
      </Button>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {compact ? (
          <RerunIcon ref={button} loading={busy} />
        ) : (
          <Button
            ref={button}
            size="xs"
            leftSection={icon}
            rightSection={<IconChevronDown size={12} stroke={2} />}
            loading={busy}
          >
            Rerun
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void rerun(run, { rerunTestRun: true })}>Rerun Test Run</Menu.Item>
        <Menu.Item onClick={() => void rerun(run, { rerunFailedTests: true })}>Rerun Failed Tests</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
