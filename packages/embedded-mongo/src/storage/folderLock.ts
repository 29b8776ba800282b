import { createHash } from 'node:crypto';
import { closeSync, constants, openSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from './startError.ts';

export type FolderLock = {
  /** The last holder ended without releasing it. */
  wasLeft: boolean;
  release(): Promise<void>;
};

/** On the strictest system, sockaddr_un holds about 104 bytes. */
const maxSocketPathBytes = 100;

/**
 * Holds the folder for this process by listening on a local socket in it. The kernel closes the socket when the process
 * ends, however it ends, so a socket file that nobody answers on was left by a dead process and is taken over. A file
 * with a process id was rejected: ids are reused, and mean nothing across containers. Rejects with DATA_FOLDER_LOCKED.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const { path, leave } = socketIn(realpathSync(folder));
  for (let attempt = 0; attempt < 5; attempt++) {
    const server = await listen(path);
    if (server !== undefined) return { wasLeft: attempt > 0, release: () => close(server).finally(leave) };
    if (await isAnswered(path)) break;
    await rm(path, { force: true });
  }
  leave();
  throw new StartError(
    'DATA_FOLDER_LOCKED',
    `The data folder ${folder} is in use by another document store. Stop that one first, or choose another folder.`,
  );
}

/** @returns where the folder's holder listens, and what is called once the path is no longer used */
function socketIn(folder: string): { path: string; leave: () => void } {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  const leave = () => undefined;
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\embedded-mongo-${name}`, leave };
  const inside = join(folder, 'owner.sock');
  if (Buffer.byteLength(inside) <= maxSocketPathBytes) return { path: inside, leave };
  if (process.platform !== 'linux') return { path: join(tmpdir(), `embedded-mongo-${name}.sock`), leave };
  // In a folder of all users, another user could listen there first.
  const opened = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${opened}/owner.sock`, leave: () => closeSync(opened) };
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
