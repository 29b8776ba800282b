import { findingOf, manifest, onlyOf, proposalsOf, summaries } from '../../test/proposedFor.ts';

const jest = '--ci --reporters=default --reporters=jest-junit';
const vitest = '--reporter=default --reporter=junit --outputFile.junit=results/vitest.xml';
const root = (devDependencies: Record<string, string>, scripts: Record<string, string> = {}) =>
  JSON.stringify({ workspaces: ['packages/*'], scripts, devDependencies }, null, 2);

describe('workspaces', () => {
  it('changesets: the runner is at the root, the tests are in its packages', () => {
    const proposal = onlyOf({
      'package.json': root({ vitest: '3.0.0' }, { test: 'vitest' }),
      'yarn.lock': '',
      'packages/cli/package.json': '{"name":"@changesets/cli"}',
      'packages/cli/src/a.test.ts': '',
      'packages/git/package.json': '{"name":"@changesets/git"}',
      'packages/git/src/b.test.ts': '',
    });
    expect(proposal.settings).toMatchObject({ otherFramework: 'Vitest', workingDirectory: null });
    expect(proposal.testFiles.count).toBe(2);
  });

  it('packages with a script and no dependency of their own are run in their folders', () => {
    const tree = {
      'package.json': root({ jest: '30.0.0', 'jest-junit': '17' }),
      'packages/a/package.json': manifest({}, { test: 'jest' }),
      'packages/a/a.test.js': '',
      'packages/b/package.json': '{}',
      'packages/b/b.test.js': '',
    };
    expect(summaries(tree)).toEqual([
      ['shop', 'Jest', null],
      ['shop a', 'Jest', 'packages/a'],
    ]);
    expect(proposalsOf(tree).map(({ testFiles }) => testFiles.first)).toEqual([
      ['packages/b/b.test.js'],
      ['packages/a/a.test.js'],
    ]);
  });

  it('a script of the root that runs all packages covers those with scripts of their own', () => {
    const proposals = proposalsOf({
      'package.json': root({ vitest: '3' }, { test: 'vitest run' }),
      'packages/a/package.json': manifest({}, { test: 'vitest run' }),
      'packages/a/a.test.ts': '',
    });
    expect(proposals.map(({ settings, testFiles }) => [settings.workingDirectory, testFiles.count])).toEqual([
      [null, 1],
      ['packages/a', 1],
    ]);
  });

  const berry = { 'yarn.lock': '__metadata:\n  version: 8\n', '.yarnrc.yml': 'nodeLinker: node-modules\n' };
  it.each([
    ['Yarn 1', { 'yarn.lock': '' }, 'yarn install && yarn add --dev --ignore-workspace-root-check jest-junit'],
    ['Yarn 4', berry, 'yarn install && yarn add --dev jest-junit'],
    [
      'pnpm',
      { 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': "packages: ['packages/*']\n" },
      'pnpm install && pnpm add --save-dev --workspace-root jest-junit',
    ],
    ['pnpm without a workspace', { 'pnpm-lock.yaml': '' }, 'pnpm install && pnpm add --save-dev jest-junit'],
  ])('%s adds a reporter where it refuses to by default: at the root', (_, files, installCommand) => {
    const own = { 'package.json': root({ jest: '30' }, { test: 'jest' }), 'packages/a/a.test.js': '' };
    expect(onlyOf({ ...own, ...files }).settings.installCommand).toBe(installCommand);
    const member = {
      'package.json': root({}),
      'packages/a/package.json': manifest({ jest: '30' }),
      'packages/a/a.test.js': '',
    };
    const plain = installCommand.replace(/ --ignore-workspace-root-check| --workspace-root/, '');
    expect(onlyOf({ ...member, ...files }).settings.installCommand).toBe(plain);
  });

  it.each([
    [
      'turbo run build && turbo run test',
      `npx -c "unset npm_config_call && turbo run build && turbo run test --force -- ${vitest}"`,
    ],
    ['turbo test', `npx -c "unset npm_config_call && turbo test --force -- ${vitest}"`],
    ['nx run-many -t test', `npx -c "unset npm_config_call && nx run-many -t test --skip-nx-cache -- ${vitest}"`],
    [
      'lerna run test --stream',
      `npx -c "unset npm_config_call && lerna run test --stream --skip-nx-cache -- ${vitest}"`,
    ],
    ['pnpm -r test', `npx -c "unset npm_config_call && pnpm -r run test ${vitest}"`],
    [
      'pnpm --recursive --filter ./packages/* test --silent',
      `npx -c "unset npm_config_call && pnpm --recursive --filter ./packages/* run test --silent ${vitest}"`,
    ],
    [
      'pnpm --filter ./packages/** run test',
      `npx -c "unset npm_config_call && pnpm --filter ./packages/** run test ${vitest}"`,
    ],
    [
      'npm test --workspaces --if-present',
      `npx -c "unset npm_config_call && npm test --workspaces --if-present -- ${vitest}"`,
    ],
    ['npm run test -ws', `npx -c "unset npm_config_call && npm run test -ws -- ${vitest}"`],
    ['yarn workspaces run test', `npx -c "unset npm_config_call && yarn workspaces run test ${vitest}"`],
    [
      'yarn workspaces foreach -A run test',
      `npx -c "unset npm_config_call && yarn workspaces foreach -A run test ${vitest}"`,
    ],
  ])('one project of all packages that run the same tests: %s', (test, testCommand) => {
    const proposals = proposalsOf({
      'package.json': root({ vitest: '3' }, { test }),
      'packages/a/package.json': manifest({}, { test: 'vitest run' }),
      'packages/a/a.test.ts': '',
      'packages/b/package.json': manifest({}, { test: 'vitest run' }),
      'packages/b/b.test.ts': '',
    });
    expect(proposals.map(({ settings }) => settings.workingDirectory)).toEqual([null, 'packages/a', 'packages/b']);
    const [all] = proposals;
    expect(all?.settings).toMatchObject({ testCommand, resultFiles: ['**/results/vitest.xml'] });
    expect(all?.testFiles.count).toBe(2);
  });

  it('packages with different runners stay projects of their own', () => {
    const tree = {
      'package.json': root({ turbo: '2' }, { test: 'turbo run test' }),
      'packages/a/package.json': manifest({ vitest: '3' }, { test: 'vitest run' }),
      'packages/a/a.test.ts': '',
      'packages/b/package.json': manifest({ mocha: '11' }, { test: 'mocha' }),
      'packages/b/test/b.js': '',
    };
    expect(summaries(tree).map(([, framework]) => framework)).toEqual(['Vitest', 'Mocha']);
  });

  it('says that some packages run something else', () => {
    const [all] = proposalsOf({
      'package.json': root({ lerna: '9', jest: '30', 'jest-junit': '17' }, { test: 'lerna run test' }),
      ...Object.fromEntries(
        ['a', 'b'].flatMap((name) => [
          [`packages/${name}/package.json`, manifest({}, { test: 'jest' })],
          [`packages/${name}/a.test.js`, ''],
        ]),
      ),
      'packages/c/package.json': manifest({}, { test: 'tsc' }),
    });
    expect(all?.settings.testCommand).toBe(
      `npx -c "unset npm_config_call && lerna run test --skip-nx-cache -- ${jest}"`,
    );
    expect(all && findingOf(all, 'testCommand')?.why).toBe('1 package has another script test');
  });
});
