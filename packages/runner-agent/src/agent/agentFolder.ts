import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { AgentId } from '@assay/contract';
import { Value } from 'typebox/value';
import { isThere } from '../process/isThere.ts';

/** Another running agent uses this folder. */
export class FolderInUseError extends Error {
  constructor(folder: string, owner: number) {
    super(
      `Another agent (process ${Number.isNaN(owner) ? 'unknown' : owner}) works in ${folder}. Give each agent a folder of its own with --dir.`,
    );
    this.name = 'FolderInUseError';
  }
}

const heldHere = new Set<string>();

/** The agent's own folder: its id, undelivered results, git mirrors, workspaces. */
export type AgentFolder = {
  path: string;
  agentId: AgentId;
  spools: string;
  /** Stores another id, a generated one by default: the old one belongs to another token or was replaced. */
  changeId(agentId?: AgentId): Promise<AgentId>;
  release(): Promise<void>;
};

/**
 * Prepares the folder and takes it for this process.
 * @throws FolderInUseError while the process that took it last is running.
 */
export async function openAgentFolder(folder: string): Promise<AgentFolder> {
  const path = resolve(folder);
  const spools = join(path, 'spool');
  for (const each of [spools, join(path, 'git'), join(path, 'projects'), join(path, 'workspaces')]) {
    await mkdir(each, { recursive: true, mode: 0o700 });
  }
  const lock = join(path, 'agent.lock');
  if (heldHere.has(path)) throw new FolderInUseError(path, process.pid);
  heldHere.add(path);
  let letGo: () => Promise<void>;
  try {
    letGo = await takeLock(path, lock);
    const agentId = await readAgentId(join(path, 'agent-id'));
    const release = async () => {
      await rm(lock, { force: true });
      await letGo();
      heldHere.delete(path);
    };
    const changeId = (next?: AgentId) => keepAgentId(join(path, 'agent-id'), next ?? randomUUID());
    return { path, agentId, spools, changeId, release };
  } catch (error) {
    heldHere.delete(path);
    throw error;
  }
}

/** @returns the release of what locks the folder besides the lock file. */
async function takeLock(path: string, lock: string): Promise<() => Promise<void>> {
  if (process.platform === 'win32') {
    const held = await lockAddress(pipeOf(path));
    if (!held) throw new FolderInUseError(path, Number.parseInt(await readFile(lock, 'utf8').catch(() => ''), 10));
    await writeFile(lock, `${process.pid}`);
    return held;
  }
  const mine = `${process.pid} ${(await processTold(process.pid)).start}`;
  for (;;) {
    try {
      await writeFile(lock, mine, { flag: 'wx' });
      return () => Promise.resolve();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const [id, start] = (await readFile(lock, 'utf8').catch(() => '')).split(' ');
    const owner = Number(id);
    if (owner > 0 && owner !== process.pid && (await isRunningSince(owner, start ?? ''))) {
      throw new FolderInUseError(path, owner);
    }
    await rm(lock, { force: true });
  }
}

/**
 * One name per folder, however its path is written. Windows does not tell when a process began, but closes its pipes
 * with it.
 */
function pipeOf(path: string): string {
  return `\\\\.\\pipe\\assay-agent-${createHash('sha256').update(path.toLowerCase()).digest('hex').slice(0, 32)}`;
}

/**
 * Listens on an address that only one process at a time can hold, until it ends or releases it.
 * @returns the release; null while another process holds the address.
 */
export async function lockAddress(address: string): Promise<(() => Promise<void>) | null> {
  const server = createServer((connection) => connection.destroy());
  const held = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error) => ('code' in error && error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(address, () => resolve(true));
  });
  if (!held) return null;
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** A process with this id is the same one only if it also has the same start time: ids are reused. */
async function isRunningSince(id: number, start: string): Promise<boolean> {
  const told = await processTold(id);
  // One that was killed keeps its id until its parent asks for its end, which some never do.
  return !told.isOver && told.start === start && isThere(id);
}

/** @returns its start time, in the system's own unit, and whether it is a zombie; '-' and false where the system does not tell */
async function processTold(id: number): Promise<{ start: string; isOver: boolean }> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { start: fields[19] ?? '-', isOver: fields[0] === 'Z' || fields[0] === 'X' };
}

async function readAgentId(path: string): Promise<AgentId> {
  const known: unknown = await readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
  return Value.Check(AgentId, known) ? known : await keepAgentId(path, randomUUID());
}

async function keepAgentId(path: string, id: unknown): Promise<AgentId> {
  if (!Value.Check(AgentId, id)) throw new Error('an id that was just made is none');
  await writeFile(path, `${id}\n`);
  return id;
}
