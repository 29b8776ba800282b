import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOnce } from '@assay/concurrency';

/** Kilobytes that git may have for its data, without mapped packs: a repository can make it need any amount. */
const memoryKb = 2 * 1024 ** 2;

/** Where memory runs out, git ends before the service does. */
const script = `{ echo 500 > /proc/self/oom_score_adj; } 2>/dev/null
ulimit -d ${memoryKb}
exec git "$@"
`;

/** A program, and what precedes the arguments. */
export type GitStarter = readonly [command: string] | readonly [command: string, script: string];

/**
 * @param folder in which the script that starts git on Linux is written, below one that only the service can write
 * @returns a function that writes it once
 */
export function gitStarter(folder: string): () => Promise<GitStarter> {
  return loadOnce(() => write(folder));
}

async function write(folder: string): Promise<GitStarter> {
  if (process.platform !== 'linux') return ['git'];
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'git.sh');
  await writeFile(path, script);
  return ['/bin/sh', path];
}
