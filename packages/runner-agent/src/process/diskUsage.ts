import { spawn } from 'node:child_process';

/** A command line has a limit; tests can have any number of files in a folder for all users. */
const mostArguments = 1000;
const options = { bytes: ['-k'], files: ['--inodes'] };

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
  if (folders.length === 0) return 0;
  if (folders.length > mostArguments) {
    const first = await diskUsage(folders.slice(0, mostArguments), unit, signal);
    return first + (await diskUsage(folders.slice(mostArguments), unit, signal));
  }
  const counts = await du([...options[unit], ...['-s', '-x', '--'], ...folders], signal);
  if (counts === null) return Number.POSITIVE_INFINITY;
  if (unit === 'bytes') return counts.total * 1024;
  return counts.refused ? (await diskUsage(folders, 'bytes', signal)) / 1024 : counts.total;
}

/** @returns null where it was ended */
function du(args: readonly string[], signal: AbortSignal): Promise<{ total: number; refused: boolean } | null> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(null);
    let text = '';
    // Tests can cause any number of errors: files that disappear, folders that may not be entered.
    const measuring = spawn('du', args, { stdio: ['ignore', 'pipe', 'ignore'], signal, killSignal: 'SIGKILL' });
    measuring.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    measuring.on('error', () => resolve(signal.aborted ? null : { total: 0, refused: false }));
    measuring.on('close', (code) => {
      const counts = text.split('\n').map((line) => Number.parseInt(line, 10) || 0);
      resolve({ total: counts.reduce((sum, each) => sum + each, 0), refused: code !== 0 && text === '' });
    });
  });
}
