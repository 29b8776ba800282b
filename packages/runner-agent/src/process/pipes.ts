import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmdirSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The agent's end of a pipe, and the descriptor of the other end, which is the caller's to close. */
export type Pipe = { own: Socket; theirs: number };

const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;
/** Starting a program for each of them would slow every process down. */
const perBatch = 32;
/** Named pipes without a name any more, open for both directions and never used. */
const unused: number[] = [];

/**
 * A pipe of Linux. The pipes that Node makes by itself are sockets, over which the process can send the agent descriptors:
 * closing one of them, such as that of a connection with unsent data that lingers, blocks the agent as long as tests wish.
 * @param from who writes
 */
export function openPipe(from: 'agent' | 'process'): Pipe {
  if (unused.length === 0) makeUnused();
  const pipe = unused.pop() ?? -1;
  // Opened anew: each end has flags of its own.
  const named = `/proc/self/fd/${pipe}`;
  const [ownFlags, theirFlags] = from === 'process' ? [O_RDONLY, O_WRONLY] : [O_WRONLY, O_RDONLY];
  try {
    const theirs = openSync(named, theirFlags);
    try {
      const fd = openSync(named, ownFlags | O_NONBLOCK);
      return { own: new Socket({ fd, readable: from === 'process', writable: from === 'agent' }), theirs };
    } catch (error) {
      closeSync(theirs);
      throw error;
    }
  } finally {
    closeSync(pipe);
  }
}

function makeUnused(): void {
  const folder = makeFolder();
  const names = Array.from({ length: perBatch }, (_, index) => join(folder, String(index)));
  try {
    execFileSync('mkfifo', ['-m', '600', ...names], { stdio: 'ignore' });
    for (const name of names) unused.push(openSync(name, O_RDWR | O_NONBLOCK));
  } finally {
    // One by one: listing the folder would take a descriptor, and there may be no free one.
    for (const name of names) rmSync(name, { force: true });
    rmdirSync(folder);
  }
}

/** Where tests can put nothing, so that none of them fills it, unless the machine has no such place. */
function makeFolder(): string {
  try {
    return mkdtempSync('/run/assay-pipes-');
  } catch {
    // Only root may, and in a read-only system it may not.
    return mkdtempSync(join(tmpdir(), 'assay-pipes-'));
  }
}
