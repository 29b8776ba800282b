import { createHash } from 'node:crypto';
import { closeSync, constants, openSync, realpathSync, rmSync } from 'node:fs';
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
  const { path, leave } = socketIn(realpathSync(dataDir));
  const server = createServer((visitor) => visitor.destroy());
  server.unref();
  if (!(await canListen(server, path))) {
    leave();
    throw lockedError(dataDir);
  }
  return async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
    leave();
  };
}

async function canListen(server: Server, path: string): Promise<boolean> {
  if (await listens(server, path)) return true;
  if (await isAnswered(path)) return false;
  rmSync(path, { force: true });
  return await listens(server, path);
}

function lockedError(dataDir: string): EventStoreStartError {
  return new EventStoreStartError(
    'DATA_FOLDER_LOCKED',
    `The data folder ${dataDir} is in use by another event store. Stop that one first, or choose another folder.`,
  );
}

/** @returns where the folder's holder listens, and what is called once the path is no longer used */
function socketIn(folder: string): { path: string; leave: () => void } {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  const leave = () => undefined;
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\embedded-eventstore-${name}`, leave };
  const inside = join(folder, 'owner.sock');
  if (Buffer.byteLength(inside) <= maxSocketPathBytes) return { path: inside, leave };
  if (process.platform !== 'linux') return { path: join(tmpdir(), `embedded-eventstore-${name}.sock`), leave };
  // In a folder of all users, another user could listen there first.
  const opened = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${opened}/owner.sock`, leave: () => closeSync(opened) };
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
