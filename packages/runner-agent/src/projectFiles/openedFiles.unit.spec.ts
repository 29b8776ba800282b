import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, openSync, renameSync, statSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { codeOf, folderOfEach, textOf } from '../../test/projectFolder.ts';
import type { ProjectFiles } from './projectFiles.ts';

const onPosix = process.platform === 'win32' ? it.skip : it;
const onLinux = process.platform === 'linux' ? it : it.skip;
const place = folderOfEach();
const { put } = place;

describe('opened project files', () => {
  const files = openMachineFiles();

  it('are read in parts until they are closed', async () => {
    const path = put('a.bin', 'x'.repeat(700_000));
    const file = await files.open(path);
    expect(file).toMatchObject({ size: 700_000, modifiedMs: statSync(path).mtimeMs });
    expect((await file.read(699_998, 10)).toString()).toBe('xx');
    expect(await file.read(700_000, 10)).toHaveLength(0);
    expect(await textOf(file)).toHaveLength(700_000);
    await file.close();
    await file.close();
    await expect(file.read(0, 1)).rejects.toEqual(codeOf('EBADF'));
    await expect(files.open(join(place.path, 'gone'))).rejects.toEqual(codeOf('ENOENT'));
  });

  it('end where they ended when they were opened', async () => {
    const path = put('a.log', 'first');
    const file = await files.open(path);
    appendFileSync(path, ' second');
    expect(await textOf(file)).toBe('first');
    await file.close();
  });

  it('are opened in the wanted folder only, wherever links lead', async () => {
    const own = join(place.path, 'own');
    put('own/a.txt', 'own');
    const secret = put('outside/a.txt', 'secret');
    symlinkSync(secret, join(own, 'link.txt'));
    symlinkSync(join(place.path, 'outside'), join(own, 'up'));
    symlinkSync(join(own, 'a.txt'), join(own, 'inside.txt'));
    for (const path of [secret, join(own, 'link.txt'), join(own, 'up', 'a.txt'), `${own}/../outside/a.txt`]) {
      await expect(files.open(path, own)).rejects.toEqual(codeOf('EOUTSIDE'));
    }
    const file = await files.open(join(own, 'inside.txt'), own);
    expect(await textOf(file)).toBe('own');
    await file.close();
    // A folder whose name begins with the wanted one's is another folder.
    put('owner/a.txt');
    await expect(files.open(join(place.path, 'owner', 'a.txt'), own)).rejects.toEqual(codeOf('EOUTSIDE'));
  });

  onLinux('never come from outside while a link is swapped (on Linux)', async () => {
    const own = join(place.path, 'own');
    put('own/inside/a.txt', 'own');
    put('outside/a.txt', 'secret');
    const swapped = join(own, 'swapped');
    symlinkSync(join(own, 'inside'), swapped);
    const swapper = swap(swapped, [join(own, 'inside'), join(place.path, 'outside')]);
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
    const path = join(place.path, 'channel');
    const secret = put('secret.txt', 'secret');
    const file = await files.create(path);
    const writer = openSync(path, 'a');
    writeSync(writer, 'first ');
    renameSync(path, join(place.path, 'moved'));
    symlinkSync(secret, path);
    writeSync(writer, 'second');
    closeSync(writer);
    expect((await file.read(0, 100)).toString()).toBe('first second');
    await file.close();
    await expect(files.create(path)).rejects.toEqual(codeOf('EEXIST'));
    await expect(files.create(join(place.path, 'moved'))).rejects.toEqual(codeOf('EEXIST'));
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
