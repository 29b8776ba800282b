import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectUser } from './projectUser.ts';
import { firstUser, isTestUser, testUser, testUsers } from './testUser.ts';
import { UserRecords } from './userRecords.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

(isRoot ? describe : describe.skip)('the user of a project (needs root on Linux)', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-users-'));
    mkdirSync(join(folder, 'projects'));
    mkdirSync(join(folder, 'used'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const userOf = (path: string) => projectUser(path, new UserRecords(join(folder, 'users')));
  const projectFolder = (name: string) => join(folder, 'projects', name);
  function make(name: string, uid = 0): string {
    mkdirSync(projectFolder(name));
    chownSync(projectFolder(name), uid, uid);
    return projectFolder(name);
  }
  /** Every user belongs to a project that has stored a file. */
  function takeAll(): void {
    for (let index = 1; index < testUsers.count; index += 1)
      writeFileSync(join(make(`taken-${index}`, testUser(index).uid), 'file'), '');
  }
  function clear(index: number): void {
    rmSync(join(projectFolder(`taken-${index}`), 'file'));
  }

  it('stays the same, and differs between projects', async () => {
    const [one, two] = [make('one'), make('two')];
    const [first, second, again] = await Promise.all([one, two, one].map(userOf));
    expect(again).toEqual(first);
    expect(second).not.toEqual(first);
    expect([first, second].map((user) => user !== firstUser && isTestUser(user?.uid ?? 0))).toEqual([true, true]);
    expect(statSync(one).uid).toBe(first?.uid);
  });

  it('is that of a project without stores and runs when all are taken', async () => {
    takeAll();
    const next = make('next');
    await expect(userOf(next)).rejects.toThrow('All users for tests are taken');
    expect(statSync(next).uid).toBe(0);
    for (const index of [7, 8]) clear(index);
    // A run of this one has begun.
    writeFileSync(join(folder, 'used', 'taken-8'), '');
    expect(await userOf(next)).toEqual(testUser(7));
    expect([7, 8, 9].map((index) => existsSync(projectFolder(`taken-${index}`)))).toEqual([false, true, true]);
    writeFileSync(join(folder, 'used', 'next'), '');
    await expect(userOf(make('one more'))).rejects.toThrow('All users for tests are taken');
  });

  it('is no other than that of any project of another agent on the machine', async () => {
    const [one, two] = [make('one'), make('two')];
    const first = await userOf(one);
    // As an agent that recorded nothing may have chosen.
    chownSync(two, first.uid, first.uid);
    writeFileSync(join(two, 'file'), '');
    chownSync(join(two, 'file'), first.uid, first.uid);
    const second = await userOf(two);
    expect(second).not.toEqual(first);
    expect([statSync(two).uid, statSync(join(two, 'file')).uid]).toEqual([second.uid, second.uid]);
    expect(await Promise.all([one, two].map(userOf))).toEqual([first, second]);
  });
});

describe('the records of users of a machine', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-records-'));
    for (const name of ['one', 'two']) mkdirSync(join(folder, name));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('give a user to one project, until its folder is gone', () => {
    const records = new UserRecords(join(folder, 'users'));
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    expect([one, two, one].map((project) => records.claim(50_001, project))).toEqual([true, false, true]);
    expect(records.claim(50_002, two)).toBe(true);
    rmSync(one, { recursive: true });
    expect(records.claim(50_001, two)).toBe(true);
    expect(readdirSync(join(folder, 'users')).sort()).toEqual(['50001', '50002']);
  });

  it('give every user where nothing can be recorded', () => {
    writeFileSync(join(folder, 'file'), '');
    const records = new UserRecords(join(folder, 'file', 'users'));
    expect(records.claim(50_001, join(folder, 'one'))).toBe(true);
  });
});
