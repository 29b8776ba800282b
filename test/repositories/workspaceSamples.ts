import { describedTests, manifest, passing, type SampleRepository, sums, usual } from './sampleRepository.ts';

const member = (name: string, test: string, devDependencies: Readonly<Record<string, string>>) =>
  manifest({ name: `@sums/${name}`, main: 'index.js', scripts: { test }, devDependencies });
const one = `const assert = require('node:assert');
const { add } = require('..');

it('adds up', () => assert.strictEqual(add(1, 2), 3));
`;
const other = `const assert = require('node:assert');
const { subtract } = require('..');

it('takes away', () => assert.strictEqual(subtract(3, 2), 1));
`;
const vitestOf = (title: string, code: string) => `import { expect, it } from 'vitest';
import { add, subtract } from '../index.js';

it('${title}', () => expect(${code}).toBe(${code.startsWith('add') ? 3 : 1}));
`;

/** Two packages with a test each. */
function members(test: string, devDependencies: Readonly<Record<string, string>>, tests: readonly [string, string]) {
  const [first, second] = tests;
  const isModule = first.startsWith('import');
  const index = isModule ? sums.module : sums.commonJs;
  const type = isModule ? { type: 'module' } : {};
  const own = (name: string) =>
    manifest({ name: `@sums/${name}`, ...type, main: 'index.js', scripts: { test }, devDependencies });
  const file = isModule ? 'test/a.test.js' : 'test/a.js';
  return {
    'packages/plus/package.json': own('plus'),
    'packages/plus/index.js': index,
    [`packages/plus/${file}`]: first,
    'packages/minus/package.json': own('minus'),
    'packages/minus/index.js': index,
    [`packages/minus/${file}`]: second,
  };
}

/** Repositories with several packages, or with one below their root. */
export const workspaceSamples: readonly SampleRepository[] = [
  {
    name: 'npm-workspaces',
    kind: 'npm workspaces, Mocha in each (`npm test --workspaces`)',
    files: {
      'package.json': manifest({
        private: true,
        workspaces: ['packages/*'],
        scripts: { test: 'npm test --workspaces' },
      }),
      ...members('mocha', { mocha: '11.7.5' }, [one, other]),
    },
    lock: { by: 'npm' },
    proposed: { framework: 'Mocha' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'mocha' },
    tests: passing,
  },
  {
    name: 'pnpm-workspace',
    kind: 'pnpm workspace, Vitest in each (`pnpm -r test`)',
    files: {
      'package.json': manifest({ private: true, packageManager: 'pnpm@9.15.9', scripts: { test: 'pnpm -r test' } }),
      'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n",
      ...members('vitest run', { vitest: '3.2.4' }, [
        vitestOf('adds up', 'add(1, 2)'),
        vitestOf('takes away', 'subtract(3, 2)'),
      ]),
    },
    lock: { by: 'pnpm' },
    needs: ['pnpm'],
    proposed: { framework: 'Vitest' },
    bare: { install: 'pnpm install --frozen-lockfile', test: 'pnpm test', countedBy: 'vitest' },
    tests: passing,
  },
  {
    name: 'yarn-workspaces',
    kind: 'Yarn 1 workspaces, Jest at the root',
    files: {
      'package.json': manifest({
        private: true,
        workspaces: ['packages/*'],
        scripts: { test: 'jest' },
        devDependencies: { jest: '30.2.0' },
      }),
      'jest.config.js': "module.exports = { testMatch: ['<rootDir>/packages/*/test/*.js'] };\n",
      'packages/plus/package.json': member('plus', 'jest', {}),
      'packages/plus/index.js': sums.commonJs,
      'packages/plus/test/plus.js': one,
      'packages/minus/package.json': member('minus', 'jest', {}),
      'packages/minus/index.js': sums.commonJs,
      'packages/minus/test/minus.js': other,
    },
    lock: { by: 'yarn' },
    needs: ['yarn'],
    proposed: { framework: 'Jest' },
    bare: { install: 'yarn install --frozen-lockfile', test: 'yarn test', countedBy: 'jest' },
    tests: passing,
  },
  {
    name: 'yarn-berry',
    kind: "Yarn 4 by its committed release, Plug'n'Play, Mocha",
    files: {
      'package.json': manifest({
        main: 'index.js',
        packageManager: 'yarn@4.10.3',
        scripts: { test: 'mocha' },
        devDependencies: { mocha: '11.7.5' },
      }),
      '.yarnrc.yml': 'enableTelemetry: false\nyarnPath: .yarn/releases/yarn-4.10.3.cjs\n',
      '.gitignore': '.yarn/*\n!.yarn/releases\n.pnp.*\nnode_modules\n',
      'index.js': sums.commonJs,
      'test/sums.js': describedTests("const { add, subtract } = require('..');"),
    },
    lock: { by: 'yarn 4' },
    proposed: { framework: 'Mocha' },
    bare: {
      install: 'node .yarn/releases/yarn-4.10.3.cjs install --immutable',
      test: 'node .yarn/releases/yarn-4.10.3.cjs test',
      countedBy: 'mocha',
    },
    tests: usual,
  },
  {
    name: 'turborepo',
    kind: 'Turborepo on npm workspaces, Vitest in each',
    files: {
      'package.json': manifest({
        private: true,
        packageManager: 'npm@10.8.2',
        workspaces: ['packages/*'],
        scripts: { test: 'turbo run test' },
        devDependencies: { turbo: '2.6.1' },
      }),
      'turbo.json': '{ "tasks": { "test": {} } }\n',
      ...members('vitest run', { vitest: '3.2.4' }, [
        vitestOf('adds up', 'add(1, 2)'),
        vitestOf('takes away', 'subtract(3, 2)'),
      ]),
    },
    lock: { by: 'npm' },
    proposed: { framework: 'Vitest' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'vitest' },
    tests: passing,
  },
  {
    name: 'below-the-root',
    kind: 'The package in a folder, nothing of Node at the root',
    files: {
      'README.md': '# Sums\n',
      'server/main.go': 'package main\n\nfunc main() {}\n',
      'web/package.json': manifest({
        scripts: { test: 'mocha' },
        main: 'index.js',
        devDependencies: { mocha: '11.7.5' },
      }),
      'web/index.js': sums.commonJs,
      'web/test/sums.js': describedTests("const { add, subtract } = require('..');"),
    },
    lock: { by: 'npm', folder: 'web' },
    proposed: { framework: 'Mocha', workingDirectory: 'web' },
    bare: { install: 'cd web && npm ci', test: 'cd web && npm test', countedBy: 'mocha' },
    tests: usual,
  },
];
