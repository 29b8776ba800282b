import { findingOf, manifest, onlyOf, proposalsOf } from '../../test/proposedFor.ts';

const playwright = (scripts: Record<string, string>, others: Record<string, string> = {}) => ({
  'package.json': manifest({ '@playwright/test': '1.60.0', ...others }, scripts),
  'package-lock.json': '{}',
  'playwright.config.ts': '',
  'e2e/a.spec.ts': '',
});

describe('steps before the tests of a framework that Assay starts itself', () => {
  it.each([
    [{ test: 'npx bddgen && npx playwright test' }, 'npx bddgen'],
    [{ test: 'bddgen && playwright test' }, 'npx -c "bddgen"'],
    [{ 'pretest:e2e': 'tsc', 'test:e2e': 'playwright test' }, 'npm run pretest:e2e'],
    [{ test: 'npm run gen && npm run e2e', gen: 'bddgen', e2e: 'playwright test' }, 'npm run gen'],
    [{ test: 'rm -rf out; bddgen && playwright test' }, 'npx -c "rm -rf out; bddgen"'],
    [{ test: 'playwright test && echo done' }, null],
    [{ 'test:ui': 'bddgen && playwright test --ui', test: 'playwright test' }, null],
  ])('of %j are its build command', (scripts, buildCommand) => {
    const proposal = onlyOf(playwright(scripts as Record<string, string>));
    expect(proposal.settings.buildCommand).toBe(buildCommand);
    expect(findingOf(proposal, 'buildCommand')?.certain).toBe(buildCommand === null ? undefined : false);
  });

  it('leave out other tests, which are a project of their own', () => {
    const proposals = proposalsOf(
      playwright({ test: 'npm run unit && bddgen && playwright test', unit: 'mocha' }, { mocha: '11' }),
    );
    expect(proposals.map(({ settings }) => [settings.testingFramework, settings.buildCommand])).toEqual([
      ['Playwright', 'npx -c "bddgen"'],
      ['Other', null],
    ]);
  });
});
