import { createReadStream } from 'node:fs';
import { LineSplitter } from '../process/lineSplitter.ts';

/** TCP_LISTEN of Linux. */
const listening = '0A';
/** Sockets that listen come first (proc_pid_net(5)); tests can open any number of others. */
const mostBytes = 4 * 1024 ** 2;
const longestLine = 400;

/**
 * @param tables of the system, by default those of this machine
 * @returns the users of the sockets that listen on a TCP port, whatever the address; null where the system does not name
 * them, or not within 4 MiB
 */
export async function listenersAt(
  port: number,
  tables: readonly string[] = ['/proc/net/tcp', '/proc/net/tcp6'],
): Promise<Set<number> | null> {
  const users = new Set<number>();
  for (const table of tables) if (!(await addListeners(table, port, users))) return null;
  return users;
}

/** @returns whether all of them were read */
async function addListeners(table: string, port: number, users: Set<number>): Promise<boolean> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  let isComplete = false;
  let bytes = 0;
  const lines = new LineSplitter(longestLine, (line) => {
    const [slot = '', local = '', , state, , , , user] = line.trim().split(/\s+/);
    if (!/^\d+:$/.test(slot)) return;
    if (state !== listening) isComplete = true;
    else if (local.endsWith(wanted)) users.add(Number(user));
  });
  try {
    for await (const chunk of createReadStream(table, 'utf8')) {
      lines.write(String(chunk));
      bytes += chunk.length;
      if (isComplete) return true;
      if (bytes > mostBytes) return false;
    }
    lines.end();
    return true;
  } catch (error) {
    // Without IPv6, the system lacks this table.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' && table.endsWith('6');
  }
}
