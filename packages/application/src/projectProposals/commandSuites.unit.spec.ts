import { findingOf, manifest, onlyOf, openFieldsOf } from '../../test/proposedFor.ts';

describe('frameworks that are run by a command', () => {
  it.each([
    [
      'Mocha',
      manifest({ mocha: '11.0.0' }, { test: 'mocha --recursive' }),
      'npm test -- --reporter xunit --reporter-option output=results/mocha.xml',
    ],
    [
      'Vitest',
      manifest({ vitest: '3.0.0' }),
      'npx vitest run --reporter=default --reporter=junit --outputFile.junit=results/vitest.xml',
    ],
    [
      'Vitest',
      manifest({ vitest: '3.0.0' }, { unit: 'vitest run' }),
      'npm run unit -- --reporter=default --reporter=junit --outputFile.junit=results/vitest.xml',
    ],
    [
      'Jest',
      manifest({ jest: '30.0.0', 'jest-junit': '16' }, { test: 'jest && eslint .' }),
      'npx -c "jest --ci --reporters=default --reporters=jest-junit && eslint ."',
    ],
  ])('%s by %j', (name, text, testCommand) => {
    const proposal = onlyOf({ 'package.json': text, 'package-lock.json': '{}', 'test/cart.test.js': '' });
    expect(proposal.settings).toMatchObject({
      testingFramework: 'Other',
      otherFramework: name,
      testCommand,
      installCommand: null,
    });
    expect(proposal.settings.resultFiles).toHaveLength(1);
    expect(openFieldsOf(proposal)).toEqual(['testCommand', 'resultFiles']);
  });

  it('Jest gets the reporter that it lacks', () => {
    const proposal = onlyOf({
      'package.json': manifest({ jest: '30.0.0' }),
      'package-lock.json': '{}',
      'cart.test.js': '',
    });
    expect(proposal.settings.installCommand).toBe('npm ci && npm install --no-save jest-junit');
    expect(findingOf(proposal, 'installCommand')?.certain).toBe(false);
  });

  it("Node's own runner, by its script", () => {
    const proposal = onlyOf({ 'package.json': manifest({}, { test: 'node --test test/' }), 'test/cart.js': '' });
    expect(proposal.settings.otherFramework).toBe('node:test');
    expect(proposal.settings.testCommand).toMatch(
      /^node --test --test-reporter=spec .*destination=results\.xml test\/$/,
    );
  });

  it("Node's own runner, by what the tests import", () => {
    const tree = { 'package.json': '{}', 'sums.test.mjs': "import { it } from 'node:test';" };
    expect(onlyOf(tree).settings.otherFramework).toBe('node:test');
  });

  it.each([
    ['RSpec', { Gemfile: "gem 'rspec'\ngem 'rspec_junit_formatter'", 'spec/cart_spec.rb': '' }],
    ['Go', { 'go.mod': 'module shop', 'cart_test.go': '' }],
    [
      'PHPUnit',
      {
        'phpunit.xml.dist': '',
        'composer.json': '{"require-dev":{"phpunit/phpunit":"^11"}}',
        'tests/CartTest.php': '',
      },
    ],
    ['JUnit with Maven', { 'pom.xml': '<project/>', 'src/test/java/shop/CartTest.java': '' }],
    ['JUnit with Gradle', { 'build.gradle.kts': '', gradlew: '', 'src/test/kotlin/shop/CartTest.kt': '' }],
  ])('%s', (name, tree: Record<string, string>) => {
    const proposal = onlyOf(tree);
    expect(proposal.settings).toMatchObject({ testingFramework: 'Other', otherFramework: name });
    expect(proposal.testFiles.count).toBe(1);
    expect(openFieldsOf(proposal)).toEqual(['testCommand', 'resultFiles']);
  });

  it('a test script alone is proposed, with what to check', () => {
    const proposal = onlyOf({ 'package.json': manifest({}, { test: 'node scripts/test.js' }) });
    expect(proposal.settings).toMatchObject({
      testingFramework: 'Other',
      otherFramework: 'npm test',
      testCommand: 'npm test',
    });
    expect(findingOf(proposal, 'resultFiles')?.certain).toBe(false);
  });
});
