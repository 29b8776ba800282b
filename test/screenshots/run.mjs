// `npm run screenshots [-- --all FOLDER]`: installs and builds what is missing, then takes the pictures of the README.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareToRun } from '../../packages/launcher/prepare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

await prepareToRun();
const main = join(root, 'test/screenshots/main.ts');
const { status } = spawnSync(process.execPath, ['--import', 'tsx', main, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
