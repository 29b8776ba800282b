import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** The built command line. */
export const cli = join(import.meta.dirname, '../../dist/cli.js');

export type Ended = { code: number; out: string; err: string };

/**
 * @param from the folder that commands are run in, and their environment, as small as a CI job's; a script other than
 * the built one
 * @returns a function that runs the built command line
 */
export function commandLine(from: {
  cwd?: string;
  script?: string;
  url: string;
  key: string;
  env?: NodeJS.ProcessEnv;
}): (...args: string[]) => Promise<Ended> {
  const env = { PATH: process.env.PATH, ASSAY_URL: from.url, ASSAY_API_KEY: from.key, ...from.env };
  return (...args) =>
    new Promise((resolve) => {
      execFile(process.execPath, [from.script ?? cli, ...args], { cwd: from.cwd, env }, (error, out, err) => {
        resolve({ code: error ? Number(error.code) : 0, out, err });
      });
    });
}
