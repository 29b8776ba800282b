import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { codeOf, folderOfEach } from '../../test/projectFolder.ts';
import { startProcess } from '../process/startProcess.ts';
import { agentProjectFiles, projectFilesBy } from './fileHelper.ts';

const isWindows = process.platform === 'win32';
const onPosix = process.platform === 'win32' ? it.skip : it;
const onLinux = process.platform === 'linux' ? it : it.skip;
const place = folderOfEach();
const { put } = place;

describe('project files', () => {
  const files = openMachineFiles();

  it('have the kind of what a path leads to', async () => {
    const file = put('a.txt');
    symlinkSync(file, join(place.path, 'link'));
    symlinkSync(join(place.path, 'gone'), join(place.path, 'dangling'));
    expect(await files.kind(file)).toBe('file');
    expect(await files.kind(place.path)).toBe('folder');
    expect(await files.kind(join(place.path, 'link'))).toBe('file');
    expect(await files.kind(join(place.path, 'dangling'))).toBeNull();
    expect(await files.kind(join(place.path, 'gone'))).toBeNull();
    expect(await files.kind(join(file, 'below'))).toBeNull();
    expect([await files.isFile(file), await files.isFile(place.path)]).toEqual([true, false]);
    expect([await files.isFolder(file), await files.isFolder(place.path)]).toEqual([false, true]);
  });

  it('name the first path that exists, and a dangling link only on request', async () => {
    const file = put('a.txt');
    const dangling = join(place.path, 'dangling');
    symlinkSync(join(place.path, 'gone'), dangling);
    const paths = [join(place.path, 'gone'), dangling, file, place.path];
    expect(await files.firstExisting(paths)).toBe(file);
    expect(await files.firstExisting(paths, true)).toBe(dangling);
    expect(await files.firstExisting([])).toBeNull();
  });

  it('resolve links', async () => {
    const file = put('a/b.txt');
    symlinkSync(join(place.path, 'a'), join(place.path, 'link'));
    expect(await files.realPath(join(place.path, 'link', 'b.txt'))).toBe(file);
    expect(await files.realPath(join(place.path, 'gone'))).toBeNull();
  });

  it('have text up to a limit, and null where no file is', async () => {
    const file = put('a.txt', 'größe');
    expect(await files.readText(file)).toBe('größe');
    expect(await files.readText(file, { limit: 7 })).toBe('größe');
    await expect(files.readText(file, { limit: 6 })).rejects.toEqual(codeOf('EFBIG'));
    expect(await files.readText(join(place.path, 'gone'))).toBeNull();
    expect(await files.readText(join(file, 'below'))).toBeNull();
    await expect(files.readText(place.path)).rejects.toEqual(codeOf('ENOTFILE'));
  });

  it('have no text outside of the wanted folder', async () => {
    const secret = put('secret.txt', 'secret');
    const own = join(place.path, 'own');
    mkdirSync(own);
    symlinkSync(secret, join(own, 'link.txt'));
    expect(await files.readText(join(own, 'link.txt'))).toBe('secret');
    expect(await files.readText(join(own, 'link.txt'), { within: own })).toBeNull();
    expect(await files.readText(join(own, '..', 'secret.txt'), { within: own })).toBeNull();
    expect(await files.readText(secret, { within: place.path })).toBe('secret');
  });

  it('list a folder without following its links', async () => {
    put('a.txt');
    mkdirSync(join(place.path, 'b'));
    symlinkSync(join(place.path, 'b'), join(place.path, 'c'));
    const listed = (await files.list(place.path)) ?? [];
    expect(listed.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'a.txt', kind: 'file' },
      { name: 'b', kind: 'folder' },
      { name: 'c', kind: 'link' },
    ]);
    expect(await files.list(join(place.path, 'gone'))).toBeNull();
    expect(await files.list(join(place.path, 'a.txt'))).toBeNull();
  });

  it('are found with their size, sorted by path, and not through linked folders', async () => {
    put('b/two.txt', 'two');
    put('a/one.txt', 'three');
    symlinkSync(join(place.path, 'a'), join(place.path, 'linked'));
    symlinkSync(join(place.path, 'a', 'one.txt'), join(place.path, 'link.txt'));
    symlinkSync(join(place.path, 'gone'), join(place.path, 'dangling.txt'));
    const found = await files.find(place.path, ['**/*.txt']);
    expect(found.map(({ path, size, isLink }) => [relative(place.path, path), size, isLink])).toEqual([
      [join('a', 'one.txt'), 5, false],
      [join('b', 'two.txt'), 3, false],
      ['link.txt', 5, true],
    ]);
    const { inode, modifiedMs } = found[0] ?? {};
    expect({ inode, modifiedMs }).toEqual({
      inode: statSync(join(place.path, 'a', 'one.txt')).ino,
      modifiedMs: statSync(join(place.path, 'a', 'one.txt')).mtimeMs,
    });
  });

  it('get new folders with those above them, but none in place of a link', async () => {
    const path = join(place.path, 'a', 'b', 'c');
    await files.makeFolder(path);
    await files.makeFolder(path);
    expect(lstatSync(path).isDirectory()).toBe(true);
    if (!isWindows) expect(statSync(path).mode & 0o777).toBe(0o700);
    symlinkSync(join(place.path, 'a'), join(place.path, 'link'));
    await expect(files.makeFolder(join(place.path, 'link'))).rejects.toEqual(codeOf('EEXIST'));
    await expect(files.makeFolder(put('file'))).rejects.toEqual(codeOf('EEXIST'));
  });

  it('are written once: no file is replaced and no link followed', async () => {
    await files.write(join(place.path, 'new.txt'), 'größe', 0o640);
    await files.write(join(place.path, 'bytes'), Buffer.from([0, 255]));
    expect(readFileSync(join(place.path, 'new.txt'), 'utf8')).toBe('größe');
    expect([...readFileSync(join(place.path, 'bytes'))]).toEqual([0, 255]);
    if (!isWindows) expect(statSync(join(place.path, 'bytes')).mode & 0o777).toBe(0o600);
    await expect(files.write(join(place.path, 'new.txt'), 'other')).rejects.toEqual(codeOf('EEXIST'));
    expect(readFileSync(join(place.path, 'new.txt'), 'utf8')).toBe('größe');
    for (const target of ['new.txt', 'gone.txt']) {
      const link = join(place.path, `link-to-${target}`);
      symlinkSync(join(place.path, target), link);
      await expect(files.write(link, 'other')).rejects.toEqual(codeOf('EEXIST'));
    }
    expect(readFileSync(join(place.path, 'new.txt'), 'utf8')).toBe('größe');
    expect(existsSync(join(place.path, 'gone.txt'))).toBe(false);
  });

  it('get links where nothing is', async () => {
    const link = join(place.path, 'link');
    await files.link(place.path, link);
    expect(realpathSync(link)).toBe(place.path);
    await expect(files.link(tmpdir(), link)).rejects.toEqual(codeOf('EEXIST'));
  });

  onPosix('become executable, unless a link leads to them (needs POSIX modes)', async () => {
    const script = put('script.sh');
    chmodSync(script, 0o600);
    await files.makeExecutable(script);
    expect(statSync(script).mode & 0o777).toBe(0o755);
    const target = put('target.sh');
    chmodSync(target, 0o600);
    symlinkSync(target, join(place.path, 'link.sh'));
    await expect(files.makeExecutable(join(place.path, 'link.sh'))).rejects.toEqual(codeOf('ELOOP'));
    expect(statSync(target).mode & 0o777).toBe(0o600);
    await expect(files.makeExecutable(place.path)).rejects.toEqual(codeOf('ENOTFILE'));
  });

  it('are removed with everything below, and without what links lead to', async () => {
    const outside = put('outside/kept.txt');
    put('tree/a/b/c.txt');
    symlinkSync(join(place.path, 'outside'), join(place.path, 'tree', 'a', 'link'));
    symlinkSync(outside, join(place.path, 'tree', 'file-link'));
    symlinkSync(join(place.path, 'outside'), join(place.path, 'top-link'));
    await files.remove(join(place.path, 'tree'));
    await files.remove(join(place.path, 'top-link'));
    await files.remove(join(place.path, 'gone'));
    await files.remove(join(place.path, 'gone', 'below'));
    expect(readdirSync(place.path)).toEqual(['outside']);
    expect(existsSync(outside)).toBe(true);
    await files.remove(outside);
    expect(readdirSync(join(place.path, 'outside'))).toEqual([]);
  });

  it('are removed by the path that is meant, not by what its last name leads to', async () => {
    put('a/b/c.txt');
    await files.remove(`${join(place.path, 'a', 'b')}/..`);
    expect(readdirSync(place.path)).toEqual([]);
  });

  onLinux('are removed from folders with more levels than the helper has descriptors (on Linux)', async () => {
    const deep = join(place.path, 'deep');
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
    const tree = join(place.path, 'tree');
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
    symlinkSync(join(place.path, 'other'), join(place.path, 'kept', 'link'));
    symlinkSync(join(place.path, 'other'), join(place.path, 'linked'));
    const { ino } = statSync(join(place.path, 'kept'));
    for (const path of ['kept', 'linked', 'missing']) await files.clear(join(place.path, path));
    expect(readdirSync(join(place.path, 'kept'))).toEqual([]);
    expect(statSync(join(place.path, 'kept')).ino).toBe(ino);
    expect(readdirSync(join(place.path, 'other'))).toEqual(['c.txt']);
  });

  it('are moved between the named folders only, wherever links lead', async () => {
    const [run, installs, outside] = ['run', 'installs', 'outside'].map((name) => join(place.path, name));
    if (!run || !installs || !outside) throw new Error('no folders');
    put('run/modules/a.js', 'a');
    put('outside/secret/b.js', 'b');
    mkdirSync(installs);
    await files.move([
      [
        { path: join(run, 'modules'), within: run },
        { path: join(installs, 'one'), within: installs },
      ],
    ]);
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
      const moved = files.move([
        [
          { path, within: run },
          { path: to, within: installs },
        ],
      ]);
      await expect(moved).rejects.toEqual(codeOf('EOUTSIDE'));
    }
    expect(readdirSync(outside)).toEqual(['secret']);
    // A link itself may be moved: it leads nowhere by that.
    await files.move([
      [
        { path: join(run, 'out'), within: run },
        { path: two, within: installs },
      ],
    ]);
    expect(readlinkSync(two)).toBe(outside);
  });

  onPosix('are regular files: pipes, sockets and devices are refused at once (needs POSIX)', async () => {
    const [pipe, socket] = [join(place.path, 'pipe'), join(place.path, 'socket')];
    execFileSync('mkfifo', [pipe]);
    const server = createServer().listen(socket);
    await once(server, 'listening');
    const refusals = [
      [pipe, 'ENOTFILE'],
      [socket, 'ENXIO'],
      ['/dev/zero', 'ENOTFILE'],
      [place.path, 'ENOTFILE'],
    ] as const;
    for (const [path, code] of refusals) {
      await expect(files.open(path)).rejects.toEqual(codeOf(code));
      await expect(files.readText(path)).rejects.toEqual(codeOf(code));
      expect(await files.isFile(path)).toBe(false);
      if (path !== '/dev/zero') await expect(files.makeExecutable(path)).rejects.toEqual(codeOf(code));
    }
    expect(await files.kind(pipe)).toBe('other');
    expect(await files.find(place.path, ['*'])).toEqual([]);
    await files.remove(pipe);
    await new Promise((resolve) => server.close(resolve));
    expect(readdirSync(place.path)).toEqual([]);
  });

  it('cannot be reached after their closing', async () => {
    const closed = agentProjectFiles(place.path);
    expect(await closed.isFolder(place.path)).toBe(true);
    await closed.close();
    await expect(closed.isFolder(place.path)).rejects.toEqual(codeOf('ECLOSED'));
    await closed.close();
  });
});
