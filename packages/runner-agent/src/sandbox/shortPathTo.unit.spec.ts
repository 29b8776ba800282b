import { lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLostLinks, shortPathTo } from './shortPathTo.ts';

(process.platform === 'linux' ? describe : describe.skip)('a short path', () => {
  it('leads to a folder, leaves room for the name of a socket, and goes with the folder', async () => {
    const base = mkdtempSync(join(tmpdir(), 'assay-short-'));
    const [first, second] = ['a', 'b'].map((name) => join(base, name.repeat(90)));
    for (const path of [first, second]) mkdirSync(String(path));
    const links = [shortPathTo(String(first)), shortPathTo(String(second))];
    expect(links.map((link) => readlinkSync(link))).toEqual([first, second]);
    for (const link of links) expect(link.length).toBeLessThan(32);

    rmSync(String(first), { recursive: true });
    await removeLostLinks();
    expect(links.map((link) => lstatSync(link, { throwIfNoEntry: false }) !== undefined)).toEqual([false, true]);
    rmSync(base, { recursive: true });
    rmSync(shortPathTo(tmpdir()));
    await removeLostLinks();
    expect(links.filter((link) => lstatSync(link, { throwIfNoEntry: false }) !== undefined)).toEqual([]);
  });
});
