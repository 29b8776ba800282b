import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const packageOf = (word: string) => `module.exports = { tea: () => ({ say: () => '${word}' }) };`;

/** A folder as the build makes it: the loader, a file of packages, and a process that uses one. */
async function builtFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'assay-packages-'));
  folders.push(folder);
  await copyFile(join(import.meta.dirname, 'loadPackages.cjs'), join(folder, 'packages.cjs'));
  await writeFile(join(folder, 'packages-hot.cjs'), packageOf('green'));
  await writeFile(join(folder, 'drink.cjs'), "process.stdout.write(require('./packages.cjs')('hot', 'tea').say());");
  const kept = async () => (await readdir(folder)).filter((name) => name.endsWith('.cache'));
  const run = () => execFileSync(process.execPath, [join(folder, 'drink.cjs')], { encoding: 'utf8' });
  return { folder, run, kept };
}

describe('packages that are kept apart', () => {
  it('are loaded, and what was compiled is kept for the next process and used as it is', async () => {
    const { folder, run, kept } = await builtFolder();
    expect(run()).toBe('green');
    const [first = '', ...more] = await kept();
    expect(more).toEqual([]);
    expect(first).toContain(`drink.cjs-${process.version}`);
    const { ino } = await stat(join(folder, first));
    expect(run()).toBe('green');
    expect((await stat(join(folder, first))).ino).toBe(ino);
  });

  it('are compiled and kept again, where what was kept is damaged', async () => {
    const { folder, run, kept } = await builtFolder();
    run();
    const [name = ''] = await kept();
    const whole = await readFile(join(folder, name));
    for (const damaged of [Buffer.alloc(0), whole.subarray(0, whole.length / 2), Buffer.from('not what V8 wrote')]) {
      await writeFile(join(folder, name), damaged);
      expect(run()).toBe('green');
      expect((await readFile(join(folder, name))).length).toBeGreaterThan(damaged.length);
    }
  });

  it('of another build of the same length are not taken for what was kept', async () => {
    const { folder, run, kept } = await builtFolder();
    run();
    await writeFile(join(folder, 'packages-hot.cjs'), packageOf('black'));
    await utimes(join(folder, 'packages-hot.cjs'), new Date(), new Date(Date.now() + 2_000));
    expect(run()).toBe('black');
    expect(await kept()).toHaveLength(2);
  });

  it('are loaded from a folder in which nothing can be kept', async () => {
    const { folder, run, kept } = await builtFolder();
    run();
    const [name = ''] = await kept();
    // Instead of the file there is what cannot be read or replaced as one.
    await rm(join(folder, name));
    await mkdir(join(folder, name, 'inside'), { recursive: true });
    expect(run()).toBe('green');
    expect((await readdir(folder)).filter((file) => /\.\d+$/.test(file))).toEqual([]);
  });
});
