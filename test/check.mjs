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

let failed = 0;
for (const [name, args] of steps) {
  if (!existsSync(args[0])) throw new Error(`${args[0]} is missing`);
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (status === 0) continue;
  failed += 1;
  console.log(`${stdout}${stderr}`);
}
process.exit(failed === 0 ? 0 : 1);
