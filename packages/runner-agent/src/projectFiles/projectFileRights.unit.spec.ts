import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, folderOfEach } from '../../test/projectFolder.ts';
import { findCommand } from '../process/findCommand.ts';
import { startProcess } from '../process/startProcess.ts';
import { asUser } from '../sandbox/separation.ts';
import { agentProjectFiles, projectFilesBy } from './fileHelper.ts';
import type { ProjectFiles } from './projectFiles.ts';

const isRoot = process.getuid?.() === 0;
/** Not one of the users that the agent gives to projects. */
const other = { uid: 64_201, gid: 64_201 };
const place = folderOfEach();
const { put } = place;

(isRoot ? describe : describe.skip)('project files of another user (needs root)', () => {
  const files = projectFilesBy((order) =>
    startProcess({ ...order, directory: '/', environment: {} }, ({ command, args = [], environment }) => {
      const setpriv = findCommand(process.env, ['setpriv']);
      const [program = '', ...all] = [...asUser(other, { setpriv, prlimit: null }), command, ...args];
      return { command: program, args: all, environment, shell: false };
    }),
  );
  afterAll(() => files.close());

  it('are removed with folders that their owner may not enter', async () => {
    put('tree/closed/deeper/a.txt');
    handOver('tree');
    chmodSync(join(place.path, 'tree', 'closed', 'deeper'), 0o000);
    chmodSync(join(place.path, 'tree', 'closed'), 0o000);
    await files.remove(join(place.path, 'tree', 'closed'));
    expect(readdirSync(join(place.path, 'tree'))).toEqual([]);
  });

  it('are those that the user can reach', async () => {
    const secret = put('tree/secret.txt', 'secret');
    handOver('tree');
    writeFileSync(join(place.path, 'tree', 'of-root.txt'), 'secret', { mode: 0o600 });
    expect(await files.readText(secret)).toBe('secret');
    expect(await files.readText(join(place.path, 'tree', 'of-root.txt'))).toBeNull();
    await expect(files.open(join(place.path, 'tree', 'of-root.txt'))).rejects.toEqual(codeOf('EACCES'));
  });

  it('say that a removal failed', async () => {
    const kept = put('of-root/kept.txt');
    chmodSync(place.path, 0o711);
    await expect(files.remove(kept)).rejects.toEqual(codeOf('EACCES'));
    chmodSync(join(place.path, 'of-root'), 0o700);
    await expect(files.remove(kept)).rejects.toEqual(codeOf('EACCES'));
    expect(existsSync(kept)).toBe(true);
  });

  function handOver(name: string): void {
    chmodSync(place.path, 0o711);
    execFileSync('chown', ['-R', `${other.uid}:${other.gid}`, join(place.path, name)]);
  }
});

describe('project files below roots', () => {
  let root: string;
  let outside: string;
  let files: ProjectFiles;
  beforeEach(() => {
    put('workspaces/run/a.txt', 'own');
    put('outside/secret.txt', 'secret');
    [root, outside] = [join(place.path, 'workspaces'), join(place.path, 'outside')];
    symlinkSync(outside, join(root, 'out'));
    symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'));
    files = agentProjectFiles(place.path, [root, join(place.path, 'outside', '..', 'workspaces')]);
  });
  afterEach(() => files.close());

  it('are reached like others', async () => {
    const a = join(root, 'run', 'a.txt');
    expect(await files.kind(a)).toBe('file');
    expect(await files.realPath(a)).toBe(a);
    expect(await files.firstExisting([join(outside, 'secret.txt'), a])).toBe(a);
    expect(await files.readText(a)).toBe('own');
    expect((await files.list(join(root, 'run')))?.map(({ name }) => name)).toEqual(['a.txt']);
    expect((await files.find(root, ['**'])).map(({ path }) => path)).toEqual([a]);
    await files.makeFolder(join(root, 'new', 'deeper'));
    await files.write(join(root, 'new', 'b.txt'), 'b');
    await files.move([
      [
        { path: join(root, 'new'), within: root },
        { path: join(root, 'run', 'new'), within: root },
      ],
    ]);
    expect(readdirSync(join(root, 'run', 'new')).sort()).toEqual(['b.txt', 'deeper']);
    await files.remove(join(root, 'run'));
    // The link itself is below the root.
    await files.remove(join(root, 'out'));
    expect(readdirSync(root)).toEqual(['link.txt']);
    expect(existsSync(join(outside, 'secret.txt'))).toBe(true);
  });

  it('hide everything outside, by its path and by links', async () => {
    for (const at of [outside, join(root, 'out'), `${root}/../outside`]) {
      const secret = `${at}/secret.txt`;
      expect(await files.kind(at)).toBeNull();
      expect(await files.kind(secret)).toBeNull();
      expect(await files.firstExisting([secret])).toBeNull();
      expect(await files.firstExisting([secret], true)).toBeNull();
      expect(await files.realPath(secret)).toBeNull();
      expect(await files.readText(secret)).toBeNull();
      expect(await files.list(at)).toBeNull();
      expect(await files.find(at, ['**', 'secret.txt'])).toEqual([]);
      await expect(files.open(secret)).rejects.toEqual(codeOf('EOUTSIDE'));
    }
    expect(await files.find(root, ['*.txt'])).toEqual([]);
  });

  it('change nothing outside, by its path and by links', async () => {
    const before = readdirSync(place.path).sort();
    for (const at of [outside, join(root, 'out'), `${root}/../outside`, `${root}/run/../../outside`]) {
      const [secret, fresh] = [`${at}/secret.txt`, `${at}/new`];
      const [from, to] = [
        { path: secret, within: place.path },
        { path: fresh, within: place.path },
      ];
      const own = { path: join(root, 'run'), within: root };
      const attempts = [
        files.makeFolder(fresh),
        files.makeFolder(`${fresh}/deeper`),
        files.write(fresh, ''),
        files.link(root, fresh),
        files.makeExecutable(secret),
        files.create(fresh),
        files.remove(secret),
        files.move([[own, to]]),
        files.move([[from, { path: join(root, 'moved'), within: root }]]),
      ];
      for (const outcome of await Promise.allSettled(attempts)) {
        expect(outcome).toEqual({ status: 'rejected', reason: codeOf('EOUTSIDE') });
      }
    }
    await expect(files.remove(root)).rejects.toEqual(codeOf('EOUTSIDE'));
    await expect(files.remove(`${root}/run/..`)).rejects.toEqual(codeOf('EOUTSIDE'));
    await expect(files.remove(`${root}/..`)).rejects.toEqual(codeOf('EOUTSIDE'));
    expect(readdirSync(place.path).sort()).toEqual(before);
    expect(readdirSync(outside)).toEqual(['secret.txt']);
    expect(readdirSync(root).sort()).toEqual(['link.txt', 'out', 'run']);
  });
});
