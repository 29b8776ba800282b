import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { chmod, cp, mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { agentFolder } from './privateFiles.ts';
import type { Settings } from './settings.ts';

/** Is created again, or has paths in it that a move breaks. */
const recreated = ['workspaces', 'unit-tmp', 'projects', 'installed', 'used', 'users'];

/**
 * Prepares the folder of this machine's agent: `agent` in the data folder, but never within the installation. Node
 * searches for packages in each parent folder, so tests of a checkout there would find the packages of Assay that their
 * project does not name. A folder that an earlier version has made there is moved, unless an agent may still use it.
 * @param agents the parent of folders outside of data folders
 * @returns an absolute path
 */
export async function localAgentFolder(
  { dataDir, installation }: Pick<Settings, 'dataDir' | 'installation'>,
  agents = agentsFolder(),
): Promise<string> {
  const inData = join(dataDir, agentFolder);
  const root = realpathSync(installation);
  if (!isWithin(join(realPath(dataDir), agentFolder), root)) return inData;
  const outside = join(agents, createHash('sha256').update(realPath(dataDir)).digest('hex').slice(0, 16));
  // Where the installation is the home folder, no place is better.
  if (isWithin(realPath(agents), root)) return inData;
  // Its agent was killed or is still running; a clean stop removes the lock, and the next start moves the folder.
  if (existsSync(join(inData, 'agent.lock'))) return inData;
  await mkdir(agents, { recursive: true });
  // Users of tests pass through, whatever root's umask is.
  if (process.getuid?.() === 0) for (const each of [dirname(agents), agents]) await chmod(each, 0o711);
  if (existsSync(inData) && !existsSync(outside)) await move(inData, outside);
  return outside;
}

function agentsFolder(): string {
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA || homedir(), 'assay', 'agents');
  // Users of tests cannot pass through the home folder of root.
  if (process.getuid?.() === 0) return '/var/lib/assay/agents';
  return join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'assay', 'agents');
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await copyToOtherDisk(from, to);
  }
}

/** Undelivered results, the agent's id, mirrors and builds; at no time is neither folder complete. */
export async function copyToOtherDisk(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`;
  const omitted = recreated.map((name) => join(from, name));
  await rm(partial, { recursive: true, force: true });
  await cp(from, partial, { recursive: true, verbatimSymlinks: true, filter: (path) => !omitted.includes(path) });
  await rename(partial, to);
  await rm(from, { recursive: true, force: true });
}

/** @returns the path without links, also of a folder that does not exist yet */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), relative(parent, path));
}

function isWithin(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
