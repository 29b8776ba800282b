import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { SingleFlight } from '@assay/concurrency';

const folder = '/tmp';
const prefix = 'assay-tmp-';
const searchWithinMs = 60_000;

const searches = new SingleFlight<'lost links', void>();

/**
 * Makes a link to a folder, and has those of folders that are gone removed. Programs make sockets among their temporary
 * files, and the path of a socket has 107 bytes at most: below a run's own folder, Chromium does not start.
 * @returns the link, whose name nobody can know before and take
 */
export function shortPathTo(path: string): string {
  void removeLostLinks();
  const link = join(folder, `${prefix}${randomBytes(6).toString('hex')}`);
  symlinkSync(path, link);
  return link;
}

/** Removes this user's links to folders that are gone. Never throws. */
export function removeLostLinks(): Promise<void> {
  return searches.joinNext('lost links', () =>
    findOwnLinks()
      .then((links) => {
        for (const link of links) if (!existsSync(link)) rmSync(link, { force: true });
      })
      .catch(() => undefined),
  );
}

/** By a process: tests can fill the folder with millions of names. None of them owns one of these links. */
function findOwnLinks(): Promise<string[]> {
  const own = ['-type', 'l', '-user', String(process.getuid?.())];
  const args = [folder, '-mindepth', '1', '-maxdepth', '1', '-name', `${prefix}*`, ...own, '-print0'];
  const options = { timeout: searchWithinMs, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve, reject) => {
    // Files that disappear meanwhile make it fail, after it has listed the others.
    execFile('find', args, options, (error, out) => {
      if (error?.killed) reject(error);
      else resolve(out.split('\0').filter(Boolean));
    });
  });
}
