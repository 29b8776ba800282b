// `npm test`: installs and builds what is missing, runs every test, and ends with their count. What starts whole
// installations (kills, browsers) goes last.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareToRun } from '../packages/launcher/prepare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const patterns = process.argv.slice(2);

await prepareToRun();

const rounds = [
  ['unit', 'web', 'integration', 'compat'],
  // A test that fails while its installation goes down may leave a socket open that would be waited for without end.
  ['faults', 'journeys', '--forceExit'],
];
const results = mkdtempSync(join(tmpdir(), 'assay-results-'));
const sum = { passed: 0, failed: 0, skipped: 0 };
let failed = false;

for (const [index, options] of rounds.entries()) {
  const outputFile = join(results, `${index}.json`);
  const { status } = spawnSync(
    process.execPath,
    [
      ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'],
      ...['--selectProjects', ...options, '--maxWorkers', '2', '--passWithNoTests'],
      ...['--json', '--outputFile', outputFile, ...patterns],
    ],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status !== 0) failed = true;
  try {
    const round = JSON.parse(readFileSync(outputFile, 'utf8'));
    sum.passed += round.numPassedTests;
    sum.failed += round.numFailedTests + round.numRuntimeErrorTestSuites;
    for (const { assertionResults } of round.testResults) {
      for (const { status: outcome, fullName } of assertionResults) {
        if (outcome !== 'pending') continue;
        sum.skipped += 1;
        console.log(`skipped: ${fullName}`);
      }
    }
  } catch (error) {
    console.error(`This part of the tests left no results: ${error.message}`);
    failed = true;
  }
}
rmSync(results, { recursive: true });

console.log(`\n${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
process.exit(failed || sum.failed > 0 || sum.passed === 0 ? 1 : 0);
