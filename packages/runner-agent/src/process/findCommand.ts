import { existsSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';

/** @returns the path of the first of these commands in the environment's PATH; null when it has none. */
export function findCommand(
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string | null {
  return commandPaths(environment, names, platform).find((path) => existsSync(path)) ?? null;
}

/** @returns where these commands may be, the preferred path first. */
export function commandPaths(
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string[] {
  const { delimiter } = platform === 'win32' ? win32 : posix;
  const listed = (environment.PATH ?? '').split(delimiter);
  // Windows also accepts a folder in quotation marks.
  const folders = (platform === 'win32' ? listed.map((each) => each.replaceAll('"', '')) : listed).filter(Boolean);
  const endings = platform === 'win32' ? (environment.PATHEXT ?? '.EXE;.CMD;.BAT').split(';') : [''];
  return names.flatMap((name) => folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))));
}
