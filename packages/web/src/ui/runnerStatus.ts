import type { TestRunnerView } from '@assay/contract';
import { runnerName } from './runnerName.ts';
import type { Shape } from './StatusShape.tsx';

/** A runner that has done its part is gone; one that was removed from its run counts as canceled. */
export function shapeOfRunner({ status, exitReason }: TestRunnerView): Shape {
  switch (status) {
    case 'Created':
    case 'Idle':
      return 'pending';
    case 'Running':
      return 'running';
    case 'Exited':
      return exitReason === 'stopped' || exitReason === 'replaced' ? 'canceled' : 'notRun';
  }
}

/** The reason matters only for a runner that was removed from its run. */
export function statusOfRunner({ status, exitReason, replacedById }: TestRunnerView): string {
  if (exitReason === 'stopped') return 'Exited, stopped';
  if (exitReason !== 'replaced') return status;
  return replacedById === null ? 'Exited, replaced' : `Exited, replaced by ${runnerName(replacedById)}`;
}
