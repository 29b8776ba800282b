import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssignedRun } from '../connection/assignedWork.ts';

/** What isolated runs of a project share, and no other project sees. */
export type ProjectFolder = {
  path: string;
  /** The home folder of its tests, with the caches of package managers. */
  home: string;
  installs: string;
};

/** @returns the project's folder in the agent's, which is made with the first run. */
export async function projectFolderOf(agentFolder: string, { projectId }: AssignedRun): Promise<ProjectFolder> {
  const path = join(agentFolder, 'projects', createHash('sha256').update(projectId).digest('hex').slice(0, 24));
  const [home, installs] = [join(path, 'home'), join(path, 'installs')];
  for (const each of [home, installs]) await mkdir(each, { recursive: true, mode: 0o700 });
  return { path, home, installs };
}
