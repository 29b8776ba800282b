import { execFile } from 'node:child_process';

const measureWithinMs = 30_000;

/**
 * By the system's own command, which follows no link.
 * @returns bytes of these folders, missing ones included; what takes too long to measure counts as more than all else
 */
export function bytesIn(folders: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const args = ['-s', '-x', '-k', '--', ...folders];
    // What disappears while it is measured, or is missing, is reported as an error, alongside the sizes of all else.
    execFile('du', args, { timeout: measureWithinMs }, (error, stdout) => {
      if (error?.killed) return resolve(Number.MAX_SAFE_INTEGER);
      const kilobytes = stdout.split('\n').map((line) => Number.parseInt(line, 10) || 0);
      resolve(kilobytes.reduce((sum, each) => sum + each, 0) * 1024);
    });
  });
}
