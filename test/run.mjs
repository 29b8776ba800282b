// `npm test`: installs and builds what is missing, runs the tests, and ends with their count.
//   npm test -- planUnits          specs of both tiers that have this in their path
//   npm test -- --changed [ref]    what the changes since the upstream branch, or main, or `ref` can affect
//   npm test -- --record [path]    records how long each of the specs takes for those who clone the project
//   npm run test:whole             both tiers; a successful run of everything is recorded in test/whole.json
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareToRun } from '../packages/launcher/prepare.mjs';
import { affected } from './harness/changed.mjs';
import { recordDurations } from './harness/durations.mjs';
import { storesInMemory } from './harness/storesInMemory.mjs';
import { wholeTierOnly } from './harness/tiers.mjs';
import { recordWholeRun, testedCommit } from './harness/wholeRun.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const flag = { type: 'boolean', default: false };
const options = { changed: flag, record: flag, whole: flag };
const { values, positionals } = parseArgs({ options, allowPositionals: true });

const change = values.changed ? affected(positionals[0]) : null;
if (change) console.log(`${change.files.length} files that tests can tell differ from ${change.ref}`);
if (change?.tests?.length === 0) process.exit(0);
const chosen = (change ? change.tests : positionals) ?? [];
const isFirstTier = !values.whole && (values.changed || chosen.length === 0);
const isEverything = values.whole && chosen.length === 0;

await prepareToRun();
const commit = testedCommit();
const folder = mkdtempSync(join(tmpdir(), 'assay-test-outcome-'));
const memory = storesInMemory();
const outcomeFile = join(folder, 'outcome.json');

const { status } = spawnSync(
  process.execPath,
  [
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'],
    ...['--selectProjects', 'unit', 'web', 'integration', 'compat', 'faults', 'journeys'],
    ...['--maxWorkers', String(availableParallelism()), '--runner', './test/harness/lanes.mjs'],
    ...['--reporters', './test/harness/progress.mjs', '--testSequencer', './test/harness/longestFirst.mjs'],
    ...(isFirstTier ? ['--testPathIgnorePatterns', '/node_modules/', wholeTierOnly] : []),
    ...(values.changed ? ['--passWithNoTests'] : []),
    ...chosen,
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...(memory && { ASSAY_TEST_STORES: memory }),
      ASSAY_TEST_OUTCOME: outcomeFile,
      ASSAY_TEST_TIER: isFirstTier ? 'first' : 'whole',
    },
  },
);
if (status === 0) record(JSON.parse(readFileSync(outcomeFile, 'utf8')));
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);

function record({ passed, skipped, durations }) {
  if (values.record) recordDurations(durations);
  if (!isEverything) return;
  if (commit) recordWholeRun({ commit, date: new Date().toISOString(), passed, skipped });
  else console.error('test/whole.json is only written for a commit: there are uncommitted changes, or no git.');
}
