import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { isRunning } from '../../test/containedBench.ts';
import { SecretMask } from '../masking/secretMask.ts';
import { endProcessTree, lookAt, stillTheSame } from './processTree.ts';
import { startProcess } from './startProcess.ts';

const lastId = '/proc/sys/kernel/ns_last_pid';
const canChoose = existsSync(lastId) && spawnSync('/bin/sh', ['-c', `echo 300 > ${lastId}`]).status === 0;

const others: ChildProcess[] = [];
afterEach(() => {
  for (const each of others.splice(0)) each.kill('SIGKILL');
});

/** Starts a process of no tree, in a group of its own, until one has the id. */
function startWithId(id: number): ChildProcess {
  for (let tried = 0; tried < 200; tried += 1) {
    writeFileSync(lastId, String(id - 1));
    const other = spawn('/bin/sleep', ['600'], { detached: true, stdio: 'ignore' });
    others.push(other);
    if (other.pid === id) return other;
    other.kill('SIGKILL');
  }
  throw new Error(`no process got the id ${id}`);
}

/** @returns a process that has ended by itself, and the id that it had */
async function endedProcess() {
  let said = '';
  const running = startProcess({
    command: 'echo $$',
    directory: '/',
    environment: {},
    mask: new SecretMask([]),
    signal: new AbortController().signal,
    onOutput: (text) => {
      said += text;
    },
  });
  await running.ended;
  return { running, id: Number(said) };
}

(canChoose ? describe : describe.skip)('a process id that another process has by now (needs root on Linux)', () => {
  it('is not signalled by a later end of the process that had it', async () => {
    const { running, id } = await endedProcess();
    const other = startWithId(id);
    await running.end();
    expect(isRunning(other.pid ?? 0)).toBe(true);
  });

  it('is not the group of a leader that has ended', async () => {
    const other = startWithId(31_000);
    const leader = { pid: other.pid, exitCode: 0, signalCode: null, kill: () => true };
    await endProcessTree(leader, { mark: randomUUID() }, 0);
    expect(isRunning(other.pid ?? 0)).toBe(true);
  });

  it('is not signalled when it was another process as the tree was searched', async () => {
    const before = startWithId(31_100);
    const id = before.pid ?? 0;
    const seen = await lookAt(id);
    if (seen === null) throw new Error('it has ended');
    const known = new Map([[id, seen]]);
    expect(await stillTheSame([id], known)).toEqual([id]);
    const ended = once(before, 'exit');
    before.kill('SIGKILL');
    await ended;
    expect(await stillTheSame([id], known)).toEqual([]);
    startWithId(id);
    expect(await stillTheSame([id], known)).toEqual([]);
  });
});
