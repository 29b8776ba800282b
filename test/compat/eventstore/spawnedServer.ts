import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

export interface SpawnedServer {
  url: string;
  process: ChildProcess;
}

const run = (...options: string[]) =>
  spawn('node', ['--import', 'tsx', 'packages/embedded-eventstore/src/main.ts', ...options]);

/** Starts the embedded server as a process of its own and waits until it says that it listens. */
export async function spawnServer(folder: string): Promise<SpawnedServer> {
  const process = run('--port', '0', '--dir', folder);
  process.stderr.resume();
  for await (const line of createInterface({ input: process.stdout })) {
    const [, url] = /^event store listening on (esdb:\S+)$/.exec(line) ?? [];
    if (url) return { url, process };
  }
  throw new Error('The server ended before it was ready.');
}

/** Runs the embedded server with options under which it cannot start, to its end. */
export async function spawnInVain(...options: string[]): Promise<{ exitCode: number | null; message: string }> {
  const process = run(...options);
  const [message] = await Promise.all([text(process.stderr), once(process, 'exit')]);
  return { exitCode: process.exitCode, message };
}

/** Asks the process to end and gives its exit code. */
export async function terminate({ process }: SpawnedServer, signal: 'SIGTERM' | 'SIGINT'): Promise<number | null> {
  const ended = once(process, 'exit');
  process.kill(signal);
  await ended;
  return process.exitCode;
}
