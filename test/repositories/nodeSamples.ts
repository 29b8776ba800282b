import { describedTests, manifest, passing, type SampleRepository, sums, usual } from './sampleRepository.ts';

const tested = describedTests("const { add, subtract } = require('..');");
const nodeTests = `import assert from 'node:assert';
import { describe, it } from 'node:test';
import { add, subtract } from '../index.js';

describe('sums', () => {
  it('adds up', () => assert.strictEqual(add(1, 2), 3));
  it('takes away', () => assert.strictEqual(subtract(3, 2), 1));
  it.skip('multiplies later', () => {});
});
`;
const lint = "const { readFileSync } = require('node:fs');\nif (!readFileSync('index.js', 'utf8')) process.exit(1);\n";

/** Packages with one runner. */
export const nodeSamples: readonly SampleRepository[] = [
  {
    name: 'mocha-locked',
    kind: 'Mocha, npm with a lock file',
    files: {
      'package.json': manifest({ main: 'index.js', scripts: { test: 'mocha' }, devDependencies: { mocha: '11.7.5' } }),
      'index.js': sums.commonJs,
      'test/sums.js': tested,
    },
    lock: { by: 'npm' },
    proposed: { framework: 'Mocha' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'mocha' },
    tests: usual,
  },
  {
    name: 'mocha-steps',
    kind: 'Mocha after a linter (`&&`), options and no lock file, a failing test',
    files: {
      'package.json': manifest({
        scripts: {
          lint: 'node lint.js',
          test: 'npm run lint && npm run test:unit',
          'test:unit': 'mocha --check-leaks',
        },
        devDependencies: { mocha: '^11.0.0' },
      }),
      '.npmrc': 'package-lock=false\n',
      '.mocharc.yml': 'require: ./test/support/env\nspec: test/**/*.test.js\n',
      'lint.js': lint,
      'index.js': sums.commonJs,
      'test/support/env.js': "process.env.NODE_ENV = 'test';\n",
      'test/sums.test.js': `${tested}
it('divides', () => assert.strictEqual(process.env.NODE_ENV, 'production'));
`,
    },
    proposed: { framework: 'Mocha' },
    bare: { install: 'npm install', test: 'npm test', countedBy: 'mocha' },
    tests: { ...usual, divides: 'FAIL' },
  },
  {
    name: 'mocha-built',
    kind: 'TypeScript built before Mocha (`pretest`)',
    files: {
      'package.json': manifest({
        main: 'dist/index.js',
        scripts: { build: 'tsc', pretest: 'npm run build', test: 'mocha test/*.spec.js' },
        devDependencies: { mocha: '11.7.5', typescript: '5.9.3' },
      }),
      'tsconfig.json': '{ "compilerOptions": { "outDir": "dist", "module": "commonjs" }, "include": ["src"] }\n',
      '.gitignore': 'dist\nnode_modules\n',
      'src/index.ts': sums.typed,
      'test/sums.spec.js': tested,
    },
    lock: { by: 'npm' },
    proposed: { framework: 'Mocha' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'mocha' },
    tests: usual,
  },
  {
    name: 'jest-yarn',
    kind: 'Jest, Yarn 1',
    files: {
      'package.json': manifest({
        main: 'index.js',
        scripts: { test: 'jest' },
        jest: { testEnvironment: 'node' },
        devDependencies: { jest: '30.2.0' },
      }),
      'index.js': sums.commonJs,
      '__tests__/sums.test.js': tested,
    },
    lock: { by: 'yarn' },
    needs: ['yarn'],
    proposed: { framework: 'Jest' },
    bare: { install: 'yarn install --frozen-lockfile', test: 'yarn test', countedBy: 'jest' },
    tests: usual,
  },
  {
    name: 'vitest-pnpm',
    kind: 'Vitest, pnpm named by `packageManager`',
    files: {
      'package.json': manifest({
        type: 'module',
        packageManager: 'pnpm@9.15.9',
        scripts: { dev: 'vitest', test: 'vitest run', coverage: 'vitest run --coverage' },
        devDependencies: { vitest: '3.2.4' },
      }),
      'src/index.ts': sums.typed,
      'test/sums.test.ts': `import { describe, expect, it } from 'vitest';
import { add, subtract } from '../src/index.js';

describe('sums', () => {
  it('adds up', () => expect(add(1, 2)).toBe(3));
  it('takes away', () => expect(subtract(3, 2)).toBe(1));
  it.skip('multiplies later', () => {});
});
`,
    },
    lock: { by: 'pnpm' },
    needs: ['pnpm'],
    proposed: { framework: 'Vitest' },
    bare: { install: 'pnpm install --frozen-lockfile', test: 'pnpm test', countedBy: 'vitest' },
    tests: usual,
  },
  {
    name: 'vitest-watch',
    kind: 'Vitest whose script watches (`vitest`), config of Vite',
    files: {
      'package.json': manifest({ type: 'module', scripts: { test: 'vitest' }, devDependencies: { vitest: '3.2.4' } }),
      'vite.config.js': "export default { test: { globals: true, include: ['src/**/*.spec.js'] } };\n",
      'src/index.js': sums.module,
      'src/sums.spec.js': `import { add, subtract } from './index.js';

test('adds up', () => expect(add(1, 2)).toBe(3));
test('takes away', () => expect(subtract(3, 2)).toBe(1));
`,
    },
    lock: { by: 'npm' },
    proposed: { framework: 'Vitest' },
    bare: { install: 'npm ci', test: 'CI=true npm test', countedBy: 'vitest' },
    tests: passing,
  },
  {
    name: 'node-test',
    kind: 'node:test without packages, `.nvmrc`',
    files: {
      'package.json': manifest({ type: 'module', engines: { node: '>=18' }, scripts: { test: 'node --test' } }),
      '.nvmrc': '20\n',
      'index.js': sums.module,
      'test/sums.test.js': nodeTests,
    },
    proposed: { framework: 'node:test' },
    bare: { test: 'npm test', countedBy: 'node:test' },
    tests: usual,
  },
  {
    name: 'node-test-built',
    kind: 'TypeScript built before node:test (`tsc && node --test`)',
    files: {
      'package.json': manifest({
        type: 'module',
        scripts: { build: 'tsc', test: 'tsc && node --test dist/test/*.test.js' },
        devDependencies: { '@types/node': '20.19.0', typescript: '5.9.3' },
      }),
      'tsconfig.json':
        '{ "compilerOptions": { "outDir": "dist", "module": "nodenext", "skipLibCheck": true, "types": ["node"] } }\n',
      '.gitignore': 'dist\nnode_modules\n',
      'index.ts': sums.typed,
      'test/sums.test.ts': nodeTests,
    },
    lock: { by: 'npm' },
    proposed: { framework: 'node:test' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'node:test' },
    tests: usual,
  },
  {
    name: 'coverage-around',
    kind: 'Mocha within a coverage tool (`c8 mocha`)',
    files: {
      'package.json': manifest({
        main: 'index.js',
        scripts: { test: 'c8 --reporter=text mocha' },
        devDependencies: { c8: '10.1.3', mocha: '11.7.5' },
      }),
      'index.js': sums.commonJs,
      'test/sums.js': tested,
    },
    lock: { by: 'npm' },
    proposed: { framework: 'Mocha' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'mocha' },
    tests: usual,
  },
  {
    name: 'ava',
    kind: 'AVA',
    files: {
      'package.json': manifest({ type: 'module', scripts: { test: 'ava' }, devDependencies: { ava: '6.4.1' } }),
      'index.js': sums.module,
      'test.js': `import test from 'ava';
import { add, subtract } from './index.js';

test('adds up', (t) => t.is(add(1, 2), 3));
test('takes away', (t) => t.is(subtract(3, 2), 1));
test.skip('multiplies later', (t) => t.fail());
`,
    },
    lock: { by: 'npm' },
    proposed: { framework: 'AVA' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'ava' },
    tests: usual,
  },
  {
    name: 'tap',
    kind: 'tap 16',
    files: {
      'package.json': manifest({
        scripts: { test: 'tap --no-coverage' },
        devDependencies: { tap: '16.3.10' },
      }),
      'index.js': sums.commonJs,
      'test/sums.js': `const t = require('tap');
const { add, subtract } = require('..');

t.test('adds up', (t) => { t.equal(add(1, 2), 3, 'adds up'); t.end(); });
t.test('takes away', (t) => { t.equal(subtract(3, 2), 1, 'takes away'); t.end(); });
`,
    },
    lock: { by: 'npm' },
    proposed: { framework: 'tap' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'tap' },
    tests: passing,
  },
  {
    name: 'tape',
    kind: 'tape, no lock file',
    files: {
      'package.json': manifest({
        main: 'index.js',
        scripts: { test: "tape 'test/**/*.js'" },
        devDependencies: { tape: '5.9.0' },
      }),
      '.npmrc': 'package-lock=false\n',
      'index.js': sums.commonJs,
      'test/sums.js': `const test = require('tape');
const { add, subtract } = require('..');

test('sums', (t) => {
  t.equal(add(1, 2), 3, 'adds up');
  t.equal(subtract(3, 2), 1, 'takes away');
  t.end();
});
`,
    },
    proposed: { framework: 'tape' },
    bare: { install: 'npm install', test: 'npm test', countedBy: 'tape' },
    tests: passing,
  },
  {
    name: 'uvu',
    kind: 'uvu',
    files: {
      'package.json': manifest({ scripts: { test: 'uvu tests' }, devDependencies: { uvu: '0.5.6' } }),
      'index.js': sums.commonJs,
      'tests/sums.js': `const { test } = require('uvu');
const assert = require('uvu/assert');
const { add, subtract } = require('..');

test('adds up', () => assert.is(add(1, 2), 3));
test('takes away', () => assert.is(subtract(3, 2), 1));
test.run();
`,
    },
    lock: { by: 'npm' },
    proposed: { framework: 'uvu' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'uvu' },
    // Node runs its files as one test each.
    tests: { 'tests/sums.js': 'PASS' },
  },
  {
    name: 'jasmine',
    kind: 'Jasmine',
    files: {
      'package.json': manifest({ scripts: { test: 'jasmine' }, devDependencies: { jasmine: '5.12.0' } }),
      'spec/support/jasmine.json': '{ "spec_dir": "spec", "spec_files": ["**/*[sS]pec.js"] }\n',
      'index.js': sums.commonJs,
      'spec/sumsSpec.js': describedTests("const { add, subtract } = require('..');", 'xit'),
    },
    lock: { by: 'npm' },
    proposed: { framework: 'Jasmine' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'jasmine' },
    tests: usual,
  },
  {
    name: 'submodule',
    kind: 'Mocha with its cases in a submodule',
    files: {
      'package.json': manifest({ main: 'index.js', scripts: { test: 'mocha' }, devDependencies: { mocha: '11.7.5' } }),
      'index.js': sums.commonJs,
      'test/cases.js': `const assert = require('node:assert');
const { add } = require('..');

for (const { title, a, b, sum } of require('./data/cases.json')) it(title, () => assert.strictEqual(add(a, b), sum));
`,
    },
    lock: { by: 'npm' },
    submodule: {
      path: 'test/data',
      files: {
        'cases.json': `${JSON.stringify([
          { title: 'adds up', a: 1, b: 2, sum: 3 },
          { title: 'takes away', a: 3, b: -2, sum: 1 },
        ])}\n`,
      },
    },
    proposed: { framework: 'Mocha' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'mocha' },
    tests: passing,
  },
];
