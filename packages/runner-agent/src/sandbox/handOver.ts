import { spawnSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestUser } from '../process/startProcess.ts';

/**
 * Gives what the agent owns at this path to the user, with everything in it. By the system's own command, which follows
 * no link: tests that run meanwhile could otherwise put one in its way.
 */
export function handOver(path: string, { uid, gid }: TestUser): void {
  const args = ['--recursive', '--no-dereference', '-P', `--from=${process.getuid?.()}`, '--', `${uid}:${gid}`, path];
  const { status, stderr } = spawnSync('chown', args, { encoding: 'utf8' });
  // A file that a test removes at the same moment is no loss; a folder that stays the agent's fails the test visibly.
  if (status === null) throw new Error(`chown could not be started: ${stderr}`);
}

/** Lets other users pass through the agent's folder, without listing what is in it. */
export async function openToUsers(folder: string): Promise<void> {
  for (const each of [folder, join(folder, 'workspaces'), join(folder, 'projects')]) {
    await mkdir(each, { recursive: true });
    await chmod(each, 0o711);
  }
}
