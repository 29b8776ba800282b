import { dirname } from 'node:path';

/** Where the files that a run depends on may be: its working directory, and the folders above it in the repository. */
export type Places = readonly [string, ...string[]];

/** @returns the directory and the folders above it up to the repository's root, the nearest first. */
export function placesOf(repository: string, directory: string): Places {
  const above: string[] = [];
  for (let folder = directory; folder !== repository && folder !== dirname(folder); ) {
    folder = dirname(folder);
    above.push(folder);
  }
  return [directory, ...above];
}
