import { findingOf, manifest, onlyOf } from '../../test/proposedFor.ts';

const vitest = { 'a.test.ts': '', 'package-lock.json': '{}' };
const wireit = (test: object, more: Record<string, string> = {}, settings: object = {}) =>
  JSON.stringify({
    devDependencies: { vitest: '3', wireit: '0.14' },
    scripts: { test: 'wireit', build: 'wireit', ...more },
    wireit: { test, build: { command: 'tsc' }, ...settings },
  });

describe('scripts that Wireit runs', () => {
  it('get the options of what they run', () => {
    const { settings } = onlyOf({
      'package.json': wireit({ command: 'vitest run', dependencies: ['build', '../core:build'] }),
      ...vitest,
    });
    expect(settings.testCommand).toBe(
      'npm test -- --reporter=default --reporter=junit --outputFile.junit=results/vitest.xml',
    );
  });

  it('are written out with what they depend on, where options cannot be appended', () => {
    const { settings } = onlyOf({
      'package.json': JSON.stringify({
        scripts: { test: 'wireit', build: 'wireit' },
        wireit: { test: { command: 'node --test', dependencies: [{ script: 'build' }] }, build: { command: 'tsc' } },
      }),
      'a.test.mjs': "import test from 'node:test';",
    });
    expect(settings.testCommand).toMatch(
      /^npx -c "unset npm_config_call && npm run build && node --test --test-reporter/,
    );
  });

  it('may only lead to others', () => {
    const { settings } = onlyOf({
      'package.json': wireit({ dependencies: ['unit'] }, { unit: 'wireit' }, { unit: { command: 'vitest run' } }),
      ...vitest,
    });
    expect(settings.testCommand).toContain('npm run unit -- --reporter=default');
  });

  it.each([
    '{"scripts":{"test":"wireit"},"wireit":[1]}',
    '{"scripts":{"test":"wireit"},"wireit":null}',
    '{"scripts":{"test":"wireit"},"wireit":{"test":{"command":1}}}',
  ])('are left as they are where their settings are missing: %s', (text) => {
    expect(onlyOf({ 'package.json': text, 'a.test.js': '' }).settings.testCommand).toBe('npm test');
  });
});

describe('packages of a repository of Rush', () => {
  const tree = (script: Record<string, string> = { 'common/scripts/install-run-rush.js': '' }) => ({
    'rush.json': '// comment\n{}',
    'common/config/rush/pnpm-lock.yaml': '',
    'apps/shop/package.json': manifest({ vitest: '3' }, { test: 'vitest run' }),
    'apps/shop/a.test.ts': '',
    ...script,
  });

  it('are installed and built by Rush', () => {
    const proposal = onlyOf(tree());
    expect(proposal.settings).toMatchObject({
      workingDirectory: 'apps/shop',
      installCommand: 'node ../../common/scripts/install-run-rush.js install',
      buildCommand: 'node ../../common/scripts/install-run-rush.js build --to-except .',
    });
    expect(findingOf(proposal, 'installCommand')).toMatchObject({ certain: false, file: 'rush.json' });
  });

  it('are installed by the Rush of npm where its script is not stored', () => {
    expect(onlyOf(tree({})).settings.installCommand).toBe('npx -y @microsoft/rush install');
  });

  it('need the writer of their results, which nothing else can install', () => {
    const proposal = onlyOf({ ...tree(), 'apps/shop/package.json': manifest({ jest: '30' }, { test: 'jest' }) });
    expect(proposal.settings.installCommand).toBe('node ../../common/scripts/install-run-rush.js install');
    expect(findingOf(proposal, 'installCommand')?.why).toContain('jest-junit, which writes the results, has to be in');
  });
});

describe("packages of Yarn's Plug'n'Play", () => {
  const tree = (settings: string, dependencies: Record<string, string>, test: string) => ({
    'package.json': manifest(dependencies, { test }),
    'yarn.lock': '__metadata:\n  version: 8\n',
    '.yarnrc.yml': settings,
    'a.test.js': '',
  });

  it.each(['', 'nodeLinker: pnp\n'])('are installed into node_modules, which is said (%j)', (settings) => {
    const proposal = onlyOf(tree(settings, { vitest: '3' }, 'vitest run'));
    expect(proposal.settings.installCommand).toBeNull();
    expect(findingOf(proposal, 'installCommand')).toMatchObject({
      certain: false,
      why: "Installs by yarn into node_modules; tests run without Plug'n'Play",
    });
    expect(onlyOf(tree(settings, { jest: '30' }, 'jest')).settings.installCommand).toBe(
      'yarn config set nodeLinker node-modules && yarn install && yarn add --dev jest-junit',
    );
  });

  it('are as they are where the repository has them in node_modules', () => {
    const proposal = onlyOf(tree('nodeLinker: node-modules\n', { vitest: '3' }, 'vitest run'));
    expect(findingOf(proposal, 'installCommand')).toMatchObject({ why: 'Installs by yarn, kept between runs' });
  });
});
