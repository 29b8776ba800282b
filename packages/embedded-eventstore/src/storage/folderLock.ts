import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreStartError } from '../startError.ts';

/** The longest socket path that every Unix accepts (macOS: 104 bytes with the terminating zero). */
const maxSocketPathBytes = 100;

/**
 * Keeps other processes out of a data folder by listening on a local socket in it. The operating system closes the
 * socket when its owner dies, however it dies, so there is no stale lock to detect: a socket file that nobody answers
 * on is free. (A file with a process id was rejected: ids are reused.)
 *
 * Two processes that find the same dead socket at the same instant could both take it; the store's claim, checked in
 * each of its transactions, then lets the later one win.
 * @returns a function that releases the folder
 * @throws EventStoreStartError DATA_FOLDER_LOCKED
 */
export async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  const path = socketPath(realpathSync(dataDir));
  const server = createServer((visitor) => visitor.destroy());
  server.unref();
  if (!(await listens(server, path))) {
    if (await isAnswered(path)) throw lockedError(dataDir);
    rmSync(path, { force: true });
    if (!(await listens(server, path))) throw lockedError(dataDir);
  }
  return () => new Promise((resolve) => server.close(() => resolve()));
}

function lockedError(dataDir: string): EventStoreStartError {
  return new EventStoreStartError(
    'DATA_FOLDER_LOCKED',
    `The data folder ${dataDir} is in use by another event store. Stop that one first, or choose another folder.`,
  );
}

function socketPath(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\embedded-eventstore-${name}`;
  const inside = join(folder, 'owner.sock');
  return Buffer.byteLength(inside) <= maxSocketPathBytes ? inside : join(tmpdir(), `embedded-eventstore-${name}.sock`);
}

/** Resolves to false when the address is taken; throws any other error. */
function listens(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      server.off('listening', onListening);
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    const onListening = () => {
      server.off('error', onError);
      resolve(true);
    };
    server.once('error', onError).once('listening', onListening).listen(path);
  });
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const visit = connect(path);
    visit.once('connect', () => {
      visit.destroy();
      resolve(true);
    });
    visit.once('error', () => resolve(false));
  });
}
