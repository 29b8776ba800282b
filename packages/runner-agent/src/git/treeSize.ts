import { spawn } from 'node:child_process';
import { requireStreams } from '@assay/contract';

/** How git is started. */
export type GitProgram = { command: string; args: readonly string[]; environment: NodeJS.ProcessEnv };

/** Characters of a record with the longest path that Linux accepts. */
const longestRecord = 4096 + 128;

/**
 * Adds up what a checkout of the commit would write, and stops at the limits: a few objects can stand for billions of
 * files. Folders count as well, as they can be empty. No path may be longer than Linux accepts.
 * @param limits number of files and folders, and bytes of all files
 */
export async function isTreeWithin(
  { command, args, environment }: GitProgram,
  { mirror, commit }: { mirror: string; commit: string },
  limits: { files: number; bytes: number },
  signal: AbortSignal,
): Promise<boolean> {
  const list = ['ls-tree', '-r', '-t', '-l', '-z', '--full-tree', commit];
  const child = requireStreams(
    spawn(command, [...args, ...list], {
      cwd: mirror,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
      windowsHide: true,
    }),
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-1000);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // It is awaited after the output.
  ended.catch(() => undefined);
  let files = 0;
  let bytes = 0;
  let rest = '';
  for await (const chunk of child.stdout.setEncoding('latin1')) {
    const records = (rest + chunk).split('\0');
    rest = records.pop() ?? '';
    files += records.length;
    // Mode, type, hash, size, then a tab and the path.
    for (const record of records) bytes += Number(/^\S+ \S+ \S+ +(\d+)\t/.exec(record)?.[1] ?? 0);
    const isPathTooLong = [...records, rest].some(({ length }) => length > longestRecord);
    if (files <= limits.files && bytes <= limits.bytes && !isPathTooLong) continue;
    child.kill('SIGKILL');
    return false;
  }
  const code = await ended;
  if (code !== 0) throw new Error(`git ls-tree ended with ${code}: ${said.trim()}`);
  return true;
}
