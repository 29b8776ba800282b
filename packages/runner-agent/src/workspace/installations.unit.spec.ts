import { EventEmitter, once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { transfersAsAgent } from '../projectFiles/fileHelper.ts';
import { ProjectFileError } from '../projectFiles/projectFileError.ts';
import { InstallationMarks, Installations } from './installations.ts';

describe('the installations of a project', () => {
  const files = openMachineFiles();
  let folder: string;
  let run: string;
  let installs: string;
  let installations: Installations;
  let installation: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-installs-')));
    run = join(folder, 'workspaces', 'run');
    installs = join(folder, 'projects', 'one', 'installs');
    for (const each of [run, installs]) mkdirSync(each, { recursive: true });
    installations = open();
    installation = installations.pathOf(['linux', 'npm ci', 'lock']);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function open(): Installations {
    return new Installations(
      installs,
      files,
      transfersAsAgent(folder),
      new InstallationMarks(join(folder, 'installed')),
    );
  }

  async function filled(name: string): Promise<void> {
    await files.write(join(installation, name), name);
  }

  function modulesWith(content: string): { path: string; name: string; within: string } {
    const path = join(run, 'node_modules');
    mkdirSync(path);
    writeFileSync(join(path, 'a.js'), content);
    return { path, name: 'node_modules', within: run };
  }

  it('have a path for each list of inputs, in the project’s folder', () => {
    expect(installations.pathOf(['linux', 'npm ci', 'lock'])).toBe(installation);
    expect(installations.pathOf(['linux', 'npm cilock'])).not.toBe(installation);
    expect(join(installation, '..')).toBe(installs);
  });

  it('are filled once, while concurrent callers wait', async () => {
    const events: string[] = [];
    const gate = new EventEmitter();
    const fill = async () => {
      events.push('fill');
      const opened = once(gate, 'open');
      gate.emit('began');
      await opened;
      await filled('pkg');
      events.push('filled');
    };
    const began = once(gate, 'began');
    const first = installations.fillOnce(installation, fill);
    const others = [1, 2].map(() => installations.fillOnce(installation, fill));
    for (const each of others) void each.then(() => events.push('next'));
    await began;
    expect(await installations.has(installation)).toBe(false);
    gate.emit('open');
    expect(await Promise.all([first, ...others])).toEqual([false, true, true]);
    expect(events.slice(0, 2)).toEqual(['fill', 'filled']);
    expect(events.filter((each) => each === 'fill')).toHaveLength(1);
    expect(readFileSync(join(installation, 'pkg'), 'utf8')).toBe('pkg');
    // Another agent process on the same folder, and the next run.
    expect(await open().has(installation)).toBe(true);
    expect(await open().fillOnce(installation, fill)).toBe(true);
  });

  it('are filled again after a failure, from an empty folder', async () => {
    const failing = installations.fillOnce(installation, async () => {
      await filled('half');
      throw new Error('no network');
    });
    const waiting = installations.fillOnce(installation, () => filled('whole'));
    await expect(failing).rejects.toThrow('no network');
    expect(await waiting).toBe(false);
    expect(readdirSync(installation)).toEqual(['whole']);
  });

  it('are not trusted where tests have planted a folder and a mark', async () => {
    mkdirSync(installation);
    for (const name of ['.complete', 'evil.js']) writeFileSync(join(installation, name), '');
    expect(await installations.has(installation)).toBe(false);
    expect(await installations.fillOnce(installation, () => filled('own'))).toBe(false);
    expect(readdirSync(installation)).toEqual(['own']);
  });

  it('replace a planted link without touching what it leads to', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'kept'), '');
    symlinkSync(other, installation);
    await installations.fillOnce(installation, () => filled('own'));
    expect(readdirSync(other)).toEqual(['kept']);
    expect(readdirSync(installation)).toEqual(['own']);
  });

  it('are incomplete once more where their folder is gone and filling it again failed', async () => {
    await installations.fillOnce(installation, () => filled('own'));
    rmSync(installation, { recursive: true });
    expect(await installations.has(installation)).toBe(false);
    const failing = installations.fillOnce(installation, async () => {
      await filled('half');
      throw new Error('no network');
    });
    await expect(failing).rejects.toThrow('no network');
    expect(existsSync(installation)).toBe(true);
    expect(await installations.has(installation)).toBe(false);
  });

  it('keep the folder of the first run; the second one’s is removed', async () => {
    await installations.keep(installation, [modulesWith('first')]);
    expect(await installations.has(installation)).toBe(true);
    expect(existsSync(join(run, 'node_modules'))).toBe(false);
    await installations.keep(installation, [modulesWith('second')]);
    expect(existsSync(join(run, 'node_modules'))).toBe(false);
    expect(readFileSync(join(installation, 'node_modules', 'a.js'), 'utf8')).toBe('first');
  });

  it('are provided to a run as folders of its own with the same files, and links as they are', async () => {
    const modules = modulesWith('content');
    mkdirSync(join(modules.path, '.bin'), { mode: 0o750 });
    symlinkSync('../a.js', join(modules.path, '.bin', 'a'));
    symlinkSync('/nowhere', join(modules.path, 'dangling'));
    const { ino } = statSync(join(modules.path, 'a.js'));
    await installations.keep(installation, [modules]);
    await installations.provide(installation, [modules]);
    const provided = join(run, 'node_modules');
    expect(realpathSync(join(provided, '.bin', 'a'))).toBe(join(provided, 'a.js'));
    expect(statSync(join(provided, 'a.js')).ino).toBe(ino);
    expect(readlinkSync(join(provided, 'dangling'))).toBe('/nowhere');
    expect(statSync(join(provided, '.bin')).mode & 0o777).toBe(0o750);
    // What a run adds or removes is its own.
    rmSync(provided, { recursive: true });
    expect(readFileSync(join(installation, 'node_modules', 'a.js'), 'utf8')).toBe('content');
  });

  it('are given as several folders with their links between each other, and only those that it has', async () => {
    const modules = modulesWith('root');
    const member = { path: join(run, 'packages', 'a', 'node_modules'), name: 'of-a', within: run };
    const without = { path: join(run, 'packages', 'b', 'node_modules'), name: 'of-b', within: run };
    for (const path of [member.path, join(run, 'packages', 'b')]) mkdirSync(path, { recursive: true });
    symlinkSync('../packages/a', join(modules.path, 'a'));
    symlinkSync('../../../node_modules/a.js', join(member.path, 'linked.js'));
    await installations.keep(installation, [modules, member]);
    expect(readdirSync(run)).toEqual(['packages']);
    expect(await installations.provide(installation, [modules, member, without])).toBe(true);
    expect(readFileSync(join(modules.path, 'a', 'node_modules', 'linked.js'), 'utf8')).toBe('root');
    expect(existsSync(without.path)).toBe(false);
  });

  it('are one link where the system has no hard links, and several folders then are not given', async () => {
    const modules = modulesWith('content');
    const member = { path: join(run, 'packages', 'a', 'node_modules'), name: 'of-a', within: run };
    mkdirSync(member.path, { recursive: true });
    await installations.keep(installation, [modules, member]);
    const failing = {
      move: () => Promise.reject(),
      linkFiles: () => Promise.reject(new ProjectFileError('EXDEV', '')),
    };
    const marks = new InstallationMarks(join(folder, 'installed'));
    const elsewhere = new Installations(installs, files, failing, marks);
    expect(await elsewhere.provide(installation, [modules, member])).toBe(false);
    expect([modules.path, member.path].map((path) => existsSync(path))).toEqual([false, false]);
    expect(await elsewhere.provide(installation, [modules])).toBe(true);
    expect(readlinkSync(modules.path)).toBe(join(installation, 'node_modules'));
  });

  it('are not provided through a link that tests have put in place of their folder', async () => {
    await installations.keep(installation, [modulesWith('own')]);
    const other = join(folder, 'projects', 'two', 'node_modules');
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, 'secret'), 'of another project');
    rmSync(join(installation, 'node_modules'), { recursive: true });
    symlinkSync(other, join(installation, 'node_modules'));
    const modules = { path: join(run, 'node_modules'), name: 'node_modules', within: run };
    await expect(installations.provide(installation, [modules])).rejects.toThrow(ProjectFileError);
    rmSync(installation, { recursive: true });
    symlinkSync(join(folder, 'projects', 'two'), installation);
    await expect(installations.provide(installation, [modules])).rejects.toThrow('outside of what the tests may show');
    expect(existsSync(modules.path)).toBe(false);
  });

  it('keep the folder of one of two concurrent runs', async () => {
    const [one, two] = ['one', 'two'].map((name) => {
      const path = join(run, name);
      mkdirSync(path);
      writeFileSync(join(path, 'a.js'), name);
      return { path, name: 'node_modules', within: run };
    });
    if (!one || !two) throw new Error('no folders');
    await Promise.all([installations.keep(installation, [one]), installations.keep(installation, [two])]);
    expect(readFileSync(join(installation, 'node_modules', 'a.js'), 'utf8')).toBe('one');
    expect(readdirSync(run)).toEqual([]);
  });

  it('keep no folder from outside of the run, and none outside of the project', async () => {
    const other = join(folder, 'projects', 'other', 'installs');
    mkdirSync(other, { recursive: true });
    symlinkSync(other, join(run, 'link'));
    const outside = { path: join(run, 'link', 'secret'), name: 'node_modules', within: run };
    mkdirSync(join(other, 'secret'));
    await expect(installations.keep(installation, [outside])).rejects.toMatchObject({ code: 'EOUTSIDE' });
    expect(await installations.has(installation)).toBe(false);
    expect(readdirSync(other)).toEqual(['secret']);

    // The tests own the folder of the project, and can lead its installations elsewhere.
    rmSync(installs, { recursive: true });
    symlinkSync(other, installs);
    await expect(installations.keep(installation, [modulesWith('own')])).rejects.toMatchObject({ code: 'EOUTSIDE' });
    expect(existsSync(join(run, 'node_modules', 'a.js'))).toBe(true);
    expect(await installations.has(installation)).toBe(false);
  });
});
