import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

describe('the configuration of a WebDriverIO run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-wdio-'));
  const before = process.env.ASSAY_ORDER;
  afterAll(() => {
    if (before === undefined) delete process.env.ASSAY_ORDER;
    else process.env.ASSAY_ORDER = before;
    rmSync(folder, { recursive: true });
  });

  it('names spec files by URLs, which WebDriverIO does not read as globs', () => {
    const files = ['[id]/a.js', '[...slug].js', '(auth)/{a,b}.js', 'x?#% *.js', '-dash.js'];
    const keys = files.map((file) => JSON.stringify([0, file, 'title', 1]));
    const order = { directory: folder, configFile: join(folder, 'wdio.conf.js'), keys, places: [0], browser: {} };
    process.env.ASSAY_ORDER = join(folder, 'order.json');
    writeFileSync(process.env.ASSAY_ORDER, JSON.stringify(order));
    const { makeConfig } = createRequire(resolve('package.json'))(
      resolve('packages/runner-agent/reporters/wdioConfig.cjs'),
    );
    const { specs, capabilities } = makeConfig({ framework: 'mocha', capabilities: [{ browserName: 'firefox' }] });
    const paths = files.map((file) => join(folder, file));
    expect(specs.map((spec: string) => fileURLToPath(spec))).toEqual(paths);
    expect(capabilities[0]['wdio:specs']).toEqual(specs);
  });
});
