import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Git was stopped: what its repository's server sends is more than is read of any. Its message is shown to callers. */
export class GitLimitExceeded extends Error {}

export type GitLimits = { ms: number; copyBytes: number };

const watchMs = 500;

/**
 * Ends work with git that takes too long, or whose copy of a repository becomes too large.
 * @param folder of the copy, a bare repository
 * @param gone ends it as well
 * @throws GitLimitExceeded; what the work throws
 */
export async function withinLimits<Result>(
  folder: string,
  limits: GitLimits,
  gone: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const tooSlow = new GitLimitExceeded(`It takes longer than ${inWords(limits.ms)}.`);
  const tooLarge = new GitLimitExceeded('It is too large to be read: its server sends all of it.');
  const timer = setTimeout(() => limit.abort(tooSlow), limits.ms);
  const watch = setInterval(async () => {
    if ((await packBytes(folder)) > limits.copyBytes) limit.abort(tooLarge);
  }, watchMs);
  try {
    const result = await work(gone ? AbortSignal.any([gone, limit.signal]) : limit.signal);
    // A fast server sends all of it between two looks.
    if ((await packBytes(folder)) > limits.copyBytes) throw tooLarge;
    return result;
  } catch (error) {
    limit.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
  }
}

/** @returns bytes of what a bare repository has received, also while it is being received */
export async function packBytes(folder: string): Promise<number> {
  const packs = join(folder, 'objects', 'pack');
  const names = await readdir(packs).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(packs, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function inWords(ms: number): string {
  const minutes = ms / 60_000;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
