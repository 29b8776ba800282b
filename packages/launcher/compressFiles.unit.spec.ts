import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressFiles } from './compressFiles.mjs';

describe('compressed copies', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-compress-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each([1_024, 100_000, 20_000_000])('have the content of a file of %d bytes', async (size) => {
    const content = Buffer.alloc(size, 'const assay = "ready";\n');
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'assets', 'app.js'), content);
    await compressFiles(folder);
    const copy = (extension: string) => readFile(join(folder, 'assets', `app.js.${extension}`));
    expect(brotliDecompressSync(await copy('br')).equals(content)).toBe(true);
    expect(gunzipSync(await copy('gz')).equals(content)).toBe(true);
  });

  it('are not made of small files, nor of kinds that do not get smaller', async () => {
    await writeFile(join(folder, 'small.js'), 'a'.repeat(1_023));
    await writeFile(join(folder, 'font.woff2'), 'a'.repeat(100_000));
    await compressFiles(folder);
    expect((await readdir(folder)).sort()).toEqual(['font.woff2', 'small.js']);
  });
});
