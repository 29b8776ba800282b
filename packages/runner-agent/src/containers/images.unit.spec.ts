import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { browsersImage, familyOf, imageChoiceOf, imageOf, isImageName, playwrightVersion } from './images.ts';

describe('the image of a run', () => {
  const machine = openMachineFiles();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-images-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function put(files: Record<string, string>): string {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return folder;
  }

  it.each([
    ['CucumberJS', {}, 'node'],
    ['Cypress', {}, 'cypress'],
    ['Playwright', {}, 'browsers'],
    ['NightWatch', {}, 'browsers'],
    ['PyTest', {}, 'python'],
    ['TestNG', { 'pom.xml': '', 'build.gradle': '' }, 'maven'],
    ['TestNG', { 'build.gradle.kts': '' }, 'gradle'],
    ['NUnit', {}, 'dotnet'],
    ['Other', {}, 'node'],
    ['Other', { 'package.json': '{}', 'requirements.txt': '' }, 'node'],
    ['Other', { 'requirements.txt': '' }, 'python'],
    ['Ingenious', { 'pom.xml': '' }, 'maven'],
    ['Other', { 'build.gradle': '' }, 'gradle'],
    ['Other', { 'Shop.sln': '' }, 'dotnet'],
  ] as const)('of %s with %j is of the family %s', async (framework, files, family) => {
    expect(await familyOf(machine, framework, put(files))).toBe(family);
  });

  it('is the agent’s for its family, else the agent’s for all, else the default', async () => {
    const choice = imageChoiceOf(['own:1', 'python=registry:5000/python:3.12@sha256:0a']);
    expect(await imageOf(machine, 'PyTest', [folder], choice, null)).toBe('registry:5000/python:3.12@sha256:0a');
    expect(await imageOf(machine, 'CucumberJS', [folder], choice, null)).toBe('own:1');
    expect(await imageOf(machine, 'NUnit', [folder], imageChoiceOf(['python=p:1']), null)).toMatch(
      /^mcr\.microsoft\.com\/dotnet\/sdk:\d/,
    );
  });

  it.each(['python=', 'pyton=p:1', '=p:1', '-v', 'a b', '$(x)'])('is never %j', (given) => {
    expect(() => imageChoiceOf([given])).toThrow(/^--image/);
  });

  it.each([
    ['package-lock.json', '{"packages":{"node_modules/@playwright/test":{\n "version": "1.44.1"}}}', '1.44.1'],
    ['yarn.lock', '"@playwright/test@^1.40.0":\n  version "1.51.0"\n', '1.51.0'],
    ['yarn.lock', '"@playwright/test@npm:^1.40.0":\n  version: 1.51.2\n', '1.51.2'],
    ['pnpm-lock.yaml', "packages:\n  '@playwright/test@1.52.0':\n", '1.52.0'],
    ['package.json', '{"devDependencies":{"@playwright/test": "1.53.0"}}', '1.53.0'],
    ['modules/@playwright/test/package.json', '{"version": "1.65.1"}', '1.65.1'],
    ['package.json', '{"devDependencies":{"@playwright/test": "^1.53.0"}}', '1.55.0'],
  ])('has the browsers of the Playwright version in %s', async (name, text, version) => {
    put({ [name]: text });
    expect(await playwrightVersion(machine, [folder], join(folder, 'modules'))).toBe(version);
  });

  it('has the browsers of the version in the workspace that the tests belong to', async () => {
    put({ 'pnpm-lock.yaml': "packages:\n  '@playwright/test@1.52.0':\n", 'e2e/package.json': '{}' });
    expect(await playwrightVersion(machine, [join(folder, 'e2e'), folder], null)).toBe('1.52.0');
  });

  it('of Playwright has the Ubuntu of that version', () => {
    expect(browsersImage('1.39.0')).toBe('mcr.microsoft.com/playwright:v1.39.0-jammy');
    expect(browsersImage('1.65.1')).toBe('mcr.microsoft.com/playwright:v1.65.1-noble');
  });

  it.each([
    ['node:22', true],
    ['registry.example.org:5000/a/b:1@sha256:0f', true],
    ['--privileged', false],
    ['', false],
    ['a b', false],
  ])('may be named %j: %s', (name, may) => {
    expect(isImageName(name)).toBe(may);
  });
});
