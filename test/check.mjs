// `npm run check`: format, lint, types, import rules, dead code, schemas. Every step runs, so that one look shows all.
// With `--sources` it leaves out what is about installed packages: a copy of the sources may share those of another one.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareToCheck } from '../packages/launcher/prepare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const sourcesOnly = process.argv.includes('--sources');
if (!sourcesOnly) await prepareToCheck();

const bin = (path) => join(root, 'node_modules', path);
const generating = ['generated types', [join(root, 'event-schemas/generate.mjs')]];
const steps = [
  ['registries', [join(root, 'packages/registries.mjs'), '--check']],
  ['page of permissions', [join(root, 'packages/permissionPage.mjs'), '--check']],
  ['drawing of the packages', [join(root, 'packages/packageGraph.mjs'), '--check']],
  ['index of decisions', [join(root, 'packages/decisionIndex.mjs'), '--check']],
  ['links of pages', [join(root, 'test/harness/checkPages.mjs')]],
  ['records of test runs', [join(root, 'test/harness/checkRecords.mjs')]],
  ['English of added lines', [join(root, 'test/harness/checkProse.mjs')]],
  ['icons', [join(root, 'packages/icons.mjs'), '--check']],
  ['released event schemas', [join(root, 'event-schemas/checkReleased.mjs')]],
  ['format and lint', [bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '--colors=off']],
  ['types of everything in Node', [bin('typescript-native/bin/tsc'), '-p', 'tsconfig.json']],
  ['types of the web client', [bin('typescript-native/bin/tsc'), '-p', 'packages/web/tsconfig.json']],
  [
    'import rules',
    [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      'dependency-rules.mjs',
      'packages',
      'event-schemas',
      'test',
    ],
  ],
  ['dead code', [bin('knip/bin/knip.js'), '--no-progress', '--config', 'knip.json']],
];

/**
 * What is known against the packages that the service runs with. Only told: an advisory may appear at any time, and not
 * every machine reaches a registry.
 */
function auditOfProduction() {
  const options = { cwd: root, encoding: 'utf8', timeout: 30_000, shell: process.platform === 'win32' };
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], options);
  try {
    const { total, ...bySeverity } = JSON.parse(stdout).metadata.vulnerabilities;
    const found = Object.entries(bySeverity).filter(([, count]) => count > 0);
    if (total === 0) return 'nothing known against production packages';
    return `${found.map(([severity, count]) => `${count} ${severity}`).join(', ')}: npm audit --omit=dev`;
  } catch {
    return 'not done, as the registry does not answer';
  }
}

/** Whether what the service runs with can be listed, as `npm run sbom` does for whoever installs it. */
function billOfMaterials() {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000, shell: process.platform === 'win32' };
  const { stdout } = spawnSync('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx'], options);
  try {
    return `${JSON.parse(stdout).components.length} production packages: npm run sbom`;
  } catch {
    return null;
  }
}

/** @returns how a step ended, and what it said. */
function outcomeOf([name, args]) {
  if (!existsSync(args[0])) throw new Error(`${args[0]} is missing`);
  return new Promise((resolve) => {
    const options = { cwd: root, encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY };
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ name, isGood: error === null, said: `${stdout}${stderr}` }),
    );
  });
}

let failed = 0;
async function take(steps) {
  for (let step = steps.shift(); step; step = steps.shift()) {
    const { name, isGood, said } = await outcomeOf(step);
    console.log(`${isGood ? 'ok    ' : 'FAILED'} ${name}`);
    if (isGood) continue;
    failed += 1;
    console.log(said);
  }
}

// All others read what is generated. Two at a time, as half of them use one core alone.
await take([generating]);
await Promise.all([take(steps), take(steps)]);
if (!sourcesOnly) {
  console.log(`audit  ${auditOfProduction()}`);
  const bill = billOfMaterials();
  if (bill === null) failed += 1;
  console.log(bill === null ? 'FAILED bill of materials' : `bill   ${bill}`);
}
process.exit(failed === 0 ? 0 : 1);
