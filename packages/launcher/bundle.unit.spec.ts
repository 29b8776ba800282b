import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProcesses } from './bundle.mjs';

describe('the bundles of processes', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-bundles-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('share code in files that the next build recognizes and removes, also code that is loaded later', async () => {
    await writeFile(join(folder, 'shared.mjs'), 'export const shared = () => "shared";');
    await writeFile(join(folder, 'later.mjs'), 'import { shared } from "./shared.mjs"; export default shared();');
    const source = 'import { shared } from "./shared.mjs"; console.log(shared(), await import("./later.mjs"));';
    for (const name of ['one', 'two']) await writeFile(join(folder, `${name}.mjs`), source);
    const outdir = join(folder, 'dist');
    await bundleProcesses({ entryPoints: { one: join(folder, 'one.mjs'), two: join(folder, 'two.mjs') }, outdir });
    const scripts = (await readdir(outdir)).filter((name) => name.endsWith('.js'));
    const chunks = scripts.filter((name) => !['one.js', 'two.js'].includes(name));
    expect(chunks.length).toBeGreaterThanOrEqual(2);
    for (const chunk of chunks) expect(chunk).toMatch(/^chunk-[A-Z0-9]+\.js$/);
  });
});
