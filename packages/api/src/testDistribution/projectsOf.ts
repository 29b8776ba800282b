import type { ProjectId } from '@assay/contract';
import { partsOf } from '../http/partsOf.ts';

/** @returns the projects of a comma list; undefined: all of them */
export function projectsOf(list: string | undefined): ProjectId[] | undefined {
  return partsOf(list)?.map((id) => id as ProjectId);
}
