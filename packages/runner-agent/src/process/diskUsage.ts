import { spawn } from 'node:child_process';
import { requireStreams } from '@assay/contract';

/** A command line has a limit. */
const mostArguments = 1000;
const options = { bytes: ['-k'], files: ['--inodes'] };
/** Of a line; what follows is a name, which tests choose. */
const longestNumber = 20;

/**
 * By the system's own command, which follows no link and counts a file with several names once.
 * @param folders missing ones included
 * @param unit files: folders count too; kilobytes where the command cannot count files
 * @param signal ends the measurement
 * @returns Infinity where the measurement was ended
 */
export async function diskUsage(
  folders: readonly string[],
  unit: 'bytes' | 'files',
  signal: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let at = 0; at < folders.length; at += mostArguments) {
    const some = folders.slice(at, at + mostArguments);
    total += await diskUsageBy((du) => ['du', [...du, ...some]], unit, signal);
  }
  return total;
}

/** @param orderOf the program and its arguments for these of `du`, after which only paths may follow */
export async function diskUsageBy(
  orderOf: (du: readonly string[]) => readonly [program: string, args: readonly string[]],
  unit: 'bytes' | 'files',
  signal: AbortSignal,
): Promise<number> {
  const counts = await sumOf(orderOf([...options[unit], '-s', '-x', '--']), signal);
  if (counts === null) return Number.POSITIVE_INFINITY;
  if (unit === 'bytes') return counts.total * 1024;
  return counts.refused ? (await diskUsageBy(orderOf, 'bytes', signal)) / 1024 : counts.total;
}

/** @returns the sum of the numbers at the beginning of all lines; null where it was ended */
function sumOf(
  [program, args]: readonly [string, readonly string[]],
  signal: AbortSignal,
): Promise<{ total: number; refused: boolean } | null> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(null);
    let [total, line, isEmpty] = [0, '', true];
    // Tests can cause any number of errors: files that disappear, folders that may not be entered.
    const measuring = requireStreams(
      spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], signal, killSignal: 'SIGKILL' }),
    );
    // Lines are as many as there are paths, and as long.
    measuring.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      isEmpty = false;
      const lines = (line + chunk).split('\n');
      line = (lines.pop() ?? '').slice(0, longestNumber);
      for (const each of lines) total += Number.parseInt(each, 10) || 0;
    });
    measuring.on('error', () => resolve(signal.aborted ? null : { total: 0, refused: false }));
    measuring.on('close', (code) => resolve({ total, refused: code !== 0 && isEmpty }));
  });
}
