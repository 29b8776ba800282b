import { byName, type EmployeeAgentView } from '@assay/contract';
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

/** Less of a disk is little, whatever its size. */
const littleBytes = 2 * 1024 ** 3;
const littleShare = 0.05;

/** @returns whether little of its disk is free, so that it will soon take no work */
export function hasLittleDisk({ data: { availableDiskSpace: free, diskSize }, status }: EmployeeAgentView): boolean {
  if (status === 'Exited' || free === null) return false;
  return free < littleBytes || (diskSize !== null && free < diskSize * littleShare);
}

const order: readonly Status[] = ['Running', 'Draining', 'Created', 'Deprecated', 'Exited'];

/** What needs attention first, then by status and name. */
export function byAttention(a: EmployeeAgentView, b: EmployeeAgentView): number {
  const needsIt = (agent: EmployeeAgentView) =>
    Number(hasLittleDisk(agent) || (agent.outdated && agent.status !== 'Exited'));
  return needsIt(b) - needsIt(a) || order.indexOf(a.status) - order.indexOf(b.status) || byName(a, b);
}
