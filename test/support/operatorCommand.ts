import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Installation } from './installation.ts';

const dist = join(import.meta.dirname, '../../dist');

/**
 * Runs a built command next to an installation, given only its data folder and what is said here.
 * @param bundle its file in `dist`, without the ending
 * @returns the process, its exit code once it has ended, and what it has said so far
 */
export function operatorCommand(
  { dataDir }: Pick<Installation, 'dataDir'>,
  bundle: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(dist, `${bundle}.js`), ...args], {
    env: { PATH, HOME, ASSAY_DATA_DIR: dataDir, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += String(data);
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, output: () => output };
}
