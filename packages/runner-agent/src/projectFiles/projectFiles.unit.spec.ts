import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { findCommand } from '../process/findCommand.ts';
import { type RunningProcess, startProcess } from '../process/startProcess.ts';
import { asUser } from '../sandbox/separation.ts';
import { agentProjectFiles, type HelperOrder, moveAsAgent, projectFilesBy } from './fileHelper.ts';
import type { OpenedFile, ProjectFiles } from './projectFiles.ts';

const isWindows = process.platform === 'win32';
const onPosix = isWindows ? it.skip : it;
const onLinux = process.platform === 'linux' ? it : it.skip;
const isRoot = process.getuid?.() === 0;
/** Not one of the users that the agent gives to projects. */
const other = { uid: 64_201, gid: 64_201 };

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-files-')));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(path: string, content = ''): string {
  const whole = join(folder, path);
  mkdirSync(join(whole, '..'), { recursive: true });
  writeFileSync(whole, content);
  return whole;
}

function codeOf(code: string) {
  return expect.objectContaining({ name: 'ProjectFileError', code });
}

async function textOf(file: OpenedFile): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of file.chunks()) parts.push(part);
  return Buffer.concat(parts).toString();
}

const startHelper = (order: HelperOrder) =>
  startProcess({ ...order, directory: tmpdir(), environment: { PATH: process.env.PATH } });

describe('project files', () => {
  const files = openMachineFiles();

  it('have the kind of what a path leads to', async () => {
    const file = put('a.txt');
    symlinkSync(file, join(folder, 'link'));
    symlinkSync(join(folder, 'gone'), join(folder, 'dangling'));
    expect(await files.kind(file)).toBe('file');
    expect(await files.kind(folder)).toBe('folder');
    expect(await files.kind(join(folder, 'link'))).toBe('file');
    expect(await files.kind(join(folder, 'dangling'))).toBeNull();
    expect(await files.kind(join(folder, 'gone'))).toBeNull();
    expect(await files.kind(join(file, 'below'))).toBeNull();
    expect([await files.isFile(file), await files.isFile(folder)]).toEqual([true, false]);
    expect([await files.isFolder(file), await files.isFolder(folder)]).toEqual([false, true]);
  });

  it('name the first path that exists, and a dangling link only on request', async () => {
    const file = put('a.txt');
    const dangling = join(folder, 'dangling');
    symlinkSync(join(folder, 'gone'), dangling);
    const paths = [join(folder, 'gone'), dangling, file, folder];
    expect(await files.firstExisting(paths)).toBe(file);
    expect(await files.firstExisting(paths, true)).toBe(dangling);
    expect(await files.firstExisting([])).toBeNull();
  });

  it('resolve links', async () => {
    const file = put('a/b.txt');
    symlinkSync(join(folder, 'a'), join(folder, 'link'));
    expect(await files.realPath(join(folder, 'link', 'b.txt'))).toBe(file);
    expect(await files.realPath(join(folder, 'gone'))).toBeNull();
  });

  it('have text up to a limit, and null where no file is', async () => {
    const file = put('a.txt', 'größe');
    expect(await files.readText(file)).toBe('größe');
    expect(await files.readText(file, { limit: 7 })).toBe('größe');
    await expect(files.readText(file, { limit: 6 })).rejects.toEqual(codeOf('EFBIG'));
    expect(await files.readText(join(folder, 'gone'))).toBeNull();
    expect(await files.readText(join(file, 'below'))).toBeNull();
    await expect(files.readText(folder)).rejects.toEqual(codeOf('ENOTFILE'));
  });

  it('have no text outside of the wanted folder', async () => {
    const secret = put('secret.txt', 'secret');
    const own = join(folder, 'own');
    mkdirSync(own);
    symlinkSync(secret, join(own, 'link.txt'));
    expect(await files.readText(join(own, 'link.txt'))).toBe('secret');
    expect(await files.readText(join(own, 'link.txt'), { within: own })).toBeNull();
    expect(await files.readText(join(own, '..', 'secret.txt'), { within: own })).toBeNull();
    expect(await files.readText(secret, { within: folder })).toBe('secret');
  });

  it('list a folder without following its links', async () => {
    put('a.txt');
    mkdirSync(join(folder, 'b'));
    symlinkSync(join(folder, 'b'), join(folder, 'c'));
    const listed = (await files.list(folder)) ?? [];
    expect(listed.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'a.txt', kind: 'file' },
      { name: 'b', kind: 'folder' },
      { name: 'c', kind: 'link' },
    ]);
    expect(await files.list(join(folder, 'gone'))).toBeNull();
    expect(await files.list(join(folder, 'a.txt'))).toBeNull();
  });

  it('are found with their size, sorted by path, and not through linked folders', async () => {
    put('b/two.txt', 'two');
    put('a/one.txt', 'three');
    symlinkSync(join(folder, 'a'), join(folder, 'linked'));
    symlinkSync(join(folder, 'a', 'one.txt'), join(folder, 'link.txt'));
    symlinkSync(join(folder, 'gone'), join(folder, 'dangling.txt'));
    const found = await files.find(folder, ['**/*.txt']);
    expect(found.map(({ path, size, isLink }) => [relative(folder, path), size, isLink])).toEqual([
      [join('a', 'one.txt'), 5, false],
      [join('b', 'two.txt'), 3, false],
      ['link.txt', 5, true],
    ]);
    const { inode, modifiedMs } = found[0] ?? {};
    expect({ inode, modifiedMs }).toEqual({
      inode: statSync(join(folder, 'a', 'one.txt')).ino,
      modifiedMs: statSync(join(folder, 'a', 'one.txt')).mtimeMs,
    });
  });

  it('get new folders with those above them, but none in place of a link', async () => {
    const path = join(folder, 'a', 'b', 'c');
    await files.makeFolder(path);
    await files.makeFolder(path);
    expect(lstatSync(path).isDirectory()).toBe(true);
    if (!isWindows) expect(statSync(path).mode & 0o777).toBe(0o700);
    symlinkSync(join(folder, 'a'), join(folder, 'link'));
    await expect(files.makeFolder(join(folder, 'link'))).rejects.toEqual(codeOf('EEXIST'));
    await expect(files.makeFolder(put('file'))).rejects.toEqual(codeOf('EEXIST'));
  });

  it('are written once: no file is replaced and no link followed', async () => {
    await files.write(join(folder, 'new.txt'), 'größe', 0o640);
    await files.write(join(folder, 'bytes'), Buffer.from([0, 255]));
    expect(readFileSync(join(folder, 'new.txt'), 'utf8')).toBe('größe');
    expect([...readFileSync(join(folder, 'bytes'))]).toEqual([0, 255]);
    if (!isWindows) expect(statSync(join(folder, 'bytes')).mode & 0o777).toBe(0o600);
    await expect(files.write(join(folder, 'new.txt'), 'other')).rejects.toEqual(codeOf('EEXIST'));
    expect(readFileSync(join(folder, 'new.txt'), 'utf8')).toBe('größe');
    for (const target of ['new.txt', 'gone.txt']) {
      const link = join(folder, `link-to-${target}`);
      symlinkSync(join(folder, target), link);
      await expect(files.write(link, 'other')).rejects.toEqual(codeOf('EEXIST'));
    }
    expect(readFileSync(join(folder, 'new.txt'), 'utf8')).toBe('größe');
    expect(existsSync(join(folder, 'gone.txt'))).toBe(false);
  });

  it('get links where nothing is', async () => {
    const link = join(folder, 'link');
    await files.link(folder, link);
    expect(realpathSync(link)).toBe(folder);
    await expect(files.link(tmpdir(), link)).rejects.toEqual(codeOf('EEXIST'));
  });

  onPosix('become executable, unless a link leads to them (needs POSIX modes)', async () => {
    const script = put('script.sh');
    chmodSync(script, 0o600);
    await files.makeExecutable(script);
    expect(statSync(script).mode & 0o777).toBe(0o755);
    const target = put('target.sh');
    chmodSync(target, 0o600);
    symlinkSync(target, join(folder, 'link.sh'));
    await expect(files.makeExecutable(join(folder, 'link.sh'))).rejects.toEqual(codeOf('ELOOP'));
    expect(statSync(target).mode & 0o777).toBe(0o600);
    await expect(files.makeExecutable(folder)).rejects.toEqual(codeOf('ENOTFILE'));
  });

  it('are removed with everything below, and without what links lead to', async () => {
    const outside = put('outside/kept.txt');
    put('tree/a/b/c.txt');
    symlinkSync(join(folder, 'outside'), join(folder, 'tree', 'a', 'link'));
    symlinkSync(outside, join(folder, 'tree', 'file-link'));
    symlinkSync(join(folder, 'outside'), join(folder, 'top-link'));
    await files.remove(join(folder, 'tree'));
    await files.remove(join(folder, 'top-link'));
    await files.remove(join(folder, 'gone'));
    await files.remove(join(folder, 'gone', 'below'));
    expect(readdirSync(folder)).toEqual(['outside']);
    expect(existsSync(outside)).toBe(true);
    await files.remove(outside);
    expect(readdirSync(join(folder, 'outside'))).toEqual([]);
  });

  it('are removed by the path that is meant, not by what its last name leads to', async () => {
    put('a/b/c.txt');
    await files.remove(`${join(folder, 'a', 'b')}/..`);
    expect(readdirSync(folder)).toEqual([]);
  });

  onLinux('are removed from folders with more levels than the helper has descriptors (on Linux)', async () => {
    const deep = join(folder, 'deep');
    mkdirSync(join(deep, ...Array.from({ length: 1500 }, () => 'd')), { recursive: true });
    const limited = projectFilesBy((order) =>
      startProcess({ ...order, directory: '/', environment: {} }, ({ command, args = [], environment }) => ({
        command: '/bin/sh',
        args: ['-c', 'ulimit -n 256; exec "$@"', 'sh', command, ...args],
        shell: false,
        environment,
      })),
    );
    await limited.remove(deep);
    expect(existsSync(deep)).toBe(false);
    await limited.close();
  });

  onLinux('are removed whatever bytes their names have (on Linux)', async () => {
    const tree = join(folder, 'tree');
    mkdirSync(tree);
    for (const name of ['\xff\xfe', 'a\xc3']) {
      const odd = Buffer.concat([Buffer.from(`${tree}/`), Buffer.from(name, 'latin1')]);
      mkdirSync(odd);
      writeFileSync(Buffer.concat([odd, Buffer.from('/'), Buffer.from(name, 'latin1')]), '');
    }
    await files.remove(tree);
    expect(existsSync(tree)).toBe(false);
  });

  it('are removed from a folder that stays, which is not one through a link', async () => {
    put('kept/a.txt');
    put('kept/deep/b.txt');
    put('other/c.txt');
    symlinkSync(join(folder, 'other'), join(folder, 'kept', 'link'));
    symlinkSync(join(folder, 'other'), join(folder, 'linked'));
    const { ino } = statSync(join(folder, 'kept'));
    for (const path of ['kept', 'linked', 'missing']) await files.clear(join(folder, path));
    expect(readdirSync(join(folder, 'kept'))).toEqual([]);
    expect(statSync(join(folder, 'kept')).ino).toBe(ino);
    expect(readdirSync(join(folder, 'other'))).toEqual(['c.txt']);
  });

  it('are moved between the named folders only, wherever links lead', async () => {
    const [run, installs, outside] = ['run', 'installs', 'outside'].map((name) => join(folder, name));
    if (!run || !installs || !outside) throw new Error('no folders');
    put('run/modules/a.js', 'a');
    put('outside/secret/b.js', 'b');
    mkdirSync(installs);
    await files.move({ path: join(run, 'modules'), within: run }, { path: join(installs, 'one'), within: installs });
    expect(readFileSync(join(installs, 'one', 'a.js'), 'utf8')).toBe('a');
    expect(existsSync(join(run, 'modules'))).toBe(false);

    symlinkSync(outside, join(run, 'out'));
    symlinkSync(outside, join(installs, 'out'));
    mkdirSync(join(run, 'modules'));
    const [modules, two] = [join(run, 'modules'), join(installs, 'two')];
    const attempts = [
      [join(run, 'out', 'secret'), two],
      [join(outside, 'secret'), two],
      [modules, join(installs, 'out', 'two')],
      [modules, join(outside, 'two')],
      [modules, `${installs}/../outside/two`],
    ] as const;
    for (const [path, to] of attempts) {
      const moved = files.move({ path, within: run }, { path: to, within: installs });
      await expect(moved).rejects.toEqual(codeOf('EOUTSIDE'));
    }
    expect(readdirSync(outside)).toEqual(['secret']);
    // A link itself may be moved: it leads nowhere by that.
    await files.move({ path: join(run, 'out'), within: run }, { path: two, within: installs });
    expect(readlinkSync(two)).toBe(outside);
  });

  it('are open for reading in parts until they are closed', async () => {
    const path = put('a.bin', 'x'.repeat(700_000));
    const file = await files.open(path);
    expect(file).toMatchObject({ size: 700_000, modifiedMs: statSync(path).mtimeMs });
    expect((await file.read(699_998, 10)).toString()).toBe('xx');
    expect(await file.read(700_000, 10)).toHaveLength(0);
    expect(await textOf(file)).toHaveLength(700_000);
    await file.close();
    await file.close();
    await expect(file.read(0, 1)).rejects.toEqual(codeOf('EBADF'));
    await expect(files.open(join(folder, 'gone'))).rejects.toEqual(codeOf('ENOENT'));
  });

  it('end where they ended when they were opened', async () => {
    const path = put('a.log', 'first');
    const file = await files.open(path);
    appendFileSync(path, ' second');
    expect(await textOf(file)).toBe('first');
    await file.close();
  });

  it('are opened in the wanted folder only, wherever links lead', async () => {
    const own = join(folder, 'own');
    put('own/a.txt', 'own');
    const secret = put('outside/a.txt', 'secret');
    symlinkSync(secret, join(own, 'link.txt'));
    symlinkSync(join(folder, 'outside'), join(own, 'up'));
    symlinkSync(join(own, 'a.txt'), join(own, 'inside.txt'));
    for (const path of [secret, join(own, 'link.txt'), join(own, 'up', 'a.txt'), `${own}/../outside/a.txt`]) {
      await expect(files.open(path, own)).rejects.toEqual(codeOf('EOUTSIDE'));
    }
    const file = await files.open(join(own, 'inside.txt'), own);
    expect(await textOf(file)).toBe('own');
    await file.close();
    // A folder whose name begins with the wanted one's is another folder.
    put('owner/a.txt');
    await expect(files.open(join(folder, 'owner', 'a.txt'), own)).rejects.toEqual(codeOf('EOUTSIDE'));
  });

  onLinux('never come from outside while a link is swapped (on Linux)', async () => {
    const own = join(folder, 'own');
    put('own/inside/a.txt', 'own');
    put('outside/a.txt', 'secret');
    const swapped = join(own, 'swapped');
    symlinkSync(join(own, 'inside'), swapped);
    const swapper = swap(swapped, [join(own, 'inside'), join(folder, 'outside')]);
    try {
      const outcomes: string[] = [];
      const seen = (outcome: string) => outcomes.filter((each) => each === outcome).length;
      while (seen('own') < 20 || seen('EOUTSIDE') < 20) {
        outcomes.push(await outcomeOf(files, join(swapped, 'a.txt'), own));
        expect([null, 'own']).toContain(await files.readText(join(swapped, 'a.txt'), { within: own }));
      }
      expect(new Set(outcomes)).toEqual(new Set(['own', 'EOUTSIDE']));
    } finally {
      const ended = once(swapper, 'exit');
      swapper.kill('SIGKILL');
      await ended;
    }
  });

  onPosix('stay readable where they were created, whatever happens to the path (needs POSIX)', async () => {
    const path = join(folder, 'channel');
    const secret = put('secret.txt', 'secret');
    const file = await files.create(path);
    const writer = openSync(path, 'a');
    writeSync(writer, 'first ');
    renameSync(path, join(folder, 'moved'));
    symlinkSync(secret, path);
    writeSync(writer, 'second');
    closeSync(writer);
    expect((await file.read(0, 100)).toString()).toBe('first second');
    await file.close();
    await expect(files.create(path)).rejects.toEqual(codeOf('EEXIST'));
    await expect(files.create(join(folder, 'moved'))).rejects.toEqual(codeOf('EEXIST'));
  });

  onPosix('are regular files: pipes, sockets and devices are refused at once (needs POSIX)', async () => {
    const [pipe, socket] = [join(folder, 'pipe'), join(folder, 'socket')];
    execFileSync('mkfifo', [pipe]);
    const server = createServer().listen(socket);
    await once(server, 'listening');
    const refusals = [
      [pipe, 'ENOTFILE'],
      [socket, 'ENXIO'],
      ['/dev/zero', 'ENOTFILE'],
      [folder, 'ENOTFILE'],
    ] as const;
    for (const [path, code] of refusals) {
      await expect(files.open(path)).rejects.toEqual(codeOf(code));
      await expect(files.readText(path)).rejects.toEqual(codeOf(code));
      expect(await files.isFile(path)).toBe(false);
      if (path !== '/dev/zero') await expect(files.makeExecutable(path)).rejects.toEqual(codeOf(code));
    }
    expect(await files.kind(pipe)).toBe('other');
    expect(await files.find(folder, ['*'])).toEqual([]);
    await files.remove(pipe);
    await new Promise((resolve) => server.close(resolve));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('cannot be reached after their closing', async () => {
    const closed = agentProjectFiles(folder);
    expect(await closed.isFolder(folder)).toBe(true);
    await closed.close();
    await expect(closed.isFolder(folder)).rejects.toEqual(codeOf('ECLOSED'));
    await closed.close();
  });
});

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
    chmodSync(join(folder, 'tree', 'closed', 'deeper'), 0o000);
    chmodSync(join(folder, 'tree', 'closed'), 0o000);
    await files.remove(join(folder, 'tree', 'closed'));
    expect(readdirSync(join(folder, 'tree'))).toEqual([]);
  });

  it('are those that the user can reach', async () => {
    const secret = put('tree/secret.txt', 'secret');
    handOver('tree');
    writeFileSync(join(folder, 'tree', 'of-root.txt'), 'secret', { mode: 0o600 });
    expect(await files.readText(secret)).toBe('secret');
    expect(await files.readText(join(folder, 'tree', 'of-root.txt'))).toBeNull();
    await expect(files.open(join(folder, 'tree', 'of-root.txt'))).rejects.toEqual(codeOf('EACCES'));
  });

  it('say that a removal failed', async () => {
    const kept = put('of-root/kept.txt');
    chmodSync(folder, 0o711);
    await expect(files.remove(kept)).rejects.toEqual(codeOf('EACCES'));
    chmodSync(join(folder, 'of-root'), 0o700);
    await expect(files.remove(kept)).rejects.toEqual(codeOf('EACCES'));
    expect(existsSync(kept)).toBe(true);
  });

  function handOver(name: string): void {
    chmodSync(folder, 0o711);
    execFileSync('chown', ['-R', `${other.uid}:${other.gid}`, join(folder, name)]);
  }
});

describe('project files below roots', () => {
  let root: string;
  let outside: string;
  let files: ProjectFiles;
  beforeEach(() => {
    put('workspaces/run/a.txt', 'own');
    put('outside/secret.txt', 'secret');
    [root, outside] = [join(folder, 'workspaces'), join(folder, 'outside')];
    symlinkSync(outside, join(root, 'out'));
    symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'));
    files = agentProjectFiles(folder, [root, join(folder, 'outside', '..', 'workspaces')]);
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
    await files.move({ path: join(root, 'new'), within: root }, { path: join(root, 'run', 'new'), within: root });
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
    const before = readdirSync(folder).sort();
    for (const at of [outside, join(root, 'out'), `${root}/../outside`, `${root}/run/../../outside`]) {
      const [secret, fresh] = [`${at}/secret.txt`, `${at}/new`];
      const [from, to] = [
        { path: secret, within: folder },
        { path: fresh, within: folder },
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
        files.move(own, to),
        files.move(from, { path: join(root, 'moved'), within: root }),
      ];
      for (const outcome of await Promise.allSettled(attempts)) {
        expect(outcome).toEqual({ status: 'rejected', reason: codeOf('EOUTSIDE') });
      }
    }
    await expect(files.remove(root)).rejects.toEqual(codeOf('EOUTSIDE'));
    await expect(files.remove(`${root}/run/..`)).rejects.toEqual(codeOf('EOUTSIDE'));
    await expect(files.remove(`${root}/..`)).rejects.toEqual(codeOf('EOUTSIDE'));
    expect(readdirSync(folder).sort()).toEqual(before);
    expect(readdirSync(outside)).toEqual(['secret.txt']);
    expect(readdirSync(root).sort()).toEqual(['link.txt', 'out', 'run']);
  });
});

describe('the helper for project files', () => {
  it('is started again for the request after its end', async () => {
    const started: RunningProcess[] = [];
    const files = projectFilesBy((order) => {
      const running = startHelper(order);
      started.push(running);
      return running;
    });
    expect(started).toHaveLength(0);
    expect(await files.isFolder(folder)).toBe(true);
    const opened = await files.open(put('a.txt'));
    await started[0]?.end();
    await started[0]?.ended;
    expect(await files.isFolder(folder)).toBe(true);
    expect(started).toHaveLength(2);
    // What was open went with the first one.
    await expect(opened.read(0, 1)).rejects.toEqual(codeOf('EBADF'));
    await files.close();
  });

  onPosix('rejects what was asked when it is killed (needs POSIX signals)', async () => {
    const dying = "process.stdin.once('data', () => process.kill(process.pid, 'SIGKILL'))";
    const scripts = [dying];
    const files = projectFilesBy((order) => startHelper(withScript(order, scripts.shift())));
    const asked = [files.kind(folder), files.list(folder), files.remove(join(folder, 'a'))];
    for (const outcome of await Promise.allSettled(asked)) {
      expect(outcome).toEqual({ status: 'rejected', reason: codeOf('EENDED') });
    }
    expect(await files.kind(folder)).toBe('folder');
    await files.close();
  });

  onPosix('rejects a request at once whose answer is too long, and no other (needs POSIX names)', async () => {
    const files = agentProjectFiles(folder);
    // Paths close to the longest ones of Linux, of characters that JSON writes as six.
    const name = '\u0001'.repeat(255);
    const deep = Array.from({ length: 14 }, () => name).join('/');
    mkdirSync(join(folder, deep), { recursive: true });
    for (let at = 0; at < 1700; at += 1) closeSync(openSync(join(folder, deep, `${at}.xml`), 'w'));
    const [found, listed] = await Promise.allSettled([files.find(folder, ['**/*.xml']), files.list(folder)]);
    const message = expect.stringMatching(/^the answer to 'find' has \d+ characters/);
    expect(found).toMatchObject({ status: 'rejected', reason: { code: 'ETOOLONG', message } });
    expect(listed).toEqual({ status: 'fulfilled', value: [{ name, kind: 'folder' }] });
    await files.close();
  });

  it('rejects what was asked when a line is too long that it writes after it was taken over', async () => {
    const flood = `const fs = require('node:fs');
process.stdin.once('data', () => {
  const part = Buffer.alloc(2 ** 20, 'x');
  for (let at = 0; at < 33; at += 1) for (let from = 0; from < part.length; ) from += fs.writeSync(3, part, from);
  fs.writeSync(3, '\\n');
});`;
    const files = projectFilesBy((order) => startHelper(withScript(order, flood)));
    await expect(files.kind(folder)).rejects.toEqual(codeOf('ETOOLONG'));
    await files.close();
  });

  onLinux('moves for one project while the move for another one fails (needs /proc)', async () => {
    const moves = ['one', 'two'].map((project) => {
      const path = put(`workspaces/${project}/node_modules/a.js`, project);
      mkdirSync(join(folder, 'projects', project), { recursive: true });
      return [
        { path: join(path, '..'), within: join(folder, 'workspaces', project) },
        { path: join(folder, 'projects', project, 'moved'), within: join(folder, 'projects', project) },
      ] as const;
    });
    const before = helperProcesses();
    const start = (at: number) => {
      const move = moves[at];
      if (!move) throw new Error('move not found');
      return moveAsAgent(folder, ...move);
    };
    const failing = start(0);
    // Without a pause: its program has to load before it can move anything.
    let first: number | undefined;
    while (first === undefined) [first] = helperProcesses().filter((pid) => !before.includes(pid));
    const moving = [failing, start(1)];
    process.kill(first, 'SIGKILL');
    const [failed, moved] = await Promise.allSettled(moving);
    expect(failed).toEqual({ status: 'rejected', reason: codeOf('EENDED') });
    expect(moved).toMatchObject({ status: 'fulfilled' });
    expect(readFileSync(join(folder, 'projects', 'two', 'moved', 'a.js'), 'utf8')).toBe('two');
  });

  it('says why it cannot be started', async () => {
    const missing = join(folder, 'no-node');
    const files = projectFilesBy((order) => startHelper({ ...order, command: missing }));
    await expect(files.kind(folder)).rejects.toMatchObject({
      code: 'EENDED',
      message: expect.stringContaining('no-node'),
    });
    await files.close();
  });

  it('gives valid answers only, whatever else is written to its channel', async () => {
    const files = answering({
      kind: { result: 'file' },
      list: { result: [{ name: 'a', kind: 'door' }] },
      realPath: {},
      makeFolder: { result: 'made' },
      find: { error: { code: 'E'.repeat(100), message: 'm'.repeat(10_000) } },
    });
    expect(await files.kind(folder)).toBe('file');
    await expect(files.list(folder)).rejects.toEqual(codeOf('EBADANSWER'));
    await expect(files.realPath(folder)).rejects.toEqual(codeOf('EBADANSWER'));
    await expect(files.makeFolder(folder)).rejects.toEqual(codeOf('EBADANSWER'));
    await expect(files.find(folder, ['*'])).rejects.toMatchObject({ code: 'E'.repeat(40), message: 'm'.repeat(300) });
    await files.close();
  });

  it('gives no more than it was asked for', async () => {
    const five = Buffer.from('abcde').toString('base64');
    const files = answering({
      list: { result: Array.from({ length: 20_001 }, (_, at) => ({ name: `${at}`, kind: 'file' })) },
      read: { result: five },
      realPath: { result: 'x'.repeat(9000) },
      firstExisting: { result: '/etc/passwd' },
      open: { result: { handle: 1, size: 12, modifiedMs: 0 } },
      chunk: { result: five },
    });
    await expect(files.list(folder)).rejects.toEqual(codeOf('EBADANSWER'));
    await expect(files.realPath(folder)).rejects.toEqual(codeOf('EBADANSWER'));
    expect(await files.readText(folder, { limit: 5 })).toBe('abcde');
    await expect(files.readText(folder, { limit: 4 })).rejects.toEqual(codeOf('EBADANSWER'));
    expect(await files.firstExisting([folder])).toBeNull();
    const opened = await files.open(folder);
    expect((await opened.read(0, 5)).toString()).toBe('abcde');
    await expect(opened.read(0, 4)).rejects.toEqual(codeOf('EBADANSWER'));
    // Two of the twelve bytes are left for the third answer, which has five.
    await expect(textOf(opened)).rejects.toEqual(codeOf('EBADANSWER'));
    await files.close();
  });

  it('ends a file that never ends', async () => {
    const files = answering({
      open: { result: { handle: 1, size: 10, modifiedMs: 0 } },
      chunk: { result: Buffer.from('abcde').toString('base64') },
    });
    expect(await textOf(await files.open(folder))).toBe('abcdeabcde');
    await files.close();
  });
});

/** Leads the link to one folder after the other, without an instant in which it is missing. */
function swap(link: string, targets: readonly string[]): ChildProcess {
  const script = `const [, link, ...targets] = process.argv;
for (let at = 0; ; at += 1) {
  fs.symlinkSync(targets[at % targets.length], link + '.next');
  fs.renameSync(link + '.next', link);
}`;
  return spawn(process.execPath, ['--eval', script, link, ...targets], { stdio: 'ignore' });
}

async function outcomeOf(files: ProjectFiles, path: string, within: string): Promise<string> {
  try {
    const file = await files.open(path, within);
    const text = await textOf(file);
    await file.close();
    return text;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

/** @returns the processes of helpers that this one has started, the oldest first */
function helperProcesses(): number[] {
  const started = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      // The name of a program is in parentheses, and may have spaces.
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
      return parent === process.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('projectFiles.cjs');
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
  return started.map(Number).sort((a, b) => a - b);
}

function withScript(order: HelperOrder, script: string | undefined): HelperOrder {
  return script === undefined ? order : { ...order, args: ['--eval', script] };
}

/** @returns project files by a helper that has been taken over: it gives these answers, each among garbage. */
function answering(answers: Record<string, unknown>): ProjectFiles {
  const script = `const fs = require('node:fs');
const answers = ${JSON.stringify(answers)};
const say = (text) => fs.writeSync(3, text + '\\n');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, operation } = JSON.parse(line);
  for (const each of ['', 'garbage', '{', '[]', 'null', '[['.repeat(100000), '{"id":"1"}', '{"id":' + id + ',"error":1}']) say(each);
  say(JSON.stringify({ id: id + 1, result: 'folder' }));
  say(JSON.stringify({ id: -1, result: 'folder' }));
  say(JSON.stringify({ id, ...answers[operation] }));
  say(JSON.stringify({ id, result: 'folder' }));
});`;
  const helper = put('helper.cjs', script);
  return projectFilesBy((order) => startHelper({ ...order, args: [helper] }));
}
