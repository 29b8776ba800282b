import type { EmployeeAgentView } from '@assay/contract';
import type { Shape } from '../../../ui/StatusShape.tsx';

type Status = EmployeeAgentView['status'];

export const shapeOfAgent: Readonly<Record<Status, Shape>> = {
  Created: 'pending',
  Running: 'pass',
  Draining: 'canceled',
  Deprecated: 'ignored',
  Exited: 'notRun',
};

export const systemOf: Readonly<Record<EmployeeAgentView['os'], string>> = {
  LINUX: 'linux',
  WINDOWS: 'windows',
  MACOS: 'macos',
};

/** A disk with less than this stops agents from taking work. */
export const littleDisk = 2 * 1024 ** 3;

export function hasLittleDisk({ availableDiskSpace, status }: EmployeeAgentView): boolean {
  return status !== 'Exited' && availableDiskSpace !== null && availableDiskSpace < littleDisk;
}

const order: readonly Status[] = ['Running', 'Draining', 'Created', 'Deprecated', 'Exited'];

/** What needs attention first, then by status and name. */
export function byAttention(a: EmployeeAgentView, b: EmployeeAgentView): number {
  const needsIt = (agent: EmployeeAgentView) =>
    Number(hasLittleDisk(agent) || (agent.outdated && agent.status !== 'Exited'));
  return needsIt(b) - needsIt(a) || order.indexOf(a.status) - order.indexOf(b.status) || a.name.localeCompare(b.name);
}
