import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectUser } from './projectUser.ts';
import { firstUser, isTestUser, testUser, testUsers } from './testUser.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

(isRoot ? describe : describe.skip)('the user of a project (needs root on Linux)', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-users-'));
    mkdirSync(join(folder, 'projects'));
    mkdirSync(join(folder, 'used'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

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
    const [first, second, again] = await Promise.all([one, two, one].map(projectUser));
    expect(again).toEqual(first);
    expect(second).not.toEqual(first);
    expect([first, second].map((user) => user !== firstUser && isTestUser(user?.uid ?? 0))).toEqual([true, true]);
    expect(statSync(one).uid).toBe(first?.uid);
  });

  it('is that of a project without stores and runs when all are taken', async () => {
    takeAll();
    const next = make('next');
    await expect(projectUser(next)).rejects.toThrow('All users for tests are taken');
    expect(statSync(next).uid).toBe(0);
    for (const index of [7, 8]) clear(index);
    // A run of this one has begun.
    writeFileSync(join(folder, 'used', 'taken-8'), '');
    expect(await projectUser(next)).toEqual(testUser(7));
    expect([7, 8, 9].map((index) => existsSync(projectFolder(`taken-${index}`)))).toEqual([false, true, true]);
    writeFileSync(join(folder, 'used', 'next'), '');
    await expect(projectUser(make('one more'))).rejects.toThrow('All users for tests are taken');
  });
});
