// `npm run check`: format, lint, types, import rules, dead code, schemas. Every step runs, so that one look shows all.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareToCheck } from '../packages/launcher/prepare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
await prepareToCheck();

const bin = (path) => join(root, 'node_modules', path);
const steps = [
  ['generated types', [join(root, 'event-schemas/generate.mjs')]],
  ['registries', [join(root, 'packages/registries.mjs'), '--check']],
  ['page of permissions', [join(root, 'packages/permissionPage.mjs'), '--check']],
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

let failed = 0;
for (const [name, args] of steps) {
  if (!existsSync(args[0])) throw new Error(`${args[0]} is missing`);
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (status === 0) continue;
  failed += 1;
  console.log(`${stdout}${stderr}`);
}
console.log(`audit  ${auditOfProduction()}`);
process.exit(failed === 0 ? 0 : 1);
