import { spawn } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { requireStreams } from '@assay/contract';
import { LineSplitter } from '../process/lineSplitter.ts';
import { isTestUser } from './testUser.ts';
import { processesOf } from './userProcesses.ts';

/** Files that a project may have removed and still use; more are not counted one by one. */
const mostFiles = 100_000;
const longestLine = 200;
const bytesPerBlock = 512;

/**
 * Files without a name, which no search of folders finds: tests can fill the disk with one. By `find` of GNU; elsewhere
 * they are not counted. Nor are those that only a message on a socket holds.
 * @param projectFolder of the agent, whose owner is the user of the project's tests
 * @param signal ends the measurement
 * @returns what removed files take on the disk of the folder as long as processes of this user use them; Infinity where it
 * was ended, or there are too many
 */
export async function removedFilesUsage(
  projectFolder: string,
  unit: 'bytes' | 'files',
  signal: AbortSignal,
): Promise<number> {
  const project = await lstat(projectFolder).catch(() => null);
  if (project === null || !isTestUser(project.uid)) return 0;
  const ids = await processesOf(project);
  if (ids.length === 0) return 0;
  const used = ids.flatMap((id) => [`/proc/${id}/fd`, `/proc/${id}/map_files`]);
  const removed = ['-mindepth', '1', '-maxdepth', '1', '-type', 'f', '-links', '0'];
  const sizes = await listed(['-L', ...used, ...removed, '-printf', '%D %i %b\\n'], `${project.dev} `, signal);
  if (sizes === null) return Number.POSITIVE_INFINITY;
  const blocks = [...sizes.values()].reduce((sum, each) => sum + each, 0);
  return unit === 'files' ? sizes.size : blocks * bytesPerBlock;
}

/** @returns the size of each file on the disk, in blocks; null where it was ended */
function listed(args: readonly string[], disk: string, signal: AbortSignal): Promise<Map<string, number> | null> {
  const sizes = new Map<string, number>();
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(null);
    // Processes that end meanwhile are errors.
    const finding = requireStreams(
      spawn('find', args, { stdio: ['ignore', 'pipe', 'ignore'], signal, killSignal: 'SIGKILL' }),
    );
    const lines = new LineSplitter(longestLine, (line) => {
      const [, inode = '', blocks] = line.split(' ');
      if (line.startsWith(disk)) sizes.set(inode, Number(blocks) || 0);
      if (sizes.size > mostFiles) finding.kill('SIGKILL');
    });
    finding.stdout.setEncoding('utf8').on('data', (chunk: string) => lines.write(chunk));
    finding.on('error', () => resolve(signal.aborted ? null : sizes));
    finding.on('close', (_code, ended) => resolve(ended === null ? sizes : null));
  });
}
