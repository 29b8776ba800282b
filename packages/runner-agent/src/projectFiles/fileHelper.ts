import { join } from 'node:path';
import { SecretMask } from '../masking/secretMask.ts';
import { ownEnvironment } from '../process/ownEnvironment.ts';
import type { ProcessOrder, RunningProcess } from '../process/startProcess.ts';
import { startProcess } from '../process/startProcess.ts';
import { findReporter } from '../workspace/installation.ts';
import { type FileMove, ProjectFiles } from './projectFiles.ts';

/** What the helper's process runs; nothing of the project is part of it. */
export type HelperOrder = Pick<
  ProcessOrder,
  'args' | 'hasInput' | 'mask' | 'signal' | 'onOutput' | 'onChannelLine' | 'onLongChannelLine' | 'command'
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
    }),
  );
}

/**
 * Removes what tests have left, by a helper of its own with the agent's rights: a large tree holds up nothing else.
 * @param folder of the agent, that the path must lie in
 */
export async function removeAsAgent(folder: string, path: string): Promise<void> {
  const files = agentProjectFiles(folder, [folder]);
  try {
    await files.remove(path);
  } finally {
    await files.close();
  }
}

/**
 * Moves what a run has installed to its project, by a helper of its own with the agent's rights: tests' own processes see
 * the two folders as different file systems, and one project's slow move fails no other's.
 * @param folder of the agent
 */
export async function moveAsAgent(folder: string, from: FileMove, to: FileMove): Promise<void> {
  const files = agentProjectFiles(folder, [join(folder, 'workspaces'), join(folder, 'projects')]);
  try {
    await files.move(from, to);
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
