import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProjectId } from '@assay/contract';
import { InstallationMarks } from './installations.ts';
import { projectFolderName } from './projectFolder.ts';
import { ProjectStores } from './projectStores.ts';

const [one, two] = ['project-1', 'project-2'] as [ProjectId, ProjectId];

describe('what projects store on an agent', () => {
  let folder: string;
  let stores: ProjectStores;
  let marks: InstallationMarks;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-stores-')));
    stores = open();
    marks = new InstallationMarks(join(folder, 'installed'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function open(): ProjectStores {
    return new ProjectStores(folder, { idle: () => Promise.resolve([]) });
  }

  const installationOf = (project: ProjectId) =>
    join(folder, 'projects', projectFolderName(project), 'installs', 'one-lock-file');

  async function store(project: ProjectId): Promise<void> {
    const [own = '', mirrors = ''] = stores.foldersOf(project);
    for (const each of [join(own, 'home', '.npm'), installationOf(project), join(mirrors, 'mirror')]) {
      mkdirSync(each, { recursive: true });
      writeFileSync(join(each, 'file'), 'content');
    }
    await marks.complete(installationOf(project));
  }

  async function use(project: ProjectId): Promise<void> {
    const leave = stores.enter(project);
    await stores.open(project);
    await store(project);
    leave();
  }

  const namesOf = async () => (await stores.idle()).map(({ name }) => name);
  const isStored = (project: ProjectId) => stores.foldersOf(project).map((each) => readdirOf(each).length > 0);

  it.each([true, false])('is left where its use cannot be recorded; another run is open: %s', async (isShared) => {
    const leave = stores.enter(one);
    if (isShared) stores.enter(one)();
    await stores.open(one);
    rmSync(join(folder, 'used'), { recursive: true });
    writeFileSync(join(folder, 'used'), 'no folder');
    expect(leave).not.toThrow();
    await expect(stores.open(one)).rejects.toThrow('EEXIST');
  });

  it('are idle once no run is open, the least recently used first', async () => {
    await use(one);
    await use(two);
    utimesSync(join(folder, 'used', projectFolderName(two)), new Date(0), new Date(0));
    expect(await namesOf()).toEqual([two, one].map(projectFolderName));
    const leave = [stores.enter(two), stores.enter(two)];
    leave[0]?.();
    expect(await namesOf()).toEqual([projectFolderName(one)]);
    leave[1]?.();
    expect(await namesOf()).toHaveLength(2);
  });

  it('are removed with their marks, but for the folder whose owner is the user of the project', async () => {
    expect(await namesOf()).toEqual([]);
    await use(one);
    await use(two);
    const [own = ''] = stores.foldersOf(one);
    const { ino } = statSync(own);
    await stores.remove(one);
    expect([isStored(one), isStored(two)]).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(statSync(own).ino).toBe(ino);
    expect([marks.isComplete(installationOf(one)), marks.isComplete(installationOf(two))]).toEqual([false, true]);
    expect(await namesOf()).toEqual([projectFolderName(two)]);
  });

  it('are removed when the last open run is closed, and the next run waits for that', async () => {
    const leave = [stores.enter(one), stores.enter(one)];
    await stores.open(one);
    await store(one);
    await stores.remove(one);
    leave[0]?.();
    expect(isStored(one)).toEqual([true, true]);
    leave[1]?.();
    stores.enter(one);
    await stores.open(one);
    expect(isStored(one)).toEqual([false, false]);
  });

  it('are not removed by an entry of a list that is older than the next run', async () => {
    await use(one);
    const [idle] = await stores.idle();
    stores.enter(one);
    await idle?.remove();
    expect(isStored(one)).toEqual([true, true]);
  });

  it('are removed without what links in them lead to', async () => {
    await use(one);
    const [own = ''] = stores.foldersOf(one);
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'kept'), '');
    rmSync(join(own, 'home'), { recursive: true });
    symlinkSync(other, join(own, 'home'));
    await stores.remove(one);
    expect(readdirSync(other)).toEqual(['kept']);
    expect(existsSync(join(own, 'home'))).toBe(false);
  });

  it('of an agent that recorded no uses count as used when it starts', async () => {
    await store(one);
    const began = Date.now();
    const [idle, ...others] = await open().idle();
    expect(others).toEqual([]);
    expect(idle?.name).toBe(projectFolderName(one));
    expect(idle?.usedAt).toBeGreaterThanOrEqual(began - 1);
  });
});

function readdirOf(path: string): string[] {
  return existsSync(path) ? readdirSync(path) : [];
}
