import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const folder = '/tmp';
const prefix = 'assay-tmp-';

/**
 * Makes a link to a folder, and removes those of folders that are gone. Programs make sockets among their temporary
 * files, and the path of a socket has 107 bytes at most: below a run's own folder, Chromium does not start.
 * @returns the link, whose name nobody can know before and take
 */
export function shortPathTo(path: string): string {
  for (const name of readdirSync(folder)) if (name.startsWith(prefix)) removeIfLost(join(folder, name));
  const link = join(folder, `${prefix}${randomBytes(6).toString('hex')}`);
  symlinkSync(path, link);
  return link;
}

function removeIfLost(link: string): void {
  const found = lstatSync(link, { throwIfNoEntry: false });
  const isOwn = found?.isSymbolicLink() && found.uid === process.getuid?.();
  if (isOwn && !existsSync(link)) rmSync(link, { force: true });
}
