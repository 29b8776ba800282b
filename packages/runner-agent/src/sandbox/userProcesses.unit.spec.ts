import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isRunning } from '../../test/containedBench.ts';
import { testUser, testUsers } from './testUser.ts';
import { endProcessesOf } from './userProcesses.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
/** The last ones, which an agent's projects rarely have. */
const [user, other] = [testUser(testUsers.count - 1), testUser(testUsers.count - 2)];

(isRoot ? describe : describe.skip)('the processes of a user (needs root on Linux)', () => {
  afterEach(() => Promise.all([user, other].map(endProcessesOf)));

  it('are ended and counted, even those that left their session and cleared their environment', async () => {
    for (let started = 0; started < 3; started += 1) {
      execFileSync('setsid', ['--fork', 'env', '-i', '/bin/sleep', '600'], { ...user, cwd: '/', stdio: 'ignore' });
    }
    expect(await endProcessesOf(user)).toEqual({ ended: 3, left: 0 });
    expect(await endProcessesOf(user)).toEqual({ ended: 0, left: 0 });
  });

  it.each(['SIGKILL', 'SIGSTOP'])('are ended, even one that sends %s to all that it may signal', async (signal) => {
    const attack = `echo began; while :; do kill -${signal.slice(3)} -1; done 2> /dev/null`;
    const attacker = spawn('/bin/sh', ['-c', attack], { ...user, cwd: '/', env: {} });
    await once(attacker.stdout, 'data');
    try {
      expect(await endProcessesOf(user)).toEqual({ ended: 1, left: 0 });
    } finally {
      attacker.kill('SIGKILL');
    }
  });

  it.each([
    ['takes all processes that are permitted', () => '#!/not/there\n'],
    // As does a lack of memory, such a program makes Node throw at once.
    ['takes the memory for another program', (self: string) => `#!${self}\n`],
  ])('are ended where a user %s, so that no program can be started', async (_, content) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-programs-'));
    const { PATH } = process.env;
    const program = join(folder, 'setpriv');
    writeFileSync(program, content(program), { mode: 0o755 });
    execFileSync('setsid', ['--fork', '/bin/sleep', '600'], { ...other, cwd: '/', stdio: 'ignore' });
    try {
      for (let started = 0; started < 3; started += 1) {
        execFileSync('setsid', ['--fork', '/bin/sleep', '600'], { ...user, cwd: '/', stdio: 'ignore' });
      }
      process.env.PATH = [folder, PATH].join(delimiter);
      expect(await endProcessesOf(user)).toEqual({ ended: 3, left: 0 });
      expect(await endProcessesOf(other)).toEqual({ ended: 1, left: 0 });
    } finally {
      process.env.PATH = PATH;
      rmSync(folder, { recursive: true });
    }
    expect(await endProcessesOf(user)).toEqual({ ended: 0, left: 0 });
    execFileSync('setsid', ['--fork', '/bin/sleep', '600'], { ...user, cwd: '/', stdio: 'ignore' });
    expect(await endProcessesOf(user)).toEqual({ ended: 1, left: 0 });
  });

  it('are ended alone: those of other users stay', async () => {
    execFileSync('setsid', ['--fork', '/bin/sleep', '600'], { ...other, cwd: '/', stdio: 'ignore' });
    expect(await endProcessesOf(user)).toEqual({ ended: 0, left: 0 });
    expect(await endProcessesOf(other)).toEqual({ ended: 1, left: 0 });
  });

  it('are left alone unless the user is one for tests, above all those of root', async () => {
    const foreign = { uid: 64_203, gid: 64_203 };
    const sleeper = spawn('/bin/sleep', ['600'], { ...foreign, cwd: '/', stdio: 'ignore' });
    try {
      for (const { uid } of [foreign, { uid: 0 }, testUser(-1), testUser(testUsers.count), { uid: Number.NaN }]) {
        await expect(endProcessesOf({ uid, gid: uid })).rejects.toThrow(RangeError);
      }
      expect(isRunning(sleeper.pid ?? 0)).toBe(true);
    } finally {
      sleeper.kill('SIGKILL');
    }
  });
});
