// Runs the test files one after another, each with its own result file. Assay selects tests by ASSAY_TEST_NAME_PATTERN.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';

rmSync('results', { recursive: true, force: true });
mkdirSync('results');
const pattern = process.env.ASSAY_TEST_NAME_PATTERN;
const only = pattern ? [`--test-name-pattern=${pattern}`] : [];
let failed = false;
for (const file of readdirSync('test').sort()) {
  const results = `results/${basename(file, '.test.js')}.xml`;
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=junit',
    `--test-reporter-destination=${results}`,
  ];
  const { status } = spawnSync(process.execPath, ['--test', ...only, ...reporters, `test/${file}`], {
    stdio: 'inherit',
  });
  failed ||= status !== 0;
}
process.exitCode = failed ? 1 : 0;
