import { appendFileSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { folderOfEach, textOf } from '../../test/projectFolder.ts';
import type { FileWatch, ReplacedFile } from './projectFiles.ts';

const place = folderOfEach();
const { put } = place;

describe('watched project files', () => {
  const files = openMachineFiles();
  const content = async ({ content }: ReplacedFile) => (content ? await textOf(content) : null);

  /** Each question takes the helper through a round of its events. */
  async function settled(watch: FileWatch): Promise<(string | null)[]> {
    const all: (string | null)[] = [];
    for (let rounds = 0; rounds < 3; rounds += 1) {
      for (const file of await watch.replaced()) all.push(await content(file));
    }
    return all;
  }

  it.each([
    ['by a shorter one', (path: string) => writeFileSync(path, '2')],
    ['by a longer one', (path: string) => writeFileSync(path, `second ${'x'.repeat(5000)}`)],
    ['by another file', (path: string) => renameSync(put('other', 'second'), path)],
    ['by nothing', (path: string) => unlinkSync(path)],
  ])('have the content that was replaced %s', async (_, replace) => {
    const watch = await files.watch(place.path, ['out/**/*.xml']);
    const first = 'first '.repeat(500);
    const path = put('out/deep/r.xml', first);
    expect(await settled(watch)).toEqual([]);
    replace(path);
    expect(await settled(watch)).toEqual([first]);
    await watch.close();
  });

  it('have nothing of what is added to a file, or of other files', async () => {
    const watch = await files.watch(place.path, ['*.xml', '!not.xml']);
    const path = put('r.xml', 'one');
    for (const name of ['not.xml', 'other.txt']) writeFileSync(put(name, 'first'), '2');
    await settled(watch);
    appendFileSync(path, ', two');
    for (const name of ['not.xml', 'other.txt']) writeFileSync(join(place.path, name), '3');
    expect(await settled(watch)).toEqual([]);
    await watch.close();
  });

  it('are watched in a folder that was removed and made anew', async () => {
    const watch = await files.watch(place.path, ['out/*.xml']);
    put('out/r.xml', 'first');
    await settled(watch);
    rmSync(join(place.path, 'out'), { recursive: true });
    expect(await settled(watch)).toEqual(['first']);
    const path = put('out/r.xml', 'second');
    await settled(watch);
    writeFileSync(path, '3');
    expect(await settled(watch)).toEqual(['second']);
    await watch.close();
  });

  it('are not read through a link that leads out', async () => {
    const watch = await files.watch(place.path, ['out/*.xml']);
    const folder = mkdtempSync(join(tmpdir(), 'assay-elsewhere-'));
    writeFileSync(join(folder, 'r.xml'), 'secret');
    symlinkSync(folder, join(place.path, 'out'));
    await settled(watch);
    writeFileSync(join(folder, 'r.xml'), '2');
    expect(await settled(watch)).toEqual([]);
    await watch.close();
    rmSync(folder, { recursive: true });
  });
});
