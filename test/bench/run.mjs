// `npm run bench [-- <measurement> …]`: installs and builds what is missing, then measures the built processes.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing, requireNode } from '../../packages/launcher/install.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

requireNode();
installMissing(() => console.log('Installing packages …'));
const { build, isBuilt } = await import('../../packages/launcher/build.mjs');
if (!isBuilt()) {
  console.log('Building …');
  await build();
}
const main = join(root, 'test/bench/main.ts');
const { status } = spawnSync(process.execPath, ['--import', 'tsx', main, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
