import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCommand } from '../process/findCommand.ts';
import { sharedEntriesOf } from './sharedFolders.ts';
import { testUser, testUsers } from './testUser.ts';
import { removeLeftovers } from './userLeftovers.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const hasIpc = isRoot && findCommand(process.env, ['ipcmk']) !== null && findCommand(process.env, ['ipcrm']) !== null;
/** Others than those of `userProcesses.unit.spec.ts`, which an agent's projects rarely have. */
const [user, other] = [testUser(testUsers.count - 3), testUser(testUsers.count - 4)];

(isRoot ? describe : describe.skip)('what users leave on a machine (needs root on Linux)', () => {
  const mark = `assay-left-${randomUUID()}`;
  const canary = mkdtempSync(join(tmpdir(), 'assay-canary-'));
  afterEach(() => removeLeftovers([user, other]));
  afterAll(() => rmSync(canary, { recursive: true }));
  const as = (who: typeof user, script: string) =>
    execFileSync('/bin/sh', ['-c', script], { ...who, cwd: '/', encoding: 'utf8' });
  const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

  it('is removed from the folders of all users, with what is hidden, odd or unreadable', async () => {
    const paths = [`/tmp/${mark}`, `/tmp/.${mark}`, `/tmp/-rf ${mark}\n*`, `/var/tmp/${mark}`, `/dev/shm/${mark}`];
    const [folder, hidden, odd, pipe, memory] = paths;
    // Not every machine has it.
    if (existsSync('/run/lock') && (statSync('/run/lock').mode & 0o1777) === 0o1777) paths.push(`/run/lock/${mark}`);
    for (const lock of paths.slice(5)) as(user, `echo x > ${lock}`);
    as(user, `mkdir -p ${folder}/a/b; echo x > ${folder}/a/b/c; chmod 0 ${folder}/a/b ${folder}/a`);
    as(user, `echo x > ${hidden}; echo x > '${odd}'; mkfifo ${pipe}; echo x > ${memory}`);
    expect(paths.map(exists)).toEqual(paths.map(() => true));
    expect(await removeLeftovers([user])).toEqual({ removed: paths.length, left: [] });
    expect(paths.map(exists)).toEqual(paths.map(() => false));
    expect(await removeLeftovers([user])).toEqual({ removed: 0, left: [] });
  });

  it('is counted and removed where its names are no text, and named in part where there is much of it', async () => {
    const folder = join(canary, 'shared');
    mkdirSync(folder);
    chmodSync(folder, 0o1777);
    chmodSync(canary, 0o711);
    // One that is no UTF-8, which reading its name would change.
    as(user, `cd ${folder} && mkdir "$(printf '\\377')" && : > "$(printf '\\377')/file"`);
    expect(await removeLeftovers([user], [folder])).toEqual({ removed: 1, left: [] });
    expect(readdirSync(folder)).toEqual([]);
    as(user, `cd ${folder} && seq 1 500 | xargs touch`);
    const entries = await sharedEntriesOf(user, AbortSignal.timeout(60_000), [folder]);
    expect(entries).toMatchObject({ count: 500, isComplete: true });
    expect(entries.named).toHaveLength(10);
    expect(await removeLeftovers([user], [folder])).toEqual({ removed: 500, left: [] });
  });

  it('is removed with what other users have put into its folders, which they can no longer reach', async () => {
    const folder = `/tmp/${mark}-nested`;
    as(user, `mkdir ${folder} && chmod 777 ${folder}`);
    as(other, `cd ${folder} && mkdir own && ln -s ${canary} own/link && echo x > own/file && chmod 700 own`);
    as(user, `chmod 700 ${folder}`);
    expect(await removeLeftovers([other])).toEqual({ removed: 0, left: [] });
    expect(await removeLeftovers([user])).toEqual({ removed: 1, left: [] });
    expect(exists(folder)).toBe(false);
    expect(existsSync(canary)).toBe(true);
  });

  it('leads nowhere else by a link, and what others have stays', async () => {
    mkdirSync(join(canary, 'open'), { mode: 0o777 });
    writeFileSync(join(canary, 'open', 'file'), 'of root');
    as(other, `echo x > /tmp/${mark}-other`);
    as(user, `ln -s ${canary} /tmp/${mark}; mkdir /tmp/${mark}-folder; ln -s ${canary}/open /tmp/${mark}-folder/open`);
    expect(await removeLeftovers([user])).toEqual({ removed: 2, left: [] });
    expect(readFileSync(join(canary, 'open', 'file'), 'utf8')).toBe('of root');
    expect(existsSync(`/tmp/${mark}-other`)).toBe(true);
  });

  (hasIpc ? it : it.skip)('is removed from System V IPC (needs ipcmk and ipcrm)', async () => {
    as(user, 'ipcmk -M 4096; ipcmk -S 1; ipcmk -Q');
    as(other, 'ipcmk -M 4096');
    expect(await removeLeftovers([user])).toEqual({ removed: 3, left: [] });
    expect(await removeLeftovers([other])).toEqual({ removed: 1, left: [] });
  });
});
