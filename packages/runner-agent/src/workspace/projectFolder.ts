import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectId } from '@assay/contract';
import type { AssignedRun } from '../connection/assignedWork.ts';

/** What runs of a project share, and no other project sees. */
export type ProjectFolder = {
  path: string;
  /** The home folder of its isolated tests, with the caches of package managers. */
  home: string;
  installs: string;
};

/** @returns the name of the project's folders in those of the agent */
export function projectFolderName(projectId: ProjectId): string {
  return createHash('sha256').update(projectId).digest('hex').slice(0, 24);
}

/** @returns the project's folder in the agent's, which is made with the first run. What is in it is the project's own. */
export async function makeProjectFolder(agentFolder: string, { projectId }: AssignedRun): Promise<ProjectFolder> {
  const path = join(agentFolder, 'projects', projectFolderName(projectId));
  await mkdir(path, { recursive: true, mode: 0o700 });
  return { path, home: join(path, 'home'), installs: join(path, 'installs') };
}
