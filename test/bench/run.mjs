// `npm run bench [-- <measurement> …]`: installs and builds what is missing, then measures the built processes.
//   npm run bench -- --against COMMIT [--pairs N] <measurement> …   alternating with an earlier commit
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareToRun } from '../../packages/launcher/prepare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

await prepareToRun();
const isComparison = process.argv.some((each) => each.startsWith('--against'));
const main = join(root, 'test/bench', isComparison ? 'against.ts' : 'main.ts');
const { status } = spawnSync(process.execPath, ['--import', 'tsx', main, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
