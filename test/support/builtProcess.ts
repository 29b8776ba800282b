import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../..');

export type BuiltProcess = {
  pid: number;
  /** All output so far, of both streams. */
  lines: string[];
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  /** Resolves when it reports that it is ready. */
  ready: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts one of the built processes alone, as an operator does without the launcher.
 * @param bundle its name in dist/, without the ending
 * @param ready matches the line that reports readiness
 */
export function startBuilt(
  bundle: string,
  args: string[],
  options: { env?: Record<string, string>; ready?: RegExp } = {},
): BuiltProcess {
  const child = spawn(process.execPath, [join(root, 'dist', `${bundle}.js`), ...args], {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${bundle} could not be started`);
  const lines: string[] = [];
  let tellReady: () => void = () => undefined;
  const isReady = new Promise<void>((resolve) => {
    tellReady = resolve;
  });
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      lines.push(line);
      if (options.ready?.test(line)) tellReady();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const endedEarly = ended.then((code) => {
    throw new Error(`${bundle} ended with ${code}:\n${lines.join('\n')}`);
  });
  const ready = Promise.race([isReady, endedEarly]);
  // Those who await it get the error; nobody awaits it for a process that just runs to its end.
  ready.catch(() => undefined);
  endedEarly.catch(() => undefined);
  return {
    pid,
    lines,
    ended,
    ready,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
