import { execFileSync } from 'node:child_process';
import { endProcessesOf } from './userProcesses.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
/** Not one of the users that the agent gives to projects. */
const user = { uid: 64_202, gid: 64_202 };

(isRoot ? describe : describe.skip)('the processes of a user (needs root on Linux)', () => {
  afterEach(() => endProcessesOf(user));

  it('are ended and counted, even those that left their session and cleared their environment', async () => {
    for (let started = 0; started < 3; started += 1) {
      execFileSync('setsid', ['--fork', 'env', '-i', '/bin/sleep', '600'], { ...user, cwd: '/', stdio: 'ignore' });
    }
    expect(await endProcessesOf(user)).toEqual({ ended: 3, left: 0 });
    expect(await endProcessesOf(user)).toEqual({ ended: 0, left: 0 });
  });

  it('are ended alone: those of other users stay', async () => {
    const other = { uid: 64_203, gid: 64_203 };
    execFileSync('setsid', ['--fork', '/bin/sleep', '600'], { ...other, cwd: '/', stdio: 'ignore' });
    expect(await endProcessesOf(user)).toEqual({ ended: 0, left: 0 });
    expect(await endProcessesOf(other)).toEqual({ ended: 1, left: 0 });
  });
});
