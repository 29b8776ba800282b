import { spawn } from 'node:child_process';
import { wayBack } from '../storage/damagedStoreError.ts';
import { verifyEventStore } from './verifyEventStore.ts';

/** Set for the child process that reads, so that it does not start another child. */
const childVariable = 'EVENTSTORE_VERIFIES_ITSELF';

/**
 * Verifies a store and prints the result. A child process does the reading, because LMDB can crash on a damaged file: a
 * crash is then reported in words too.
 * @returns the exit code: 0 when all is well
 */
export async function verifyCommand(dataDir: string): Promise<number> {
  if (process.env[childVariable]) return verifyHere(dataDir);
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, [childVariable]: '1' },
    stdio: 'inherit',
  });
  const { code, signal } = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(
    (resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (exitCode, endedBy) => resolve({ code: exitCode, signal: endedBy }));
    },
  );
  if (code === 0 || code === 1) return code;
  process.stderr.write(
    `The event store in ${dataDir} is damaged: reading it ended the process (${signal ?? `exit code ${code}`}). ${wayBack(dataDir)}\n`,
  );
  return 1;
}

async function verifyHere(dataDir: string): Promise<number> {
  const { events, streams, hash, problems } = await verifyEventStore({ dataDir });
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${events} events in ${streams} streams, SHA-256 ${hash}\n`);
  if (problems.length === 0) return 0;
  process.stderr.write(`The event store in ${dataDir} is damaged. ${wayBack(dataDir)}\n`);
  return 1;
}
