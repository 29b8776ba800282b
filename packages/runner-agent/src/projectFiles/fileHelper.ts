import { join } from 'node:path';
import { SecretMask } from '../masking/secretMask.ts';
import { ownEnvironment } from '../process/ownEnvironment.ts';
import type { ProcessOrder, RunningProcess } from '../process/startProcess.ts';
import { startProcess } from '../process/startProcess.ts';
import { findReporter } from '../workspace/installation.ts';
import { answerLimit, ProjectFiles } from './projectFiles.ts';

/** What the helper's process runs; nothing of the project is part of it. */
export type HelperOrder = Pick<
  ProcessOrder,
  | 'args'
  | 'hasInput'
  | 'mask'
  | 'signal'
  | 'onOutput'
  | 'onChannelLine'
  | 'onLongChannelLine'
  | 'channelLineLimit'
  | 'command'
>;

/**
 * @param start starts the helper where the tests run, with their rights
 * @param roots nothing outside of these folders is opened; none: what the process itself can reach
 */
export function projectFilesBy(
  start: (order: HelperOrder) => RunningProcess,
  roots: readonly string[] = [],
): ProjectFiles {
  return new ProjectFiles((onChannelLine, onLongChannelLine) =>
    start({
      command: process.execPath,
      args: [findReporter('projectFiles.cjs'), ...roots],
      hasInput: true,
      mask: new SecretMask([]),
      signal: new AbortController().signal,
      onOutput: () => undefined,
      onChannelLine,
      onLongChannelLine,
      channelLineLimit: answerLimit,
    }),
  );
}

/**
 * Removes what tests have left, by a helper of its own with the agent's rights: a large tree holds up nothing else.
 * @param folder of the agent, that the path must lie in
 */
export async function removeAsAgent(folder: string, path: string): Promise<void> {
  await asAgent(folder, [folder], (files) => files.remove(path));
}

/** Removes what is in a folder of a project like `removeAsAgent`; the folder stays, as its owner is the project's user. */
export async function clearAsAgent(folder: string, path: string): Promise<void> {
  await asAgent(folder, [folder], (files) => files.clear(path));
}

/** Removes what a user has left in a folder of all users like `removeAsAgent`, as other users may have files in it. */
export async function removeOwnedAsAgent(shared: string, owner: number, withinMs: number): Promise<void> {
  await asAgent(shared, [shared], (files) => files.removeOwned(shared, owner, withinMs));
}

/** Between the folders of a run and its project. */
export type Transfers = Pick<ProjectFiles, 'move' | 'linkFiles'>;

/**
 * Transfers between runs and their projects, each list by a helper of its own with the agent's rights: tests' own processes see
 * the two folders as different file systems, and one project's slow transfer fails no other's.
 * @param folder of the agent
 */
export function transfersAsAgent(folder: string): Transfers {
  const roots = [join(folder, 'workspaces'), join(folder, 'projects')];
  return {
    move: (transfers) => asAgent(folder, roots, (files) => files.move(transfers)),
    linkFiles: (transfers) => asAgent(folder, roots, (files) => files.linkFiles(transfers)),
  };
}

async function asAgent(
  folder: string,
  roots: readonly string[],
  work: (files: ProjectFiles) => Promise<void>,
): Promise<void> {
  const files = agentProjectFiles(folder, roots);
  try {
    await work(files);
  } finally {
    await files.close();
  }
}

/** @returns files reached by a helper with the agent's own rights. */
export function agentProjectFiles(directory: string, roots: readonly string[] = []): ProjectFiles {
  const { PATH, LANG, SYSTEMROOT } = ownEnvironment();
  const environment = { PATH, LANG, SYSTEMROOT, ASSAY_RUN_FOLDER: directory };
  return projectFilesBy((order) => startProcess({ ...order, directory, environment }), roots);
}
