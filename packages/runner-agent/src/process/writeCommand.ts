import type { ProjectFiles } from '../projectFiles/projectFiles.ts';

/**
 * Writes a command of a run that starts another one.
 * @param path in a folder of the run that exists; on Windows it gets an ending
 * @param command as a shell takes it; it gets the arguments
 */
export async function writeCommand(files: ProjectFiles, path: string, command: string): Promise<void> {
  if (process.platform === 'win32') await files.write(`${path}.cmd`, `@${command} %*\r\n`);
  else await files.write(path, `#!/bin/sh\nexec ${command} "$@"\n`, 0o755);
}
