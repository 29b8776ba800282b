// `npm test`: installs and builds what is missing, runs the tests, and ends with their count.
//   npm test -- planUnits          specs of both tiers that have this in their path
//   npm test -- --changed [ref]    what the changes since the upstream branch, or main, or `ref` can affect
//   npm test -- --record [path]    records how long each of the specs takes for those who clone the project
//   npm run test:whole             both tiers; a successful run of everything is recorded in test/whole.json
//   npm run test:whole -- --again  the up to five specs that failed in the last one of this commit, one at a time: if
//                                  they pass, the run is complete, and the record names them
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareToRun } from '../packages/launcher/prepare.mjs';
import { affected } from './harness/changed.mjs';
import { recordDurations } from './harness/durations.mjs';
import { storesInMemory } from './harness/storesInMemory.mjs';
import { wholeTierOnly } from './harness/tiers.mjs';
import { keepRedRun, recordWholeRun, redRunOf, testedCommit } from './harness/wholeRun.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const flag = { type: 'boolean', default: false };
const options = { changed: flag, record: flag, whole: flag, again: flag };
const { values, positionals } = parseArgs({ options, allowPositionals: true });

const change = values.changed ? affected(positionals[0]) : null;
if (change) console.log(`${change.files.length} files that tests can tell differ from ${change.ref}`);
if (change?.tests?.length === 0) process.exit(0);
const commit = testedCommit();
const red = values.again ? redRunOf(commit) : null;
if (values.again && red === null) {
  console.error('There is no whole run of this commit in which only a few specs failed.');
  process.exit(1);
}
const chosen = (red ? red.failedSpecs : change ? change.tests : positionals) ?? [];
const isFirstTier = !values.whole && (values.changed || chosen.length === 0);
const isEverything = values.whole && chosen.length === 0;

await prepareToRun();
const folder = mkdtempSync(join(tmpdir(), 'assay-test-outcome-'));
const memory = storesInMemory();
const outcomeFile = join(folder, 'outcome.json');

const { status } = spawnSync(
  process.execPath,
  [
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'],
    ...['--selectProjects', 'unit', 'web', 'integration', 'compat', 'faults', 'journeys'],
    ...['--maxWorkers', String(red ? 1 : availableParallelism()), '--runner', './test/harness/lanes.mjs'],
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
if (existsSync(outcomeFile)) record(JSON.parse(readFileSync(outcomeFile, 'utf8')));
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);

function record({ passed, skipped, durations, failedSpecs, isComplete }) {
  if (values.record && status === 0) recordDurations(durations);
  if (!isEverything && !red) return;
  if (!commit) {
    console.error('test/whole.json is only written for a commit: there are uncommitted changes, or no git.');
  } else if (status === 0) {
    const date = new Date().toISOString();
    const before = red ?? { passed: 0, skipped: 0 };
    recordWholeRun({
      commit,
      date,
      passed: before.passed + passed,
      skipped: before.skipped + skipped,
      again: red?.failedSpecs,
    });
  } else if (isEverything && isComplete) {
    keepRedRun({ commit, passed, skipped, failedSpecs });
    console.log('npm run test:whole -- --again runs what failed once more, once its cause is known.');
  }
}
