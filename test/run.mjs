// `npm test`: installs and builds what is missing, runs every test, and ends with their count.
//   npm test -- planUnits          what has this in its path
//   npm test -- --changed [ref]    what the changes since the upstream branch, or main, or `ref` can affect
//   npm test -- --record           everything, and notes how long each spec takes for those who clone the project
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareToRun } from '../packages/launcher/prepare.mjs';
import { affected } from './harness/changed.mjs';
import { recordSeconds } from './harness/durations.mjs';
import { storesInMemory } from './harness/storesInMemory.mjs';

/** Most specs compute: a third worker on two cores made each spec slower and the whole no faster. */
const workers = 2;
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const options = { changed: { type: 'boolean', default: false }, record: { type: 'boolean', default: false } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });

const change = values.changed ? affected(positionals[0]) : null;
if (change) console.log(`${change.files.length} files that tests can tell differ from ${change.ref}`);
if (change?.tests?.length === 0) process.exit(0);
const chosen = change ? change.tests : positionals;

await prepareToRun();

const { status } = spawnSync(
  process.execPath,
  [
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'],
    ...['--selectProjects', 'unit', 'web', 'integration', 'compat', 'faults', 'journeys'],
    ...['--maxWorkers', String(workers), '--reporters', './test/harness/progress.mjs'],
    ...['--testSequencer', './test/harness/longestFirst.mjs'],
    ...(values.changed ? ['--passWithNoTests'] : []),
    ...(chosen ?? []),
  ],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...storesInMemory() } },
);
if (status === 0 && values.record) recordSeconds();
process.exit(status ?? 1);
