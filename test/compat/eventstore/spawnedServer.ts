import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { bundled } from '../../support/bundled.ts';

export type SpawnedServer = {
  url: string;
  process: ChildProcess;
};

const server = await bundled('packages/embedded-eventstore/src/main.ts');

/** Arguments for Node to run the embedded server. */
export const serverArguments = (...options: string[]) => [server, ...options];

const run = (...options: string[]) => spawn('node', serverArguments(...options));

/** Starts the embedded server as a process of its own and waits until it reports that it listens. */
export const spawnServer = (folder: string): Promise<SpawnedServer> =>
  whenListening(run('--port', '0', '--dir', folder));

/** Waits until a started server reports that it listens. */
export async function whenListening(process: ChildProcessWithoutNullStreams): Promise<SpawnedServer> {
  process.stderr.resume();
  for await (const line of createInterface({ input: process.stdout })) {
    const [, url] = /^event store listening on (esdb:\S+)$/.exec(line) ?? [];
    if (url) return { url, process };
  }
  throw new Error('The server ended before it was ready.');
}

/** Runs the embedded server to its exit, with options that prevent it from starting. */
export async function spawnInVain(...options: string[]): Promise<{ exitCode: number | null; message: string }> {
  const process = run(...options);
  const [message] = await Promise.all([text(process.stderr), once(process, 'exit')]);
  return { exitCode: process.exitCode, message };
}

/** Sends the process a signal and waits until it has exited; returns its exit code, null after SIGKILL. */
export async function terminate(
  { process }: SpawnedServer,
  signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL',
): Promise<number | null> {
  const ended = once(process, 'exit');
  process.kill(signal);
  await ended;
  return process.exitCode;
}
