import type { TriggerView } from '@assay/contract';
import { Button, Switch } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { IconPlayerPlay } from '../../ui/icons/icons.ts';
import { useTriggerActions } from './useTriggerActions.ts';

/** Turns a trigger on and off, and runs it now. */
export function TriggerActions({ trigger }: { trigger: TriggerView }) {
  const mayWrite = useMay('trigger.write');
  const mayRun = useMay('trigger.run');
  const path = useAccountPath();
  const { runNow, toggle, isStarting, isToggling } = useTriggerActions(trigger);
  return (
    <>
      <Switch
        label="Enabled"
        checked={trigger.enabled}
        disabled={!mayWrite || isToggling}
        onChange={() => void toggle()}
      />
      <Button component={Link} to={path(`triggers/${trigger.id}/audit-log`)}>
        Audit log
      </Button>
      {mayRun && (
        <Button
          leftSection={<IconPlayerPlay size={14} stroke={1.75} />}
          loading={isStarting}
          onClick={() => void runNow()}
        >
          Run Now
        </Button>
      )}
    </>
  );
}
