import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { SecretMask } from '../masking/secretMask.ts';
import { findCommand } from './findCommand.ts';
import { startProcess } from './startProcess.ts';

const count = 300;
/** Handles besides those that are open: more than a search takes, and fewer than there are processes. */
const spare = 150;
const prlimit = process.platform === 'linux' ? findCommand(process.env, ['prlimit']) : null;

function limitHandles(soft: number): void {
  execFileSync(String(prlimit), ['--pid', String(process.pid), `--nofile=${soft}:`]);
}

(prlimit === null ? describe.skip : describe)('on a machine with more processes than the agent may open files', () => {
  it('a process tree is ended (needs prlimit)', async () => {
    const [, soft = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    // Those of another run, which are found first.
    const many = `i=0; while [ $i -lt ${count} ]; do sleep 600 & i=$((i+1)); done; echo began; wait`;
    const others = spawn('/bin/sh', ['-c', many], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    await once(others.stdout, 'data');
    const ending = new AbortController();
    const { ended } = startProcess({
      command: 'echo began; sleep 600',
      directory: '/',
      environment: { PATH: process.env.PATH },
      mask: new SecretMask([]),
      signal: ending.signal,
      onOutput: () => {
        limitHandles(readdirSync('/proc/self/fd').length + spare);
        ending.abort();
      },
    });
    try {
      expect(await ended).toMatchObject({ signal: 'SIGTERM' });
    } finally {
      limitHandles(Number(soft));
      process.kill(-Number(others.pid), 'SIGKILL');
    }
  });
});
