import { findingOf, manifest, onlyOf, proposalsOf } from '../../test/proposedFor.ts';

const versionOf = (files: Record<string, string>, range = '^13.0.0') =>
  onlyOf({ 'package.json': manifest({ cypress: range }), 'cypress.config.ts': '', 'cypress/e2e/a.cy.ts': '', ...files })
    .settings.testingFrameworkVersion;

describe('the version of a framework', () => {
  it.each([
    [
      'pnpm-lock.yaml',
      "packages:\n\n  '@percy/cypress@3.1.2':\n    resolution: {}\n\n  cypress@13.6.0:\n    resolution: {}\n",
    ],
    [
      'pnpm-lock.yaml',
      'packages:\n\n  /@percy/cypress/3.1.2:\n    resolution: {}\n\n  /cypress/13.6.0:\n    resolution: {}\n',
    ],
    [
      'pnpm-lock.yaml',
      'packages:\n\n  /@percy/cypress@3.1.2(cypress@13.6.0):\n    dev: true\n\n  /cypress@13.6.0:\n    dev: true\n',
    ],
    [
      'pnpm-lock.yaml',
      "importers:\n\n  .:\n    devDependencies:\n      '@percy/cypress':\n        specifier: ^3.1.2\n        version: 3.1.2(cypress@13.6.0)\n      cypress:\n        specifier: ^13.0.0\n        version: 13.6.0\n\npackages:\n\n  cypress@12.0.0:\n    resolution: {}\n",
    ],
    [
      'yarn.lock',
      '"@percy/cypress@^3.1.2":\n  version "3.1.2"\n\ncypress@^12.0.0:\n  version "12.0.0"\n\ncypress@^13.0.0:\n  version "13.6.0"\n',
    ],
    [
      'yarn.lock',
      '"@percy/cypress@npm:^3.1.2":\n  version: 3.1.2\n\n"cypress@npm:^12.0.0":\n  version: 12.0.0\n\n"cypress@npm:^13.0.0, cypress@npm:^13.1.0":\n  version: 13.6.0\n',
    ],
    [
      'package-lock.json',
      '{"packages":{"node_modules/@percy/cypress":{"version":"3.1.2"},"node_modules/x/node_modules/cypress":{"version":"12.0.0"},"node_modules/cypress":{"version":"13.6.0"}}}',
    ],
  ])('is not that of a package with a similar name: %s', (lock, text) => {
    expect(versionOf({ [lock]: text })).toBe('13.6.0');
  });

  it('is that of the workspace, where the root has another one', () => {
    const app = { 'apps/a/package.json': manifest({ cypress: '^13' }), 'apps/a/cypress.config.ts': '' };
    const tests = { 'apps/a/cypress/e2e/a.cy.ts': '', 'package.json': '{}' };
    const npm =
      '{"packages":{"node_modules/cypress":{"version":"12.0.0"},"apps/a/node_modules/cypress":{"version":"13.6.0"}}}';
    const pnpm =
      'importers:\n\n  .:\n    devDependencies:\n      cypress:\n        specifier: ^12\n        version: 12.0.0\n\n  apps/a:\n    devDependencies:\n      cypress:\n        specifier: ^13\n        version: 13.6.0(x@1.0.0)\n\npackages:\n\n  cypress@12.0.0:\n';
    for (const lock of [{ 'package-lock.json': npm }, { 'pnpm-lock.yaml': pnpm }] as Record<string, string>[]) {
      const [proposal] = proposalsOf({ ...app, ...tests, ...lock });
      expect(proposal?.settings.testingFrameworkVersion).toBe('13.6.0');
    }
  });

  it.each([
    ['^13.1', '13.1'],
    ['npm:cypress@^13.1.0', '13.1.0'],
    ['>=13 <15', '13'],
    ['catalog:', null],
    ['workspace:*', null],
    ['latest', null],
    ['https://cdn.test/beta-12/cypress.tgz', null],
    ['github:acme/cypress#v12', null],
  ])('of the range %s is %s where nothing locks it', (range, version) => {
    expect(versionOf({}, range)).toBe(version);
  });

  it('that nothing locks has to be checked', () => {
    const proposal = onlyOf({
      'package.json': manifest({ cypress: 'latest' }),
      'cypress.config.ts': '',
      'cypress/e2e/a.cy.ts': '',
    });
    expect(findingOf(proposal, 'testingFrameworkVersion')?.certain).toBe(false);
  });
});
