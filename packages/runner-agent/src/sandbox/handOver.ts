import { execFile } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestUser } from './testUser.ts';

/**
 * Gives what the agent, or another user, owns at this path to the user, with everything in it. By the system's own command, which follows
 * no link.
 */
export async function handOver(path: string, { uid, gid }: TestUser, from = process.getuid?.() ?? 0): Promise<void> {
  const args = ['--recursive', '--no-dereference', '-P', `--from=${from}`, '--', `${uid}:${gid}`, path];
  await new Promise<void>((resolve, reject) => {
    execFile('chown', args, (error, _stdout, stderr) => {
      if (error) reject(new Error(`The folder of the run could not be given to its user: ${stderr || error.message}`));
      else resolve();
    });
  });
}

/** Lets other users pass through the agent's folder, without listing what is in it. */
export async function openToUsers(folder: string): Promise<void> {
  for (const each of [folder, join(folder, 'workspaces'), join(folder, 'projects')]) {
    await mkdir(each, { recursive: true });
    await chmod(each, 0o711);
  }
}
