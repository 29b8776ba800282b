import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { ProjectSettings } from '@assay/contract';
import { fixtureFramework } from './fixtureFramework.ts';

/** A file of a repository: its content, where a link leads, or the content of an executable. */
export type Planted = string | Buffer | { link: string } | { script: string };

/** A project with one test, which runs attack.sh in the working directory, and what is special to its adapter. */
export type Adapter = {
  name: string;
  usable: boolean;
  needs: string;
  files: Record<string, Planted>;
  settings: Partial<ProjectSettings> & Pick<ProjectSettings, 'testingFramework'>;
  /** Files of the checkout that the agent's side of the adapter reads or executes, in the order of their use. */
  reads: readonly string[];
  /** Those that are read after the build command, and that the framework here does not open itself. */
  readsLate: readonly string[];
};

const systemPython = '/usr/bin/python3';
const hasPytest = spawnSync(systemPython, ['-c', 'import pytest']).status === 0;
const jars = ['testng', 'jcommander', 'slf4j-api'].map((name) => `/usr/share/java/${name}.jar`);
const hasTestNg = jars.every((jar) => existsSync(jar)) && spawnSync('javac', ['-version']).status === 0;

const nodeFiles = ['package.json', 'package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
const pythonFiles = ['requirements.txt', 'uv.lock', 'poetry.lock', 'pyproject.toml'];

/** @returns a module of the repository that runs the fixture */
function fixtureModule(path: string): string {
  const up = '../'.repeat(path.split('/').length - 1);
  return `require('${up}fixture.cjs');\n`;
}

function fixtureOf(name: string, version: string, ...scripts: string[]): Record<string, Planted> {
  const paths = scripts.map((script) => `node_modules/${name}/${script}`);
  return {
    'fixture.cjs': fixtureFramework,
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version }),
    ...Object.fromEntries(paths.map((path) => [path, fixtureModule(path)])),
  };
}

const pytest = `import os, subprocess
def test_attacks():
    done = subprocess.run(["/bin/sh", "attack.sh"], capture_output=True, text=True)
    print(done.stdout + done.stderr)
    if os.path.exists("stack.txt"): raise AssertionError(open("stack.txt").read())
`;

const testng = `package shop;
import java.nio.file.*;
import org.testng.annotations.Test;
public class AttackTest {
  @Test public void attacks() throws Exception {
    Process attack = new ProcessBuilder("/bin/sh", "attack.sh").redirectErrorStream(true).start();
    System.out.println(new String(attack.getInputStream().readAllBytes(), "UTF-8"));
    attack.waitFor();
    if (Files.exists(Paths.get("stack.txt"))) throw new IllegalStateException(new String(Files.readAllBytes(Paths.get("stack.txt")), "UTF-8"));
  }
}
`;

const cucumberSteps = `const fs = require('node:fs');
const { spawnSync } = require('node:child_process');
const { Given } = require('@cucumber/cucumber');
Given('it attacks', () => {
  const { stdout, stderr } = spawnSync('/bin/sh', ['attack.sh'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  console.log(stdout + stderr);
  if (fs.existsSync('stack.txt')) throw Object.assign(new Error('attacked'), { stack: 'Error: attacked\\n' + fs.readFileSync('stack.txt', 'utf8') });
});
`;

const otherCommand = `const fs = require('node:fs');
const { spawnSync } = require('node:child_process');
const { stdout, stderr } = spawnSync('/bin/sh', ['attack.sh'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
const stack = fs.existsSync('stack.txt') ? fs.readFileSync('stack.txt', 'utf8') : '';
const failure = stack && '<failure message="attacked">' + escaped(stack) + '</failure>';
const output = '<system-out>' + escaped(stdout + stderr) + '</system-out>';
fs.mkdirSync('out', { recursive: true });
fs.writeFileSync('out/own.xml', '<testsuite name="s"><testcase classname="c" name="attacks">' + failure + output + '</testcase></testsuite>');
`;

/** Playwright, Cypress, WebDriverIO, NightWatch and .NET are fixtures; the others are what the machine has. */
export const adapters: readonly Adapter[] = [
  {
    name: 'Playwright',
    usable: true,
    needs: '',
    files: { ...fixtureOf('@playwright/test', '1.60.0', 'cli.js'), 'playwright.config.ts': '' },
    settings: { testingFramework: 'Playwright' },
    reads: [...nodeFiles, 'playwright.config.ts', 'node_modules/@playwright/test/package.json'],
    readsLate: ['playwright.config.ts'],
  },
  {
    name: 'Cypress',
    usable: true,
    needs: '',
    files: {
      ...fixtureOf('cypress', '14.0.0', 'bin/cypress'),
      'cypress.config.js': "module.exports = { e2e: { specPattern: ['e2e/**/*.cy.js'] } };",
      'e2e/attack.cy.js': "it('attacks', () => {});\n",
    },
    settings: { testingFramework: 'Cypress' },
    reads: [...nodeFiles, 'cypress.config.js', 'e2e/attack.cy.js', 'node_modules/cypress/package.json'],
    readsLate: ['cypress.config.js', 'e2e/attack.cy.js'],
  },
  {
    name: 'PyTest',
    usable: hasPytest,
    needs: "pytest of the system's python3",
    files: { 'test_attack.py': pytest },
    settings: { testingFramework: 'PyTest' },
    reads: [...pythonFiles, 'requirements-dev.txt'],
    readsLate: ['src/module.py'],
  },
  {
    name: 'TestNG',
    usable: hasTestNg,
    needs: 'a JDK and the jars of libtestng7-java',
    files: { 'src/shop/AttackTest.java': testng },
    settings: {
      testingFramework: 'TestNG',
      installCommand: `javac -encoding UTF-8 -cp ${jars[0]} -d classes src/shop/AttackTest.java`,
      testPackages: ['shop'],
    },
    reads: ['pom.xml', 'build.gradle', 'build.gradle.kts', 'testng.xml', 'mvnw', 'gradlew'],
    readsLate: ['testng.xml'],
  },
  {
    name: 'CucumberJS',
    usable: true,
    needs: '',
    files: {
      'features/attack.feature': 'Feature: Attack\n  Scenario: attacks\n    Given it attacks\n',
      'features/steps.cjs': cucumberSteps,
      'cucumber.json': '{"default":{"require":["features/steps.cjs"]}}',
    },
    settings: { testingFramework: 'CucumberJS' },
    reads: [...nodeFiles, '.yarnrc.yml'],
    readsLate: ['node_modules/cucumber/package.json'],
  },
  {
    name: 'WebDriverIO',
    usable: true,
    needs: '',
    files: {
      ...fixtureOf('@wdio/cli', '9.32.0', 'bin/wdio.js'),
      'node_modules/tsx/package.json': '{"name":"tsx","version":"4.0.0","main":"index.js"}',
      'node_modules/tsx/index.js': fixtureModule('node_modules/tsx/index.js'),
      'wdio.conf.js': 'exports.config = {};',
    },
    settings: { testingFramework: 'WebDriverIO' },
    reads: [...nodeFiles, 'wdio.conf.js', 'node_modules/@wdio/cli/package.json'],
    readsLate: ['wdio.conf.js'],
  },
  {
    name: 'NightWatch',
    usable: true,
    needs: '',
    files: {
      ...fixtureOf('nightwatch', '3.16.0', 'lib/testsuite/context.js'),
      'node_modules/nightwatch/package.json': '{"name":"nightwatch","version":"3.16.0","main":"lib/index.js"}',
      'node_modules/nightwatch/lib/index.js': '',
      'node_modules/nightwatch/lib/runner/eventHub.js': '',
      'nightwatch.conf.js': 'module.exports = {};',
    },
    settings: { testingFramework: 'NightWatch' },
    reads: [...nodeFiles, 'nightwatch.conf.js', 'node_modules/nightwatch/package.json'],
    readsLate: ['nightwatch.conf.js'],
  },
  {
    name: 'NUnit',
    usable: true,
    needs: '',
    files: { 'Shop.sln': '', 'Shop.Tests.dll': '' },
    settings: { testingFramework: 'NUnit', testArtifacts: ['Shop.Tests.dll'] },
    reads: ['Shop.Tests.dll', 'Shop.sln'],
    readsLate: ['Shop.sln'],
  },
  {
    name: 'Other',
    usable: true,
    needs: '',
    files: { 'command.cjs': otherCommand },
    settings: { testingFramework: 'Other', testCommand: 'node command.cjs', resultFiles: ['out/*.xml'] },
    reads: [...nodeFiles, ...pythonFiles],
    readsLate: ['package.json'],
  },
];
