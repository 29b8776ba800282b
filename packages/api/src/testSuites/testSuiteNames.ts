import type { ProjectId } from '@assay/contract';
import type { ReservedName } from '../reservations/reservedName.ts';

/** Two projects may each have a suite of one name. */
export function testSuiteNameOf(projectId: ProjectId, value: string): ReservedName {
  return { kind: 'testSuiteName', scope: projectId, value };
}
