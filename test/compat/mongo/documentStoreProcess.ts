import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundled } from '../../support/bundled.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Arguments for Node to run the server or one of its other tasks. */
export const documentStoreMain = [await bundled('packages/embedded-mongo/src/main.ts')];

export type DocumentStoreProcess = {
  url: string;
  /** Sends the process a signal and waits until it has exited; returns the exit code, null after SIGKILL. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
};

/** Starts the server as a process of its own. Rejects with its output when it exits instead of listening. */
export async function startDocumentStoreProcess(dataDir: string, port = 0): Promise<DocumentStoreProcess> {
  const args = [...documentStoreMain, '--port', String(port), '--dir', dataDir];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const url = await listeningUrl(child);
  return {
    url,
    end: async (signal) => {
      const ended = once(child, 'exit');
      child.kill(signal);
      const [code] = await ended;
      return typeof code === 'number' ? code : null;
    },
  };
}

/** The URL that a started process reports to listen on. */
export function listeningUrl(child: ChildProcess): Promise<string> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('the process has no output');
  let complaint = '';
  stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    createInterface(stdout).on('line', (line) => {
      const found = /^document store listening on (\S+)$/.exec(line);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
    child.once('close', (code) => reject(new Error(`exit ${code}: ${complaint.trim()}`)));
  });
}
