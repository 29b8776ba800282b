import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

  it('contain nothing that only other processes use, where they are standalone', async () => {
    const packageFolder = join(folder, 'things');
    await mkdir(packageFolder);
    await writeFile(join(packageFolder, 'package.json'), '{"type":"module","sideEffects":false}');
    await writeFile(join(packageFolder, 'light.js'), 'export const light = () => "a light thing";');
    await writeFile(join(packageFolder, 'heavy.js'), 'export const heavy = new Map([["a heavy thing", 1]]);');
    await writeFile(join(packageFolder, 'index.js'), 'export * from "./light.js"; export * from "./heavy.js";');
    const source = (name: string) => `import { ${name} } from "./things/index.js"; console.log(${name});`;
    for (const name of ['light', 'heavy']) await writeFile(join(folder, `${name}.mjs`), source(name));
    const outdir = join(folder, 'dist');
    const inputs = await bundleProcesses({
      entryPoints: { heavy: join(folder, 'heavy.mjs') },
      standalone: { light: join(folder, 'light.mjs') },
      outdir,
    });
    const light = await readFile(join(outdir, 'light.js'), 'utf8');
    expect(light).toContain('a light thing');
    expect(light).not.toMatch(/a heavy thing|chunk-/);
    expect(await readFile(join(outdir, 'heavy.js'), 'utf8')).toContain('a heavy thing');
    expect(inputs.some((path) => path.endsWith('light.mjs'))).toBe(true);
  });
});
